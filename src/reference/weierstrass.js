/**
 * Affine points of a short Weierstrass curve y² = x³ + ax + b over any field: the definition of the
 * group law, at one inversion per addition. Infinity is `null`. Points are assumed to be on the
 * curve; only `isOnCurve` checks.
 */
import { fieldOf } from './field.js';

/** @import { Field } from './field.js' */

/**
 * A curve: its coordinate `field`, the coefficients `a` and `b`, and the prime `order` of the
 * group.
 * @template E
 * @typedef {{ readonly field: Field<E>, readonly a: E, readonly b: E, readonly order: bigint }}
 *   Curve
 */

/**
 * Coordinates in the field, or `null` for infinity.
 * @template E
 * @typedef {{ readonly x: E, readonly y: E } | null} AffinePoint
 */

/**
 * A config of `src/curves/`, or its parts that define the curve, together with its field.
 * @template {{ p: bigint, extension?: { nonResidue: bigint }, a: any, b: any, order: bigint }} C
 * @param {C} config
 * @returns {C & { field: Field<any> }}
 */
export function curveOf(config) {
  return { ...config, field: fieldOf(config) };
}

/**
 * x³ + ax + b.
 * @template E
 * @param {Curve<E>} curve
 * @param {E} x
 * @returns {E}
 */
export function rightSide({ field, a, b }, x) {
  const { add, multiply, square } = field;
  return add(multiply(add(square(x), a), x), b);
}

/**
 * Whether the coordinates are elements of the field and satisfy the equation. Infinity
 * is on the curve.
 * @template E
 * @param {Curve<E>} curve
 * @param {AffinePoint<E>} point
 * @returns {boolean}
 */
export function isOnCurve(curve, point) {
  if (point === null) return true;
  const { x, y } = point;
  const { isElement, equals, square } = curve.field;
  return isElement(x) && isElement(y) && equals(square(y), rightSide(curve, x));
}

/**
 * Whether two points are the same.
 * @template E
 * @param {Curve<E>} curve
 * @param {AffinePoint<E>} P
 * @param {AffinePoint<E>} Q
 * @returns {boolean}
 */
export function equals({ field }, P, Q) {
  if (P === null || Q === null) return P === Q;
  return field.equals(P.x, Q.x) && field.equals(P.y, Q.y);
}

/**
 * −P.
 * @template E
 * @param {Curve<E>} curve
 * @param {AffinePoint<E>} point
 * @returns {AffinePoint<E>}
 */
export function negate({ field }, point) {
  return point === null ? null : { x: point.x, y: field.negate(point.y) };
}

/**
 * 2P.
 * @template E
 * @param {Curve<E>} curve
 * @param {AffinePoint<E>} point
 * @returns {AffinePoint<E>}
 */
export function double({ field, a }, point) {
  if (point === null || field.isZero(point.y)) return null;
  const { x, y } = point;
  const numerator = field.add(field.scale(field.square(x), 3n), a);
  const slope = field.multiply(numerator, field.invert(field.scale(y, 2n)));
  return thirdPoint(field, slope, x, x, y);
}

/**
 * P + Q for any points: equal, opposite or infinite.
 * @template E
 * @param {Curve<E>} curve
 * @param {AffinePoint<E>} P
 * @param {AffinePoint<E>} Q
 * @returns {AffinePoint<E>}
 */
export function add(curve, P, Q) {
  if (P === null) return Q;
  if (Q === null) return P;
  const { field } = curve;
  if (field.equals(P.x, Q.x)) return field.equals(P.y, Q.y) ? double(curve, P) : null;
  const inverse = field.invert(field.subtract(Q.x, P.x));
  const slope = field.multiply(field.subtract(Q.y, P.y), inverse);
  return thirdPoint(field, slope, P.x, Q.x, P.y);
}

/**
 * The line of the given slope through (x1, y1) meets the curve at x1, at x2 and at a third point.
 * Returns the negative of the third.
 * @template E
 * @param {Field<E>} field
 * @param {E} slope
 * @param {E} x1
 * @param {E} x2
 * @param {E} y1
 * @returns {AffinePoint<E>}
 */
function thirdPoint({ subtract, multiply, square }, slope, x1, x2, y1) {
  const x = subtract(subtract(square(slope), x1), x2);
  return { x, y: subtract(multiply(slope, subtract(x1, x)), y1) };
}

/**
 * Double and add.
 * @template E
 * @param {Curve<E>} curve
 * @param {AffinePoint<E>} point any point of the curve, in the group or not
 * @param {bigint} scalar any integer; it is not reduced
 * @returns {AffinePoint<E>}
 */
export function multiply(curve, point, scalar) {
  if (scalar < 0n) return multiply(curve, negate(curve, point), -scalar);
  /** @type {AffinePoint<E>} */
  let result = null;
  for (const bit of scalar.toString(2)) {
    result = double(curve, result);
    if (bit === '1') result = add(curve, result, point);
  }
  return result;
}

/**
 * Whether [order]P is infinity: whether the order of P divides the group order.
 * @template E
 * @param {Curve<E>} curve
 * @param {AffinePoint<E>} point a point of the curve
 * @returns {boolean}
 */
export function isInSubgroup(curve, point) {
  return multiply(curve, point, curve.order) === null;
}
