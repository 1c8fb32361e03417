/**
 * Predictions of the cost model for one thread and for several. Shared caches, memory bandwidth and
 * clocks under load are not modelled.
 */
import { curveNamed } from '../../src/curves/index.js';
import { costOf, planMsm } from '../../src/engines/wasm/msm/plan.js';
import { kernelPrices } from '../../wasm-gen/kernel-prices.js';
import { fullProblem } from '../../src/engines/wasm/msm/problem.js';
import { planShares } from '../../src/engines/wasm/msm/shares.js';
import { cutFor, cutTakes } from '../../src/parallel/plan.js';
import { pricesOf } from '../../wasm-gen/prices.js';
import { splitParameters } from '../../wasm-gen/scalar/lattice.js';

/** Bytes of a scalar, and milliseconds in which the caller's thread sends as many: 1 a MiB. */
const SCALAR_BYTES = 32;
const BYTE_MS = 1 / 2 ** 20;

/** Batch kernels that compute sum and difference together. */
const WITH_PAIRS = ['limbs30', 'wide64'];

/**
 * The cost model of a curve on some kernels.
 * @param {string} curve
 * @param {{ batch: string, single: string }} kernels
 * @returns {import('../../src/parallel/plan.js').Times | null} null for a backend without prices
 */
function timesOf(curve, kernels) {
  if (kernels.batch === 'bigint') return null;
  const config = curveNamed(curve);
  const { basis } = splitParameters(config.order, config.endomorphism?.lambda ?? null);
  const pairs = WITH_PAIRS.includes(kernels.batch);
  const abilities = { parts: basis.length, pairs, chains: false };
  const bits = config.order.toString(2).length - 1;
  const prices = kernelPrices(pricesOf(config), kernels);
  return {
    whole: (n) => costOf(planMsm(fullProblem(abilities, n, bits), prices).work, prices) / 1e6,
    share: (n, count) => planShares(fullProblem(abilities, n, bits), prices, count).milliseconds,
  };
}

/**
 * The cost model's milliseconds on one thread.
 * @param {string} curve
 * @param {{ batch: string, single: string }} kernels
 * @param {number} n
 * @returns {number | null} null for a backend without prices
 */
export const predict = (curve, kernels, n) => timesOf(curve, kernels)?.whole(n) ?? null;

/**
 * The gain of as many threads as the library would use for n points, which the workers have, after
 * the caller's thread has sent them their scalars, one worker after the other.
 * @param {{ curve: string, kernels: { batch: string, single: string }, factor: number }} model
 *   `factor` of this machine
 * @param {number} n
 * @param {number} threads
 * @returns {number}
 */
export function predictSpeedup({ curve, kernels, factor }, n, threads) {
  const times = timesOf(curve, kernels);
  const cut = times && cutFor(n, threads, times);
  if (!cut || cut.workers === 1) return 1;
  const here = {
    whole: (/** @type {number} */ points) => factor * times.whole(points),
    share: (/** @type {number} */ points, /** @type {number} */ count) =>
      factor * times.share(points, count),
  };
  return here.whole(n) / (cutTakes(n, cut, here) + n * SCALAR_BYTES * BYTE_MS);
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
