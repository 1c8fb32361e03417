/**
 * Formal sums of points. Each is a summand, or f·A + g·B of two that were made before it, with
 * integers f and g; so the coefficients of a sum follow from the last one down, one step for each
 * sum that was made, and nothing is rounded or drawn.
 */
export class Terms {
  /** @type {Array<[a: number, f: bigint, b: number, g: bigint]>} */
  #made = [];

  /** @param {bigint} order of the group: coefficients are integers modulo it */
  constructor(order) {
    this.order = order;
    this.clear();
  }

  /** Forgets everything but zero, which is sum 0. */
  clear() {
    this.#made = [[0, 0n, 0, 0n]];
  }

  /** A new summand. @returns {number} */
  summand() {
    return this.sum(0, 0n, 0, 0n);
  }

  /** f·A + g·B. @returns {number} */
  sum(/** @type {number} */ a, /** @type {bigint} */ f, b = 0, g = 0n) {
    return this.#made.push([a, f, b, g]) - 1;
  }

  /** Sums made so far. */
  get count() {
    return this.#made.length - 1;
  }

  /**
   * @param {number} sum
   * @param {number} summands how many there are: the first that were made
   * @returns {bigint[]} the coefficient of each in the sum, modulo the order
   */
  coefficients(sum, summands) {
    const weights = new Array(this.#made.length).fill(0n);
    weights[sum] = 1n;
    for (let i = sum; i > summands; i--) {
      const weight = weights[i] % this.order;
      if (weight === 0n) continue;
      const [a, f, b, g] = this.#made[i];
      weights[a] += f * weight;
      weights[b] += g * weight;
    }
    const { order } = this;
    return weights.slice(1, summands + 1).map((weight) => ((weight % order) + order) % order);
  }
}
