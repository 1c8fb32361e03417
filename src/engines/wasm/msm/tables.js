/**
 * Straus' method with fixed windows, for few points: a table of the multiples 1 … 2^(c−1) of each point, and no buckets.
 *
 * The digit of a half in a window names a table entry; the entries of a window are one bucket of accumulation, so almost
 * all additions are affine and share inversions. W sums are left, c doublings apart. Against straus.js: more
 * entries in the table and more additions, but a quarter as many sums that the single kernel must add one by one.
 */

/** @import { BatchKernel } from '../kernels/kernel.js' */
/** @import { Accumulator } from './accumulate.js' */

/**
 * Bytes of a table of n points and of its images under the endomorphism.
 * @param {BatchKernel} kernel
 * @param {number} n
 * @param {number} c
 * @param {number} parts of a scalar: each after the first needs images
 */
export function tableBytes({ pointBytes }, n, c, parts) {
  return parts * 2 ** (c - 1) * n * pointBytes;
}

/**
 * Fills a table: row v − 1 holds the multiples v of the points, for v = 1 … 2^(c−1); then as many rows of their images, and of
 * the images of those if scalars have more parts. Every round of additions doubles the rows.
 * @param {Accumulator} accumulator
 * @param {{ base: number, points: number, parts: number, c: number, table: number }} input
 */
export function fillTable(accumulator, { base, points, parts, c, table }) {
  const { kernel, arena } = accumulator;
  const { pointBytes } = kernel;
  arena.u8.copyWithin(table, base, base + points * pointBytes);
  const rows = 2 ** (c - 1);
  for (let known = 1; known < rows; known *= 2) {
    const largest = table + (known - 1) * points * pointBytes;
    const next = table + known * points * pointBytes;
    let column = -1;
    accumulator.addAll(known * points, (i) => {
      column = column + 1 === points ? 0 : column + 1;
      return [next + i * pointBytes, largest + column * pointBytes, table + i * pointBytes];
    });
  }
  const size = rows * points;
  for (let part = 1; part < parts; part++) {
    const images = table + part * size * pointBytes;
    kernel.endomorphism(images, images - size * pointBytes, size);
  }
}

/**
 * The table entries that digits name, window by window.
 * @param {Int32Array} digits `halves` of each window, |digit| ≤ 2^(c−1): those of the points, then those of the images
 * @param {{ halves: number, points: number, windows: number, c: number, table: number, stride: number }} input
 * @returns {{ references: Int32Array, starts: Int32Array }} one bucket for each window
 */
export function gatherWindows(digits, { halves, points, windows, c, table, stride }) {
  const references = new Int32Array(digits.length);
  const starts = new Int32Array(windows + 1);
  const rowBytes = points * stride;
  const imageBytes = 2 ** (c - 1) * rowBytes;
  let at = 0;
  let next = 0;
  for (let w = 0; w < windows; w++) {
    for (let half = 0; half < halves; half++) {
      const digit = digits[next++];
      if (digit === 0) continue;
      const part = Math.floor(half / points);
      const column = table + part * imageBytes + (half - part * points) * stride;
      references[at++] =
        digit > 0 ? column + (digit - 1) * rowBytes : (column + (-digit - 1) * rowBytes) | 1;
    }
    starts[w + 1] = at;
  }
  return { references, starts };
}
