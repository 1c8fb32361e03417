/**
 * Whether all points of a list lie in the subgroup of prime order, by random sums.
 *
 * A combination Σ c_i·P_i with uniform c_i in {−1, 0, 1} lies in the subgroup with probability at
 * most 1/3 if any P_i does not: where all coefficients but its own are fixed, two values that agree
 * would differ by P_i or 2·P_i, and neither is in the subgroup, as the cofactor is odd. So 81
 * independent ones that are in it leave an error below 2^−128. They are checked exactly. If one is
 * outside, the points are checked one by one.
 *
 * Coefficients are drawn when the points are in memory where nobody can change them.
 */

import { reporting } from '../../../port/steps.js';
import { firstOutside } from './each.js';
import { SUMS, planSums } from './plan.js';
import { combinationSteps } from './sums.js';
import { randomDigits } from './trits.js';

/** @import { Traits } from '../../../curves/config.js' */
/** @import { Progress } from '../../../port/engine.js' */
/** @import { AllPrices } from '../msm/plan.js' */
/** @import { Kernels } from './sums.js' */
/** @import { DrawDigits } from './trits.js' */

/** @typedef {typeof firstOutsideBySums} FirstOutsideBySums */

/** @typedef {Kernels & { prices: AllPrices, traits: Traits }} CheckParts */

/**
 * The index of the first point outside the subgroup, or −1; −1 is wrong with a probability below
 * 2^−128. Exact where sums do not pay, where the platform has no random numbers, and on a curve
 * without the trait.
 * @param {CheckParts} parts
 * @param {number} points address of points on the curve
 * @param {number} n
 * @returns {Generator<Progress, number, void>} closing it frees all memory that it holds
 * @throws {import('../../../errors.js').ResourceError} if memory does not suffice for the sums
 */
export function* firstOutsideBySums(parts, points, n) {
  const { batch, prices, traits } = parts;
  const sizes = traits.subgroupSums ? planSums(n, prices) : null;
  const draw = sizes && randomDigits(n * sizes.length);
  if (!draw) return yield* firstOutside(batch, points, n);

  const total = n * sizes.length;
  const list = { points, n };
  const inside = yield* reporting(sumsInside(parts, list, sizes, draw), (done) => ({
    phase: 'subgroup',
    done: Math.min(done, total),
    total,
  }));
  if (inside) return -1;
  const finished = { phase: 'subgroup', done: total, total };
  return yield* reporting(firstOutside(batch, points, n), () => finished);
}

/**
 * Whether all of the combinations lie in the subgroup. Yields the number of references summed into
 * buckets, then Infinity.
 * @param {CheckParts} parts
 * @param {{ points: number, n: number }} list
 * @param {readonly number[]} sizes
 * @param {DrawDigits} draw
 * @returns {Generator<number, boolean, void>}
 */
function* sumsInside(parts, list, sizes, draw) {
  const { arena, batch } = parts;
  const target = arena.allocate(SUMS * batch.pointBytes, `check of ${list.n} points`);
  try {
    const count = yield* combinationSteps(parts, list, sizes, { draw, target });
    return (yield* reporting(firstOutside(batch, target, count), () => Infinity)) < 0;
  } finally {
    arena.free(target);
  }
}
