/**
 * The prices of a curve's kernels: the cost of each kind of work, for the planner
 * (src/engines/wasm/msm/plan.js). They are fitted, from src/curves/prices/NAME.json; for a curve
 * without that file they are estimated from the most similar fitted curve. The build writes them
 * next to the kernels.
 *
 * Arithmetic is priced by its products of limbs. Only ratios matter to a plan, and a plan close to
 * the best is nearly as good.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { curves } from '../src/curves/index.js';
import { checkShape } from './curve/subgroup.js';
import { foldParameters } from './field/limbs30/fold.js';
import { fieldParameters } from './field/limbs30/parameters.js';

/** @import { FittedPrices } from './kernel-prices.js' */

/** By batch kernel. @typedef {Record<string, FittedPrices>} CurvePrices */
/**
 * The origin of prices.
 * @typedef {{ device: string, engine: string, commit: string, date: string, note?: string }} Origin
 */

/**
 * The parameters that prices depend on.
 * @typedef {object} Shape
 * @property {number} fieldBits of the prime
 * @property {number} products of limbs in a product of coordinates
 * @property {number} image products of coordinates for an image of the endomorphism, 0 without one
 * @property {boolean} elements whether points are mapped to another model before they are added
 * @property {readonly string[]} chains the kernels that have chains
 */

/**
 * Products of coordinates in a batched addition, and in mapping an element to the model.
 */
const [ADDITION, TO_MODEL] = [6, 8];

/** The same for a doubling and an addition in the chain of a subgroup check. */
const [CHECK_DOUBLING, CHECK_ADDITION] = [7, 11];

/** Nanoseconds for splitting a scalar: about equal for all curves. */
const SPLIT = 50;

/** Price of an addition in a chain, relative to wide64; limbs30 has that of the last sum. */
const CHAIN_SHARES = { wide64: 1, fma: 1.15 };

/**
 * Prices, and the origin of those of each kernel.
 * @typedef {{ fitted: Record<string, Origin>, prices: CurvePrices }} Fit
 */

/** @param {string} name */
const fileOf = (name) => new URL(`../src/curves/prices/${name}.json`, import.meta.url);

/**
 * @param {string} name of a curve
 * @returns {Fit | null} null if nothing was fitted
 */
export function readPrices(name) {
  const file = fileOf(name);
  if (!existsSync(file)) return null;
  const { fitted, ...prices } = JSON.parse(readFileSync(file, 'utf8'));
  return { fitted, prices };
}

/** @param {string} name of a curve @param {Fit} fit */
export function writePrices(name, { fitted, prices }) {
  writeFileSync(fileOf(name), `${JSON.stringify({ fitted, ...prices }, null, 2)}\n`);
}

/**
 * The prices of a curve, by batch kernel.
 * @param {any} config
 * @returns {CurvePrices}
 */
export function pricesOf(config) {
  const prices = readPrices(config.name)?.prices ?? estimatePrices(shapeOf(config), fittedCurves());
  return config.traits.subgroupSums ? withChecks(prices, checkAdditions(config)) : prices;
}

/**
 * Membership in the subgroup is charged for its products: measured, a check takes 0.9 to 1.2 times
 * as long (docs/decisions/23-random-sums-for-subgroup-checks.md).
 * @param {CurvePrices} prices
 * @param {number} additions
 * @returns {CurvePrices}
 */
const withChecks = (prices, additions) =>
  Object.fromEntries(
    Object.entries(prices).map(([kernel, own]) => [
      kernel,
      { ...own, checks: Math.round(own.additions * additions) },
    ]),
  );

/**
 * A subgroup check in batched additions.
 * @param {any} config of a curve with a check
 */
function checkAdditions({ subgroupCheck, order }) {
  const { multiplier, isSquared } = checkShape(subgroupCheck, order);
  const bits = multiplier.toString(2).slice(1);
  const ones = bits.replaceAll('0', '').length;
  const chain = CHECK_DOUBLING * bits.length + CHECK_ADDITION * ones;
  return ((isSquared ? 2 : 1) * chain) / ADDITION;
}

