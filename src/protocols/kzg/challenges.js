/**
 * The hashes that stand for a verifier's choices.
 *
 * Source: ethereum/consensus-specs, deneb/polynomial-commitments.md (compute_challenge,
 * verify_kzg_proof_batch), fulu/polynomial-commitments-sampling.md
 * (compute_verify_cell_kzg_proof_batch_challenge).
 */
import { fromBytesBE, toBytesBE } from '../../math/integers.js';
import { sha256 } from '../sha256.js';
import { CELL_ELEMENTS, ELEMENT, FIELD_ELEMENTS } from './scalars.js';
import { STEP } from './openings.js';

/** @import { Midstate } from '../../port/engine.js' */
/** @import { ChallengeHash } from './scalars.js' */

const ascii = (/** @type {string} */ text) =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Bytes of the degree in the challenge of a blob. */
const DEGREE_BYTES = 16;

/** So many messages take as long one after the other as in lanes. */
const PAIR = 2;

/**
 * A hash in steps, as a field element.
 * @type {(hash: ChallengeHash, parts: readonly Uint8Array[],
 *   order: bigint) => Generator<any, bigint, void>}
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
    if (bytes < hash.stepBytes) continue;
    const absorbed = hash.absorb(piece, midstate);
    midstate = absorbed.midstate;
    piece = [absorbed.left];
    bytes = absorbed.left.length;
    yield STEP;
  }
  return fromBytesBE(hash.digest(piece, midstate)) % order;
}

/**
 * The message of a blob's challenge, in parts.
 * @param {Uint8Array} blob
 * @param {Uint8Array} commitment 48 bytes
 */
const messageOf = (blob, commitment) => [
  ...[ascii('FSBLOBVERIFY_V1_'), toBytesBE(BigInt(FIELD_ELEMENTS), DEGREE_BYTES)],
  ...[blob, commitment],
];

/**
 * The point at which a blob is opened.
 * @param {ChallengeHash} hash
 * @param {Uint8Array} blob
 * @param {Uint8Array} commitment 48 bytes
 * @param {bigint} order
 * @returns {bigint}
 */
export const blobChallenge = (hash, blob, commitment, order) =>
  fromBytesBE(hash.digest(messageOf(blob, commitment))) % order;

/**
 * The points at which blobs are opened.
 * @param {ChallengeHash} hash
 * @param {readonly Uint8Array[]} blobs
 * @param {readonly Uint8Array[]} commitments 48 bytes each
 * @param {bigint} order
 * @returns {Generator<any, bigint[], void>}
 */
export function* blobChallenges(hash, blobs, commitments, order) {
  const messages = blobs.map((blob, i) => messageOf(blob, commitments[i]));
  const { lanes } = hash;
  /** @type {bigint[]} */
  const challenges = [];
  while (challenges.length < messages.length) {
    const next = messages.slice(challenges.length, challenges.length + (lanes?.count ?? 1));
    const digests =
      lanes?.digests && next.length > PAIR ? lanes.digests(next) : [hash.digest(next[0])];
    challenges.push(...digests.map((digest) => fromBytesBE(digest) % order));
    yield STEP;
  }
  return challenges;
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
 * The key of the weights of openings: the specification's number, whose powers are its weights.
 * @param {ChallengeHash} hash
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
 * The key of the weights of cells, as that of openings.
 * @param {ChallengeHash} hash
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

/**
 * Weights for n equations: the first is 1, since a common factor changes nothing; the others are
 * a + b·λ for 128 bits a + b·2^64 of SHA-256 in counter mode. They are distinct modulo the order
 * (`Pairings.lambda`), so a false sum vanishes for one key in 2^128, and cost half as much as
 * powers of the key, since a cheap endomorphism multiplies points by λ.
 * @param {bigint} key below 2^256
 * @param {number} n
 * @param {bigint} lambda
 * @returns {bigint[]} below the order
 */
export function weightsOf(key, n, lambda) {
  const weights = [1n];
  const block = new Uint8Array(ELEMENT + 4);
  block.set(toBytesBE(key, ELEMENT));
  const counter = new DataView(block.buffer);
  const digest = new Uint8Array(32);
  const words = new DataView(digest.buffer);
  const word64 = (/** @type {number} */ at) => words.getBigUint64(at, true);
  for (let i = 0; weights.length < n; i++) {
    counter.setUint32(ELEMENT, i);
    sha256([block], undefined, digest);
    for (const at of [0, 16]) weights.push(word64(at) + word64(at + 8) * lambda);
  }
  return weights.slice(0, n);
}
