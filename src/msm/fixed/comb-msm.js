/**
 * A table for few scalars and for many: combs (comb.js) and buckets (fixed-msm.js), chosen between by plan-combs.js.
 */

import { PointError } from '../../errors.js';
import { Accumulator, accumulatorBytes } from '../accumulate.js';
import { allocateParts } from '../memory.js';
import { modelBytes, pointsOfModel } from '../model.js';
import { CombCutter, buildComb, combBuildingWork, combBytes, combScratchBytes } from './comb.js';
import { fixedTableSteps } from './fixed-msm.js';
import { combAt, planTables, takesCombs } from './plan-combs.js';
import { buildingWork } from './table.js';

/** @import { Progress } from '../../engines/engine.js' */
/** @import { ChainPrices } from './plan-combs.js' */
/** @import { MsmContext } from '../msm.js' */
/** @import { WasmFixedTable } from './fixed-msm.js' */
/** @import { CombPlan, Tables } from './plan-combs.js' */

/** @typedef {MsmContext & { order: bigint, chain: ChainPrices }} CombContext */

const SCALAR_BYTES = 32;

/**
 * Plans and builds. Closing the generator frees all it holds.
 * @param {CombContext} context of a kernel with extended coordinates
 * @param {{ points: number, n: number, first: number, memory: number, tables?: Tables }} input address and number of the points, of
 * which the first so many are used more than others; bytes for all tables; `tables` instead of the plan's own, for measurements
 * @returns {Generator<Progress, WasmCombTable | null, void>} null if no table fits in `memory`
 * @throws {import('../../errors.js').ResourceError} before any additions, if the arena has no room
 */
export function* combTableSteps(context, { points, n, first, memory, tables }) {
  const { arena, batch: kernel, order, prices, chain } = context;
  const { pointBytes, elements } = kernel;
  if (!elements) throw new RangeError('combs are for groups of elements');
  const { entryBytes } = elements;
  const basis = { n, first, order, pointBytes, entryBytes, prices, chain };
  const plan = tables ?? planTables(basis, memory);
  if (plan === null) return null;
  const { combs, buckets } = plan;
  const purpose = `table of ${n} fixed points`;
  const total = combs.reduce((sum, comb) => sum + combBuildingWork(comb), bucketWork(plan, n)) || 1;
  const report = (/** @type {number} */ done) => ({ phase: 'table', done, total });
  /** @type {number[]} what is to be freed if something fails */
  const blocks = [];
  /** @type {WasmFixedTable | null} */
  let bucketTable = null;
  let scratch;
  let complete = false;
  let done = 0;
  try {
    for (const comb of combs) blocks.push(arena.allocate(combBytes(comb, entryBytes), purpose));
    const work = allocateWork(context, plan);
    blocks.push(work.block);
    const sizes = [accumulatorBytes(kernel), modelBytes(kernel, n)];
    scratch = arena.allocate(sizes[0] + sizes[1] + combScratchBytes(pointBytes), purpose);
    const accumulator = new Accumulator(kernel, arena, scratch, 0);
    const model = scratch + sizes[0];
    pointsOfModel(kernel, model, points, n);
    for (let i = 0; i < combs.length; i++) {
      const place = { model, table: blocks[i], scratch: model + sizes[1] };
      for (const count of buildComb(accumulator, combs[i], place)) yield report((done += count));
    }
    arena.free(scratch);
    scratch = undefined;
    if (buckets) {
      const steps = fixedTableSteps(context, { points, n, memory: 0, layout: buckets });
      bucketTable = yield* counting(steps, (additions) => report(done + additions));
    }
    complete = true;
    return new WasmCombTable(context, plan, { n, blocks, work, bucketTable });
  } finally {
    if (scratch !== undefined) arena.free(scratch);
    if (!complete) blocks.forEach((block) => arena.free(block));
  }
}

/**
 * The same steps, with their progress in other words.
 * @template T
 * @param {Generator<Progress, T, void>} steps
 * @param {(done: number) => Progress} report
 * @returns {Generator<Progress, T, void>}
 */
