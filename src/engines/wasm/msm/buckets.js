/**
 * Pippenger's bucket method, for many points.
 *
 * Symbols: n points P_i; scalars of `parts` parts; c bits per window; W windows; B_w,v bucket v of
 * window w, 1 ≤ v ≤ 2^(c−1); E_b the point of bit b.
 *
 * Each part is recoded into signed digits of c bits. A digit d in window w puts ±P_i, or its image
 * under the endomorphism, into bucket B_w,|d| (sort.js). The buckets are summed (accumulate.js) and
 * reduced to one point per bit (reduce.js):
 *   Σ k_i·P_i = Σ_b 2^b·E_b.
 *
 * Source: Pippenger, "On the evaluation of powers and related problems" (FOCS 1976); signed digits
 * as in Bernstein, Doumen, Lange, Oosterwijk, "Faster batch forgery identification" (INDOCRYPT
 * 2012).
 */

import { reporting } from '../../../port/steps.js';
import { Accumulator, accumulatorBytes, lastingSums } from './accumulate.js';
import { mapOf } from './model.js';
import { Reduction, windowProblems } from './reduce.js';
import { digitsAddress, sortDigits, sortParts } from './sort.js';

/** @import { Progress } from '../../../port/engine.js' */
/** @import { Machine, SplitInput } from './msm.js' */
/** @import { BucketPlan } from './work.js' */
/** @import { Sums } from './sum.js' */

/**
 * Computes one point per bit.
 * @param {Machine} machine
 * @param {SplitInput} input
 * @param {BucketPlan} plan
 * @returns {Generator<Progress, Sums, void>}
 */
function* sums({ arena, batch, scalarKernel }, input, { c, windows, first = 0 }) {
  const { points, n, split, allocate, clock } = input;
  const { pointBytes } = batch;
  const count = scalarKernel.parts * n;
  const shape = { windows, c, count, first };
  const reduction = new Reduction(windowProblems(windows, c, first), batch);
  const lasting = lastingSums(windows * 2 ** (c - 1), count * windows) + reduction.lastingSums;
  const at = allocate({
    images: (count - n) * pointBytes,
    ...sortParts(shape),
    ...reduction.parts,
    sums: lasting * pointBytes,
    scratch: accumulatorBytes(batch),
  });
  // Sorting, accumulation and reduction count as a third each.
  const total = 3 * count * windows;
  const progress = (/** @type {string} */ phase, /** @type {number} */ done) => ({
    phase,
    done: Math.min(done, total),
    total,
  });

  writeImages(batch, scalarKernel.parts, input, at.images);
  clock.end('endomorphism');
  yield progress('sort', 0);
  scalarKernel.digits(digitsAddress(shape, at), split, count, c, first + windows);
  clock.end('digits');
  const summands = { base: points, images: at.images, points: n, stride: pointBytes };
  const buckets = yield* reporting(sortDigits(arena, scalarKernel, shape, summands, at), (done) =>
    progress('sort', done),
  );
  clock.end('sort');
  const accumulator = new Accumulator(batch, arena, at.scratch, at.sums);
  yield* reporting(accumulator.sumBuckets(buckets), (done) =>
    progress('accumulate', count * windows + done),
  );
  clock.end('accumulate');
  const references = yield* reporting(reduction.steps(accumulator, buckets.starts, at), (done) =>
    progress('reduce', 2 * count * windows + done),
  );
  clock.end('reduce');
  return { kernel: batch, references, width: 1, rows: reduction.bits, bits: 1 };
}

/**
 * Writes the images of the points under the endomorphism, then the images of those, and so on: one
 * list for each part of a scalar after the first.
 * @param {Machine['batch']} kernel
 * @param {number} parts
 * @param {SplitInput} input
 * @param {number} images address
 */
function writeImages(kernel, parts, { points, n, firstImage }, images) {
  const { pointBytes } = kernel;
  const skipped = firstImage * pointBytes;
  for (let part = 1, source = points, target = images; part < parts; part++) {
    mapOf(kernel)(target + skipped, source + skipped, n - firstImage);
    source = target;
    target += n * pointBytes;
  }
}

/** The bucket strategy. `points`: number of batch-kernel points that enter the last sum. */
export const buckets = {
  points: (/** @type {BucketPlan} */ { c, windows }) => c * windows,
  sums,
};
