/**
 * A multi-scalar multiplication from beginning to end, on vectors in wasm memory.
 *
 * split (GLV) → plan → buckets (digits, sort, accumulate, reduce), tables or straus (tables, accumulate) → last sum; or one chain.
 * Every step is right for every input; the additions are complete, so equal, opposite and infinite points need no care.
 */

import { Accumulator, accumulatorBytes, lastingSums } from './accumulate.js';
import { allocateParts } from './memory.js';
import { modelBytes, pointsOfModel } from './model.js';
import { planMsm } from './plan.js';
import { reduceBuckets, sumsOfLevels, windowProblems } from './reduce.js';
import { digitsAddress, sortDigits, sortParts } from './sort.js';
import { gatherBits, oddMultiples, strausTableBytes } from './straus.js';
import { lastSum, lastSumParts } from './sum.js';
import { fillTable, gatherWindows, tableBytes } from './tables.js';

/** @import { Chains } from './chain.js' */
/** @import { BatchKernel, ScalarKernel, SingleKernel } from '../kernels/kernel.js' */
/** @import { Arena } from '../kernels/arena.js' */
/** @import { Progress } from '../../../port/engine.js' */
/** @import { BucketPlan, ChainPlan, Plan, Prices, StrausPlan, TablePlan } from './plan.js' */
/** @import { Sums } from './sum.js' */

/** Plans kept for sizes that come again. */
const REMEMBERED = 64;

/**
 * @typedef {object} MsmContext
 * @property {Arena} arena
 * @property {BatchKernel} batch in whose form the points are
 * @property {SingleKernel} single
 * @property {ScalarKernel} scalarKernel
 * @property {Chains} [chains] if the single kernel has what they take
 * @property {Prices} prices of the curve and the batch kernel
 * @property {Record<string, number>} timings gets milliseconds by phase
 * @property {(halves: number, bits: number) => Plan} [plan] for measurements
 * @property {Map<string, Plan>} [plans] by size, of MSMs before
 */

/**
 * Σ scalar_i·P_i. Yields between pieces of a few milliseconds; closing the generator frees all it holds.
 * @param {MsmContext} context
 * @param {number} points address of n affine points
 * @param {number} n
 * @param {Uint8Array} scalars n × 32 bytes little-endian, any value
 * @returns {Generator<Progress, Uint8Array, void>} the canonical point
 * @throws {import('../../../errors.js').ResourceError} before any additions, if memory does not suffice
 */
