/**
 * Bucket reduction: from the buckets B_v of each window to one point for each bit.
 *
 * Symbols: c bits of a window, v the bucket's value, 1 ≤ v ≤ 2^(c−1).
 *
 * A window is worth Σ v·B_v. Split the bits of v in two, v = i + 2^h·j; then
 *   Σ v·B_v = Σ_i i·(Σ_j B_(i,j)) + 2^h·Σ_j j·(Σ_i B_(i,j)):
 * two problems of half the bits each, whose buckets are the sums over columns and over rows. Those sums are bucket
 * accumulation again, over as many buckets as there are, so they batch as well as the first. The halves are split in
 * the same way until a problem has one bit, whose single bucket is that bit's point E_b:
 *   the MSM is Σ_b 2^b·E_b over all bits b of all windows.
 *
 * Cost: every bucket that is not empty enters one column and one row, so at most 2 additions per *non-empty* bucket at
 * the first split (the running sums of the textbook cost 2 per bucket, empty or not), and 2^(1+c/2) or so per window
 * after it. docs/decisions/03-grid-reduction.md compares it with running sums over sub-ranges.
 */

/** @import { Accumulator } from './accumulate.js' */

/**
 * Σ v·B_v over 1 ≤ v < limit, worth 2^bit; B_v stands at sums[offset + v].
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
 * How many sums the levels of one window write at most: 2^⌈c/2⌉ + 2^⌊c/2⌋ in the first, then far fewer. A column or row
 * is never larger than a tile.
 * @param {number} c
 */
export function sumsOfLevels(c) {
  return 4 * (2 ** Math.ceil(c / 2) + 8);
}

/**
 * @param {Accumulator} accumulator
 * @param {Problem[]} problems
 * @param {Int32Array} sums references of all buckets, laid out as the problems say; 0 is an empty bucket
 * @returns {Generator<number, Int32Array, void>} a reference for every bit, 0 for none; yields how many references it has
 * summed
 */
export function* reduceBuckets(accumulator, problems, sums) {
  let before = 0;
  while (problems.some(({ bits }) => bits > 1)) {
    const halves = problems.flatMap(splitProblem);
    let offset = 0;
    for (const half of halves) {
      half.offset = offset;
      offset += half.limit;
    }
    const { references, starts } = gatherHalves(problems, halves, sums, offset);
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
 * The low and the high half of a problem; one of a single bit stays.
 * @param {Problem} problem
 * @returns {Problem[]}
 */
function splitProblem({ bit, bits, limit }) {
  if (bits === 1) return [{ bit, bits, offset: 0, limit }];
  const low = bits >> 1;
  const size = 2 ** low;
  return [
    { bit, bits: low, offset: 0, limit: Math.min(size, limit) },
    { bit: bit + low, bits: bits - low, offset: 0, limit: Math.ceil(limit / size) },
  ];
}

/**
 * Lays out the references of the columns and rows.
 * @param {Problem[]} problems
 * @param {Problem[]} halves
 * @param {Int32Array} sums
 * @param {number} buckets of all halves
 */
function gatherHalves(problems, halves, sums, buckets) {
  const references = new Int32Array(2 * sums.length);
  const starts = new Int32Array(buckets + 1);
  let at = 0;
  let half = 0;
  let bucket = 0;
  for (const { bits, offset, limit } of problems) {
    const end = offset + limit;
    const low = halves[half++];
    // Bucket 0 is empty.
    starts[bucket++] = at;
    if (bits === 1) {
      if (limit > 1) {
        starts[bucket++] = at;
        at = gather(sums, { from: offset + 1, to: end, step: 1 }, references, at);
      }
      continue;
    }
    const size = 2 ** low.bits;
    const high = halves[half++];
    for (let i = 1; i < low.limit; i++) {
      starts[bucket++] = at;
      at = gather(sums, { from: offset + i, to: end, step: size }, references, at);
    }
    starts[bucket++] = at;
    for (let j = 1; j < high.limit; j++) {
      starts[bucket++] = at;
      const from = offset + j * size;
      at = gather(sums, { from, to: Math.min(from + size, end), step: 1 }, references, at);
    }
  }
  starts[bucket] = at;
  return { references, starts };
}

/**
 * Copies the references of a column or row that are not 0.
 * @param {Int32Array} sums
 * @param {{ from: number, to: number, step: number }} run
 * @param {Int32Array} references
 * @param {number} at where they go
 * @returns {number} where the next go
 */
function gather(sums, { from, to, step }, references, at) {
  for (let v = from; v < to; v += step) {
    const sum = sums[v];
    // Without a branch: which buckets are empty is as good as random.
    references[at] = sum;
    at += sum === 0 ? 0 : 1;
  }
  return at;
}
