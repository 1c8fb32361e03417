/**
 * Bucket reduction: from the buckets B_v of each window to one point per bit.
 *
 * Symbols: c bits per window; B_v the bucket of value v, 1 ≤ v ≤ 2^(c−1); B_(i,j) the same bucket
 * at column i and row j of a grid s = 2^h columns wide; E_b the point of bit b.
 *
 * A window contributes Σ v·B_v. With v = i + s·j, −s/2 < i ≤ s/2,
 *   Σ v·B_v = Σ_i i·(Σ_j B_(i,j)) + s·Σ_j j·(Σ_i B_(i,j)).
 * The column sums and the row sums are two problems of the same kind. Column −i counts as the
 * negative of column i, so only columns with i > 0 remain: the problems have h and c − h bits. For
 * the buckets B_(s·j + i) and B_(s·j − i) on both sides of a multiple of s, the sum goes to row j
 * and the difference to column i; both share one inversion. All other additions are bucket
 * accumulation over equally many buckets, and batch equally well. Problems are split recursively
 * until each has one bit; its only bucket is the point E_b of that bit:
 *   the MSM is Σ_b 2^b·E_b over all bits b of all windows.
 *
 * Cost: every non-empty bucket enters one column and one row, so the first split takes at most 2
 * additions per *non-empty* bucket (the textbook's running sums take 2 per bucket, empty or not).
 * Half of them cost 3/4 if the kernel computes sums with differences. The later splits take about
 * 2^(1+c/2) per window. docs/decisions/03-grid-reduction.md compares this with running sums over
 * sub-ranges.
 *
 * Source: none known to us; the method is ours.
 */

import { reporting } from '../../../port/steps.js';
import { ENTRY } from './accumulate.js';

/** @import { BatchKernel } from '../kernels/kernel.js' */
/** @import { Accumulator } from './accumulate.js' */

/**
 * Σ v·B_v over 1 ≤ v < limit, with weight 2^bit. B_v is sums[offset + v]; limit − 1 has `bits`
 * bits.
 * @typedef {{ bit: number, bits: number, offset: number, limit: number }} Problem
 */

/**
 * The initial problem of each window, laid out consecutively.
 * @param {number} windows
 * @param {number} c
 * @param {number} [first] number of windows below
 * @returns {Problem[]}
 */
export function windowProblems(windows, c, first = 0) {
  const limit = 2 ** (c - 1) + 1;
  return Array.from({ length: windows }, (_, w) => ({
    bit: (first + w) * c,
    bits: c,
    offset: w * limit,
    limit,
  }));
}

/**
 * Problems whose buckets, `count` in all, are laid out consecutively.
 * @typedef {{ problems: Problem[], count: number }} Level
 */

/**
 * The levels of a reduction: the given problems, then those they split into, until each has one
 * bit.
 * @type {(problems: Problem[], pairs: boolean) => Level[]}
 */
function levelsOf(problems, pairs) {
  const last = problems.at(-1);
  const levels = [{ problems, count: last ? last.offset + last.limit : 0 }];
  while (problems.some(({ bits }) => bits > 1)) {
    problems = problems.flatMap((problem) => splitProblem(problem, pairs));
    let count = 0;
    for (const problem of problems) {
      problem.offset = count;
      count += problem.limit;
    }
    levels.push({ problems, count });
  }
  return levels;
}

/** The reduction of a fixed layout of buckets: its memory needs and its steps. */
export class Reduction {
  #levels;
  #pairs;

  /**
   * @param {Problem[]} problems in the order of their buckets
   * @param {BatchKernel} kernel
   */
  constructor(problems, kernel) {
    this.#pairs = kernel.pairs !== null;
    this.#levels = levelsOf(problems, this.#pairs);
    /** Number of points in the result, one per bit. */
    this.bits = Math.max(0, ...problems.map(({ bit, bits }) => bit + bits));
  }

  /** Sizes of the scratch memory. */
  get parts() {
    const counts = this.#levels.map(({ count }) => count);
    const starts = 4 * (Math.max(0, ...counts.slice(1)) + 1);
    return {
      // Every bucket is in one column and one row; `gather` writes one extra word.
      gathered: 4 * (2 * Math.max(...counts) + 1),
      oddStarts: starts,
      evenStarts: starts,
      bitSums: 4 * this.bits,
    };
  }

