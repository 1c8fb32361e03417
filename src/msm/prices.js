/**
 * What each kind of work costs by curve and batch kernel, in nanoseconds, with limbs30 as the single kernel. Only ratios
 * matter to a plan. Written by `node scripts/fit-cost-model.js`; bench/results/cost-model-CURVE.json has the measurements.
 */

/** @import { Prices } from './plan.js' */

/** @type {Record<string, Record<string, Prices>>} */
export const PRICES = {
  'bls12-381-g1': {
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
  },
  secp256k1: {
    limbs30: {
      additions: 201,
      batches: 213,
      digits: 84.3,
      buckets: 18.7,
      images: 134,
      bits: 391,
      lastAdditions: 211,
      calls: 25800,
    },
    fma: {
      additions: 64.4,
      batches: 676,
      digits: 80.9,
      buckets: 26.1,
      images: 65,
      bits: 466,
      lastAdditions: 127,
      calls: 31300,
    },
  },
};
