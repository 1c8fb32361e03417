/**
 * Multi-scalar multiplication Σ k_i·P_i for points with a fixed-base table, by buckets.
 *
 * Symbols: n points P_i; c bits per window; W windows, h of them per layer; μ multiples in a table;
 * |B| buckets in a set (plan.js).
 *
 * Every digit of every scalar puts a table entry into a bucket of one of h sets (digits.js). The
 * buckets are summed (accumulate.js) and weighted by their values (reduce.js), which gives one
 * point per bit; the combination of windows adds these.
 *
 * Sources: for merged windows, Brickell, Gordon, McCurley, Wilson, "Fast exponentiation with
 * precomputation" (EUROCRYPT 1992); for trading multiples for buckets, Luo, Fu, Gong (CHES 2023;
 * see plan.js).
 */

import { Accumulator, accumulatorBytes, lastingSums } from '../accumulate.js';
import { allocateParts } from '../../kernels/arena.js';
import { modelBytes, pointsOfModel } from '../model.js';
import { abilitiesOf, fullProblem } from '../plan.js';
import { Reduction } from '../reduce.js';
import { combinationParts, combineWindows } from '../combination.js';
import { reporting, runNow } from '../../../../port/steps.js';
import { coverDigits } from './cover.js';
import { fixedCost, planTable } from './plan.js';
import { DigitCutter } from './digits.js';
import { highestDigit, magnitudeBits } from './magnitude.js';
import { buildingWork, buildTable, tableBytes } from './table.js';

/** @import { Buckets } from '../accumulate.js' */
/** @import { Cover } from './cover.js' */
/** @import { Layout } from './plan.js' */
/** @import { Progress } from '../../../../port/engine.js' */
/** @import { MsmContext } from '../msm.js' */
/** @import { CutAt } from './digits.js' */

/**
 * Plans and builds a table. Closing the generator frees all memory it holds.
 * @param {MsmContext & { order: bigint }} context
 * @param {{ points: number, n: number, memory: number, layout?: Layout }} input address and number
 *   of the points; `memory`: byte budget of the table; `layout` overrides planning, for
 *   measurements
 * @returns {Generator<Progress, WasmFixedTable | null, void>} null if no table fits in `memory`
 * @throws {import('../../../../errors.js').ResourceError} if the arena has no room, before any
 *   addition
 */
export function* fixedTableSteps(context, input) {
  const { points, n, memory, layout } = { layout: undefined, ...input };
  const { arena, batch: kernel, order, prices } = context;
  const { pointBytes } = kernel;
  const bits = magnitudeBits(order);
  const problem = fullProblem(abilitiesOf(context), n, bits);
  const chosen = layout ?? planTable(problem, { bits, memory, pointBytes }, prices);
  if (chosen === null) return null;
  const purpose = `table of ${n} fixed points`;
  const table = arena.allocate(tableBytes(chosen, n, pointBytes), purpose);
  let scratch;
  let done = false;
  try {
    scratch = arena.allocate(accumulatorBytes(kernel) + modelBytes(kernel, n), purpose);
    const accumulator = new Accumulator(kernel, arena, scratch, 0);
    const model = scratch + accumulatorBytes(kernel);
    const summands = yield* pointsOfModel(kernel, model, points, n);
    const total = buildingWork(chosen, n) || 1;
    let additions = 0;
    for (const count of buildTable(accumulator, chosen, { points: summands, n, table })) {
      yield { phase: 'table', done: (additions += count), total };
    }
    const { c, windows, multiples } = chosen;
    const covering = coverDigits(c, multiples, highestDigit(order, c, windows));
    const cover = yield* reporting(covering, () => ({ phase: 'table', done: total, total }));
    done = true;
    return new WasmFixedTable(context, chosen, { table, n, cover });
  } finally {
    if (scratch !== undefined) arena.free(scratch);
    if (!done) arena.free(table);
  }
}

/** Scalars recoded in a step, and digits placed: about a millisecond each. */
const SCALARS = 2 ** 11;
const DIGITS = 2 ** 16;

