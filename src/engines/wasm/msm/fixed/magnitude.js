/**
 * Scalars as sign and magnitude: reduced modulo the order r, then replaced by k − r if that is
 * shorter. The magnitude is at most (r − 1)/2, one bit shorter than r.
 */

/** Words of 32 bits in a scalar. */
export const WORDS = 8;

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
 * @type {(order: bigint, c: number, windows: number) => number}
 */
export const highestDigit = (order, c, windows) =>
  Number((order >> 1n) >> BigInt(c * (windows - 1))) + 1;

/** The sign and magnitude of one scalar at a time. */
export class Magnitude {
  #order;
  #half;

  /** @param {bigint} order */
  constructor(order) {
    this.#order = wordsOf(order);
    this.#half = wordsOf(order >> 1n);
    /** Words of the magnitude, the lowest first, and a zero word above them. */
    this.words = new Uint32Array(WORDS + 1);
  }

  /**
   * Loads a scalar.
   * @param {DataView} view
   * @param {number} from offset of its 32 bytes, little-endian
   * @returns {number} its sign: 1 for negative
   */
  load(view, from) {
    const { words } = this;
    for (let j = 0; j < WORDS; j++) words[j] = view.getUint32(from + 4 * j, true);
    while (!isBelow(words, this.#order)) subtract(words, words, this.#order);
    if (!isBelow(this.#half, words)) return 0;
    subtract(words, this.#order, words);
    return 1;
  }
}

/** Whether a < b. @type {(a: Uint32Array, b: Uint32Array) => boolean} */
function isBelow(a, b) {
  for (let j = WORDS - 1; j >= 0; j--) if (a[j] !== b[j]) return a[j] < b[j];
  return false;
}

/** target = a − b ≥ 0. @type {(target: Uint32Array, a: Uint32Array, b: Uint32Array) => void} */
function subtract(target, a, b) {
  let borrow = 0;
  for (let j = 0; j < WORDS; j++) {
    const difference = a[j] - b[j] - borrow;
    target[j] = difference;
    borrow = difference < 0 ? 1 : 0;
  }
}
