/**
 * Proofs, public signals and verification keys as snarkjs writes them: JSON of decimal strings. A
 * point is `[x, y, '1']`, in G2 `[[x0, x1], [y0, y1], ['1', '0']]`; infinity `['0', '1', '0']`.
 */
import { InputError } from '../../errors.js';
import { allocate, isZero } from '../../input/bytes.js';
import { describe, nameOf } from '../../input/describe.js';
import { readFields } from '../../input/items.js';
import { readList } from '../../input/lists.js';
import { SCALAR_BYTES, fromBytesLE, toBytesLE } from '../../math/integers.js';

/** @import { Curve } from './curve.js' */

/** A number in JSON: decimal text, or a bigint. @typedef {string | bigint} JsonNumber */

/** @typedef {readonly [JsonNumber, JsonNumber, JsonNumber]} JsonG1 */
/** @typedef {readonly [JsonNumber, JsonNumber]} JsonFp2 */
/** @typedef {readonly [JsonFp2, JsonFp2, JsonFp2]} JsonG2 */

/**
 * A proof, as snarkjs writes it.
 * @typedef {{ pi_a: string[], pi_b: string[][], pi_c: string[], protocol: 'groth16',
 *   curve: string }} Proof
 */

/**
 * A proof, as it is read. `protocol` and `curve` may be missing.
 * @typedef {{ readonly pi_a: readonly JsonNumber[],
 *   readonly pi_b: readonly (readonly JsonNumber[])[], readonly pi_c: readonly JsonNumber[],
 *   readonly protocol?: string, readonly curve?: string }} ProofLike
 */

/**
 * A verification key, as snarkjs writes it, but for `vk_alphabeta_12`, which follows from it.
 * @typedef {{ protocol: 'groth16', curve: string, nPublic: number, vk_alpha_1: string[],
 *   vk_beta_2: string[][], vk_gamma_2: string[][], vk_delta_2: string[][], IC: string[][] }}
 *   VerificationKey
 */

/** Digits of a number at most: more are no coordinate, and take long to read. */
const MOST_DIGITS = 1000;

/** Public signals of an item at most. */
const MOST_SIGNALS = 2 ** 24;

/** For text that is no number. */
const NO_NUMBER = -1n;

/**
 * A number.
 * @param {unknown} value
 * @param {string} what for messages
 * @param {number} [index] in a list
 * @returns {bigint} negative for text that is none
 * @throws {InputError} neither text nor a bigint
 */
function readNumber(value, what, index) {
  if (typeof value === 'bigint') return value;
  if (typeof value !== 'string') {
    const expected = 'decimal text or a bigint';
    throw new InputError(`${nameOf(what, index)}: expected ${expected}, got ${describe(value)}`, {
      index,
    });
  }
  return value.length <= MOST_DIGITS && /^[0-9]+$/.test(value) ? BigInt(value) : NO_NUMBER;
}

/**
 * Numbers, of a point's coordinate, or of coordinates.
 * @param {unknown} value
 * @param {number} degree 1: a number; 2: an array of two
 * @param {string} what
 * @returns {bigint[]}
 */
function readCoordinate(value, degree, what) {
  if (degree === 1) return [readNumber(value, what)];
  return readTuple(value, 2, what, (part) => readNumber(part, what));
}

/**
 * @template T
 * @param {unknown} value
 * @param {number} length
 * @param {string} what
 * @param {(item: unknown) => T} read
 * @returns {T[]}
 */
function readTuple(value, length, what, read) {
  const list = readList(value, what, read, `an array of ${length}`, length);
  if (list.length === length) return list;
  throw new InputError(`${what}: expected an array of ${length}, got one of ${list.length}`);
}

/**
 * A point of JSON.
 * @param {unknown} value
 * @param {number} degree of its coordinates
 * @param {string} what for messages
 * @param {Curve} curve
 * @returns {Uint8Array | null} canonical coordinates, not known to be on the curve; all zeros for
 *   infinity; null if they are out of range
 * @throws {InputError} another shape
 */
export function readJsonPoint(value, degree, what, curve) {
  const bytes = allocate(2 * degree * curve.fieldBytes);
  return readInto(new BigUint64Array(bytes.buffer), value, degree, what, curve) ? bytes : null;
}

/**
 * A point of JSON, as `readJsonPoint`.
 * @param {BigUint64Array} words zeros, for the coordinates
 * @param {unknown} value
 * @param {number} degree
 * @param {string} what
 * @param {Curve} curve
 * @returns {boolean} false if they are out of range
 */
