/**
 * Membership of one point in the group, by the chain that clears cofactors: ψ(P) = [λ]P, for λ < 0
 * the seed of the curve (Scott, ePrint 2021/1130, section 4). As ../curve/subgroup.js has it, for
 * kernels whose chains of one point are faster here than there.
 */

import { i32 } from '../emit/instructions.js';
import { checkShape } from '../curve/subgroup.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */
/** @import { PointLayout } from '../curve/layout.js' */
/** @import { SeedChain } from './cofactor.js' */
/** @import { HashedCurve } from './index.js' */

/**
 * @type {(m: ModuleBuilder, field: any, layout: PointLayout, curve: HashedCurve,
 *   parts: SeedChain & { toAffine: Callable }) => void}
 */
export function emitIsMember(m, field, layout, { subgroupCheck, order }, { psi, times, toAffine }) {
  const { isNegated, isSquared, images, multiplier } = checkShape(
    /** @type {any} */ (subgroupCheck),
    order,
  );
  if (isSquared || !isNegated || images !== 1 || multiplier !== times.multiplier)
    throw new RangeError('expected the check ψ(P) = [λ]P for the λ < 0 of the cofactor');
  const { parameters, reserve, fromBytes, add, isEqual, isZero } = field;
  const [P, image, product] = [0, 1, 2].map(() => reserve(layout.pointBytes));
  const J = reserve(layout.jacobianBytes);
  const sum = reserve(layout.slotBytes);
  const doc = '1 if the finite point of the curve with these canonical bytes is in the group.';
  m.func(
    'map_is_member',
    { params: { source: 'i32' }, result: 'i32', exported: true, doc },
    (f, { source }) => {
      const second = i32.add(source, parameters.bytes);
      f.if(i32.eqz(fromBytes.call(P, source)), () => f.return(0));
      f.if(i32.eqz(fromBytes.call(layout.y(P), second)), () => f.return(0));
      f.emit(layout.setInfinity(i32.const(P), 0), psi.call(image, P));
      f.emit(times.callable.call(J, P), toAffine.call(product, J));
      f.if(layout.isInfinity(i32.const(product)), () => f.return(0));
      f.emit(add.call(sum, layout.y(product), layout.y(image)));
      f.result(i32.and(isEqual.call(product, image), isZero.call(sum)));
    },
  );
}
