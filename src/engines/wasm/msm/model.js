/**
 * Elements of a group and the points that stand for them where lists are added: the same thing for most groups; for
 * Banderwagon, points of a Weierstrass curve.
 */

import { PointError } from '../../../errors.js';

/** @import { BatchKernel, SingleKernel } from '../kernels/kernel.js' */

/**
 * Bytes that `pointsOfModel` needs for n points.
 * @param {BatchKernel} kernel
 * @param {number} n
 */
export function modelBytes({ elements, pointBytes }, n) {
  return elements === undefined ? 0 : n * pointBytes;
}

/**
 * @param {BatchKernel} kernel
 * @param {number} target where to write them, if they are others
 * @param {number} points
 * @param {number} n
 * @returns {number} address of the points that stand for n elements
 */
export function pointsOfModel({ elements }, target, points, n) {
  if (elements === undefined) return points;
  elements.toModel(target, points, n);
  return target;
}

/**
 * The canonical bytes of the element for which a point stands.
 * @param {SingleKernel} single
 * @param {number} bytes
 * @param {number} point
 * @param {number} scratch address of an affine point
 * @throws {PointError} the point stands for none: something outside the group was added
 */
export function writeCanonical({ elements, toAffineBytes }, bytes, point, scratch) {
  if (elements === undefined) {
    toAffineBytes(bytes, point, 1);
    return;
  }
  if (elements.fromModel(scratch, point, 1) >= 0) throw new PointError('not-in-subgroup');
  elements.toCanonicalBytes(bytes, scratch, 1);
}
