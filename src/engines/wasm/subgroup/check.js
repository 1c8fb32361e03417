/**
 * Whether all points of a list lie in the subgroup of prime order, by random sums.
 *
 * A combination Σ c_i·P_i with uniform c_i in {−1, 0, 1} lies in the subgroup with probability at
 * most 1/3 if any P_i does not: where all coefficients but its own are fixed, two values that agree
 * would differ by P_i or 2·P_i, and neither is in the subgroup, as the cofactor is odd. So 81
 * independent ones that are in it leave an error below 2^−128. They are checked exactly.
 *
 * If one is outside, so is a point, for certain; which is the first is found by bisection. The
 * first half of the range goes through sums, 85 now: it is left behind if all are in the subgroup,
 * else the range. What remains where sums do not pay is checked point by point. An index that is
 * not the first needs a half with an error: with at most 64 halves, below 2^−128 again.
 *
 * Coefficients are drawn when the points are in memory where nobody can change them.
 */

import { reporting } from '../../../port/steps.js';
import { firstOutsideSubgroup } from './steps.js';
import { combinationSteps } from './sums.js';
import { planSums, SEARCH_SUMS, SUMS } from './plan.js';
import { randomDigits } from './trits.js';

/** @import { Traits } from '../../../curves/config.js' */
/** @import { Progress } from '../../../port/engine.js' */
/** @import { AllPrices } from '../msm/plan.js' */
/** @import { DrawDigits } from './trits.js' */
/** @import { Kernels } from './sums.js' */

/** @typedef {typeof firstOutsideBySums} FirstOutsideBySums */

/** @typedef {Kernels & { prices: AllPrices, traits: Traits }} CheckParts */

/** Points in memory. @typedef {{ points: number, n: number }} List */

/**
 * The index of the first point outside the subgroup, or −1; wrong with a probability below 2^−128.
 * Exact where sums do not pay, where the platform has no random numbers, and on a curve without
 * the trait.
 * @param {CheckParts} parts
 * @param {number} points address of points on the curve
 * @param {number} n
 * @param {number} [shares] of the check: others take as many of the sums of the same points
 * @returns {Generator<Progress, number, void>} closing it frees all memory that it holds
 * @throws {import('../../../errors.js').ResourceError} if memory does not suffice for the sums
 */
export function* firstOutsideBySums(parts, points, n, shares = 1) {
  const list = { points, n };
  const sums = planned(parts, list, Math.ceil(SUMS / shares));
  if (!sums) return yield* firstOutsideSubgroup(parts.batch, points, n);

  const { total } = sums;
  const inside = yield* reporting(sumsInside(parts, list, sums), (done) => ({
    phase: 'subgroup',
    done: Math.min(done, total),
    total,
  }));
  if (inside) return -1;
  const finished = { phase: 'subgroup', done: total, total };
  return yield* reporting(search(parts, list), () => finished);
}

/**
 * The index of the first point outside the subgroup, if there is one.
 * @type {(parts: CheckParts, list: List) => Generator<unknown, number, void>}
 */
function* search(parts, { points, n }) {
  const { batch } = parts;
  const { pointBytes } = batch;
  // The first one is in this range.
  let [start, end] = [0, n];
  for (;;) {
    const half = { points: points + start * pointBytes, n: (end - start) >> 1 };
    const sums = planned(parts, half, SEARCH_SUMS);
    if (!sums) break;
    if (yield* sumsInside(parts, half, sums)) start += half.n;
    else end = start + half.n;
  }
  const index = yield* firstOutsideSubgroup(batch, points + start * pointBytes, end - start);
  // If none is in the range, sums that were in the subgroup were wrong.
  return index >= 0 ? start + index : yield* firstOutsideSubgroup(batch, points, n);
}

/**
 * The sums of a list, with random numbers for them.
 * @typedef {{ sizes: number[], draw: DrawDigits, total: number }} Sums `sizes`: of each group;
 *   `total`: references in all
 */

/**
 * @param {CheckParts} parts
 * @param {List} list
 * @param {number} count of sums
 * @returns {Sums | null} null where points one by one are as fast, or the only way
 */
function planned({ prices, traits }, { n }, count) {
  const sizes = traits.subgroupSums ? planSums(n, count, prices) : null;
  const total = sizes ? n * sizes.length : 0;
  const draw = sizes && randomDigits(total);
  return draw && { sizes, draw, total };
}

/**
 * Whether all of the combinations lie in the subgroup. Yields the number of references summed into
 * buckets, then Infinity.
 * @type {(parts: CheckParts, list: List, sums: Sums) => Generator<number, boolean, void>}
 */
function* sumsInside(parts, list, { sizes, draw }) {
  const { arena, batch } = parts;
  const target = arena.allocate(SEARCH_SUMS * batch.pointBytes, `check of ${list.n} points`);
  try {
    const count = yield* combinationSteps(parts, list, sizes, { draw, target });
    return (yield* reporting(firstOutsideSubgroup(batch, target, count), () => Infinity)) < 0;
  } finally {
    arena.free(target);
  }
}
