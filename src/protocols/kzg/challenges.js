/**
 * The hashes that stand for a verifier's choices.
 *
 * Source: ethereum/consensus-specs, deneb/polynomial-commitments.md (compute_challenge,
 * verify_kzg_proof_batch), fulu/polynomial-commitments-sampling.md
 * (compute_verify_cell_kzg_proof_batch_challenge).
 */
import { fromBytesBE, toBytesBE } from '../../math/integers.js';
import { sha256 } from '../sha256.js';
import { CELL_ELEMENTS, FIELD_ELEMENTS } from './constants.js';

const ascii = (/** @type {string} */ text) =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Bytes of the degree in the challenge of a blob. */
const DEGREE_BYTES = 16;

/**
 * The point at which a blob is opened.
 * @param {Uint8Array} blob
 * @param {Uint8Array} commitment 48 bytes
 * @param {bigint} order
 * @returns {bigint}
 */
export function blobChallenge(blob, commitment, order) {
  const degree = toBytesBE(BigInt(FIELD_ELEMENTS), DEGREE_BYTES);
  return fromBytesBE(sha256([ascii('FSBLOBVERIFY_V1_'), degree, blob, commitment])) % order;
}

/** @param {number} value */
const word = (value) => toBytesBE(BigInt(value), 8);

/**
 * The number whose powers are the weights of openings.
 * @param {readonly Uint8Array[]} openings commitment, z, y and proof of each
 * @param {number} count of them
 * @param {bigint} order
 * @returns {bigint}
 */
export function batchChallenge(openings, count, order) {
  const head = [ascii('RCKZGBATCH___V1_'), word(FIELD_ELEMENTS), word(count)];
  return fromBytesBE(sha256([...head, ...openings])) % order;
}

/**
 * The number whose powers are the weights of cells.
 * @param {{ distinct: readonly Uint8Array[], places: readonly number[], indices: readonly number[],
 *   cells: readonly Uint8Array[], proofs: readonly Uint8Array[] }} batch
 *   `distinct`: the different commitments; `places`: that of each cell among them
 * @param {bigint} order
 * @returns {bigint}
 */
export function cellsChallenge({ distinct, places, indices, cells, proofs }, order) {
  const sizes = [FIELD_ELEMENTS, CELL_ELEMENTS, distinct.length, cells.length].map(word);
  const parts = cells.flatMap((cell, i) => [word(places[i]), word(indices[i]), cell, proofs[i]]);
  const all = [ascii('RCKZGCBATCH__V1_'), ...sizes, ...distinct, ...parts];
  return fromBytesBE(sha256(all)) % order;
}
