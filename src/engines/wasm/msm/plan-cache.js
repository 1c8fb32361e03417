/**
 * Cache of plans for recurring problems. For few points, planning takes a noticeable share of the
 * MSM.
 */

import { planMsm } from './plan.js';

/** @import { AllPrices } from './plan.js' */
/** @import { Abilities, Problem } from './problem.js' */
/** @import { Plan } from './work.js' */

/** Default number of cached plans. */
const LIMIT = 64;

/**
 * The properties of a problem that differ between MSMs on the same kernels.
 * @typedef {Omit<Problem, keyof Abilities>} Input
 */

/** Plans for one set of kernels. The oldest plan is evicted first. */
export class PlanCache {
  /** @type {Map<string, Plan>} */
  #plans = new Map();
  #prices;
  #abilities;
  #limit;

  /**
   * @param {AllPrices} prices
   * @param {Abilities} abilities
   * @param {number} [limit] maximum number of cached plans
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

  /**
   * @param {Input} input
   * @returns {Plan}
   */
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
