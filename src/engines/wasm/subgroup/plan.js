/**
 * How the sums of a check are divided into groups, by their cost.
 *
 * Symbols: n points; s sums; k of them in a group; B = (3^k − 1)/2 buckets of a group.
 */

import { TILE } from '../msm/accumulate.js';
import { costOf } from '../msm/plan.js';
import { depth, hit } from '../msm/reduction-work.js';
import { MAX_TRITS } from './trits.js';

/** @import { AllPrices } from '../msm/plan.js' */

/** Independent sums: 3^−81 < 2^−128. */
export const SUMS = 81;

/** Of each list in a search: 3^−85 < 2^−134, below 2^−128 for up to 64 lists together. */
export const SEARCH_SUMS = 85;

/** Buckets of a group of k sums, without that of digit 0. @type {(k: number) => number} */
export const bucketsOf = (k) => (3 ** k - 1) / 2;

/**
 * The sums of each group, the largest first.
 * @param {number} n
 * @param {number} s
 * @param {AllPrices} prices
 * @returns {number[] | null} null if points one by one are as fast
 */
export function planSums(n, s, prices) {
  // Each sum is checked like a point, so fewer points never gain; a plan would take 30 µs.
  if (n <= s) return null;
  let best = 0;
  let least = (n - s) * (prices.checks ?? 0);
  for (let groups = Math.ceil(s / MAX_TRITS); groups < s; groups++) {
    const cost = costOfSums(n, s / groups, groups, prices);
    if (cost < least) [best, least] = [groups, cost];
  }
  return best > 0 ? Array.from({ length: best }, (_, i) => Math.ceil((s - i) / best)) : null;
}

/**
 * Nanoseconds until the sums can be checked.
 * @param {number} n
 * @param {number} k
 * @param {number} groups
 * @param {AllPrices} prices of MSMs, whose work this is
 */
function costOfSums(n, k, groups, prices) {
  const entries = n * (1 - 3 ** -k);
  const filled = hit(bucketsOf(k), entries);
  // Folds take two additions for each bucket that is left, and two for the sums.
  const folds = 2 * bucketsOf(k);
  const tiles = (/** @type {number} */ references) => Math.max(1, (groups * references) / TILE);
  const rounds = tiles(entries) * depth(entries / filled, entries) + tiles(folds) * k * k;
  const work = {
    additions: groups * (entries - filled + folds),
    batches: rounds,
    digits: groups * n,
    buckets: groups * 3 * bucketsOf(k),
    calls: 1,
  };
  return costOf(work, prices);
}
