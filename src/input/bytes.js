/**
 * Byte arrays from callers: recognised, refused when detached, copied when shared. Only internal
 * slots are read, and what is returned is a plain view: own properties and methods of the caller's
 * array, or of its class, are never looked up. Also the byte loops that the encodings share.
 */
import { InputError, ResourceError } from '../errors.js';
import { describe, nameOf } from './describe.js';

/**
 * A getter of typed arrays, which reads the internal slot.
 * @type {(prototype: any, name: string | symbol) => () => any}
 */
const getter = (prototype, name) =>
  /** @type {any} */ (Object.getOwnPropertyDescriptor(prototype, name)).get;

const TypedArray = Object.getPrototypeOf(Uint8Array.prototype);

/** The type name of a typed array, undefined for anything else. */
const typeOf = getter(TypedArray, Symbol.toStringTag);
/** Number of elements: 0 if the buffer is detached. */
const lengthOf = getter(TypedArray, 'length');
const bufferOf = getter(TypedArray, 'buffer');
const offsetOf = getter(TypedArray, 'byteOffset');
/** Throws on a SharedArrayBuffer. */
const unsharedLengthOf = getter(ArrayBuffer.prototype, 'byteLength');

/**
 * Whether a value is a Uint8Array (a Node Buffer is one), of this realm or another.
 * @type {(value: unknown) => value is Uint8Array}
 */
export const isBytes = (value) => typeOf.call(value) === 'Uint8Array';

/**
 * Whether a value is an ArrayBuffer, of this realm or another.
 * @type {(value: unknown) => value is ArrayBuffer}
 */
export function isBuffer(value) {
  try {
    unsharedLengthOf.call(value);
    return true;
  } catch {
    return false;
  }
}

/**
 * Number of elements of a typed array of any type, undefined for anything else.
 * @type {(value: unknown) => number | undefined}
 */
export const elementsOf = (value) =>
  typeOf.call(value) === undefined ? undefined : lengthOf.call(value);

/**
 * Validates bytes that may be read more than once. Memory shared with other threads is copied, so
 * that the bytes used are the bytes checked; of any other array it is a view.
 * @param {unknown} value
 * @param {string} what the argument, for messages
 * @param {number} [index] in a list
 * @returns {Uint8Array}
 * @throws {InputError} not a Uint8Array, or its buffer was detached (transferred) or shrunk
 */
export function readBytes(value, what, index) {
  if (!isBytes(value)) {
    throw new InputError(`${nameOf(what, index)}: expected a Uint8Array, got ${describe(value)}`, {
      index,
    });
  }
  /** @type {Uint8Array} */
  let view;
  try {
    const length = lengthOf.call(value);
    // A detached array looks empty, but methods throw on it.
    if (length === 0) Uint8Array.prototype.at.call(value, 0);
    view = new Uint8Array(bufferOf.call(value), offsetOf.call(value), length);
  } catch (cause) {
    throw new InputError(
      `${nameOf(what, index)}: expected bytes, got an array whose buffer is detached`,
      { cause, index },
    );
  }
  return isBuffer(view.buffer) ? view : new Uint8Array(view);
}

/**
 * Bytes of a certain length.
 * @param {unknown} value
 * @param {readonly number[]} lengths the allowed ones
 * @param {string} what the argument, for messages
 * @param {number} [index] in a list
 * @returns {Uint8Array}
 * @throws {InputError} not bytes, or of another length
 */
export function readBytesOf(value, lengths, what, index) {
  const bytes = readBytes(value, what, index);
  if (!lengths.includes(bytes.length)) {
    throw new InputError(
      `${nameOf(what, index)}: expected ${lengths.join(' or ')} bytes, got ${bytes.length}`,
      { index },
    );
  }
  return bytes;
}

/**
 * Bytes of a certain length that are copied at once, before code of the caller's runs: the array
 * itself, where it is sure to be copied whole.
 * @type {typeof readBytesOf}
 */
export function bytesToCopy(value, lengths, what, index) {
  // A detached array has no bytes.
  if (isBytes(value) && lengths.includes(lengthOf.call(value))) return value;
  return readBytesOf(value, lengths, what, index);
}

