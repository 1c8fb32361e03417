/**
 * Membership in the subgroup of prime order r, by the endomorphism and the curve's seed x
 * (Scott, ePrint 2021/1130), or for any curve by r:
 *
 * - endomorphism-squared (G1, section 6): φ²(P) = −[x²]P. Two chains of |x|: 126 doublings and
 *   10 additions at BLS12-381.
 * - eigenvalue (G2, section 4): ψ(P) = [x]P. One chain: 63 doublings, 5 additions.
 * - order: −P = [r − 1]P. One chain.
 *
 * The points must be on the curve; nothing else is assumed about them: every step is complete.
 */

import { seedOf } from '../../src/reference/endomorphism.js';
import { i32 } from '../emit/instructions.js';
import { forEach } from './points.js';

/** @import { SubgroupCheck } from '../../src/reference/endomorphism.js' */
/** @import { Callable, ModuleBuilder } from '../emit/module.js' */
/** @import { CoordinateField as Field } from '../field/limbs30/index.js' */
/** @import { Jacobian } from './jacobian.js' */
/** @import { PointLayout } from './layout.js' */

/**
 * @typedef {object} Parts
 * @property {Jacobian} jacobian
 * @property {Callable | null} endomorphism of one finite point: (z, x)
 * @property {SubgroupCheck} check
 * @property {bigint} order r
 */

/** @type {(m: ModuleBuilder, field: Field, layout: PointLayout, parts: Parts) => void} */
export function emitSubgroupCheck(m, field, layout, { jacobian, endomorphism, check, order }) {
  const { isSquared, isNegated, multiplier, images } = checkShape(check, order);
  const timesSeed = emitTimesSeed(m, jacobian, multiplier);
  const chain = field.reserve(layout.jacobianBytes);
  const [affine, image, imageSquared] = [1, 2, 3].map(() => field.reserve(layout.pointBytes));
  const sum = field.reserve(layout.slotBytes);
  const inSubgroup = m.func(
    'is_in_subgroup',
    { params: { point: 'i32' }, result: 'i32' },
    (f, { point }) => {
      f.emit(timesSeed.call(chain, point), jacobian.toAffine.call(affine, chain));
      if (isSquared) f.emit(timesSeed.call(chain, affine), jacobian.toAffine.call(affine, chain));
      f.comment('only P = infinity may give infinity');
      f.if(layout.isInfinity(affine), () => f.return(layout.isInfinity(point)));
      if (images > 0 && endomorphism) {
        f.emit(endomorphism.call(image, point));
        if (isSquared) f.emit(endomorphism.call(imageSquared, image));
      }
      const expected = [point, image, imageSquared][images];
      const combine = isNegated ? field.add : field.subtract;
      f.emit(combine.call(sum, layout.y(affine), layout.y(expected)));
      f.result(i32.and(field.isEqual.call(affine, expected), field.isZero.call(sum)));
    },
  );
  m.func(
    'points_in_subgroup',
    {
      params: { points: 'i32', count: 'i32' },
      result: 'i32',
      exported: true,
      doc: '−1, or the index of the first point outside the subgroup. The points are on the curve.',
    },
    (f, { points, count }) => {
      forEach(f, count, [[points, layout.pointBytes]], (index) => {
        f.if(i32.eqz(inSubgroup.call(points)), () => f.return(index));
      });
      f.result(-1);
    },
  );
}

/**
 * The comparison of a check: [multiplier]P, or [multiplier²]P by two chains, with an image of P or
 * its negative.
 * @param {SubgroupCheck} check
 * @param {bigint} order
 * @returns {{ isSquared: boolean, isNegated: boolean, multiplier: bigint, images: 0 | 1 | 2 }}
 *   `isSquared`: two chains; `images`: number of times the endomorphism is applied
 */
export function checkShape(check, order) {
  if (check.kind === 'order')
    return { isSquared: false, isNegated: true, multiplier: order - 1n, images: 0 };
  const seed = seedOf(check);
  const isSquared = check.kind === 'endomorphism-squared';
  // The multiplier is |x|, or x² where −[x²]P is wanted.
  const isNegated = isSquared || seed < 0n;
  return { isSquared, isNegated, multiplier: seed < 0n ? -seed : seed, images: isSquared ? 2 : 1 };
}

/**
 * @param {ModuleBuilder} m
 * @param {Jacobian} jacobian
 * @param {bigint} multiplier positive, sparse
 */
export function emitTimesSeed(m, { fromAffine, double, addAffine }, multiplier) {
  const doc = `z = [0x${multiplier.toString(16)}]q: a Jacobian point from an affine one.`;
  const doubleTimes = m.func(
    'double_times',
    { params: { z: 'i32', count: 'i32' } },
    (f, { z, count }) => {
      f.loop((again) => {
        f.emit(double.call(z, z));
        f.brIf(again, f.tee(count, i32.sub(count, 1)));
      });
    },
  );
  return m.func('times_seed', { params: { z: 'i32', q: 'i32' }, doc }, (f, { z, q }) => {
    f.emit(fromAffine.call(z, q));
    const bits = multiplier.toString(2).slice(1);
    for (const run of bits.match(/0*1|0+$/g) ?? []) {
      f.emit(doubleTimes.call(z, run.length));
      if (run.endsWith('1')) f.emit(addAffine.call(z, q));
    }
  });
}