/** Progress of a multiplication, whose two phases take about as long. */
const FILLING = { phase: 'accumulate', done: 0, total: 2 };
const REDUCING = { phase: 'reduce', done: 1, total: 2 };

/** The `FixedTable` of engine.js. */
export class WasmFixedTable {
  #context;
  #cutter;
  #cover;
  /** Buckets by value per set, empty ones included. */
  #limit;
  #reduction;
  #table;

  /**
   * @param {MsmContext & { order: bigint }} context
   * @param {Layout} layout
   * @param {{ table: number, n: number, cover: Cover }} parts address of the table, its points, and
   *   the buckets of digits
   */
  constructor(context, layout, { table, n, cover }) {
    const { order, batch } = context;
    const { c, perLayer } = layout;
    const { pointBytes } = batch;
    this.#context = context;
    this.#table = table;
    this.#cover = cover;
    this.#cutter = new DigitCutter(order, layout, this.#cover, { table, pointBytes });
    const limit = this.#cover.values.reduce((max, value) => Math.max(max, value), 0) + 1;
    const bits = 32 - Math.clz32(limit - 1);
    const problems = Array.from({ length: perLayer }, (_, set) => ({
      bit: set * c,
      bits,
      offset: set * limit,
      limit,
    }));
    this.#limit = limit;
    this.#reduction = new Reduction(problems, batch);
    this.layout = layout;
    this.length = n;
    this.bytes = tableBytes(layout, n, pointBytes);
    /** Predicted, of one multiplication by a scalar for each point. */
    this.milliseconds = fixedCost(layout, n, context.prices) / 1e6;
    /** Operation counts of the last multiplication. */
    this.counts = { additions: 0, doublings: 0 };
  }

  /**
   * @param {Uint8Array} scalars 32 bytes little-endian each, any value
   * @param {ArrayLike<number>} [positions] index of the point of each scalar, all different
   * @param {Uint8Array} [plus] a canonical point to add
   * @returns {Uint8Array} the canonical point
   * @throws {import('../../../../errors.js').ResourceError} if there is no scratch memory
   */
  msm(scalars, positions, plus) {
    return runNow(this.msmSteps(scalars, positions, plus));
  }

  /**
   * The same in steps of a few milliseconds. Closing the generator frees what it holds.
   * @type {(scalars: Uint8Array, positions?: ArrayLike<number>, plus?: Uint8Array) =>
   *   Generator<Progress, Uint8Array, void>}
   */
  *msmSteps(scalars, positions, plus) {
    const { arena, batch: kernel, single } = this.#context;
    const places = (scalars.length / 32) * this.layout.windows + 1;
    const parts = this.#parts(places);
    const { block, at } = allocateParts(arena, parts, 'multiplication of fixed points');
    try {
      const buckets = yield* this.#gather(at, places, { scalars, positions, plus });
      const accumulator = new Accumulator(kernel, arena, at.scratch, at.sums);
      yield* reporting(accumulator.sumBuckets(buckets), () => FILLING);
      this.#spread(arena.i32, at);
      const reducing = this.#reduction.steps(accumulator, at.byValue, at);
      const references = yield* reporting(reducing, () => REDUCING);
      const rows = this.#reduction.bits;
      const sums = arena.i32.subarray(references >> 2, (references >> 2) + rows);
      this.counts = countsOf(accumulator.additions, sums);
      return combineWindows(arena, single, { kernel, references, width: 1, rows, bits: 1 }, at);
    } finally {
      arena.free(block);
    }
  }

  /**
   * The same as `msm`.
   * @param {Uint8Array} scalars
   * @param {ArrayLike<number>} [positions]
   */
  sum(scalars, positions) {
    return this.msm(scalars, positions);
  }

  /** Frees the table. */
  free() {
    this.#context.arena.free(this.#table);
  }

