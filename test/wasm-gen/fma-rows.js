/** Rows of digits at the limits of the two-lane kernel's ranges. */

/** @import { FmaParameters } from '../../wasm-gen/field/fma/parameters.js' */

/**
 * Ranges of rows, as parameters.js has them: the largest digits in units of h, the largest
 * values in units of p.
 */
export const RANGES = {
  normalised: { digit: 1, value: 1.1 },
  difference: { digit: 2, value: 2.2 },
  product: { digit: 1, value: 0.9 },
  centred: { digit: 1, value: 0.51 },
  subtrahend: { digit: 2, value: 1.6 },
  wide: { digit: 4, value: 4.4 },
};

/** @typedef {keyof typeof RANGES} Range */

/** Those that are less where digits have 52 bits. */
const OF_52_BITS = new Map(
  /** @type {[Range, { digit: number, value: number }][]} */ ([
    ['subtrahend', { digit: 1, value: 0.8 }],
    ['wide', { digit: 2, value: 2.6 }],
  ]),
);

/**
 * @param {FmaParameters} parameters
 * @param {Range} range
 */
export const limitsOf = ({ w }, range) => (w === 52 && OF_52_BITS.get(range)) || RANGES[range];

/**
 * Rows at the limits of a range: digits all as large as they may be, in every pattern of
 * signs, or mixed.
 * @param {(bits: number) => bigint} random
 * @param {FmaParameters} parameters
 * @param {Range} range
 * @param {number} pick
 * @returns {number[]}
 */
export function extremeRow(random, parameters, range, pick) {
  const { p, w, n } = parameters;
  const { digit, value } = limitsOf(parameters, range);
  const limit = digit * 2 ** (w - 1);
  const top = Math.floor(value * (Number(p) / 2 ** (w * (n - 1))));
  const choices = [limit, -limit, limit - 1, 1 - limit, 0, 1, -1, limit / 2];
  const mixed = () => {
    const choice = Number(random(4));
    return choices[choice] ?? Number(random(w) % BigInt(2 * limit)) - limit;
  };
  const digits = Array.from({ length: n - 1 }, (_, i) => {
    if (pick % 6 === 0) return limit;
    if (pick % 6 === 1) return -limit;
    if (pick % 6 === 2) return i % 2 ? limit : -limit;
    if (pick % 6 === 3) return i % 2 ? 1 - limit : limit - 1;
    return mixed();
  });
  const tops = [top, -top, 0, top - 1, Math.floor((Number(random(40)) / 2 ** 39 - 1) * top)];
  return [...digits, tops[Number(random(8)) % tops.length]];
}

/**
 * Values of interest up to `limit` (in units of p).
 * @param {FmaParameters} parameters
 * @param {number} limit
 */
export function edgeValues({ p, w, n }, limit) {
  const values = [0n, 1n, 2n, p / 2n, p / 2n + 1n, p - 1n, p, p + 1n, 2n * p - 1n, 2n * p];
  for (let i = 1n; i < BigInt(n); i++) {
    const digit = 1n << (BigInt(w) * i - 1n);
    values.push(digit, digit - 1n, digit + 1n, 2n * digit, 2n * digit - 1n);
  }
  const largest = (p * BigInt(Math.round(limit * 100))) / 100n;
  return [...values, ...values.map((value) => -value)].filter((v) => v <= largest && -v <= largest);
}
