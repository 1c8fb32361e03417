/**
 * The parts of Verkle commitments that a page with Banderwagon always has.
 *
 * The map of a Banderwagon element to its scalar field: x/y as an integer below p, modulo the
 * order. It is injective up to the reduction; a tree node commits to the images of its
 * children's commitments.
 *
 * The basis of Pedersen commitments over Banderwagon: points with unknown discrete logarithms,
 * derived from hashes (crate-crypto/go-ipa, ipa/config.go). They are derived on first use, and
 * their hash is compared with the published one: nothing need be shipped or trusted.
 */

import { contextOf } from '../group/group.js';
import { readVector } from '../group/point-vector.js';
import { readPoint } from '../group/point.js';
import { EnvironmentError } from '../errors.js';
import { fromBytesBE, mod, toBytesBE } from '../math/integers.js';
import { toUtf8 } from '../math/text.js';
import { sha256 } from '../protocols/sha256.js';

/** @import { GroupContext } from '../group/context.js' */
/** @import { ElementEngine } from './engine/elements.js' */
/** @import { Group } from '../group/group.js' */
/** @import { ElementFormat } from '../group/encodings/encoding.js' */
/** @import { PointVector } from '../group/point-vector.js' */

/**
 * @param {Group} group
 * @param {unknown} point a `Point` of the group
 * @returns {Uint8Array<ArrayBuffer>} 32 bytes, little-endian, below the order
 * @throws {InputError} any other value, or a disposed instance
 */
export function mapToScalar(group, point) {
  const context = contextOf(group);
  const affine = readPoint(point, context, 'point');
  context.lifetime.check();
  return elementsOf(context).mapToScalar(affine);
}

/**
 * @param {Group} group
 * @param {unknown} vector a `PointVector` of the group
 * @returns {Uint8Array<ArrayBuffer>} 32 bytes per element, little-endian
 * @throws {InputError} any other value, or a disposed vector or instance
 */
export function mapToScalars(group, vector) {
  const context = contextOf(group);
  context.lifetime.check();
  const parts = readVector(vector, context, 'vector');
  return elementsOf(context).mapToScalars(parts.storage.handle, parts.start, parts.end);
}

/** @param {GroupContext} context of a group of elements */
const elementsOf = ({ engine }) => /** @type {ElementEngine} */ (engine).elements;

/**
 * `x` of candidate i is SHA-256(seed ‖ i as 8 bytes, big-endian) modulo the field's prime; the
 * basis is the first `length` candidates that are compressed encodings. Bit i of `kept` is set for
 * these. `sha256`: of the basis, compressed, in hexadecimal digits.
 * @typedef {{ readonly seed: string, readonly length: number, readonly kept: bigint,
 *   readonly sha256: string }} BasisRule
 */

const ENCODING_BYTES = 32;
const COUNTER_BYTES = 8;

/**
 * Derives a basis.
 * @param {Group<bigint, ElementFormat>} group
 * @param {BasisRule} rule
 * @returns {PointVector<bigint, ElementFormat>} to be disposed by the caller
 * @throws {EnvironmentError} the hash differs, so the machine computes incorrectly
 */
export function deriveBasis(group, { seed, length, kept, sha256: expected }) {
  const { config } = contextOf(group);
  const prefix = toUtf8(seed);
  const encodings = new Uint8Array(length * ENCODING_BYTES);
  let found = 0;
  for (let i = 0n, rest = kept; rest !== 0n; i++, rest >>= 1n) {
    if ((rest & 1n) === 0n) continue;
    const x = mod(fromBytesBE(sha256([prefix, toBytesBE(i, COUNTER_BYTES)])), config.p);
    encodings.set(toBytesBE(x, ENCODING_BYTES), ENCODING_BYTES * found++);
  }
  const digest = Array.from(sha256([encodings]), (byte) => byte.toString(16).padStart(2, '0'));
  if (digest.join('') !== expected) {
    throw new EnvironmentError(
      `basis of commitments: expected the hash ${expected}, got ${digest.join('')}`,
    );
  }
  return group.points(encodings, { format: 'compressed' });
}
