/**
 * The short Weierstrass model of a twisted Edwards curve, for the algorithms that are fastest there.
 *
 * With A = 2(a + d)/(a − d), B = 4/(a − d), the curve is Bv² = u³ + Au² + u for u = (1 + y)/(1 − y), v = u/x
 * (Bernstein, Birkner, Joye, Lange, Peters, "Twisted Edwards curves", AFRICACRYPT 2008, theorem 3.2), and with
 * X = u/B + A/(3B), Y = v/B it is Y² = X³ + αX + β. (0, 1) becomes infinity, T = (0, −1) the point (A/(3B), 0) of order 2.
 * Addition on the model never leaves the curve, so it is right for all points, in the group or not.
 */
import { invert, mod } from './modular.js';
import { curveOf } from './weierstrass.js';

/** @import { EdwardsCurve, EdwardsPoint } from './edwards.js' */
/** @import { AffinePoint, Curve } from './weierstrass.js' */

/**
 * `a`, `b`: the coefficients α and β; `shift`: A/(3B); `scale`: B.
 * @typedef {Curve<bigint> & { readonly p: bigint, readonly shift: bigint, readonly scale: bigint }} WeierstrassModel
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
 * A point's place on the model. (0, 1) and (0, −1), which are the same element, both become infinity.
 * @param {WeierstrassModel} model
 * @param {EdwardsPoint} point
 * @returns {AffinePoint<bigint>}
 */
export function toWeierstrass({ p, shift, scale }, { x, y }) {
  if (x === 0n) return null;
  const Y = mod((1n + y) * invert(scale * (1n - y) * x, p), p);
  return { x: mod(Y * x + shift, p), y: Y };
}

/**
 * The way back.
 * @param {WeierstrassModel} model
 * @param {AffinePoint<bigint>} point
 * @returns {EdwardsPoint | null} null for the two points of order 2 that have no affine Edwards coordinates; they are
 *   outside the group
 */
export function fromWeierstrass({ p, shift, scale }, point) {
  if (point === null) return { x: 0n, y: 1n };
  const s = mod(point.x - shift, p);
  if (point.y === 0n) return s === 0n ? { x: 0n, y: p - 1n } : null;
  const u = s * scale;
  // u = −1 would make d = (A − 2)/B a square.
  return { x: mod(s * invert(point.y, p), p), y: mod((u - 1n) * invert(u + 1n, p), p) };
}
