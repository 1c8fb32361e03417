/** The exact check: every point by itself. */

/** @import { Progress } from '../../../port/engine.js' */
/** @import { PointKernel } from '../kernels/kernel.js' */

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
