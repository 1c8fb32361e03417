/**
 * The fast endomorphisms that configs name. Symbols: φ(x, y) = (βx, y) on a curve over Fp; on a
 * twist over Fp², ψ = untwist, Frobenius, twist: ψ(x, y) = (ξ^(−(p−1)/3)·x^p, ξ^(−(p−1)/2)·y^p).
 * Both have the form (x, y) → (factorX·x, factorY·y), for ψ with conjugate coordinates. A twist of
 * a curve y² = x³ + b is y² = x³ + bξ: a twist of type D, by 1/ξ, is one of type M with the
 * inverse. Source of ψ: Galbraith, Lin, Scott, ePrint 2008/194; for BLS12-381, Scott, ePrint
 * 2021/1130.
 *
 * Membership in the subgroup of prime order, by the method that the config names: either the
 * endomorphism and the curve's seed x, at a tenth to a fifth of the cost of multiplying by the
 * order; or that multiplication, which is the definition (`isInSubgroup` of weierstrass.js).
 * Source: Scott, ePrint 2021/1130.
 *
 *   'endomorphism-squared' (G1, section 6): φ²(P) = −[x²]P
 *   'eigenvalue' (G2, section 4): ψ(P) = [x]P
 *   'order' (any curve): [order]P is infinity
 */

import * as jacobian from './jacobian.js';
import { power } from './field.js';
import { negate } from './weierstrass.js';

/** @import { Field } from './field.js' */
/** @import { AffinePoint, Curve } from './weierstrass.js' */

/**
 * The endomorphism of a config: `beta`, or for a curve over Fp² `twist`, which is ξ. Null for
 * curves without one.
 * @typedef {{ readonly beta?: bigint, readonly twist?: { c0: bigint, c1: bigint },
 *   readonly lambda: bigint }} Endomorphism
 */

/**
 * The factors of a config's endomorphism, and whether coordinates are conjugated first.
 * @template E
 * @param {{ readonly field: Field<E>, readonly endomorphism: Endomorphism | null }} curve
 * @returns {{ conjugates: boolean, factorX: E, factorY: E }}
 */
export function endomorphismOf({ field, endomorphism }) {
  if (endomorphism === null) throw new RangeError('expected an endomorphism, got none');
  const { beta, twist } = endomorphism;
  if (twist === undefined) {
    return { conjugates: false, factorX: /** @type {any} */ (beta), factorY: field.one };
  }
  const inverse = field.invert(/** @type {any} */ (twist));
  return {
    conjugates: true,
    factorX: power(field, inverse, (field.p - 1n) / 3n),
    factorY: power(field, inverse, (field.p - 1n) / 2n),
  };
}

/**
 * The factor k of ψ²(x, y) = (kx, −y). ψ² multiplies coordinates by the norms of ψ's factors, which
 * lie in Fp; that of factorY is ξ^(−(p²−1)/2) = −1, as ξ is no square.
 * @param {{ readonly field: Field<any>, readonly endomorphism: Endomorphism | null }} curve over
 *   Fp²
 * @returns {bigint}
 */
export function squareOf(curve) {
  const { factorX, factorY } = endomorphismOf(curve);
  const { multiply, conjugate, add, isZero, one } = curve.field;
  const k = multiply(factorX, conjugate(factorX));
  if (k.c1 !== 0n || !isZero(add(multiply(factorY, conjugate(factorY)), one)))
    throw new RangeError('expected ξ of the twist not to be a square');
  return k.c0;
}

/**
 * The endomorphism as a map of the curve's points. Its factors are computed once, here.
 * @template E
 * @param {{ readonly field: Field<E>, readonly endomorphism: Endomorphism | null }} curve
 * @returns {(point: AffinePoint<E>) => AffinePoint<E>}
 */
export function endomorphismMap(curve) {
  const { conjugates, factorX, factorY } = endomorphismOf(curve);
  const { multiply, conjugate } = curve.field;
  return (point) => {
    if (point === null) return null;
    const [x, y] = conjugates ? [conjugate(point.x), conjugate(point.y)] : [point.x, point.y];
    return { x: multiply(x, factorX), y: multiply(y, factorY) };
  };
}

/**
 * @template E
 * @typedef {Curve<E> & { readonly cofactor: bigint, readonly endomorphism: Endomorphism | null,
 *   readonly subgroupCheck: SubgroupCheck | null }} CheckedCurve
 */

/**
 * A config's subgroup check. `seed` is required for checks by an endomorphism.
 * @typedef {{ readonly kind: string, readonly seed?: bigint }} SubgroupCheck
 */

/**
 * @template E
 * @param {CheckedCurve<E>} curve
 * @returns {(point: AffinePoint<E>) => boolean} for points of the curve, whatever their order
 */
export function subgroupTest(curve) {
  const { subgroupCheck } = curve;
  // Cofactor 1: every point of the curve is in the group.
  if (subgroupCheck === null) return () => true;
  const { kind } = subgroupCheck;
  if (kind === 'order') {
    return (P) =>
      jacobian.isInfinity(curve, timesInteger(curve, jacobian.fromAffine(curve, P), curve.order));
  }
  const seed = seedOf(subgroupCheck);
  const map = endomorphismMap(curve);
  switch (kind) {
    case 'endomorphism-squared': {
      const image = (/** @type {AffinePoint<E>} */ P) => negate(curve, map(map(P)));
      return (P) => isMultiple(curve, image(P), P, [seed, seed]);
    }
    case 'eigenvalue':
      return (P) => isMultiple(curve, map(P), P, [seed]);
    default:
      throw new RangeError(`no subgroup check '${kind}'`);
  }
}

/** The seed of a check by an endomorphism. @type {(check: SubgroupCheck) => bigint} */
export function seedOf({ kind, seed }) {
  if (seed === undefined)
    throw new RangeError(`subgroup check '${kind}': expected a seed, got none`);
  return seed;
}

/**
 * Whether Q = [product of the factors]P.
 * @template E
 * @param {Curve<E>} curve
 * @param {AffinePoint<E>} Q
 * @param {AffinePoint<E>} P
 * @param {readonly bigint[]} factors sparse factors: multiplying by each in turn takes fewer
 *   additions than multiplying by their product
 */
function isMultiple(curve, Q, P, factors) {
  const product = factors.reduce(
    (multiple, factor) => timesInteger(curve, multiple, factor),
    jacobian.fromAffine(curve, P),
  );
  const difference = jacobian.add(curve, product, jacobian.fromAffine(curve, negate(curve, Q)));
  return jacobian.isInfinity(curve, difference);
}

/**
 * [factor]P, of either sign.
 * @template E
 * @param {Curve<E>} curve
 * @param {jacobian.JacobianPoint<E>} P
 * @param {bigint} factor
 */
function timesInteger(curve, P, factor) {
  if (factor >= 0n) return jacobian.multiply(curve, P, factor);
  const { X, Y, Z } = jacobian.multiply(curve, P, -factor);
  return { X, Y: curve.field.negate(Y), Z };
}
