/**
 * Σ k_i·P_i for points with a table: every digit of every scalar is an entry of the table in a bucket (digits.js); the
 * buckets' sums (accumulate.js), times their values (reduce.js), are one point a bit; the last sum adds those up.
 */

import { Accumulator, accumulatorBytes, lastingSums } from '../accumulate.js';
import { allocateParts } from '../memory.js';
import { modelBytes, pointsOfModel } from '../model.js';
import { reduceBuckets, sumsOfLevels } from '../reduce.js';
import { lastSum, lastSumParts } from '../sum.js';
import { coverDigits } from './cover.js';
import { DigitCutter } from './digits.js';
import { highestDigit, magnitudeBits } from './magnitude.js';
import { planTable } from './plan.js';
import { buildTable, buildingWork, tableBytes } from './table.js';

/** @import { Progress } from '../../../../port/engine.js' */
/** @import { MsmContext } from '../msm.js' */
/** @import { Problem } from '../reduce.js' */
/** @import { Layout } from './plan.js' */

/**
 * Plans and builds a table. Closing the generator frees all it holds.
 * @param {MsmContext & { order: bigint }} context
 * @param {{ points: number, n: number, memory: number, layout?: Layout }} input address and number of the points, bytes that
 * the table may have; `layout` instead of the plan's own, for measurements
 * @returns {Generator<Progress, WasmFixedTable | null, void>} null if no table fits in `memory`
 * @throws {import('../../../../errors.js').ResourceError} before any additions, if the arena has no room
 */
export function* fixedTableSteps(context, { points, n, memory, layout }) {
  const { arena, batch: kernel, order, prices } = context;
  const { pointBytes } = kernel;
  const bits = magnitudeBits(order);
  const chosen = layout ?? planTable({ n, bits, memory, pointBytes, prices });
  if (chosen === null) return null;
  const purpose = `table of ${n} fixed points`;
  const table = arena.allocate(tableBytes(chosen, n, pointBytes), purpose);
  let scratch;
  let done = false;
  try {
    scratch = arena.allocate(accumulatorBytes(kernel) + modelBytes(kernel, n), purpose);
    const accumulator = new Accumulator(kernel, arena, scratch, 0);
    const model = scratch + accumulatorBytes(kernel);
    const summands = pointsOfModel(kernel, model, points, n);
    const total = buildingWork(chosen, n) || 1;
    let additions = 0;
    for (const count of buildTable(accumulator, chosen, { points: summands, n, table })) {
      yield { phase: 'table', done: (additions += count), total };
    }
    done = true;
    return new WasmFixedTable(context, chosen, { table, n });
  } finally {
    if (scratch !== undefined) arena.free(scratch);
    if (!done) arena.free(table);
  }
}

/** The `FixedTable` of engine.js. */
export class WasmFixedTable {
  #context;
  #cutter;
  #cover;
  /** @type {Problem[]} */
  #problems;
  #table;