function* counting(steps, report) {
  try {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      yield report(step.value.done);
    }
  } finally {
    // Closed early: what they hold goes, too.
    steps.return(/** @type {any} */ (undefined));
  }
}

/** @param {Tables} tables @param {number} n */
const bucketWork = ({ buckets }, n) => (buckets ? buildingWork(buckets, n) : 0);

/**
 * The memory that multiplications by combs work in; it stays, as an allocation costs as much as a few additions.
 * @param {CombContext} context
 * @param {Tables} tables
 */
function allocateWork({ arena, batch }, { combs, limit }) {
  const { elements, pointBytes, fieldBytes } = batch;
  if (!elements) throw new RangeError('combs are for groups of elements');
  const rows = combs.at(-1)?.layout.perLayer ?? 1;
  const most = combs.reduce((sum, comb) => {
    const count = Math.min(comb.to - comb.from, Math.floor(limit / comb.layout.windows));
    return sum + count * rowLength(comb);
  }, 1);
  const parts = {
    references: 4 * rows * most,
    counts: 4 * rows,
    sum: elements.extendedBytes,
    records: 2 * pointBytes,
    plus: elements.entryBytes,
    bytes: 4 * fieldBytes,
  };
  return allocateParts(arena, parts, 'sums of table entries');
}

/** References that a scalar can put into a row. @param {CombPlan} comb */
const rowLength = ({ layout: { windows, perLayer } }) => Math.ceil(windows / perLayer);

/** The `FixedTable` of engine.js, for few scalars and for many. */
export class WasmCombTable {
  #context;
  #tables;
  #blocks;
  #work;
  #bucketTable;
  #cutter;
  /** The scalars at hand: a view of what a caller has would cost as much as three additions. */
  #scalars;
  #view;

  /**
   * @param {CombContext} context
   * @param {Tables} tables
   * @param {{ n: number, blocks: number[], work: ReturnType<typeof allocateWork>, bucketTable: WasmFixedTable | null }} parts
   * `blocks`: the tables of the combs, and what else is to be freed
   */
  constructor(context, tables, { n, blocks, work, bucketTable }) {
    const { entryBytes } = elementsOf(context);
    this.#context = context;
    this.#blocks = blocks;
    this.#work = work.at;
    this.#bucketTable = bucketTable;
    // Objects of this place alone: with those of the planning, V8 makes and discards optimised code in turns, at half the speed.
    const combs = tables.combs.map(({ from, to, layout }, i) => ({
      from,
      to,
      layout,
      table: blocks[i],
    }));
    this.#tables = { combs, buckets: tables.buckets, limit: tables.limit };
    this.#cutter = new CombCutter(context.order, combs, entryBytes);
    this.#scalars = new Uint8Array(SCALAR_BYTES * n);
    this.#view = new DataView(this.#scalars.buffer);
    this.length = n;
    this.bytes = tables.combs.reduce(
      (sum, comb) => sum + combBytes(comb, entryBytes),
      bucketTable?.bytes ?? 0,
    );
    /** Operations of the last multiplication. */
    this.counts = { additions: 0, doublings: 0 };
  }

