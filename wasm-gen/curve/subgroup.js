/**
 * Membership in the subgroup of prime order, by the endomorphism and the curve's seed x (Scott, ePrint 2021/1130):
 *
 *   endomorphism-squared (G1, section 6): φ²(P) = −[x²]P. Two chains of |x|: at BLS12-381 126 doublings, 10 additions.
 *   eigenvalue (G2, section 4): ψ(P) = [x]P. One chain: 63 doublings, 5 additions.
 *
 * The points must be on the curve; nothing else is assumed about them: every step is complete.
 */

import { i32 } from '../emit/instructions.js';
import { forEach } from './points.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */
/** @import { CoordinateField as Field } from '../field/limbs30/index.js' */
/** @import { Jacobian } from './jacobian.js' */
/** @import { PointLayout } from './layout.js' */

/**
 * @typedef {object} Parts
 * @property {Jacobian} jacobian
 * @property {Callable} endomorphism of one finite point: (z, x)
 * @property {{ kind: string, seed: bigint }} check
 */

/**
 * @param {ModuleBuilder} m
 * @param {Field} field
 * @param {PointLayout} layout
 * @param {Parts} parts
 */
export function emitSubgroupCheck(m, field, layout, { jacobian, endomorphism, check }) {
  const { kind, seed } = check;
  const isSquared = kind === 'endomorphism-squared';
  if (!isSquared && kind !== 'eigenvalue') throw new RangeError(`no subgroup check '${kind}'`);
  const timesSeed = emitTimesSeed(m, jacobian, seed < 0n ? -seed : seed);
  const chain = field.reserve(layout.jacobianBytes);
  const [affine, image, imageSquared] = [1, 2, 3].map(() => field.reserve(layout.pointBytes));
  const sum = field.reserve(layout.slotBytes);
  // The multiple is that of |x|, or of x² where −[x²]P is wanted.
  const isNegated = isSquared || seed < 0n;
  const inSubgroup = m.func(
    'is_in_subgroup',
    { params: { point: 'i32' }, result: 'i32' },
    (f, { point }) => {
      f.emit(timesSeed.call(chain, point), jacobian.toAffine.call(affine, chain));
      if (isSquared) f.emit(timesSeed.call(chain, affine), jacobian.toAffine.call(affine, chain));
      f.comment('only P = infinity may give infinity');
      f.if(layout.isInfinity(affine), () => f.return(layout.isInfinity(point)));
      f.emit(endomorphism.call(image, point));
      if (isSquared) f.emit(endomorphism.call(imageSquared, image));
      const expected = isSquared ? imageSquared : image;
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
 * @param {ModuleBuilder} m
 * @param {Jacobian} jacobian
 * @param {bigint} multiplier positive, sparse
 */
function emitTimesSeed(m, { fromAffine, double, addAffine }, multiplier) {
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
