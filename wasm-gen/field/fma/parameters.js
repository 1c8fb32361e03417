/**
 * Everything that follows from a prime for the two-lane floating-point kernel.
 *
 * Symbols: p the prime, w bits of a digit, n digits, R = 2^(wn) the Montgomery radix, h = 2^(w−1). An element is a row of
 * n signed digits, stored as f64, of two elements side by side: digit i of the lanes at byte 16·i. Ranges:
 *
 *   normalised   |d_i| ≤ h for i < n − 1; the top digit takes what is left. Digits lie in [−h, h), so a value has
 *                exactly one normalised row.
 *   difference   a sum or difference of two normalised rows, digit by digit: |d_i| ≤ 2h. A multiplication takes one.
 *   product      |value| ≤ 0.76p + |xy|/R: what a multiplication gives (docs/algorithms/fma.md)
 *   centred      |value| ≤ 0.501p: what is stored in points; a sum of two is 0 mod p only as 0, p or −p.
 */

import { invert, mod } from '../../../src/reference/modular.js';

/** @typedef {ReturnType<typeof fmaParameters>} FmaParameters */

/** Bits by which R must exceed p, so that |xy|/R stays small for operands of up to 2p and 1p. */
const SLACK = 5;

/** @param {bigint} p an odd prime of 200 to 400 bits, or a tiny one for tests with `w` given */
export function fmaParameters(p) {
  const bits = p.toString(2).length;
  const { w, n } = digitShape(bits);
  const radix = 1n << BigInt(w);
  const inverse = invert(radix, p);
  return {
    p,
    bits,
    w,
    n,
    /** Digits of a coordinate in a point's record: even, so that two fill a vector. */
    storedDigits: n + (n % 2),
    R: 1n << BigInt(w * n),
    /** ρ = 2^−w mod p, centred: a digit q of a column is worth q·ρ one column higher. */
    rho: inverse > p / 2n ? inverse - p : inverse,
    /** −1/p mod 2^w, centred. */
    mu: BigInt.asIntN(w, mod(-invert(p, radix), radix)),
    /** Bytes of an element of two lanes. */
    laneBytes: 16 * n,
    /** Length of the canonical encoding. */
    bytes: 8 * Math.ceil(bits / 64),
  };
}

/**
 * 52-bit digits where they save one, else 51: at 52 a product takes one instruction more and one operand must be
 * normalised, at 51 there is room for everything.
 * @param {number} bits
 */
function digitShape(bits) {
  const [n51, n52] = [51, 52].map((w) => Math.ceil((bits + SLACK) / w));
  return n52 < n51 ? { w: 52, n: n52 } : { w: 51, n: n51 };
}

/**
 * The normalised row of a value, as exact numbers; the last digit takes what is left.
 * @param {bigint} value
 * @param {{ w: number, n: number }} shape
 * @returns {number[]}
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

/** The bits of a double, as an integer. @param {number} value */
export function bitsOf(value) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0);
}
