/**
 * Affine points of a twisted Edwards curve ax² + y² = 1 + dx²y² over a prime field, and the
 * quotient group in which (x, y) and (−x, −y) are the same element: the definition of Banderwagon
 * (Hamburg's quotient by a point of order 2, crate-crypto/banderwagon). One inversion per addition.
 *
 * The points of odd order and their sums with T = (0, −1) form the *group*. The addition law is
 * complete on it: the curve's points without affine coordinates lie outside the group, so no sum
 * reaches them. A point of the curve is in the group if and only if 1 − ax² is a square. Points are
 * assumed to be in the group; only `isOnCurve` and `isInSubgroup` check.
 *
 * The short Weierstrass model of a twisted Edwards curve, for algorithms that are fastest on it.
 * With A = 2(a + d)/(a − d), B = 4/(a − d), the curve is Bv² = u³ + Au² + u for u = (1 + y)/(1 −
 * y), v = u/x (Bernstein, Birkner, Joye, Lange, Peters, "Twisted Edwards curves", AFRICACRYPT 2008,
 * theorem 3.2), and with X = u/B + A/(3B), Y = v/B it is Y² = X³ + αX + β. (0, 1) becomes infinity,
 * T = (0, −1) the point (A/(3B), 0) of order 2. Addition on the model never leaves the curve, so it
 * is correct for all points, in the group or not.
 */

import { invert, isSquare, mod, squareRoot } from '../math/modular.js';
import { curveOf } from './weierstrass.js';

/** @import { AffinePoint, Curve } from './weierstrass.js' */

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
 * @type {(curve: EdwardsCurve, point: EdwardsPoint) => boolean}
 */
export function isOnCurve({ p, edwards: { a, d } }, { x, y }) {
  if (x < 0n || x >= p || y < 0n || y >= p) return false;
  const [xx, yy] = [mod(x * x, p), mod(y * y, p)];
  return mod(a * xx + yy - 1n - d * xx * yy, p) === 0n;
}

/**
 * Whether a point of the curve is in the group.
 * @type {(curve: EdwardsCurve, point: EdwardsPoint) => boolean}
 */
export function isInSubgroup({ p, edwards: { a } }, { x }) {
  return isSquare(1n - a * x * x, p);
}

/**
 * Whether two points are the same element.
 * @type {(curve: EdwardsCurve, P: EdwardsPoint, Q: EdwardsPoint) => boolean}
 */
export function equals({ p }, P, Q) {
  return mod(P.x * Q.y - Q.x * P.y, p) === 0n;
}

/** Whether a point is the neutral element. @type {(point: EdwardsPoint) => boolean} */
export function isIdentity({ x }) {
  return x === 0n;
}

/**
 * The representative of an element with the larger y.
 * @type {(curve: EdwardsCurve, point: EdwardsPoint) => EdwardsPoint}
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
 * @type {(curve: EdwardsCurve, P: EdwardsPoint, Q: EdwardsPoint) => EdwardsPoint}
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

/**
 * `a`, `b`: the coefficients α and β; `shift`: A/(3B); `scale`: B.
 * @typedef {Curve<bigint> & { readonly p: bigint, readonly shift: bigint, readonly scale: bigint }}
 *   WeierstrassModel
 */

/**
 * @param {EdwardsCurve} curve
 * @returns {WeierstrassModel}
 */
export function weierstrassModel({ p, edwards: { a, d }, order }) {
  const inverse = invert(a - d, p);
  const [A, B] = [mod(2n * (a + d) * inverse, p), mod(4n * inverse, p)];
  const shift = mod(A * invert(3n * B, p), p);
  const BB = invert(B * B, p);
  return curveOf({
    p,
    a: mod((3n - A * A) * BB * invert(3n, p), p),
    b: mod((2n * A * A - 9n) * A * invert(27n * B, p) * BB, p),
    order,
    shift,
    scale: B,
  });
}

/**
 * Maps a point to the model. (0, 1) and (0, −1), which are the same element, both map to infinity.
 * @type {(model: WeierstrassModel, point: EdwardsPoint) => AffinePoint<bigint>}
 */
export function toWeierstrass({ p, shift, scale }, { x, y }) {
  if (x === 0n) return null;
  const Y = mod((1n + y) * invert(scale * (1n - y) * x, p), p);
  return { x: mod(Y * x + shift, p), y: Y };
}

/**
 * The inverse map.
 * @param {WeierstrassModel} model
 * @param {AffinePoint<bigint>} point
 * @returns {EdwardsPoint | null} null for the two points of order 2 that have no affine Edwards
 *   coordinates; they are outside the group
 */
export function fromWeierstrass({ p, shift, scale }, point) {
  if (point === null) return { x: 0n, y: 1n };
  const s = mod(point.x - shift, p);
  if (point.y === 0n) return s === 0n ? { x: 0n, y: p - 1n } : null;
  const u = s * scale;
  // u = −1 would make d = (A − 2)/B a square.
  return { x: mod(s * invert(point.y, p), p), y: mod((u - 1n) * invert(u + 1n, p), p) };
}

/**
 * The endomorphism ψ(x, y) = (c(1 − y²)/(xy), b(y² + b)/(y² − b)) on the model: with
 * s = X − A/(3B), in
 *   ψ(X, Y) = (A/(3B) + K(Y/s)², κY(1 − 1/(Bs)²)).
 * It has degree 2 and the kernel {(0, 1), T}: both points of an element have the same image.
 * @type {(curve: EdwardsCurve & { readonly generator: EdwardsPoint,
 *   readonly endomorphism: { readonly b: bigint, readonly c: bigint } }) => { K: bigint,
 *   kappa: bigint }}
 */
export function modelEndomorphism(curve) {
  const { p, generator, endomorphism } = curve;
  const { b, c } = endomorphism;
  const { x, y } = generator;
  const model = weierstrassModel(curve);
  const image = toWeierstrass(model, {
    x: mod(c * (1n - y * y) * invert(x * y, p), p),
    y: mod(b * (y * y + b) * invert(y * y - b, p), p),
  });
  const point = toWeierstrass(model, generator);
  if (image === null || point === null) throw new RangeError('expected a generator');
  // One point determines both factors.
  const s = point.x - model.shift;
  const slope = point.y * invert(s, p);
  const third = point.y * (1n - invert(model.scale * s, p) ** 2n);
  return {
    K: mod((image.x - model.shift) * invert(slope * slope, p), p),
    kappa: mod(image.y * invert(third, p), p),
  };
}

/**
 * ψ on the model.
 * @type {(model: WeierstrassModel, factors: { K: bigint, kappa: bigint },
 *   point: AffinePoint<bigint>) => AffinePoint<bigint>}
 */
export function endomorphismOnModel({ p, shift, scale }, { K, kappa }, point) {
  if (point === null || point.x === shift) return null;
  const inverse = invert(point.x - shift, p);
  const slope = point.y * inverse;
  const factor = 1n - invert(scale, p) ** 2n * inverse * inverse;
  return { x: mod(shift + K * slope * slope, p), y: mod(kappa * point.y * factor, p) };
}
