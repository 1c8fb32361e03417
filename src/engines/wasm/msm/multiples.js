/**
 * Many multiples of one point by short scalars, from a table of b·2^(12w)·G for b < 2^12: five batched additions each.
 * For test inputs with known discrete logarithms.
 */

import { Accumulator, accumulatorBytes } from './accumulate.js';
import { fillTable } from './tables.js';

/** @import { Arena } from '../kernels/arena.js' */
/** @import { BatchKernel } from '../kernels/kernel.js' */

/** Bits of a window, and windows enough for 64 bits. */
const C = 12;
const WINDOWS = 6;

/**
 * Writes dlogs[i]·G to the i-th point from `target` on.
 * @param {Arena} arena
 * @param {BatchKernel} kernel
 * @param {{ target: number, dlogs: BigUint64Array, writeGenerator: (address: number) => void }} input
 */
export function multiplesOfGenerator(arena, kernel, { target, dlogs, writeGenerator }) {
  const { pointBytes } = kernel;
  // Row b has b·2^(12w)·G for each w; `fillTable` makes one row too many.
  const tableBytes = (2 ** C + 1) * WINDOWS * pointBytes;
  const table = arena.allocate(tableBytes + accumulatorBytes(kernel), 'tables of multiples');
  try {
    const accumulator = new Accumulator(kernel, arena, table + tableBytes, 0);
    const entry = (/** @type {number} */ b, /** @type {number} */ w) =>
      table + (b * WINDOWS + w) * pointBytes;
    const base = entry(1, 0);
    writeGenerator(base);
    for (let w = 1; w < WINDOWS; w++) {
      const point = entry(1, w);
      const before = entry(1, w - 1);
      accumulator.addAll(1, () => [point, before, before]);
      for (let i = 1; i < C; i++) accumulator.addAll(1, () => [point, point, point]);
    }
    // A finite point minus itself is infinity.
    accumulator.addAll(WINDOWS, (w) => [entry(0, w), base, base | 1]);
    fillTable(accumulator, { base, points: WINDOWS, parts: 1, c: C + 1, table: base });
    const multiple = (/** @type {number} */ i, /** @type {number} */ w) =>
      entry(Number(BigInt.asUintN(C, dlogs[i] >> BigInt(C * w))), w);
    const at = (/** @type {number} */ i) => target + i * pointBytes;
    accumulator.addAll(dlogs.length, (i) => [at(i), multiple(i, 0), multiple(i, 1)]);
    for (let w = 2; w < WINDOWS; w++)
      accumulator.addAll(dlogs.length, (i) => [at(i), at(i), multiple(i, w)]);
  } finally {
    arena.free(table);
  }
}
