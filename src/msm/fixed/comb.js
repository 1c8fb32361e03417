/**
 * Combs: tables from which a few scalars are multiplied by one chain of additions in extended coordinates, with hardly any work
 * beside it. For kernels that have such a chain (Edwards curves); wasm-gen/curve/edwards/extended.js has the formulas.
 *
 * Digits of c bits are signed, −2^(c−1) < digit ≤ 2^(c−1), and every one that is not zero is an entry of the table: ±m·2^(c·h·l)·P
 * for window h·l + j, j < h. Those of the same j are a row; between rows are c doublings, none with h = 1.
 */

import { Magnitude } from './magnitude.js';
import { buildTable, buildingWork, entriesOf, tableBytes } from './table.js';

/** @import { Accumulator } from '../accumulate.js' */
/** @import { CombPlan } from './plan-combs.js' */

/** Points of the model that become entries at once. */
const CHUNK = 1024;

/** Bytes of scratch memory that building a comb needs. @param {number} pointBytes */
export const combScratchBytes = (pointBytes) => CHUNK * pointBytes;

/**
 * Builds a comb in its memory: multiples as points of the model at the end of it, which become entries from its beginning. An
 * entry is no shorter than a point, so none is overwritten before its turn.
 * @param {Accumulator} accumulator whose lasting sums are not used
 * @param {CombPlan} plan
 * @param {{ model: number, table: number, scratch: number }} memory `model`: all points of the basis on the model
 * @returns {Generator<number, void, void>} the operations since the last time
 */
export function* buildComb(accumulator, { from, to, layout }, { model, table, scratch }) {
  const { pointBytes, elements } = accumulator.kernel;
  if (!elements) throw new RangeError('combs are for groups of elements');
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

/** Cuts scalars into references to the entries of combs. */
export class CombCutter {
  #magnitude;
  #combs;
  #entryBytes;

  /**
   * @param {bigint} order
   * @param {ReadonlyArray<CombPlan & { table: number }>} combs with the addresses of their tables
   * @param {number} entryBytes
   */
  constructor(order, combs, entryBytes) {
    this.#magnitude = new Magnitude(order);
    this.#combs = combs;
    this.#entryBytes = entryBytes;
  }

  /**
   * Cuts a scalar: writes references to the rows, each behind those that are there.
   * @param {DataView} scalars 32 bytes little-endian each
   * @param {number} at where it stands
   * @param {{ comb: number, position: number }} point that it multiplies
   * @param {{ memory: Int32Array, start: number, stride: number, counts: number }} rows words: of the first row, from one to the
   * next, and where their lengths stand
   */
  cut(scalars, at, { comb, position }, { memory, start, stride, counts }) {
    const { from, layout, table } = this.#combs[comb];
    const { c, windows, perLayer, multiples } = layout;
    const entryBytes = this.#entryBytes;
    const sign = this.#magnitude.load(scalars, at);
    const { words } = this.#magnitude;
    const [q, layerBytes] = [2 ** c, multiples * entryBytes];
    let layer = table + (position - from) * entriesOf(layout) * entryBytes - entryBytes;
    let row = 0;
    let carry = 0;
    for (let w = 0, bit = 0; w < windows; w++, bit += c) {
      const by = bit & 31;
      let u = words[bit >>> 5] >>> by;
      if (by + c > 32) u |= words[(bit >>> 5) + 1] << (32 - by);
      u = (u & (q - 1)) + carry;
      carry = u > multiples ? 1 : 0;
      if (carry) u = q - u;
      if (u) {
        const length = memory[counts + row]++;
        memory[start + row * stride + length] = (layer + u * entryBytes) | (sign ^ carry);
      }
      if (++row === perLayer) {
        row = 0;
        layer += layerBytes;
      }
    }
  }
}

/** Bytes of a comb's table. @param {CombPlan} plan @param {number} entryBytes */
export const combBytes = ({ from, to, layout }, entryBytes) =>
  tableBytes(layout, to - from, entryBytes);

/** What `buildComb` yields in all. @param {CombPlan} plan */
export const combBuildingWork = ({ from, to, layout }) =>
  buildingWork(layout, to - from) + (to - from) * entriesOf(layout);
