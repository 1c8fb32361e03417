/**
 * Bucket reduction: from the buckets B_v of each window to one point for each bit.
 *
 * Symbols: c bits of a window, v the bucket's value, 1 ≤ v ≤ 2^(c−1).
 *
 * A window is worth Σ v·B_v. With v = i + s·j, s = 2^h, −s/2 < i ≤ s/2,
 *   Σ v·B_v = Σ_i i·(Σ_j B_(i,j)) + s·Σ_j j·(Σ_i B_(i,j)):
 * sums over columns and over rows, and as column −i counts like the negative of column i, those with i > 0 are left: two
 * problems of the same kind, with h and c − h bits. Of buckets on both sides of a multiple of s, B_(s·j + i) and B_(s·j − i), the
 * sum goes to row j, the difference to column i: one inversion serves both. The rest is bucket accumulation again, over as many
 * buckets as there are, so it batches as well as the first. The problems are split in
 * the same way until each has one bit, whose single bucket is that bit's point E_b:
 *   the MSM is Σ_b 2^b·E_b over all bits b of all windows.
 *
 * Cost: every bucket that is not empty enters one column and one row, so at most 2 additions per *non-empty* bucket at
 * the first split (the running sums of the textbook cost 2 per bucket, empty or not), half of them at 3/4 of the price where the
 * kernel adds and subtracts at once, and 2^(1+c/2) or so per window
 * after it. docs/decisions/03-grid-reduction.md compares it with running sums over sub-ranges.
 */

/** @import { BatchKernel } from '../kernels/kernel.js' */
/** @import { Accumulator } from './accumulate.js' */

/**
 * Σ v·B_v over 1 ≤ v < limit, worth 2^bit; B_v stands at sums[offset + v]. limit − 1 has `bits` bits.
 * @typedef {{ bit: number, bits: number, offset: number, limit: number }} Problem
 */

/**
 * The windows' first problems, laid out one after the other.
 * @param {number} windows
 * @param {number} c
 * @returns {Problem[]}
 */
export function windowProblems(windows, c) {
  const limit = 2 ** (c - 1) + 1;
  return Array.from({ length: windows }, (_, w) => ({
    bit: w * c,
    bits: c,
    offset: w * limit,
    limit,
  }));
}

/**
 * How many sums the levels of one window write at most: two for each pair of buckets, where the kernel adds and subtracts at once,
 * 2^⌈c/2⌉ + 2^⌊c/2⌋ for columns and rows, then far fewer. A column or row is never larger than a tile.
 * @param {BatchKernel} kernel
 * @param {number} c
 * @param {number} limit of the window's problem
 */
export function sumsOfLevels({ batchAddBoth }, c, limit) {
  const pairs = Boolean(batchAddBoth);
  return (pairs ? limit : 0) + 4 * (2 ** Math.ceil(c / 2) + 8);
}

/**
 * @param {Accumulator} accumulator
 * @param {Problem[]} problems
 * @param {Int32Array} sums references of all buckets, laid out as the problems say; 0 is an empty bucket. Used up
 * @returns {Generator<number, Int32Array, void>} a reference for every bit, 0 for none; yields how many references it has
 * summed
 */
export function* reduceBuckets(accumulator, problems, sums) {
  let before = 0;
  const pairs = Boolean(accumulator.kernel.batchAddBoth);
  while (problems.some(({ bits }) => bits > 1)) {
    const halves = problems.flatMap((problem) => splitProblem(problem, pairs));
    let offset = 0;
    for (const half of halves) {
      half.offset = offset;
      offset += half.limit;
    }
    if (pairs) accumulator.addBoth(pairUp(accumulator, problems, sums));
    const { references, starts } = gatherHalves(problems, sums, { buckets: offset, pairs });
    const next = new Int32Array(offset);
    for (const done of accumulator.sumBuckets(references, starts, next)) yield before + done;
    before += starts[offset];
    problems = halves;
    sums = next;
  }
  const bits = new Int32Array(Math.max(0, ...problems.map(({ bit }) => bit + 1)));
  for (const { bit, offset, limit } of problems) if (limit > 1) bits[bit] = sums[offset + 1];
  return bits;
}

