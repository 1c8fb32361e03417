/**
 * Everything that follows from a prime for the two-lane floating-point kernel.
 *
 * Symbols: p the prime, w bits of a digit, n digits, h = 2^(w−1). An element is a row of n signed
 * digits, stored as f64, of two elements side by side: digit i of the lanes at byte 16·i. Its form:
 * `montgomery`, where x stands as xR with R = 2^(wn), for any prime; `fold` for p = 2^N − c, where
 * x stands for itself and R is 1. Ranges:
 *
 *   normalised   |d_i| ≤ h for i < n − 1; the top digit takes the rest. Digits lie in [−h, h),
 *                so a value has exactly one normalised row.
 *   difference   a sum or difference of two normalised rows, digit by digit: |d_i| ≤ 2h. A
 *                multiplication takes one.
 *   product      result of a multiplication: |value| ≤ 0.76p + |xy|/R ≤ 0.92p for operands of
 *                up to 2.2p and 1.1p in Montgomery form, centred in the fold.
 *   centred      |value| ≤ 0.51p: coordinates stored in points; a sum of two is 0 mod p only as 0,
 *                p or −p.
 *   subtrahend   |d_i| ≤ 2h, |value| ≤ 1.6p: a sum of two centred values, digit by digit. At 52
 *                bits |d_i| ≤ h, |value| ≤ 0.8p, and there are two.
 *   wide         |d_i| ≤ 4h, |value| ≤ 4.4p: four normalised rows, digit by digit. At 52 bits
 *                |d_i| ≤ 2h, |value| ≤ 2.6p: differences, and longer sums once they are carried.
 *   loose        normalised digits, |value| ≤ 5p: uncentred values of chains
 *                (../../curve/fma/jacobian.js), where R/p ≥ 2^10.
 *   extended     normalised digits, |value| ≤ 7p: sums of the extended coordinates of Edwards
 *                curves (../../verkle/fma).
 *   digitwise    |d_i| ≤ 2h, |value| ≤ 7p: the same sums of two rows, digit by digit.
 *   stored       |d_i| ≤ h + 2^−40·h, |value| ≤ 0.8p: products, and sums after one pass of carries
 *                (complex.js).
 *   summed       a sum of two stored rows, digit by digit.
 *   spread       normalised digits, |value| ≤ 1.01p: sums reduced by multiples of 2p.
 *   tall         normalised digits, |value| ≤ 15.9p: between levels of a transform
 *                (../../polynomial/fma-butterflies.js).
 */

import { invert, mod, wordBytes } from '../../../src/math/modular.js';
import { foldObstacle } from './fold-shape.js';

/** @typedef {ReturnType<typeof fmaParameters>} FmaParameters */

/** @typedef {'montgomery' | 'fold'} FmaForm */

/** The bound on centred values, in units of p. */
export const CENTRED = 0.51;

/** The bound on loose values, in units of p. */
export const LOOSE = 5;

/** The bound on extended values, in units of p. */
export const EXTENDED = 7;

/** The bound on spread values, in units of p. */
export const SPREAD = 1.01;

/** The bound on tall values, in units of p. */
export const TALL = 15.9;

/** The bound on stored values, in units of p, and that on what a carry adds to a digit, of h. */
export const STORED = 0.8;
export const CARRY = 2 ** -40;

/**
 * Bits of the shortest digits: some size from here to 50 holds every prime of more than
 * LEAST_DIGIT + TOP_BITS bits.
 */
const LEAST_DIGIT = 40;

/** Bits by which 2^(wn) exceeds p: |xy|/R ≤ 2.2p·1.1p/16p = 0.16p. */
const SLACK = 4;

/**
 * Bits of p's top digit: centring estimates the quotient from the top column alone, which lacks a
 * carry of less than 8, so results are at most (1/2 + 8/2^10)·p.
 */
const TOP_BITS = 11;

/**
 * @param {bigint} p an odd prime
 * @param {FmaForm} [form] by default the fold, if the prime allows it
 * @param {number} [digitBits] w, by default the best for p; at most 51
 */
