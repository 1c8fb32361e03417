/**
 * A multi-scalar multiplication from beginning to end, on vectors in wasm memory.
 *
 * split (GLV) → plan → buckets (digits, sort, accumulate, reduce) or straus (tables, accumulate) → last sum.
 * Every step is right for every input; the additions are complete, so equal, opposite and infinite points need no care.
 */

import { Accumulator, TILE, accumulatorBytes } from './accumulate.js';
import { planMsm } from './plan.js';
import { reduceBuckets, windowProblems } from './reduce.js';
import { sortDigits } from './sort.js';
import { gatherBits, oddMultiples, strausTableBytes } from './straus.js';
import { sumBits } from './sum.js';

/** @import { BatchKernel, ScalarKernel, SingleKernel } from '../wasm/kernel.js' */
/** @import { Arena } from '../wasm/arena.js' */
/** @import { Progress } from '../engines/engine.js' */
/** @import { BucketPlan, Plan, Prices, StrausPlan } from './plan.js' */

/**
 * @typedef {object} MsmContext
 * @property {Arena} arena
 * @property {BatchKernel} batch in whose form the points are
 * @property {SingleKernel} single
 * @property {ScalarKernel} scalarKernel
 * @property {Prices} prices of the curve and the batch kernel
 * @property {Record<string, number>} timings gets milliseconds by phase
 * @property {(halves: number, bits: number) => Plan} [plan] for measurements
 */

/**
 * Σ scalar_i·P_i. Yields between pieces of a few milliseconds; closing the generator frees all it holds.
 * @param {MsmContext} context
 * @param {number} points address of n affine points
 * @param {number} n
 * @param {Uint8Array} scalars n × 32 bytes little-endian, any value
 * @returns {Generator<Progress, Uint8Array, void>} the canonical point
 * @throws {import('../errors.js').ResourceError} before any additions, if memory does not suffice
 */
export function* msmSteps(context, points, n, scalars) {
  const { arena, batch: kernel, scalarKernel } = context;
  if (n === 0) return new Uint8Array(2 * kernel.fieldBytes);
  /** @type {number[]} */
  const blocks = [];
  const allocate = (/** @type {number} */ bytes) => {
    const block = arena.allocate(bytes, `MSM of ${n} points`);
    blocks.push(block);
    return block;
  };
  const clock = new PhaseClock(context.timings);
  try {
    const halves = allocate(2 * n * scalarKernel.halfBytes);
    const bits = splitScalars(context, scalars, n, halves, allocate);
    clock.end('split');
    if (bits === 0) return new Uint8Array(2 * kernel.fieldBytes);
    const plan = context.plan?.(2 * n, bits) ?? planMsm(2 * n, bits, context.prices);
    const input = { points, n, halves, bits, allocate, clock };
    const sums =
      plan.strategy === 'buckets'
        ? yield* bucketSums(context, input, plan)
        : yield* strausSums(context, input, plan);
    const result = lastSum(context, sums, allocate);
    clock.end('sum');
    return result;
  } finally {
    for (const block of blocks) arena.free(block);
  }
}

/**
 * @typedef {object} SplitInput
 * @property {number} points
 * @property {number} n
 * @property {number} halves address of 2n half-scalars
 * @property {number} bits of the largest half
 * @property {(bytes: number) => number} allocate
 * @property {PhaseClock} clock
 */

/**
 * @param {MsmContext} context
 * @param {Uint8Array} scalars
 * @param {number} n
 * @param {number} halves
 * @param {(bytes: number) => number} allocate
 */
function splitScalars({ arena, scalarKernel }, scalars, n, halves, allocate) {
  const source = allocate(scalars.length);
  arena.u8.set(scalars, source);
  const bits = scalarKernel.split(halves, source, n);
  return bits;
}

/**
 * Pippenger's bucket method: a point for every bit.
 * @param {MsmContext} context
 * @param {SplitInput} input
 * @param {BucketPlan} plan
 * @returns {Generator<Progress, Int32Array, void>}
 */
