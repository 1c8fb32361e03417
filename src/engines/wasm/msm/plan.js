/**
 * Choice of strategy and window size by a cost model defined for every number of points and every
 * scalar length.
 *
 * The cost of a plan is its operation counts (work.js) times the price of each kind of work on the
 * kernels in use. Prices are fitted to measurements (pricing.js).
 */

import { bucketPlan, chainPlan, strausPlan, tablePlan } from './work.js';

/** @import { Problem } from './problem.js' */
/** @import { Plan, Work } from './work.js' */

/** Nanoseconds for each kind of work. @typedef {Record<keyof Work, number>} Prices */
/**
 * `chainAdditions` is present only if the kernels support the chain; `checks`, of a point's
 * membership in the subgroup, only on curves with the trait `subgroupSums`.
 *
 * @typedef {Prices & { chainAdditions?: number, checks?: number }} AllPrices
 */

const [MIN_C, MAX_C] = [2, 18];
const [MIN_W, MAX_W] = [2, 6];
const [MIN_TABLE_C, MAX_TABLE_C] = [2, 6];
const [MIN_CHAIN_W, MAX_CHAIN_W] = [3, 5];

/**
 * @param {Plan['work']} work
 * @param {AllPrices} prices a price for every kind of work
 * @returns {number} nanoseconds
 */
export function costOf(work, prices) {
  const priceOf = /** @type {Record<string, number>} */ (/** @type {unknown} */ (prices));
  let cost = 0;
  for (const [kind, amount] of Object.entries(work)) cost += amount * priceOf[kind];
  return cost;
}

/**
 * All candidate plans for a problem.
 * @param {Problem} problem
 * @returns {Plan[]}
 */
export function plansFor(problem) {
  /** @type {Plan[]} */
  const plans = [];
  if (problem.chains)
    for (let w = MIN_CHAIN_W; w <= MAX_CHAIN_W; w++) plans.push(chainPlan(problem, w));
  // Wider windows would leave nearly all buckets empty.
  const maxC = Math.min(MAX_C, Math.ceil(Math.log2(problem.points * problem.parts)) + 6);
  for (let c = MIN_C; c <= maxC; c++) plans.push(bucketPlan(problem, c));
  for (let c = MIN_TABLE_C; c <= MAX_TABLE_C; c++) plans.push(tablePlan(problem, c));
  for (let w = MIN_W; w <= MAX_W; w++) plans.push(strausPlan(problem, w));
  return plans;
}

/**
 * The cheapest plan.
 * @param {Problem} problem
 * @param {AllPrices} prices
 * @returns {Plan}
 */
export function planMsm(problem, prices) {
  let [best, least] = [/** @type {Plan | null} */ (null), Infinity];
  for (const plan of plansFor(problem)) {
    const cost = costOf(plan.work, prices);
    if (cost < least) [best, least] = [plan, cost];
  }
  return /** @type {Plan} */ (best);
}
