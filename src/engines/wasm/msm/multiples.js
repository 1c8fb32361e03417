/**
 * Many multiples of one point by short scalars, for test inputs with known discrete logarithms.
 *
 * Symbols: G the point; n the number of multiples; c bits per window; w the window's index; b its
 * value.
 *
 * A fixed-base table holds b·2^(cw)·G for b < 2^c. Its W = ⌈64/c⌉ windows take W·2^c batched
 * additions to build; each multiple then takes W − 1.
 *
 * Source: Brickell, Gordon, McCurley, Wilson, "Fast exponentiation with precomputation" (EUROCRYPT
 * 1992).
 */

import { Accumulator, accumulatorBytes } from './accumulate.js';
import { fillTable } from './straus.js';

/** @import { Arena } from '../kernels/arena.js' */
/** @import { BatchKernel } from '../kernels/kernel.js' */

/** Bits of the scalars. */
const BITS = 64;

/** Window widths, and the n from which each minimizes W·2^c + n(W − 1). */
const WIDTHS = [
  { c: 12, from: 11264 },
  { c: 8, from: 224 },
  { c: 4, from: 0 },
];

/**
 * Writes dlogs[i]·G for every i, consecutively from `target`.
 * @type {(arena: Arena, kernel: BatchKernel, input: { target: number, dlogs: BigUint64Array,
 *   writeGenerator: (address: number) => void }) => void}
 */
export function multiplesOfGenerator(arena, kernel, { target, dlogs, writeGenerator }) {
  const { pointBytes } = kernel;
  const { c } = /** @type {{ c: number }} */ (WIDTHS.find(({ from }) => dlogs.length >= from));
  const windows = Math.ceil(BITS / c);
  // Row b holds b·2^(cw)·G for each w; `fillTable` fills one extra row.
  const tableBytes = (2 ** c + 1) * windows * pointBytes;
  const table = arena.allocate(tableBytes + accumulatorBytes(kernel), 'tables of multiples');
  try {
    const accumulator = new Accumulator(kernel, arena, table + tableBytes, 0);
    const entry = (/** @type {number} */ b, /** @type {number} */ w) =>
      table + (b * windows + w) * pointBytes;
    const base = entry(1, 0);
    writeGenerator(base);
    for (let w = 1; w < windows; w++) {
      const point = entry(1, w);
      const before = entry(1, w - 1);
      accumulator.addAll(1, () => [point, before, before]);
      for (let i = 1; i < c; i++) accumulator.addAll(1, () => [point, point, point]);
    }
    // P − P gives infinity for any finite P.
    accumulator.addAll(windows, (w) => [entry(0, w), base, base | 1]);
    fillTable(accumulator, { base, points: windows, parts: 1, c: c + 1, table: base });
    const multiple = (/** @type {number} */ i, /** @type {number} */ w) =>
      entry(Number(BigInt.asUintN(c, dlogs[i] >> BigInt(c * w))), w);
    const at = (/** @type {number} */ i) => target + i * pointBytes;
    accumulator.addAll(dlogs.length, (i) => [at(i), multiple(i, 0), multiple(i, 1)]);
    for (let w = 2; w < windows; w++)
      accumulator.addAll(dlogs.length, (i) => [at(i), at(i), multiple(i, w)]);
  } finally {
    arena.free(table);
  }
}
