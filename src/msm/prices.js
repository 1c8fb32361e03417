/**
 * What each kind of work costs by curve and batch kernel, in nanoseconds. Only ratios matter to a plan. Written by `node scripts/fit-cost-model.js`; bench/results/cost-model-CURVE.json has the measurements.
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
      additions: 208,
      batches: 2760,
      digits: 31.3,
      buckets: 14.9,
      images: 12.7,
      bits: 400,
      lastAdditions: 517,
      calls: 12700,
    },
    fma: {
      additions: 110,
      batches: 3140,
      digits: 47.7,
      buckets: 45.1,
      images: 108,
      bits: 81.5,
      lastAdditions: 244,
      calls: 17000,
    },
  },
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

/** By curve and batch kernel: the single kernel of those measurements, where it is not limbs30. @type {Record<string, Record<string, string>>} */
export const SINGLES = { secp256k1: { fma: 'fma' } };
