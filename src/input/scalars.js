/**
 * Scalars from callers → 32 bytes little-endian each, back to back: the form that engines take. The
 * result is a copy, so later changes to the input have no effect, unless `inPlace` is set.
 */
import { InputError, ScalarError } from '../errors.js';
import { SCALAR_BYTES, mod, toBytesLE } from '../math/integers.js';
import { allocate, compareLE, hintFor, isBytes, readBytes } from './bytes.js';
import { readList } from './lists.js';
import { describe } from './describe.js';
import { inSteps } from '../port/steps.js';
import { readBoolean, readWord } from './options.js';

/** @import { StoredScalars } from '../port/scalar-lists.js' */

const WORD_BITS = 64n;

const ENDIANS = /** @type {const} */ (['be', 'le']);

/** Formats of scalars in bytes. */
export const FORMATS = /** @type {const} */ (['big-endian', 'little-endian', 'montgomery-le']);

/**
 * Readers of vectors of scalars, which register themselves: nothing else is imported for them.
 * @type {WeakMap<object, (how: any) => ScalarsRead>}
 */
export const storedScalars = new WeakMap();

/**
 * Scalars that nobody else can change. `finish`, called once for each, gives those from `start` to
 * `end` their form and checks them. `factor`: of all, or null. `stored`: those of a vector, instead
 * of bytes; `free` must be called at the end.
 * @typedef {{ bytes: Uint8Array, count: number, finish: (start: number, end: number) => void,
 *   factor: bigint | null, stored: StoredScalars | null, free: () => void }} ScalarsRead
 */

/**
 * Converts scalars. Bytes keep their value (the engine reduces them); bigints of any size and sign
 * are reduced here.
 * @param {unknown} scalars `bigint[]`, or a Uint8Array of 32 bytes per scalar
 * @param {{ endian?: unknown, format?: unknown, strict?: unknown, order: bigint,
 *   inPlace?: boolean, keep?: 'bytes' | 'memory' | 'copy', lifetime?: unknown,
 *   width?: number }} how `endian`:
 *   `'be'` (default) or `'le'`, byte order of the bytes, or their `format`; `strict`: whether
 *   scalars outside [0, order) are refused; the order of the group; whether bytes that already have
 *   this form may be returned without a copy; of a vector: as bytes (default), where they are, or
 *   copied in memory, and the lifetime of its instance; `width`: bytes of a scalar, 32 by default
 * @returns {Uint8Array}
 * @throws {InputError} wrong types or options, or a number of bytes that is not a multiple of 32
 * @throws {ScalarError} strict, and a scalar is negative or not below the order
 */
export function readScalars(scalars, how) {
  const { bytes, finish } = copyScalars(scalars, how);
  finish(0, bytes.length / SCALAR_BYTES);
  return bytes;
}

/**
 * `readScalars` in two parts: what must be done before the caller goes on, and `finish`, which
 * throws the `ScalarError`s of bytes. In steps: `finishSteps`.
 * @type {(scalars: unknown, how: Parameters<typeof readScalars>[1]) => ScalarsRead}
 */
export function copyScalars(scalars, how) {
  const { endian, format, strict, order, inPlace, keep, lifetime, width } =
    /** @type {typeof how & { width: number }} */ ({
      __proto__: null,
      width: SCALAR_BYTES,
      ...how,
    });
  const byteOrder = readWord(endian, ENDIANS, 'be', 'endian');
  const form = readWord(format, FORMATS, undefined, 'format');
  if (form && endian !== undefined)
    throw new InputError('format: expected one of endian and format, got both');
  const isStrict = readBoolean(strict, false, 'strict');
  const stored = storedScalars.get(/** @type {object} */ (scalars));
  if (stored) return stored({ order, keep: keep ?? 'bytes', lifetime, width });
  if (!isBytes(scalars)) return fromBigints(scalars, { isStrict, order, width });

  const given = readBytes(scalars, 'scalars');
  if (given.length % width !== 0) {
    throw new InputError(`scalars: expected a multiple of ${width} bytes, got ${given.length}`);
  }
  const isReversed = form ? form === 'big-endian' : byteOrder === 'be';
  const bytes = inPlace && !isReversed ? given : allocate(given.length);
  if (bytes !== given) bytes.set(given);
  return {
    ...BYTES_ALONE,
    bytes,
    count: bytes.length / width,
    factor: form === 'montgomery-le' ? inverseOfRadix(order, width) : null,
    finish(start, end) {
      if (isReversed) reverseScalars(bytes, width, start, end);
      if (isStrict) refuseUnreduced(bytes, start, end, toBytesLE(order, width));
    },
  };
}

