/**
 * Many equations of points as one: Σ a_i·(equation i) with random a_i (Bellare, Garay, Rabin, "Fast Batch Verification
 * for Modular Exponentiation and Digital Signatures", EUROCRYPT 1998, the small exponents test). If all hold, the sum is
 * infinity; if one does not, it is so with a probability of at most 2^−128. docs/algorithms/signatures.md.
 */
import { EnvironmentError, PointError } from '../../errors.js';
import { runNow } from '../../port/steps.js';
import { allocate, isZero } from '../../input/bytes.js';
import { SCALAR_BYTES } from './integers.js';

/** @import { Engine } from '../../port/engine.js' */

/** Words of 32 bits of a random coefficient, in the platform's order: any is as random. */
const COEFFICIENT_WORDS = 4;

/** The most bytes that crypto.getRandomValues gives at once. */
const QUOTA = 65536;

/**
 * Coefficients for n equations: the first is 1, as a common factor changes nothing; the others are random below 2^128.
 * @param {number} n
 * @returns {Uint8Array} n × 32 bytes little-endian
 * @throws {EnvironmentError} the runtime has no crypto.getRandomValues
 */
export function randomCoefficients(n) {
  const coefficients = allocate(n * SCALAR_BYTES);
  if (n > 0) coefficients[0] = 1;
  if (n < 2) return coefficients;
  if (typeof globalThis.crypto?.getRandomValues !== 'function') {
    throw new EnvironmentError('expected a runtime with crypto.getRandomValues, got one without');
  }
  const random = new Uint32Array((n - 1) * COEFFICIENT_WORDS);
  for (let at = 0; at < random.length; at += QUOTA / 4) {
    globalThis.crypto.getRandomValues(random.subarray(at, at + QUOTA / 4));
  }
  const words = new Uint32Array(coefficients.buffer);
  for (let i = 1, from = 0; i < n; i++) {
    const to = (i * SCALAR_BYTES) / 4;
    for (let j = 0; j < COEFFICIENT_WORDS; j++) words[to + j] = random[from++];
  }
  return coefficients;
}

/**
 * The items for which an equation does not hold: batches of halves, then of their halves, and one by one at the end.
 * @template Item
 * @param {readonly Item[]} list
 * @param {number} smallest from so many items on, a batch is faster than one after the other
 * @param {(item: Item) => boolean} holds
 * @param {(items: Item[]) => boolean} allHold whether they hold for all items
 * @returns {number[]} their indices, ascending
 */
export function findInvalid(list, smallest, holds, allHold) {
  /** @type {number[]} */
  const invalid = [];
  /** Looks into a part; true if something was found. `known`: something is there. */
  const search = (
    /** @type {number} */ start,
    /** @type {number} */ end,
    /** @type {boolean} */ known,
  ) => {
    const before = invalid.length;
    if (end - start < 2 * smallest) {
      for (let i = start; i < end; i++) if (!holds(list[i])) invalid.push(i);
    } else if (known || !allHold(list.slice(start, end))) {
      const middle = (start + end) >> 1;
      const found = search(start, middle, false);
      // What is not in the first half is in the second.
      search(middle, end, !found);
    }
    return invalid.length > before;
  };
  search(0, list.length, false);
  return invalid;
}

/**
 * The points of a batch: first compressed ones, `xs` and `signs` as the engine takes them, then canonical ones, `affine`.
 * `check`: whether one of the latter may be off the curve.
 * @typedef {{ xs: Uint8Array, signs: Uint8Array, affine: Uint8Array, check: boolean }} BatchPoints
 */

/**
 * Whether Σ scalar_i·point_i is infinity.
 * @param {Engine} engine
 * @param {BatchPoints} points
 * @param {Uint8Array} scalars 32 bytes little-endian for every point
 * @returns {boolean} false also if one of the points is none
 */
export function sumsToInfinity(engine, { xs, signs, affine, check }, scalars) {
  let handle;
  try {
    handle = engine.fromCompressed(xs, signs, affine);
    if (check) engine.checkOnCurve(handle);
    const sum = runNow(engine.msmSteps(handle, 0, handle.length, scalars));
    return isZero(sum, 0, sum.length);
  } catch (error) {
    if (error instanceof PointError) return false;
    throw error;
  } finally {
    if (handle) engine.free(handle);
  }
}
