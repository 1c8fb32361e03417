/**
 * The combination of windows: Σ 2^(d·i)·S_i, from the top row down, on the single kernel.
 *
 * Symbols: S_i the sum of the references in row i; d bits between rows.
 */

import { writeCanonical } from './model.js';

/** @import { Arena } from '../kernels/arena.js' */
/** @import { BatchKernel, SingleKernel } from '../kernels/kernel.js' */

/**
 * Consecutive rows of references (0 for infinity) to points in a kernel's form.
 * @typedef {object} Sums
 * @property {BatchKernel | SingleKernel} kernel
 * @property {number} references address of the first
 * @property {number} width references in a row
 * @property {number} rows
 * @property {number} bits d
 */

/** @typedef {{ batch: BatchKernel, single: SingleKernel }} Kernels */

/**
 * Sizes of the scratch memory for `combineWindows`.
 * @param {Kernels} kernels
 * @param {number} points upper bound on the batch-kernel points in all rows
 */
export function combinationParts({ batch, single }, points) {
  const converted = batch.name === single.name ? 0 : points;
  return {
    points: converted * batch.pointBytes,
    canonical: converted * 2 * single.fieldBytes,
    copies: converted * single.pointBytes,
    jacobian: single.jacobianBytes,
    affine: single.pointBytes,
    element: single.pointBytes,
    bytes: 2 * single.fieldBytes,
  };
}

/**
 * @param {Arena} arena
 * @param {SingleKernel} single
 * @param {Sums} sums overwritten
 * @param {Record<keyof ReturnType<typeof combinationParts>, number>} at addresses
 * @returns {Uint8Array} the canonical point
 */
export function combineWindows(arena, single, sums, at) {
  const { kernel, references, width, rows, bits } = sums;
  if (kernel.name !== single.name) toSingle(arena, single, sums, at);
  single.chain(at.jacobian, references, width, rows, bits);
  single.toAffine(at.affine, at.jacobian);
  writeCanonical(single, at.bytes, at.affine, at.element);
  return arena.u8.slice(at.bytes, at.bytes + 2 * single.fieldBytes);
}

/**
 * Converts points of another kernel to the single kernel's form, through canonical bytes, in one
 * batch. References are redirected to the copies.
 * @type {(arena: Arena, single: SingleKernel, sums: Sums,
 *   at: { points: number, canonical: number, copies: number }) => void}
 */
function toSingle({ u8, i32 }, single, { kernel, references, width, rows }, at) {
  const first = references >> 2;
  let copied = 0;
  for (let i = first; i < first + width * rows; i++) {
    if (i32[i] === 0) continue;
    const sign = i32[i] & 1;
    const point = i32[i] - sign;
    u8.copyWithin(at.points + copied * kernel.pointBytes, point, point + kernel.pointBytes);
    i32[i] = (at.copies + copied++ * single.pointBytes) | sign;
  }
  kernel.toAffineBytes(at.canonical, at.points, copied);
  single.fromAffineBytes(at.copies, at.canonical, copied);
}