/** Of scalars that are no vector. */
const BYTES_ALONE = { factor: null, stored: null, free() {} };

/**
 * 1/R modulo an odd order, for the R of Montgomery form, 2 to the bits of an encoding.
 * @param {bigint} order
 * @param {number} width of an encoding
 */
function inverseOfRadix(order, width) {
  const half = (order + 1n) / 2n;
  let factor = 1n;
  for (const bit of (8 * width).toString(2))
    factor = (factor * factor * (bit === '1' ? half : 1n)) % order;
  return factor;
}

/**
 * @param {ScalarsRead} scalars
 * @param {number} n number of points
 * @throws {InputError} not as many scalars
 */
export function requireOneEach({ count }, n) {
  if (count !== n) throw new InputError(`scalars: expected one per point (${n}), got ${count}`);
}

/** Scalars converted in a step, a millisecond or less. */
const STEP = 2 ** 13;

/**
 * The rest of reading scalars, in steps.
 * @param {ScalarsRead} scalars
 */
export const finishSteps = ({ bytes, finish }) =>
  inSteps(bytes.length / SCALAR_BYTES, { phase: 'scalars', first: STEP, most: STEP }, finish);

/**
 * @type {(scalars: unknown,
 *   how: { isStrict: boolean, order: bigint, width: number }) => ScalarsRead}
 */
function fromBigints(scalars, { isStrict, order, width }) {
  const read = (/** @type {unknown} */ scalar, /** @type {number} */ i) => {
    if (typeof scalar !== 'bigint') {
      throw new InputError(
        `scalar at index ${i}: expected a bigint${hintFor(scalar)}, got ${describe(scalar)}`,
        { index: i },
      );
    }
    if (scalar >= 0n && scalar < order) return scalar;
    if (isStrict) throw new ScalarError(i, describe(scalar));
    return mod(scalar, order);
  };
  const expected = 'an array of bigints or a Uint8Array';
  const list = readList(scalars, 'scalars', read, expected);
  const bytes = allocate(list.length * width);
  const view = new DataView(bytes.buffer);
  return {
    ...BYTES_ALONE,
    bytes,
    count: list.length,
    finish(start, end) {
      for (let i = start; i < end; i++) {
        let scalar = list[i];
        for (let at = i * width; scalar !== 0n; at += 8, scalar >>= WORD_BITS) {
          view.setBigUint64(at, scalar, true);
        }
      }
    },
  };
}

/**
 * Reverses the bytes of each scalar, by words.
 * @param {Uint8Array} bytes
 * @param {number} width of a scalar
 * @param {number} first scalar
 * @param {number} last scalar, excluded
 */
function reverseScalars(bytes, width, first, last) {
  const view = new DataView(bytes.buffer);
  for (let start = first * width; start < last * width; start += width) {
    for (let i = start, j = start + width - 4; i < j; i += 4, j -= 4) {
      const low = view.getUint32(i);
      const high = view.getUint32(j);
      view.setUint32(i, high, true);
      view.setUint32(j, low, true);
    }
  }
}

/**
 * @param {Uint8Array} scalars little-endian
 * @param {number} first
 * @param {number} last excluded
 * @param {Uint8Array} bound the order, as a scalar
 */
function refuseUnreduced(scalars, first, last, bound) {
  for (let i = first; i < last; i++) {
    if (compareLE(scalars, i * bound.length, bound) >= 0) throw new ScalarError(i);
  }
}
