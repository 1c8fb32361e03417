/**
 * A table for few scalars and for many: combs (window-table.js) and buckets (fixed-msm.js), chosen between by plan-combs.js.
 */

import { PointError } from '../../../../errors.js';
import { Accumulator, accumulatorBytes } from '../accumulate.js';
import { digitsIn } from '../../kernels/elements.js';
import { allocateParts } from '../memory.js';
import { modelBytes, pointsOfModel } from '../model.js';
import {
  DESCRIPTION_WORDS,
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
} from './window-table.js';
import { fixedTableSteps } from './fixed-msm.js';
import { planTables } from './plan-combs.js';
import { buildingWork } from './table.js';

/** @import { Progress, Projective } from '../../../../port/engine.js' */
/** @import { Comb } from './window-table.js' */
/** @import { ChainPrices } from './plan-combs.js' */
/** @import { MsmContext } from '../msm.js' */
/** @import { WasmFixedTable } from './fixed-msm.js' */
/** @import { Tables } from './plan-combs.js' */

/** @typedef {MsmContext & { order: bigint, chain: ChainPrices }} CombContext */

/**
 * Plans and builds. Closing the generator frees all it holds.
 * @param {CombContext} context of a kernel with extended coordinates
 * @param {{ points: number, n: number, first: number, memory: number, tables?: Tables }} input address and number of the points, of
 * which the first so many are used more than others; bytes for all tables; `tables` instead of the plan's own, for measurements
 * @returns {Generator<Progress, WasmCombTable | null, void>} null if no table fits in `memory`
 * @throws {import('../../../../errors.js').ResourceError} before any additions, if the arena has no room
 */
export function* combTableSteps(context, { points, n, first, memory, tables }) {
  const { arena, batch: kernel, order, prices, chain } = context;
  const { pointBytes } = kernel;
  const { entryBytes, extended } = elementsOf(kernel);
  const halves = Boolean(extended.msm);
  const basis = { n, first, order, pointBytes, entryBytes, prices, chain, halves };
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
  const { extended, entryBytes, projectiveDigits } = elementsOf(batch);
  const { pointBytes, fieldBytes } = batch;
  const rows = combs.at(-1)?.layout.perLayer ?? 1;
  // Where the kernel cuts scalars, those are halves, with lists of their own.
  const lists = extended.msm ? 2 : 1;
  const most = combs.reduce((sum, comb) => {
    const count = Math.min(comb.to - comb.from, Math.floor(limit / comb.layout.windows));
    return sum + count * Math.ceil(comb.layout.windows / comb.layout.perLayer);
  }, 1);
  const { block, at } = allocateParts(
    arena,
    {
      scalars: SCALAR_BYTES * n,
      positions: 4 * n,
      combs: 4 * DESCRIPTION_WORDS * (combs.length + 1),
      job: 4 * JOB_WORDS,
      references: 4 * rows * lists * most,
      counts: 4 * rows * lists,
      point: pointBytes,
      plus: entryBytes,
      bytes: Math.max(2 * fieldBytes, 8 * projectiveDigits),
    },
    'sums of entries',
  );
  return { block, at, rows, lists, stride: 4 * most };
}

/** What a kernel that cuts scalars reads of a table: wasm-gen/curve/edwards/fma/msm.js. */
const JOB_WORDS = 9;

/** What a chain says instead of the number of its references if its sum is no element; −1 if buckets cost less. */
const NO_ELEMENT = -2;

