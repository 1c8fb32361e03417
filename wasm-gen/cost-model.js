/**
 * The cost model by which plans are chosen: nanoseconds of every kind of work on a pair of kernels,
 * from counts of products. A product of coordinates has a time for each product of limbs in it and
 * one for each field product; these two numbers a kernel are measured (bench/run.js --suite plans
 * --fit). What is not arithmetic has one time for all curves.
 */

import { BEST, PORTABLE } from '../src/engines/wasm/kernels/registry.js';
import { pricesWith } from '../src/engines/wasm/msm/plan.js';
import { checkShape } from './curve/subgroup.js';
import { foldParameters } from './field/limbs30/fold.js';
import { fieldParameters } from './field/limbs30/parameters.js';
import { COSTS } from './kernels.js';

/** @import { AllPrices, KernelPrices } from '../src/engines/wasm/msm/plan.js' */
/** @import { KernelCost } from './kernels.js' */

/**
 * Products of coordinates: in a batched addition, in the doubling of a chain, more in that where
 * a ≠ 0, in mapping an element to the model, and in the way of a point to another kernel, on
 * limbs30.
 */
const [ADDITION, DOUBLING, WITH_A, TO_MODEL, CONVERSION] = [6, 5, 2, 8, 5];

/** The same for a doubling and an addition in the chain of a subgroup check. */
const [CHECK_DOUBLING, CHECK_ADDITION] = [7, 11];

/** Nanoseconds of work that is no product, equal for all curves; an inversion by bits squared. */
const [DIGIT, BUCKET, COPY, SPLIT, CALL, INVERSION] = [16, 24, 35, 45, 12000, 0.022];

/** Nanoseconds of a product of coordinates. @type {(config: any, kernel: KernelCost) => number} */
function productOf({ p, extension }, { width, limb, product }) {
  const parameters = fieldParameters(p);
  const n = Math.ceil(parameters.bits / width);
  // A product takes n², its reduction n² + n or, if it folds, 2n; a product over Fp² takes three
  // products and two reductions.
  const reduction = foldParameters(parameters) ? 2 * n : n * n + n;
  const limbs = extension ? 3 * n * n + 2 * reduction : n * n + reduction;
  return limb * limbs + product * (extension ? 3 : 1);
}

/**
 * Products in an image: β times x; on a twist a factor for either coordinate, mostly in Fp
 * (docs/algorithms/msm.md, §1); or the rational map of an Edwards curve.
 * @param {any} endomorphism
 */
function imageProducts({ beta, twist }) {
  if (beta !== undefined) return 1;
  return twist === undefined ? 9 : 1.1;
}

/**
 * Products of a subgroup check: measured, it takes 0.9 to 1.2 times as long
 * (docs/decisions/23-random-sums-for-subgroup-checks.md).
 * @type {(config: any) => number}
 */
function checkProducts({ traits, subgroupCheck, order }) {
  if (!traits.subgroupSums) return 0;
  const { multiplier, isSquared } = checkShape(subgroupCheck, order);
  const bits = multiplier.toString(2).slice(1);
  const ones = bits.replaceAll('0', '').length;
  return (isSquared ? 2 : 1) * (CHECK_DOUBLING * bits.length + CHECK_ADDITION * ones);
}

/**
 * Products of coordinates in each kind of work of a batch kernel that has any; an inversion, which
 * each batch has beside them, is none.
 * @param {any} config
 */
const batchProducts = ({ endomorphism, edwards }) => ({
  additions: ADDITION,
  batches: ADDITION,
  images: endomorphism ? imageProducts(endomorphism) : 0,
  points: edwards ? TO_MODEL : 0,
});

/**
 * The same for a single kernel, without conversions.
 * @param {any} config
 * @param {string} single
 * @param {typeof COSTS} kernels
 */
const singleProducts = (config, single, kernels) => ({
  bits: DOUBLING + (isGeneral(config) ? WITH_A : 0),
  combinationAdditions: kernels[single].mixed,
  chainAdditions: kernels[single].mixed,
});

/**
 * Products of coordinates in each kind of work that has any, those of conversions included.
 * @param {any} config
 * @param {{ batch: string, single: string }} roles
 * @returns {ReadonlyMap<string, number>}
 */
export function productsOn(config, { batch, single }) {
  const { combinationAdditions, ...others } = singleProducts(config, single, COSTS);
  const converted = combinationAdditions + (batch === single ? 0 : CONVERSION);
  const all = { ...batchProducts(config), ...others, combinationAdditions: converted };
  return new Map(Object.entries(all));
}

/** Three digits are enough. @param {Record<string, number>} prices */
const rounded = (prices) =>
  Object.fromEntries(
    Object.entries(prices).map(([kind, price]) => [kind, Number(price.toPrecision(3))]),
  );

/** Whether points are added on y² = x³ + ax + b with a ≠ 0. @type {(config: any) => any} */
const isGeneral = ({ edwards, a }) => Boolean(edwards) || (a.c0 ?? a) !== 0n || Boolean(a.c1);

/**
 * Prices of the work of a single kernel beside a batch kernel.
 * @param {any} config
 * @param {{ batch: string, single: string }} roles
 * @param {typeof COSTS} kernels
 */
function singlePrices(config, { batch, single }, kernels) {
  const product = productOf(config, kernels[single]);
  const products = singleProducts(config, single, kernels);
  const conversion = batch === single ? 0 : CONVERSION * productOf(config, kernels[PORTABLE]);
  const hasChains = config.traits.chains.includes(single);
  return rounded({
    bits: products.bits * product,
    combinationAdditions: products.combinationAdditions * product + conversion,
    ...(hasChains && { chainAdditions: products.chainAdditions * product }),
  });
}

/**
 * The prices beside a batch kernel.
 * @param {any} config of a curve
 * @param {string} batch
 * @param {readonly string[]} singles the kernels that may go with it
 * @param {typeof COSTS} [kernels] other numbers, to fit them
 * @returns {KernelPrices}
 */
export function pricesBeside(config, batch, singles, kernels = COSTS) {
  const product = productOf(config, kernels[batch]);
  const products = batchProducts(config);
  const { bits } = fieldParameters(config.p);
  const own = rounded({
    additions: products.additions * product,
    batches: INVERSION * bits * bits + products.batches * product,
    digits: DIGIT,
    buckets: BUCKET,
    images: config.endomorphism ? COPY + products.images * product : 0,
    points: SPLIT + products.points * product,
    calls: CALL,
    checks: checkProducts(config) * product,
  });
  const parts = singles.map((single) => [single, singlePrices(config, { batch, single }, kernels)]);
  return /** @type {any} */ ({ ...own, singles: Object.fromEntries(parts) });
}

/**
 * All prices of a pair.
 * @param {any} config
 * @param {{ batch: string, single: string }} roles kernels by name
 * @param {typeof COSTS} [kernels]
 * @returns {AllPrices}
 */
export const pricesOn = (config, { batch, single }, kernels) =>
  pricesWith(pricesBeside(config, batch, [single], kernels), single);

/**
 * The single kernels that an instance may pair with a batch kernel. A faster kernel takes both
 * roles before the portable one is left with one of them; the best has that role on every curve.
 * @param {string} batch
 * @param {readonly string[]} chains the kernels that have chains
 */
export const singlesOf = (batch, chains) =>
  batch === PORTABLE ? [PORTABLE] : [...new Set([PORTABLE, BEST.single[0], ...chains])];