/** All curves with fitted prices. */
export const fittedCurves = () =>
  curves.flatMap((config) => {
    const read = readPrices(config.name);
    return read ? [{ shape: shapeOf(config), prices: read.prices }] : [];
  });

/**
 * @param {any} config
 * @returns {Shape}
 */
export function shapeOf({ p, extension, endomorphism, traits }) {
  const parameters = fieldParameters(p);
  const folds = foldParameters(parameters) !== null;
  return {
    fieldBits: parameters.bits,
    products: limbProducts(parameters.n, folds, extension ? 2 : 1),
    image: imageProducts(endomorphism),
    elements: traits.elements,
    chains: traits.chains,
  };
}

/**
 * A product of n limbs takes n², its reduction n² + n or, if it folds, 2n; a product over Fp² takes
 * three products and two reductions.
 * @param {number} n limbs
 * @param {boolean} folds
 * @param {number} degree
 */
function limbProducts(n, folds, degree) {
  const reduction = folds ? 2 * n : n * n + n;
  return degree === 1 ? n * n + reduction : 3 * n * n + 2 * reduction;
}

/**
 * β times x; or a factor for either coordinate; or the rational map of an Edwards curve.
 * @param {any} endomorphism
 */
function imageProducts(endomorphism) {
  if (!endomorphism) return 0;
  if (endomorphism.beta !== undefined) return 1;
  return endomorphism.twist === undefined ? 9 : 2;
}

/**
 * Estimates prices from those of the curve with products closest in size.
 * @param {Shape} shape
 * @param {readonly { shape: Shape, prices: CurvePrices }[]} known at least one
 * @returns {CurvePrices}
 */
export function estimatePrices(shape, known) {
  const distance = (/** @type {{ shape: Shape }} */ other) =>
    Math.abs(Math.log(shape.products / other.shape.products));
  const sorted = [...known].sort((a, b) => distance(a) - distance(b));
  const [nearest] = sorted;
  const prices = Object.fromEntries(
    Object.entries(nearest.prices).map(([kernel, prices]) => [
      kernel,
      scaled(prices, nearest.shape, shape),
    ]),
  );
  // The nearest curve may make no chains.
  const measured = sorted.find((other) => other.prices.limbs30.chains?.wide64 !== undefined);
  prices.limbs30.chains = estimateChains(shape, prices.limbs30, measured);
  return prices;
}

/**
 * Prices of additions in the chains that a curve makes.
 * @param {Shape} to
 * @param {FittedPrices} prices estimated, of limbs30
 * @param {{ shape: Shape, prices: CurvePrices } | undefined} measured a curve that makes chains
 */
function estimateChains(to, { lastAdditions }, measured) {
  const price = (/** @type {string} */ kernel) => {
    const share = CHAIN_SHARES[/** @type {keyof typeof CHAIN_SHARES} */ (kernel)];
    const wide64 = measured?.prices.limbs30.chains?.wide64;
    if (!share || !measured || !wide64) return lastAdditions;
    return round(((share * to.products) / measured.shape.products) * wide64);
  };
  return Object.fromEntries(to.chains.map((kernel) => [kernel, price(kernel)]));
}

const round = (/** @type {number} */ price) => Number(price.toPrecision(3));

/**
 * @param {FittedPrices} prices
 * @param {Shape} from
 * @param {Shape} to
 * @returns {FittedPrices}
 */
function scaled(prices, from, to) {
  const ratio = to.products / from.products;
  const additions = round(ratio * prices.additions);
  const lastAdditions = round(ratio * prices.lastAdditions);
  const product = additions / ADDITION;
  return {
    ...prices,
    additions,
    batches: round((to.fieldBits / from.fieldBits) * prices.batches),
    images: round(to.image * product),
    bits: round(ratio * prices.bits),
    lastAdditions,
    points: round(SPLIT + (to.elements ? TO_MODEL * product : 0)),
  };
}
