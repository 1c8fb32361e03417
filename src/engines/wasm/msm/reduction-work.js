/**
 * How many additions and rounds the bucket reduction (reduce.js) takes for random scalars, as its plan reckons.
 *
 * Symbols: c bits of a window, L = 2^(c−1) buckets. A problem has V values of `bits` bits, of which `filled` have a point;
 * its columns and rows are problems of half the bits, whose points are sums of so many entries.
 */

/**
 * What a sum with its difference costs less than two sums, in additions. 3M of 10M + 2S are 0.5, but prices were fitted
 * without pairs: with 0.5 they give 2048 and 4096 points windows a bit wider, and 1 to 2 % slower, than the best.
 */
export const SAVED_BY_PAIR = 0.2;

/**
 * Additions, and for every level how many points there are to add in how many rounds.
 * @typedef {{ additions: number, entries: number[], rounds: number[], pairs: boolean }} ReductionWork
 */

/**
 * How many of `cells` are hit by `throws` at random.
 * @param {number} cells
 * @param {number} throws
 */
export function hit(cells, throws) {
  return cells * -Math.expm1(-throws / cells);
}

/**
 * Rounds of pairwise additions until one point is left of each of many sums, as their largest decides: two standard deviations
 * above the mean, or as large as a sum can be.
 * @param {number} mean
 * @param {number} most
 */
export function depth(mean, most) {
  return Math.max(0, Math.log2(Math.min(1 + mean + 2 * Math.sqrt(mean), most)));
}

/**
 * The reduction of a window.
 * @param {number} c
 * @param {number} filled buckets
 * @param {boolean} pairs whether sums are made with differences: half as many columns
 * @returns {ReductionWork}
 */
export function reductionWork(c, filled, pairs) {
  const work = { additions: 0, entries: [], rounds: [], pairs };
  split(work, 0, { bits: c, values: 2 ** (c - 1), filled });
  return work;
}

/**
 * Columns and rows of a problem: v = i + 2^h·j stands in column |i| unless i = 0, and in row j unless j = 0.
 * @param {ReductionWork} work what is added to
 * @param {number} level
 * @param {{ bits: number, values: number, filled: number }} problem
 */
function split(work, level, { bits, values, filled }) {
  if (bits < 2) return;
  const low = bits >> 1;
  const size = 2 ** low;
  const columns = work.pairs ? size / 2 : size - 1;
  const rows = Math.floor(values / size);
  // The last row ends at its multiple of size; a pair takes two points.
  if (work.pairs)
    work.additions -= SAVED_BY_PAIR * (rows - 1) * (columns - 1) * (filled / values) ** 2;
  sum(work, level, low, columns, filled * (1 - rows / values), rows + 1);
  sum(work, level, bits - low, rows, filled * (1 - columns / values), columns + 1);
}

/**
 * @param {ReductionWork} work
 * @param {number} level
 * @param {number} bits
 * @param {number} values of the new problem
 * @param {number} entries points to add
 * @param {number} most of them in one sum
 */
function sum(work, level, bits, values, entries, most) {
  const filled = hit(values, entries);
  work.additions += entries - filled;
  work.entries[level] = (work.entries[level] ?? 0) + entries;
  work.rounds[level] = Math.max(work.rounds[level] ?? 0, depth(entries / values, most));
  split(work, level + 1, { bits, values, filled });
}
