/**
 * Pippenger's bucket method, for many points.
 *
 * Symbols: n points P_i; scalars of `parts` parts; c bits per window; W windows; B_w,v bucket v of
 * window w, 1 ≤ v ≤ 2^(c−1); E_b the point of bit b. `first` is the lowest window that is
 * summed here, 0 for a whole MSM: the windows below are left to others.
 *
 * Each part is recoded into signed digits of c bits. A digit d in window w puts ±P_i, or its image
 * under the endomorphism, into bucket B_w,|d|. The digits are sorted (sort.js), the buckets are
 * summed (accumulate.js) and reduced to one point per bit (reduce.js):
 *   Σ k_i·P_i = Σ_b 2^b·E_b.
 *
 * Source: Pippenger, "On the evaluation of powers and related problems" (FOCS 1976); signed digits
 * as in Bernstein, Doumen, Lange, Oosterwijk, "Faster batch forgery identification" (INDOCRYPT
 * 2012).
 */

import { reporting } from '../../../port/steps.js';
import { Accumulator, accumulatorBytes, lastingSums } from './accumulate.js';
import { writeImages } from './model.js';
import { Reduction, windowProblems } from './reduce.js';
import { digitsAddress, sortDigits, sortParts } from './sort.js';

/** @import { Progress } from '../../../port/engine.js' */
/** @import { BatchKernel } from '../kernels/kernel.js' */
/** @import { MsmContext, SplitInput } from './msm.js' */
/** @import { BucketPlan } from './work.js' */
/** @import { Sums } from './combination.js' */

/**
 * Computes one point per bit.
 * @type {(context: MsmContext, input: SplitInput,
 *   plan: BucketPlan) => Generator<Progress, Sums, void>}
 */
function* sums({ arena, batch, scalarKernel }, input, plan) {
  const { c, windows, first } = plan;
  const { points, n, split, allocate, clock } = input;
  const { pointBytes } = batch;
  const count = scalarKernel.parts * n;
  const shape = { windows, c, count, first };
  const reduction = reductionOf(batch, plan);
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

  const starting = () => progress('sort', 0);
  yield* reporting(imagesInSteps(batch, scalarKernel.parts, input, at.images), starting);
  clock.end('endomorphism');
  const cut = { split, count, c, windows: first + windows };
  yield* reporting(cutDigits(arena, scalarKernel, cut, digitsAddress(shape, at)), starting);
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
 * The last reduction on a kernel: often, many sums of a few points have one plan, and its lists
 * take 2 % of such a sum.
 * @type {WeakMap<BatchKernel, { plan: BucketPlan, reduction: Reduction }>}
 */
const reductions = new WeakMap();

/**
 * @param {BatchKernel} batch
 * @param {BucketPlan} plan
 */
function reductionOf(batch, plan) {
  let last = reductions.get(batch);
  if (last?.plan !== plan) {
    const { windows, c, first } = plan;
    last = { plan, reduction: new Reduction(windowProblems(windows, c, first), batch) };
    reductions.set(batch, last);
  }
  return last.reduction;
}

/** Points whose images are written, or parts cut into digits, in one step: at most 5 ms. */
const [IMAGES, DIGITS] = [2 ** 12, 2 ** 13];

/**
 * Writes the images of some points at a time, one list for each part of a scalar after the first.
 * @param {MsmContext['batch']} kernel
 * @param {number} parts
 * @param {SplitInput} input
 * @param {number} images address
 */
function* imagesInSteps(kernel, parts, { points, n, firstImage }, images) {
  const { pointBytes } = kernel;
  const bytes = n * pointBytes;
  for (let i = firstImage; i < n; i += IMAGES) {
    const [first, some] = [i * pointBytes, Math.min(IMAGES, n - i)];
    const lists = { points: points + first, images: images + first, bytes, n: some };
    writeImages(kernel, parts, lists);
    yield;
  }
}

/**
 * Cuts parts into digits, some at a time: the kernel writes a row for each window of those it is
 * given, so rows of some are moved to where those of all belong.
 * @param {MsmContext['arena']} arena
 * @param {MsmContext['scalarKernel']} kernel
 * @param {{ split: number, count: number, c: number, windows: number }} parts address, and number
 * @param {number} target address of a row for each window
 */
function* cutDigits(arena, kernel, { split, count, c, windows }, target) {
  if (count <= DIGITS) {
    kernel.digits(target, split, count, c, windows);
    return;
  }
  const rows = arena.allocate(4 * DIGITS * windows, 'digits');
  try {
    for (let first = 0; first < count; first += DIGITS) {
      const some = Math.min(DIGITS, count - first);
      kernel.digits(rows, split + first * kernel.partBytes, some, c, windows);
      for (let w = 0; w < windows; w++) {
        const from = rows + 4 * w * some;
        arena.u8.copyWithin(target + 4 * (w * count + first), from, from + 4 * some);
      }
      yield;
    }
  } finally {
    arena.free(rows);
  }
}

/** The strategy. `points`: those of the batch kernel that enter the combination of windows. */
export const buckets = {
  points: (/** @type {BucketPlan} */ { c, windows }) => c * windows,
  sums,
};
