/// <reference lib="esnext.disposable" preserve="true" />
/**
 * A vector of elements of a scalar field, in the memory of an engine and the form of its kernel.
 */
import { InputError } from '../../errors.js';
import { describe } from '../../input/describe.js';
import { readInteger, readWord } from '../../input/options.js';
import { FORMATS, storedScalars } from '../../input/scalars.js';
import { copyReversed } from '../../input/bytes.js';
import { fromBytesLE } from '../../math/modular.js';
import { INSPECT, SEND_BYTES } from '../objects.js';

/** @import { ScalarList } from '../../port/polynomials.js' */
/** @import { FieldParts } from './scalar-field.js' */

/** @typedef {'big-endian' | 'little-endian' | 'montgomery-le'} ScalarFormat */

/** Memory that a vector shares with its views. */
export class ScalarStorage {
  /** How many asynchronous calls work on it. */
  busy = 0;
  disposed = false;

  /**
   * Takes ownership of the list.
   * @param {FieldParts} field
   * @param {ScalarList} list
   * @param {number} length
   */
  constructor(field, list, length) {
    this.field = field;
    this.list = list;
    this.length = length;
  }

  /** Frees the memory, once no call works on it. */
  freeIfUnused() {
    const { lists, context } = this.field;
    // A disposed engine has freed everything already.
    if (this.disposed && this.busy === 0 && !context.lifetime.ended) lists.free(this.list);
  }
}

/**
 * A range of a storage.
 * @typedef {{ storage: ScalarStorage, start: number, end: number }} ScalarRange
 */

/**
 * The range of a live vector that no call works on. Only for this library.
 * @type {(vector: ScalarVector) => ScalarRange}
 * @throws {InputError}
 */
export let scalarRange;

/** Whether a value is a vector of scalars, no proxy of one. @type {(value: unknown) => boolean} */
export let isScalarVector;

/** The range of a vector, live or not. @type {(value: unknown) => ScalarRange} */
let rangeOf;

/**
 * Elements of a scalar field. Holds memory of its instance until it is disposed.
 */
export class ScalarVector {
  /** For messages and consoles: bundlers rename classes. */
  static name = 'ScalarVector';

  /** Makes structured cloning throw. */
  cloning = SEND_BYTES;

  /** @type {ScalarRange} */
  #range;
  /** @type {ScalarVector | undefined} */
  #parent;
  #disposed = false;

  static {
    isScalarVector = (value) =>
      typeof value === 'object' &&
      value !== null &&
      #range in value &&
      value.#range?.storage instanceof ScalarStorage;
    rangeOf = (value) => {
      if (isScalarVector(value)) return /** @type {ScalarVector} */ (value).#range;
      throw new InputError(
        `this: expected a ScalarVector of this library, no proxy of one, got ${describe(value)}`,
      );
    };
    scalarRange = (vector) => {
      const range = rangeOf(vector);
      vector.#check(range);
      return range;
    };
  }

  /**
   * Internal: vectors come from a field.
   * @param {ScalarRange} range
   * @param {ScalarVector} [parent] the vector of which this is a view
   */
  constructor(range, parent) {
    this.#range = range;
    this.#parent = parent;
    storedScalars.set(this, (how) => readStored(scalarRange(this), how));
  }

  /** Number of elements. Also readable after the disposal. */
  get length() {
    const { start, end } = rangeOf(this);
    return end - start;
  }

  /**
   * The element at an index.
   * @param {number} index integer, 0 ≤ index < length
   * @returns {bigint} below the order
   * @throws {InputError} no such index, or the vector is disposed or in use
   */
  at(index) {
    const { storage, start } = scalarRange(this);
    const i = start + readInteger(index, 0, this.length - 1, 'index');
    return fromBytesLE(bytesOf(storage, i, i + 1));
  }

  /**
   * A view of the elements from `start` to `end`, without a copy: writing to it writes to this
   * vector. Disposing of this vector disposes of the view.
   * @param {number} start integer, 0 ≤ start ≤ end
   * @param {number} end integer, start ≤ end ≤ length; excluded
   * @returns {ScalarVector}
   * @throws {InputError} no such range, or the vector is disposed or in use
   */
  slice(start, end) {
    const range = scalarRange(this);
    readInteger(end, 0, this.length, 'end');
    readInteger(start, 0, end, 'start');
    const view = { ...range, start: range.start + start, end: range.start + end };
    return new ScalarVector(view, this);
  }

  /**
   * A new vector with the same elements.
   * @returns {ScalarVector}
   * @throws {InputError} the vector is disposed or in use
   * @throws {ResourceError} not enough memory
   */
  copy() {
    const { storage, start, end } = scalarRange(this);
    const { lists } = storage.field;
    const list = lists.create(end - start);
    lists.move(list, lists.at(storage.list, start), end - start);
    return vectorOf(storage.field, list, end - start);
  }

