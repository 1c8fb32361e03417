/** The distinct commitments of a proof's openings; each is decoded once. */
import { PointError } from '../../../errors.js';
import { forked } from '../../../port/steps.js';

/** @import { Group } from '../../../group/group.js' */
/** @import { PointVector } from '../../../group/point-vector.js' */
/** @import { Steps } from '../../../port/steps.js' */

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
   * @returns {Steps<PointVector>} to be disposed by the caller
   * @throws {PointError} an invalid encoding; `index` is that of its first appearance
   */
  *decode(group) {
    try {
      return yield* decodeList(group, this.#bytes);
    } catch (error) {
      if (!(error instanceof PointError) || error.index === undefined) throw error;
      throw new PointError(error.reason, this.#places[error.index], { cause: error });
    }
  }

  get #bytes() {
    const bytes = new Uint8Array(this.#encodings.length * ENCODING_BYTES);
    this.#encodings.forEach((encoding, i) => bytes.set(encoding, i * ENCODING_BYTES));
    return bytes;
  }
}

/**
 * Decodes a list, without reports: on all threads, where its call is asynchronous.
 * @param {Group} group
 * @param {Uint8Array} encodings compressed, back to back
 * @returns {Steps<PointVector>}
 */
export const decodeList = (group, encodings) =>
  forked(
    () => group.points(encodings, LIST),
    ({ signal }) => group.pointsAsync(encodings, { ...LIST, signal }),
    null,
  );
