/** The subgroup check of a list in steps, for asynchronous calls. */

import { firstOutsideSubgroup } from './each.js';

/** @import { PointChecks, Progress } from '../../../port/engine.js' */
/** @import { Membership } from './membership.js' */

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
