/**
 * Group elements and the points that represent them in additions of lists. The two coincide for
 * most groups; Banderwagon elements are mapped to points of a Weierstrass curve. Also: images of
 * points under the endomorphism.
 */

import { PointError } from '../../../errors.js';

/** @import { Progress } from '../../../port/engine.js' */
/** @import { BatchKernel, PointKernel, SingleKernel } from '../kernels/kernel.js' */

/** Elements of a step: a millisecond. */
const STEP = 2 ** 11;

/**
 * Bytes of scratch memory that `pointsOfModel` needs for n points.
 * @type {(kernel: BatchKernel, n: number) => number}
 */
export function modelBytes({ elements, pointBytes }, n) {
  return elements === null ? 0 : n * pointBytes;
}

/**
 * @param {BatchKernel} kernel
 * @param {number} target where to write the points if they differ from the elements
 * @param {number} points
 * @param {number} n
 * @returns {Generator<Progress, number, void>} address of the points that represent the n elements
 */
export function* pointsOfModel({ elements, pointBytes }, target, points, n) {
  if (elements === null) return points;
  for (let i = 0; i < n; i += STEP) {
    if (i > 0) yield { phase: 'split', done: 0, total: n };
    elements.toModel(target + i * pointBytes, points + i * pointBytes, Math.min(STEP, n - i));
  }
  return target;
}

/**
 * Writes the images of a list under the powers of the endomorphism, one list for each part of a
 * scalar after the first: those of the list before; or where its square costs less, by that of the
 * list before that.
 * @param {PointKernel} kernel of a curve with an endomorphism, or of scalars with one part
 * @param {number} parts of a scalar
 * @param {{ points: number, images: number, bytes: number, n: number }} lists addresses of n
 *   points, and of their first image; `bytes` from one list of images to the next
 */
export function writeImages({ endomorphism }, parts, { points, images, bytes, n }) {
  let last = points;
  let before;
  for (let part = 1; part < parts; part++) {
    const { map, squared } = /** @type {NonNullable<typeof endomorphism>} */ (endomorphism);
    if (squared && before) squared(images, before, n);
    else map(images, last, n);
    before = last;
    last = images;
    images += bytes;
  }
}

/**
 * Writes the canonical bytes of the element that a point represents.
 * @param {SingleKernel} single
 * @param {number} bytes
 * @param {number} point
 * @param {number} scratch address of an affine point
 * @throws {PointError} if the point does not represent an element: a summand was outside the group
 */
export function writeCanonical({ elements, toAffineBytes }, bytes, point, scratch) {
  if (elements === null) {
    toAffineBytes(bytes, point, 1);
    return;
  }
  if (elements.fromModel(scratch, point, 1) >= 0) throw new PointError('not-in-subgroup');
  elements.toCanonicalBytes(bytes, scratch, 1);
}
