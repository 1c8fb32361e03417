/** Decides whether a prime can be reduced by folding. Steps and symbols: fold.js. */

/** @typedef {{ p: bigint, bits: number, w: number, n: number }} DigitShape */

/** Largest operands: a difference and a normalised row, in units of p (checks.js). */
const LARGEST_PRODUCT = 2.2 * 1.1;

/** Largest factor of a product: columns.js, scale. */
const LARGEST_FACTOR = 3;

/**
 * The reason why a prime cannot be folded in this shape; null if it can.
 * @type {(shape: DigitShape) => string | null}
 */
export function foldObstacle({ p, bits, w, n }) {
  const { c, s } = foldConstants({ p, bits, w, n });
  if (c << BigInt(s) > 1n << BigInt(w)) return `2^${bits} − p times 2^${s} exceeds a digit`;
  // The carry of the cut goes to columns 0 and 1, which must be below the top one.
  if (n < 3) return `${n} digits instead of at least 3`;
  // Top digits of operands up to 2.2p and 1.1p must be digits, too.
  if (s < 2) return `${s} spare bits instead of at least 2`;
  const folded = Number(c) * 2 ** s;
  const lastDigit = LARGEST_PRODUCT * 2 ** (2 * bits - w * (2 * n - 1)) + 1;
  const beyond = (lastDigit * folded) / 2 ** w + 1;
  const cut = LARGEST_FACTOR * 2 ** s * (beyond + 4 * n) + 1;
  if (Math.max(lastDigit, cut) > 2 ** (w - 1)) return 'the last digit or the cut exceeds a digit';
  const largest = (2 ** (w - s - 1) + LARGEST_FACTOR * 4 * n + 1) * 2 ** (w * (n - 1));
  if (largest > 0.51 * Number(p)) return 'results are not centred';
  return null;
}

/** c and s of a shape: p = 2^N − c with N = bits, and wn = N + s. @param {DigitShape} shape */
export function foldConstants({ p, bits, w, n }) {
  return { c: (1n << BigInt(bits)) - p, s: w * n - bits };
}
