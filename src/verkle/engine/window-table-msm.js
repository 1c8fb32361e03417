/**
 * A table for few and for many scalars: window tables (window-table.js) and buckets (fixed-msm.js).
 * plan-window-tables.js chooses between them.
 */

import { elementsOf } from './elements.js';
import { normalize } from './normalize.js';
import { PointError } from '../../errors.js';
import { reporting } from '../../port/steps.js';
import { Accumulator, accumulatorBytes } from '../../engines/wasm/msm/accumulate.js';
import { modelBytes, pointsOfModel } from '../../engines/wasm/msm/model.js';
import { abilitiesOf } from '../../engines/wasm/msm/plan.js';
import { SCALAR_BYTES } from '../../math/integers.js';
import { allocateWork, writeJob } from './window-table-work.js';
import {
  buildWindowTable,
  placesOf,
  scalarCutter,
  windowTableBytes,
  windowTableScratch,
  windowTableWork,
} from './window-table.js';
import { fixedTableSteps } from '../../engines/wasm/msm/fixed/fixed-msm.js';
import { planTables } from './plan-window-tables.js';
import { buildingWork } from '../../engines/wasm/msm/fixed/table.js';

/** @import { Progress } from '../../port/engine.js' */
/** @import { Projective } from './elements.js' */
/** @import { MsmContext } from '../../engines/wasm/msm/msm.js' */
/** @import { WasmFixedTable } from '../../engines/wasm/msm/fixed/fixed-msm.js' */
/** @import { Tables } from './plan-window-tables.js' */

/**
 * @typedef {MsmContext & { order: bigint }} WindowTableContext
 */

/** Points checked in a step: a millisecond. */
const CHECKED = 2 ** 10;

/**
 * Plans and builds the tables of elements. Elements use extended coordinates, whose formulas are
 * complete only in the group: points outside it have buckets alone.
 * @type {(context: WindowTableContext, input: Parameters<typeof windowTableSteps>[1]) =>
 *   Generator<Progress, WasmFixedTable | WasmWindowTable | null, void>}
 */
export function* elementTableSteps(context, input) {
  const { points, n } = input;
  const { subgroup, pointBytes } = context.batch;
  for (let i = 0; subgroup && i < n; i += CHECKED) {
    if (subgroup.firstOutside(points + i * pointBytes, Math.min(CHECKED, n - i)) >= 0) {
      return yield* fixedTableSteps(context, input);
    }
    yield { phase: 'table', done: 0, total: n };
  }
  return yield* windowTableSteps(context, input);
}

/**
 * Plans and builds the tables. Closing the generator frees all memory it holds.
 * @param {WindowTableContext} context of a kernel with extended coordinates
 * @param {{ points: number, n: number, first: number, memory: number, tables?: Tables }} input
 *   address and number of the points; `first`: how many leading points are used more often than the
 *   others; `memory`: byte budget of all tables; `tables` overrides planning, for measurements
 * @returns {Generator<Progress, WasmWindowTable | null, void>} null if no table fits in `memory`
 * @throws {import('../../errors.js').ResourceError} if the arena has no room, before any
 *   addition
 */
export function* windowTableSteps(context, input) {
  const { points, n, first, memory, tables } = { tables: undefined, ...input };
  const { arena, batch: kernel, order, prices } = context;
  const { pointBytes } = kernel;
  const { entryBytes, extended } = elementsOf(kernel);
  const split = Boolean(extended.msm);
  const abilities = abilitiesOf(context);
  const basis = { n, first, order, pointBytes, entryBytes, split, abilities };
  const plan = tables ?? (yield* planTables(basis, memory, prices));
  if (plan === null) return null;
  const { windowTables, buckets } = plan;
  const purpose = `table of ${n} fixed points`;
  const total =
    windowTables.reduce((sum, plan) => sum + windowTableWork(plan), bucketWork(plan, n)) || 1;
  const report = (/** @type {number} */ done) => ({ phase: 'table', done, total });
  /** @type {number[]} to be freed on failure */
  const blocks = [];
  /** @type {WasmFixedTable | null} */
  let bucketTable = null;
  // 0 is no block; freeing it does nothing.
  let scratch = 0;
  let complete = false;
  let done = 0;
  try {
    for (const table of windowTables)
      blocks.push(arena.allocate(windowTableBytes(table, entryBytes), purpose));
    const work = allocateWork(context, plan, n);
    blocks.push(work.block);
    const sizes = [accumulatorBytes(kernel), modelBytes(kernel, n)];
    scratch = arena.allocate(sizes[0] + sizes[1] + windowTableScratch(pointBytes), purpose);
    const accumulator = new Accumulator(kernel, arena, scratch, 0);
    const model = scratch + sizes[0];
    yield* pointsOfModel(kernel, model, points, n);
    for (let i = 0; i < windowTables.length; i++) {
      const place = { model, table: blocks[i], scratch: model + sizes[1] };
      for (const count of buildWindowTable(accumulator, windowTables[i], place))
        yield report((done += count));
    }
    arena.free(scratch);
    scratch = 0;
    if (buckets) {
      const steps = fixedTableSteps(context, { points, n, memory: 0, layout: buckets });
      bucketTable = yield* reporting(steps, (step) => report(done + step.done));
    }
    complete = true;
    return new WasmWindowTable(context, plan, { n, blocks, work, bucketTable });
  } finally {
    arena.free(scratch);
    if (!complete) blocks.forEach((block) => arena.free(block));
  }
}

