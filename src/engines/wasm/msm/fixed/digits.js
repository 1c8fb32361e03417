/**
 * Recodes scalars into digits for a table: each digit selects a table entry, its sign, and a
 * bucket.
 *
 * Symbols: c bits per window; h windows per layer; u a digit before its sign; |B| buckets in a set
 * (plan.js).
 *
 * Scalars are taken by magnitude (magnitude.js); the sign of a scalar applies to all of its digits.
 */

import { Magnitude } from './magnitude.js';

/** @import { Cover } from './cover.js' */
/** @import { Layout } from './plan.js' */

/**
 * Where digits go: their references and buckets, with room for every window of every scalar, and
 * the numbers of digits in each bucket, to which those cut are added. Bucket b of window w is
 * b + |B|·(w mod h).
 * @typedef {Record<'digits' | 'buckets' | 'counts', number>} CutAt
 */

/** Cuts the scalars of one group for one table. */
export class DigitCutter {
  #magnitude;

  /**
   * @param {bigint} order
   * @param {Layout} layout
   * @param {Cover} cover for the same layout
   * @param {{ table: number, pointBytes: number }} memory
   */
  constructor(order, layout, cover, { table, pointBytes }) {
    this.#magnitude = new Magnitude(order);
    this.layout = layout;
    this.cover = cover;
    this.table = table;
    this.pointBytes = pointBytes;
  }

  /**
   * Recodes scalars into their non-zero digits, in the order of the scalars.
   * @param {Uint8Array} scalars 32 bytes little-endian each, any value
   * @param {ArrayLike<number> | undefined} positions index of each scalar's point; by default the
   *   scalar's index
   * @param {Int32Array} memory
   * @param {CutAt} at places in memory
   * @param {number} first scalar
   * @param {number} most as many as there are, up to this
   * @param {number} count number of digits so far
   * @returns {number} the same with these
   */
  cut(scalars, positions, memory, { digits, buckets, counts }, first, most, count) {
    const { pointBytes } = this;
    const { c, windows, multiples, layers, perLayer } = this.layout;
    const { bucketOf, choiceOf, values } = this.cover;
    const { words } = this.#magnitude;
    const mask = 2 ** c - 1;
    const layerBytes = multiples * pointBytes;
    const sets = perLayer * values.length;
    const view = new DataView(scalars.buffer, scalars.byteOffset, scalars.length);
    const last = Math.min(scalars.length / 32, first + most);
    for (let i = first; i < last; i++) {
      const sign = this.#magnitude.load(view, 32 * i);
      let layer = this.table + (positions === undefined ? i : positions[i]) * layers * layerBytes;
      let set = 0;
      let carry = 0;
      for (let w = 0, bit = 0; w < windows; w++, bit += c) {
        const by = bit & 31;
        let u = words[bit >>> 5] >>> by;
        if (by + c > 32) u |= words[(bit >>> 5) + 1] << (32 - by);
        u = (u & mask) + carry;
        const choice = choiceOf[u];
        const bucket = bucketOf[u];
        carry = choice & 1;
        if (bucket >= 0) {
          memory[digits + count] = (layer + (choice >> 1) * pointBytes) | (carry ^ sign);
          memory[counts + bucket + set]++;
          memory[buckets + count++] = bucket + set;
        }
        set += values.length;
        if (set === sets) {
          set = 0;
          layer += layerBytes;
        }
      }
    }
    return count;
  }
}