/**
 * Columns and rows of a problem: v = i + size·j with −half < i ≤ size − half, but for the last row, which takes all values that are
 * left. Without pairs no i is negative.
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
 * The low and the high half of a problem; one of a single bit stays.
 * @param {Problem} problem
 * @param {boolean} pairs
 * @returns {Problem[]}
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
 * Pairs of buckets B_v, v = size·j ± i: in sums, + gives its place to the difference, for column i, and − to the sum, for row j.
 * @param {Accumulator} accumulator
 * @param {Problem[]} problems
 * @param {Int32Array} sums
 * @returns {Int32Array} what is to be added
 */
function pairUp(accumulator, problems, sums) {
  const { pointBytes } = accumulator.kernel;
  const entries = new Int32Array(2 * sums.length);
  let at = 0;
  let target = accumulator.nextSum;
  for (const problem of problems) {
    if (problem.bits === 1) continue;
    const { size, half, rows } = grid(problem, true);
    const { offset, limit } = problem;
    for (let j = 1; j <= rows; j++) {
      const center = offset + j * size;
      for (let i = 1; i < half && j * size + i < limit; i++) {
        const a = sums[center + i];
        const b = sums[center - i];
        if (a === 0) sums[center + i] = b === 0 ? 0 : b ^ 1;
        else if (b === 0) sums[center - i] = a;
        else {
          entries[at++] = target;
          entries[at++] = a;
          entries[at++] = b;
          sums[center - i] = target | (a & 1);
          sums[center + i] = (target + pointBytes) | (a & 1);
          target += 2 * pointBytes;
        }
      }
    }
  }
  accumulator.nextSum = target;
  return entries.subarray(0, at);
}

/**
 * Lays out the references of the columns and rows.
 * @param {Problem[]} problems
 * @param {Int32Array} sums
 * @param {{ buckets: number, pairs: boolean }} shape `buckets`: of all halves; `pairs`: whether they have been added
 */
function gatherHalves(problems, sums, { buckets, pairs }) {
  const references = new Int32Array(2 * sums.length);
  const starts = new Int32Array(buckets + 1);
  let at = 0;
  let bucket = 0;
  /** References v = from, from + step, … up to `to`. @param {number} from @param {number} to @param {number} step @param {number} sign */
  const gather = (from, to, step, sign) => {
    for (let v = from; v <= to; v += step) {
      const sum = sums[v];
      // Without a branch: which buckets are empty is as good as random.
      references[at] = sum ^ sign;
      at += sum === 0 ? 0 : 1;
    }
  };
  for (const problem of problems) {
    const { bits, offset, limit } = problem;
    const last = offset + limit - 1;
    // Bucket 0 is empty.
    starts[bucket++] = at;
    if (bits === 1) {
      if (limit > 1) {
        starts[bucket++] = at;
        gather(last, last, 1, 0);
      }
      continue;
    }
    const { size, half, rows, columns } = grid(problem, pairs);
    const reach = size - half;
    const top = offset + rows * size;
    for (let i = 1; i <= columns; i++) {
      starts[bucket++] = at;
      gather((i > reach ? top : offset) + i, last, size, 0);
      // Values of the last row that have no partner; it may end below its multiple of size.
      if (i < half && top + i > last) gather(top - i, Math.min(top - i, last), 1, 1);
    }
    starts[bucket++] = at;
    for (let j = 1; j <= rows; j++) {
      const center = offset + j * size;
      starts[bucket++] = at;
      gather(center - half + 1, Math.min(center, last), 1, 0);
      gather(center + half, j < rows ? center + reach : last, 1, 0);
    }
  }
  starts[bucket] = at;
  return { references, starts };
}