export function fmaParameters(p, form, digitBits) {
  const bits = p.toString(2).length;
  const w = digitBits ?? bestDigitBits(bits);
  const n = digitCount(bits, w);
  if (n < 2 || bits - w * (n - 1) < TOP_BITS) {
    const expected = `two or more digits of ${w} bits, with at least ${TOP_BITS} in the top one`;
    throw new RangeError(`expected ${expected}, got ${n} with ${bits - w * (n - 1)}`);
  }
  const obstacle = foldObstacle({ p, bits, w, n });
  if (form === 'fold' && obstacle) throw new RangeError(`no fold: ${obstacle}`);
  const folds = form ? form === 'fold' : obstacle === null;
  const radix = 1n << BigInt(w);
  const inverse = invert(radix, p);
  return {
    p,
    bits,
    w,
    n,
    form: /** @type {FmaForm} */ (folds ? 'fold' : 'montgomery'),
    /**
     * May two normalised rows be added, digit by digit, and subtracted as one (columns.js, addLow)?
     */
    addsSubtrahends: w < 52,
    /** Bound on a product, in units of p. */
    productBound: folds ? CENTRED : 0.92,
    /** Digits of a coordinate in a point's record: even, so that two fill a vector. */
    storedDigits: n + (n % 2),
    /** x is represented by xR. */
    R: folds ? 1n : 1n << BigInt(w * n),
    /** ρ = 2^−w mod p, centred: a digit q of a column is worth q·ρ one column higher. */
    rho: centred(inverse, p),
    /** −1/p mod 2^w, centred. */
    mu: BigInt.asIntN(w, mod(-invert(p, radix), radix)),
    /** Bytes of an element of two lanes. */
    laneBytes: 16 * n,
    /** Of the canonical integer: whole words of 64 bits. */
    bytes: wordBytes(p),
  };
}

/** The representative of smallest magnitude. @type {(value: bigint, p: bigint) => bigint} */
export function centred(value, p) {
  const residue = mod(value, p);
  return residue > p / 2n ? residue - p : residue;
}

/** @type {(bits: number, w: number) => number} */
export function digitCount(bits, w) {
  return Math.ceil((bits + SLACK) / w);
}

/**
 * 52-bit digits where they save one, else 51: at 52 a product takes one instruction more and one
 * operand must be normalised, at 51 there is room for everything. Fewer bits only if these leave
 * too little for the top digit.
 * @type {(bits: number) => number}
 */
function bestDigitBits(bits) {
  const w = digitCount(bits, 52) < digitCount(bits, 51) ? 52 : 51;
  if (topDigitBits(bits, w) >= TOP_BITS) return w;
  return digitBitsWith(bits, { most: 50, spare: SLACK, top: TOP_BITS });
}

/** @type {(bits: number, w: number) => number} */
function topDigitBits(bits, w) {
  return bits - w * (digitCount(bits, w) - 1);
}

/**
 * The longest digits that leave enough room, for a prime of the given size in bits.
 * @param {number} bits
 * @param {{ most: number, spare: number, top: number }} room w is at most `most`, 2^(wn) exceeds p
 *   by `spare` bits, p's top digit has `top` bits
 * @returns {number}
 */
export function digitBitsWith(bits, { most, spare, top }) {
  for (let w = most; w >= LEAST_DIGIT; w--) {
    const n = digitCount(bits, w);
    if (n > 1 && w * n - bits >= spare && topDigitBits(bits, w) >= top) return w;
  }
  throw new RangeError(
    `expected a prime that digits of ${LEAST_DIGIT} to ${most} bits can hold with ${spare} bits to spare and ${top} bits in ` +
      `the top one of two or more, got ${bits} bits`,
  );
}

/**
 * The normalised row of a value, as exact numbers; the last digit takes the rest.
 * @type {(value: bigint, shape: { w: number, n: number }) => number[]}
 */
export function digitsOf(value, { w, n }) {
  const digits = [];
  for (let i = 0; i < n - 1; i++) {
    const digit = BigInt.asIntN(w, value);
    digits.push(Number(digit));
    value = (value - digit) >> BigInt(w);
  }
  return [...digits, Number(value)];
}

/** The bits of a double, as an integer. @type {(value: number) => bigint} */
export function bitsOf(value) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0);
}
