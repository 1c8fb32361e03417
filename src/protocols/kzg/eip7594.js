/**
 * The verification of cells of extended blobs, and which of them a recovery takes.
 *
 * Symbols: C_k the commitment of a cell's blob, π_k its proof; w_k weights; a_k = X^64 on cell k;
 * I_k the polynomial of degree below 64 with the values of cell k.
 *
 * e(Σ w_k·C_k − [Σ w_k·I_k(τ)]G1 + Σ w_k·a_k·π_k, G2) = e(Σ w_k·π_k, [τ^64]G2). Cells of the same
 * column are summed before they are interpolated: as remainders modulo X^64 − a_k, whose sum is one
 * polynomial.
 *
 * Source: ethereum/consensus-specs, fulu/polynomial-commitments-sampling.md
 * (verify_cell_kzg_proof_batch_impl, recover_cells_and_kzg_proofs).
 */

import { InputError } from '../../errors.js';
import { keyOf } from '../../input/bytes.js';
import { invert } from '../../math/modular.js';
import { cellsChallenge } from './challenges.js';
import { STEP } from './openings.js';
import {
  borrowing,
  CELL_ELEMENTS,
  CELLS,
  elementsOf,
  readElements,
  setElements,
} from './scalars.js';

/** @import { Arguments } from './arguments.js' */
/** @import { Scalars } from './scalars.js' */
/** @import { Verifier } from './verifier.js' */

/** Cells read between two steps: about a millisecond. */
const STEP_ITEMS = 64;

/**
 * @type {(given: Pick<Arguments, 'cell indices'>) => void}
 * @throws {InputError} fewer than half of all cells, more than all, or indices not ascending
 */
export function requireRecoverable({ 'cell indices': indices }) {
  const { length } = indices;
  if (length < CELLS / 2 || length > CELLS) {
    throw new InputError(`cells: expected ${CELLS / 2} to ${CELLS}, got ${length}`);
  }
  indices.forEach((index, i) => {
    if (i > 0 && index <= indices[i - 1]) {
      throw new InputError(
        `cell indices: expected ascending ones, got ${index} after ${indices[i - 1]}`,
        { index: i },
      );
    }
  });
}

/**
 * Whether the proofs of cells are right.
 * @param {Verifier} verifier
 * @param {{ commitments: readonly Uint8Array[], indices: readonly number[],
 *   cells: readonly Uint8Array[], proofs: readonly Uint8Array[] }} batch `commitments`: of each
 *   cell's blob
 * @returns {Generator<any, boolean, void>}
 * @throws {ScalarError} an element is not below the order, with its index among all cells'
 * @throws {PointError} as `verifyOpenings`
 */
export function* verifyCells(verifier, { commitments, indices, cells, proofs }) {
  const { order, lists, hash } = verifier.scalars;
  if (verifier.powers.length === verifier.generator.length) {
    throw new InputError(
      'verification of cells: expected a setup with the monomial points (g1Monomial), got one without',
    );
  }
  if (cells.length === 0) return true;
  const { distinct, places } = distinctOf(commitments);
  const key = yield* cellsChallenge(hash, { distinct, places, indices, cells, proofs }, order);
  yield STEP;
  const weights = verifier.weights(key, cells.length);
  const count = distinct.length;
  const decoded = yield* verifier.decode([...distinct, ...proofs], (i) =>
    i < count ? places.indexOf(i) : i - count,
  );
  const decodedProofs = decoded.subarray((decoded.length / (count + proofs.length)) * count);
  const coefficients = yield* interpolants(verifier.scalars, indices, cells, weights);
  const ofCommitments = distinct.map(() => 0n);
  weights.forEach((weight, i) => (ofCommitments[places[i]] += weight));
  const a = elementsOf(lists.write(lists.roots, CELLS / 2)).flatMap((t) => [t, order - t]);
  const left = yield* verifier.sum(
    [decoded, verifier.powers],
    [
      ...ofCommitments,
      ...weights.map((weight, i) => weight * a[indices[i]]),
      ...coefficients.map((coefficient) => -coefficient),
    ],
  );
  const right = yield* verifier.sum(
    [decodedProofs],
    weights.map((weight) => -weight),
  );
  yield STEP;
  return yield* verifier.check(left, right, 'cells');
}

/**
 * The coefficients of Σ w_k·I_k.
 * @type {(scalars: Scalars, indices: readonly number[], cells: readonly Uint8Array[],
 *   weights: readonly bigint[]) => Generator<any, bigint[], void>}
 */
function* interpolants(scalars, indices, cells, weights) {
  const { lists, order } = scalars;
  const size = CELL_ELEMENTS;
  const columns = [...new Set(indices)];
  const lengths = [size * columns.length, size, size, cells.length, 1];
  return yield* borrowing(scalars, lengths, function* (sums, cell, total, powers, c) {
    setElements(scalars, powers, weights);
    for (const [i, index] of indices.entries()) {
      readElements(scalars, cell, cells[i], { first: size * i, name: 'cells' });
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
 * The distinct ones of byte arrays, in order of appearance, and the place of each among them.
 * @param {readonly Uint8Array[]} list
 */
function distinctOf(list) {
  /** @type {Map<string, number>} */
  const known = new Map();
  /** @type {Uint8Array[]} */
  const distinct = [];
  const places = list.map((bytes) => {
    const key = keyOf(bytes);
    const place = known.get(key) ?? distinct.push(bytes) - 1;
    known.set(key, place);
    return place;
  });
  return { distinct, places };
}
