/**
 * Clearing the cofactor: a point of the curve to one of the group. By a plain multiplier, or, for
 * ψ with the eigenvalue λ < 0, by [λ² − λ − 1]P + [λ − 1]ψ(P) + [2]ψ²(P) (Budroni, Pintore, ePrint
 * 2017/419). With U = [−λ]P − ψ(P) and the automorphism φ(x, y) = (βx, y) of order 3, for which
 * ψ² = −φ and 1 + φ + φ² = 0, it is
 *
 *   [−λ]U + U − P + 2ψ²(P) = [−λ]U + U + φ²(P) − φ(P): two chains of |λ|, and two images of P with
 *   one y.
 *
 * No inversion: (X, Y) of the Jacobian point (X, Y, Z) is an affine point of y² = x³ + bZ⁶, and b
 * occurs in no formula. Computing there, from it and from other points scaled alike, gives Z of the
 * result without the factor Z. ψ commutes with the scaling where Z is in Fp.
 */

import { endomorphismOf } from '../../src/reference/endomorphism.js';
import { i32 } from '../emit/instructions.js';
import { emitEndomorphism } from '../curve/endomorphism.js';
import { emitTimesSeed } from '../curve/subgroup.js';

/** @import { Callable, FunctionBuilder, ModuleBuilder } from '../emit/module.js' */
/** @import { Expression, Operand } from '../emit/expression.js' */
/** @import { Jacobian } from '../curve/jacobian.js' */
/** @import { PointLayout } from '../curve/layout.js' */
/** @import { HashedCurve } from './index.js' */

/**
 * ψ of a finite point, and the chain of its multiplier |λ|.
 * @typedef {{ psi: Callable, times: { callable: Callable, multiplier: bigint } }} SeedChain
 */

const params = /** @type {const} */ ({ z: 'i32', x: 'i32' });
const doc = 'z = [h]x: Jacobian points, which do not overlap. x is overwritten.';

/**
 * @param {ModuleBuilder} m
 * @param {any} field
 * @param {PointLayout} layout
 * @param {HashedCurve} curve
 * @param {Jacobian} jacobian
 * @returns {{ clear: Callable, chain: SeedChain | null }} `clear` (z, x): z = the image of x, both
 *   Jacobian, complete; overwrites x. `chain`: null for a plain multiplier
 */
export function emitClearCofactor(m, field, layout, curve, jacobian) {
  const { multiplier, endomorphism: factors } = curve.hashing;
  const restore = (/** @type {Operand} */ z, /** @type {Operand} */ x) =>
    field.multiply.call(layout.z(z), layout.z(z), layout.z(x));
  if (factors === null) {
    const times = emitTimesSeed(m, jacobian, multiplier);
    const clear = m.func('clear_cofactor', { params, doc }, (f, { z, x }) => {
      f.emit(times.call(z, x), restore(z, x));
    });
    return { clear, chain: null };
  }
  const lambda = curve.endomorphism?.lambda ?? 0n;
  if (lambda >= 0n || String(factors) !== String([lambda ** 2n - lambda - 1n, lambda - 1n, 2n]))
    throw new RangeError('expected λ² − λ − 1, λ − 1, 2 for the eigenvalue λ < 0 of ψ');
  const psi = emitEndomorphism(m, field, layout, curve);
  const times = emitTimesSeed(m, jacobian, -lambda);
  const chain = { psi, times: { callable: times, multiplier: -lambda } };
  const beta = field.constants.add('β', betaOf(curve));
  const U = field.reserve(layout.jacobianBytes);
  const image = field.reserve(layout.pointBytes);
  const negative = (/** @type {any} */ point) => i32.or(point, 1);
  const { addAffine } = jacobian;
  const intoFp = emitIntoFp(m, field, layout);
  const clear = m.func('clear_cofactor', { params, doc }, (f, { z, x }) => {
    f.if(layout.isInfinity(x), () => {
      f.emit(layout.setInfinity(z, 1));
      f.return();
    });
    f.emit(intoFp.call(x), psi.call(image, x), layout.setInfinity(i32.const(image), 0));
    f.emit(times.call(U, x), addAffine.call(U, negative(image)));
    f.if(layout.isInfinity(i32.const(U)), () => {
      f.emit(field.copy.call(layout.z(U), field.constants.address('1')));
    });
    f.emit(times.call(z, U), addAffine.call(z, U));
    f.comment('φ(P) and φ²(P), scaled as U');
    emitScale(f, field, layout, { point: x, factor: layout.z(U), square: image });
    f.emit(field.multiply.call(x, x, beta), addAffine.call(z, negative(x)));
    f.emit(field.multiply.call(x, x, beta), addAffine.call(z, x));
    f.emit(restore(z, U), restore(z, x));
  });
  return { clear, chain };
}

/** β of ψ² = −φ. @type {(curve: HashedCurve) => any} */
function betaOf(curve) {
  const { field } = curve;
  const { conjugates, factorX, factorY } = endomorphismOf(curve);
  const norm = (/** @type {any} */ factor) => field.multiply(factor, field.conjugate(factor));
  const [beta, sign] = [factorX, factorY].map(norm);
  const sum = field.add(field.add(field.multiply(beta, beta), beta), field.one);
  if (!conjugates || !field.equals(sign, field.negate(field.one)) || !field.isZero(sum))
    throw new RangeError('expected ψ² = −φ for an automorphism φ of order 3');
  return beta;
}

/**
 * (X·s², Y·s³).
 * @param {FunctionBuilder} f
 * @param {any} field
 * @param {PointLayout} layout
 * @param {{ point: Operand, factor: Operand, square: number }} places `square`: scratch
 */
function emitScale(f, { multiply, square: squared }, layout, { point, factor, square }) {
  f.emit(squared.call(square, factor), multiply.call(point, point, square));
  f.emit(multiply.call(square, square, factor));
  f.emit(multiply.call(layout.y(point), layout.y(point), square));
}

/**
 * @param {ModuleBuilder} m
 * @param {any} field
 * @param {PointLayout} layout
 */
function emitIntoFp(m, field, layout) {
  const [conjugate, square] = [0, 1].map(() => field.reserve(layout.slotBytes));
  const about = 'The same Jacobian point x with its Z in Fp.';
  return m.func('into_fp', { params: { x: 'i32' }, doc: about }, (f, { x }) => {
    f.emit(...conjugateOf(field, conjugate, layout.z(x)));
    emitScale(f, field, layout, { point: x, factor: i32.const(conjugate), square });
    f.emit(field.multiply.call(layout.z(x), layout.z(x), conjugate));
  });
}

/**
 * z = the conjugate of x, by coefficients where the field has no operation for it.
 * @type {(field: any, z: number, x: Expression) => Expression[]}
 */
function conjugateOf({ base, conjugate }, z, x) {
  if (conjugate) return [conjugate.call(z, x)];
  const { slotBytes } = base.parameters;
  return [base.copy.call(z, x), base.negate.call(z + slotBytes, i32.add(x, slotBytes))];
}
