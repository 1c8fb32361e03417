/**
 * Which strategy, which window: from a cost model that is defined for every number of points and every scalar length.
 *
 * Symbols: m half-scalars (two per point, or as many parts as its endomorphism gives), b bits of the largest, c bits of a window, W windows, L = 2^(c−1) buckets.
 * `filled` of the m are not 0, which only those count that have digits: scalars that are short are not split.
 * A plan's cost is the sum of what it does (additions, batches, …), which the formulas below count for random scalars,
 * times what each costs on the kernel at hand (prices.js, fitted to measurements).
 */

import { depth, hit, reductionWork } from './reduction-work.js';
import { windowsFor } from './windows.js';

/** @import { Chains } from './chain.js' */

/**
 * How often a plan does what.
 * @typedef {object} Work
 * @property {number} additions batched ones; a sum with its difference counts as 2 − SAVED_BY_PAIR
 * @property {number} batches each with an inversion
 * @property {number} digits cut, counted and placed
 * @property {number} buckets laid out, empty or not
 * @property {number} images of the endomorphism
 * @property {number} points taken over, whatever the plan: scalars split, points made those of the model
 * @property {number} bits of the last sum: a doubling each
 * @property {number} lastAdditions mixed additions of the last sum, whose points are converted where the kernels are two
 * @property {number} calls 1: what every call costs
 */

/** Nanoseconds for each kind of work. @typedef {Record<keyof Work, number>} Prices */
/** Of a plan that is one chain: the additions of points that are the single kernel's own. @typedef {Omit<Work, 'lastAdditions'> & { chainAdditions: number }} ChainWork */
/** @typedef {Prices & { chainAdditions?: number }} AllPrices */
/** @typedef {{ strategy: 'buckets', c: number, windows: number, work: Work }} BucketPlan */
/** @typedef {{ strategy: 'straus', w: number, work: Work }} StrausPlan */
/** @typedef {{ strategy: 'tables', c: number, windows: number, work: Work }} TablePlan */
/** @typedef {{ strategy: 'chain', w: number, work: ChainWork }} ChainPlan */
/** @typedef {BucketPlan | StrausPlan | TablePlan | ChainPlan} Plan */

const [MIN_C, MAX_C] = [2, 18];
const [MIN_W, MAX_W] = [2, 6];
const [MIN_TABLE_C, MAX_TABLE_C] = [2, 6];

/** References that are summed together: see accumulate.js. */
const TILE = 4096;

/**
 * Batches of additions: a tile after the other, in as many rounds as it takes.
 * @param {number} references
 * @param {number} rounds
 */
function batchesOf(references, rounds) {
  return Math.max(1, references / TILE) * rounds;
}

/**
 * Bits of a half that its top window has, the sign included: the others are always zero, and so are most of its digits if
 * there is one bit only.
 * @param {number} bits b
 * @param {number} c
 */
function topBits(bits, c) {
  return bits + 1 - (windowsFor(bits, c) - 1) * c;
}

/**
 * A window whose buckets are filled and then reduced.
 * @param {number} halves
 * @param {number} width bits that it has of the scalars
 * @param {boolean} pairs
 */
function windowWork(halves, width, pairs) {
  const digits = halves * (1 - 2 ** -width);
  const buckets = 2 ** (width - 1);
  const filled = hit(buckets, digits);
  const { additions, entries, rounds } = reductionWork(width, filled, pairs);
  return {
    additions: digits - filled + additions,
    entries: [digits, ...entries],
    rounds: [depth(digits / buckets, digits), ...rounds],
  };
}

/**
 * Pippenger's buckets: digits fill buckets, which grid reduction (reduce.js) sums twice over, then their halves.
 * @param {number} halves m
 * @param {number} bits b
 * @param {number} c
 * @param {number} [parts] of a scalar
 * @param {number} [filled]
 * @param {boolean} [pairs] whether the kernel adds and subtracts at once
 * @returns {BucketPlan}
 */
export function bucketPlan(halves, bits, c, parts = 2, filled = halves, pairs = false) {
  const windows = windowsFor(bits, c);
  const top = windowWork(filled, topBits(bits, c), pairs);
  const inner = windows > 1 ? windowWork(filled, c, pairs) : top;
  let batches = 0;
  inner.entries.forEach((entries, level) => {
    batches += batchesOf(windows * entries, inner.rounds[level]);
  });
  const work = {
    additions: (windows - 1) * inner.additions + top.additions,
    batches,
    digits: windows * halves,
    buckets: windows * 2 ** (c - 1),
    images: halves - halves / parts,
    bits,
    lastAdditions: bits + 1,
    points: halves / parts,
    calls: 1,
  };
  return { strategy: 'buckets', c, windows, work };
}

