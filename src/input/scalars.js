/**
 * Scalars from callers → 32 bytes little-endian each, back to back: the form that engines take. The
 * result is a copy, so later changes to the input have no effect, unless `inPlace` is set.
 */
import { InputError, ScalarError } from '../errors.js';
import { mod, toBytesLE } from '../math/integers.js';
import { allocate, compareLE, hintFor, isBytes, readBytes } from './bytes.js';
import { readList } from './lists.js';
import { describe } from './describe.js';
import { readBoolean, readWord } from './options.js';

/** Bytes of one scalar. */
export const SCALAR_BYTES = 32;

const WORD_BITS = 64n;

const ENDIANS = /** @type {const} */ (['be', 'le']);

/**
 * Converts scalars. Bytes keep their value (the engine reduces them); bigints of any size and sign
 * are reduced here.
 * @param {unknown} scalars `bigint[]`, or a Uint8Array of 32 bytes per scalar
 * @param {{ endian?: unknown, strict?: unknown, order: bigint, inPlace?: boolean }} how `endian`:
 *   `'be'` (default) or `'le'`, byte order of the bytes; `strict`: whether scalars outside [0,
 *   order) are refused; the order of the group; whether bytes that already have this form may be
 *   returned without a copy
 * @returns {Uint8Array}
 * @throws {InputError} wrong types or options, or a number of bytes that is not a multiple of 32
 * @throws {ScalarError} strict, and a scalar is negative or not below the order
 */
export function readScalars(scalars, { endian, strict, order, inPlace }) {
  const byteOrder = readWord(endian, ENDIANS, 'be', 'endian');
  const isStrict = readBoolean(strict, false, 'strict');
  if (!isBytes(scalars)) return fromBigints(scalars, isStrict, order);

  const bytes = readBytes(scalars, 'scalars');
  if (bytes.length % SCALAR_BYTES !== 0) {
    throw new InputError(
      `scalars: expected a multiple of ${SCALAR_BYTES} bytes, got ${bytes.length}`,
    );
  }
  const result =
    byteOrder === 'be' ? reversedScalars(bytes) : inPlace ? bytes : new Uint8Array(bytes);
  if (isStrict) refuseUnreduced(result, order);
  return result;
}

/**
 * @param {unknown} scalars
 * @param {boolean} strict
 * @param {bigint} order
 * @returns {Uint8Array}
 */
function fromBigints(scalars, strict, order) {
  const read = (/** @type {unknown} */ scalar, /** @type {number} */ i) => {
    if (typeof scalar !== 'bigint') {
      throw new InputError(
        `scalar at index ${i}: expected a bigint${hintFor(scalar)}, got ${describe(scalar)}`,
        { index: i },
      );
    }
    if (scalar >= 0n && scalar < order) return scalar;
    if (strict) throw new ScalarError(i, describe(scalar));
    return mod(scalar, order);
  };
  const expected = 'an array of bigints or a Uint8Array';
  const list = readList(scalars, 'scalars', read, { expected });
  const result = allocate(list.length * SCALAR_BYTES);
  const view = new DataView(result.buffer);
  list.forEach((scalar, i) => {
    let rest = scalar;
    for (let at = i * SCALAR_BYTES; rest !== 0n; at += 8, rest >>= WORD_BITS) {
      view.setBigUint64(at, rest, true);
    }
  });
  return result;
}

/**
 * A copy with the bytes of each scalar in reverse order. By words, as a page waits for a long list.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
function reversedScalars(bytes) {
  const result = allocate(bytes.length);
  result.set(bytes);
  const view = new DataView(result.buffer);
  for (let start = 0; start < result.length; start += SCALAR_BYTES) {
    for (let i = start, j = start + SCALAR_BYTES - 4; i < j; i += 4, j -= 4) {
      const low = view.getUint32(i);
      const high = view.getUint32(j);
      view.setUint32(i, high, true);
      view.setUint32(j, low, true);
    }
  }
  return result;
}

/** Orders as bytes, cached per group. @type {Map<bigint, Uint8Array>} */
const bounds = new Map();

/** @param {bigint} order */
function boundOf(order) {
  let bound = bounds.get(order);
  if (bound === undefined) bounds.set(order, (bound = toBytesLE(order, SCALAR_BYTES)));
  return bound;
}

/**
 * @param {Uint8Array} scalars little-endian
 * @param {bigint} order
 */
function refuseUnreduced(scalars, order) {
  const bound = boundOf(order);
  for (let at = 0; at < scalars.length; at += SCALAR_BYTES) {
    if (compareLE(scalars, at, bound) >= 0) throw new ScalarError(at / SCALAR_BYTES);
  }
}
