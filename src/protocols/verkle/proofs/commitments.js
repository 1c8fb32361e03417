/** The distinct commitments of a proof's openings; each is decoded once. */
import { PointError } from '../../../errors.js';

/** @import { Group } from '../../../group/group.js' */
/** @import { PointVector } from '../../../group/point-vector.js' */

const ENCODING_BYTES = 32;

const LIST = /** @type {const} */ ({ format: 'compressed' });

/** Distinct encodings in order of first appearance. */
export class Commitments {
  /** Number of each encoding. @type {Map<string, number>} */
  #numbers = new Map();
  /** @type {Uint8Array[]} */
  #encodings = [];
  /** Index of the first appearance of each, for errors. @type {number[]} */
  #places = [];

  /**
   * @param {Uint8Array} encoding 32 bytes
   * @param {number} place in the caller's list
   * @returns {number} its index among the distinct ones
   */
  add(encoding, place) {
    const key = String.fromCharCode(...encoding);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#encodings.length;
    this.#numbers.set(key, number);
    this.#encodings.push(encoding);
    this.#places.push(place);
    return number;
  }

  /**
   * @param {Group} group
   * @returns {PointVector} to be disposed by the caller
   * @throws {PointError} an invalid encoding; `index` is that of its first appearance
   */
  decode(group) {
    try {
      return group.points(this.#bytes, LIST);
    } catch (error) {
      throw this.#atPlace(error);
    }
  }

  /**
   * The same, on all threads or in steps.
   * @param {Group} group
   * @param {AbortSignal | undefined} signal
   * @returns {Promise<PointVector>}
   */
  async decodeAsync(group, signal) {
    try {
      return await group.pointsAsync(this.#bytes, { ...LIST, signal });
    } catch (error) {
      throw this.#atPlace(error);
    }
  }

  get #bytes() {
    const bytes = new Uint8Array(this.#encodings.length * ENCODING_BYTES);
    this.#encodings.forEach((encoding, i) => bytes.set(encoding, i * ENCODING_BYTES));
    return bytes;
  }

  /** @param {unknown} error */
  #atPlace(error) {
    if (!(error instanceof PointError) || error.index === undefined) return error;
    return new PointError(error.reason, this.#places[error.index], { cause: error });
  }
}