  /**
   * @param {Uint8Array} scalars 32 bytes little-endian each, any value
   * @param {ArrayLike<number>} [positions] of the scalars among the points, all different
   * @param {Uint8Array} [plus] a canonical point that is added; of the group
   * @param {boolean} [projective] does a projective point do?
   * @returns {Uint8Array} the canonical point, or the projective one
   * @throws {import('../../errors.js').ResourceError} no memory to work in
   * @throws {PointError} `plus` is not in the group, and the sum is no element
   */
  msm(scalars, positions, plus, projective = false) {
    const places = placesOf(scalars);
    const found = positions ? places.map((place) => positions[place]) : places;
    if (takesCombs(this.#tables, found)) {
      const sum = { places, positions: found, plus, projective };
      return this.#chain(scalars, sum);
    }
    const table = /** @type {WasmFixedTable} */ (this.#bucketTable);
    const all = places.length * SCALAR_BYTES === scalars.length;
    const result = table.msm(
      all ? scalars : scalarsAt(scalars, places),
      all ? positions : found,
      plus,
    );
    this.counts = table.counts;
    return result;
  }

  /** Gives the memory back. */
  free() {
    this.#blocks.forEach((block) => this.#context.arena.free(block));
    this.#bucketTable?.free();
  }

  /**
   * @param {Uint8Array} scalars
   * @param {{ places: number[], positions: number[], plus: Uint8Array | undefined, projective: boolean }} sum places of scalars that are
   * not zero, and their positions
   * @returns {Uint8Array}
   */
  #chain(scalars, { places, positions, plus, projective }) {
    const { arena, batch } = this.#context;
    const { combs } = this.#tables;
    const at = this.#work;
    const { extended, toCanonicalBytes } = elementsOf(this.#context);
    this.#scalars.set(scalars);
    const { c, perLayer } = combs.at(-1)?.layout ?? { c: 0, perLayer: 1 };
    const found = positions.map((position) => combAt(combs, position));
    const stride = found.reduce((sum, comb) => sum + rowLength(combs[comb]), 1);
    const memory = arena.i32;
    const [start, counts] = [at.references >> 2, at.counts >> 2];
    memory.fill(0, counts, counts + perLayer);
    const rows = { memory, start, stride, counts };
    places.forEach((place, i) => {
      const point = { comb: found[i], position: positions[i] };
      this.#cutter.cut(this.#view, place * SCALAR_BYTES, point, rows);
    });
    // Last of all: if it is outside the group, this one addition tells.
    if (plus && plus.some((byte) => byte !== 0)) {
      arena.u8.set(plus, at.bytes);
      batch.fromAffineBytes(at.records, at.bytes, 1);
      extended.entries(at.plus, at.records, 1);
      memory[start + memory[counts]++] = at.plus;
    }
    this.counts = countsOf({ memory, counts, perLayer }, c);
    const size = 2 * batch.fieldBytes;
    if (this.counts.additions < 0) return new Uint8Array(size);
    extended.sum(at.sum, at.references, 4 * stride, at.counts, perLayer, c);
    if (extended.toProjective(at.records, at.sum) === 0) throw new PointError('not-in-subgroup');
    if (projective) {
      batch.toAffineBytes(at.bytes, at.records, 2);
      return arena.u8.slice(at.bytes, at.bytes + size + batch.fieldBytes);
    }
    extended.toAffine(at.records, at.records);
    toCanonicalBytes(at.bytes, at.records, 1);
    return arena.u8.slice(at.bytes, at.bytes + size);
  }
}

/** @param {CombContext} context */
function elementsOf({ batch: { elements } }) {
  if (!elements) throw new RangeError('combs are for groups of elements');
  return elements;
}

/**
 * Operations of a chain; −1 additions if there is nothing to add.
 * @param {{ memory: Int32Array, counts: number, perLayer: number }} rows where their lengths stand, and how many
 * @param {number} bits from one row to the next
 */
function countsOf({ memory, counts, perLayer }, bits) {
  let [entries, highest] = [0, 0];
  for (let row = 0; row < perLayer; row++) {
    const length = memory[counts + row];
    entries += length;
    if (length) highest = row;
  }
  return { additions: entries - 1, doublings: bits * highest };
}

/**
 * Where scalars stand that are not zero.
 * @param {Uint8Array} scalars
 * @returns {number[]}
 */
function placesOf(scalars) {
  const places = [];
  for (let i = 0, at = 0; at < scalars.length; i++, at += SCALAR_BYTES) {
    let byte = 0;
    while (byte < SCALAR_BYTES && scalars[at + byte] === 0) byte++;
    if (byte < SCALAR_BYTES) places.push(i);
  }
  return places;
}

/** @param {Uint8Array} scalars @param {number[]} places */
function scalarsAt(scalars, places) {
  const found = new Uint8Array(places.length * SCALAR_BYTES);
  places.forEach((place, i) => {
    const from = place * SCALAR_BYTES;
    found.set(scalars.subarray(from, from + SCALAR_BYTES), i * SCALAR_BYTES);
  });
  return found;
}
