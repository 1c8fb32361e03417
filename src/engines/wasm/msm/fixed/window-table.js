/**
 * Combs: tables from which a few scalars are multiplied by one chain of additions in extended coordinates, with hardly any work
 * beside it. For kernels that have such a chain (Edwards curves); wasm-gen/curve/edwards/extended.js has the formulas.
 *
 * Digits of c bits are signed, −2^(c−1) < digit ≤ 2^(c−1), and every one that is not zero is an entry of the table: ±m·2^(c·h·l)·P
 * for window h·l + j, j < h. Those of the same j are a row; between rows are c doublings, none with h = 1. Then windows may be
 * of c − 1 bits from one on, and their layers begin at sums of the bits below.
 */

import { Magnitude } from './magnitude.js';
import { combAt, takesCombs } from './plan-combs.js';
import { buildTable, buildingWork, entriesOf, tableBytes } from './table.js';

/** @import { Arena } from '../../kernels/arena.js' */
/** @import { BatchKernel } from '../../kernels/kernel.js' */
/** @import { Accumulator } from '../accumulate.js' */
/** @import { CombPlan } from './plan-combs.js' */
/** @import { Layout } from './plan.js' */

/** Bytes of a scalar. */
export const SCALAR_BYTES = 32;

/** Points of the model that become entries at once. */
const CHUNK = 1024;

/** Bytes of scratch memory that building a comb needs. @param {number} pointBytes */
export const combScratchBytes = (pointBytes) => CHUNK * pointBytes;

/** @param {BatchKernel} kernel */
export function elementsOf({ elements }) {
  if (!elements) throw new RangeError('expected a group of elements');
  return elements;
}

/**
 * Builds a comb in its memory: multiples as points of the model at the end of it, which become entries from its beginning. An
 * entry is no shorter than a point, so none is overwritten before its turn.
 * @param {Accumulator} accumulator whose lasting sums are not used
 * @param {CombPlan} plan
 * @param {{ model: number, table: number, scratch: number }} memory `model`: all points of the basis on the model
 * @returns {Generator<number, void, void>} the operations since the last time
 */
export function* buildComb(accumulator, { from, to, layout }, { model, table, scratch }) {
  const { pointBytes } = accumulator.kernel;
  const elements = elementsOf(accumulator.kernel);
  const { entryBytes } = elements;
  const count = (to - from) * entriesOf(layout);
  const end = table + count * entryBytes;
  const multiples = end - count * pointBytes;
  const points = model + from * pointBytes;
  yield* buildTable(accumulator, layout, { points, n: to - from, table: multiples });
  for (let first = 0; first < count; first += CHUNK) {
    const size = Math.min(CHUNK, count - first);
    elements.fromModel(scratch, multiples + first * pointBytes, size);
    elements.extended.entries(table + first * entryBytes, scratch, size);
    yield size;
  }
}

/**
 * Rows of references in memory: addresses of the first, bytes from one to the next, and the address of their lengths.
 * @typedef {{ references: number, stride: number, counts: number }} Rows
 */

/** A comb and the address of its table. @typedef {CombPlan & { table: number }} Comb */

/**
 * What cuts scalars into references to the entries of combs where the kernel has no `cut` of its own (wasm-gen/curve/edwards/cut.js).
 * @param {{ arena: Arena, order: bigint, batch: BatchKernel }} context
 * @param {{ combs: Comb[], limit: number }} tables
 * @returns {(scalars: number, count: number, positions: number, rows: Rows) => number} takes addresses: of scalars of 32 bytes,
 * little-endian, and of their positions, or 0 for 0, 1, 2, …; the lengths of rows grow. References in all, or −1 if these scalars do
 * not take combs
 */
export function combCutter({ arena, order, batch }, tables) {
  const magnitude = new Magnitude(order);
  const { entryBytes } = elementsOf(batch);
  const { words } = magnitude;

  const cutOne = (
    /** @type {DataView} */ view,
    /** @type {number} */ scalar,
    /** @type {number} */ position,
    /** @type {Rows} */ { references, stride, counts },
  ) => {
    const { combs } = tables;
    const memory = arena.i32;
    const { from, layout, table } = combs[combAt(combs, position)];
    const { c, windows, perLayer, multiples, narrow = 0 } = layout;
    const sign = magnitude.load(view, scalar);
    let [bits, most, layerBytes] = [c, multiples, multiples * entryBytes];
    // Multiples begin with 1, so entry u of a layer begins u entries after this.
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
    if (!takesCombs(tables, found)) return -1;
    const view = new DataView(u8.buffer);
    return places.reduce(
      (sum, place, i) => sum + cutOne(view, scalars + SCALAR_BYTES * place, found[i], rows),
      0,
    );
  };
}

/** What stands behind the last comb: no position is there. The largest word. */
export const END = 2 ** 31 - 1;

/** Words of a comb's description for a kernel. */
export const DESCRIPTION_WORDS = 19;

/**
 * Combs as a kernel's `cut` reads them (wasm-gen/curve/edwards/digits.js), and an end.
 * @param {readonly Comb[]} combs of rows of windows, or of sliding windows
 * @param {number} entryBytes
 */
export function describeCombs(combs, entryBytes) {
  const words = combs.map(({ from, to, table, layout }) => {
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

/**
 * 2^(c−1) − 1 in every window of c bits, as words.
 * @param {Layout} layout
 */
function biasOf({ c, windows, narrow = 0 }) {
  let bias = 0n;
  for (let w = windows; w-- > 0;) {
    const bits = BigInt(w < windows - narrow ? c : c - 1);
    bias = (bias << bits) + 2n ** (bits - 1n) - 1n;
  }
  return NO_BIAS.map((_, i) => Number(BigInt.asIntN(32, bias >> BigInt(32 * i))));
}

/** Bytes of a comb's table. @param {CombPlan} plan @param {number} entryBytes */
export const combBytes = ({ from, to, layout }, entryBytes) =>
  tableBytes(layout, to - from, entryBytes);

/** What `buildComb` yields in all. @param {CombPlan} plan */
export const combBuildingWork = ({ from, to, layout }) =>
  buildingWork(layout, to - from) + (to - from) * entriesOf(layout);

/**
 * Where scalars stand that are not zero.
 * @param {Uint8Array} scalars
 * @returns {number[]}
 */
export function placesOf(scalars) {
  const places = [];
  for (let i = 0, at = 0; at < scalars.length; i++, at += SCALAR_BYTES) {
    let byte = 0;
    while (byte < SCALAR_BYTES && scalars[at + byte] === 0) byte++;
    if (byte < SCALAR_BYTES) places.push(i);
  }
  return places;
}
