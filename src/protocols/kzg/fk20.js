/**
 * The proofs of all cells of a blob at once, by the method of Feist and Khovratovich: the
 * mathematics, on lists of canonical points.
 *
 * Symbols: f = Σ_{i<64} X^i·F_i(X^64) the polynomial, a_k the roots of order 128, S_j = [τ^j]G1,
 * h_m = [Σ_j f_{j+64(m+1)}·τ^j]G1.
 *
 * The quotient of f by X^64 − a_k is Σ_m a_k^m·(f without its lowest 64(m + 1) coefficients, moved
 * down), so the proof of cell k is π_k = Σ_{m<63} a_k^m·h_m, a transform of the h_m. With
 * j = 64t + i, h_m = Σ_i Σ_t f_{64(t+m+1)+i}·S_{64t+i} is the coefficient m + 1 of
 * Σ_i F_i(Y)·B_i(Y), B_i = Σ_t S_{64t+i}·Y^−t, whose exponents −63 … 63 are distinct modulo 128. So
 * 1. the fixed points B_i(a_k), once for a setup: 64 transforms of 128 points;
 * 2. u_k = Σ_i (F_i(a_k)/128)·B_i(a_k): 128 sums of 64 points. Their scalars are the remainders of
 *    f modulo X^64 − a_k, from which the cells are computed, too;
 * 3. a transform backward of the u_k gives the h_m, and one forward of those the π_k.
 *
 * Steps 2 and 3 are cut into parts for threads: with p = 8w + i, w < 16, i < 8, the levels of a
 * transform in blocks of 8 are those of 16 *blocks* of points, and the others those of 8 *columns*,
 * w = 0 … 15 of one i. The transform backward ends with the columns, and the one forward begins
 * with them, so there are three rounds: sums and blocks, columns, and blocks.
 *
 * Source: Feist, Khovratovich, "Fast amortized KZG proofs", ePrint 2023/033.
 */
import { invert, power } from '../../math/modular.js';
import { cutRange } from '../../port/ranges.js';
import { runNow } from '../../port/steps.js';
import {
  CELL_ELEMENTS,
  CELLS,
  ELEMENT,
  EXTENDED,
  FIELD_ELEMENTS,
  PRIMITIVE_ROOT,
} from './scalars.js';
import { UNCHECKED } from '../../port/point-checks.js';

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
 * The tables of the roots of order 128 (port/polynomials.js).
 * @typedef {Record<'forward' | 'backward', readonly bigint[]>} Roots
 */

/**
 * A part of a round: `count` cells or columns from `first`. `scalars`: 64 a cell, little-endian;
 * `points`: canonical, columns row by row.
 * @typedef {{ first: number, count: number, roots: Roots }} PartOf
 * @typedef {PartOf & { kind: 'sums', scalars: Uint8Array }} SumsPart
 * @typedef {PartOf & { kind: 'columns', points: Uint8Array }} ColumnsPart
 * @typedef {PartOf & { kind: 'blocks', points: Uint8Array }} BlocksPart
 * @typedef {SumsPart | ColumnsPart | BlocksPart} ProofPart
 */

/** Blocks and columns of a transform of 128 points. */
const BLOCKS = 16;
const COLUMNS = CELLS / BLOCKS;

/** Of 32 bits in an element. */
const WORDS = ELEMENT / 4;

/** @type {(order: bigint) => Roots} */
export function rootsOf(order) {
  const forward = tableOf(order, CELLS);
  return { forward, backward: forward.map((root) => invert(root, order)) };
}

/**
 * The table of roots of scalars (port/polynomials.js), for transforms of `count` points.
 * @type {(order: bigint, count: number) => bigint[]}
 */
function tableOf(order, count) {
  const root = power(PRIMITIVE_ROOT, (order - 1n) / BigInt(count), order);
  const table = [1n];
  while (table.length < count / 2) {
    const factor = power(root, BigInt(count / 4 / table.length), order);
    table.push(...table.map((t) => (t * factor) % order));
  }
  return table;
}

/**
 * The monomial form from the Lagrange form: S_j = Σ_i ω^(ij)·L_i.
 * @param {Prover} prover
 * @param {Uint8Array} lagrange canonical, bit-reversed
 * @param {bigint} order
 * @returns {Generator<any, Uint8Array, void>} canonical
 */
export function monomialSteps(prover, lagrange, order) {
  const roots = tableOf(order, FIELD_ELEMENTS);
  return transformSteps(prover, lagrange, 'backward', { least: 1, roots });
}

/**
 * 1. The fixed points.
 * @param {Prover} prover
 * @param {Uint8Array} monomial canonical
 * @param {Roots} roots
 * @returns {Generator<any, VectorHandle, void>}
 */
export function* fixedPointSteps({ engine, transforms, lifetime }, monomial, { backward }) {
  // Exponents −64 … −127 are empty.
  const affine = new Uint8Array(EXTENDED * 2 * engine.fieldBytes);
  affine.set(monomial);
  const handle = engine.decode({ affine }, UNCHECKED);
  let isDone = false;
  try {
    const levels = { count: EXTENDED, least: CELL_ELEMENTS, roots: backward };
    yield* transforms.forward(handle, levels);
    isDone = true;
    return handle;
  } finally {
    if (!isDone && !lifetime.ended) engine.free(handle);
  }
}

