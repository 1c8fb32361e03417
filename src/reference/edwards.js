/**
 * Affine points of a twisted Edwards curve ax² + y² = 1 + dx²y² over a prime field, and the
 * quotient group in which (x, y) and (−x, −y) are the same element: the definition of Banderwagon
 * (Hamburg's quotient by a point of order 2, crate-crypto/banderwagon). One inversion per addition.
 *
 * The points of odd order and their sums with T = (0, −1) form the *group*. The addition law is
 * complete on it: the curve's points without affine coordinates lie outside the group, so no sum
 * reaches them. A point of the curve is in the group if and only if 1 − ax² is a square. Points are
 * assumed to be in the group; only `isOnCurve` and `isInSubgroup` check.
 */
import { invert, isSquare, mod, squareRoot } from '../math/modular.js';

/**
 * The curve, and the prime order of the group.
 * @typedef {{ readonly p: bigint, readonly edwards: { readonly a: bigint, readonly d: bigint },
 *   readonly order: bigint }} EdwardsCurve
 */

/**
 * Coordinates in [0, p).
 * @typedef {{ readonly x: bigint, readonly y: bigint }} EdwardsPoint
 */

/**
 * The neutral element; (0, −1) represents it too.
 * @type {EdwardsPoint}
 */
export const IDENTITY = { x: 0n, y: 1n };

/**
 * Whether the coordinates are in [0, p) and satisfy the equation.
 * @param {EdwardsCurve} curve
 * @param {EdwardsPoint} point
 * @returns {boolean}
 */
export function isOnCurve({ p, edwards: { a, d } }, { x, y }) {
  if (x < 0n || x >= p || y < 0n || y >= p) return false;
  const [xx, yy] = [mod(x * x, p), mod(y * y, p)];
  return mod(a * xx + yy - 1n - d * xx * yy, p) === 0n;
}

/**
 * Whether a point of the curve is in the group.
 * @param {EdwardsCurve} curve
 * @param {EdwardsPoint} point
 * @returns {boolean}
 */
export function isInSubgroup({ p, edwards: { a } }, { x }) {
  return isSquare(1n - a * x * x, p);
}

/**
 * Whether two points are the same element.
 * @param {EdwardsCurve} curve
 * @param {EdwardsPoint} P
 * @param {EdwardsPoint} Q
 * @returns {boolean}
 */
export function equals({ p }, P, Q) {
  return mod(P.x * Q.y - Q.x * P.y, p) === 0n;
}

/**
 * Whether a point is the neutral element.
 * @param {EdwardsPoint} point
 * @returns {boolean}
 */
export function isIdentity({ x }) {
  return x === 0n;
}

/**
 * The representative of an element with the larger y.
 * @param {EdwardsCurve} curve
 * @param {EdwardsPoint} point
 * @returns {EdwardsPoint}
 */
export function canonical({ p }, { x, y }) {
  return 2n * y > p ? { x, y } : { x: mod(-x, p), y: mod(-y, p) };
}

/**
 * The point with this x and the larger y.
 * @param {EdwardsCurve} curve
 * @param {bigint} x in [0, p)
 * @returns {EdwardsPoint | null} null if the curve has none
 */
export function liftX({ p, edwards: { a, d } }, x) {
  const xx = mod(x * x, p);
  // d is no square, so the denominator is not 0.
  const y = squareRoot((1n - a * xx) * invert(1n - d * xx, p), p);
  return y === null ? null : { x, y: 2n * y > p ? y : p - y };
}

/**
 * P + Q by the complete law.
 * @param {EdwardsCurve} curve
 * @param {EdwardsPoint} P
 * @param {EdwardsPoint} Q
 * @returns {EdwardsPoint}
 * @throws {RangeError} the sum has no affine coordinates; then P or Q is outside the group
 */
export function add({ p, edwards: { a, d } }, P, Q) {
  const t = mod(d * P.x * Q.x * P.y * Q.y, p);
  const x = (P.x * Q.y + P.y * Q.x) * invert(1n + t, p);
  const y = (P.y * Q.y - a * P.x * Q.x) * invert(1n - t, p);
  return { x: mod(x, p), y: mod(y, p) };
}

/**
 * Double and add.
 * @param {EdwardsCurve} curve
 * @param {EdwardsPoint} point
 * @param {bigint} scalar not negative; it is not reduced
 * @returns {EdwardsPoint}
 */
export function multiply(curve, point, scalar) {
  let result = IDENTITY;
  for (const bit of scalar.toString(2)) {
    result = add(curve, result, result);
    if (bit === '1') result = add(curve, result, point);
  }
  return result;
}

/**
 * The map to the field, x/y: equal for both points of an element, and distinct for distinct
 * elements.
 * @param {EdwardsCurve} curve
 * @param {EdwardsPoint} point
 * @returns {bigint} in [0, p); 0 for the neutral element
 */
export function mapToField({ p }, { x, y }) {
  return mod(x * invert(y, p), p);
}
