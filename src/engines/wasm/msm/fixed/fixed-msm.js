/**
 * Multi-scalar multiplication Σ k_i·P_i for points with a fixed-base table, by buckets.
 *
 * Symbols: n points P_i; c bits per window; W windows, h of them per layer; μ multiples in a table;
 * |B| buckets in a set (cover.js).
 *
 * Every digit of every scalar puts a table entry into a bucket of one of h sets (digits.js). The
 * buckets are summed (accumulate.js) and weighted by their values (reduce.js), which gives one
 * point per bit; the last sum adds these.
 *
 * Sources: for merged windows, Brickell, Gordon, McCurley, Wilson, "Fast exponentiation with
 * precomputation" (EUROCRYPT 1992); for trading multiples for buckets, Luo, Fu, Gong (CHES 2023;
 * see cover.js).
 */

import { Accumulator, accumulatorBytes, lastingSums } from '../accumulate.js';
import { allocateParts } from '../memory.js';
import { modelBytes, pointsOfModel } from '../model.js';
import { abilitiesOf, fullProblem } from '../problem.js';
import { Reduction } from '../reduce.js';
import { lastSum, lastSumParts } from '../sum.js';
import { reporting, runNow } from '../../../../port/steps.js';
import { coverDigits } from './cover.js';
import { DigitCutter } from './digits.js';
import { highestDigit, magnitudeBits } from './magnitude.js';
import { fixedCost, planTable } from './plan.js';
import { buildTable, buildingWork, tableBytes } from './table.js';

/** @import { Buckets } from '../accumulate.js' */
/** @import { Cover } from './cover.js' */
/** @import { Progress } from '../../../../port/engine.js' */
/** @import { Machine } from '../msm.js' */
/** @import { Layout } from './plan.js' */

/**
 * Plans and builds a table. Closing the generator frees all memory it holds.
 * @param {Machine & { order: bigint }} machine
 * @param {{ points: number, n: number, memory: number, layout?: Layout }} input address and number
 *   of the points; `memory`: byte budget of the table; `layout` overrides planning, for
 *   measurements
 * @returns {Generator<Progress, WasmFixedTable | null, void>} null if no table fits in `memory`
 * @throws {import('../../../../errors.js').ResourceError} if the arena has no room, before any
 *   addition
 */
export function* fixedTableSteps(machine, { points, n, memory, layout }) {
  const { arena, batch: kernel, order, prices } = machine;
  const { pointBytes } = kernel;
  const bits = magnitudeBits(order);
  const problem = fullProblem(abilitiesOf(machine), n, bits);
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
    return new WasmFixedTable(machine, chosen, { table, n, cover });
  } finally {
    if (scratch !== undefined) arena.free(scratch);
    if (!done) arena.free(table);
  }
}

/** Progress of a multiplication, whose two phases take about as long. */
const FILLING = { phase: 'accumulate', done: 0, total: 2 };
const REDUCING = { phase: 'reduce', done: 1, total: 2 };

/** The `FixedTable` of engine.js. */
export class WasmFixedTable {
  #machine;
  #cutter;
  #cover;
  /** Buckets by value per set, empty ones included. */
  #limit;
  #reduction;
  #table;

