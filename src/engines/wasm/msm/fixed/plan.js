/**
 * Layout of a fixed-base table, chosen by the cost of its multiplications.
 *
 * Symbols: n points; c bits per window; W windows per scalar; μ multiples in a table; |B| buckets
 * (cover.js). A layer holds multiples of 2^(c·h·l)·P for one l and serves h windows, each with its
 * own set of buckets. With h = 1 there is a layer for every window, and only the combination of
 * windows has doublings.
 */

import { costOf, planMsm } from '../plan.js';
import { hit } from '../reduction-work.js';
import { windowsFor } from '../work.js';

/** @import { AllPrices, Prices, Problem } from '../plan.js' */
/** @import { Work } from '../work.js' */

/**
 * @typedef {object} Layout
 * @property {number} c
 * @property {number} windows
 * @property {number} multiples μ
 * @property {number} layers
 * @property {number} perLayer h windows per layer
 * @property {number} [lastMultiples] multiples in the last layer, if not μ
 * @property {number} [narrow] number of last windows of c − 1 bits; their layers hold μ/2
 *   multiples; requires h = 1
 * @property {boolean} [whole] whether a window table takes unsplit scalars in a kernel that splits
 *   them
 * @property {number} [width] w bits of sliding windows, with odd multiples only; for window tables
 *   (window-table-layouts.js)
 */

const [MIN_C, MAX_C] = [3, 17];

/** Additions per batch: see accumulate.js. */
const BATCH = 2048;

/** Efficiency of a greedy cover, 2^(c−1)/(μ·|B|), by μ; independent of c for c ≥ 8 (measured). */
const COVER = [
  [1, 1],
  [2, 0.75],
  [3, 0.8],
  [4, 0.645],
  [6, 0.56],
  [8, 0.5],
  [12, 0.41],
  [16, 0.36],
  [24, 0.295],
  [32, 0.26],
  [48, 0.21],
  [64, 0.18],
];

/**
 * Estimates the number of buckets of a cover.
 * @type {(c: number, multiples: number, efficiency: number) => number}
 */
const bucketEstimate = (c, multiples, efficiency) =>
  Math.max(1, Math.round(2 ** (c - 1) / (multiples * efficiency)));

/**
 * Work of one multiplication by n random non-zero scalars.
 * @param {Layout} layout
 * @param {number} buckets |B|
 * @param {number} n
 * @returns {Work}
 */
export function fixedWork({ c, windows, perLayer }, buckets, n) {
  const digits = n * windows * (1 - 2 ** -c);
  const cells = perLayer * buckets;
  const filled = hit(cells, digits);
  const reduces = buckets > 1;
  const additions = digits - filled + (reduces ? 2 * filled + perLayer * 2 ** (c / 2 + 1) : 0);
  const levels = Math.ceil(Math.log2(c));
  const rounds = Math.log2(1 + digits / cells) + (reduces ? c + 2 * levels : 0);
  return {
    additions,
    batches: rounds + additions / BATCH,
    digits: n * windows,
    buckets: perLayer * (reduces ? 2 ** c : 1),
    images: 0,
    bits: (perLayer - 1) * c + (reduces ? c : 1),
    combinationAdditions: perLayer * (reduces ? c : 1),
    points: 0,
    calls: 1,
  };
}

/**
 * A layout with all its members: what is missing would be read of `Object.prototype`.
 * @type {(given: Layout) => Layout}
 */
export const layoutOf = (given) => ({
  ...{ lastMultiples: given.multiples, narrow: 0, width: 0, whole: false },
  ...given,
});

/**
 * Nanoseconds of one multiplication by n non-zero scalars.
 * @type {(layout: Layout, n: number, prices: Prices) => number}
 */
export function fixedCost(layout, n, prices) {
  const { c, multiples } = layout;
  const isSum = multiples === 2 ** (c - 1);
  const [, efficiency] = COVER.find(([m]) => m === multiples && !isSum) ?? [0, 1];
  return costOf(fixedWork(layout, bucketEstimate(c, multiples, efficiency), n), prices);
}

/**
 * The layout that minimizes the cost of multiplications by one scalar per point, or null if no
 * table that fits beats multiplying without one.
 * @param {Problem} problem the same multiplications without a table
 * @param {{ bits: number, memory: number, pointBytes: number }} table bits of a scalar's
 *   magnitude; memory in bytes
 * @param {AllPrices} prices
 * @returns {Layout | null}
 */
export function planTable(problem, { bits, memory, pointBytes }, prices) {
  const { points } = problem;
  /** @type {Layout | null} */
  let best = null;
  let least = costOf(planMsm(problem, prices).work, prices);
  const room = Math.floor(memory / (points * pointBytes));
  for (let c = MIN_C; c <= MAX_C; c++) {
    const windows = windowsFor(bits, c);
    for (const [multiples, efficiency] of [...COVER, [2 ** (c - 1), 1]]) {
      if (multiples > 2 ** (c - 1) || multiples > room) continue;
      const perLayer = Math.ceil(windows / Math.min(windows, Math.floor(room / multiples)));
      const layers = Math.ceil(windows / perLayer);
      const layout = layoutOf({ c, windows, multiples, layers, perLayer });
      const work = fixedWork(layout, bucketEstimate(c, multiples, efficiency), points);
      const cost = costOf(work, prices);
      if (cost < least) [best, least] = [layout, cost];
    }
  }
  return best;
}
