/**
 * The checks of proofs. Each ends in one product of two pairings with fixed points of G2.
 *
 * Symbols: C a commitment, π a proof, y the value at z; w_i weights; a_k = X^64 on cell k; I_k the
 * polynomial of degree below 64 with the values of cell k.
 *
 * - A proof of a value: e(C − [y]G1 + [z]π, G2) = e(π, [τ]G2). For many, both sides are summed with
 *   weights.
 * - Cells: e(Σ w_k·C_k − [Σ w_k·I_k(τ)]G1 + Σ w_k·a_k·π_k, G2) = e(Σ w_k·π_k, [τ^64]G2). Cells of
 *   the same column are summed before they are interpolated: as remainders modulo X^64 − a_k, whose
 *   sum is one polynomial.
 *
 * The weights are derived from a hash over all inputs. The specification takes its powers; any
 * weights that nobody can foresee give the same verdicts.
 *
 * Source: ethereum/consensus-specs, deneb/polynomial-commitments.md (verify_kzg_proof_impl,
 * verify_kzg_proof_batch), fulu/polynomial-commitments-sampling.md
 * (verify_cell_kzg_proof_batch_impl).
 */

import { InputError, PointError } from '../../errors.js';
import { contextOf } from '../../group/group.js';
import { vectorParts } from '../../group/point-vector.js';
import { mod, toBytesBE, toBytesLE } from '../../math/integers.js';
import { invert } from '../../math/modular.js';
import { forked } from '../../port/steps.js';
import { batchChallenge, blobChallenges, cellsChallenge, weightsOf } from './challenges.js';
import {
  borrowing,
  CELL_ELEMENTS,
  CELLS,
  ELEMENT,
  elementsOf,
  FIELD_ELEMENTS,
  G1_BYTES,
  readElements,
  setElements,
} from './scalars.js';
import { evaluate, STEP } from './openings.js';
import { UNCHECKED } from '../../port/point-checks.js';

/** @import { Group } from '../../group/group.js' */
/** @import { PointVector } from '../../group/point-vector.js' */
/** @import { FixedLines, Pairings } from '../../port/pairings.js' */
/** @import { Scalars } from './scalars.js' */

/** Cells read between two steps: about a millisecond. */
const STEP_ITEMS = 64;

const COMPRESSED = /** @type {const} */ ({ format: 'compressed', check: true });

/**
 * A value with its proof, all as bytes.
 * @typedef {Record<'commitment' | 'z' | 'y' | 'proof', Uint8Array>} Opening
 */

/**
 * The points of G2 of the checks, canonical: 1, [τ] and [τ^64] times the generator.
 * @typedef {{ one: Uint8Array, tau: Uint8Array, cells: Uint8Array }} FixedPoints
 */

