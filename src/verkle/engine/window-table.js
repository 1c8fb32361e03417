/**
 * Window tables: multiples of every point for each window of a scalar, or for every h-th window.
 * For a few scalars, the sum is one chain of additions of table entries in extended coordinates,
 * with hardly any overhead. For kernels with such a chain (Edwards curves); formulas in
 * wasm-gen/verkle/extended.js.
 *
 * Symbols: c bits per window; h windows per layer; l the layer; m the multiple.
 *
 * Digits are signed, −2^(c−1) < digit ≤ 2^(c−1). A non-zero digit of window h·l + j, j < h, selects
 * the table entry ±m·2^(c·h·l)·P. Entries of equal j form a row; rows are c doublings apart, and
 * h = 1 needs none. With h = 1, the windows from some index on may have c − 1 bits; a layer then
 * begins at the sum of the widths below it.
 *
 * Source: fixed-base windowing of Brickell, Gordon, McCurley, Wilson, "Fast exponentiation with
 * precomputation" (EUROCRYPT 1992), with layers that share their doublings.
 */

import { elementsOf } from './elements.js';
import { SCALAR_BYTES } from '../../math/integers.js';
import { Magnitude } from '../../engines/wasm/msm/fixed/magnitude.js';
import { usesWindowTables, windowTableAt } from './plan-window-tables.js';
import {
  buildingWork,
  buildTable,
  entriesOf,
  tableBytes,
} from '../../engines/wasm/msm/fixed/table.js';

/** @import { Arena } from '../../engines/wasm/kernels/arena.js' */
/** @import { BatchKernel } from '../../engines/wasm/kernels/kernel.js' */
/** @import { Accumulator } from '../../engines/wasm/msm/accumulate.js' */
/** @import { WindowTablePlan } from './plan-window-tables.js' */
/** @import { Layout } from '../../engines/wasm/msm/fixed/plan.js' */

/** Points of the model converted to entries at a time. */
const RANGE = 1024;

/** Bytes of scratch memory that building a window table needs. @param {number} pointBytes */
export const windowTableScratch = (pointBytes) => RANGE * pointBytes;

/**
 * Builds a window table in place: the multiples are written as points of the model at the end of
 * its memory, then converted to entries from the beginning. An entry is at least as long as a
 * point, so no point is overwritten before it is read.
 * @param {Accumulator} accumulator its lasting sums are not used
 * @param {WindowTablePlan} plan
 * @param {{ model: number, table: number, scratch: number }} memory `model`: all points of the
 *   basis, on the model
 * @returns {Generator<number, void, void>} number of operations since the previous yield
 */
export function* buildWindowTable(accumulator, { from, to, layout }, { model, table, scratch }) {
  const { pointBytes } = accumulator.kernel;
  const elements = elementsOf(accumulator.kernel);
  const { entryBytes } = elements;
  const count = (to - from) * entriesOf(layout);
  const end = table + count * entryBytes;
  const multiples = end - count * pointBytes;
  const points = model + from * pointBytes;
  yield* buildTable(accumulator, layout, { points, n: to - from, table: multiples });
  for (let first = 0; first < count; first += RANGE) {
    const size = Math.min(RANGE, count - first);
    elements.fromModel(scratch, multiples + first * pointBytes, size);
    elements.extended.entries(table + first * entryBytes, scratch, size);
    yield size;
  }
}

/**
 * Rows of references in memory: address of the first, bytes between rows, and address of the row
 * lengths.
 * @typedef {{ references: number, stride: number, counts: number }} Rows
 */

/**
 * The plan of a window table, and the address of the table.
 * @typedef {WindowTablePlan & { table: number }} WindowTable
 */

/**
 * Recodes scalars into references to window-table entries, for kernels that lack `cut`
 * (wasm-gen/verkle/cut.js).
 * @param {{ arena: Arena, order: bigint, batch: BatchKernel }} context
 * @param {{ windowTables: WindowTable[], limit: number }} tables
 * @returns {(scalars: number, count: number, positions: number, rows: Rows) => number} takes the
 *   addresses of scalars (32 bytes each, little-endian) and of their positions, or 0 for 0, 1, 2,
 *   …; increments the row lengths. Returns the number of references, or −1 if these scalars do not
 *   use window tables
 */