function* bucketSums(
  { arena, batch: kernel, scalarKernel },
  { points, n, halves, allocate, clock },
  { c, windows },
) {
  const { pointBytes } = kernel;
  const digitCount = 2 * n * windows;
  const buckets = windows * (2 ** (c - 1) + 1);
  const images = allocate(n * pointBytes);
  const digits = allocate(4 * digitCount);
  const sums = allocate(lastingSums(windows, c, digitCount) * pointBytes);
  const scratch = allocate(accumulatorBytes(kernel));

  const total = 3 * digitCount;
  const progress = (/** @type {string} */ phase, /** @type {number} */ done) => ({
    phase,
    done,
    total,
  });
  kernel.endomorphism(images, points, n);
  clock.end('endomorphism');
  yield progress('sort', 0);
  scalarKernel.digits(digits, halves, 2 * n, c, windows);
  clock.end('digits');
  const references = new Int32Array(digitCount);
  const starts = new Int32Array(buckets + 1);
  const addresses = { base: points, endomorphismBase: images, points: n, stride: pointBytes };
  const shape = { windows, c, halves: 2 * n };
  // The memory may grow while the caller has the floor: every window looks at it anew.
  const digitRow = (/** @type {number} */ w) =>
    arena.i32.subarray((digits >> 2) + 2 * n * w, (digits >> 2) + 2 * n * (w + 1));
  for (const done of sortDigits(digitRow, shape, addresses, references, starts)) {
    yield progress('sort', done);
  }
  clock.end('sort');

  const accumulator = new Accumulator(kernel, arena, scratch, sums);
  const bucketReferences = new Int32Array(buckets);
  for (const done of accumulator.sumBuckets(references, starts, bucketReferences))
    yield progress('accumulate', digitCount + done);
  clock.end('accumulate');
  const reduction = reduceBuckets(accumulator, windowProblems(windows, c), bucketReferences);
  for (;;) {
    const step = reduction.next();
    if (step.done) {
      clock.end('reduce');
      return step.value;
    }
    yield progress('reduce', Math.min(total, 2 * digitCount + step.value));
  }
}

/**
 * How many sums can outlive their tile: one for each bucket that two references reach, one for each slice of a large
 * bucket, and the buckets of the reduction's levels: 2^⌈c/2⌉ + 2^⌊c/2⌋ a window, then far fewer.
 * @param {number} windows
 * @param {number} c
 * @param {number} digits
 */
function lastingSums(windows, c, digits) {
  const buckets = Math.min(windows * 2 ** (c - 1), digits / 2);
  const slices = (digits / TILE) * (1 + 2 / TILE) + windows + 1;
  const levels = windows * 4 * (2 ** Math.ceil(c / 2) + 8);
  return Math.ceil(buckets + slices + levels);
}

/**
 * @param {MsmContext} context
 * @param {SplitInput} input
 * @param {StrausPlan} plan
 * @returns {Generator<Progress, Int32Array, void>}
 */
function* strausSums(
  { arena, batch: kernel, scalarKernel },
  { points, n, halves, bits, allocate, clock },
  { w },
) {
  const positions = bits + 1;
  const table = allocate(strausTableBytes(kernel, n, w) + n * kernel.pointBytes);
  const sums = allocate(2 * positions * kernel.pointBytes);
  const scratch = allocate(accumulatorBytes(kernel));
  const accumulator = new Accumulator(kernel, arena, scratch, sums);
  const tables = oddMultiples(accumulator, { base: points, points: n, w, table });
  clock.end('tables');
  const shape = {
    halves,
    halfBytes: scalarKernel.halfBytes,
    points: n,
    w,
    stride: kernel.pointBytes,
  };
  const { references, starts } = gatherBits(arena.i32, shape, tables, bits);
  const bitSums = new Int32Array(positions);
  for (const done of accumulator.sumBuckets(references, starts, bitSums)) {
    yield { phase: 'accumulate', done, total: references.length };
  }
  clock.end('accumulate');
  return bitSums;
}

/**
 * @param {MsmContext} context
 * @param {Int32Array} bitSums
 * @param {(bytes: number) => number} allocate
 * @returns {Uint8Array}
 */
function lastSum({ arena, batch, single }, bitSums, allocate) {
  const { fieldBytes, jacobianBytes, pointBytes } = single;
  const jacobian = allocate(jacobianBytes);
  const affine = allocate(pointBytes);
  const bytes = allocate(2 * fieldBytes);
  if (batch.name !== single.name)
    toSingle(batch, single, bitSums, bytes, allocate(bitSums.length * pointBytes));
  if (!sumBits(single, bitSums, jacobian)) return new Uint8Array(2 * fieldBytes);
  single.toAffine(affine, jacobian);
  single.toAffineBytes(bytes, affine, 1);
  return arena.u8.slice(bytes, bytes + 2 * fieldBytes);
}

/**
 * Rewrites points of the batch kernel for the single kernel, through canonical bytes.
 * @param {BatchKernel} batch
 * @param {SingleKernel} single
 * @param {Int32Array} references
 * @param {number} bytes scratch for one point
 * @param {number} target
 */
function toSingle(batch, single, references, bytes, target) {
  references.forEach((reference, i) => {
    if (reference === 0) return;
    const copy = target + i * single.pointBytes;
    batch.toAffineBytes(bytes, reference & -2, 1);
    single.fromAffineBytes(copy, bytes, 1);
    references[i] = copy | (reference & 1);
  });
}

/** Adds up milliseconds by phase; the time while a generator waits for its caller counts to the phase it is in. */
class PhaseClock {
  /** @param {Record<string, number>} timings */
  constructor(timings) {
    for (const phase of Object.keys(timings)) delete timings[phase];
    this.timings = timings;
    this.last = performance.now();
  }

  /** @param {string} phase */
  end(phase) {
    const now = performance.now();
    this.timings[phase] = (this.timings[phase] ?? 0) + now - this.last;
    this.last = now;
  }
}