  /**
   * @param {Machine & { order: bigint }} machine
   * @param {Layout} layout
   * @param {{ table: number, n: number, cover: Cover }} parts address of the table, its points, and
   *   the buckets of digits
   */
  constructor(machine, layout, { table, n, cover }) {
    const { order, batch } = machine;
    const { c, perLayer } = layout;
    const { pointBytes } = batch;
    this.#machine = machine;
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
    this.milliseconds = fixedCost(layout, n, machine.prices) / 1e6;
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
   * The same in pieces of a few milliseconds. Closing the generator frees what it holds.
   * @param {Uint8Array} scalars
   * @param {ArrayLike<number>} [positions]
   * @param {Uint8Array} [plus]
   * @returns {Generator<Progress, Uint8Array, void>}
   */
  *msmSteps(scalars, positions, plus) {
    const { arena, batch: kernel, single } = this.#machine;
    const places = (scalars.length / 32) * this.layout.windows + 1;
    const parts = this.#parts(places);
    const { block, at } = allocateParts(arena, parts, 'multiplication of fixed points');
    try {
      const buckets = this.#gather(at, places, { scalars, positions, plus });
      const accumulator = new Accumulator(kernel, arena, at.scratch, at.sums);
      yield* reporting(accumulator.sumBuckets(buckets), () => FILLING);
      this.#spread(arena.i32, at);
      const reducing = this.#reduction.steps(accumulator, at.byValue, at);
      const references = yield* reporting(reducing, () => REDUCING);
      const rows = this.#reduction.bits;
      const sums = arena.i32.subarray(references >> 2, (references >> 2) + rows);
      this.counts = countsOf(accumulator.additions, sums);
      return lastSum(arena, single, { kernel, references, width: 1, rows, bits: 1 }, at);
    } finally {
      arena.free(block);
    }
  }

  /**
   * The same as `msm`: the last sum always ends with a canonical point.
   * @param {Uint8Array} scalars
   * @param {ArrayLike<number>} [positions]
   */
  msmProjective(scalars, positions) {
    return this.msm(scalars, positions);
  }

  /** Frees the table. */
  free() {
    this.#machine.arena.free(this.#table);
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
    const { pointBytes } = this.#machine.batch;
    const lasting = lastingSums(this.#buckets, places) + this.#reduction.lastingSums;
    return {
      digits: 4 * places,
      digitBuckets: 4 * places,
      references: 4 * places,
      starts: 4 * (this.#buckets + 1),
      byValue: 4 * this.layout.perLayer * this.#limit,
      ...this.#reduction.parts,
      sums: lasting * pointBytes,
      scratch: accumulatorBytes(this.#machine.batch),
      plus: pointBytes,
      plusModel: modelBytes(this.#machine.batch, 1),
      ...lastSumParts(this.#machine, this.#reduction.bits),
    };
  }

  /**
   * Recodes the scalars and sorts their digits by bucket.
   * @param {Record<'digits' | 'digitBuckets' | 'references' | 'starts' | 'bytes' | 'plus' |
   *   'plusModel', number>} at addresses
   * @param {number} places
   * @param {{ scalars: Uint8Array, positions?: ArrayLike<number>, plus?: Uint8Array }} input
   * @returns {Buckets}
   */
  #gather(at, places, { scalars, positions, plus }) {
    const { arena, batch: kernel } = this.#machine;
    const cut = {
      references: arena.i32.subarray(at.digits >> 2, (at.digits >> 2) + places),
      buckets: arena.i32.subarray(at.digitBuckets >> 2, (at.digitBuckets >> 2) + places),
    };
    let count = this.#cutter.cut(scalars, positions, cut);
    if (plus) {
      arena.u8.set(plus, at.bytes);
      kernel.fromAffineBytes(at.plus, at.bytes, 1);
      // The first bucket always has the value 1.
      cut.references[count] = runNow(pointsOfModel(kernel, at.plusModel, at.plus, 1));
      cut.buckets[count++] = 0;
    }
    const { references, starts } = at;
    const buckets = { references, starts, count: this.#buckets };
    sortByBucket(arena.i32, cut, count, buckets);
    return buckets;
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
 * Operation counts: the batched additions, and those of the last sum.
 * @param {number} batched
 * @param {Int32Array} sums one reference per bit, 0 for infinity
 */
function countsOf(batched, sums) {
  const added = sums.reduce((count, reference) => count + Number(reference !== 0), 0);
  let highest = sums.length - 1;
  while (highest > 0 && sums[highest] === 0) highest--;
  return { additions: batched + Math.max(0, added - 1), doublings: Math.max(0, highest) };
}

/**
 * Counting sort of the digits by bucket.
 * @param {Int32Array} memory
 * @param {{ references: Int32Array, buckets: Int32Array }} cut
 * @param {number} digits number of digits
 * @param {Buckets} target where references and starts are written
 */
function sortByBucket(memory, cut, digits, { references, starts, count }) {
  const [first, start] = [references >> 2, starts >> 2];
  memory.fill(0, start, start + count + 1);
  for (let i = 0; i < digits; i++) memory[start + cut.buckets[i]]++;
  for (let b = 1; b <= count; b++) memory[start + b] += memory[start + b - 1];
  // A start holds its bucket's end at first, and is decremented to its beginning.
  for (let i = digits - 1; i >= 0; i--)
    memory[first + --memory[start + cut.buckets[i]]] = cut.references[i];
}
