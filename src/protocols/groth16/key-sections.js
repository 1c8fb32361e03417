/** Which sections a prover takes of a key, and after which others. */
import { ZKEY } from './sections.js';

/** @import { SectionPlan } from './section-order.js' */

/** Bytes of the header at most: those of others are no longer. */
const MOST_HEADER = 2 ** 12;

/** @param {number} id */
export const mostOfKey = (id) => (id === 1 ? 4 : id === 2 ? MOST_HEADER : Infinity);

/**
 * @param {boolean} isKept whether the caller keeps what it reads, so that H may come before the
 *   coefficients, and a stream's header last
 * @returns {SectionPlan}
 */
export const provingPlan = (isKept) => ({
  kind: ZKEY,
  required: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  optional: [],
  refusesOthers: false,
  isKept,
  most: mostOfKey,
  /**
   * Kept rows of a stream wait for H, which has a point for each of them: nothing else says that so
   * much memory is justified.
   */
  before(id, isLengthKnown) {
    const before = id === 1 ? [] : id === 2 ? [1] : [1, 2];
    if (id === 9 && !isKept) before.push(4);
    if (id === 4 && isKept && !isLengthKnown) before.push(9);
    return before;
  },
});
