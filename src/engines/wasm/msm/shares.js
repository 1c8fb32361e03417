/**
 * Shares of one MSM, by windows: every share has all points and scalars, and some windows of their
 * digits; the shares add up to the sum. Half of the points need nearly as many buckets in every
 * window as all of them, whose reduction makes two halves cost a tenth more than the whole. Shares
 * by windows repeat no bucket, only the splitting of scalars and the images under the endomorphism.
 *
 * Symbols: c bits per window; W windows; b bits of the largest part of a scalar.
 */

import { costOf } from './plan.js';
import { msmSteps } from './msm.js';
import { bucketPlan, windowsFor } from './work.js';

/** @import { Progress, SumShare, SumShares } from '../../../port/engine.js' */
/** @import { MsmContext } from './msm.js' */
/** @import { AllPrices, Problem } from './plan.js' */

const [MIN_C, MAX_C] = [4, 16];

/**
 * The shares whose costliest is cheapest.
 * @param {Problem} problem with full-length scalars
 * @param {AllPrices} prices
 * @param {number} count of shares, at least 2
 * @returns {SumShares}
 */
export function planShares(problem, prices, count) {
  /** @type {SumShares} */
  let best = { shares: [], milliseconds: Infinity };
  for (let c = MIN_C; c <= MAX_C; c++) {
    const windows = windowsFor(problem.bits, c);
    if (windows < count) break;
    const shares = Array.from({ length: count }, (_, i) => ({
      c,
      first: Math.floor((windows * i) / count),
      // The top windows of longer scalars belong to the last share.
      end: i < count - 1 ? Math.floor((windows * (i + 1)) / count) : null,
    }));
    // The others have no more windows, and fewer doublings.
    const longest = shares.slice(0, -1).reduce((a, b) => (lengthOf(b) >= lengthOf(a) ? b : a));
    const costs = [longest, shares[count - 1]].map((share) => costOfShare(problem, prices, share));
    const milliseconds = Math.max(...costs) / 1e6;
    if (milliseconds < best.milliseconds) best = { shares, milliseconds };
  }
  return best;
}

/** Windows of a share that is not the last. @type {(share: SumShare) => number} */
const lengthOf = ({ first, end }) => Number(end) - first;

/**
 * @param {Problem} problem
 * @param {AllPrices} prices
 * @param {SumShare} share
 * @returns {number} nanoseconds
 */
function costOfShare(problem, prices, { c, first, end }) {
  // So many bits have as many windows, and the top one is full unless it is that of the problem.
  const bits = end === null ? Math.max(1, problem.bits - first * c) : (end - first) * c - 1;
  const { work } = bucketPlan({ ...problem, bits }, c);
  return costOf({ ...work, bits: work.bits + first * c }, prices);
}

/**
 * The steps of a share, as `msmSteps`. Nothing is planned here that the shares have to agree on:
 * they fit together wherever each is computed.
 * @param {MsmContext} context
 * @param {number} points address of n affine points
 * @param {number} n
 * @param {Uint8Array} scalars n × 32 bytes little-endian, any value
 * @param {SumShare} share
 * @returns {Generator<Progress, Uint8Array, void>} its sum, a canonical point
 */
export function shareSteps(context, points, n, scalars, { c, first, end }) {
  /** @param {Problem} problem */
  const plan = (problem) => {
    // Short scalars have nothing in high windows; one window of zeros is still computed.
    const top = Math.min(windowsFor(problem.bits, c), end ?? Infinity);
    return { ...bucketPlan(problem, c), windows: Math.max(1, top - first), first };
  };
  return msmSteps({ ...context, plan }, points, n, scalars);
}