  /**
   * Upper bound on the sums written to lasting memory: one per column and row, none of which
   * exceeds a tile, and two per pair of buckets.
   */
  get lastingSums() {
    return this.#levels.reduce((sum, { count }, level) => {
      const pairs = this.#pairs && level + 1 < this.#levels.length;
      return sum + (level > 0 ? count : 0) + (pairs ? count : 0);
    }, 0);
  }

  /**
   * @param {Accumulator} accumulator
   * @param {number} sums address of the references to all buckets, in the problems' layout; 0 is an
   *   empty bucket. Overwritten
   * @param {Record<keyof Reduction['parts'], number>} at addresses
   * @returns {Generator<number, number, void>} address of one reference per bit, 0 for infinity;
   *   yields the number of references summed
   */
  *steps(accumulator, sums, at) {
    const { arena } = accumulator;
    const references = at.gathered;
    let before = 0;
    for (let level = 1; level < this.#levels.length; level++) {
      const { problems } = this.#levels[level - 1];
      const { count } = this.#levels[level];
      const starts = level % 2 ? at.oddStarts : at.evenStarts;
      const summed = before;
      if (this.#pairs) {
        const pairs = pairUp(accumulator, problems, sums, references);
        // What other passes sum is reported; here the event loop only gets its turns.
        yield* reporting(accumulator.addBoth(references, pairs), () => summed);
      }
      const total = gather(arena.i32, problems, { sums, references, starts, pairs: this.#pairs });
      yield before;
      for (const done of accumulator.sumBuckets({ references, starts, count })) yield before + done;
      before += total;
      sums = starts;
    }
    const memory = arena.i32;
    const [first, bits] = [sums >> 2, at.bitSums >> 2];
    memory.fill(0, bits, bits + this.bits);
    for (const { bit, offset, limit } of this.#levels[this.#levels.length - 1].problems)
      if (limit > 1) memory[bits + bit] = memory[first + offset + 1];
    return at.bitSums;
  }
}

/**
 * Columns and rows of a problem: v = i + size·j with −half < i ≤ size − half, except in the last
 * row, which takes all remaining values. Without pairs no i is negative.
 * @param {Problem} problem of more than one bit
 * @param {boolean} pairs
 */
function grid({ bits, limit }, pairs) {
  const low = bits >> 1;
  const size = 2 ** low;
  const half = pairs ? size / 2 : 1;
  const rows = Math.min(Math.floor((limit + half - 2) / size), 2 ** (bits - low) - 1);
  return { low, size, half, rows, columns: Math.max(size - half, limit - 1 - rows * size) };
}

/**
 * Splits a problem into its low and its high half; a one-bit problem is kept.
 * @type {(problem: Problem, pairs: boolean) => Problem[]}
 */
function splitProblem(problem, pairs) {
  const { bit, bits } = problem;
  if (bits === 1) return [{ ...problem }];
  const { low, rows, columns } = grid(problem, pairs);
  return [
    { bit, bits: low, offset: 0, limit: columns + 1 },
    { bit: bit + low, bits: bits - low, offset: 0, limit: rows + 1 },
  ];
}

/**
 * Pairs of buckets B_v, v = size·j ± i. In `sums`, the slot of + receives the difference, for
 * column i, and the slot of − the sum, for row j.
 * @param {Accumulator} accumulator
 * @param {Problem[]} problems
 * @param {number} sums address
 * @param {number} list address for the entries of the batched addition
 * @returns {number} number of entries
 */
function pairUp(accumulator, problems, sums, list) {
  const { pointBytes } = accumulator.kernel;
  const memory = accumulator.arena.i32;
  let at = list >> 2;
  let target = accumulator.nextSum;
  for (const problem of problems) {
    if (problem.bits === 1) continue;
    const { size, half, rows } = grid(problem, true);
    const { limit } = problem;
    const offset = (sums >> 2) + problem.offset;
    for (let j = 1; j <= rows; j++) {
      const center = offset + j * size;
      for (let i = 1; i < half && j * size + i < limit; i++) {
        const a = memory[center + i];
        const b = memory[center - i];
        if (a === 0) memory[center + i] = b === 0 ? 0 : b ^ 1;
        else if (b === 0) memory[center - i] = a;
        else {
          memory[at++] = target;
          memory[at++] = a;
          memory[at++] = b;
          memory[center - i] = target | (a & 1);
          memory[center + i] = (target + pointBytes) | (a & 1);
          target += 2 * pointBytes;
        }
      }
    }
  }
  accumulator.nextSum = target;
  return (at - (list >> 2)) / ENTRY;
}

/**
 * Lays out the references of the columns and rows.
 * @param {Int32Array} memory
 * @param {Problem[]} problems
 * @param {{ sums: number, references: number, starts: number, pairs: boolean }} input addresses of
 *   the bucket references, of the references of columns and rows, and of the starts of these;
 *   `pairs`: whether pairs of buckets have been added
 * @returns {number} number of references
 */
function gather(memory, problems, { sums, references, starts, pairs }) {
  const first = references >> 2;
  let at = first;
  let bucket = starts >> 2;
  const start = () => (memory[bucket++] = at - first);
  /**
   * Appends references to the buckets v = from, from + step, … up to `to`.
   * @type {(from: number, to: number, step: number, sign: number) => void}
   */
  const add = (from, to, step, sign) => {
    for (let v = from; v <= to; v += step) {
      const sum = memory[v];
      // Branch-free: which buckets are empty is unpredictable.
      memory[at] = sum ^ sign;
      at += sum === 0 ? 0 : 1;
    }
  };
  for (const problem of problems) {
    const { bits, limit } = problem;
    const offset = (sums >> 2) + problem.offset;
    const last = offset + limit - 1;
    // Bucket 0 is empty.
    start();
    if (bits === 1) {
      if (limit > 1) {
        start();
        add(last, last, 1, 0);
      }
      continue;
    }
    const { size, half, rows, columns } = grid(problem, pairs);
    const reach = size - half;
    const top = offset + rows * size;
    for (let i = 1; i <= columns; i++) {
      start();
      add((i > reach ? top : offset) + i, last, size, 0);
      // Values of the last row without a partner; the row may end below its multiple of `size`.
      if (i < half && top + i > last) add(top - i, Math.min(top - i, last), 1, 1);
    }
    start();
    for (let j = 1; j <= rows; j++) {
      const center = offset + j * size;
      start();
      add(center - half + 1, Math.min(center, last), 1, 0);
      add(center + half, j < rows ? center + reach : last, 1, 0);
    }
  }
  start();
  return at - first;
}
