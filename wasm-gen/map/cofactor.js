/**
 * Clearing the cofactor: a point of the curve to one of the group. By a plain multiplier, or, for
 * ψ with the eigenvalue λ < 0, by [λ² − λ − 1]P + [λ − 1]ψ(P) + [2]ψ²(P) (Budroni, Pintore, ePrint
 * 2017/419): with U = [−λ]P − ψ(P),
 *
 *   [−λ]U + U − P + 2ψ²(P): two chains of |λ|, and one inversion between them.
 */

import { i32 } from '../emit/instructions.js';
import { emitEndomorphism } from '../curve/endomorphism.js';
import { emitTimesSeed } from '../curve/subgroup.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */
/** @import { CoordinateField as Field } from '../field/limbs30/index.js' */
/** @import { Jacobian } from '../curve/jacobian.js' */
/** @import { PointLayout } from '../curve/layout.js' */
/** @import { HashedCurve } from './index.js' */

/**
 * ψ of a finite point, and the chain of its multiplier |λ|.
 * @typedef {{ psi: Callable, times: { callable: Callable, multiplier: bigint } }} SeedChain
 */

/**
 * @param {ModuleBuilder} m
 * @param {Field} field
 * @param {PointLayout} layout
 * @param {HashedCurve} curve
 * @param {Jacobian} jacobian
 * @returns {{ clear: Callable, chain: SeedChain | null }} `clear` (z, x): z = the Jacobian image of
 *   the affine point x, complete; `chain`: null for a plain multiplier
 */
export function emitClearCofactor(m, field, layout, curve, jacobian) {
  const { multiplier, endomorphism: factors } = curve.hashing;
  if (factors === null) return { clear: emitTimesSeed(m, jacobian, multiplier), chain: null };
  const lambda = curve.endomorphism?.lambda ?? 0n;
  if (lambda >= 0n || String(factors) !== String([lambda ** 2n - lambda - 1n, lambda - 1n, 2n]))
    throw new RangeError('expected λ² − λ − 1, λ − 1, 2 for the eigenvalue λ < 0 of ψ');
  const psi = emitEndomorphism(m, field, layout, curve);
  const times = emitTimesSeed(m, jacobian, -lambda);
  const chain = { psi, times: { callable: times, multiplier: -lambda } };
  const [U, image, image2] = [1, 2, 3].map(() => field.reserve(layout.pointBytes));
  const negative = (/** @type {any} */ point) => i32.or(point, 1);
  const { addAffine, toAffine } = jacobian;
  const params = /** @type {const} */ ({ z: 'i32', x: 'i32' });
  const doc = 'z = [h]x: a Jacobian point from an affine one.';
  const clear = m.func('clear_cofactor', { params, doc }, (f, { z, x }) => {
    f.if(layout.isInfinity(x), () => {
      f.emit(layout.setInfinity(z, 1));
      f.return();
    });
    f.emit(psi.call(image, x), layout.setInfinity(i32.const(image), 0));
    f.emit(psi.call(image2, image), layout.setInfinity(i32.const(image2), 0));
    f.emit(times.call(z, x), addAffine.call(z, negative(image)), toAffine.call(U, z));
    f.emit(times.call(z, U), addAffine.call(z, U), addAffine.call(z, negative(x)));
    f.emit(addAffine.call(z, image2), addAffine.call(z, image2));
  });
  return { clear, chain };
}
