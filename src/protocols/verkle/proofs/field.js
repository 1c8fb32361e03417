/**
 * Vectors over the scalar field, as bigints. A *lazy* value is any integer in the right
 * residue class: sums of products are reduced once at the end, since a reduction costs as much
 * as three products.
 */
import { mod } from '../../../math/integers.js';
import { invert } from '../../../math/modular.js';

/**
 * Montgomery's trick: one inversion, and three products per value. 1/0 is 0, as in go-ipa; it only
 * occurs for challenges that are infeasible to find.
 * @param {readonly bigint[]} values
 * @param {bigint} order
 * @returns {bigint[]}
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
 * @param {bigint} x
 * @param {number} count
 * @param {bigint} order
 * @param {bigint} [first]
 * @returns {bigint[]}
 */
export function powers(x, count, order, first = 1n) {
  const result = [];
  for (let i = 0, power = first; i < count; i++, power = (power * x) % order) result.push(power);
  return result;
}

/**
 * sum += factor·values, lazily.
 * @param {bigint[]} sum
 * @param {bigint} factor
 * @param {readonly bigint[]} values
 */
export function addScaled(sum, factor, values) {
  for (let i = 0; i < sum.length; i++) sum[i] += factor * values[i];
}

/**
 * Reduces lazy values in place.
 * @param {bigint[]} values
 * @param {bigint} order
 */
export function reduce(values, order) {
  for (let i = 0; i < values.length; i++) values[i] = mod(values[i], order);
}

/**
 * Σ a·b.
 * @param {readonly bigint[]} a
 * @param {readonly bigint[]} b
 * @param {bigint} order
 * @returns {bigint}
 */
export function dot(a, b, order) {
  let sum = 0n;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return mod(sum, order);
}
