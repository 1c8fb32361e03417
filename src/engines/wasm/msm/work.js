/**
 * Operation counts of every strategy, for random scalars. Those of the bucket reduction are in
 * reduction-work.js.
 *
 * Symbols: n points; m = n·parts sub-scalars; b bits of the largest part; c bits per window; W
 * windows; L = 2^(c−1) buckets.
 */

import { TILE } from './accumulate.js';
import { depth, hit, reductionWork } from './reduction-work.js';

/** @import { Problem } from './plan.js' */

/**
 * Operation counts of a plan.
 * @typedef {object} Work
 * @property {number} additions batched additions; a sum with its difference counts as 3/2
 *   (below)
 * @property {number} batches batched additions, one inversion each
 * @property {number} digits digits extracted, counted and placed
 * @property {number} buckets buckets laid out, empty ones included; slots for sums and differences
 *   count too
 * @property {number} images images under the endomorphism
 * @property {number} points input points, for work that every plan does: splitting scalars, mapping
 *   points to the model
 * @property {number} bits bits of the combination of windows, one doubling each
 * @property {number} combinationAdditions mixed additions of the combination of windows; their
 *   points are converted if the two kernels differ
 * @property {number} calls always 1: the fixed cost of a call
 */

/**
 * Work of a plan that is a single chain: its additions take points in the single kernel's own form.
 * @typedef {Omit<Work, 'combinationAdditions'> & { chainAdditions: number }} ChainWork
 */
/**
 * The part of a plan's work that is done in a phase of its own: in the reduction of buckets, or for
 * tables.
 * @typedef {Partial<Work & ChainWork>} Part
 */
/**
 * `first`: number of windows below, which are left to others (../lists.js).
 * @typedef {{ strategy: 'buckets', c: number, windows: number, work: Work, part: Part,
 *   first: number }} BucketPlan
 */
/** @typedef {{ strategy: 'straus', w: number, work: Work, part: Part }} StrausPlan */
/**
 * @typedef {{ strategy: 'tables', c: number, windows: number, work: Work, part: Part }} TablePlan
 */
/** @typedef {{ strategy: 'chain', w: number, work: ChainWork, part: Part }} ChainPlan */
/** @typedef {BucketPlan | StrausPlan | TablePlan | ChainPlan} Plan */

/**
 * Cost of a table entry of a chain, in mixed additions: 8M + 3S by co-Z formulas, against 7M + 4S.
 * Call overhead makes up the rest.
 */
const TABLE_ENTRY = 1.1;

/**
 * The smallest number of windows W such that every |k| < 2^bits equals Σ_{j<W} d_j·2^(cj) with the
 * digits that the scalar module's `digits` produces: Booth recoding, |d_j| ≤ 2^(c−1), which
 * represents exactly the integers from −2^(cW−1) to 2^(cW−1) − 1. Hence cW ≥ bits + 1, and W = 0
 * for bits = 0.
 *
 * (Digits bounded by 2^(c−1) − 1 would reach only (2^(c−1) − 1)·(2^(cW) − 1)/(2^c − 1) < 2^(cW−1) −
 * 1, and cost another window whenever c divides bits + 1: 9 instead of 8 windows of 16 bits for 127
 * bits. The number of buckets is the same.)
 * @param {number} bits at least 0
 * @param {number} c bits per window, at least 2
 * @returns {number}
 */
export function windowsFor(bits, c) {
  return bits > 0 ? Math.ceil((bits + 1) / c) : 0;
}

/**
 * Number of batched additions: tiles are processed one after the other, each in `rounds` rounds.
 * @type {(references: number, rounds: number) => number}
 */
function batchesOf(references, rounds) {
  return Math.max(1, references / TILE) * rounds;
}

/**
 * Significant bits of a part in its top window, sign included. All higher bits are zero; if only
 * one bit is significant, so are most digits of that window.
 * @param {number} bits b
 * @param {number} c
 */
function topBits(bits, c) {
  return bits + 1 - (windowsFor(bits, c) - 1) * c;
}

/**
 * Work of one window whose buckets are filled, then reduced.
 * @param {Problem} problem
 * @param {number} width bits of the scalars that the window covers
 */
