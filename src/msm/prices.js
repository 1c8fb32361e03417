/**
 * What each kind of work costs by curve and batch kernel, in nanoseconds, with limbs30 as the single kernel (pricing.js has the shares of others). Only ratios
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
  'bls12-381-g2': {
    limbs30: {
      additions: 2200,
      batches: 1200,
      digits: 84,
      buckets: 19,
      images: 800,
      bits: 3300,
      lastAdditions: 2000,
      calls: 30000,
    },
    fma: {
      additions: 750,
      batches: 2500,
      digits: 81,
      buckets: 26,
      images: 400,
      bits: 3300,
      lastAdditions: 2000,
      calls: 36000,
    },
  },
  secp256k1: {
    limbs30: {
      additions: 155,
      batches: 733,
      digits: 67.8,
      buckets: 22.3,
      images: 129,
      bits: 199,
      lastAdditions: 1.07,
      calls: 32200,
    },
    fma: {
      additions: 52.2,
      batches: 1070,
      digits: 48.6,
      buckets: 28.1,
      images: 64,
      bits: 131,
      lastAdditions: 238,
      calls: 35000,
    },
  },
  // Not measured yet: those of secp256k1, a quarter up.
  banderwagon: {
    limbs30: {
      additions: 194,
      batches: 900,
      digits: 67.8,
      buckets: 22.3,
      images: 600,
      bits: 300,
      lastAdditions: 300,
      calls: 32200,
    },
    fma: {
      additions: 65,
      batches: 1300,
      digits: 48.6,
      buckets: 28.1,
      images: 200,
      bits: 300,
      lastAdditions: 300,
      calls: 35000,
    },
  },
};
