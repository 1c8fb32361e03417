/** Prices of MSM work on a pair of kernels. The build makes them: wasm-gen/kernel-prices.js. */

/** @import { AllPrices, Prices } from './plan.js' */

/**
 * Those of the last sum and of chains, which the single kernel makes.
 * @typedef {Pick<AllPrices, 'bits' | 'lastAdditions' | 'chainAdditions'>} SinglePrices
 */

/**
 * The prices beside a batch kernel, in nanoseconds. `singles`: by the single kernel that an
 * instance may pair with it, the portable one only with itself.
 * @typedef {Omit<Prices, 'bits' | 'lastAdditions'> & { checks: number,
 *   singles: Record<string, SinglePrices> }} KernelPrices
 */

/**
 * All prices of a pair.
 * @param {KernelPrices} prices of the batch kernel
 * @param {string} single
 * @returns {AllPrices}
 */
export const pricesWith = ({ singles, ...prices }, single) => ({ ...prices, ...singles[single] });
