/**
 * The hashes that stand for a verifier's choices.
 *
 * Source: ethereum/consensus-specs, deneb/polynomial-commitments.md (compute_challenge,
 * verify_kzg_proof_batch), fulu/polynomial-commitments-sampling.md
 * (compute_verify_cell_kzg_proof_batch_challenge).
 */
import { fromBytesBE, toBytesBE } from '../../math/integers.js';
import { CELL_ELEMENTS, FIELD_ELEMENTS } from './constants.js';
import { STEP } from './openings.js';

/** @import { Midstate, Sha256 } from '../../port/engine.js' */

const ascii = (/** @type {string} */ text) =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Bytes of the degree in the challenge of a blob. */
const DEGREE_BYTES = 16;

/** Bytes hashed between two steps: about 1 ms in JavaScript, a third of it in WebAssembly. */
const PIECE_BYTES = 2 ** 17;

/**
 * A hash in steps, as a field element.
 * @param {Sha256} hash
 * @param {readonly Uint8Array[]} parts
 * @param {bigint} order
 * @returns {Generator<any, bigint, void>}
 */
function* challengeOf(hash, parts, order) {
  /** @type {Midstate | undefined} */
  let midstate;
  /** @type {Uint8Array[]} */
  let piece = [];
  let bytes = 0;
  for (const part of parts) {
    piece.push(part);
    bytes += part.length;
    if (bytes < PIECE_BYTES) continue;
    const absorbed = hash.absorb(piece, midstate);
    midstate = absorbed.midstate;
    piece = [absorbed.left];
    bytes = absorbed.left.length;
    yield STEP;
  }
  return fromBytesBE(hash.digest(piece, midstate)) % order;
}

/**
 * The point at which a blob is opened.
 * @param {Sha256} hash
 * @param {Uint8Array} blob
 * @param {Uint8Array} commitment 48 bytes
 * @param {bigint} order
 * @returns {bigint}
 */
export function blobChallenge(hash, blob, commitment, order) {
  const degree = toBytesBE(BigInt(FIELD_ELEMENTS), DEGREE_BYTES);
  const parts = [ascii('FSBLOBVERIFY_V1_'), degree, blob, commitment];
  return fromBytesBE(hash.digest(parts)) % order;
}

/** Without a detour over bigints, as there are thousands. @param {number} a @param {number} b */
function twoWords(a, b) {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setUint32(4, a);
  view.setUint32(12, b);
  return bytes;
}

/** @param {number} value */
const word = (value) => toBytesBE(BigInt(value), 8);

/**
 * The number whose powers are the weights of openings.
 * @param {Sha256} hash
 * @param {readonly Uint8Array[]} openings commitment, z, y and proof of each
 * @param {number} count of them
 * @param {bigint} order
 * @returns {Generator<any, bigint, void>}
 */
export function batchChallenge(hash, openings, count, order) {
  const head = [ascii('RCKZGBATCH___V1_'), word(FIELD_ELEMENTS), word(count)];
  return challengeOf(hash, [...head, ...openings], order);
}

/**
 * The number whose powers are the weights of cells.
 * @param {Sha256} hash
 * @param {{ distinct: readonly Uint8Array[], places: readonly number[], indices: readonly number[],
 *   cells: readonly Uint8Array[], proofs: readonly Uint8Array[] }} batch
 *   `distinct`: the different commitments; `places`: that of each cell among them
 * @param {bigint} order
 * @returns {Generator<any, bigint, void>}
 */
export function cellsChallenge(hash, { distinct, places, indices, cells, proofs }, order) {
  const sizes = [FIELD_ELEMENTS, CELL_ELEMENTS, distinct.length, cells.length].map(word);
  const parts = cells.flatMap((cell, i) => [twoWords(places[i], indices[i]), cell, proofs[i]]);
  return challengeOf(hash, [ascii('RCKZGCBATCH__V1_'), ...sizes, ...distinct, ...parts], order);
}
