/**
 * Choice of strategy and window size by a cost model defined for every number of points and every
 * scalar length.
 *
 * The cost of a plan is its operation counts (work.js) times the price of each kind of work on the
 * kernels in use, which the build makes (wasm-gen/cost-model.js). All plans of sums, tables and
 * checks are compared by `costOf`.
 */

import { bucketPlan, chainPlan, strausPlan, tablePlan } from './work.js';

/** @import { BatchKernel, ScalarKernel } from '../kernels/kernel.js' */
/** @import { Chains } from './interleaved-wnaf.js' */
/** @import { Plan, Work } from './work.js' */

/** Nanoseconds for each kind of work. @typedef {Record<keyof Work, number>} Prices */
/**
 * `chainAdditions` is present only if the kernels support the chain; `checks`, of a point's
 * membership in the subgroup, is 0 on curves without the trait `subgroupSums`.
 *
 * @typedef {Prices & { chainAdditions?: number, checks?: number }} AllPrices
 */

/**
 * Prices of what the single kernel does.
 * @typedef {Pick<AllPrices, 'bits' | 'combinationAdditions' | 'chainAdditions'>} SinglePrices
 */

/**
 * The prices beside a batch kernel. `singles`: by the single kernel beside it; the portable batch
 * kernel has only itself.
 * @typedef {Omit<Prices, 'bits' | 'combinationAdditions'> & { checks: number,
 *   singles: Record<string, SinglePrices> }} KernelPrices
 */

/**
 * Everything that a plan depends on.
 * @typedef {object} Problem
 * @property {number} points n, at least 1
 * @property {number} parts sub-scalars of a scalar; 1 without an endomorphism
 * @property {number} bits bits of the largest sub-scalar, at least 1
 * @property {number} filled number of non-zero ones among points·parts; only these have digits
 * @property {boolean} pairs whether the batch kernel adds and subtracts two points at once
 * @property {boolean} chains whether the single kernel makes chains of few points
 */

/**
 * The properties of a problem that the kernels determine.
 * @typedef {Pick<Problem, 'parts' | 'pairs' | 'chains'>} Abilities
 */

/** The largest windows of buckets. */
const MAX_C = 18;

/**
 * All prices of a pair of kernels.
 * @param {KernelPrices} prices of the batch kernel
 * @param {string} single
 * @returns {AllPrices}
 */
export const pricesWith = ({ singles, ...prices }, single) => ({ ...prices, ...singles[single] });

/**
 * @type {(kernels: { scalarKernel: ScalarKernel, batch: BatchKernel, chains?: Chains }) =>
 *   Abilities}
 */
export const abilitiesOf = ({ scalarKernel: { parts }, batch, chains }) => ({
  parts,
  pairs: batch.pairs !== null,
  chains: chains !== undefined,
});

/**
 * A problem of full-length scalars, all parts non-zero.
 * @param {Abilities} abilities
 * @param {number} points
 * @param {number} scalarBits bits of a scalar's magnitude, divided evenly among its parts
 * @returns {Problem}
 */
export const fullProblem = (abilities, points, scalarBits) => ({
  ...abilities,
  points,
  bits: Math.ceil(scalarBits / abilities.parts),
  filled: points * abilities.parts,
});

/**
 * @param {Partial<Plan['work']>} work
 * @param {AllPrices} prices a price for every kind of work
 * @returns {number} nanoseconds
 */
export function costOf(work, prices) {
  const priceOf = /** @type {Record<string, number>} */ (/** @type {unknown} */ (prices));
  let cost = 0;
  for (const [kind, amount] of Object.entries(work)) cost += amount * priceOf[kind];
  return cost;
}

/** All candidate plans for a problem. @type {(problem: Problem) => Plan[]} */
export function plansFor(problem) {
  /** @type {Plan[]} */
  const plans = [];
  const add = (
    /** @type {(problem: Problem, width: number) => Plan} */ planOf,
    /** @type {number} */ least,
    /** @type {number} */ most,
  ) => {
    for (let width = least; width <= most; width++) plans.push(planOf(problem, width));
  };
  if (problem.chains) add(chainPlan, 3, 5);
  // Wider windows would leave nearly all buckets empty.
  const filling = Math.ceil(Math.log2(problem.points * problem.parts)) + 6;
  add(bucketPlan, 2, Math.min(MAX_C, filling));
  add(tablePlan, 2, 6);
  add(strausPlan, 2, 6);
  return plans;
}

/** The cheapest plan. @type {(problem: Problem, prices: AllPrices) => Plan} */
export function planMsm(problem, prices) {
  let [best, least] = [/** @type {Plan | null} */ (null), Infinity];
  for (const plan of plansFor(problem)) {
    const cost = costOf(plan.work, prices);
    if (cost < least) [best, least] = [plan, cost];
  }
  return /** @type {Plan} */ (best);
}

/** Plans that are kept. */
const LIMIT = 64;

/**
 * Plans for one set of kernels: for few points, planning takes a noticeable share of a sum. The
 * oldest is evicted first.
 */
export class PlanCache {
  /** @type {Map<string, Plan>} */
  #plans = new Map();
  #prices;
  #abilities;
  #limit;

  /**
   * @param {AllPrices} prices
   * @param {Abilities} abilities
   * @param {number} [limit] of plans
   */
  constructor(prices, abilities, limit = LIMIT) {
    this.#prices = prices;
    this.#abilities = abilities;
    this.#limit = limit;
  }

  /** Number of cached plans. */
  get size() {
    return this.#plans.size;
  }

  /** @type {(input: Omit<Problem, keyof Abilities>) => Plan} */
  planFor({ points, bits, filled }) {
    const key = `${points} ${bits} ${filled}`;
    const known = this.#plans.get(key);
    if (known !== undefined) return known;
    const plan = planMsm({ ...this.#abilities, points, bits, filled }, this.#prices);
    if (this.#plans.size >= this.#limit) {
      const [oldest] = this.#plans.keys();
      this.#plans.delete(oldest);
    }
    this.#plans.set(key, plan);
    return plan;
  }
}
