/**
 * The subgroup checks of an engine's lists. The code of the random sums is a part of its own, which
 * arrives later: until then, or if it does not arrive, every point is checked.
 */

import { runNow } from '../../../port/steps.js';

/** @import { PointChecks } from '../../../port/engine.js' */
/** @import { PointKernel } from '../kernels/kernel.js' */
/** @import { CheckParts, FirstOutsideBySums } from './check.js' */

/** The code of the sums. @typedef {{ firstOutsideBySums: FirstOutsideBySums }} Sums */

/**
 * Loads it.
 * @typedef {() => Sums | Promise<Sums>} LoadSums
 */

/** Checks lists for the subgroup, by sums once they are loaded. */
export class Membership {
  /** Set once the sums are loaded. @type {FirstOutsideBySums | undefined} */
  bySums;

  /**
   * @param {CheckParts} parts
   * @param {LoadSums} [load] of a curve with the trait
   */
  constructor(parts, load) {
    this.parts = parts;
    /** Settles when the sums are loaded, or cannot be; never rejects. @type {Promise<void>} */
    this.ready = (async () => {
      this.bySums = (await load?.())?.firstOutsideBySums;
    })().catch(() => {});
  }

  /**
   * The index of the first point outside the subgroup, or −1; of a single point, exact. In steps:
   * ./steps.js.
   * @param {PointKernel} kernel the batch kernel, if there are several points
   * @param {number} points address of points on the curve
   * @param {number} count
   * @param {PointChecks['subgroup']} how
   * @returns {number}
   * @throws {import('../../../errors.js').ResourceError} if memory does not suffice for the sums
   */
  firstOutsideSubgroup({ subgroup }, points, count, how) {
    const { parts, bySums } = this;
    if (bySums && how === true && count > 1) return runNow(bySums(parts, points, count));
    return how && subgroup ? subgroup.firstOutside(points, count) : -1;
  }
}
