/**
 * The cost model's word on one thread and on several. No measurement of many cores is in it: shared
 * caches, memory bandwidth and clocks under load are not modelled.
 */
import { curves } from '../../src/curves/index.js';
import { costOf, planMsm } from '../../src/engines/wasm/msm/plan.js';
import { kernelPrices } from '../../src/engines/wasm/msm/pricing.js';
import { workersFor, workersTake } from '../../src/parallel/plan.js';
import { pricesOf } from '../../wasm-gen/prices.js';

/** Bytes of a scalar, and milliseconds in which the caller's thread sends as many: 1 a MiB. */
const SCALAR_BYTES = 32;
const BYTE_MS = 1 / 2 ** 20;

/**
 * The parts of a scalar by curve, and how many bits the largest has.
 *
 * @type {Record<string, { parts: number, bits: number }>}
 */
const SPLITS = {
  'bls12-381-g1': { parts: 2, bits: 127 },
  'bls12-381-g2': { parts: 4, bits: 63 },
  secp256k1: { parts: 2, bits: 128 },
};

/** Batch kernels that compute sum and difference together. */
const WITH_PAIRS = ['limbs30', 'wide64'];

/**
 * @param {string} curve
 * @param {{ batch: string, single: string }} kernels
 * @param {number} n
 * @returns {number | null} what the cost model says, or null for a curve whose split it is not told
 */
export function predict(curve, kernels, n) {
  const config = curves.find(({ name }) => name === curve);
  const split = SPLITS[curve];
  if (!config || !split) return null;
  const pairs = WITH_PAIRS.includes(kernels.batch);
  const problem = { ...split, points: n, filled: n * split.parts, pairs, chains: false };
  const prices = kernelPrices(pricesOf(config), kernels);
  return costOf(planMsm(problem, prices).work, prices) / 1e6;
}

/**
 * What n points take on threads, resident in their workers: as many of them as the library would
 * take sum a share each, and the caller's thread sends them their scalars, one after the other.
 *
 * @param {number} n
 * @param {number} threads
 * @param {(n: number) => number} one milliseconds on one thread
 * @returns {number} milliseconds
 */
export function predictThreads(n, threads, one) {
  const workers = workersFor(n, threads, one);
  if (workers === 1) return one(n);
  return workersTake(n, workers, one) + n * SCALAR_BYTES * BYTE_MS;
}

/**
 * The factor that fits the model to this machine: the geometric mean of measured over predicted.
 *
 * @param {readonly import('./report.js').Row[]} rows
 * @returns {number | null}
 */
export function fitFactor(rows) {
  const logs = rows.flatMap(({ medianMs, modelMs }) =>
    modelMs ? [Math.log(medianMs / modelMs)] : [],
  );
  return logs.length > 0
    ? Math.exp(logs.reduce((sum, value) => sum + value, 0) / logs.length)
    : null;
}
