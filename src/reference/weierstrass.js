/**
 * Affine points of a short Weierstrass curve y² = x³ + ax + b over a prime field: the definition of the group law, one
 * inversion per addition. Infinity is `null`. Points are assumed to be on the curve; only `isOnCurve` looks.
 */
import { invert, mod } from './modular.js';

/**
 * A curve: `p` the prime of the field, `a` and `b` the coefficients, `order` the prime order of the group.
 * @typedef {{ readonly p: bigint, readonly a: bigint, readonly b: bigint, readonly order: bigint }} Curve
 */

/**
 * Coordinates in [0, p), or `null` for infinity.
 * @typedef {{ readonly x: bigint, readonly y: bigint } | null} AffinePoint
 */

/**
 * Whether the coordinates are in [0, p) and satisfy the equation. Infinity is on the curve.
 * @param {Curve} curve
 * @param {AffinePoint} point
 * @returns {boolean}
 */
export function isOnCurve({ p, a, b }, point) {
  if (point === null) return true;
  const { x, y } = point;
  if (x < 0n || x >= p || y < 0n || y >= p) return false;
  return mod(y * y - (x * x * x + a * x + b), p) === 0n;
}

/**
 * Whether two points are the same.
 * @param {AffinePoint} P
 * @param {AffinePoint} Q
 * @returns {boolean}
 */
export function equals(P, Q) {
  if (P === null || Q === null) return P === Q;
  return P.x === Q.x && P.y === Q.y;
}

/**
 * −P.
 * @param {Curve} curve
 * @param {AffinePoint} point
 * @returns {AffinePoint}
 */
export function negate({ p }, point) {
  return point === null ? null : { x: point.x, y: mod(-point.y, p) };
}

/**
 * 2P.
 * @param {Curve} curve
 * @param {AffinePoint} point
 * @returns {AffinePoint}
 */
export function double({ p, a }, point) {
  if (point === null || point.y === 0n) return null;
  const { x, y } = point;
  const slope = mod((3n * x * x + a) * invert(2n * y, p), p);
  return thirdPoint(slope, x, x, y, p);
}

/**
 * P + Q, whatever they are: equal, opposite, infinity.
 * @param {Curve} curve
 * @param {AffinePoint} P
 * @param {AffinePoint} Q
 * @returns {AffinePoint}
 */
export function add(curve, P, Q) {
  if (P === null) return Q;
  if (Q === null) return P;
  if (P.x === Q.x) return P.y === Q.y ? double(curve, P) : null;
  const { p } = curve;
  const slope = mod((Q.y - P.y) * invert(Q.x - P.x, p), p);
  return thirdPoint(slope, P.x, Q.x, P.y, p);
}

/**
 * The line of this slope through (x1, y1) meets the curve at x1, x2 and a third point; returns its mirror image.
 * @param {bigint} slope
 * @param {bigint} x1
 * @param {bigint} x2
 * @param {bigint} y1
 * @param {bigint} p
 * @returns {AffinePoint}
 */
function thirdPoint(slope, x1, x2, y1, p) {
  const x = mod(slope * slope - x1 - x2, p);
  return { x, y: mod(slope * (x1 - x) - y1, p) };
}

/**
 * Double and add.
 * @param {Curve} curve
 * @param {AffinePoint} point any point of the curve, in the group or not
 * @param {bigint} scalar any integer; it is not reduced
 * @returns {AffinePoint}
 */
export function multiply(curve, point, scalar) {
  if (scalar < 0n) return multiply(curve, negate(curve, point), -scalar);
  /** @type {AffinePoint} */
  let result = null;
  for (const bit of scalar.toString(2)) {
    result = double(curve, result);
    if (bit === '1') result = add(curve, result, point);
  }
  return result;
}

/**
 * Whether the order of the point divides the order of the group, by multiplication with the latter.
 * @param {Curve} curve
 * @param {AffinePoint} point a point of the curve
 * @returns {boolean}
 */
export function isInSubgroup(curve, point) {
  return multiply(curve, point, curve.order) === null;
}
