/**
 * Costs of the parts of an MSM, each measured separately, in nanoseconds: the starting point for a
 * fit of the cost model.
 */
import { lastSum, lastSumParts } from '../../src/engines/wasm/msm/sum.js';
import { allocateParts } from '../../src/engines/wasm/msm/memory.js';

/** @import { Prices } from '../../src/engines/wasm/msm/plan.js' */
/** @import { Arena } from '../../src/engines/wasm/kernels/arena.js' */
/** @import { BatchKernel, SingleKernel } from '../../src/engines/wasm/kernels/kernel.js' */

/**
 * `points`: the address of n points of the batch kernel; `prepare`: the work on n points and
 * scalars before planning.
 * @typedef {{ arena: Arena, kernels: { batch: BatchKernel, single: SingleKernel }, points: number,
 *   n: number, prepare: () => void }} Parts
 */

/**
 * Costs of JavaScript and memory, which are about equal for all curves and not measured separately.
 */
const ALIKE = { digits: 14, buckets: 8 };
const OVERHEAD = 15_000;

/** Milliseconds of one sample, and number of samples. */
const SAMPLE_MS = 2;
const SAMPLES = 25;

/**
 * Number of sums, and bits between two of them, of last sums that are almost entirely additions, or
 * doublings.
 */
const MANY = 128;
const FAR = 64;

/**
 * @param {Parts} parts
 * @returns {Prices}
 */
export function pricesOfParts(parts) {
  const { n, prepare } = parts;
  const addition = additions(parts, n / 2) / (n / 2);
  const one = lastSumOf(parts, 1, 1);
  const bit = (lastSumOf(parts, 2, FAR) - one) / FAR;
  return {
    additions: addition,
    batches: Math.max(1, additions(parts, 1) - addition),
    ...ALIKE,
    images: imageOf(parts),
    bits: bit,
    lastAdditions: Math.max(1, (lastSumOf(parts, MANY, 1) - one) / (MANY - 1) - bit),
    points: nanoseconds(prepare) / n,
    calls: one + OVERHEAD,
  };
}

/**
 * An image under the endomorphism, or where its square is there the mean of three, two of them by
 * the square: costs nothing on a curve without one.
 * @param {Parts} parts
 */
function imageOf({ arena, kernels, points, n }) {
  const { endomorphism, pointBytes } = kernels.batch;
  if (endomorphism === null) return 0;
  const images = arena.allocate(n * pointBytes, 'images');
  const { map, squared } = endomorphism;
  const [time, ofSquare] = [map, squared ?? map].map(
    (write) => nanoseconds(() => write(images, points, n)) / n,
  );
  arena.free(images);
  return (time + 2 * ofSquare) / 3;
}

/**
 * Additions that share an inversion.
 * @param {Parts} parts
 * @param {number} count
 */
function additions({ arena, kernels, points }, count) {
  const { pointBytes, workBytes, batchAdd } = kernels.batch;
  const sizes = { list: 12 * count, work: (count + 3) * workBytes, sums: count * pointBytes };
  const { block, at } = allocateParts(arena, sizes, 'additions');
  for (let i = 0; i < count; i++) {
    const first = points + 2 * i * pointBytes;
    arena.i32.set([at.sums + i * pointBytes, first, first + pointBytes], (at.list >> 2) + 3 * i);
  }
  const time = nanoseconds(() => batchAdd(at.list, count, at.work));
  arena.free(block);
  return time;
}

/**
 * @param {Parts} parts
 * @param {number} count of sums
 * @param {number} bits from one sum to the next
 */
function lastSumOf({ arena, kernels, points: first }, count, bits) {
  const { batch } = kernels;
  const sizes = { references: 4 * count, ...lastSumParts(kernels, count) };
  const { block, at } = allocateParts(arena, sizes, 'the last sum');
  const sums = Int32Array.from({ length: count }, (_, i) => first + i * batch.pointBytes);
  const time = nanoseconds(() => {
    arena.i32.set(sums, at.references >> 2);
    const { references } = at;
    lastSum(arena, kernels.single, { kernel: batch, references, width: 1, rows: count, bits }, at);
  });
  arena.free(block);
  return time;
}

/**
 * @param {() => void} run
 * @returns {number} the least of several samples
 */
function nanoseconds(run) {
  let least = Infinity;
  for (let sample = 0; sample < SAMPLES; sample++) {
    let [runs, spent] = [0, 0];
    const start = performance.now();
    for (; spent < SAMPLE_MS; runs++) {
      run();
      spent = performance.now() - start;
    }
    least = Math.min(least, spent / runs);
  }
  return 1e6 * least;
}
