/** The last sum: Σ 2^(bits·i)·S_i, from the top, on the single kernel. */

import { writeCanonical } from './model.js';

/** @import { Arena } from '../wasm/arena.js' */
/** @import { BatchKernel, SingleKernel } from '../wasm/kernel.js' */

/**
 * Points S_i of the batch kernel. `sums`: a reference each, 0 for infinity; `bits`: from one to the next. Many of them lie
 * from `first` to before `end`, back to back.
 * @typedef {{ sums: Int32Array, bits: number, first: number, end: number }} Sums
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
  const converted = batch.name === single.name ? 0 : 2 * count;
  return {
    ...rowParts(single, count),
    converted: converted * 2 * single.fieldBytes,
    together: converted * single.pointBytes,
    others: (converted / 2) * single.pointBytes,
  };
}

/**
 * @param {Arena} arena
 * @param {Kernels} kernels
 * @param {Sums} input
 * @param {Record<keyof ReturnType<typeof lastSumParts>, number>} at addresses
 * @returns {Uint8Array} the canonical point
 */
export function lastSum(arena, { batch, single }, { sums, bits, first, end }, at) {
  const run = { first, count: (end - first) / batch.pointBytes };
  const list = batch.name === single.name ? sums : toSingle({ batch, single }, sums, run, at);
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
 * Copies points of the batch kernel for the single kernel, through canonical bytes: those that lie together in one go,
 * unless most of them are not asked for.
 * @param {Kernels} kernels
 * @param {Int32Array} sums
 * @param {{ first: number, count: number }} run the points that lie together
 * @param {{ converted: number, together: number, others: number }} at
 * @returns {Int32Array} references to the copies
 */
function toSingle({ batch, single }, sums, { first, count }, { converted, together, others }) {
  const inOneGo = count <= 2 * sums.length ? count : 0;
  const convert = (/** @type {number} */ target, /** @type {number} */ source, n = 1) => {
    batch.toAffineBytes(converted, source, n);
    single.fromAffineBytes(target, converted, n);
  };
  convert(together, first, inOneGo);
  return sums.map((reference, i) => {
    if (reference === 0) return 0;
    const sign = reference & 1;
    const index = (reference - sign - first) / batch.pointBytes;
    if (index >= 0 && index < inOneGo) return (together + index * single.pointBytes) | sign;
    const copy = others + i * single.pointBytes;
    convert(copy, reference - sign);
    return copy | sign;
  });
}
