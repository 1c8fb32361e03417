/** Points of the groups of prime order: outside of them the pairing is undefined. */
import { PointError } from '../../errors.js';
import { isMember, readPoint } from '../../group/point.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { Point } from '../../group/point.js' */

/**
 * The canonical bytes of a point of this group that is in the group of prime order: whether it is,
 * is tested once for each point that was not checked when it was made.
 * @param {unknown} value
 * @param {GroupContext} context
 * @param {string} what the argument, for messages
 * @param {number} [index] in a list
 * @returns {Uint8Array} not to be changed
 * @throws {InputError} not a point, or a point of another group or instance
 * @throws {PointError} `'not-in-subgroup'`, with the index
 */
export function readMember(value, context, what, index) {
  const affine = readPoint(value, context, what, index);
  if (!isMember(/** @type {Point<any>} */ (value))) throw new PointError('not-in-subgroup', index);
  return affine;
}