  /**
   * All elements back to back, 32 bytes each (in a field of one's own `field.bytes`), below the
   * order; in Montgomery form times 2 to the number of their bits, 2^256, little-endian.
   * @param {ScalarFormat} [format] `'big-endian'` by default
   * @returns {Uint8Array<ArrayBuffer>}
   * @throws {InputError} no such format, or the vector is disposed or in use
   */
  toBytes(format) {
    const { storage, start, end } = scalarRange(this);
    const name = readWord(format, FORMATS, 'big-endian', 'format');
    const bytes = bytesOf(storage, start, end, name === 'montgomery-le');
    if (name !== 'big-endian') return bytes;
    const reversed = new Uint8Array(bytes.length);
    const { bytes: width } = storage.field.lists;
    for (let at = 0; at < bytes.length; at += width) copyReversed(bytes, at, reversed, at, width);
    return reversed;
  }

  /** A description: the number of elements. */
  toString() {
    return `ScalarVector(${this.length} scalars)`;
  }

  /** As `toString`. @returns {string} */
  toJSON() {
    return String(this);
  }

  /** For the console of Node, Deno and Bun. */
  [INSPECT]() {
    return `${this}`;
  }

  /**
   * Frees the memory, once running calls that use it have ended. Views become unusable too. Later
   * disposals do nothing.
   */
  dispose() {
    const { storage } = rangeOf(this);
    if (this.#disposed) return;
    this.#disposed = true;
    if (this.#parent) return;
    storage.disposed = true;
    storage.freeIfUnused();
  }

  /** `dispose`, for `using` declarations. Unused where the runtime lacks `Symbol.dispose`. */
  [Symbol.dispose]() {
    this.dispose();
  }

  /** @param {ScalarRange} range of this vector @throws {InputError} disposed, or in use */
  #check({ storage }) {
    storage.field.context.lifetime.check();
    /** @type {ScalarVector | undefined} */
    let vector = this;
    while (vector && !vector.#disposed) vector = vector.#parent;
    if (vector) {
      throw new InputError('expected a live ScalarVector, got a disposed one or a view of one');
    }
    if (storage.busy > 0) {
      throw new InputError('expected a ScalarVector at rest, got one that a call works on');
    }
  }
}

/**
 * A vector of a list that it owns.
 * @param {FieldParts} field
 * @param {ScalarList} list
 * @param {number} length
 */
export const vectorOf = (field, list, length) =>
  new ScalarVector({ storage: new ScalarStorage(field, list, length), start: 0, end: length });

/**
 * Lends the elements of a range as a list that kernels take: the list itself or, from an odd
 * position, a copy.
 * @template Result
 * @param {ScalarRange} range
 * @param {(list: ScalarList) => Result} use
 * @returns {Result}
 */
export function aligned({ storage, start, end }, use) {
  const { lists } = storage.field;
  const own = lists.at(storage.list, start);
  if (start % lists.elements === 0) return use(own);
  const copy = lists.create(end - start);
  try {
    lists.move(copy, own, end - start);
    return use(copy);
  } finally {
    lists.free(copy);
  }
}

/**
 * @type {(storage: ScalarStorage, start: number, end: number,
 *   montgomery?: boolean) => Uint8Array<ArrayBuffer>}
 */
const bytesOf = (storage, start, end, montgomery = false) =>
  aligned({ storage, start, end }, (list) => {
    const { lists, constant } = storage.field;
    if (!montgomery) return lists.writeLE(list, end - start);
    return constant(1n << BigInt(8 * lists.bytes), (c) => lists.writeLE(list, end - start, c));
  });

/**
 * Scalars of a multiplication (input/scalars.js).
 * @param {ScalarRange} range
 * @param {{ order: bigint, lifetime: unknown, width: number, keep: string }} how `keep`:
 *   `'bytes'`; `'memory'`, used at once; or `'copy'`, in memory, for later
 * @returns {import('../../input/scalars.js').ScalarsRead}
 */
function readStored({ storage, start, end }, { order, lifetime, width, keep }) {
  const { lists, context, order: own } = storage.field;
  if (
    own !== order ||
    lists.bytes !== width ||
    (lifetime !== undefined && lifetime !== context.lifetime)
  ) {
    throw new InputError(
      `scalars: expected a ScalarVector of this group's field, got one of ${own === order ? 'another instance' : 'another field'}`,
    );
  }
  const count = end - start;
  const read = { finish() {}, factor: null, free() {} };
  const list = lists.at(storage.list, start);
  if (keep === 'bytes')
    return { ...read, stored: null, bytes: lists.stored(list, count).bytes(), count };
  const none = new Uint8Array();
  if (keep === 'memory') return { ...read, bytes: none, stored: lists.stored(list, count), count };
  const copy = lists.create(count);
  lists.move(copy, list, count);
  const free = () => {
    if (!context.lifetime.ended) lists.free(copy);
  };
  return { ...read, bytes: none, stored: lists.stored(copy, count), count, free };
}

/**
 * The range of an argument that is a vector of a field.
 * @param {unknown} value
 * @param {FieldParts} field
 * @param {string} what the argument, for messages
 * @returns {ScalarRange}
 * @throws {InputError}
 */
export function readScalarVector(value, field, what) {
  if (!isScalarVector(value)) {
    throw new InputError(`${what}: expected a ScalarVector, got ${describe(value)}`);
  }
  const range = scalarRange(/** @type {ScalarVector} */ (value));
  if (range.storage.field !== field) {
    throw new InputError(`${what}: expected a ScalarVector of this field, got one of another`);
  }
  return range;
}