function readInto(words, value, degree, what, { q, fieldBytes }) {
  const [x, y, z] = readTuple(value, 3, what, (part) => readCoordinate(part, degree, what));
  if (degree === 2 && z[1] !== 0n) return false;
  if (z[0] === 0n) return x.every((part) => part === 0n) && y[0] === 1n && !y[1];
  if (z[0] !== 1n) return false;
  const parts = [...x, ...y];
  if (parts.some((part) => part < 0n || part >= q)) return false;
  // Engines read all zeros as infinity, which is written otherwise.
  if (parts.every((part) => part === 0n)) return false;
  let at = 0;
  for (let part of parts) {
    for (const end = at + fieldBytes / 8; at < end; part >>= 64n) words[at++] = part;
  }
  return true;
}

/**
 * A point as JSON.
 * @param {Uint8Array} bytes canonical
 * @param {number} degree
 * @param {Curve} curve
 * @returns {any} of text, as snarkjs writes it
 */
export function writeJsonPoint(bytes, degree, { fieldBytes }) {
  const text = (/** @type {bigint[]} */ parts) =>
    degree === 1 ? String(parts[0]) : parts.map((part) => String(part));
  const [zero, one] =
    degree === 1
      ? [[0n], [1n]]
      : [
          [0n, 0n],
          [1n, 0n],
        ];
  if (isZero(bytes, 0, bytes.length)) return [text(zero), text(one), text(zero)];
  const parts = Array.from({ length: 2 * degree }, (_, i) =>
    fromBytesLE(bytes.subarray(i * fieldBytes, (i + 1) * fieldBytes)),
  );
  return [text(parts.slice(0, degree)), text(parts.slice(degree)), text(one)];
}

/**
 * Public signals.
 * @param {unknown} value
 * @param {Curve} curve
 * @returns {Uint8Array | null} 32 bytes little-endian each; null if one is not below the order
 * @throws {InputError} no array of numbers
 */
export function readSignals(value, { r }) {
  const what = 'publicSignals';
  const read = (/** @type {unknown} */ item, /** @type {number} */ i) => readNumber(item, what, i);
  const list = readList(value, what, read, 'an array of numbers', MOST_SIGNALS);
  if (list.some((signal) => signal < 0n || signal >= r)) return null;
  const bytes = allocate(list.length * SCALAR_BYTES);
  list.forEach((signal, i) => bytes.set(toBytesLE(signal, SCALAR_BYTES), i * SCALAR_BYTES));
  return bytes;
}

const PROOF_FIELDS = ['pi_a', 'pi_b', 'pi_c', 'protocol', 'curve'];

/**
 * A proof.
 * @param {unknown} value
 * @param {Curve} curve
 * @returns {Uint8Array | null} A, B and C, canonical, not known to be on their curves; null if it
 *   cannot be one
 * @throws {InputError} missing members, or other shapes
 */
export function readProof(value, curve) {
  const { pi_a, pi_b, pi_c, protocol, curve: name } = readFields(value, PROOF_FIELDS, 'proof');
  for (const [member, text] of Object.entries({ protocol, curve: name })) {
    if (text !== undefined && typeof text !== 'string') {
      throw new InputError(`proof.${member}: expected text, got ${describe(text)}`);
    }
  }
  const size = curve.fieldBytes / 4;
  const words = new BigUint64Array(allocate(8 * curve.fieldBytes).buffer);
  // All are read: a wrong shape is an error, whatever the others are.
  const areRead = [
    readInto(words.subarray(0, size), pi_a, 1, 'proof.pi_a', curve),
    readInto(words.subarray(size, 3 * size), pi_b, 2, 'proof.pi_b', curve),
    readInto(words.subarray(3 * size), pi_c, 1, 'proof.pi_c', curve),
  ];
  if (protocol !== undefined && protocol !== 'groth16') return null;
  if (name !== undefined && !isName(name, curve)) return null;
  return areRead.includes(false) ? null : new Uint8Array(words.buffer);
}

/**
 * Whether a name in JSON is that of the curve: snarkjs's, or the library's.
 * @type {(name: unknown, curve: Curve) => boolean}
 */
export const isName = (name, { name: own, g1 }) =>
  name === own || name === g1.config.name.replace(/-g1$/, '');