/** Verifies under one setup. */
export class Verifier {
  #group;
  #scalars;
  #powers;
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
    this.#scalars = scalars;
    this.#powers = powers;
    this.#pairings = pairings;
    this.#points = points;
    // In the background: batches before it is there are hashed one by one.
    void scalars.hash.lanes?.open();
  }

  /**
   * Whether all values are right.
   * @param {readonly Opening[]} openings z and y below the order
   * @returns {Generator<any, boolean, void>}
   * @throws {PointError} a commitment or a proof is no point of the group, with its index
   */
  *openings(openings) {
    const { order, hash } = this.#scalars;
    if (openings.length === 0) return true;
    const parts = openings.flatMap(({ commitment, z, y, proof }) => [commitment, z, y, proof]);
    const key = yield* batchChallenge(hash, parts, openings.length, order);
    const weights = weightsOf(key, openings.length, this.#pairings.lambda);
    const [z, y] = [parts, parts].map((list, i) => elementsOfAll(list, i + 1));
    const points = ['commitment', 'proof'].flatMap((name) =>
      openings.map((opening) => opening[/** @type {keyof Opening} */ (name)]),
    );
    const decoded = yield* this.#decode(points, (i) => i % openings.length);
    const proofs = decoded.subarray(decoded.length / 2);
    const total = weights.reduce((sum, weight, i) => sum + weight * y[i], 0n);
    const left = yield* this.#sum(
      [decoded, this.#generator()],
      [...weights, ...weights.map((weight, i) => weight * z[i]), -total],
    );
    const right = yield* this.#sum(
      [proofs],
      weights.map((weight) => -weight),
    );
    yield STEP;
    return yield* this.#check(left, right, 'tau');
  }

  /**
   * Whether the proofs of blobs are right.
   * @param {readonly Uint8Array[]} blobs
   * @param {readonly Uint8Array[]} commitments
   * @param {readonly Uint8Array[]} proofs
   * @returns {Generator<any, boolean, void>}
   * @throws {ScalarError} an element of a blob is not below the order, with its index in the blob;
   *   the message names the blob
   * @throws {PointError} as `openings`
   */
  *blobs(blobs, commitments, proofs) {
    const { hash, order } = this.#scalars;
    const challenges = yield* blobChallenges(hash, blobs, commitments, order);
    /** @type {Opening[]} */
    const openings = [];
    for (const [i, blob] of blobs.entries()) {
      const place = blobs.length > 1 ? ` in blobs[${i}]` : '';
      const [z, y] = yield* this.#valueOf(blob, challenges[i], place);
      openings.push({ commitment: commitments[i], z, y, proof: proofs[i] });
    }
    return yield* this.openings(openings);
  }

  /**
   * Whether the proofs of cells are right.
   * @param {{ commitments: readonly Uint8Array[], indices: readonly number[],
   *   cells: readonly Uint8Array[], proofs: readonly Uint8Array[] }} batch `commitments`: of each
   *   cell's blob
   * @returns {Generator<any, boolean, void>}
   * @throws {ScalarError} an element is not below the order, with its index among all cells'
   * @throws {PointError} as `openings`
   */
  *cells({ commitments, indices, cells, proofs }) {
    const { order, lists, hash } = this.#scalars;
    if (this.#powers.length === this.#generator().length) {
      throw new InputError(
        'verification of cells: expected a setup with the monomial points (g1Monomial), got one without',
      );
    }
    if (cells.length === 0) return true;
    const { distinct, places } = distinctOf(commitments);
    const key = yield* cellsChallenge(hash, { distinct, places, indices, cells, proofs }, order);
    yield STEP;
    const weights = weightsOf(key, cells.length, this.#pairings.lambda);
    const count = distinct.length;
    const decoded = yield* this.#decode([...distinct, ...proofs], (i) =>
      i < count ? places.indexOf(i) : i - count,
    );
    const decodedProofs = decoded.subarray((decoded.length / (count + proofs.length)) * count);
    const interpolants = yield* this.#interpolants(indices, cells, weights);
    const ofCommitments = distinct.map(() => 0n);
    weights.forEach((weight, i) => (ofCommitments[places[i]] += weight));
    const a = elementsOf(lists.write(lists.roots, CELLS / 2)).flatMap((t) => [t, order - t]);
    const left = yield* this.#sum(
      [decoded, this.#powers],
      [
        ...ofCommitments,
        ...weights.map((weight, i) => weight * a[indices[i]]),
        ...interpolants.map((coefficient) => -coefficient),
      ],
    );
    const right = yield* this.#sum(
      [decodedProofs],
      weights.map((weight) => -weight),
    );
    yield STEP;
    return yield* this.#check(left, right, 'cells');
  }

  /**
   * @param {Uint8Array} blob
   * @param {bigint} z
   * @param {string} place of the blob, for errors
   * @returns {Generator<any, [z: Uint8Array, y: Uint8Array], void>} z and the value there, as bytes
   */
  *#valueOf(blob, z, place) {
    const scalars = this.#scalars;
    const y = yield* borrowing(scalars, [FIELD_ELEMENTS], function* (values) {
      readElements(scalars, values, blob, { place });
      return yield* evaluate(scalars, values, z);
    });
    return [toBytesBE(z, ELEMENT), toBytesBE(y, ELEMENT)];
  }

  /**
   * The coefficients of Σ w_k·I_k.
   * @param {readonly number[]} indices
   * @param {readonly Uint8Array[]} cells
   * @param {readonly bigint[]} weights
   * @returns {Generator<any, bigint[], void>}
   */
  *#interpolants(indices, cells, weights) {
    const scalars = this.#scalars;
    const { lists, order } = scalars;
    const size = CELL_ELEMENTS;
    const columns = [...new Set(indices)];
    const lengths = [size * columns.length, size, size, cells.length, 1];
    return yield* borrowing(scalars, lengths, function* (sums, cell, total, powers, c) {
      setElements(scalars, powers, weights);
      for (const [i, index] of indices.entries()) {
        readElements(scalars, cell, cells[i], { first: size * i });
        const sum = lists.at(sums, size * columns.indexOf(index));
        lists.accumulate(sum, cell, lists.at(powers, i), size);
        if (i % STEP_ITEMS === 0) yield STEP;
      }
      setElements(scalars, c, [invert(BigInt(size), order)]);
      for (const [i, k] of columns.entries()) {
        const sum = lists.at(sums, size * i);
        lists.backward(sum, size, 1, k);
        lists.accumulate(total, sum, c, size);
      }
      yield STEP;
      return elementsOf(lists.write(total, size));
    });
  }

  /**
   * @param {readonly Uint8Array[]} points compressed
   * @param {(i: number) => number} indexOf the index that an error names for a point
   * @returns {Generator<any, Uint8Array, any>} canonical, back to back
   */
  *#decode(points, indexOf) {
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
  *#sum(points, factors) {
    const { engine, lifetime } = contextOf(this.#group);
    const affine = new Uint8Array(points.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of points) {
      affine.set(part, at);
      at += part.length;
    }
    const scalars = new Uint8Array(factors.length * ELEMENT);
    factors.forEach((factor, i) =>
      scalars.set(toBytesLE(mod(factor, this.#scalars.order), ELEMENT), i * ELEMENT),
    );
    const handle = engine.decode({ affine }, UNCHECKED);
    try {
      return yield* engine.msmSteps(handle, 0, factors.length, scalars);
    } finally {
      if (!lifetime.ended) engine.free(handle);
    }
  }

  #generator() {
    return this.#powers.subarray(0, 2 * contextOf(this.#group).field.bytes);
  }

  /**
   * Whether e(left, G2)·e(right, Q) = 1.
   * @param {Uint8Array} left
   * @param {Uint8Array} right
   * @param {keyof FixedPoints} Q
   * @returns {Generator<any, boolean, void>}
   */
  *#check(left, right, Q) {
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

/**
 * Every fourth of the parts of openings, as integers.
 * @param {readonly Uint8Array[]} parts
 * @param {number} first
 */
const elementsOfAll = (parts, first) =>
  parts.filter((_, i) => i % 4 === first).flatMap((bytes) => elementsOf(bytes));

/**
 * The distinct ones of byte arrays, in order of appearance, and the place of each among them.
 * @param {readonly Uint8Array[]} list
 */
function distinctOf(list) {
  /** @type {Map<string, number>} */
  const known = new Map();
  /** @type {Uint8Array[]} */
  const distinct = [];
  const places = list.map((bytes) => {
    const key = String.fromCharCode(...bytes);
    const place = known.get(key) ?? distinct.push(bytes) - 1;
    known.set(key, place);
    return place;
  });
  return { distinct, places };
}
