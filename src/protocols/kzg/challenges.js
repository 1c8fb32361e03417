/**
 * The hashes that stand for a verifier's choices.
 *
 * Source: ethereum/consensus-specs, deneb/polynomial-commitments.md (compute_challenge).
 */
import { fromBytesBE, toBytesBE } from '../../math/integers.js';
import { sha256 } from '../sha256.js';
import { FIELD_ELEMENTS } from './constants.js';

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