/**
 * Bytes that come from another side, which are copied at once. Their type is the program's, their
 * length is not: in place of any other stands what cannot be valid.
 * @param {unknown} value
 * @param {readonly number[]} lengths the allowed ones
 * @param {Uint8Array} instead
 * @param {string} what the argument, for messages
 * @param {number} [index] in a list
 * @returns {Uint8Array}
 * @throws {InputError} not bytes
 */
export function contentToCopy(value, lengths, instead, what, index) {
  if (isBytes(value) && lengths.includes(lengthOf.call(value))) return value;
  const bytes = readBytes(value, what, index);
  return lengths.includes(bytes.length) ? bytes : instead;
}

/**
 * A copy of bytes of a certain length: of an item of a list, while others may still be read, which
 * may run the caller's code.
 * @type {typeof readBytesOf}
 */
export const copyBytesOf = (value, lengths, what, index) =>
  new Uint8Array(bytesToCopy(value, lengths, what, index));

/**
 * @param {Uint8Array} bytes
 * @returns {string} lower-case, two digits a byte
 */
export const hexOf = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Hint appended to a message when an item is itself a byte array.
 * @param {unknown} value an item of a list
 * @returns {string}
 */
export const hintFor = (value) =>
  isBytes(value) ? ' (bytes stand back to back in one Uint8Array)' : '';

/**
 * Zeroed bytes.
 * @type {(length: number) => Uint8Array<ArrayBuffer>}
 * @throws {ResourceError} the allocation failed
 */
export function allocate(length) {
  try {
    return new Uint8Array(length);
  } catch (cause) {
    throw new ResourceError(`byte array: expected ${length} bytes of memory, got none`, { cause });
  }
}

/** Bytes one after the other. @type {(parts: readonly Uint8Array[]) => Uint8Array<ArrayBuffer>} */
export function joined(parts) {
  const bytes = allocate(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/**
 * Copies `length` bytes in reverse order, four at a time: big-endian to little-endian and back.
 * @param {Uint8Array} source
 * @param {number} from index of the first byte to read
 * @param {Uint8Array} target
 * @param {number} to index of the first byte to write
 * @param {number} length
 */
export function copyReversed(source, from, target, to, length) {
  let [i, j] = [from, to + length - 4];
  for (; j >= to; i += 4, j -= 4) {
    target[j + 3] = source[i];
    target[j + 2] = source[i + 1];
    target[j + 1] = source[i + 2];
    target[j] = source[i + 3];
  }
  for (j += 3; j >= to; i++, j--) target[j] = source[i];
}

/**
 * Whether all bytes from `start` to `end` (excluded) are zero.
 * @type {(bytes: Uint8Array, start: number, end: number) => boolean}
 */
export function isZero(bytes, start, end) {
  for (let i = start; i < end; i++) if (bytes[i] !== 0) return false;
  return true;
}

/** Bytes to a call of `fromCharCode`: engines limit its arguments. */
const PIECE = 4096;

/**
 * A string of the same bytes, as the key of a map. Engines hash strings with a secret: nobody can
 * choose bytes that make the map slow.
 * @type {(bytes: Uint8Array) => string}
 */
export function keyOf(bytes) {
  let key = '';
  for (let at = 0; at < bytes.length; at += PIECE) {
    const piece = /** @type {any} */ (bytes.subarray(at, at + PIECE));
    // To spread an array takes six times as long.
    key += String.fromCharCode.apply(null, piece);
  }
  return key;
}

/** Whether two arrays hold the same bytes. @type {(a: Uint8Array, b: Uint8Array) => boolean} */
export function sameBytes(a, b) {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/**
 * Compares the little-endian integer at `start` with `bound`, also little-endian.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {Uint8Array} bound
 * @returns {number} negative, zero or positive if the integer is less than, equal to or
 *   greater than the bound
 */
export function compareLE(bytes, start, bound) {
  for (let i = bound.length - 1; i >= 0; i--) {
    const difference = bytes[start + i] - bound[i];
    if (difference !== 0) return difference;
  }
  return 0;
}