/**
 * Straus' tables: odd multiples of every point, then one bucket for every bit.
 * @param {number} halves
 * @param {number} bits
 * @param {number} w
 * @param {number} [parts] of a scalar
 * @param {number} [filled]
 * @returns {StrausPlan}
 */
export function strausPlan(halves, bits, w, parts = 2, filled = halves) {
  const rows = 2 ** (w - 2);
  const digits = (filled * bits) / (w + 1);
  const sums = hit(bits, digits);
  const tables = w > 2 ? (halves / parts) * rows : 0;
  const work = {
    additions: tables + digits - sums,
    batches:
      (w > 2 ? batchesOf((2 * tables) / rows, rows) : 0) +
      batchesOf(digits, depth(digits / bits, filled)),
    // A half is looked at bit by bit: some eight bits cost as much as a digit of a window.
    digits: digits + (halves * bits) / 8,
    buckets: bits,
    images: (halves - halves / parts) * rows,
    bits,
    lastAdditions: sums,
    points: halves / parts,
    calls: 1,
  };
  return { strategy: 'straus', w, work };
}

/**
 * Straus' tables with fixed windows: the multiples up to 2^(c−1) of every point, then one bucket for every window.
 * @param {number} halves
 * @param {number} bits
 * @param {number} c
 * @param {number} [parts] of a scalar
 * @param {number} [filled]
 * @returns {TablePlan}
 */
export function tablePlan(halves, bits, c, parts = 2, filled = halves) {
  const windows = windowsFor(bits, c);
  const rows = 2 ** (c - 1);
  const digits = filled * (1 - 2 ** -c);
  const top = filled * (1 - 2 ** -topBits(bits, c));
  const additions =
    (halves / parts) * (rows - 1) + (windows - 1) * Math.max(0, digits - 1) + Math.max(0, top - 1);
  const work = {
    additions,
    batches:
      batchesOf((2 * halves) / parts, c - 1) + batchesOf(windows * digits, depth(digits, filled)),
    digits: windows * halves,
    buckets: windows,
    images: (halves - halves / parts) * rows,
    bits: (windows - 1) * c,
    lastAdditions: windows,
    points: halves / parts,
    calls: 1,
  };
  return { strategy: 'tables', c, windows, work };
}

/**
 * @param {Plan['work']} work
 * @param {AllPrices} prices with that of every kind of work there is
 * @returns {number} nanoseconds
 */
export function costOf(work, prices) {
  const priceOf = /** @type {Record<string, number>} */ (/** @type {unknown} */ (prices));
  let cost = 0;
  for (const [kind, amount] of Object.entries(work)) cost += amount * priceOf[kind];
  return cost;
}

/**
 * All plans for a size.
 * @param {number} halves number of half-scalars, at least 2
 * @param {number} bits bit length of the largest half, at least 1
 * @param {number} [parts] of a scalar
 * @param {Chains} [chains] if the kernels can do that
 * @param {number} [filled] how many of the halves are not 0, at least 1
 * @param {boolean} [pairs] whether the kernel adds and subtracts at once
 * @returns {Plan[]}
 */
export function plansFor(
  halves,
  bits,
  parts = 2,
  chains = undefined,
  filled = halves,
  pairs = false,
) {
  /** @type {Plan[]} */
  const plans = chains?.plans(halves, bits, parts, filled) ?? [];
  // With still wider windows nearly all buckets would be empty.
  const maxC = Math.min(MAX_C, Math.ceil(Math.log2(halves)) + 6);
  for (let c = MIN_C; c <= maxC; c++) plans.push(bucketPlan(halves, bits, c, parts, filled, pairs));
  for (let c = MIN_TABLE_C; c <= MAX_TABLE_C; c++)
    plans.push(tablePlan(halves, bits, c, parts, filled));
  for (let w = MIN_W; w <= MAX_W; w++) plans.push(strausPlan(halves, bits, w, parts, filled));
  return plans;
}

/**
 * The cheapest plan.
 * @param {number} halves
 * @param {number} bits
 * @param {AllPrices} prices that of a chain's additions only if the kernels can do that
 * @param {number} [parts] of a scalar
 * @param {Chains} [chains] if the kernels can do that
 * @param {number} [filled] how many of the halves are not 0, at least 1
 * @param {boolean} [pairs] whether the kernel adds and subtracts at once
 * @returns {Plan}
 */
export function planMsm(
  halves,
  bits,
  prices,
  parts = 2,
  chains = undefined,
  filled = halves,
  pairs = false,
) {
  let [best, least] = [/** @type {Plan | null} */ (null), Infinity];
  for (const plan of plansFor(halves, bits, parts, chains, filled, pairs)) {
    const cost = costOf(plan.work, prices);
    if (cost < least) [best, least] = [plan, cost];
  }
  return /** @type {Plan} */ (best);
}
