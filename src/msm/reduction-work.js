/**
 * How many additions and rounds the bucket reduction (reduce.js) takes for random scalars, as its plan reckons.
 *
 * Symbols: c bits of a window, L = 2^(c−1) buckets. A problem has V values of `bits` bits, of which `filled` have a point;
 * its columns and rows are problems of half the bits, whose points are sums of so many entries.
 */

/**
 * Additions, and for every level how many points there are to add in how many rounds.
 * @typedef {{ additions: number, entries: number[], rounds: number[] }} ReductionWork
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
 * @returns {ReductionWork}
 */
export function reductionWork(c, filled) {
  const work = { additions: 0, entries: [], rounds: [] };
  split(work, 0, { bits: c, values: 2 ** (c - 1), filled });
  return work;
}

/**
 * Columns and rows of a problem: v = i + 2^h·j stands in column i unless i = 0, and in row j unless j = 0.
 * @param {ReductionWork} work what is added to
 * @param {number} level
 * @param {{ bits: number, values: number, filled: number }} problem
 */
function split(work, level, { bits, values, filled }) {
  if (bits < 2) return;
  const low = bits >> 1;
  const columns = 2 ** low - 1;
  const rows = Math.floor(values / (columns + 1));
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
