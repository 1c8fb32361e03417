/**
 * Random digits in balanced ternary, each k coefficients −1, 0 and 1 at once: uniform and
 * independent, from the platform's cryptographic generator.
 */

/** Bytes that `getRandomValues` gives at once. */
const QUOTA = 65536;

/** Digits of at most 10 trits: 3^10 < 2^16. */
export const MAX_TRITS = 10;

/**
 * Fills the target with digits, |digit| ≤ (3^trits − 1)/2.
 * @typedef {(target: Int32Array, trits: number) => void} DrawDigits
 */

/**
 * A word w of 16 bits gives the digit ⌊w·s/2^16⌋ of s = 3^k values, and is discarded if w·s mod
 * 2^16 < 2^16 mod s: every value keeps ⌊2^16/s⌋ words (Lemire, "Fast random integer generation in
 * an interval", ACM TOMACS 2019).
 * @param {number} count digits that will be drawn
 * @returns {DrawDigits | null} null where the platform has no such generator
 */
export function randomDigits(count) {
  const { crypto } = globalThis;
  const words = new Uint16Array(Math.min(count + 64, QUOTA / 2));
  let left = 0;
  const refill = () => {
    crypto.getRandomValues(words);
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
    for (let i = 0; i < target.length;) {
      if (left === 0) refill();
      const product = Math.imul(words[--left], values);
      if ((product & 0xffff) >= rejected) target[i++] = (product >>> 16) - middle;
    }
  };
}
