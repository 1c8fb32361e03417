/**
 * Points of vectors, and the points that represent them in additions. The two coincide unless the
 * kernel adds on a model of the group. Also: images of points under the endomorphism.
 */

import { PointError } from '../../../errors.js';

/** @import { Progress } from '../../../port/engine.js' */
/** @import { BatchKernel, PointKernel, SingleKernel } from '../kernels/kernel.js' */

/** Points of a step: a millisecond. */
const STEP = 2 ** 11;

/**
 * Bytes of scratch memory that `pointsOfModel` needs for n points.
 * @type {(kernel: BatchKernel, n: number) => number}
 */
export function modelBytes({ model, pointBytes }, n) {
  return model === null ? 0 : n * pointBytes;
}

/**
 * @param {BatchKernel} kernel
 * @param {number} target where to write the points if they differ
 * @param {number} points
 * @param {number} n
 * @returns {Generator<Progress, number, void>} address of the points that represent the n points
 */
export function* pointsOfModel({ model, pointBytes }, target, points, n) {
  if (model === null) return points;
  for (let i = 0; i < n; i += STEP) {
    if (i > 0) yield { phase: 'split', done: 0, total: n };
    model.toModel(target + i * pointBytes, points + i * pointBytes, Math.min(STEP, n - i));
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
 * Writes the canonical bytes of what a sum represents.
 * @param {SingleKernel} single
 * @param {number} bytes
 * @param {number} point
 * @param {number} scratch address of an affine point
 * @throws {PointError} if it represents nothing in the group: a summand was outside
 */
export function writeCanonical({ model, toAffineBytes }, bytes, point, scratch) {
  if (model === null) {
    toAffineBytes(bytes, point, 1);
    return;
  }
  if (model.fromModel(scratch, point, 1) >= 0) throw new PointError('not-in-subgroup');
  model.toCanonicalBytes(bytes, scratch, 1);
}
