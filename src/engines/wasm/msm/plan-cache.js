/**
 * Cache of plans for recurring problems. For few points, planning takes a noticeable share of the
 * MSM.
 */

import { planMsm } from './plan.js';

/** @import { AllPrices } from './plan.js' */
/** @import { Problem } from './problem.js' */
/** @import { Plan } from './work.js' */

/** Default number of cached plans. */
const LIMIT = 64;

/** Plans for one set of kernels, whose abilities do not change. The oldest is evicted first. */
export class PlanCache {
  /** @type {Map<string, Plan>} */
  #plans = new Map();
  #prices;
  #limit;

  /**
   * @param {AllPrices} prices
   * @param {number} [limit] maximum number of cached plans
   */
  constructor(prices, limit = LIMIT) {
    this.#prices = prices;
    this.#limit = limit;
  }

  /** Number of cached plans. */
  get size() {
    return this.#plans.size;
  }

  /**
   * @param {Problem} problem
   * @returns {Plan}
   */
  planFor(problem) {
    const { points, bits, filled } = problem;
    const key = `${points} ${bits} ${filled}`;
    const known = this.#plans.get(key);
    if (known !== undefined) return known;
    const plan = planMsm(problem, this.#prices);
    if (this.#plans.size >= this.#limit) {
      const [oldest] = this.#plans.keys();
      this.#plans.delete(oldest);
    }
    this.#plans.set(key, plan);
    return plan;
  }
}
