/**
 * Random ternary combinations of points, Σ c_i·P_i with c_i in {−1, 0, 1}, by buckets.
 *
 * Symbols: n points P_i; a group of k combinations; B = (3^k − 1)/2 its buckets.
 *
 * The k coefficients of P_i are the trits of one digit d in balanced ternary, |d| ≤ B: the point,
 * or its negative if d < 0, goes into bucket |d|. Where B_v is the sum of bucket v, the combination
 * of the lowest trit and the buckets of the others are
 *   B_1 + Σ_u (B_(3u+1) − B_(3u−1)),   B'_u = B_(3u−1) + B_(3u) + B_(3u+1),   1 ≤ u ≤ (B − 1)/3,
 * and so on until no trit is left. Bucket 0 is empty; its slot receives the combination.
 *
 * Cost of a group: less than n additions for the buckets, 4·B/3 for the first fold, 2·B for all.
 *
 * Additions are complete on the whole curve, so points of any order are summed correctly.
 */

import { reporting } from '../../../port/steps.js';
import { Accumulator, accumulatorBytes, lastingSums, TILE } from '../msm/accumulate.js';
import { allocateParts } from '../kernels/arena.js';
import { bucketsOf } from './plan.js';

/** @import { Arena } from '../kernels/arena.js' */
/** @import { BatchKernel, ScalarKernel } from '../kernels/kernel.js' */
/** @import { DrawDigits } from './trits.js' */

/**
 * References that are sorted and summed together, so that small groups share inversions. A group of
 * more is alone.
 */
const PASS = 16 * TILE;

/** @typedef {{ arena: Arena, batch: BatchKernel, scalarKernel: ScalarKernel }} Kernels */

/**
 * Sizes of the scratch memory. Groups of S slots in all have fewer than S slots in all of their
 * folds together, fewer than 2·S references in one fold and 4·S in all.
 * @param {BatchKernel} kernel
 * @param {number} n
 * @param {{ groups: number, pass: number, slots: number }} shape groups in all and in a pass;
 *   `slots`: buckets of all groups, the empty ones included
 */
function scratchParts(kernel, n, { groups, pass, slots }) {
  return {
    digits: 4 * n,
    references: 4 * Math.max(n * pass, 2 * slots),
    starts: 4 * (slots + 1),
    foldedStarts: 4 * (slots + 1),
    scratch: accumulatorBytes(kernel),
    sums: lastingSums(2 * slots, groups * n + 4 * slots) * kernel.pointBytes,
  };
}

/**
 * Draws coefficients and writes the combinations to consecutive points. Closing the generator
 * frees all memory that it holds.
 * @param {Kernels} kernels
 * @param {{ points: number, n: number }} list address of points on the curve, at least one
 * @param {readonly number[]} sizes k of each group, the largest first
 * @param {{ draw: DrawDigits, target: number }} options address of as many points
 * @returns {Generator<number, number, void>} the number of finite combinations, which are written;
 *   yields the number of references summed into buckets, then Infinity
 * @throws {import('../../../errors.js').ResourceError} if memory does not suffice, before any work
 */
export function* combinationSteps(
  { arena, batch, scalarKernel },
  { points, n },
  sizes,
  { draw, target },
) {
  const { pointBytes } = batch;
  const groups = sizes.length;
  const pass = Math.min(groups, Math.max(1, Math.floor(PASS / n)));
  const slots = sizes.reduce((sum, k) => sum + bucketsOf(k) + 1, 0);
  const parts = scratchParts(batch, n, { groups, pass, slots });
  const { block, at } = allocateParts(arena, parts, `check of ${n} points`);
  try {
    const accumulator = new Accumulator(batch, arena, at.scratch, at.sums);
    const { digits, references } = at;
    let { starts } = at;
    for (let first = 0; first < groups; first += pass) {
      let next = starts;
      arena.i32[next >> 2] = 0;
      for (const k of sizes.slice(first, first + pass)) {
        draw(arena.i32.subarray(digits >> 2, (digits >> 2) + n), k);
        const buckets = bucketsOf(k) + 1;
        scalarKernel.sortWindow(
          ...[references, next, buckets, digits, n, 1, points, 0, pointBytes],
        );
        next += 4 * buckets;
        yield first * n;
      }
      const count = (next - starts) >> 2;
      for (const done of accumulator.sumBuckets({ references, starts, count }))
        yield first * n + done;
      starts = next;
    }
    const sums = yield* foldSteps(accumulator, sizes, at);
    sums.forEach((sum, i) => {
      const from = sum & -2;
      arena.u8.copyWithin(target + i * pointBytes, from, from + pointBytes);
    });
    return sums.length;
  } finally {
    arena.free(block);
  }
}

/**
 * Folds trit after trit of all groups.
 * @param {Accumulator} accumulator
 * @param {readonly number[]} sizes
 * @param {{ references: number, starts: number, foldedStarts: number }} at references to buckets at
 *   `starts`
 * @returns {Generator<number, number[], void>} references to the combinations, without infinity
 */
function* foldSteps(accumulator, sizes, { references, starts, foldedStarts }) {
  const { arena } = accumulator;
  const combinations = [];
  for (let trits = 1; trits <= sizes[0]; trits++) {
    const left = sizes.map((k) => k - trits).filter((k) => k >= 0);
    const count = gather(arena.i32, left, { sums: starts, references, starts: foldedStarts });
    const buckets = { references, starts: foldedStarts, count };
    yield* reporting(accumulator.sumBuckets(buckets), () => Infinity);
    let slot = foldedStarts >> 2;
    for (const k of left) {
      const sum = arena.i32[slot];
      if (sum !== 0) combinations.push(sum);
      slot += bucketsOf(k) + 1;
    }
    // Groups without trits are last; their slots are not read again.
    [starts, foldedStarts] = [foldedStarts, starts];
  }
  return combinations;
}

/**
 * Lays out the references of a fold.
 * @param {Int32Array} memory
 * @param {readonly number[]} left trits of every group after the fold
 * @param {{ sums: number, references: number, starts: number }} at addresses: references to buckets
 *   (0: empty), those to lay out, and their starts
 * @returns {number} slots after the fold
 */
function gather(memory, left, { sums, references, starts }) {
  const first = references >> 2;
  let at = first;
  let from = sums >> 2;
  let slot = starts >> 2;
  const start = () => (memory[slot++] = at - first);
  const add = (/** @type {number} */ sum, sign = 0) => {
    if (sum !== 0) memory[at++] = sum ^ sign;
  };
  for (const k of left) {
    const end = from + 3 * bucketsOf(k);
    start();
    add(memory[from + 1]);
    for (let v = from + 3; v <= end; v += 3) {
      add(memory[v + 1]);
      add(memory[v - 1], 1);
    }
    for (let v = from + 3; v <= end; v += 3) {
      start();
      for (let i = v - 1; i <= v + 1; i++) add(memory[i]);
    }
    from = end + 2;
  }
  start();
  return slot - (starts >> 2) - 1;
}
