/**
 * Fits the two numbers of every kernel in wasm-gen/kernels.js to forced plans that were timed: for
 * each batch kernel nanoseconds of a product of limbs (`limb`) and of what else a field product
 * takes (`product`), the error of the predicted times, and by how much the plans chosen exceed the
 * fastest of those measured. Single kernels other than the batch kernel keep their numbers.
 */
import { curveNamed } from '../../src/curves/index.js';
import { costOf } from '../../src/engines/wasm/msm/plan.js';
import { pricesOn } from '../../wasm-gen/cost-model.js';
import { COSTS } from '../../wasm-gen/kernels.js';

/** @import { Row, Timed } from './measure.js' */
/** @import { KernelCost } from '../../wasm-gen/kernels.js' */

/** @typedef {{ row: Row, timed: Timed, weight: number }} Sample */

/**
 * Nanoseconds of a plan, if a kernel has these numbers.
 * @param {Sample} sample
 * @param {Pick<KernelCost, 'limb' | 'product'>} numbers
 */
function predicted({ row: { curve, roles }, timed }, numbers) {
  const kernels = { ...COSTS, [roles.batch]: { ...COSTS[roles.batch], ...numbers } };
  const prices = pricesOn(curveNamed(curve), roles, kernels);
  return costOf(/** @type {any} */ (timed.work), prices);
}

/**
 * Least squares of relative errors, which are linear in both numbers. A plan counts less the slower
 * it is compared with the fastest of its size.
 * @param {readonly Sample[]} samples
 */
function fit(samples) {
  let [aa, ab, bb, ay, by] = [0, 0, 0, 0, 0];
  for (const sample of samples) {
    const scale = sample.weight / (1000 * sample.timed.micros);
    const none = scale * predicted(sample, { limb: 0, product: 0 });
    const a = scale * predicted(sample, { limb: 1, product: 0 }) - none;
    const b = scale * predicted(sample, { limb: 0, product: 1 }) - none;
    const y = sample.weight - none;
    [aa, ab, bb, ay, by] = [aa + a * a, ab + a * b, bb + b * b, ay + a * y, by + b * y];
  }
  const determinant = aa * bb - ab * ab;
  return { limb: (bb * ay - ab * by) / determinant, product: (aa * by - ab * ay) / determinant };
}

/**
 * The numbers of every batch kernel among rows.
 * @param {readonly Row[]} rows
 */
export function fitsOf(rows) {
  return [...new Set(rows.map(({ roles }) => roles.batch))].map((kernel) => {
    const sizes = rows
      .filter(({ roles }) => roles.batch === kernel)
      .flatMap((row) =>
        row.sizes.map(({ timed }) => {
          const fastest = Math.min(...timed.map(({ micros }) => micros));
          return timed.map((one) => ({ row, timed: one, weight: fastest / one.micros }));
        }),
      );
    const numbers = fit(sizes.flat());
    const errors = sizes
      .flat()
      .map((sample) => predicted(sample, numbers) / (1000 * sample.timed.micros) - 1);
    const excess = sizes.map((samples) => {
      const cost = (/** @type {Sample} */ sample) => predicted(sample, numbers);
      return 1 / samples.reduce((a, b) => (cost(b) < cost(a) ? b : a)).weight;
    });
    const mean = (/** @type {number[]} */ values) =>
      values.reduce((sum, value) => sum + value, 0) / values.length;
    const error = Math.sqrt(mean(errors.map((value) => value * value)));
    return { kernel, ...numbers, error, excess: mean(excess) };
  });
}