/** @type {(tables: Tables, n: number) => number} */
const bucketWork = ({ buckets }, n) => (buckets ? buildingWork(buckets, n) : 0);

/**
 * Returned instead of the number of references if the sum is not an element; −1 means that buckets
 * cost less.
 */
const NO_ELEMENT = -2;

/** The `FixedTable` of engine.js, for few scalars and for many. */
export class WasmWindowTable {
  #context;
  #blocks;
  #work;
  #bucketTable;
  /**
   * Recodes scalars where the kernel cannot.
   * @type {ReturnType<typeof scalarCutter> | undefined}
   */
  #cut;
  /** Bits between rows. */
  #bits;
  /** Of `FixedTable`: for sums, which may outlive this table. */
  normalize = normalize;
  /** References in the last multiplication and its added point, if any; −1 for buckets. */
  #entries = 0;
  #hasPlus = false;

  /**
   * @param {WindowTableContext} context
   * @param {Tables} tables
   * @param {{ n: number, blocks: number[], work: ReturnType<typeof allocateWork>,
   *   bucketTable: WasmFixedTable | null }} parts `blocks`: the window tables, and other blocks to
   *   free
   */
  constructor(context, tables, { n, blocks, work, bucketTable }) {
    const { entryBytes } = elementsOf(context.batch);
    this.#context = context;
    this.#blocks = blocks;
    this.#work = work;
    this.#bucketTable = bucketTable;
    // Objects used only here: sharing those of planning makes V8 optimize and deoptimize
    // alternately, at half the speed.
    const windowTables = tables.windowTables.map(({ from, to, layout }, i) => ({
      from,
      to,
      layout,
      table: blocks[i],
    }));
    this.#bits = windowTables.at(-1)?.layout.c ?? 0;
    if (elementsOf(context.batch).extended.msm)
      writeJob(context, { windowTables, limit: tables.limit }, work, this.#bits);
    else this.#cut = scalarCutter(context, { windowTables, limit: tables.limit });
    this.length = n;
    this.bytes = tables.windowTables.reduce(
      (sum, table) => sum + windowTableBytes(table, entryBytes),
      bucketTable?.bytes ?? 0,
    );
  }

  /** Operations of the last multiplication. */
  get counts() {
    const { at, rows, lists } = this.#work;
    if (this.#entries < 0) return /** @type {WasmFixedTable} */ (this.#bucketTable).counts;
    const additions = Math.max(0, this.#entries + Number(this.#hasPlus) - 1);
    let highest = this.#entries > 0 ? rows * lists - 1 : 0;
    while (highest > 0 && this.#context.arena.i32[(at.counts >> 2) + highest] === 0) highest--;
    return { additions, doublings: this.#bits * Math.floor(highest / lists) };
  }

  /**
   * @param {Uint8Array} scalars 32 bytes little-endian each, any value
   * @param {ArrayLike<number>} [positions] index of the point of each scalar, all different
   * @param {Uint8Array} [plus] a canonical point of the group to add
   * @returns {Uint8Array} the canonical point
   * @throws {import('../../errors.js').ResourceError} if there is no scratch memory
   * @throws {PointError} if the sum is not an element, because `plus` is not in the group
   */
  msm(scalars, positions, plus) {
    const { arena, batch } = this.#context;
    const { extended, toCanonicalBytes } = elementsOf(batch);
    const { bytes, point } = this.#work.at;
    const size = 2 * batch.fieldBytes;
    const entries = this.#add(scalars, positions, plus?.some(Boolean) ? plus : undefined);
    if (entries < 0) return this.#sumOfBuckets(scalars, positions, plus);
    if (entries === 0) return plus ? plus.slice() : new Uint8Array(size);
    extended.toAffine(point, bytes);
    toCanonicalBytes(bytes, point, 1);
    return arena.u8.slice(bytes, bytes + size);
  }

  /**
   * The same without the final inversion, if window tables are used.
   * @param {Uint8Array} scalars
   * @param {ArrayLike<number>} [positions]
   * @returns {Projective | Uint8Array} a canonical point
   */
  sum(scalars, positions) {
    const { arena, batch } = this.#context;
    const entries = this.#add(scalars, positions);
    if (entries < 0) return this.#sumOfBuckets(scalars, positions);
    if (entries === 0) return new Uint8Array(2 * batch.fieldBytes);
    const elements = elementsOf(batch);
    const memory = elements.limbsIn(arena);
    const from = this.#work.at.bytes / memory.BYTES_PER_ELEMENT;
    // V8 creates an array in a third of the time of a typed array of the same bytes.
    const limbs = new Array(elements.projectiveLimbs);
    for (let i = 0; i < limbs.length; i++) limbs[i] = memory[from + i];
    return limbs;
  }

  /** Frees all memory. */
  free() {
    this.#blocks.forEach((block) => this.#context.arena.free(block));
    this.#bucketTable?.free();
  }

  /**
   * Writes the limbs of the sum's X, Y, Z to `bytes`, if the sum is not empty and uses window
   * tables.
   * @param {Uint8Array} scalars
   * @param {ArrayLike<number> | undefined} positions
   * @param {Uint8Array} [plus]
   * @returns {number} references, or −1 for buckets
   */
  #add(scalars, positions, plus) {
    const { arena, batch } = this.#context;
    const { at } = this.#work;
    const { i32, u8 } = arena;
    if (plus) {
      u8.set(plus, at.bytes);
      batch.fromAffineBytes(at.point, at.bytes, 1);
      elementsOf(batch).extended.entries(at.plus, at.point, 1);
    }
    u8.set(scalars, at.scalars);
    const from = at.positions >> 2;
    if (positions) for (let i = 0; i < positions.length; i++) i32[from + i] = positions[i];
    const count = scalars.length / SCALAR_BYTES;
    // Added last: if `plus` is outside the group, only this addition detects it.
    const entries = this.#chain(count, positions ? at.positions : 0, plus ? at.plus : 0);
    if (entries === NO_ELEMENT) throw new PointError('not-in-subgroup');
    this.#hasPlus = plus !== undefined;
    return (this.#entries = entries);
  }

  /**
   * Recodes the scalars in memory and adds their entries. A method, not a closure: V8 does not
   * inline calls of one among many closures, nor the kernel call inside, which cost a tenth of a
   * one-scalar multiplication.
   * @param {number} count
   * @param {number} positions their address, or 0
   * @param {number} last address of an extra last entry, or 0
   */
  #chain(count, positions, last) {
    const { arena, batch } = this.#context;
    const { extended } = elementsOf(batch);
    const { at, rows, stride } = this.#work;
    if (!this.#cut) return /** @type {Function} */ (extended.msm)(at.job, count, positions, last);
    const { references, counts } = at;
    arena.i32.fill(0, counts >> 2, (counts >> 2) + rows);
    const entries = this.#cut(at.scalars, count, positions, { references, stride, counts });
    if (entries <= 0) return entries;
    const row = [references, stride, counts, rows, this.#bits];
    return extended.sum(at.bytes, ...row, last) ? entries : NO_ELEMENT;
  }

  /**
   * @type {(scalars: Uint8Array, positions: ArrayLike<number> | undefined, plus?: Uint8Array) =>
   *   Uint8Array}
   */
  #sumOfBuckets(scalars, positions, plus) {
    const table = /** @type {WasmFixedTable} */ (this.#bucketTable);
    const places = placesOf(scalars);
    const found = positions ? places.map((place) => positions[place]) : places;
    return table.msm(scalarsAt(scalars, places), found, plus);
  }
}

/** @type {(scalars: Uint8Array, places: number[]) => Uint8Array<ArrayBuffer>} */
function scalarsAt(scalars, places) {
  const found = new Uint8Array(places.length * SCALAR_BYTES);
  places.forEach((place, i) => {
    const scalar = scalars.subarray(place * SCALAR_BYTES, (place + 1) * SCALAR_BYTES);
    found.set(scalar, i * SCALAR_BYTES);
  });
  return found;
}
