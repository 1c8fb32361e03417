/**
 * Membership in the subgroup of prime order, by the method that the config names: either the
 * endomorphism and the curve's seed x, at a tenth to a fifth of the cost of multiplying by the
 * order; or that multiplication, which is the definition (`isInSubgroup` of weierstrass.js).
 * Source: Scott, ePrint 2021/1130.
 *
 *   'endomorphism-squared' (G1, section 6): φ²(P) = −[x²]P
 *   'eigenvalue' (G2, section 4): ψ(P) = [x]P
 *   'order' (any curve): [order]P is infinity
 */
import { endomorphismMap } from './endomorphism.js';
import * as jacobian from './jacobian.js';
import { negate } from './weierstrass.js';

/** @import { Endomorphism } from './endomorphism.js' */
/** @import { AffinePoint, Curve } from './weierstrass.js' */

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

/**
 * The seed of a check by an endomorphism.
 * @param {SubgroupCheck} check
 * @returns {bigint}
 */
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