export function scalarCutter({ arena, order, batch }, tables) {
  const magnitude = new Magnitude(order);
  const { entryBytes } = elementsOf(batch);
  const { words } = magnitude;

  const cutOne = (
    /** @type {DataView} */ view,
    /** @type {number} */ scalar,
    /** @type {number} */ position,
    /** @type {Rows} */ { references, stride, counts },
  ) => {
    const { windowTables } = tables;
    const memory = arena.i32;
    const { from, layout, table } = windowTables[windowTableAt(windowTables, position)];
    const { c, windows, perLayer, multiples, narrow = 0 } = layout;
    const sign = magnitude.load(view, scalar);
    let [bits, most, layerBytes] = [c, multiples, multiples * entryBytes];
    // Multiples start at 1, so entry u of a layer is u entries after this address.
    let layer = table + (position - from) * entriesOf(layout) * entryBytes - entryBytes;
    let row = 0;
    let carry = 0;
    let total = 0;
    for (let w = 0, bit = 0; w < windows; w++, bit += bits) {
      if (w === windows - narrow) [bits, most, layerBytes] = [bits - 1, most / 2, layerBytes / 2];
      const [by, q] = [bit & 31, 2 ** bits];
      let u = words[bit >>> 5] >>> by;
      if (by + bits > 32) u |= words[(bit >>> 5) + 1] << (32 - by);
      u = (u & (q - 1)) + carry;
      carry = u > most ? 1 : 0;
      if (carry) u = q - u;
      if (u) {
        const length = memory[(counts >> 2) + row]++;
        memory[((references + row * stride) >> 2) + length] =
          (layer + u * entryBytes) | (sign ^ carry);
        total++;
      }
      if (++row === perLayer) {
        row = 0;
        layer += layerBytes;
      }
    }
    return total;
  };

  return (scalars, count, positions, rows) => {
    const { i32: memory, u8 } = arena;
    const places = placesOf(u8.subarray(scalars, scalars + SCALAR_BYTES * count));
    const found = places.map((i) => (positions ? memory[(positions >> 2) + i] : i));
    if (!usesWindowTables(tables, found)) return -1;
    const view = new DataView(u8.buffer);
    return places.reduce(
      (sum, place, i) => sum + cutOne(view, scalars + SCALAR_BYTES * place, found[i], rows),
      0,
    );
  };
}

/** Terminates the list of window tables: the largest word, which is not a position. */
export const END = 2 ** 31 - 1;

/** Words of a window table's description for a kernel. */
export const DESCRIPTION_WORDS = 19;

/**
 * Describes window tables for a kernel's `cut` (wasm-gen/verkle/digits.js), with a
 * terminator.
 * @param {readonly WindowTable[]} tables whose windows are in one row, or sliding
 * @param {number} entryBytes
 */
export function describeTables(tables, entryBytes) {
  const words = tables.map(({ from, to, table, layout }) => {
    const { c, windows, perLayer, multiples, width = 0, whole, narrow = 0 } = layout;
    if (!width && (perLayer !== 1 || windows * c - narrow > 256)) {
      throw new RangeError('expected windows in one row, of 256 bits at most');
    }
    const bytes = [entriesOf(layout) * entryBytes, multiples * entryBytes];
    const flags = [Number(whole ?? false), width, perLayer];
    return [
      to,
      from,
      table,
      ...bytes,
      windows,
      ...flags,
      c,
      narrow,
      ...(width ? NO_BIAS : biasOf(layout)),
    ];
  });
  return [...words, [END, END]].flat();
}

const NO_BIAS = new Array(8).fill(0);

/** 2^(c−1) − 1 in every window of c bits, as 32-bit words. @type {(layout: Layout) => number[]} */
function biasOf({ c, windows, narrow = 0 }) {
  let bias = 0n;
  for (let w = windows; w-- > 0;) {
    const bits = BigInt(w < windows - narrow ? c : c - 1);
    bias = (bias << bits) + 2n ** (bits - 1n) - 1n;
  }
  return NO_BIAS.map((_, i) => Number(BigInt.asIntN(32, bias >> BigInt(32 * i))));
}

/** Bytes of a window table. @type {(plan: WindowTablePlan, entryBytes: number) => number} */
export const windowTableBytes = ({ from, to, layout }, entryBytes) =>
  tableBytes(layout, to - from, entryBytes);

/** Total of what `buildWindowTable` yields. @type {(plan: WindowTablePlan) => number} */
export const windowTableWork = ({ from, to, layout }) =>
  buildingWork(layout, to - from) + (to - from) * entriesOf(layout);

/** Indices of the non-zero scalars. @type {(scalars: Uint8Array) => number[]} */
export function placesOf(scalars) {
  const places = [];
  for (let i = 0, at = 0; at < scalars.length; i++, at += SCALAR_BYTES) {
    let byte = 0;
    while (byte < SCALAR_BYTES && scalars[at + byte] === 0) byte++;
    if (byte < SCALAR_BYTES) places.push(i);
  }
  return places;
}
