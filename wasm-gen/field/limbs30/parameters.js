/**
 * Everything that follows from a prime and a limb size.
 *
 * Symbols: p the prime, w bits of a limb, n limbs, R = 2^(wn) the Montgomery radix; an element a is
 * represented in memory by the limbs of aR mod p. Ranges of the integers that represent elements,
 * as comments in this folder name them:
 *
 *   reduced  [0, p)      written as bytes
 *   lazy     [0, 2p)     results of multiplications and reducing sums; stored values
 *   loose    [0, 4p]     factors of a multiplication: one plain sum or difference of lazy values
 *
 * A product of loose values needs R ≥ 16p: (xy + qp)/R ≤ 16p·p/R + p·(R − 1)/R < 2p, lazy again,
 * with no final subtraction.
 */

import { invert, mod, wordBytes } from '../../../src/math/modular.js';

/**
 * @typedef {object} FieldParameters
 * @property {bigint} p
 * @property {number} bits of p
 * @property {number} w bits of a limb
 * @property {number} n number of limbs
 * @property {'montgomery' | 'fold'} form how products are reduced: fold.js takes primes
 *   2^N − c, where R is 1
 * @property {bigint} R
 * @property {bigint} mask 2^w − 1
 * @property {bigint} mu −1/p mod 2^w
 * @property {number} slotBytes memory of one element: n limbs of 4 bytes and at least 4 spare
 *   bytes, a multiple of 16
 * @property {number} flagOffset of the first spare word behind the limbs
 * @property {number} bytes of the canonical integer: whole words of 64 bits
 * @property {number} carryEvery a multiplication carries after this many columns
 */

/** Fewer would need code of their own: small primes have small limbs. */
const LEAST_LIMBS = 3;

/** Number of 30-bit limbs up to which a column of a square, less one product, stays below 2^64. */
const MOST_LIMBS = 17;

/**
 * @param {bigint} p an odd prime
 * @param {{ w?: number, carryEvery?: number, largestFactor?: number }} [options] the limb size, by
 *   default 30 bits, or 29 if that takes no more limbs and fewer carries, or if there are too many
 *   limbs; smaller where there would be too few; `carryEvery` only to test other carry positions;
 *   `largestFactor`: R ≥ largestFactor²·p
 * @returns {FieldParameters}
 */
export function fieldParameters(p, { w, carryEvery, largestFactor = 4 } = {}) {
  const bits = p.toString(2).length;
  // Bits by which R exceeds p.
  const slack = 2 * Math.log2(largestFactor);
  const limbCount = (/** @type {number} */ size) => Math.ceil((bits + slack) / size);
  w ??= limbCount(29) === limbCount(30) || limbCount(30) > MOST_LIMBS ? 29 : 30;
  if (limbCount(w) < LEAST_LIMBS) w = Math.ceil((bits + slack) / LEAST_LIMBS);
  if (w < 2 || w > 30) throw new RangeError(`limb size: expected 2 to 30 bits, got ${w}`);
  const n = limbCount(w);
  const R = 1n << BigInt(w * n);
  const radix = 1n << BigInt(w);
  return {
    p,
    bits,
    w,
    n,
    form: 'montgomery',
    R,
    mask: radix - 1n,
    mu: mod(-invert(p, radix), radix),
    slotBytes: Math.ceil((4 * n + 4) / 16) * 16,
    flagOffset: 4 * n,
    bytes: wordBytes(p),
    carryEvery: carryEvery ?? carryFreeColumns(w),
  };
}

/**
 * A column of a multiplication gathers two products of less than 2^(2w) in every row. It survives
 * this many rows below 2^64; products of the largest limbs leave room for the carries that enter it
 * (checked exactly in multiply.js).
 * @type {(w: number) => number}
 */
function carryFreeColumns(w) {
  return 2 ** Math.max(0, Math.min(20, 64 - 2 * w - 1));
}

/**
 * The n limbs of a value; the last holds the rest.
 * @param {bigint} value not negative
 * @param {{ w: number, n: number }} parameters
 * @returns {bigint[]}
 */
export function limbsOf(value, { w, n }) {
  const limbs = Array.from({ length: n }, () => value);
  for (let i = 0; i < n - 1; i++) {
    limbs[i + 1] = limbs[i] >> BigInt(w);
    limbs[i] = BigInt.asUintN(w, limbs[i]);
  }
  return limbs;
}

/**
 * The largest limbs that a value up to `multiple`·p can have, when all but the last are below 2^w.
 * @type {(parameters: FieldParameters, multiple: bigint) => bigint[]}
 */
export function largestLimbs(parameters, multiple) {
  const top = (multiple * parameters.p) >> BigInt(parameters.w * (parameters.n - 1));
  return Array.from({ length: parameters.n }, (_, i) =>
    i === parameters.n - 1 ? top : parameters.mask,
  );
}
