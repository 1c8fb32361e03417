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
export const bitLength = (a) => a.toString(2).length;
export const TWO64 = 1n << 64n;

/** The interval of a product. @param {bigint[]} first @param {bigint[]} second low and high */
export function productInterval([a, b], [c, d]) {
  const corners = [a * c, a * d, b * c, b * d];
  return [corners.reduce(smaller), corners.reduce(larger)];
}

/** @param {[bigint, bigint]} a @param {[bigint, bigint]} b @returns {[bigint, bigint]} */
export const union = ([a, b], [c, d]) => [smaller(a, c), larger(b, d)];
