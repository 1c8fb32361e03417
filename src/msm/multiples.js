/**
 * Many multiples of one point by short scalars, from tables of b·2^(12w)·G for b < 2^12: five batched additions each.
 * For test inputs with known discrete logarithms.
 */

import { Accumulator, accumulatorBytes } from './accumulate.js';

/** @import { Arena } from '../wasm/arena.js' */
/** @import { BatchKernel } from '../wasm/kernel.js' */

/** Bits of a window, and windows enough for 64 bits. */
const C = 12;
const WINDOWS = 6;
const ROW = 2 ** C;

/**
 * Writes dlogs[i]·G to the i-th point from `target` on.
 * @param {Arena} arena
 * @param {BatchKernel} kernel
 * @param {{ target: number, dlogs: BigUint64Array, writeGenerator: (address: number) => void }} input
 */
export function multiplesOfGenerator(arena, kernel, { target, dlogs, writeGenerator }) {
  const { pointBytes } = kernel;
  const tableBytes = WINDOWS * ROW * pointBytes;
  const table = arena.allocate(tableBytes + accumulatorBytes(kernel), 'tables of multiples');
  try {
    const first = table + pointBytes;
    writeGenerator(first);
    const accumulator = new Accumulator(kernel, arena, table + tableBytes, 0);
    const row = (/** @type {number} */ w) => table + w * ROW * pointBytes;
    for (let w = 0; w < WINDOWS; w++)
      fillRow(accumulator, first, row(w), w + 1 < WINDOWS ? row(w + 1) : 0);
    const entry = (/** @type {number} */ i, /** @type {number} */ w) => {
      return row(w) + Number((dlogs[i] >> BigInt(C * w)) & BigInt(ROW - 1)) * pointBytes;
    };
    const at = (/** @type {number} */ i) => target + i * pointBytes;
    accumulator.addAll(dlogs.length, (i) => [at(i), entry(i, 0), entry(i, 1)]);
    for (let w = 2; w < WINDOWS; w++)
      accumulator.addAll(dlogs.length, (i) => [at(i), at(i), entry(i, w)]);
  } finally {
    arena.free(table);
  }
}

/**
 * From P at row + pointBytes: b·P for all b < ROW, and ROW·P where the next row expects its first multiple.
 * @param {Accumulator} accumulator
 * @param {number} generator address of a finite point, whose difference with itself is infinity
 * @param {number} row
 * @param {number} nextRow 0 for none
 */
function fillRow(accumulator, generator, row, nextRow) {
  const { pointBytes } = accumulator.kernel;
  const at = (/** @type {number} */ b) => row + b * pointBytes;
  accumulator.addAll(1, () => [row, generator, generator | 1]);
  for (let m = 1; m < ROW; m *= 2) {
    const count = 2 * m < ROW ? m : m - 1;
    accumulator.addAll(count, (i) => [at(m + 1 + i), at(m), at(1 + i)]);
  }
  if (nextRow) accumulator.addAll(1, () => [nextRow + pointBytes, at(ROW / 2), at(ROW / 2)]);
}
