/** Prices of MSM work, per combination of kernels. */

/** @import { AllPrices, Prices } from './plan.js' */

/**
 * Prices for a batch kernel, in nanoseconds. `single`: the single kernel of the measured chains, if
 * not limbs30. `chains` (limbs30 only): the price of an addition in the chain for few points, which
 * converts no sums, per single kernel that can build tables for it. `checks`: see `AllPrices`.
 * @typedef {Prices & { single?: string, checks?: number, chains?: Record<string, number> }}
 *   FittedPrices
 */

/*
 * Prices per curve are fitted in Node, which has no wide arithmetic. Where it is fast (Chromium,
 * Bun), its prices are fractions of those of limbs30. These fractions, and the prices of chains,
 * are fitted to plans forced by `node bench/plans/run.js`
 * (docs/decisions/18-chains-of-few-points.md).
 */

/** Batched work on wide64, relative to limbs30. */
export const WIDE_SHARES = { additions: 0.46, batches: 0.53, images: 0.53, checks: 0.46 };

/**
 * Shares of the final sum, per single kernel. Sums that must be converted for wide64 save less.
 * @type {Record<string, Pick<Prices, 'bits' | 'lastAdditions'>>}
 */
const LAST_SUM_SHARES = {
  limbs30: { bits: 1, lastAdditions: 1 },
  wide64: { bits: 0.45, lastAdditions: 0.68 },
  fma: { bits: 0.45, lastAdditions: 0.5 },
};

/**
 * @param {Record<string, FittedPrices>} fitted prices of a curve (src/curves/prices/), per batch
 *   kernel
 * @param {{ batch: string, single: string }} kernels by name
 * @returns {AllPrices}
 */
export function kernelPrices(fitted, { batch, single }) {
  const prices = {
    checks: 0,
    single: undefined,
    chains: undefined,
    ...(fitted[batch] ?? fitted.limbs30),
  };
  if (batch === 'wide64')
    for (const kind of /** @type {Array<keyof typeof WIDE_SHARES>} */ (Object.keys(WIDE_SHARES)))
      prices[kind] *= WIDE_SHARES[kind];
  for (const kind of /** @type {const} */ (['bits', 'lastAdditions']))
    prices[kind] *=
      LAST_SUM_SHARES[single][kind] / LAST_SUM_SHARES[prices.single ?? 'limbs30'][kind];
  /** @type {Record<string, number>} */
  const chains = Object.assign(Object.create(null), fitted.limbs30.chains);
  return { ...prices, chainAdditions: chains[single] };
}
