/**
 * The subgroup check of a list in steps, for asynchronous calls.
 *
 * The exact check: every point by itself.
 */

/** @import { PointChecks, Progress } from '../../../port/engine.js' */
/** @import { Membership } from '../decode.js' */
/** @import { PointKernel } from '../kernels/kernel.js' */

/**
 * As `membership.firstOutsideSubgroup`.
 * @param {Membership} membership
 * @param {number} points
 * @param {number} count
 * @param {PointChecks['subgroup']} how
 * @param {number} [shares] of the check, of which this is one
 * @returns {Generator<Progress, number, void>} closing it frees all memory that it holds
 */
export function* firstOutsideSubgroupSteps({ parts, bySums }, points, count, how, shares) {
  if (!how) return -1;
  return yield* bySums && how === true
    ? bySums(parts, points, count, shares)
    : firstOutsideSubgroup(parts.batch, points, count);
}

/** Points in a step: an even number, for kernels that take two at a time. */
const STEP = 32;

/**
 * The index of the first point outside the subgroup, or −1.
 * @param {PointKernel} kernel
 * @param {number} points address of points on the curve
 * @param {number} count
 * @returns {Generator<Progress, number, void>}
 */
export function* firstOutsideSubgroup({ subgroup, pointBytes }, points, count) {
  for (let first = 0; subgroup && first < count; first += STEP) {
    const last = Math.min(first + STEP, count);
    const bad = subgroup.firstOutside(points + first * pointBytes, last - first);
    if (bad >= 0) return first + bad;
    yield { phase: 'subgroup', done: last, total: count };
  }
  return -1;
}