/**
 * 2 and 3. All proofs, in three rounds of parts.
 * @param {{ roots: Roots, size: number }} setup `size`: bytes of a point
 * @param {Uint8Array} remainders F_i(a_k)/128, 64 for each cell, 32 bytes big-endian each
 * @param {number} count of parts in a round, at most
 * @param {(parts: ProofPart[], round: 0 | 1 | 2) => Steps<Uint8Array[]>} run `partSteps` of each
 * @returns {Steps<Uint8Array>} 128 canonical points
 */
export function* proofSteps({ roots, size }, remainders, count, run) {
  const bytes = ELEMENT * CELL_ELEMENTS;
  const points = new Uint8Array(CELLS * size);
  const cells = cellParts(count).map((part) => ({ ...part, roots }));
  const columns = cutRange({ start: 0, end: COLUMNS }, count).map(({ start, end }) => ({
    ...{ first: start, count: end - start, roots },
  }));

  const sums = yield* run(
    cells.map((part) => ({
      ...{ kind: 'sums', ...part },
      scalars: scalarsFrom(
        remainders.subarray(bytes * part.first, bytes * (part.first + part.count)),
      ),
    })),
    0,
  );
  cells.forEach(({ first }, i) => points.set(sums[i], size * first));

  const quotients = yield* run(
    columns.map((part) => ({ kind: 'columns', ...part, points: columnsFrom(points, part, size) })),
    1,
  );
  columns.forEach((part, i) => columnsInto(points, quotients[i], part, size));

  const proofs = yield* run(
    cells.map((part) => ({
      ...{ kind: 'blocks', ...part },
      points: points.slice(size * part.first, size * (part.first + part.count)),
    })),
    2,
  );
  cells.forEach(({ first }, i) => points.set(proofs[i], size * first));
  return points;
}

/**
 * All cells in parts, which are whole blocks.
 * @param {number} count of parts, at most
 */
export const cellParts = (count) =>
  cutRange({ start: 0, end: BLOCKS }, count).map(({ start, end }) => ({
    ...{ first: start * COLUMNS, count: (end - start) * COLUMNS },
  }));

/**
 * @param {Prover} prover
 * @param {ProofPart} part
 * @param {FixedPoints} [fixed] of the cells of a part with sums
 * @param {number} [skipped] cells in `fixed` before those of the part
 * @returns {Generator<any, Uint8Array, void>} as many canonical points: with sums, a block's after
 *   its levels backward; columns are those before `first` …, modulo 8
 */
export function* partSteps(prover, part, fixed, skipped = 0) {
  const { roots } = part;
  if (part.kind === 'columns') return yield* columnSteps(prover, part);
  const levels = { most: COLUMNS, least: 1, first: part.first };
  if (part.kind === 'blocks') {
    const forward = { ...levels, roots: roots.forward };
    return yield* transformSteps(prover, part.points, 'forward', forward);
  }
  const own = /** @type {FixedPoints} */ (fixed);
  const sums = yield* sumSteps(prover.engine, own, part.scalars, skipped);
  return yield* transformSteps(prover, sums, 'backward', { ...levels, roots: roots.backward });
}

/**
 * u_k for some cells.
 * @type {(engine: Engine, fixed: FixedPoints, scalars: Uint8Array,
 *   skipped: number) => Generator<any, Uint8Array, void>}
 */
function* sumSteps(engine, { handle, tables }, scalars, skipped) {
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
function scalarsFrom({ buffer, byteOffset, length }) {
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
function* transformSteps({ engine, transforms, lifetime }, points, direction, levels) {
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
 * The columns of both transforms. Between the two, h_m moves from place m + 1 to place m: a column
 * becomes the one before it, and column 0 the last, a row up.
 * @type {(prover: Prover, part: ColumnsPart) => Generator<any, Uint8Array, void>}
 */
function* columnSteps(prover, { first, count, points, roots }) {
  const levels = { least: count, roots: roots.backward };
  const sums = yield* transformSteps(prover, points, 'backward', levels);
  const size = 2 * prover.engine.fieldBytes;
  const [rowBytes, rows] = [size * count, BLOCKS / 2];
  const shifted = new Uint8Array(points.length);
  shifted.set(sums.subarray(0, rowBytes * rows));
  if (first === 0) {
    for (let row = 0; row < rows; row++) {
      // The quotient has 63 coefficients, so the last row is empty.
      const from = rowBytes * (row + 1);
      const point = row + 1 < rows ? sums.subarray(from, from + size) : new Uint8Array(size);
      shifted.set(point, rowBytes * row);
    }
  }
  const forward = { least: count, roots: roots.forward };
  return yield* transformSteps(prover, shifted, 'forward', forward);
}

/**
 * @param {Uint8Array} points 16 rows of 8
 * @param {{ first: number, count: number }} part
 * @param {number} size of a point
 */
function columnsFrom(points, { first, count }, size) {
  const width = size * count;
  const columns = new Uint8Array(BLOCKS * width);
  for (let row = 0; row < BLOCKS; row++) {
    const from = size * (COLUMNS * row + first);
    columns.set(points.subarray(from, from + width), width * row);
  }
  return columns;
}

/**
 * Puts columns back, each a place before the one it came from, modulo 8.
 * @param {Uint8Array} points 16 rows of 8
 * @param {Uint8Array} columns
 * @param {{ first: number, count: number }} part
 * @param {number} size of a point
 */
function columnsInto(points, columns, { first, count }, size) {
  for (let i = 0; i < BLOCKS * count; i++) {
    const row = Math.floor(i / count);
    const column = (first + (i % count) + COLUMNS - 1) % COLUMNS;
    points.set(columns.subarray(size * i, size * (i + 1)), size * (COLUMNS * row + column));
  }
}
