/**
 * A table for few scalars and for many: combs (comb.js) and buckets (fixed-msm.js), chosen between by plan-combs.js.
 */

import { PointError } from '../../errors.js';
import { Accumulator, accumulatorBytes } from '../accumulate.js';
import { allocateParts } from '../memory.js';
import { modelBytes, pointsOfModel } from '../model.js';
import {
  END,
  SCALAR_BYTES,
  buildComb,
  combBuildingWork,
  combBytes,
  combCutter,
  combScratchBytes,
  describeCombs,
  elementsOf,
  placesOf,
} from './comb.js';
import { fixedTableSteps } from './fixed-msm.js';
import { planTables } from './plan-combs.js';
import { buildingWork } from './table.js';

/** @import { Progress, Projective } from '../../engines/engine.js' */
/** @import { Comb } from './comb.js' */
/** @import { ChainPrices } from './plan-combs.js' */
/** @import { MsmContext } from '../msm.js' */
/** @import { WasmFixedTable } from './fixed-msm.js' */
/** @import { Tables } from './plan-combs.js' */

/** @typedef {MsmContext & { order: bigint, chain: ChainPrices }} CombContext */

/** Of a comb for a kernel: seven words. */
const DESCRIPTION_BYTES = 28;

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
  const { pointBytes } = kernel;
  const { entryBytes } = elementsOf(kernel);
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
  // 0 is no block: to free it does nothing.
  let scratch = 0;
  let complete = false;
  let done = 0;
  try {
    for (const comb of combs) blocks.push(arena.allocate(combBytes(comb, entryBytes), purpose));
    const work = allocateWork(context, plan, n);
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
    scratch = 0;
    if (buckets) {
      const steps = fixedTableSteps(context, { points, n, memory: 0, layout: buckets });
      bucketTable = yield* counting(steps, (additions) => report(done + additions));
    }
    complete = true;
    return new WasmCombTable(context, plan, { n, blocks, work, bucketTable });
  } finally {
    arena.free(scratch);
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
 * @param {number} n
 */
function allocateWork({ arena, batch }, { combs, limit }, n) {
  const { extendedBytes, entryBytes } = elementsOf(batch);
  const { pointBytes, fieldBytes } = batch;
  const rows = combs.at(-1)?.layout.perLayer ?? 1;
  const most = combs.reduce((sum, comb) => {
    const count = Math.min(comb.to - comb.from, Math.floor(limit / comb.layout.windows));
    return sum + count * Math.ceil(comb.layout.windows / comb.layout.perLayer);
  }, 1);
  const { block, at } = allocateParts(
    arena,
    {
      scalars: SCALAR_BYTES * n,
      positions: 4 * n,
      combs: DESCRIPTION_BYTES * (combs.length + 1),
      references: 4 * rows * most,
      counts: 4 * rows,
      sum: extendedBytes,
      records: 2 * pointBytes,
      plus: entryBytes,
      bytes: 4 * fieldBytes,
    },
    'sums of entries',
  );
  return { block, at, rows, stride: 4 * most };
}

/** The `FixedTable` of engine.js, for few scalars and for many. */
export class WasmCombTable {
  #context;
  #blocks;
  #work;
  #bucketTable;
  /** (number of scalars, address of positions or 0) → number of references, or −1 for buckets. */
  #cut;
  /** Bits from a row to the next. */
  #bits;

  /**
   * @param {CombContext} context
   * @param {Tables} tables
   * @param {{ n: number, blocks: number[], work: ReturnType<typeof allocateWork>, bucketTable: WasmFixedTable | null }} parts
   * `blocks`: the tables of the combs, and what else is to be freed
   */
  constructor(context, tables, { n, blocks, work, bucketTable }) {
    const { entryBytes } = elementsOf(context.batch);
    this.#context = context;
    this.#blocks = blocks;
    this.#work = work;
    this.#bucketTable = bucketTable;
    // Objects of this place alone: with those of the planning, V8 makes and discards optimised code in turns, at half the speed.
    const combs = tables.combs.map(({ from, to, layout }, i) => ({
      from,
      to,
      layout,
      table: blocks[i],
    }));
    this.#bits = combs.at(-1)?.layout.c ?? 0;
    this.#cut = cutterOf(context, { combs, limit: tables.limit }, work);
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
   * @returns {Uint8Array} the canonical point
   * @throws {import('../../errors.js').ResourceError} no memory to work in
   * @throws {PointError} `plus` is not in the group, and the sum is no element
   */
  msm(scalars, positions, plus) {
    const { arena, batch } = this.#context;
    const { at } = this.#work;
    const entries = this.#cutAll(scalars, positions);
    if (entries < 0) return this.#sumOfBuckets(scalars, positions, plus);
    const size = 2 * batch.fieldBytes;
    if (!this.#chain(entries, plus?.some(Boolean) ? plus : undefined)) return new Uint8Array(size);
    const { extended, toCanonicalBytes } = elementsOf(batch);
    extended.toAffine(at.records, at.records);
    toCanonicalBytes(at.bytes, at.records, 1);
    return arena.u8.slice(at.bytes, at.bytes + size);
  }

  /**
   * The same without the inversion at the end, if there was a chain.
   * @param {Uint8Array} scalars
   * @param {ArrayLike<number>} [positions]
   * @returns {Projective}
   */
  msmProjective(scalars, positions) {
    const { arena, batch } = this.#context;
    const { bytes, records } = this.#work.at;
    const entries = this.#cutAll(scalars, positions);
    if (entries < 0) return { bytes: this.#sumOfBuckets(scalars, positions) };
    const size = 2 * batch.fieldBytes;
    if (!this.#chain(entries)) return { bytes: new Uint8Array(size) };
    batch.toAffineBytes(bytes, records, 2);
    const { u8 } = arena;
    const end = bytes + size;
    // V8 keeps arrays of more than 64 bytes outside its heap: one of 96 would take 350 ns, these two 110.
    return { bytes: u8.slice(bytes, end), z: u8.slice(end, end + batch.fieldBytes) };
  }

  /** Gives the memory back. */
  free() {
    this.#blocks.forEach((block) => this.#context.arena.free(block));
    this.#bucketTable?.free();
  }

  /**
   * References to the entries of all digits, a list for each row, or none if the buckets cost less.
   * @param {Uint8Array} scalars
   * @param {ArrayLike<number> | undefined} positions
   * @returns {number} how many, or −1
   */
  #cutAll(scalars, positions) {
    const { i32, u8 } = this.#context.arena;
    const { at, rows } = this.#work;
    const counts = at.counts >> 2;
    u8.set(scalars, at.scalars);
    if (positions) i32.set(positions, at.positions >> 2);
    for (let row = 0; row < rows; row++) i32[counts + row] = 0;
    return this.#cut(scalars.length / SCALAR_BYTES, positions ? at.positions : 0);
  }

  /**
   * The sum of the references that were cut, and of `plus`, as a projective point in `records`.
   * @param {number} entries
   * @param {Uint8Array} [plus]
   * @returns {boolean} false if there is nothing to add
   */
  #chain(entries, plus) {
    const { arena, batch } = this.#context;
    const { at, rows, stride } = this.#work;
    const { extended } = elementsOf(batch);
    const { i32, u8 } = arena;
    const counts = at.counts >> 2;
    let highest = rows - 1;
    while (highest > 0 && i32[counts + highest] === 0) highest--;
    const additions = plus ? entries : Math.max(0, entries - 1);
    this.counts = { additions, doublings: this.#bits * highest };
    if (!plus && entries === 0) return false;
    if (plus) {
      u8.set(plus, at.bytes);
      batch.fromAffineBytes(at.records, at.bytes, 1);
      extended.entries(at.plus, at.records, 1);
      if (entries === 0) i32[(at.references >> 2) + i32[counts]++] = at.plus;
    }
    // Last of all: if it is outside the group, this one addition tells.
    const last = plus && entries > 0 ? at.plus : 0;
    extended.sum(at.sum, at.references, stride, at.counts, highest + 1, this.#bits, last);
    if (extended.toProjective(at.records, at.sum) === 0) throw new PointError('not-in-subgroup');
    return true;
  }

  /**
   * @param {Uint8Array} scalars
   * @param {ArrayLike<number> | undefined} positions
   * @param {Uint8Array} [plus]
   * @returns {Uint8Array}
   */
  #sumOfBuckets(scalars, positions, plus) {
    const table = /** @type {WasmFixedTable} */ (this.#bucketTable);
    const places = placesOf(scalars);
    const found = places.map((place) => positions?.[place] ?? place);
    const result = table.msm(scalarsAt(scalars, places), found, plus);
    this.counts = table.counts;
    return result;
  }
}

/**
 * @param {CombContext} context
 * @param {{ combs: Comb[], limit: number }} tables
 * @param {ReturnType<typeof allocateWork>} work
 * @returns {(count: number, positions: number) => number}
 */
function cutterOf(context, { combs, limit }, { at, stride }) {
  const { arena, batch } = context;
  const { entryBytes, extended } = elementsOf(batch);
  const { scalars, references, counts } = at;
  const { cut } = extended;
  if (!cut) {
    const cutThere = combCutter(context, { combs, limit });
    return (count, positions) =>
      cutThere(scalars, count, positions, { references, stride, counts });
  }
  arena.i32.set(describeCombs(combs, entryBytes), at.combs >> 2);
  const most = Math.min(limit, END);
  return (count, positions) =>
    cut(scalars, count, positions, at.combs, most, references, stride, counts);
}

/** @param {Uint8Array} scalars @param {number[]} places */
function scalarsAt(scalars, places) {
  const found = new Uint8Array(places.length * SCALAR_BYTES);
  places.forEach((place, i) => {
    const scalar = scalars.subarray(place * SCALAR_BYTES, (place + 1) * SCALAR_BYTES);
    found.set(scalar, i * SCALAR_BYTES);
  });
  return found;
}
