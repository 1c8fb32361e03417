/**
 * Steps of the proofs of cells (proofs.js has the symbols), on lists of canonical points: of a
 * whole blob, or of a part on a worker.
 *
 * Both transforms in parts: with p = 8w + i, w < 16, i < 8, the levels of blocks of 8 are those of
 * 16 *blocks* of points, and the others those of 8 *columns*, w = 0 … 15 of one i. The transform
 * backward ends with the columns, and the one forward begins with them. Between the two, h_m moves
 * from place m + 1 to place m: a column becomes the one before it, and column 0 the last, a row up.
 * So parts exchange points twice: between sums and blocks, columns, and blocks.
 *
 * Parts of the proofs of cells in a worker.
 */

import { reporting, runNow } from '../../port/steps.js';
import { CELL_ELEMENTS, CELLS, ELEMENT } from './scalars.js';

/** @import { Engine, FixedTable, VectorHandle } from '../../port/engine.js' */
/** @import { PointLevels, PointTransforms } from '../../port/polynomials.js' */
/** @import { Steps } from '../../port/steps.js' */

/**
 * An engine, its transforms, and whether the engine's memory is still there.
 * @typedef {{ engine: Engine, transforms: PointTransforms, lifetime: { readonly ended: boolean } }}
 *   Prover
 */

/**
 * The fixed points of some cells, 64 each, and those of their tables that are made.
 * @typedef {{ handle: VectorHandle, tables: Array<FixedTable | null> }} FixedPoints
 */

/**
 * Parts of the proofs of a blob. `first`: of the part's cells or columns; `scalars`: 64 a cell,
 * little-endian; `points`: canonical, 128 in all, columns row by row.
 * @typedef {{ kind: 'sums', first: number, scalars: Uint8Array, roots: readonly bigint[] }
 *   | { kind: 'columns', first: number, points: Uint8Array, roots: readonly bigint[],
 *       inverses: readonly bigint[] }
 *   | { kind: 'blocks', first: number, points: Uint8Array, roots: readonly bigint[] }} ProofPart
 */

/** Blocks and columns of a transform of 128 points. */
export const BLOCKS = 16;
export const COLUMNS = CELLS / BLOCKS;

/** Of 32 bits in an element. */
const WORDS = ELEMENT / 4;

const UNCHECKED = { curve: false, subgroup: false };

/**
 * @param {Prover} prover
 * @param {ProofPart} part
 * @param {FixedPoints} [fixed] of the cells of a part with sums
 * @param {number} [skipped] cells in `fixed` before those of the part
 * @returns {Generator<any, Uint8Array, void>} as many canonical points: with sums, a block's after
 *   its levels backward; columns are those before `first` …, modulo 8
 */
export function* partSteps(prover, part, fixed, skipped = 0) {
  const { kind, first, roots } = part;
  if (kind === 'columns') return yield* columnSteps(prover, part);
  const points =
    kind === 'blocks'
      ? part.points
      : yield* sumSteps(prover.engine, /** @type {FixedPoints} */ (fixed), part.scalars, skipped);
  const direction = kind === 'blocks' ? 'forward' : 'backward';
  const levels = { most: COLUMNS, least: 1, first, roots };
  return yield* transformSteps(prover, points, direction, levels);
}

/**
 * u_k for some cells.
 * @param {Engine} engine
 * @param {FixedPoints} fixed
 * @param {Uint8Array} scalars
 * @param {number} [skipped]
 * @returns {Generator<any, Uint8Array, void>}
 */
export function* sumSteps(engine, { handle, tables }, scalars, skipped = 0) {
  const bytes = ELEMENT * CELL_ELEMENTS;
  const [count, size] = [scalars.length / bytes, 2 * engine.fieldBytes];
  const sums = new Uint8Array(count * size);
  for (let i = 0; i < count; i++) {
    const own = scalars.subarray(bytes * i, bytes * (i + 1));
    const k = skipped + i;
    const [start, end] = [CELL_ELEMENTS * k, CELL_ELEMENTS * (k + 1)];
    const table = k < tables.length ? tables[k] : null;
    sums.set(table ? table.msm(own) : runNow(engine.msmSteps(handle, start, end, own)), size * i);
    yield { phase: 'sums', done: i, total: count };
  }
  return sums;
}

/**
 * Little-endian elements, word by word: byte by byte it takes 0.4 ms for a blob.
 * @param {Uint8Array} elements 32 bytes big-endian each, aligned
 */
