/**
 * Commitments to blobs, and proofs of values of their polynomials.
 *
 * Symbols: C a commitment, π a proof, y the value at z.
 *
 * The proof of a value is the commitment to the quotient (f(X) − y)/(X − z), so
 * e(C − [y]G1 + [z]π, G2) = e(π, [τ]G2). For many, both sides are summed with weights.
 *
 * Source: ethereum/consensus-specs, deneb/polynomial-commitments.md (compute_kzg_proof_impl,
 * verify_kzg_proof_impl, verify_kzg_proof_batch).
 */

import { ScalarError } from '../../errors.js';
import { toBytesBE } from '../../math/integers.js';
import { forked } from '../../port/steps.js';
import { batchChallenge, blobChallenge, blobChallenges } from './challenges.js';
import { evaluate, open, STEP } from './openings.js';
import {
  borrowing,
  ELEMENT,
  elementsOf,
  FIELD_ELEMENTS,
  outside,
  readElements,
} from './scalars.js';

/** @import { FixedBasis } from '../../group/fixed-basis.js' */
/** @import { Steps } from '../../port/steps.js' */
/** @import { G1Bytes } from './operations.js' */
/** @import { Scalars } from './scalars.js' */
/** @import { Verifier } from './verifier.js' */

/**
 * A value with its proof, all as bytes.
 * @typedef {Record<'commitment' | 'z' | 'y' | 'proof', Uint8Array>} Opening
 */

/**
 * The commitment to a polynomial by its values, on all threads.
 * @param {() => FixedBasis} basis the points of the Lagrange form, asked for when they are used
 * @param {Uint8Array} scalars
 * @param {boolean} strict whether they must be below the order
 * @returns {Steps<G1Bytes>}
 */
function* commit(basis, scalars, strict) {
  const point = yield* forked(
    () => basis().msm(scalars, { strict }),
    ({ signal, onProgress }) => basis().msmAsync(scalars, { signal, onProgress, strict }),
  );
  return point.toBytes('compressed');
}

/**
 * The commitment to a blob.
 * @type {(basis: () => FixedBasis, blob: Uint8Array) => Steps<G1Bytes>}
 * @throws {ScalarError} a field element is not below the order, with its index
 */
export function* commitToBlob(basis, blob) {
  try {
    return yield* commit(basis, blob, true);
  } catch (error) {
    throw error instanceof ScalarError ? outside(error.index) : error;
  }
}

/**
 * The value at z, with its proof.
 * @param {() => FixedBasis} basis the points of the Lagrange form, asked for when they are used
 * @param {Scalars} scalars
 * @param {Uint8Array} blob
 * @param {bigint} z
 * @returns {Steps<[proof: G1Bytes, y: Uint8Array<ArrayBuffer>]>}
 */
export function* prove(basis, scalars, blob, z) {
  const { y, quotient } = yield* open(scalars, blob, z);
  return [yield* commit(basis, quotient, false), y];
}

/**
 * The proof of the value at a hash of blob and commitment.
 * @param {() => FixedBasis} basis the points of the Lagrange form, asked for when they are used
 * @param {Scalars} scalars
 * @param {Uint8Array} blob
 * @param {Uint8Array} commitment
 * @returns {Steps<G1Bytes>}
 */
export function* proveBlob(basis, scalars, blob, commitment) {
  const z = blobChallenge(scalars.hash, blob, commitment, scalars.order);
  const [proof] = yield* prove(basis, scalars, blob, z);
  return proof;
}

/**
 * Whether all values are right.
 * @param {Verifier} verifier
 * @param {readonly Opening[]} openings z and y below the order
 * @returns {Generator<any, boolean, void>}
 * @throws {PointError} a commitment or a proof is no point of the group, with its index
 */
export function* verifyOpenings(verifier, openings) {
  const { order, hash } = verifier.scalars;
  if (openings.length === 0) return true;
  const parts = openings.flatMap(({ commitment, z, y, proof }) => [commitment, z, y, proof]);
  const key = yield* batchChallenge(hash, parts, openings.length, order);
  const weights = verifier.weights(key, openings.length);
  const [z, y] = [parts, parts].map((list, i) => elementsOfAll(list, i + 1));
  const points = ['commitment', 'proof'].flatMap((name) =>
    openings.map((opening) => opening[/** @type {keyof Opening} */ (name)]),
  );
  const decoded = yield* verifier.decode(points, (i) => i % openings.length);
  const proofs = decoded.subarray(decoded.length / 2);
  const total = weights.reduce((sum, weight, i) => sum + weight * y[i], 0n);
  const left = yield* verifier.sum(
    [decoded, verifier.generator],
    [...weights, ...weights.map((weight, i) => weight * z[i]), -total],
  );
  const right = yield* verifier.sum(
    [proofs],
    weights.map((weight) => -weight),
  );
  yield STEP;
  return yield* verifier.check(left, right, 'tau');
}

/**
 * Whether the proofs of blobs are right.
 * @type {(verifier: Verifier, blobs: readonly Uint8Array[], commitments: readonly Uint8Array[],
 *   proofs: readonly Uint8Array[]) => Generator<any, boolean, void>}
 * @throws {ScalarError} an element of a blob is not below the order, with its index in the blob;
 *   the message names the blob
 * @throws {PointError} as `verifyOpenings`
 */
export function* verifyBlobs(verifier, blobs, commitments, proofs) {
  const { scalars } = verifier;
  const { hash, order } = scalars;
  const challenges = yield* blobChallenges(hash, blobs, commitments, order);
  /** @type {Opening[]} */
  const openings = [];
  for (const [i, blob] of blobs.entries()) {
    const name = blobs.length > 1 ? `blobs[${i}]` : 'blob';
    const [z, y] = yield* valueOf(scalars, blob, challenges[i], name);
    openings.push({ commitment: commitments[i], z, y, proof: proofs[i] });
  }
  return yield* verifyOpenings(verifier, openings);
}

/**
 * @param {Scalars} scalars
 * @param {Uint8Array} blob
 * @param {bigint} z
 * @param {string} name of the blob, for errors
 * @returns {Generator<any, [z: Uint8Array, y: Uint8Array], void>} z and the value there, as bytes
 */
function* valueOf(scalars, blob, z, name) {
  const y = yield* borrowing(scalars, [FIELD_ELEMENTS], function* (values) {
    readElements(scalars, values, blob, { name });
    return yield* evaluate(scalars, values, z);
  });
  return [toBytesBE(z, ELEMENT), toBytesBE(y, ELEMENT)];
}

/**
 * Every fourth of the parts of openings, as integers.
 * @type {(parts: readonly Uint8Array[], first: number) => bigint[]}
 */
const elementsOfAll = (parts, first) =>
  parts.filter((_, i) => i % 4 === first).flatMap((bytes) => elementsOf(bytes));
