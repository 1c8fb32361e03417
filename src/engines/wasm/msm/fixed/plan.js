/**
 * How a table of fixed points is laid out, from what its multiplications will cost.
 *
 * Symbols: n points, c bits of a window, W windows of a scalar, μ multiples in a table, |B| buckets (cover.js). A layer is
 * the multiples of 2^(c·h·l)·P for one l: it serves h windows, each with its own set of buckets. With h = 1 there is a
 * layer for every window, and no doublings are left but those of the last sum.
 */

import { costOf, planMsm } from '../plan.js';

/** @import { Prices, Work } from '../plan.js' */

/**
 * @typedef {object} Layout
 * @property {number} c
 * @property {number} windows
 * @property {number} multiples μ
 * @property {number} layers
 * @property {number} perLayer h windows a layer
 * @property {number} [lastMultiples] of the last layer, if not μ
 * @property {number} [narrow] so many of the last windows have c − 1 bits, and their layers μ/2 multiples; with h = 1
 * @property {boolean} [whole] of a comb in a kernel that takes halves of scalars: it takes whole ones
 * @property {number} [width] w bits of sliding windows, whose multiples are the odd ones: a comb's (comb-layouts.js)
 */

const [MIN_C, MAX_C] = [3, 17];

/** Bits of a half-scalar without a table. */
const HALF_BITS = 127;

/** Additions of one batch: see accumulate.js. */
const BATCH = 2048;

/** How well a greedy cover does: 2^(c−1)/(μ·|B|) for μ multiples, whatever c ≥ 8 is (measured). */
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
 * About how many buckets a cover needs.
 * @param {number} c
 * @param {number} multiples
 * @param {number} efficiency
 */
const bucketEstimate = (c, multiples, efficiency) =>
  Math.max(1, Math.round(2 ** (c - 1) / (multiples * efficiency)));

/**
 * @param {number} bits of a scalar's magnitude
 * @param {number} c
 */
export const windowsOf = (bits, c) => Math.ceil((bits + 1) / c);

/**
 * Work of one multiplication by n scalars that are not zero, counted for random ones.
 * @param {Layout} layout
 * @param {number} buckets |B|
 * @param {number} n
 * @returns {Work}
 */
export function fixedWork({ c, windows, perLayer }, buckets, n) {
  const digits = n * windows * (1 - 2 ** -c);
  const cells = perLayer * buckets;
  const filled = cells * -Math.expm1(-digits / cells);
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
    lastAdditions: perLayer * (reduces ? c : 1),
    points: 0,
    calls: 1,
  };
}

/**
 * Nanoseconds for a multiplication by n scalars that are not zero.
 * @param {Layout} layout
 * @param {number} n
 * @param {Prices} prices
 */
export function fixedCost(layout, n, prices) {
  const { c, multiples } = layout;
  const isSum = multiples === 2 ** (c - 1);
  const [, efficiency] = COVER.find(([m]) => m === multiples && !isSum) ?? [0, 1];
  return costOf(fixedWork(layout, bucketEstimate(c, multiples, efficiency), n), prices);
}

/**
 * The layout whose multiplications by n scalars cost least, or null if no table fits that beats points without one.
 * @param {{ n: number, bits: number, memory: number, pointBytes: number, prices: Prices }} input n at least 1; bits of a
 * scalar's magnitude; memory in bytes
 * @returns {Layout | null}
 */
export function planTable({ n, bits, memory, pointBytes, prices }) {
  /** @type {Layout | null} */
  let best = null;
  let least = costOf(planMsm(2 * n, HALF_BITS, prices).work, prices);
  const room = Math.floor(memory / (n * pointBytes));
  for (let c = MIN_C; c <= MAX_C; c++) {
    const windows = windowsOf(bits, c);
    for (const [multiples, efficiency] of [...COVER, [2 ** (c - 1), 1]]) {
      if (multiples > 2 ** (c - 1) || multiples > room) continue;
      const perLayer = Math.ceil(windows / Math.min(windows, Math.floor(room / multiples)));
      const layers = Math.ceil(windows / perLayer);
      const layout = { c, windows, multiples, layers, perLayer };
      const cost = costOf(fixedWork(layout, bucketEstimate(c, multiples, efficiency), n), prices);
      if (cost < least) [best, least] = [layout, cost];
    }
  }
  return best;
}
