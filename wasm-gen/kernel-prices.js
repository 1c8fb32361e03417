/**
 * Prices of work on a pair of kernels, from those fitted per curve: what the build writes beside
 * each batch kernel.
 */

/** @import { AllPrices, Prices } from '../src/engines/wasm/msm/plan.js' */
/** @import { KernelPrices } from '../src/engines/wasm/msm/pricing.js' */

/**
 * Prices for a batch kernel, in nanoseconds. `single`: the single kernel of the measured chains, if
 * not limbs30. `chains` (limbs30 only): the price of an addition in the chain for few points, which
 * converts no sums, per single kernel that can build tables for it. `checks`: see `AllPrices`.
 * @typedef {Prices & { single?: string, checks?: number, chains?: Record<string, number> }}
 *   FittedPrices
 */

/**
 * Work on wide64, relative to limbs30. Prices per curve are fitted in Node, which has no wide
 * arithmetic; these shares are fitted to plans forced by `node bench/plans/run.js`
 * (docs/decisions/18-chains-of-few-points.md).
 */
const WIDE_SHARES = { additions: 0.46, batches: 0.53, images: 0.53, checks: 0.46 };

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
  const { single: measured = 'limbs30', ...own } = fitted[batch] ?? fitted.limbs30;
  const prices = { checks: 0, ...own };
  delete prices.chains;
  if (batch === 'wide64')
    for (const kind of /** @type {Array<keyof typeof WIDE_SHARES>} */ (Object.keys(WIDE_SHARES)))
      prices[kind] *= WIDE_SHARES[kind];
  for (const kind of /** @type {const} */ (['bits', 'lastAdditions']))
    prices[kind] *= LAST_SUM_SHARES[single][kind] / LAST_SUM_SHARES[measured][kind];
  return { ...prices, chainAdditions: fitted.limbs30.chains?.[single] };
}

/** Three digits, as fitted prices have. @param {Record<string, number | undefined>} prices */
const rounded = (prices) =>
  Object.fromEntries(
    Object.entries(prices).flatMap(([kind, price]) =>
      price === undefined ? [] : [[kind, Number(price.toPrecision(3))]],
    ),
  );

/**
 * The single kernels that an instance may pair with a batch kernel. A faster kernel takes both
 * roles before the portable one is left with one of them; wide64 has a single role on every curve.
 * @param {string} batch
 * @param {readonly string[]} chains the kernels that have chains
 */
export const singlesOf = (batch, chains) =>
  batch === 'limbs30' ? ['limbs30'] : [...new Set(['limbs30', 'wide64', ...chains])];

/**
 * The prices beside a batch kernel.
 * @param {Record<string, FittedPrices>} fitted prices of a curve, per batch kernel
 * @param {string} batch
 * @param {readonly string[]} singles the kernels that may go with it
 * @returns {KernelPrices}
 */
export function pricesBeside(fitted, batch, singles) {
  const parts = singles.map((single) => {
    const prices = kernelPrices(fitted, { batch, single });
    const { bits, lastAdditions, chainAdditions, ...own } = prices;
    return { single, own, rest: rounded({ bits, lastAdditions, chainAdditions }) };
  });
  return /** @type {any} */ ({
    ...rounded(parts[0].own),
    singles: Object.fromEntries(parts.map(({ single, rest }) => [single, rest])),
  });
}
