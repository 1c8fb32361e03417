/**
 * Jacobian points (X, Y, Z) of a short Weierstrass curve, x = X/Z², y = Y/Z³, Z = 0 for infinity: the group law
 * without inversions, about ten times as fast as the affine one in BigInt. Every case (equal, opposite, infinity) is
 * taken apart by comparison, so every input is right. Formulas: hyperelliptic.org/EFD, shortw jacobian,
 * dbl-2007-bl and add-2007-bl without their rescaling by two.
 */
import { invert, mod } from './modular.js';

/** @import { AffinePoint, Curve } from './weierstrass.js' */

/**
 * X, Y, Z in [0, p).
 * @typedef {{ readonly X: bigint, readonly Y: bigint, readonly Z: bigint }} JacobianPoint
 */

/**
 * One of the representations of infinity.
 * @type {JacobianPoint}
 */
export const INFINITY = { X: 1n, Y: 1n, Z: 0n };

/**
 * The representation with Z = 1.
 * @param {AffinePoint} point
 * @returns {JacobianPoint}
 */
export function fromAffine(point) {
  return point === null ? INFINITY : { X: point.x, Y: point.y, Z: 1n };
}

/**
 * Back to affine coordinates, by one inversion.
 * @param {Curve} curve
 * @param {JacobianPoint} point
 * @returns {AffinePoint}
 */
export function toAffine({ p }, { X, Y, Z }) {
  if (Z === 0n) return null;
  const inverse = invert(Z, p);
  const inverse2 = mod(inverse * inverse, p);
  return { x: mod(X * inverse2, p), y: mod(Y * inverse2 * inverse, p) };
}

/**
 * 2P. A point with Y = 0 has order two: Z becomes 0, as it must.
 * @param {Curve} curve
 * @param {JacobianPoint} point
 * @returns {JacobianPoint}
 */
export function double({ p, a }, { X, Y, Z }) {
  const YY = mod(Y * Y, p);
  const S = mod(4n * X * YY, p);
  const ZZ = a === 0n ? 0n : mod(Z * Z, p);
  const M = mod(3n * X * X + a * ZZ * ZZ, p);
  const X3 = mod(M * M - 2n * S, p);
  return { X: X3, Y: mod(M * (S - X3) - 8n * YY * YY, p), Z: mod(2n * Y * Z, p) };
}

/**
 * P + Q, whatever they are.
 * @param {Curve} curve
 * @param {JacobianPoint} P
 * @param {JacobianPoint} Q
 * @returns {JacobianPoint}
 */
export function add(curve, P, Q) {
  if (P.Z === 0n) return Q;
  if (Q.Z === 0n) return P;
  const { p } = curve;
  // Both points over the common denominators (Z1·Z2)² and (Z1·Z2)³.
  const ZZ1 = mod(P.Z * P.Z, p);
  const ZZ2 = Q.Z === 1n ? 1n : mod(Q.Z * Q.Z, p);
  const U1 = mod(P.X * ZZ2, p);
  const U2 = mod(Q.X * ZZ1, p);
  const S1 = Q.Z === 1n ? P.Y : mod(P.Y * mod(Q.Z * ZZ2, p), p);
  const S2 = mod(Q.Y * mod(P.Z * ZZ1, p), p);
  if (U1 === U2) return S1 === S2 ? double(curve, P) : INFINITY;

  const H = U2 - U1;
  const R = S2 - S1;
  const HH = mod(H * H, p);
  const HHH = mod(H * HH, p);
  const V = mod(U1 * HH, p);
  const X3 = mod(R * R - HHH - 2n * V, p);
  return { X: X3, Y: mod(R * (V - X3) - S1 * HHH, p), Z: mod(P.Z * Q.Z * H, p) };
}

/**
 * Double and add.
 * @param {Curve} curve
 * @param {JacobianPoint} point any point of the curve, in the group or not
 * @param {bigint} scalar not negative; it is not reduced
 * @returns {JacobianPoint}
 */
export function multiply(curve, point, scalar) {
  let result = INFINITY;
  for (const bit of scalar.toString(2)) {
    result = double(curve, result);
    if (bit === '1') result = add(curve, result, point);
  }
  return result;
}
