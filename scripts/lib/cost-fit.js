/**
 * Fits prices to measurements of MSMs with forced plans, and evaluates the plans they choose.
 */
import { costOf } from '../../src/engines/wasm/msm/plan.js';

/** @import { Prices } from '../../src/engines/wasm/msm/plan.js' */
/** @import { ChainPlan, Plan } from '../../src/engines/wasm/msm/work.js' */

/** @typedef {{ n: number, plan: Exclude<Plan, ChainPlan>, ms: number }} Sample */
/** @typedef {{ n: number, plan: string, ratio: number }} Regret */

/**
 * Weight of deviations from the costs of separate parts, relative to the samples' relative errors.
 */
const PULL = 0.07;

/**
 * Samples with a larger relative deviation lose weight (Huber weights).
 */
const DISTURBED = 0.06;

const STEPS = 4000;
const ROUNDS = 6;

/**
 * Least squares on *relative* errors with no negative price: a plan for 4 points counts as much as
 * one for 2^14, and less the slower it is compared with the fastest for its size. Some kinds of
 * work always occur together, so the fit is also pulled gently towards the costs of separate parts:
 * Σ (w·(cost/measured − 1))² + Σ (PULL·(price/alone − 1))².
 * @param {readonly Sample[]} samples
 * @param {Prices} alone costs of the parts, measured separately
 * @returns {{ prices: Prices, rmsError: number }}
 */
export function fitPrices(samples, alone) {
  const kinds = /** @type {Array<keyof Prices>} */ (Object.keys(samples[0].plan.work));
  // Kinds of work that a curve lacks are neither priced nor regularised.
  const some = kinds.filter((kind) => alone[kind] > 0);
  const pulls = some.map((pulled) =>
    kinds.map((kind) => (kind === pulled ? PULL / alone[kind] : 0)),
  );
  const closeness = samples.map(({ n, ms }) => fastestOf(samples, n) / ms);
  let prices = kinds.map((kind) => alone[kind]);
  /** @type {number[]} */
  let errors = samples.map(() => 0);
  for (let round = 0; round < ROUNDS; round++) {
    const weights = errors.map(
      (error, i) => closeness[i] * Math.sqrt(Math.min(1, DISTURBED / Math.abs(error))),
    );
    const rows = samples.map(({ plan, ms }, i) =>
      kinds.map((kind) => (weights[i] * plan.work[kind]) / (ms * 1e6)),
    );
    prices = leastSquares([...rows, ...pulls], [...weights, ...pulls.map(() => PULL)], prices);
    errors = samples.map(({ plan, ms }) => {
      const cost = kinds.reduce((sum, kind, j) => sum + plan.work[kind] * prices[j], 0);
      return cost / (ms * 1e6) - 1;
    });
  }
  const rounded = kinds.map((kind, j) => [kind, Number(prices[j].toPrecision(3))]);
  return {
    prices: /** @type {Prices} */ (Object.fromEntries(rounded)),
    rmsError: Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length),
  };
}

/**
 * Minimises |rows·x − targets|² over x ≥ 0 by coordinate descent.
 * @param {readonly number[][]} rows
 * @param {readonly number[]} targets
 * @param {readonly number[]} start
 */
function leastSquares(rows, targets, start) {
  const x = [...start];
  const errors = rows.map((row, i) => row.reduce((sum, a, j) => sum + a * x[j], -targets[i]));
  for (let step = 0; step < STEPS; step++) {
    const j = step % x.length;
    let [gradient, curvature] = [0, 0];
    rows.forEach((row, i) => {
      gradient += row[j] * errors[i];
      curvature += row[j] * row[j];
    });
    const next = curvature === 0 ? 0 : Math.max(0, x[j] - gradient / curvature);
    rows.forEach((row, i) => (errors[i] += row[j] * (next - x[j])));
    x[j] = next;
  }
  return x;
}

/**
 * @param {readonly Sample[]} samples
 * @param {number} n
 */
function fastestOf(samples, n) {
  return samples.reduce(
    (least, sample) => (sample.n === n ? Math.min(least, sample.ms) : least),
    Infinity,
  );
}

/**
 * For each size, the measured plan that prices choose, and its time over that of the fastest one.
 * @param {readonly Sample[]} samples
 * @param {Prices} prices
 * @returns {Regret[]}
 */
export function regrets(samples, prices) {
  return [...new Set(samples.map(({ n }) => n))].map((n) => {
    const candidates = samples.filter((sample) => sample.n === n);
    const cost = (/** @type {Sample} */ { plan }) => costOf(plan.work, prices);
    const chosen = candidates.reduce((best, next) => (cost(next) < cost(best) ? next : best));
    const ratio = chosen.ms / fastestOf(samples, n);
    return { n, plan: nameOf(chosen.plan), ratio: Number(ratio.toFixed(3)) };
  });
}

/** @param {Sample['plan']} plan */
function nameOf(plan) {
  return `${plan.strategy} ${plan.strategy === 'straus' ? plan.w : plan.c}`;
}
