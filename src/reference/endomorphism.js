/**
 * The fast endomorphisms that configs name. Symbols: φ(x, y) = (βx, y) on a curve over Fp; on a
 * twist over Fp², ψ = untwist, Frobenius, twist: ψ(x, y) = (ξ^(−(p−1)/3)·x^p, ξ^(−(p−1)/2)·y^p).
 * Both have the form (x, y) → (factorX·x, factorY·y), for ψ with conjugate coordinates. A twist of
 * a curve y² = x³ + b is y² = x³ + bξ: a twist of type D, by 1/ξ, is one of type M with the
 * inverse. Source of ψ: Galbraith, Lin, Scott, ePrint 2008/194; for BLS12-381, Scott, ePrint
 * 2021/1130.
 */
import { power } from './field.js';

/** @import { Field } from './field.js' */
/** @import { AffinePoint } from './weierstrass.js' */

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