function windowWork({ filled: parts, pairs }, width) {
  const digits = parts * (1 - 2 ** -width);
  const buckets = 2 ** (width - 1);
  const filled = hit(buckets, digits);
  const { additions, entries, rounds } = reductionWork(width, filled, pairs);
  return {
    accumulation: digits - filled,
    reduction: additions,
    entries: [digits, ...entries],
    rounds: [depth(digits / buckets, digits), ...rounds],
  };
}

/**
 * Pippenger's buckets: digits fill buckets; grid reduction (reduce.js) sums these twice, then the
 * two halves recursively.
 * @type {(problem: Problem, c: number) => BucketPlan}
 */
export function bucketPlan(problem, c) {
  const { points, parts, bits, pairs } = problem;
  const windows = windowsFor(bits, c);
  // Sums and differences take two slots per pair of buckets (reduce.js).
  const places = pairs ? 2 : 1;
  const top = windowWork(problem, topBits(bits, c));
  const inner = windows > 1 ? windowWork(problem, c) : top;
  const part = { additions: (windows - 1) * inner.reduction + top.reduction, batches: 0 };
  let batches = 0;
  inner.entries.forEach((entries, level) => {
    const some = batchesOf(windows * entries, inner.rounds[level]);
    batches += some;
    if (level > 0) part.batches += some;
  });
  const work = {
    additions: (windows - 1) * inner.accumulation + top.accumulation + part.additions,
    batches,
    digits: windows * points * parts,
    buckets: places * windows * 2 ** (c - 1),
    images: points * (parts - 1),
    bits,
    combinationAdditions: bits + 1,
    points,
    calls: 1,
  };
  return { strategy: 'buckets', c, windows, first: 0, work, part };
}

/**
 * Straus with NAFs: odd multiples of every point, then one bucket per bit.
 * @type {(problem: Problem, w: number) => StrausPlan}
 */
export function strausPlan({ points, parts, bits, filled }, w) {
  const rows = 2 ** (w - 2);
  const digits = (filled * bits) / (w + 1);
  const sums = hit(bits, digits);
  const tables = w > 2 ? points * rows : 0;
  const part = {
    additions: tables,
    batches: w > 2 ? batchesOf((2 * tables) / rows, rows) : 0,
    images: points * (parts - 1) * rows,
    points,
  };
  const work = {
    ...part,
    additions: part.additions + digits - sums,
    batches: part.batches + batchesOf(digits, depth(digits / bits, filled)),
    // Parts are scanned bit by bit; eight bits cost about as much as one digit of a window.
    digits: digits + (points * parts * bits) / 8,
    buckets: bits,
    bits,
    combinationAdditions: sums,
    calls: 1,
  };
  return { strategy: 'straus', w, work, part };
}

/**
 * Straus with fixed windows: the multiples 1 … 2^(c−1) of every point, then one bucket per window.
 * @type {(problem: Problem, c: number) => TablePlan}
 */
export function tablePlan({ points, parts, bits, filled }, c) {
  const windows = windowsFor(bits, c);
  const rows = 2 ** (c - 1);
  const digits = filled * (1 - 2 ** -c);
  const top = filled * (1 - 2 ** -topBits(bits, c));
  const part = {
    additions: points * (rows - 1),
    batches: batchesOf(2 * points, c - 1),
    images: points * (parts - 1) * rows,
    points,
  };
  const sums = (windows - 1) * Math.max(0, digits - 1) + Math.max(0, top - 1);
  const work = {
    ...part,
    additions: part.additions + sums,
    batches: part.batches + batchesOf(windows * digits, depth(digits, filled)),
    digits: windows * points * parts,
    buckets: windows,
    bits: (windows - 1) * c,
    combinationAdditions: windows,
    calls: 1,
  };
  return { strategy: 'tables', c, windows, work, part };
}

/**
 * One chain on the single kernel (interleaved-wnaf.js), over tables of odd multiples built with one
 * inversion.
 * @type {(problem: Problem, w: number) => ChainPlan}
 */
export function chainPlan({ points, parts, bits, filled }, w) {
  const rows = 2 ** (w - 2);
  const digits = (filled * bits) / (w + 1);
  const part = {
    batches: 1,
    images: points * (parts - 1) * rows,
    chainAdditions: TABLE_ENTRY * rows * points,
    points,
  };
  const work = {
    ...part,
    additions: 0,
    digits,
    buckets: 0,
    bits,
    chainAdditions: digits + part.chainAdditions,
    calls: 1,
  };
  return { strategy: 'chain', w, work, part };
}
