/** The prices that a plan for an MSM reckons with, by kernels. */

/** @import { ChainPrices } from './fixed/plan-combs.js' */
/** @import { Prices } from './plan.js' */

/**
 * Of a batch kernel, in nanoseconds. `single`: the kernel for chains of those measurements, where it was not limbs30.
 * @typedef {Prices & { single?: string }} FittedPrices
 */

/**
 * What field arithmetic on 64-bit limbs costs, as a share of limbs30's, where wide arithmetic is good: Chromium and Bun. prices.js is fitted in
 * Node, which has none; this to plans forced in Chromium (docs/decisions/16-wide-chains-beside-two-lanes.md).
 */
const WIDE_SHARE = 0.4;

/**
 * What chains cost by single kernel, as shares of limbs30's (fma: docs/decisions/14-two-lane-chains.md). A sum that is converted
 * for wide64 saves less.
 * @type {Record<string, Pick<Prices, 'bits' | 'lastAdditions'>>}
 */
const CHAIN_SHARES = {
  limbs30: { bits: 1, lastAdditions: 1 },
  wide64: { bits: 0.5, lastAdditions: 0.7 },
  fma: { bits: 0.5, lastAdditions: 0.5 },
};

/** Prices that are field arithmetic of the batch kernel, and of the single kernel. */
const [OF_BATCH, OF_SINGLE] = /** @type {const} */ ([
  ['additions', 'batches', 'images'],
  ['bits', 'lastAdditions'],
]);

/**
 * @param {Record<string, FittedPrices>} fitted those of a curve (prices.js), by batch kernel
 * @param {{ batch: string, single: string }} kernels by name
 * @returns {Prices}
 */
export function pricesOf(fitted, { batch, single }) {
  const { single: measured = 'limbs30', ...prices } = fitted[batch] ?? fitted.limbs30;
  if (batch === 'wide64') for (const kind of OF_BATCH) prices[kind] *= WIDE_SHARE;
  const [shares, before] = [CHAIN_SHARES[single], CHAIN_SHARES[measured]];
  for (const kind of OF_SINGLE) prices[kind] *= shares[kind] / before[kind];
  return prices;
}

/**
 * What a chain in extended coordinates costs, in nanoseconds (docs/decisions/15-combs.md). An addition of fma takes 209 when its
 * entry is in the cache, and 245 over a table of 15 MiB.
 * @type {Record<string, ChainPrices>}
 */
const CHAIN_PRICES = {
  limbs30: { additions: 530, doublings: 510, calls: 4500 },
  fma: { additions: 245, doublings: 192, calls: 4500 },
};

/**
 * Of a chain in extended coordinates.
 * @param {string} batch
 * @returns {ChainPrices}
 */
export function chainPricesOf(batch) {
  const { additions, doublings, calls } = CHAIN_PRICES[batch] ?? CHAIN_PRICES.limbs30;
  const share = batch === 'wide64' ? WIDE_SHARE : 1;
  return { additions: share * additions, doublings: share * doublings, calls };
}
