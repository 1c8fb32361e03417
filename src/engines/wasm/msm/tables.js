/**
 * Straus' method with fixed windows, for few points: a table of the multiples 1 … 2^(c−1) of each
 * point, and no buckets.
 *
 * Symbols: n points P_i; scalars of `parts` parts; c bits per window; W windows; S_w the sum of
 * window w.
 *
 * Each digit of a part selects a table entry. The entries of a window form one bucket of
 * accumulation, so almost all additions are affine and share inversions. The W window sums are c
 * doublings apart:
 *   Σ k_i·P_i = Σ_w 2^(c·w)·S_w.
 * Compared with straus.js, the table has more entries and there are more additions, but a quarter
 * as many sums for the single kernel to add one by one. Source: Straus, "Addition chains of vectors
 * (problem 5125)" (American Mathematical Monthly 71, 1964).
 */

import { Accumulator, accumulateSteps, accumulatorBytes, lastingSums } from './accumulate.js';
import { writeImages } from './model.js';

/** @import { Progress } from '../../../port/engine.js' */
/** @import { BatchKernel } from '../kernels/kernel.js' */
/** @import { Buckets } from './accumulate.js' */
/** @import { Machine, SplitInput } from './msm.js' */
/** @import { TablePlan } from './work.js' */
/** @import { Sums } from './combination.js' */

/**
 * Computes one sum per window.
 * @param {Machine} machine
 * @param {SplitInput} input
 * @param {TablePlan} plan
 * @returns {Generator<Progress, Sums, void>}
 */
function* sums({ arena, batch, scalarKernel }, input, { c, windows }) {
  const { points, n, split, allocate, clock } = input;
  const { pointBytes } = batch;
  const { parts } = scalarKernel;
  const count = parts * n;
  const at = allocate({
    table: tableBytes(batch, n, c, parts),
    digits: 4 * count * windows,
    starts: 4 * (windows + 1),
    sums: lastingSums(windows, count * windows) * pointBytes,
    scratch: accumulatorBytes(batch),
  });
  const { table } = at;
  const accumulator = new Accumulator(batch, arena, at.scratch, at.sums);
  fillTable(accumulator, { base: points, points: n, parts, c, table });
  clock.end('tables');
  scalarKernel.digits(at.digits, split, count, c, windows);
  const shape = { count, points: n, windows, c, table, stride: pointBytes };
  const buckets = gatherWindows(arena.i32, at, shape);
  clock.end('digits');
  yield* accumulateSteps(accumulator, buckets);
  clock.end('accumulate');
  return { kernel: batch, references: buckets.starts, width: 1, rows: windows, bits: c };
}

/**
 * Bytes of the table of n points and of its images under the endomorphism.
 * @param {BatchKernel} kernel
 * @param {number} n
 * @param {number} c
 * @param {number} parts of a scalar: each after the first needs images
 */
function tableBytes({ pointBytes }, n, c, parts) {
  return parts * 2 ** (c - 1) * n * pointBytes;
}

/**
 * Fills a table. Row v − 1 holds the multiples v·P of the points, v = 1 … 2^(c−1); equally many
 * rows of their images follow, and of the images of those if scalars have more parts. Each round of
 * additions doubles the number of rows.
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
  const bytes = size * pointBytes;
  writeImages(kernel, parts, { points: table, images: table + bytes, bytes, n: size });
}

/**
 * References to the table entries that digits select, window by window. They overwrite the digits.
 * @param {Int32Array} memory
 * @param {{ digits: number, starts: number }} at addresses of `count` digits per window, |digit| ≤
 *   2^(c−1), those of the points before those of the images; and of the starts to be written
 * @param {{ count: number, points: number, windows: number, c: number, table: number,
 *   stride: number }} input
 * @returns {Buckets} one per window
 */
function gatherWindows(memory, at, { count, points, windows, c, table, stride }) {
  const rowBytes = points * stride;
  const imageBytes = 2 ** (c - 1) * rowBytes;
  const first = at.digits >> 2;
  const start = at.starts >> 2;
  let end = first;
  let next = first;
  memory[start] = 0;
  for (let w = 0; w < windows; w++) {
    for (let i = 0; i < count; i++) {
      const digit = memory[next++];
      if (digit === 0) continue;
      const part = Math.floor(i / points);
      const column = table + part * imageBytes + (i - part * points) * stride;
      memory[end++] =
        digit > 0 ? column + (digit - 1) * rowBytes : (column + (-digit - 1) * rowBytes) | 1;
    }
    memory[start + w + 1] = end - first;
  }
  return { references: at.digits, starts: at.starts, count: windows };
}

/** The strategy. `points`: number of batch-kernel points that enter the combination of windows. */
export const tables = { points: (/** @type {TablePlan} */ { windows }) => windows, sums };
