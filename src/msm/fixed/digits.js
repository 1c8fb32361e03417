/**
 * Scalars to digits for a table: each digit names an entry of the table, its sign, and a bucket.
 *
 * A scalar is first reduced modulo the order r and replaced by k − r where that is shorter: its magnitude is at most
 * (r − 1)/2, a bit less than r. Its sign goes to all of its digits.
 */

/** @import { Cover } from './cover.js' */
/** @import { Layout } from './plan.js' */

const WORDS = 8;

/** @param {bigint} value below 2^256 */
const wordsOf = (value) =>
  Uint32Array.from({ length: WORDS }, (_, i) => Number((value >> BigInt(32 * i)) & 0xffffffffn));

/**
 * Bits of the magnitude of a reduced scalar.
 * @param {bigint} order odd
 */
export const magnitudeBits = (order) => (order >> 1n).toString(2).length;

/**
 * The largest value of the highest window, carry included.
 * @param {bigint} order
 * @param {number} c
 * @param {number} windows
 */
export const highestDigit = (order, c, windows) =>
  Number((order >> 1n) >> BigInt(c * (windows - 1))) + 1;

/** Cuts the scalars of one group for one table. */
export class DigitCutter {
  #order;
  #half;
  /** The magnitude at hand, and a word of zeros above it. */
  #words = new Uint32Array(WORDS + 1);

  /**
   * @param {bigint} order
   * @param {Layout} layout
   * @param {Cover} cover for the same layout
   * @param {{ table: number, pointBytes: number }} memory
   */
  constructor(order, layout, cover, { table, pointBytes }) {
    this.#order = wordsOf(order);
    this.#half = wordsOf(order >> 1n);
    this.layout = layout;
    this.cover = cover;
    this.table = table;
    this.pointBytes = pointBytes;
  }

  /**
   * The digits that are not zero, scalar by scalar.
   * @param {Uint8Array} scalars 32 bytes little-endian each, any value
   * @param {ArrayLike<number> | undefined} positions of the scalars among the points; by default their own
   * @param {{ references: Int32Array, buckets: Int32Array }} target one place for every window of every scalar; bucket b
   * of window w is b + |B|·(w mod h)
   * @returns {number} how many
   */
  cut(scalars, positions, { references, buckets }) {
    const { pointBytes } = this;
    const { c, windows, multiples, layers, perLayer } = this.layout;
    const { bucketOf, choiceOf, values } = this.cover;
    const words = this.#words;
    const mask = 2 ** c - 1;
    const layerBytes = multiples * pointBytes;
    const sets = perLayer * values.length;
    const view = new DataView(scalars.buffer, scalars.byteOffset, scalars.byteLength);
    let count = 0;
    for (let i = 0, from = 0; from < scalars.length; i++, from += 4 * WORDS) {
      const sign = this.#load(view, from);
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
          references[count] = (layer + (choice >> 1) * pointBytes) | (carry ^ sign);
          buckets[count++] = bucket + set;
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

  /**
   * Loads a scalar's magnitude.
   * @param {DataView} view
   * @param {number} from
   * @returns {number} its sign: 1 for negative
   */
  #load(view, from) {
    const words = this.#words;
    for (let j = 0; j < WORDS; j++) words[j] = view.getUint32(from + 4 * j, true);
    while (!isBelow(words, this.#order)) subtract(words, words, this.#order);
    if (!isBelow(this.#half, words)) return 0;
    subtract(words, this.#order, words);
    return 1;
  }
}

/**
 * a < b?
 * @param {Uint32Array} a
 * @param {Uint32Array} b
 */
function isBelow(a, b) {
  for (let j = WORDS - 1; j >= 0; j--) if (a[j] !== b[j]) return a[j] < b[j];
  return false;
}

/**
 * target = a − b ≥ 0.
 * @param {Uint32Array} target
 * @param {Uint32Array} a
 * @param {Uint32Array} b
 */
function subtract(target, a, b) {
  let borrow = 0;
  for (let j = 0; j < WORDS; j++) {
    const difference = a[j] - b[j] - borrow;
    target[j] = difference;
    borrow = difference < 0 ? 1 : 0;
  }
}
