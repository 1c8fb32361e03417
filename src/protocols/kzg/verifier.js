/**
 * The verifier under one setup. Every check ends in one product of two pairings with fixed points
 * of G2 (eip4844.js, eip7594.js).
 *
 * The weights of sums are derived from a hash over all inputs. The specification takes its powers;
 * any unpredictable weights give the same verdicts.
 */

import { PointError } from '../../errors.js';
import { contextOf } from '../../group/group.js';
import { vectorParts } from '../../group/point-vector.js';
import { mod, toBytesLE } from '../../math/integers.js';
import { forked } from '../../port/steps.js';
import { weightsOf } from './challenges.js';
import { STEP } from './openings.js';
import { ELEMENT, G1_BYTES } from './scalars.js';
import { UNCHECKED } from '../../port/point-checks.js';

/** @import { Group } from '../../group/group.js' */
/** @import { PointVector } from '../../group/point-vector.js' */
/** @import { FixedLines, Pairings } from '../../port/pairings.js' */
/** @import { Scalars } from './scalars.js' */

const COMPRESSED = /** @type {const} */ ({ format: 'compressed', check: true });

/**
 * The points of G2 of the checks, canonical: 1, [τ] and [τ^64] times the generator.
 * @typedef {{ one: Uint8Array, tau: Uint8Array, cells: Uint8Array }} FixedPoints
 */

/** Verifies under one setup. */
export class Verifier {
  #group;
  /** @readonly */
  scalars;
  /** @readonly */
  powers;
  #pairings;
  #points;
  /** @type {Map<keyof FixedPoints, FixedLines>} */
  #lines = new Map();

  /**
   * @param {Group} group G1
   * @param {Scalars} scalars
   * @param {{ powers: Uint8Array, pairings: Pairings, points: FixedPoints }} setup `powers`: the
   *   points 1, τ, … τ^63 of the monomial form, canonical; or 1 alone, without which cells are not
   *   verified
   */
  constructor(group, scalars, { powers, pairings, points }) {
    this.#group = group;
    this.scalars = scalars;
    this.powers = powers;
    this.#pairings = pairings;
    this.#points = points;
    // In the background: batches before it is there are hashed one by one.
    void scalars.hash.lanes?.open();
  }

  /**
   * @param {readonly Uint8Array[]} points compressed
   * @param {(i: number) => number} indexOf the index that an error names for a point
   * @returns {Generator<any, Uint8Array, any>} canonical, back to back
   */
  *decode(points, indexOf) {
    const group = this.#group;
    const bytes = new Uint8Array(points.length * G1_BYTES);
    points.forEach((point, i) => bytes.set(point, i * G1_BYTES));
    /** @type {PointVector | undefined} */
    let vector;
    try {
      vector = yield* forked(
        () => group.points(bytes, COMPRESSED),
        ({ signal, onProgress }) => group.pointsAsync(bytes, { ...COMPRESSED, signal, onProgress }),
      );
      const { context, storage, start, end } = vectorParts(vector);
      return context.engine.toAffine(storage.handle, start, end);
    } catch (error) {
      if (!(error instanceof PointError) || error.index === undefined) throw error;
      throw new PointError(error.reason, indexOf(error.index));
    } finally {
      vector?.dispose();
    }
  }

  /**
   * @param {readonly Uint8Array[]} points canonical
   * @param {readonly bigint[]} factors any integers, one a point
   * @returns {Generator<any, Uint8Array, void>} the canonical sum
   */
  *sum(points, factors) {
    const { engine, lifetime } = contextOf(this.#group);
    const affine = new Uint8Array(points.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of points) {
      affine.set(part, at);
      at += part.length;
    }
    const scalars = new Uint8Array(factors.length * ELEMENT);
    factors.forEach((factor, i) =>
      scalars.set(toBytesLE(mod(factor, this.scalars.order), ELEMENT), i * ELEMENT),
    );
    const handle = engine.decode({ affine }, UNCHECKED);
    try {
      return yield* engine.msmSteps(handle, 0, factors.length, scalars);
    } finally {
      if (!lifetime.ended) engine.free(handle);
    }
  }

  /** @param {bigint} key @param {number} count @returns {bigint[]} of a sum */
  weights(key, count) {
    return weightsOf(key, count, this.#pairings.lambda);
  }

  /** The generator of G1, canonical. */
  get generator() {
    return this.powers.subarray(0, 2 * contextOf(this.#group).field.bytes);
  }

  /**
   * Whether e(left, G2)·e(right, Q) = 1.
   * @param {Uint8Array} left
   * @param {Uint8Array} right
   * @param {keyof FixedPoints} Q
   * @returns {Generator<any, boolean, void>}
   */
  *check(left, right, Q) {
    // Lines of a new point take a step each.
    const one = this.#linesOf('one');
    yield STEP;
    const other = this.#linesOf(Q);
    yield STEP;
    return this.#pairings.check([
      [left, one],
      [right, other],
    ]);
  }

  /** @param {keyof FixedPoints} name */
  #linesOf(name) {
    const lines = this.#lines.get(name) ?? this.#pairings.prepare(this.#points[name]);
    this.#lines.set(name, lines);
    return lines;
  }
}
