/**
 * Predictions of the cost model for one thread and for several. Shared caches, memory bandwidth and
 * clocks under load are not modelled.
 */
import { curveNamed } from '../../src/curves/index.js';
import { costOf, planMsm } from '../../src/engines/wasm/msm/plan.js';
import { kernelPrices } from '../../src/engines/wasm/msm/pricing.js';
import { fullProblem } from '../../src/engines/wasm/msm/problem.js';
import { workersFor, workersTake } from '../../src/parallel/plan.js';
import { pricesOf } from '../../wasm-gen/prices.js';
import { splitParameters } from '../../wasm-gen/scalar/lattice.js';

/** Bytes of a scalar, and milliseconds in which the caller's thread sends as many: 1 a MiB. */
const SCALAR_BYTES = 32;
const BYTE_MS = 1 / 2 ** 20;

/** Batch kernels that compute sum and difference together. */
const WITH_PAIRS = ['limbs30', 'wide64'];

/**
 * The cost model's milliseconds.
 * @param {string} curve
 * @param {{ batch: string, single: string }} kernels
 * @param {number} n
 * @returns {number | null} null for a backend without prices
 */
export function predict(curve, kernels, n) {
  if (kernels.batch === 'bigint') return null;
  const config = curveNamed(curve);
  const { basis } = splitParameters(config.order, config.endomorphism?.lambda ?? null);
  const pairs = WITH_PAIRS.includes(kernels.batch);
  const abilities = { parts: basis.length, pairs, chains: false };
  const problem = fullProblem(abilities, n, config.order.toString(2).length - 1);
  const prices = kernelPrices(pricesOf(config), kernels);
  return costOf(planMsm(problem, prices).work, prices) / 1e6;
}

/**
 * The time of n points, resident in workers: as many workers as the library would use sum a share
 * each, after the caller's thread has sent them their scalars, one worker after the other.
 * @param {number} n
 * @param {number} threads
 * @param {(n: number) => number} one milliseconds on one thread, as the library predicts them
 * @param {number} factor of this machine
 * @returns {number}
 */
export function predictSpeedup(n, threads, one, factor) {
  const workers = workersFor(n, threads, one);
  if (workers === 1) return 1;
  const here = (/** @type {number} */ points) => factor * one(points);
  return here(n) / (workersTake(n, workers, here) + n * SCALAR_BYTES * BYTE_MS);
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
