/** Transforms of lists of points without WebAssembly (`PointTransforms` of the port). */

/** @import { Progress, VectorHandle } from '../../port/engine.js' */
/** @import { PointLevels, PointTransforms } from '../../port/point-transforms.js' */

/**
 * The operations of a group: a list's points by index, and their arithmetic.
 * @template P
 * @typedef {{ pointsOf: (handle: VectorHandle) => P[], add: (a: P, b: P) => P, negate: (a: P) => P,
 *   multiply: (a: P, factor: bigint) => P }} PointArithmetic
 */

/**
 * @template P
 * @param {PointArithmetic<P>} group
 * @returns {PointTransforms}
 */
export function createPointTransforms({ pointsOf, add, negate, multiply }) {
  /**
   * @param {VectorHandle} handle
   * @param {PointLevels} levels
   * @param {boolean} isForward
   * @returns {Generator<Progress, void, void>}
   */
  function* transform(handle, { count, least, roots, most = count, first = 0 }, isForward) {
    const points = pointsOf(handle);
    const levels = Math.log2(most / least);
    const scale = (/** @type {P} */ point, /** @type {bigint} */ factor) =>
      factor === 1n ? point : multiply(point, factor);
    for (let level = 0; level < levels; level++) {
      const half = isForward ? most / 2 ** (level + 1) : least * 2 ** level;
      for (let i = 0; i < count / 2; i++) {
        const low = i + half * Math.floor(i / half);
        const root = roots[Math.floor((first / 2 + i) / half)];
        const [a, b] = [points[low], points[low + half]];
        const high = isForward ? scale(b, root) : b;
        const difference = add(a, negate(high));
        points[low] = add(a, high);
        points[low + half] = isForward ? difference : scale(difference, root);
        yield { phase: 'transform', done: level + (2 * i) / count, total: levels };
      }
    }
  }
  return {
    forward: (handle, levels) => transform(handle, levels, true),
    backward: (handle, levels) => transform(handle, levels, false),
  };
}