export function scalarsFrom({ buffer, byteOffset, length }) {
  const words = new Uint32Array(buffer, byteOffset, length / 4);
  const reversed = new Uint32Array(words.length);
  for (let first = 0, last = WORDS - 1; first < words.length; first += WORDS, last += WORDS) {
    for (let i = 0; i < WORDS; i++) {
      const word = words[last - i];
      reversed[first + i] =
        (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
    }
  }
  return new Uint8Array(reversed.buffer);
}

/**
 * @param {Prover} prover
 * @param {Uint8Array} points canonical
 * @param {'forward' | 'backward'} direction
 * @param {Omit<PointLevels, 'count'>} levels
 * @returns {Generator<any, Uint8Array, void>}
 */
export function* transformSteps({ engine, transforms, lifetime }, points, direction, levels) {
  const handle = engine.decode({ affine: points }, UNCHECKED);
  try {
    const count = handle.length;
    yield* transforms[direction](handle, { count, ...levels });
    return engine.toAffine(handle, 0, count);
  } finally {
    if (!lifetime.ended) engine.free(handle);
  }
}

/**
 * @param {Prover} prover
 * @param {ProofPart & { kind: 'columns' }} part
 * @returns {Generator<any, Uint8Array, void>}
 */
function* columnSteps(prover, { first, points, roots, inverses }) {
  const rowBytes = points.length / BLOCKS;
  const least = rowBytes / (2 * prover.engine.fieldBytes);
  const sums = yield* transformSteps(prover, points, 'backward', { least, roots: inverses });
  const rows = BLOCKS / 2;
  const shifted = new Uint8Array(points.length);
  shifted.set(sums.subarray(0, rowBytes * rows));
  if (first === 0) {
    const size = rowBytes / least;
    for (let row = 0; row < rows; row++) {
      // The quotient has 63 coefficients, so the last row is empty.
      const from = rowBytes * (row + 1);
      const point = row + 1 < rows ? sums.subarray(from, from + size) : new Uint8Array(size);
      shifted.set(point, rowBytes * row);
    }
  }
  return yield* transformSteps(prover, shifted, 'forward', { least, roots });
}

/**
 * Makes those tables of cells that are missing.
 * @param {Engine} engine
 * @param {FixedPoints} fixed receives the tables
 * @param {number} memory of each table, in bytes
 * @returns {Promise<Generator<any, void, void>>}
 */
export async function tableSteps(engine, { handle, tables }, memory) {
  const steps = [];
  const count = handle.length / CELL_ELEMENTS;
  for (let k = tables.length; k < count; k++) {
    const [start, end] = [CELL_ELEMENTS * k, CELL_ELEMENTS * (k + 1)];
    steps.push({ k, making: await engine.fixedTableSteps(handle, start, end, memory) });
  }
  // Together: a table is made in less than a slice, and slices end in a turn of the event loop.
  return keeping(steps, tables, count);
}

/**
 * Makes tables and keeps them, unless another call was faster.
 * @param {readonly { k: number, making: Generator<any, FixedTable | null, void> }[]} steps
 * @param {Array<FixedTable | null>} tables
 * @param {number} total
 * @returns {Generator<any, void, void>}
 */
function* keeping(steps, tables, total) {
  for (const { k, making } of steps) {
    if (tables.length > k) continue;
    yield { phase: 'prepare', done: k, total };
    const table = yield* reporting(making, (step) => ({
      ...{ phase: 'prepare', total },
      done: k + step.done / step.total,
    }));
    if (tables.length === k) tables.push(table);
    else table?.free();
  }
}

/** A worker's engine is there as long as the worker. */
const lifetime = { ended: false };

/**
 * The transforms of each engine, which keep the digits of roots: 140 of them in the three parts of
 * a blob on one of two workers, in 2 ms.
 * @type {WeakMap<Engine, PointTransforms>}
 */
const opened = new WeakMap();

/** @param {Engine} engine */
async function transformsOf(engine) {
  const { pointTransforms } = engine;
  const transforms =
    opened.get(engine) ??
    (await /** @type {NonNullable<typeof pointTransforms>} */ (pointTransforms)());
  opened.set(engine, transforms);
  return transforms;
}

/**
 * The task of a worker.
 * @param {{ engine: Engine, points?: FixedPoints & { isKept: boolean } }} place
 * @param {{ part: ProofPart | null, memory: number }} input `memory`: of the table of each cell,
 *   which is made first where the points stay; 0: none. No part: tables alone
 * @param {{ run: <Result>(steps: Steps<Result>) => Promise<Result> }} call
 * @returns {Promise<Uint8Array | null>}
 */
export async function cellTask({ engine, points }, { part, memory }, call) {
  if (points?.isKept && memory > 0) await call.run(await tableSteps(engine, points, memory));
  if (part === null) return null;
  const transforms = await transformsOf(engine);
  return call.run(partSteps({ engine, transforms, lifetime }, part, points));
}
