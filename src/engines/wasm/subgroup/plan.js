/**
 * How the sums of a check are divided into groups, by their cost.
 *
 * Symbols: n points; k sums in a group; B = (3^k − 1)/2 buckets of a group.
 */

import { TILE } from '../msm/accumulate.js';
import { depth, hit } from '../msm/reduction-work.js';
import { MAX_TRITS } from './trits.js';

/** @import { AllPrices } from '../msm/plan.js' */

/** Independent sums: 3^−81 < 2^−128. */
export const SUMS = 81;

/** Buckets of a group of k sums, without that of digit 0. @param {number} k */
export const bucketsOf = (k) => (3 ** k - 1) / 2;

/**
 * The sums of each group, the largest first.
 * @param {number} n
 * @param {AllPrices} prices
 * @returns {number[] | null} null if points one by one are as fast
 */
export function planSums(n, prices) {
  let best = 0;
  let least = (n - SUMS) * (prices.checks ?? 0);
  for (let groups = Math.ceil(SUMS / MAX_TRITS); groups < SUMS; groups++) {
    const cost = costOfSums(n, groups, prices);
    if (cost < least) [best, least] = [groups, cost];
  }
  return best > 0 ? Array.from({ length: best }, (_, i) => Math.ceil((SUMS - i) / best)) : null;
}

/**
 * Nanoseconds until the sums can be checked.
 * @param {number} n
 * @param {number} groups
 * @param {AllPrices} prices of MSMs, whose work this is
 */
function costOfSums(n, groups, { additions, batches, digits, buckets, calls }) {
  const k = SUMS / groups;
  const entries = n * (1 - 3 ** -k);
  const filled = hit(bucketsOf(k), entries);
  // Folds take two additions for each bucket that is left, and two for the sums.
  const folds = 2 * bucketsOf(k);
  const tiles = (/** @type {number} */ references) => Math.max(1, (groups * references) / TILE);
  const rounds = tiles(entries) * depth(entries / filled, entries) + tiles(folds) * k * k;
  return (
    groups * (entries - filled + folds) * additions +
    rounds * batches +
    groups * (n * digits + 3 * bucketsOf(k) * buckets) +
    calls
  );
}
