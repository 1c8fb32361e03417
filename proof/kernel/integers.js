/** Division with rounding to either side, and extremes, of integers. */

/** @param {bigint} a @param {bigint} b positive */
export const floorDivide = (a, b) => (a >= 0n ? a / b : -((-a + b - 1n) / b));
/** @param {bigint} a @param {bigint} b positive */
export const ceilDivide = (a, b) => -floorDivide(-a, b);
/** @param {bigint} a @param {bigint} b */
export const larger = (a, b) => (a > b ? a : b);
/** @param {bigint} a @param {bigint} b */
export const smaller = (a, b) => (a < b ? a : b);
/** @param {bigint} a */
export const magnitude = (a) => (a < 0n ? -a : a);
/** Of a positive number. @param {bigint} a */
export function bitLength(a) {
  const digits = a.toString(16);
  return 4 * digits.length + 28 - Math.clz32(parseInt(digits[0], 16));
}
export const TWO64 = 1n << 64n;

/** The interval of a product. @param {bigint[]} first @param {bigint[]} second low and high */
export function productInterval([a, b], [c, d]) {
  if (a >= 0n && c >= 0n) return [a * c, b * d];
  if (a === -b && c === -d) return [-b * d, b * d];
  const corners = [a * c, a * d, b * c, b * d];
  return [corners.reduce(smaller), corners.reduce(larger)];
}

/** @param {[bigint, bigint]} a @param {[bigint, bigint]} b @returns {[bigint, bigint]} */
export const union = ([a, b], [c, d]) => [smaller(a, c), larger(b, d)];

/** Inverses that were asked for. @type {Map<bigint, Map<bigint, bigint>>} */
const INVERSES = new Map();

/** @param {bigint} a @param {bigint} p a prime */
export function inverse(a, p) {
  const known = INVERSES.get(p)?.get(a);
  if (known !== undefined) return known;
  let [r, s, u, v] = [p, ((a % p) + p) % p, 0n, 1n];
  while (s !== 0n) [r, s, u, v] = [s, r % s, v, u - (r / s) * v];
  const found = ((u % p) + p) % p;
  INVERSES.set(p, (INVERSES.get(p) ?? new Map()).set(a, found));
  return found;
}