  /** Buckets of all sets. */
  get #buckets() {
    return this.layout.perLayer * this.#cover.values.length;
  }

  /**
   * Sizes of the scratch memory for one multiplication.
   * @param {number} places number of digits, plus one for an added point
   */
  #parts(places) {
    const { pointBytes } = this.#context.batch;
    const lasting = lastingSums(this.#buckets, places) + this.#reduction.lastingSums;
    return {
      digits: 4 * places,
      digitBuckets: 4 * places,
      references: 4 * places,
      starts: 4 * (this.#buckets + 1),
      byValue: 4 * this.layout.perLayer * this.#limit,
      ...this.#reduction.parts,
      sums: lasting * pointBytes,
      scratch: accumulatorBytes(this.#context.batch),
      plus: pointBytes,
      plusModel: modelBytes(this.#context.batch, 1),
      ...combinationParts(this.#context, this.#reduction.bits),
    };
  }

  /**
   * Recodes the scalars and sorts their digits by bucket. Memory may grow between the steps.
   * @param {Record<'digits' | 'digitBuckets' | 'references' | 'starts' | 'bytes' | 'plus' |
   *   'plusModel', number>} at addresses
   * @param {number} places
   * @param {{ scalars: Uint8Array, positions?: ArrayLike<number>, plus?: Uint8Array }} input
   * @returns {Generator<Progress, Buckets, void>}
   */
  *#gather(at, places, { scalars, positions, plus }) {
    const { arena, batch: kernel } = this.#context;
    const { references, starts } = at;
    const [digits, buckets, counts] = [at.digits >> 2, at.digitBuckets >> 2, starts >> 2];
    const cut = { digits, buckets, counts };
    const end = counts + this.#buckets;
    arena.i32.fill(0, counts, end + 1);
    let count = 0;
    for (let first = 0; 32 * first < scalars.length; first += SCALARS) {
      count = this.#cutter.cut(scalars, positions, arena.i32, cut, first, SCALARS, count);
      yield FILLING;
    }
    const memory = arena.i32;
    if (plus) {
      arena.u8.set(plus, at.bytes);
      kernel.fromAffineBytes(at.plus, at.bytes, 1);
      // The first bucket always has the value 1.
      memory[digits + count] = runNow(pointsOfModel(kernel, at.plusModel, at.plus, 1));
      memory[buckets + count++] = 0;
      memory[counts]++;
    }
    for (let b = counts; b < end; b++) memory[b + 1] += memory[b];
    for (let last = count; last > 0; last -= DIGITS) {
      place(arena.i32, cut, references >> 2, Math.max(0, last - DIGITS), last);
      yield FILLING;
    }
    return { references, starts, count: this.#buckets };
  }

  /**
   * Lays out the bucket sums by value, as the reduction expects them.
   * @param {Int32Array} memory
   * @param {{ starts: number, byValue: number }} at addresses: of the sums; and of where they go
   */
  #spread(memory, { starts, byValue }) {
    const { values } = this.#cover;
    const { perLayer } = this.layout;
    let bucket = starts >> 2;
    let offset = byValue >> 2;
    memory.fill(0, offset, offset + perLayer * this.#limit);
    for (let set = 0; set < perLayer; set++, offset += this.#limit)
      for (let i = 0; i < values.length; i++) memory[offset + values[i]] = memory[bucket++];
  }
}

/**
 * Operation counts: the batched additions, and those of the combination of windows.
 * @param {number} batched
 * @param {Int32Array} sums one reference per bit, 0 for infinity
 */
function countsOf(batched, sums) {
  const added = sums.filter(Boolean).length;
  const doublings = sums.reduce((highest, reference, i) => (reference ? i : highest), 0);
  return { additions: batched + Math.max(0, added - 1), doublings };
}

/**
 * The second half of a counting sort. A count is its bucket's end at first, and is decremented to
 * its beginning.
 * @param {Int32Array} memory
 * @param {CutAt} cut
 * @param {number} sorted where the references go
 * @param {number} first digit
 * @param {number} last
 */
function place(memory, { digits, buckets, counts }, sorted, first, last) {
  for (let i = last - 1; i >= first; i--)
    memory[sorted + --memory[counts + memory[buckets + i]]] = memory[digits + i];
}
