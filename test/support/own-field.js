/** Pages of prime fields for tests, as `generateField` makes them. */
import { completedField, fieldPageOf } from '../../wasm-gen/own/field.js';

/**
 * @param {unknown} config
 * @param {any[]} [kernels] those that the prime admits
 * @returns {Promise<any>}
 */
export async function fieldPage(config, kernels = ['limbs30', 'fma']) {
  return (await fieldPageOf(completedField(config), kernels, false)).page;
}

export const GOLDILOCKS = { name: 'goldilocks', modulus: 2n ** 64n - 2n ** 32n + 1n };
