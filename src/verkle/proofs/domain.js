/**
 * Polynomials of degree below 256 in evaluation form over 0, 1, …, 255, as committed to by Verkle
 * nodes. Barycentric formulas throughout.
 *
 * Symbols: f a polynomial; z a point; A(X) = Π (X − i) over the domain, so
 * A'(i) = (−1)^(255−i)·i!·(255 − i)!; L_i(X) = A(X)/(A'(i)(X − i)) the Lagrange polynomials.
 *
 * Sources: Berrut, Trefethen, "Barycentric Lagrange interpolation" (SIAM Review 46, 2004); Feist,
 * "PCS multiproofs using random evaluation" (2021).
 *
 * Vectors over the scalar field, as bigints. A *lazy* value is any integer in the right
 * residue class: sums of products are reduced once at the end, since a reduction costs as much
 * as three products.
 */

import { mod } from '../../math/integers.js';
import { invert } from '../../math/modular.js';

/** Points of the domain. */
export const WIDTH = 256;

const LAST = WIDTH - 1;

/** The domain with its constants, computed once per order with a few thousand products. */
export class Domain {
  #order;
  /** 1/(i − 255) for i = 0 … 510; 0 in the middle. @type {bigint[]} */
  #inverses;
  /** A'(i). @type {bigint[]} */
  #slopes;
  /** 1/A'(i). @type {bigint[]} */
  #weights;

  /** @param {bigint} order a prime above 256 */
  constructor(order) {
    this.#order = order;
    const differences = Array.from({ length: 2 * LAST + 1 }, (_, i) =>
      mod(BigInt(i - LAST), order),
    );
    this.#inverses = batchInvert(differences, order);
    const factorials = [1n];
    for (let i = 1; i < WIDTH; i++) factorials.push((factorials[i - 1] * BigInt(i)) % order);
    this.#slopes = factorials.map((factorial, i) => {
      const slope = (factorial * factorials[LAST - i]) % order;
      return (LAST - i) % 2 === 0 ? slope : order - slope;
    });
    this.#weights = batchInvert(this.#slopes, order);
  }

  /**
   * The quotient (f − f(z))/(X − z). For i ≠ z its values q_i are quotients of values; its degree
   * is below 255, so the coefficient of X^255, Σ q_i/A'(i), is 0, which gives q_z.
   * @param {readonly bigint[]} f values, reduced
   * @param {number} z in the domain
   * @returns {bigint[]} values, lazy: reducing once at the end takes half the time
   */
  divide(f, z) {
    const order = this.#order;
    const y = f[z];
    const quotient = new Array(WIDTH);
    let sum = 0n;
    for (let i = 0; i < WIDTH; i++) {
      // 0 for i = z.
      const q = (f[i] - y) * this.#inverses[i - z + LAST];
      quotient[i] = q;
      sum += q * this.#weights[i];
    }
    quotient[z] = ((-sum % order) * this.#slopes[z]) % order;
    return quotient;
  }

  /**
   * L_i(z) = Π_{j ≠ i} (z − j)/A'(i) for all i: f(z) is their inner product with the values of f.
   * No inversion, and no special case for z in the domain.
   * @param {bigint} z below the order
   * @returns {bigint[]} reduced
   */
  lagrangeCoefficients(z) {
    const order = this.#order;
    /** @type {bigint[]} */
    const coefficients = new Array(WIDTH);
    let product = 1n;
    for (let i = 0; i < WIDTH; i++) {
      coefficients[i] = (this.#weights[i] * product) % order;
      product = (product * (z - BigInt(i))) % order;
    }
    product = 1n;
    for (let i = LAST; i >= 0; i--) {
      coefficients[i] = mod(coefficients[i] * product, order);
      product = (product * (z - BigInt(i))) % order;
    }
    return coefficients;
  }

  /**
   * f(z), by Horner's rule: three products per value instead of five for the coefficients.
   * @param {readonly bigint[]} f values
   * @param {bigint} z below the order
   * @returns {bigint} reduced
   */
  evaluate(f, z) {
    const order = this.#order;
    let [sum, product] = [0n, 1n];
    for (let i = 0; i < WIDTH; i++) {
      const difference = z - BigInt(i);
      const term = (f[i] * this.#weights[i]) % order;
      sum = (sum * difference + term * product) % order;
      product = (product * difference) % order;
    }
    return mod(sum, order);
  }
}

/**
 * Montgomery's trick: one inversion, and three products per value. 1/0 is 0, as in go-ipa; it only
 * occurs for challenges that are infeasible to find.
 * @type {(values: readonly bigint[], order: bigint) => bigint[]}
 */
export function batchInvert(values, order) {
  /** @type {bigint[]} of all values before */
  const products = [];
  let product = 1n;
  for (const value of values) {
    products.push(product);
    if (value !== 0n) product = (product * value) % order;
  }
  let inverse = invert(product, order);
  for (let i = values.length - 1; i >= 0; i--) {
    if (values[i] === 0n) {
      products[i] = 0n;
      continue;
    }
    products[i] = (products[i] * inverse) % order;
    inverse = (inverse * values[i]) % order;
  }
  return products;
}

/**
 * first, first·x, first·x², ….
 * @type {(x: bigint, count: number, order: bigint, first?: bigint) => bigint[]}
 */
export function powers(x, count, order, first = 1n) {
  const result = [];
  for (let i = 0, power = first; i < count; i++, power = (power * x) % order) result.push(power);
  return result;
}

/**
 * sum += factor·values, lazily.
 * @type {(sum: bigint[], factor: bigint, values: readonly bigint[]) => void}
 */
export function addScaled(sum, factor, values) {
  for (let i = 0; i < sum.length; i++) sum[i] += factor * values[i];
}

/** Reduces lazy values in place. @type {(values: bigint[], order: bigint) => void} */
export function reduce(values, order) {
  for (let i = 0; i < values.length; i++) values[i] = mod(values[i], order);
}

/** Σ a·b. @type {(a: readonly bigint[], b: readonly bigint[], order: bigint) => bigint} */
export function dot(a, b, order) {
  let sum = 0n;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return mod(sum, order);
}