  /**
   * @param {MsmContext & { order: bigint }} context
   * @param {Layout} layout
   * @param {{ table: number, n: number }} memory
   */
  constructor(context, layout, { table, n }) {
    const { order, batch } = context;
    const { c, windows, multiples, perLayer } = layout;
    const { pointBytes } = batch;
    this.#context = context;
    this.#table = table;
    this.#cover = coverDigits(c, multiples, highestDigit(order, c, windows));
    this.#cutter = new DigitCutter(order, layout, this.#cover, { table, pointBytes });
    const limit = this.#cover.values.reduce((max, value) => Math.max(max, value), 0) + 1;
    const bits = 32 - Math.clz32(limit - 1);
    this.#problems = Array.from({ length: perLayer }, (_, set) => ({
      bit: set * c,
      bits,
      offset: set * limit,
      limit,
    }));
    this.layout = layout;
    this.length = n;
    this.bytes = tableBytes(layout, n, pointBytes);
    /** Operations of the last multiplication. */
    this.counts = { additions: 0, doublings: 0 };
  }

  /**
   * @param {Uint8Array} scalars 32 bytes little-endian each, any value
   * @param {ArrayLike<number>} [positions] of the scalars among the points, all different
   * @param {Uint8Array} [plus] a canonical point that is added
   * @returns {Uint8Array} the canonical point
   * @throws {import('../../../../errors.js').ResourceError} no memory to work in
   */
  msm(scalars, positions, plus) {
    const { arena, batch: kernel } = this.#context;
    const places = (scalars.length / 32) * this.layout.windows + 1;
    const cut = { references: new Int32Array(places), buckets: new Int32Array(places) };
    let count = this.#cutter.cut(scalars, positions, cut);
    const parts = {
      sums: (this.#lastingSums(count) + 1) * kernel.pointBytes,
      scratch: accumulatorBytes(kernel),
      plus: kernel.pointBytes,
      plusModel: modelBytes(kernel, 1),
      ...lastSumParts(this.#context, this.#bitCount()),
    };
    const { block, at } = allocateParts(arena, parts, 'multiplication of fixed points');
    try {
      if (plus) {
        arena.u8.set(plus, at.bytes);
        kernel.fromAffineBytes(at.plus, at.bytes, 1);
        // The first bucket is always that of the value 1.
        cut.references[count] = pointsOfModel(kernel, at.plusModel, at.plus, 1);
        cut.buckets[count++] = 0;
      }
      const accumulator = new Accumulator(kernel, arena, at.scratch, at.sums);
      const sums = this.#bitSums(accumulator, cut, count);
      const result = lastSum(arena, this.#context, { sums, bits: 1 }, at);
      this.counts = countsOf(accumulator.additions, sums);
      return result;
    } finally {
      arena.free(block);
    }
  }

  /** Gives the table's memory back. */
  free() {
    this.#context.arena.free(this.#table);
  }

  /** Places of the last sum. */
  #bitCount() {
    const last = this.#problems[this.layout.perLayer - 1];
    return last.bit + last.bits;
  }

  /**
   * @param {Accumulator} accumulator
   * @param {{ references: Int32Array, buckets: Int32Array }} cut
   * @param {number} count
   * @returns {Int32Array} a reference for every bit
   */
  #bitSums(accumulator, cut, count) {
    const { values } = this.#cover;
    const { perLayer } = this.layout;
    const { references, starts } = sortByBucket(cut, count, perLayer * values.length);
    const bucketSums = new Int32Array(perLayer * values.length);
    finish(accumulator.sumBuckets(references, starts, bucketSums));
    const last = this.#problems[perLayer - 1];
    const byValue = new Int32Array(last.offset + last.limit);
    for (let set = 0, bucket = 0; set < perLayer; set++) {
      const { offset } = this.#problems[set];
      for (let i = 0; i < values.length; i++) byValue[offset + values[i]] = bucketSums[bucket++];
    }
    return finish(reduceBuckets(accumulator, this.#problems, byValue));
  }

  /**
   * How many sums can outlive their tile.
   * @param {number} digits
   */
  #lastingSums(digits) {
    const { c, perLayer } = this.layout;
    const levels = perLayer * sumsOfLevels(this.#context.batch, c, this.#problems[0].limit);
    return lastingSums(perLayer * this.#cover.values.length, digits) + levels;
  }
}

/**
 * All operations: the batched additions, and those of the last sum.
 * @param {number} batched
 * @param {Int32Array} sums a reference for every bit, 0 for none
 */
function countsOf(batched, sums) {
  const added = sums.reduce((count, reference) => count + Number(reference !== 0), 0);
  let highest = sums.length - 1;
  while (highest > 0 && sums[highest] === 0) highest--;
  return { additions: batched + Math.max(0, added - 1), doublings: Math.max(0, highest) };
}

/**
 * @param {{ references: Int32Array, buckets: Int32Array }} cut
 * @param {number} count
 * @param {number} size number of buckets
 */
function sortByBucket({ references, buckets }, count, size) {
  const starts = new Int32Array(size + 1);
  for (let i = 0; i < count; i++) starts[buckets[i]]++;
  let total = 0;
  for (let bucket = 0; bucket <= size; bucket++) {
    total += starts[bucket];
    starts[bucket] = total;
  }
  const sorted = new Int32Array(count);
  // Each start is the end of its bucket, and goes down to its beginning.
  for (let i = count - 1; i >= 0; i--) sorted[--starts[buckets[i]]] = references[i];
  return { references: sorted, starts };
}

/**
 * @template T
 * @param {Generator<unknown, T, void>} steps
 * @returns {T}
 */
function finish(steps) {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
