/**
 * Which strategy, which window: from a cost model that is defined for every number of points and every scalar length.
 *
 * Symbols: m half-scalars (two per point), b bits of the largest, c bits of a window, W windows, L = 2^(c−1) buckets.
 * The unit is one batched addition. The constants are fitted to bench/results/cost-model.json, which names the device.
 */

import { windowsFor } from './windows.js';

/** @typedef {{ strategy: 'buckets', c: number, windows: number, cost: number }} BucketPlan */
/** @typedef {{ strategy: 'straus', w: number, cost: number }} StrausPlan */

/** Costs in batched additions. */
const COST = {
  /** Cutting, counting and placing one digit. */
  digit: 0.02,
  /** Laying out one bucket, empty or not. */
  bucket: 0.012,
  /** One inversion with the work around a batch. */
  batch: 5,
  /** A doubling and a mixed addition of the last sum. */
  lastDouble: 1.05,
  lastAdd: 1.6,
};

const [MIN_C, MAX_C] = [2, 18];
const [MIN_W, MAX_W] = [2, 6];

/**
 * @param {number} halves m
 * @param {number} bits b
 * @param {number} c
 * @returns {BucketPlan}
 */
export function bucketPlan(halves, bits, c) {
  const windows = windowsFor(bits, c);
  const L = 2 ** (c - 1);
  const digits = halves * (1 - 2 ** -c);
  const filled = L * -Math.expm1(-digits / L);
  const batches = Math.log2(1 + digits / L) + 2 * Math.log2(c) + 4;
  const cost =
    windows * (digits + filled + 2 ** (c / 2 + 1) + COST.digit * halves + COST.bucket * L) +
    COST.batch * batches +
    windows * c * (COST.lastDouble + COST.lastAdd);
  return { strategy: 'buckets', c, windows, cost };
}

/**
 * @param {number} halves
 * @param {number} bits
 * @param {number} w
 * @returns {StrausPlan}
 */
export function strausPlan(halves, bits, w) {
  const rows = 2 ** (w - 2);
  const digits = (halves * bits) / (w + 1);
  const filled = bits * -Math.expm1(-digits / bits);
  const cost =
    (halves / 2) * rows * 1.35 +
    digits * 1.1 -
    filled +
    COST.batch * (rows + Math.log2(1 + digits / bits)) +
    bits * COST.lastDouble +
    filled * COST.lastAdd;
  return { strategy: 'straus', w, cost };
}

/**
 * The cheapest plan.
 * @param {number} halves number of half-scalars, at least 2
 * @param {number} bits bit length of the largest half, at least 1
 * @returns {BucketPlan | StrausPlan}
 */
export function planMsm(halves, bits) {
  /** @type {Array<BucketPlan | StrausPlan>} */
  const plans = [];
  for (let c = MIN_C; c <= MAX_C; c++) plans.push(bucketPlan(halves, bits, c));
  for (let w = MIN_W; w <= MAX_W; w++) plans.push(strausPlan(halves, bits, w));
  return plans.reduce((best, plan) => (plan.cost < best.cost ? plan : best));
}
