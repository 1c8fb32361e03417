/**
 * What each kind of work costs by curve and batch kernel, in nanoseconds, with limbs30 as the single kernel. Only ratios
 * matter to a plan. Written by `node scripts/fit-cost-model.js`; bench/results/cost-model-CURVE.json has the measurements.
 */

/** @import { Prices } from './plan.js' */

/** @type {Record<string, Record<string, Prices>>} */
export const PRICES = {
  'bls12-381-g1': {
    limbs30: {
      additions: 619,
      batches: 149,
      digits: 29.1,
      buckets: 15.2,
      images: 342,
      bits: 1210,
      lastAdditions: 632,
      calls: 23000,
    },
    fma: {
      additions: 240,
      batches: 190,
      digits: 34.3,
      buckets: 16.2,
      images: 158,
      bits: 1490,
      lastAdditions: 426,
      calls: 25500,
    },
  },
  secp256k1: {
    limbs30: {
      additions: 619,
      batches: 149,
      digits: 29.1,
      buckets: 15.2,
      images: 342,
      bits: 1210,
      lastAdditions: 632,
      calls: 23000,
    },
    fma: {
      additions: 240,
      batches: 190,
      digits: 34.3,
      buckets: 16.2,
      images: 158,
      bits: 1490,
      lastAdditions: 426,
      calls: 25500,
    },
  },
};
