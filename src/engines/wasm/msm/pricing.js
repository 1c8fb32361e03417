/** The prices that a plan for an MSM reckons with, by kernels. */

/** @import { ChainPrices } from './fixed/plan-combs.js' */
/** @import { AllPrices, Prices } from './plan.js' */

/**
 * Of a batch kernel, in nanoseconds. `single`: the kernel for chains of those measurements, where it was not limbs30. `chains`, of
 * limbs30: an addition in the chain of few points, which converts no sums, by single kernel, for those that have tables for it.
 * @typedef {Prices & { single?: string, chains?: Record<string, number> }} FittedPrices
 */

/*
 * Where wide arithmetic is good, Chromium and Bun, its prices are shares of limbs30's: prices.js is fitted in Node, which has none. These
 * shares, and what is said of chains, are fitted to plans forced by `node bench/plans/run.js` (docs/decisions/18-chains-of-few-points.md).
 */

/** Lists on wide64. */
const WIDE_SHARES = { additions: 0.46, batches: 0.53, images: 0.53 };

/**
 * The last sum by single kernel. A sum that is converted for wide64 saves less.
 * @type {Record<string, Pick<Prices, 'bits' | 'lastAdditions'>>}
 */
const CHAIN_SHARES = {
  limbs30: { bits: 1, lastAdditions: 1 },
  wide64: { bits: 0.45, lastAdditions: 0.68 },
  fma: { bits: 0.45, lastAdditions: 0.5 },
};

/**
 * @param {Record<string, FittedPrices>} fitted those of a curve (prices.js), by batch kernel
 * @param {{ batch: string, single: string }} kernels by name
 * @returns {AllPrices}
 */
export function pricesOf(fitted, { batch, single }) {
  const prices = { ...(fitted[batch] ?? fitted.limbs30) };
  if (batch === 'wide64')
    for (const kind of /** @type {Array<keyof typeof WIDE_SHARES>} */ (Object.keys(WIDE_SHARES)))
      prices[kind] *= WIDE_SHARES[kind];
  for (const kind of /** @type {const} */ (['bits', 'lastAdditions']))
    prices[kind] *= CHAIN_SHARES[single][kind] / CHAIN_SHARES[prices.single ?? 'limbs30'][kind];
  return { ...prices, chainAdditions: fitted.limbs30.chains?.[single] };
}

/**
 * What a chain in extended coordinates costs, in nanoseconds (docs/decisions/15-combs.md). With fma an addition takes 173 when its
 * entry is in the cache, and 190 with its digit's share; a doubling is one of two sums.
 * @type {Record<string, ChainPrices>}
 */
const CHAIN_PRICES = {
  limbs30: { additions: 530, doublings: 510, calls: 4500 },
  fma: { additions: 190, doublings: 300, calls: 900, alone: 80, image: 350 },
};

/**
 * Of a chain in extended coordinates.
 * @param {string} batch
 * @returns {ChainPrices}
 */
export function chainPricesOf(batch) {
  const { additions, doublings, calls, ...lanes } = CHAIN_PRICES[batch] ?? CHAIN_PRICES.limbs30;
  const share = batch === 'wide64' ? WIDE_SHARES.additions : 1;
  return { additions: share * additions, doublings: share * doublings, calls, ...lanes };
}
