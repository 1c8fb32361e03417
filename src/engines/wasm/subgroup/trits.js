/**
 * Random digits in balanced ternary, each k coefficients −1, 0 and 1 at once: uniform and
 * independent, from the platform's cryptographic generator.
 */

import { EnvironmentError } from '../../../errors.js';
import { fillRandom } from '../../../port/random.js';

/** Bytes that `getRandomValues` gives at once. */
const QUOTA = 65536;

/** Digits of at most 10 trits: 3^10 < 2^16. */
export const MAX_TRITS = 10;

/**
 * Fills the target with digits, |digit| ≤ (3^trits − 1)/2.
 * @typedef {(target: Int32Array, trits: number) => void} DrawDigits
 */

/** Rejections in a row, each with a probability below 0.1: more are not chance. */
const MOST_REJECTIONS = 256;

/**
 * A word w of 16 bits gives the digit ⌊w·s/2^16⌋ of s = 3^k values, and is discarded if w·s mod
 * 2^16 < 2^16 mod s: every value keeps ⌊2^16/s⌋ words (Lemire, "Fast random integer generation in
 * an interval", ACM TOMACS 2019).
 * @param {number} count digits that will be drawn
 * @returns {DrawDigits | null} null where the platform has no such generator, or one that repeats
 *   itself. Drawing throws an `EnvironmentError` if it fails later
 */
export function randomDigits(count) {
  const words = new Uint16Array(Math.min(count + 64, QUOTA / 2));
  let left = 0;
  const refill = () => {
    if (repeats(fillRandom(words))) throw stuck();
    left = words.length;
  };
  try {
    refill();
  } catch {
    return null;
  }
  return (target, trits) => {
    const values = 3 ** trits;
    const rejected = 65536 % values;
    const middle = (values - 1) / 2;
    let inRow = 0;
    for (let i = 0; i < target.length;) {
      if (left === 0) refill();
      const product = Math.imul(words[--left], values);
      if ((product & 0xffff) >= rejected) {
        target[i++] = (product >>> 16) - middle;
        inRow = 0;
      } else if (++inRow > MOST_REJECTIONS) throw stuck();
    }
  };
}

/**
 * Whether a generator is stuck: the first 64 words have at most 8 values. By chance that has a
 * probability below 2^-700. Coefficients that are all the same would make the check worthless.
 * @type {(words: Uint16Array) => boolean}
 */
const repeats = (words) => new Set(words.subarray(0, 64)).size <= 8;

const stuck = () =>
  new EnvironmentError(
    'expected a runtime with crypto.getRandomValues, got one that repeats itself',
  );
