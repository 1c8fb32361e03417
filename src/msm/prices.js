/**
 * What each kind of work costs on each batch kernel, in nanoseconds, with limbs30 as the single kernel. Only ratios
 * matter to a plan. Written by `node scripts/fit-cost-model.js`; bench/results/cost-model.json has the measurements.
 */

/** @import { Prices } from './plan.js' */

/** @type {Record<string, Prices>} */
export const PRICES = {
  limbs30: {
    additions: 551,
    batches: 387,
    digits: 84.3,
    buckets: 18.7,
    images: 407,
    bits: 1030,
    lastAdditions: 569,
    calls: 25800,
  },
  fma: {
    additions: 181,
    batches: 1230,
    digits: 80.9,
    buckets: 26.1,
    images: 196,
    bits: 1210,
    lastAdditions: 352,
    calls: 31300,
  },
};
