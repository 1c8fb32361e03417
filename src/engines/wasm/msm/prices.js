/**
 * What each kind of work costs by curve and batch kernel, in nanoseconds. Only ratios matter to a plan. Written by
 * `node scripts/fit-cost-model.js`; bench/results/cost-model-CURVE.json has the measurements.
 */

/** @import { FittedPrices } from './pricing.js' */

/** @type {Record<string, FittedPrices>} */
export const BLS12_381_G1 = {
  limbs30: {
    chains: { wide64: 670, fma: 780 },
    additions: 843,
    batches: 3690,
    digits: 22.9,
    buckets: 26.2,
    images: 66.6,
    bits: 756,
    lastAdditions: 1120,
    points: 24.2,
    calls: 17000,
  },
  fma: {
    additions: 307,
    batches: 4000,
    digits: 19.4,
    buckets: 22.2,
    images: 81.3,
    bits: 650,
    lastAdditions: 1820,
    points: 25.9,
    calls: 17300,
  },
};

/** @type {Record<string, FittedPrices>} */
export const BLS12_381_G2 = {
  limbs30: {
    chains: { wide64: 2030 },
    additions: 2300,
    batches: 4620,
    digits: 18.3,
    buckets: 19.5,
    images: 643,
    bits: 1860,
    lastAdditions: 3270,
    points: 50.8,
    calls: 17800,
  },
  fma: {
    additions: 862,
    batches: 5250,
    digits: 22,
    buckets: 22.5,
    images: 276,
    bits: 1780,
    lastAdditions: 4440,
    points: 56.6,
    calls: 19800,
  },
};

/** @type {Record<string, FittedPrices>} */
export const SECP256K1 = {
  limbs30: {
    chains: { limbs30: 416, wide64: 198, fma: 223 },
    additions: 264,
    batches: 1400,
    digits: 30.2,
    buckets: 27.4,
    images: 58.5,
    bits: 187,
    lastAdditions: 416,
    points: 54.4,
    calls: 12900,
  },
  fma: {
    single: 'fma',
    additions: 111,
    batches: 1260,
    digits: 22.1,
    buckets: 32.7,
    images: 63.6,
    bits: 67.1,
    lastAdditions: 259,
    points: 60.3,
    calls: 11200,
  },
};

/** @type {Record<string, FittedPrices>} */
export const BANDERWAGON = {
  limbs30: {
    chains: { wide64: 390 },
    additions: 372,
    batches: 2990,
    digits: 15.6,
    buckets: 21.7,
    images: 566,
    bits: 439,
    lastAdditions: 761,
    points: 1680,
    calls: 17200,
  },
  fma: {
    additions: 153,
    batches: 3440,
    digits: 16.1,
    buckets: 26.2,
    images: 336,
    bits: 395,
    lastAdditions: 1100,
    points: 302,
    calls: 18000,
  },
};

/**
 * All of them by name: for measurements and tests. An entry takes its own, so that a page downloads no others.
 * @type {Record<string, Record<string, FittedPrices>>}
 */
export const PRICES = {
  'bls12-381-g1': BLS12_381_G1,
  'bls12-381-g2': BLS12_381_G2,
  secp256k1: SECP256K1,
  banderwagon: BANDERWAGON,
};
