/**
 * The terms of a random linear combination: w_i·P_i for all i, for batches of pairings.
 *
 * Symbols: n points P_i; weights of `parts` sub-scalars; b bits of the largest; T_i the products.
 *
 * Straus' method for every point by itself, in step with the others: T_i ← 2T_i for all i, then
 * the digits of all weights at that bit. Every step is one batched addition with one inversion, so
 * there are b + 1 doublings and at most as many additions of each part, and no work outside of
 * lists. Additions are complete: any points, any weights.
 */

import { SCALAR_BYTES } from '../../math/integers.js';
import { Accumulator, accumulatorBytes } from './msm/accumulate.js';
import { allocateParts } from './kernels/arena.js';
import { oddMultiples, tableBytes } from './msm/straus.js';
import { wnaf } from './msm/wnaf.js';

/** @import { Arena } from './kernels/arena.js' */
/** @import { Kernels } from './kernels/compile.js' */

/** Width of the digits: tables of 1, 3, 5 and 7 times a point. */
const WIDTH = 4;

/** Bytes of the report of `split`. */
const REPORT_BYTES = 8;

/** @typedef {Pick<Kernels, 'batch' | 'scalar'> & { arena: Arena }} TermParts */

/**
 * @param {TermParts} parts
 * @param {readonly Uint8Array[]} list canonical points, one or more
 * @param {Uint8Array} weights 32 bytes little-endian each, any value
 * @returns {Uint8Array[]} canonical points
 * @throws {import('../../errors.js').ResourceError} if memory does not suffice
 */
export function combinationTerms({ arena, batch, scalar }, list, weights) {
  const n = list.length;
  const { pointBytes, fieldBytes } = batch;
  const { parts, partBytes } = scalar;
  const size = 2 * fieldBytes;
  const sizes = {
    weights: n * SCALAR_BYTES,
    split: parts * n * partBytes,
    report: REPORT_BYTES,
    bytes: n * size,
    points: n * pointBytes,
    products: n * pointBytes,
    table: tableBytes(batch, n, WIDTH, parts),
    scratch: accumulatorBytes(batch),
  };
  const { block, at } = allocateParts(arena, sizes, `weights of ${n} points`);
  try {
    arena.u8.set(weights, at.weights);
    const bits = scalar.split(at.split, at.weights, n, at.report);
    list.forEach((point, i) => arena.u8.set(point, at.bytes + i * size));
    batch.fromAffineBytes(at.points, at.bytes, n);
    const accumulator = new Accumulator(batch, arena, at.scratch, 0);
    const input = { base: at.points, points: n, parts, w: WIDTH, table: at.table };
    const tables = oddMultiples(accumulator, input);
    const steps = stepsOf(arena.i32, tables, { split: at.split, partBytes, n, bits, pointBytes });
    const point = (/** @type {number} */ i) => at.points + i * pointBytes;
    const product = (/** @type {number} */ i) => at.products + i * pointBytes;
    // P − P: infinity.
    accumulator.addAll(n, (i) => [product(i), point(i), point(i) | 1]);
    for (let bit = bits; bit >= 0; bit--) {
      if (bit < bits) accumulator.addAll(n, (i) => [product(i), product(i), product(i)]);
      for (const step of steps[bit]) {
        accumulator.addAll(step.length / 2, (j) => {
          const target = product(step[2 * j]);
          return [target, target, step[2 * j + 1]];
        });
      }
    }
    batch.toAffineBytes(at.bytes, at.products, n);
    return list.map((_, i) => arena.u8.slice(at.bytes + i * size, at.bytes + (i + 1) * size));
  } finally {
    arena.free(block);
  }
}

/**
 * The additions at every bit, of each part in turn: the number of a point, then a reference to a
 * table entry, and so on.
 * @param {Int32Array} memory
 * @param {number[][]} tables addresses of the rows of odd multiples, for each part
 * @param {{ split: number, partBytes: number, n: number, bits: number, pointBytes: number }} shape
 *   `split`: address of the parts, a row of n for each
 * @returns {number[][][]} bits + 1 of them
 */
function stepsOf(memory, tables, { split, partBytes, n, bits, pointBytes }) {
  const steps = Array.from({ length: bits + 1 }, () =>
    tables.map(() => /** @type {number[]} */ ([])),
  );
  const words = partBytes >> 2;
  tables.forEach((rows, part) => {
    for (let i = 0; i < n; i++) {
      wnaf(memory, (split >> 2) + (part * n + i) * words, words, bits, WIDTH, (bit, value) => {
        const entry = rows[Math.abs(value) >> 1] + i * pointBytes;
        steps[bit][part].push(i, value < 0 ? entry | 1 : entry);
      });
    }
  });
  return steps;
}