/** The `FixedTable` of engine.js, for few scalars and for many. */
export class WasmCombTable {
  #context;
  #blocks;
  #work;
  #bucketTable;
  /** Where the kernel has none of its own. @type {ReturnType<typeof combCutter> | undefined} */
  #cut;
  /** Bits from a row to the next. */
  #bits;
  /** Of the last multiplication: references, and whether there was another point; or −1 for buckets. */
  #entries = 0;
  #hasPlus = false;

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
    if (elementsOf(context.batch).extended.msm)
      writeJob(context, { combs, limit: tables.limit }, work, this.#bits);
    else this.#cut = combCutter(context, { combs, limit: tables.limit });
    this.length = n;
    this.bytes = tables.combs.reduce(
      (sum, comb) => sum + combBytes(comb, entryBytes),
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
   * @param {ArrayLike<number>} [positions] of the scalars among the points, all different
   * @param {Uint8Array} [plus] a canonical point that is added; of the group
   * @returns {Uint8Array} the canonical point
   * @throws {import('../../../../errors.js').ResourceError} no memory to work in
   * @throws {PointError} `plus` is not in the group, and the sum is no element
   */
  msm(scalars, positions, plus) {
    const { arena, batch } = this.#context;
    const { extended, toCanonicalBytes } = elementsOf(batch);
    const { bytes, point } = this.#work.at;
    const size = 2 * batch.fieldBytes;
    const entries = this.#sum(scalars, positions, plus?.some(Boolean) ? plus : undefined);
    if (entries < 0) return this.#sumOfBuckets(scalars, positions, plus);
    if (entries === 0) return plus ? plus.slice() : new Uint8Array(size);
    extended.toAffine(point, bytes);
    toCanonicalBytes(bytes, point, 1);
    return arena.u8.slice(bytes, bytes + size);
  }

  /**
   * The same without the inversion at the end, if there was a chain.
   * @param {Uint8Array} scalars
   * @param {ArrayLike<number>} [positions]
   * @returns {Projective | Uint8Array} a canonical point
   */
  msmProjective(scalars, positions) {
    const { arena, batch } = this.#context;
    const entries = this.#sum(scalars, positions);
    if (entries < 0) return this.#sumOfBuckets(scalars, positions);
    if (entries === 0) return new Uint8Array(2 * batch.fieldBytes);
    const elements = elementsOf(batch);
    const memory = digitsIn(arena, elements);
    const from = this.#work.at.bytes / memory.BYTES_PER_ELEMENT;
    // An array takes V8 a third of the time that typed arrays of the same bytes take.
    const digits = new Array(elements.projectiveDigits);
    for (let i = 0; i < digits.length; i++) digits[i] = memory[from + i];
    return digits;
  }

  /** Gives the memory back. */
  free() {
    this.#blocks.forEach((block) => this.#context.arena.free(block));
    this.#bucketTable?.free();
  }

  /**
   * Digits of the sum's X, Y, Z to `bytes`, if it is not empty and takes combs.
   * @param {Uint8Array} scalars
   * @param {ArrayLike<number> | undefined} positions
   * @param {Uint8Array} [plus]
   * @returns {number} references, or −1 for buckets
   */
  #sum(scalars, positions, plus) {
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
    // Last of all: if it is outside the group, this one addition tells.
    const entries = this.#chain(count, positions ? at.positions : 0, plus ? at.plus : 0);
    if (entries === NO_ELEMENT) throw new PointError('not-in-subgroup');
    this.#hasPlus = plus !== undefined;
    return (this.#entries = entries);
  }

  /**
   * Cuts the scalars in memory, and adds up. A method, and no closure: calls of one of many closures V8 does not inline, and with them
   * not the kernel's, which took a tenth of the time of one scalar.
   * @param {number} count
   * @param {number} positions their address, or 0
   * @param {number} last address of a last entry, or 0
   * @returns {number} references; −1 for buckets; NO_ELEMENT
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
   * @param {Uint8Array} scalars
   * @param {ArrayLike<number> | undefined} positions
   * @param {Uint8Array} [plus]
   * @returns {Uint8Array}
   */
  #sumOfBuckets(scalars, positions, plus) {
    const table = /** @type {WasmFixedTable} */ (this.#bucketTable);
    const places = placesOf(scalars);
    const found = places.map((place) => positions?.[place] ?? place);
    return table.msm(scalarsAt(scalars, places), found, plus);
  }
}

/**
 * @param {CombContext} context
 * @param {{ combs: Comb[], limit: number }} tables
 * @param {ReturnType<typeof allocateWork>} work
 * @param {number} bits from a row to the next
 */
function writeJob({ arena, batch }, { combs, limit }, { at, rows, stride }, bits) {
  const { bytes, scalars, references, counts } = at;
  const most = Math.min(limit, END);
  arena.i32.set(describeCombs(combs, elementsOf(batch).entryBytes), at.combs >> 2);
  const job = [bytes, scalars, at.combs, most, references, stride, counts, rows, bits];
  arena.i32.set(job, at.job >> 2);
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
