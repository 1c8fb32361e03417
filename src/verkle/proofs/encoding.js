/**
 * A proof as 576 bytes: D, the eight L, the eight R, 32 bytes compressed each, and a, 32 bytes
 * little-endian (go-ipa, multiproof.go and ipa/ipa_types.go).
 */
import { InputError, ScalarError } from '../../errors.js';
import { copyBytesOf } from '../../input/bytes.js';
import { readFields } from '../../input/items.js';
import { readList } from '../../input/lists.js';
import { describe } from '../../input/describe.js';
import { fromBytesLE, toBytesLE } from '../../math/integers.js';
import { ROUNDS } from './ipa.js';

/** @import { Group } from '../../group/group.js' */
/** @import { PointVector } from '../../group/point-vector.js' */
/** @import { Multiproof } from './multiproof.js' */

/** Bytes of an encoded point and of a scalar. */
const PART_BYTES = 32;

/** D, L, R. */
const POINTS = 1 + 2 * ROUNDS;

/** Bytes of a proof. */
export const PROOF_BYTES = PART_BYTES * (POINTS + 1);

/**
 * The parts of a proof, 32 bytes each, under the names of execution witnesses. There
 * `finalEvaluation` is big-endian; here it is little-endian like every scalar.
 * @typedef {{ d: Uint8Array, cl: Uint8Array[], cr: Uint8Array[], finalEvaluation: Uint8Array }}
 *   ProofParts
 */

/** @param {Uint8Array[]} parts */
function concatenate(parts) {
  const bytes = new Uint8Array(PROOF_BYTES);
  parts.forEach((part, i) => bytes.set(part, i * PART_BYTES));
  return bytes;
}

/** @type {(proof: Multiproof) => Uint8Array<ArrayBuffer>} */
export function encodeProof({ D, L, R, a }) {
  return concatenate([D, ...L, ...R, toBytesLE(a, PART_BYTES)]);
}

/**
 * @param {Uint8Array} bytes 576
 * @returns {ProofParts}
 */
export function splitProof(bytes) {
  const part = (/** @type {number} */ i) => bytes.slice(i * PART_BYTES, (i + 1) * PART_BYTES);
  const parts = (/** @type {number} */ from) =>
    Array.from({ length: ROUNDS }, (_, i) => part(from + i));
  return { d: part(0), cl: parts(1), cr: parts(1 + ROUNDS), finalEvaluation: part(POINTS) };
}

/**
 * @param {unknown} parts `ProofParts`
 * @returns {Uint8Array<ArrayBuffer>} 576 bytes; points and scalar are not checked
 * @throws {InputError} wrong types or lengths
 */
export function joinProof(parts) {
  const fields = ['d', 'cl', 'cr', 'finalEvaluation'];
  const { d, cl, cr, finalEvaluation } = readFields(parts, fields, 'parts');
  const read = (/** @type {unknown} */ part, /** @type {string} */ what) =>
    copyBytesOf(part, [PART_BYTES], what);
  const readAll = (/** @type {unknown} */ list, /** @type {string} */ what) => {
    const readPoint = (/** @type {unknown} */ part, /** @type {number} */ i) =>
      read(part, `${what}[${i}]`);
    const points = readList(list, what, readPoint, `${ROUNDS} points`, ROUNDS);
    if (points.length < ROUNDS) {
      throw new InputError(`${what}: expected ${ROUNDS} points, got ${describe(list)}`);
    }
    return points;
  };
  return concatenate([
    read(d, 'd'),
    ...readAll(cl, 'cl'),
    ...readAll(cr, 'cr'),
    read(finalEvaluation, 'finalEvaluation'),
  ]);
}

/**
 * Reads and checks a proof.
 * @param {Group} group
 * @param {Uint8Array} bytes 576
 * @returns {{ proof: Multiproof, points: PointVector }} points: D, L, R, to be
 *   disposed by the caller
 * @throws {ScalarError} the last scalar is not below the order
 * @throws {PointError} an invalid point, with its `index`: 0 for D, then L, then R
 */
export function decodeProof(group, bytes) {
  const { d: D, cl: L, cr: R, finalEvaluation } = splitProof(bytes);
  const a = fromBytesLE(finalEvaluation);
  if (a >= group.order) throw new ScalarError(0);
  const encodings = bytes.subarray(0, POINTS * PART_BYTES);
  return { proof: { D, L, R, a }, points: group.points(encodings, { format: 'compressed' }) };
}