export function* msmSteps(context, points, n, scalars) {
  const { arena, batch: kernel, scalarKernel } = context;
  if (n === 0) return new Uint8Array(2 * kernel.fieldBytes);
  /** @type {number[]} */
  const blocks = [];
  /** @template {string} K @param {Record<K, number>} sizes @returns {Record<K, number>} addresses */
  const allocate = (sizes) => {
    const { block, at } = allocateParts(arena, sizes, `MSM of ${n} points`);
    blocks.push(block);
    return at;
  };
  const clock = new PhaseClock(context.timings);
  try {
    const { parts } = scalarKernel;
    const halvesBytes = parts * n * scalarKernel.halfBytes;
    const { halves, source } = allocate({ halves: halvesBytes, source: scalars.length });
    arena.u8.set(scalars, source);
    const bits = scalarKernel.split(halves, source, n);
    clock.end('split');
    if (bits === 0) return new Uint8Array(2 * kernel.fieldBytes);
    const { filled, firstImage } = findFilled(arena.i32, scalarKernel, halves, n);
    const plan =
      context.plan?.(parts * n, bits) ?? rememberedPlan(context, parts * n, bits, filled);
    const { model } = allocate({ model: modelBytes(kernel, n) });
    const summands = pointsOfModel(kernel, model, points, n);
    const input = { points: summands, n, halves, bits, firstImage, allocate, clock };
    if (plan.strategy === 'chain') {
      const result = /** @type {Chains} */ (context.chains).sum(context, input, plan);
      clock.end('sum');
      return result;
    }
    const last = allocate(lastSumParts(context, countSums(plan, bits)));
    const sums = yield* sumsOf(context, input, plan);
    const result = lastSum(arena, context, sums, last);
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
 * @property {number} halves address of the half-scalars: as many rows of n as scalars have parts
 * @property {number} bits of the largest half
 * @property {number} firstImage the first point whose images under the endomorphism are needed
 * @property {<K extends string>(sizes: Record<K, number>) => Record<K, number>} allocate by bytes
 * @property {PhaseClock} clock
 */

/**
 * What is not 0 of the halves, as scalars that are short are not split. `filled`: how many, in sixteenths of all, at least one,
 * so that there are few plans to remember; `firstImage`: the first point that is multiplied by more than one half.
 * @param {Int32Array} words
 * @param {ScalarKernel} scalarKernel
 * @param {number} halves address
 * @param {number} n
 */
function findFilled(words, { halfBytes, parts }, halves, n) {
  const size = halfBytes >> 2;
  let filled = 0;
  let firstImage = n;
  for (let part = 0, at = halves >> 2; part < parts; part++) {
    for (let i = 0; i < n; i++, at += size) {
      let word = 0;
      while (word < size && words[at + word] === 0) word++;
      if (word === size) continue;
      filled++;
      if (part > 0 && i < firstImage) firstImage = i;
    }
  }
  const unit = (parts * n) / 16;
  return { filled: Math.max(1, Math.round(filled / unit)) * unit, firstImage };
}

/**
 * The plan for a size, which takes as long as a small part of the MSM of few points: it is made once.
 * @param {MsmContext} context
 * @param {number} halves
 * @param {number} bits
 * @param {number} filled halves that are not 0
 * @returns {Plan}
 */
function rememberedPlan(context, halves, bits, filled) {
  const plans = (context.plans ??= new Map());
  const size = `${halves} ${bits} ${filled}`;
  const { prices, scalarKernel, chains, batch } = context;
  const pairs = Boolean(batch.batchAddBoth);
  const plan =
    plans.get(size) ?? planMsm(halves, bits, prices, scalarKernel.parts, chains, filled, pairs);
  if (plans.size >= REMEMBERED) plans.clear();
  plans.set(size, plan);
  return plan;
}

/**
 * How many sums S_i there will be.
 * @param {Exclude<Plan, ChainPlan>} plan
 * @param {number} bits
 */
function countSums(plan, bits) {
  if (plan.strategy === 'buckets') return plan.windows * plan.c;
  return plan.strategy === 'tables' ? plan.windows : bits + 1;
}

/**
 * The sums S_i of which the MSM is Σ 2^(bits·i)·S_i.
 * @param {MsmContext} context
 * @param {SplitInput} input
 * @param {Exclude<Plan, ChainPlan>} plan
 * @returns {Generator<Progress, Sums, void>}
 */
function sumsOf(context, input, plan) {
  if (plan.strategy === 'buckets') return bucketSums(context, input, plan);
  if (plan.strategy === 'tables') return tableSums(context, input, plan);
  return strausSums(context, input, plan);
}

/**
 * Pippenger's bucket method: a point for every bit.
 * @param {MsmContext} context
 * @param {SplitInput} input
 * @param {BucketPlan} plan
 * @returns {Generator<Progress, Sums, void>}
 */
function* bucketSums(
  { arena, batch: kernel, scalarKernel },
  { points, n, halves, firstImage, allocate, clock },
  { c, windows },
) {
  const { pointBytes } = kernel;
  const { parts } = scalarKernel;
  const digitCount = parts * n * windows;
  const shape = { windows, c, halves: parts * n };
  const at = allocate({
    images: (parts - 1) * n * pointBytes,
    ...sortParts(shape),
    sums:
      (lastingSums(windows * 2 ** (c - 1), digitCount) +
        windows * sumsOfLevels(kernel, c, 2 ** (c - 1) + 1)) *
      pointBytes,
    scratch: accumulatorBytes(kernel),
  });
  const { images, sums, scratch } = at;

  const total = 3 * digitCount;
  const progress = (/** @type {string} */ phase, /** @type {number} */ done) => ({
    phase,
    done,
    total,
  });
  for (let part = 1, source = points; part < parts; part++) {
    const target = images + (part - 1) * n * pointBytes;
    const skipped = firstImage * pointBytes;
    kernel.endomorphism(target + skipped, source + skipped, n - firstImage);
    source = target;
  }
  clock.end('endomorphism');
  yield progress('sort', 0);
  scalarKernel.digits(digitsAddress(shape, at), halves, parts * n, c, windows);
  clock.end('digits');
  const addresses = { base: points, endomorphismBase: images, points: n, stride: pointBytes };
  const sorting = sortDigits(arena, scalarKernel, shape, addresses, at);
  let sorted = sorting.next();
  for (; !sorted.done; sorted = sorting.next()) yield progress('sort', sorted.value);
  const { references, starts } = sorted.value;
  clock.end('sort');

  const accumulator = new Accumulator(kernel, arena, scratch, sums);
  const bucketReferences = new Int32Array(starts.length - 1);
  for (const done of accumulator.sumBuckets(references, starts, bucketReferences))
    yield progress('accumulate', digitCount + done);
  clock.end('accumulate');
  const reduction = reduceBuckets(accumulator, windowProblems(windows, c), bucketReferences);
  for (;;) {
    const step = reduction.next();
    if (step.done) {
      clock.end('reduce');
      return { sums: step.value, bits: 1 };
    }
    yield progress('reduce', Math.min(total, 2 * digitCount + step.value));
  }
}

/**
 * Straus' method with fixed windows: a point for every window.
 * @param {MsmContext} context
 * @param {SplitInput} input
 * @param {TablePlan} plan
 * @returns {Generator<Progress, Sums, void>}
 */
function* tableSums(
  { arena, batch: kernel, scalarKernel },
  { points, n, halves, allocate, clock },
  { c, windows },
) {
  const { parts } = scalarKernel;
  const digitCount = parts * n * windows;
  const {
    table,
    digits,
    sums: first,
    scratch,
  } = allocate({
    table: tableBytes(kernel, n, c, parts),
    digits: 4 * digitCount,
    sums: lastingSums(windows, digitCount) * kernel.pointBytes,
    scratch: accumulatorBytes(kernel),
  });
  const accumulator = new Accumulator(kernel, arena, scratch, first);
  fillTable(accumulator, { base: points, points: n, parts, c, table });
  clock.end('tables');
  scalarKernel.digits(digits, halves, parts * n, c, windows);
  const { references, starts } = gatherWindows(
    arena.i32.subarray(digits >> 2, (digits >> 2) + digitCount),
    { halves: parts * n, points: n, windows, c, table, stride: kernel.pointBytes },
  );
  clock.end('digits');
  const sums = new Int32Array(windows);
  for (const done of accumulator.sumBuckets(references, starts, sums)) {
    yield { phase: 'accumulate', done, total: references.length };
  }
  clock.end('accumulate');
  return { sums, bits: c };
}

/**
 * Straus' method with interleaved width-w NAF: a point for every bit.
 * @param {MsmContext} context
 * @param {SplitInput} input
 * @param {StrausPlan} plan
 * @returns {Generator<Progress, Sums, void>}
 */
function* strausSums(
  { arena, batch: kernel, scalarKernel },
  { points, n, halves, bits, allocate, clock },
  { w },
) {
  const { parts } = scalarKernel;
  const positions = bits + 1;
  const {
    table,
    sums: first,
    scratch,
  } = allocate({
    table: strausTableBytes(kernel, n, w, parts) + n * kernel.pointBytes,
    sums: lastingSums(positions, parts * n * Math.ceil(positions / w)) * kernel.pointBytes,
    scratch: accumulatorBytes(kernel),
  });
  const accumulator = new Accumulator(kernel, arena, scratch, first);
  const tables = oddMultiples(accumulator, { base: points, points: n, parts, w, table });
  clock.end('tables');
  const shape = {
    halves,
    halfBytes: scalarKernel.halfBytes,
    points: n,
    w,
    stride: kernel.pointBytes,
  };
  const { references, starts } = gatherBits(arena.i32, shape, tables, bits);
  clock.end('digits');
  const sums = new Int32Array(positions);
  for (const done of accumulator.sumBuckets(references, starts, sums)) {
    yield { phase: 'accumulate', done, total: references.length };
  }
  clock.end('accumulate');
  return { sums, bits: 1 };
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
