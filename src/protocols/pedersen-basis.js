/**
 * The basis of Pedersen commitments over Banderwagon: points of which nobody knows discrete logarithms, since they come
 * from hashes (crate-crypto/go-ipa, ipa/config.go). They are derived when they are first asked for, and their hash is
 * compared with the published one, so nothing has to be shipped or trusted.
 */
import { CurvemillError, PointError } from '../errors.js';
import { contextOf } from '../group/group.js';
import { fromBytesBE, mod, toBytesBE } from '../reference/modular.js';
import { sha256 } from './sha256.js';

/** @import { Group } from '../group/group.js' */
/** @import { PointVector } from '../group/point-vector.js' */

/**
 * `x` of candidate i is SHA-256(seed ‖ i as 8 bytes, big-endian) modulo the field's prime; the first `length` candidates
 * that are compressed encodings are the basis. `sha256`: of the basis, compressed, in hexadecimal digits.
 * @typedef {{ readonly seed: string, readonly length: number, readonly sha256: string }} BasisRule
 */

const ENCODING_BYTES = 32;
const COUNTER_BYTES = 8;

/**
 * Derives a basis.
 * @param {Group} group
 * @param {BasisRule} rule
 * @returns {PointVector} to be disposed by the caller
 * @throws {CurvemillError} the hash is another: the machine computes wrongly
 */
export function deriveBasis(group, { seed, length, sha256: expected }) {
  const { config } = contextOf(group);
  const prefix = new TextEncoder().encode(seed);
  const encodings = new Uint8Array(length * ENCODING_BYTES);
  for (let i = 0, found = 0; found < length; i++) {
    const hash = sha256([prefix, toBytesBE(BigInt(i), COUNTER_BYTES)]);
    const x = toBytesBE(mod(fromBytesBE(hash), config.p), ENCODING_BYTES);
    if (isEncoding(group, x)) encodings.set(x, ENCODING_BYTES * found++);
  }
  const digest = Array.from(sha256([encodings]), (byte) => byte.toString(16).padStart(2, '0'));
  if (digest.join('') !== expected) {
    throw new CurvemillError(
      'ERR_ENVIRONMENT',
      `basis of commitments: expected the hash ${expected}, got ${digest.join('')}`,
    );
  }
  return group.points(encodings, { format: 'compressed' });
}

/**
 * @param {Group} group
 * @param {Uint8Array} bytes
 * @returns {boolean}
 */
function isEncoding(group, bytes) {
  try {
    group.point(bytes, { format: 'compressed' });
    return true;
  } catch (error) {
    if (error instanceof PointError) return false;
    throw error;
  }
}
