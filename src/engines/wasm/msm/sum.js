/** The last sum: Σ 2^(bits·i)·S_i, from the top, on the single kernel. */

import { writeCanonical } from './model.js';

/** @import { Arena } from '../kernels/arena.js' */
/** @import { BatchKernel, SingleKernel } from '../kernels/kernel.js' */

/**
 * Points S_i of the batch kernel: a reference each, 0 for infinity. `bits`: from one to the next.
 * @typedef {{ sums: Int32Array, bits: number }} Sums
 */

/** @typedef {{ batch: BatchKernel, single: SingleKernel }} Kernels */

/**
 * The sizes of the memory that `sumOfRows` works in.
 * @param {SingleKernel} single
 * @param {number} count of references
 */
export function rowParts(single, count) {
  return {
    references: 4 * count,
    jacobian: single.jacobianBytes,
    affine: single.pointBytes,
    element: single.pointBytes,
    bytes: 2 * single.fieldBytes,
  };
}

/**
 * The sizes of the memory that `lastSum` works in.
 * @param {Kernels} kernels
 * @param {number} count of sums
 */
export function lastSumParts({ batch, single }, count) {
  const converted = batch.name === single.name ? 0 : count;
  return {
    ...rowParts(single, count),
    gathered: converted * batch.pointBytes,
    canonical: converted * 2 * single.fieldBytes,
    copies: converted * single.pointBytes,
  };
}

/**
 * @param {Arena} arena
 * @param {Kernels} kernels
 * @param {Sums} input
 * @param {Record<keyof ReturnType<typeof lastSumParts>, number>} at addresses
 * @returns {Uint8Array} the canonical point
 */
export function lastSum(arena, kernels, { sums, bits }, at) {
  const { batch, single } = kernels;
  const list = batch.name === single.name ? sums : toSingle(arena, kernels, sums, at);
  arena.i32.set(list, at.references >> 2);
  return sumOfRows(arena, single, { width: 1, rows: sums.length, bits }, at);
}

/**
 * Σ 2^(bits·i)·(sum of row i), of rows of references back to back.
 * @param {Arena} arena
 * @param {SingleKernel} single
 * @param {{ width: number, rows: number, bits: number }} shape `width`: references in a row
 * @param {Record<keyof ReturnType<typeof rowParts>, number>} at addresses
 * @returns {Uint8Array} the canonical point
 */
export function sumOfRows(arena, single, { width, rows, bits }, at) {
  single.chain(at.jacobian, at.references, width, rows, bits);
  single.toAffine(at.affine, at.jacobian);
  writeCanonical(single, at.bytes, at.affine, at.element);
  return arena.u8.slice(at.bytes, at.bytes + 2 * single.fieldBytes);
}

/**
 * Copies points of the batch kernel for the single kernel, through canonical bytes, all in one go.
 * @param {Arena} arena
 * @param {Kernels} kernels
 * @param {Int32Array} sums
 * @param {{ gathered: number, canonical: number, copies: number }} at
 * @returns {Int32Array} references to the copies
 */
function toSingle({ u8 }, { batch, single }, sums, { gathered, canonical, copies }) {
  let count = 0;
  const references = sums.map((reference) => {
    if (reference === 0) return 0;
    const sign = reference & 1;
    const point = reference - sign;
    u8.copyWithin(gathered + count * batch.pointBytes, point, point + batch.pointBytes);
    return (copies + count++ * single.pointBytes) | sign;
  });
  batch.toAffineBytes(canonical, gathered, count);
  single.fromAffineBytes(copies, canonical, count);
  return references;
}
