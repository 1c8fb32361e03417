/**
 * Batch verification: many point equations as one, Σ a_i·(equation i) with random a_i
 * (Bellare, Garay, Rabin, "Fast Batch Verification for Modular Exponentiation and Digital
 * Signatures", EUROCRYPT 1998, the small exponents test). If all hold, the sum is infinity; if one
 * fails, the sum is infinity with probability at most 2^−128. docs/algorithms/signatures.md.
 */

import { PointError } from '../../errors.js';
import { runNow } from '../../port/steps.js';
import { allocate, isZero } from '../../input/bytes.js';
import { sha256 } from '../sha256.js';
import { fromBytesLE, SCALAR_BYTES, toBytesLE } from '../../math/integers.js';
import { fillRandom } from '../../port/random.js';

/** @import { Engine, EngineSignatures } from '../../port/engine.js' */

/**
 * A group as the equations of a protocol see it: its engine, which may refuse after the end of
 * the instance, and its parameters. In a worker there is no group.
 * @typedef {{ readonly engine: Engine, readonly config: { readonly order: bigint,
 *   readonly p: bigint, readonly generator: { readonly x: any, readonly y: any } } }}
 *   SignatureCurve
 */

/**
 * @param {Engine} engine of an instance that verifies signatures
 * @returns {EngineSignatures}
 */
export const signaturesOf = ({ signatures }) => /** @type {EngineSignatures} */ (signatures);

/** Bytes of a coefficient, of a digest, and of the random bytes, a whole block of SHA-256. */
const [COEFFICIENT_BYTES, DIGEST_BYTES, SEED_BYTES] = [16, 32, 64];

/**
 * Coefficients for n equations: the first is 1, since a common factor changes nothing; the others
 * are below 2^128, by SHA-256 in counter mode. Its key is the hash of random bytes and of the whole
 * batch: if the platform's generator fails, the coefficients still depend on every byte of it.
 * @param {number} n
 * @param {Uint8Array[]} batch everything that the equations consist of
 * @returns {Uint8Array} n × 32 bytes little-endian
 * @throws {EnvironmentError} the runtime has no crypto.getRandomValues, or it throws
 */
export function randomCoefficients(n, batch) {
  const coefficients = allocate(n * SCALAR_BYTES);
  if (n > 0) coefficients[0] = 1;
  if (n < 2) return coefficients;
  const block = new Uint8Array(DIGEST_BYTES + 4);
  block.set(sha256([fillRandom(new Uint8Array(SEED_BYTES)), ...batch]));
  const counter = new DataView(block.buffer);
  const digest = new Uint8Array(DIGEST_BYTES);
  for (let i = 1, at = DIGEST_BYTES; i < n; i++, at += COEFFICIENT_BYTES) {
    if (at === DIGEST_BYTES) {
      counter.setUint32(DIGEST_BYTES, i);
      sha256([block], undefined, digest);
      at = 0;
    }
    for (let j = 0; j < COEFFICIENT_BYTES; j++) coefficients[i * SCALAR_BYTES + j] = digest[at + j];
  }
  return coefficients;
}

/** Parts of a range that are searched next. */
const PARTS = 8;

/** Items that failed batches may have beyond those of passed ones, in lengths of the list. */
const ALLOWANCE = 1.5;

/**
 * Finds the items for which an equation fails: by batches of the whole, of eighths of it, and so
 * on, and single checks at the end. Eighths take fewer items through batches than halves do: for a
 * list whose first item is invalid, 8/7 of the list fails and the rest of it passes, against twice
 * the list and the rest.
 *
 * Even if an attacker chooses which items are invalid, this takes little more than single checks
 * and one batch. A batch is not tried where the share of invalid items so far makes it likely to
 * fail; nor where failed batches would have more items than `ALLOWANCE` lists and the batches that
 * passed. Where a batch takes p single checks an item, F the items of failed batches, G of those
 * that passed, the whole is at most n − G + p·(F + G) with F ≤ 1.5·n + G: 1.75·n for p = 1/2.
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
  /** Items of batches that failed, and how many may. */
  let [failed, allowed] = [0, ALLOWANCE * list.length];
  /** Searches a range; true if an invalid item was found. `known`: the range has one. */
  const search = (
    /** @type {number} */ start,
    /** @type {number} */ end,
    /** @type {boolean} */ known,
  ) => {
    const before = invalid.length;
    const count = end - start;
    if (count < 2 * smallest) {
      for (let i = start; i < end; i++) if (!holds(list[i])) invalid.push(i);
      return invalid.length > before;
    }
    // Items before `start` are decided: a third of an invalid one is to be expected, or more.
    const isGuess = !known && (3 * count * before > start || failed + count > allowed);
    if (!known && !isGuess) {
      if (allHold(list.slice(start, end))) {
        allowed += count;
        return false;
      }
      failed += count;
    }
    const size = Math.ceil(count / PARTS);
    for (let at = start; at < end; at += size) {
      const last = Math.min(end, at + size);
      // If none of the parts before has one, the last has, unless that was a guess.
      search(at, last, last === end && invalid.length === before && !isGuess);
    }
    return invalid.length > before;
  };
  search(0, list.length, false);
  return invalid;
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

// Weights of equations in a batch whose points of G1 are multiplied by them.

/** Bytes of the halves of a random coefficient. */
const HALF = 8;

/**
 * a + b·λ for coefficients a + b·2^64. As λ > 2^64 and (λ + 1)·2^64 is below the order, they are as
 * many, and distinct modulo the order: the error stays 2^−128. They cost half as much in G1, where
 * a cheap endomorphism multiplies by λ.
 * @param {Uint8Array} coefficients 32 bytes each, below 2^128
 * @param {bigint} lambda
 * @returns {Uint8Array}
 */
export function spread(coefficients, lambda) {
  const weights = new Uint8Array(coefficients.length);
  for (let at = 0; at < coefficients.length; at += SCALAR_BYTES) {
    const [a, b] = [0, HALF].map((i) => fromBytesLE(coefficients.subarray(at + i, at + i + HALF)));
    weights.set(toBytesLE(a + b * lambda, SCALAR_BYTES), at);
  }
  return weights;
}
