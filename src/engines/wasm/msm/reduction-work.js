/**
 * Operation counts of the bucket reduction (reduce.js) for random scalars, as plans estimate them.
 *
 * Symbols: c bits per window; L = 2^(c−1) buckets. A problem has V values of `bits` bits, `filled`
 * of them with a point; its columns and rows are problems of half the bits, whose points are sums
 * of several entries.
 */

/**
 * Saving of a sum with its difference over two separate additions, in additions. They share an
 * inverse, which saves 3M of 2·(5M + 1S); M and S cost about the same.
 */
const SAVED_BY_PAIR = 3 / 6;

/**
 * Number of additions; for each level, the points to add and the rounds that takes.
 * @typedef {{ additions: number, entries: number[], rounds: number[], pairs: boolean }}
 *   ReductionWork
 */

/**
 * Expected number of `cells` hit by `throws` random throws.
 * @type {(cells: number, throws: number) => number}
 */
export function hit(cells, throws) {
  return cells * -Math.expm1(-throws / cells);
}

/**
 * Rounds of pairwise additions until each of many sums is a single point. The largest sum decides;
 * it is estimated as two standard deviations above the mean, and bounded by `most`.
 * @type {(mean: number, most: number) => number}
 */
export function depth(mean, most) {
  return Math.max(0, Math.log2(Math.min(1 + mean + 2 * Math.sqrt(mean), most)));
}

/**
 * Work of reducing one window.
 * @param {number} c
 * @param {number} filled non-empty buckets
 * @param {boolean} pairs whether sums and differences are computed together, which halves the
 *   columns
 * @returns {ReductionWork}
 */
export function reductionWork(c, filled, pairs) {
  const work = { additions: 0, entries: [], rounds: [], pairs };
  split(work, 0, { bits: c, values: 2 ** (c - 1), filled });
  return work;
}

/**
 * Splits a problem into columns and rows: value v = i + 2^h·j is in column |i| unless i = 0, and in
 * row j unless j = 0.
 * @param {ReductionWork} work added to
 * @param {number} level
 * @param {{ bits: number, values: number, filled: number }} problem
 */
function split(work, level, { bits, values, filled }) {
  if (bits < 2) return;
  const low = bits >> 1;
  const size = 2 ** low;
  const columns = work.pairs ? size / 2 : size - 1;
  const rows = Math.floor(values / size);
  // The last row ends at its multiple of the column count; a pair takes two points.
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
 * @param {number} entries number of points to add
 * @param {number} most upper bound on the points in one sum
 */
export function sum(work, level, bits, values, entries, most) {
  const filled = hit(values, entries);
  work.additions += entries - filled;
  if (level === work.entries.length) {
    work.entries.push(0);
    work.rounds.push(0);
  }
  work.entries[level] += entries;
  work.rounds[level] = Math.max(work.rounds[level], depth(entries / values, most));
  split(work, level + 1, { bits, values, filled });
}
