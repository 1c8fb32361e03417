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
  const take = (
    /** @type {number} */ from,
    /** @type {number} */ to,
    /** @type {number} */ step,
  ) => {
    starts[bucket++] = at;
    for (let v = from; v < to; v += step) if (sums[v] !== 0) references[at++] = sums[v];
  };
  for (const { bits, offset, limit } of problems) {
    const end = offset + limit;
    const low = halves[half++];
    if (bits === 1) {
      take(0, 0, 1);
      if (limit > 1) take(offset + 1, end, 1);
      continue;
    }
    const size = 2 ** low.bits;
    const high = halves[half++];
    take(0, 0, 1);
    for (let i = 1; i < low.limit; i++) take(offset + i, end, size);
    take(0, 0, 1);
    for (let j = 1; j < high.limit; j++)
      take(offset + j * size, Math.min(offset + (j + 1) * size, end), 1);
  }
  starts[bucket] = at;
  return { references, starts };
}
