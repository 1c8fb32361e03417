/**
 * The port of pairings: e: G1 × G2 → GT for two groups of one instance. An engine makes one from
 * the engines of both groups, or there is none (`null`). It trusts its input: points are canonical
 * (engine.js) and of the groups of prime order, which the layers above have checked.
 */

/**
 * An element of GT, the subgroup of prime order of Fp¹², opaque to everyone but its engine.
 * Immutable. It may refer to nothing that must be freed, as users hold it.
 * @typedef {object} GtElement
 */

/**
 * A point of G2 with the lines of its Miller loop, which take most of the loop's time. Only
 * `prepare` makes one; it lives as long as it is referenced.
 */
export class FixedLines {
  #point;
  #lines;

  /**
   * @param {Uint8Array} point canonical
   * @param {any} lines in the engine's form; null for infinity
   */
  constructor(point, lines) {
    this.#point = point;
    this.#lines = lines;
  }

  /**
   * @param {FixedLines} value
   * @throws {TypeError} nothing that `prepare` made
   */
  static partsOf(value) {
    return { point: value.#point, lines: value.#lines };
  }
}

/**
 * A point of G1 and one of G2. A pair with infinity counts as one.
 * @typedef {readonly [P: Uint8Array, Q: Uint8Array | FixedLines]} Pair
 */

/**
 * The pairing. Its values are a power k of the reduced pairing f^((p^12 − 1)/r) that costs nothing,
 * with k prime to the order: 3 for BLS12, 2x(6x² + 3x + 1) for BN with the seed x. All pairs share
 * the squarings of the Miller loop and one final exponentiation.
 * @typedef {object} Pairings
 * @property {string} kernel name of the kernel in use, `'bigint'` without WebAssembly
 * @property {bigint} lambda the eigenvalue of G1's endomorphism, of more than 64 bits, such that
 *   weights a + b·λ with a, b < 2^64 are distinct modulo the order and cost half as much as others
 *   of 128 bits
 * @property {(points: readonly Uint8Array[], weights: Uint8Array) => Uint8Array[]} terms points of
 *   G1, each times a weight of its own: 32 bytes little-endian, any value
 * @property {(pairs: readonly Pair[]) => boolean} check whether ∏ e(P_i, Q_i) = 1; true for none
 * @property {(pairs: readonly Pair[]) => GtElement} product ∏ e(P_i, Q_i); one for none
 * @property {(Q: Uint8Array) => FixedLines} prepare stores the lines of a fixed point, infinity
 *   included
 * @property {(a: GtElement, b: GtElement) => GtElement} multiply
 * @property {(a: GtElement) => GtElement} square
 * @property {(a: GtElement, exponent: bigint) => GtElement} pow 0 ≤ exponent < order
 * @property {(a: GtElement) => GtElement} inverse
 * @property {(a: GtElement, b: GtElement) => boolean} equals
 * @property {(a: GtElement) => boolean} isOne
 * @property {(a: GtElement) => Uint8Array<ArrayBuffer>} toBytes the coefficients of
 *   1, v, v², w, vw, v²w, each c0 then c1, each big-endian in as many bytes as p has: 576 bytes for
 *   381 bits, 384 for 254
 */

/**
 * Whether a canonical point of a pair is infinity.
 * @param {Uint8Array} point
 * @param {number} length that such a point has
 * @throws {TypeError} no canonical point: an empty list is no infinity
 */
export function isInfinity(point, length) {
  if (!(point instanceof Uint8Array) || point.length !== length) {
    throw new TypeError(`pairing: expected a canonical point of ${length} bytes, got none`);
  }
  return point.every((byte) => byte === 0);
}
