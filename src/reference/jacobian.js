/**
 * Jacobian points (X, Y, Z) of a short Weierstrass curve, x = X/Z², y = Y/Z³, Z = 0 for infinity.
 * The group law without inversions, about ten times as fast as the affine one in BigInt. Special
 * cases (equal, opposite, infinity) are detected by comparison, so every input is correct.
 * Formulas: hyperelliptic.org/EFD, shortw jacobian, dbl-2007-bl and add-2007-bl without their
 * rescaling by two.
 */

/** @import { AffinePoint, Curve } from './weierstrass.js' */

/**
 * X, Y, Z in the field.
 * @template E
 * @typedef {{ readonly X: E, readonly Y: E, readonly Z: E }} JacobianPoint
 */

/**
 * One of the representations of infinity.
 * @template E
 * @param {Curve<E>} curve
 * @returns {JacobianPoint<E>}
 */
export function infinity({ field: { zero, one } }) {
  return { X: one, Y: one, Z: zero };
}

/**
 * Whether a point is infinity.
 * @template E
 * @param {Curve<E>} curve
 * @param {JacobianPoint<E>} point
 */
export function isInfinity({ field }, { Z }) {
  return field.isZero(Z);
}

/**
 * The representation with Z = 1.
 * @template E
 * @param {Curve<E>} curve
 * @param {AffinePoint<E>} point
 * @returns {JacobianPoint<E>}
 */
export function fromAffine(curve, point) {
  return point === null ? infinity(curve) : { X: point.x, Y: point.y, Z: curve.field.one };
}

/**
 * Converts to affine coordinates, with one inversion.
 * @template E
 * @param {Curve<E>} curve
 * @param {JacobianPoint<E>} point
 * @returns {AffinePoint<E>}
 */
export function toAffine({ field }, { X, Y, Z }) {
  if (field.isZero(Z)) return null;
  const { multiply } = field;
  const inverse = field.invert(Z);
  const inverse2 = field.square(inverse);
  return { x: multiply(X, inverse2), y: multiply(Y, multiply(inverse2, inverse)) };
}

/**
 * 2P. A point with Y = 0 has order two: Z becomes 0, as it must.
 * @template E
 * @param {Curve<E>} curve
 * @param {JacobianPoint<E>} point
 * @returns {JacobianPoint<E>}
 */
export function double({ field, a }, { X, Y, Z }) {
  const { add, subtract, multiply, square, scale } = field;
  const YY = square(Y);
  const S = scale(multiply(X, YY), 4n);
  let M = scale(square(X), 3n);
  if (!field.isZero(a)) M = add(M, multiply(a, square(square(Z))));
  const X3 = subtract(square(M), add(S, S));
  const Y3 = subtract(multiply(M, subtract(S, X3)), scale(square(YY), 8n));
  const YZ = multiply(Y, Z);
  return { X: X3, Y: Y3, Z: add(YZ, YZ) };
}

/**
 * P + Q for any points.
 * @template E
 * @param {Curve<E>} curve
 * @param {JacobianPoint<E>} P
 * @param {JacobianPoint<E>} Q
 * @returns {JacobianPoint<E>}
 */
export function add(curve, P, Q) {
  const { field } = curve;
  if (field.isZero(P.Z)) return Q;
  if (field.isZero(Q.Z)) return P;
  const { subtract, multiply, square } = field;
  // Both points over the common denominators (Z1·Z2)² and (Z1·Z2)³.
  const isAffine = field.equals(Q.Z, field.one);
  const ZZ1 = square(P.Z);
  const ZZ2 = isAffine ? field.one : square(Q.Z);
  const U1 = isAffine ? P.X : multiply(P.X, ZZ2);
  const U2 = multiply(Q.X, ZZ1);
  const S1 = isAffine ? P.Y : multiply(P.Y, multiply(Q.Z, ZZ2));
  const S2 = multiply(Q.Y, multiply(P.Z, ZZ1));
  if (field.equals(U1, U2)) return field.equals(S1, S2) ? double(curve, P) : infinity(curve);

  const H = subtract(U2, U1);
  const R = subtract(S2, S1);
  const HH = square(H);
  const HHH = multiply(H, HH);
  const V = multiply(U1, HH);
  const X3 = subtract(subtract(square(R), HHH), field.add(V, V));
  const Y3 = subtract(multiply(R, subtract(V, X3)), multiply(S1, HHH));
  const ZZ = isAffine ? P.Z : multiply(P.Z, Q.Z);
  return { X: X3, Y: Y3, Z: multiply(ZZ, H) };
}

/**
 * Double and add.
 * @template E
 * @param {Curve<E>} curve
 * @param {JacobianPoint<E>} point any point of the curve, in the group or not
 * @param {bigint} scalar not negative; it is not reduced
 * @returns {JacobianPoint<E>}
 */
export function multiply(curve, point, scalar) {
  let result = infinity(curve);
  for (const bit of scalar.toString(2)) {
    result = double(curve, result);
    if (bit === '1') result = add(curve, result, point);
  }
  return result;
}
