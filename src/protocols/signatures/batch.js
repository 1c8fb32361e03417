/**
 * Batch verification: many point equations as one, Σ a_i·(equation i) with random a_i
 * (Bellare, Garay, Rabin, "Fast Batch Verification for Modular Exponentiation and Digital
 * Signatures", EUROCRYPT 1998, the small exponents test). If all hold, the sum is infinity; if one
 * fails, the sum is infinity with probability at most 2^−128. docs/algorithms/signatures.md.
 */
import { EnvironmentError, PointError } from '../../errors.js';
import { runNow } from '../../port/steps.js';
import { allocate, isZero } from '../../input/bytes.js';
import { readBoolean, readOptions } from '../../input/options.js';
import { SCALAR_BYTES } from './integers.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { Engine } from '../../port/engine.js' */

/**
 * The operations of a protocol on many parsed items.
 * @typedef {{ verify: (items: any[], how: any) => boolean,
 *   findInvalid: (items: any[], how: any) => number[] }} BatchEquations
 */

/**
 * A batch to run: a worker finds the equations by the name of the protocol.
 * @typedef {{ protocol: string, equations: BatchEquations, what: 'verify' | 'findInvalid' }}
 *   BatchCall
 */

/** 32-bit words of a random coefficient; byte order does not matter. */
const COEFFICIENT_WORDS = 4;

/** Byte limit of one crypto.getRandomValues call. */
const QUOTA = 65536;

/**
 * Coefficients for n equations: the first is 1, since a common factor changes nothing; the others
 * are random below 2^128.
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
 * Finds the items for which an equation fails, by bisection: batches of halves, and single
 * checks at the end.
 * @template Item
 * @param {readonly Item[]} list
 * @param {number} smallest number of items from which a batch is faster than single checks
 * @param {(item: Item) => boolean} holds
 * @param {(items: Item[]) => boolean} allHold whether they hold for all items
 * @returns {number[]} their indices, ascending
 */
export function findInvalid(list, smallest, holds, allHold) {
  /** @type {number[]} */
  const invalid = [];
  /** Searches a range; true if an invalid item was found. `known`: the range has one. */
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
      // If the first half has none, the second has one.
      search(middle, end, !found);
    }
    return invalid.length > before;
  };
  search(0, list.length, false);
  return invalid;
}

/**
 * Runs a batch on all threads. The items are read and copied before it returns; the rest is
 * imported with the first such call.
 * @param {GroupContext} context
 * @param {BatchCall} call
 * @param {unknown} options with `lowS` if the protocol is ECDSA
 * @param {() => Record<string, any>[]} read the items
 * @returns {Promise<any>}
 */
export const runBatch = (context, call, options, read) =>
  context.handled(copyAndRun(context, call, options, read));

/** @type {typeof runBatch} */
async function copyAndRun(context, call, options, read) {
  context.lifetime.check();
  const names = ['signal', 'onProgress', 'lowS'].slice(0, call.protocol === 'ecdsa' ? 3 : 2);
  const known = readOptions(options, names, call.what);
  const { signal, onProgress } = known;
  const how = { lowS: readBoolean(known.lowS, true, 'lowS') };
  const list = read();
  for (const item of list) {
    for (const field in item) item[field] = item[field].slice?.() ?? item[field];
  }
  const { runParts } = await import('./parts.js');
  return runParts(context, call, { list, how, signal, onProgress });
}

/**
 * The points of a batch: first compressed ones, `xs` and `signs` as the engine takes them, then
 * canonical ones, `affine`. `check`: whether the latter may be off the curve.
 * @typedef {{ xs: Uint8Array, signs: Uint8Array, affine: Uint8Array, check: boolean }} BatchPoints
 */

/**
 * Whether Σ scalar_i·point_i is infinity.
 * @param {Engine} engine
 * @param {BatchPoints} points
 * @param {Uint8Array} scalars 32 bytes little-endian for every point
 * @returns {boolean} false also if one of the points is invalid
 */
export function sumsToInfinity(engine, { xs, signs, affine, check }, scalars) {
  let handle;
  try {
    handle = engine.decode({ xs, signs, affine }, { curve: check, subgroup: false });
    const sum = runNow(engine.msmSteps(handle, 0, handle.length, scalars));
    return isZero(sum, 0, sum.length);
  } catch (error) {
    if (error instanceof PointError) return false;
    throw error;
  } finally {
    if (handle) engine.free(handle);
  }
}
