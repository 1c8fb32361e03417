/**
 * The distinct commitments of a proof's openings; each is decoded once.
 *
 * The generators of proofs: the basis G_0 … G_255, and Q for inner products, the
 * generator of the group.
 */

import { PointError } from '../../errors.js';
import { forked } from '../../port/steps.js';
import { sumOf } from '../../group/fixed-basis.js';
import { Point } from '../../group/point.js';
import { vectorParts } from '../../group/point-vector.js';
import { keyOf } from '../../input/bytes.js';
import { readScalars } from '../../input/scalars.js';

/** @import { Group } from '../../group/group.js' */
/** @import { PointVector } from '../../group/point-vector.js' */
/** @import { Steps } from '../../port/steps.js' */
/** @import { Progress } from '../../port/engine.js' */
/** @import { FixedBasis } from '../../group/fixed-basis.js' */

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
    const key = keyOf(encoding);
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

/** Multi-scalar multiplications over the basis, Q and other points. */
export class Generators {
  #group;
  #basis;
  #inner;

  /**
   * @param {Group} group
   * @param {FixedBasis} basis G
   * @param {FixedBasis} inner Q alone
   */
  constructor(group, basis, inner) {
    this.#group = group;
    this.#basis = basis;
    this.#inner = inner;
  }

  /**
   * Σ scalar_i·G_position_i + factor·Q + `plus`.
   * @param {readonly bigint[]} scalars
   * @param {ArrayLike<number>} positions of the scalars, all different
   * @param {{ factor?: bigint, plus?: Point }} [more]
   * @returns {Point}
   */
  sum(scalars, positions, more) {
    const { factor = 0n, plus } = { factor: 0n, plus: undefined, ...more };
    const onQ = factor === 0n ? plus : sumOf(this.#inner, this.#bytes([factor]), [0], plus);
    return sumOf(this.#basis, this.#bytes(scalars), positions, onQ);
  }

  /**
   * Σ scalar_i·point_i.
   * @param {PointVector} points
   * @param {readonly bigint[]} scalars
   * @returns {Point}
   */
  msm(points, scalars) {
    return this.#group.msm(points, scalars);
  }

  /**
   * `msm` in steps.
   * @param {PointVector} points at least one
   * @param {readonly bigint[]} scalars
   * @returns {Generator<Progress, Point, void>}
   */
  *msmSteps(points, scalars) {
    const { context, storage, start, end } = vectorParts(points);
    const { handle } = storage;
    const sum = yield* context.engine.msmSteps(handle, start, end, this.#bytes(scalars));
    return new Point(context, sum);
  }

  /** @type {(scalars: readonly bigint[]) => Uint8Array} */
  #bytes(scalars) {
    return readScalars(scalars, { endian: 'le', strict: false, order: this.#group.order });
  }
}
