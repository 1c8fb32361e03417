/**
 * expand_message_xmd with SHA-256 (RFC 9380, section 5.3.1): uniform bytes from a message, under a
 * domain separation tag. Symbols of the RFC: DST the tag, DST′ the tag with its length, b_i the
 * digests that make up the output. And what follows in the engine: the map to the group.
 */
import { absorb, sha256 } from '../sha256.js';

/** @import { Coordinates } from '../../math/coordinates.js' */
/** @import { Engine, EngineHashing, MessageHash, Progress } from '../../port/engine.js' */

/**
 * A group that hashes.
 * @typedef {{ readonly engine: Engine, readonly field: Coordinates<any> }} Target
 */

/** Z_pad of the RFC: a block of zeros. */
const PADDING = new Uint8Array(64);

const DIGEST_BYTES = 32;

/** Bytes of a message from which the engine's digest is faster: a call costs as much as 500. */
const LONG = 1024;

/** Tags longer than this are hashed. */
const MAX_TAG = 255;

const OVERSIZE = asciiBytes('H2C-OVERSIZE-DST-');

/** @param {string} text */
function asciiBytes(text) {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Of a message in a step: a millisecond, whole blocks. */
const PIECE = 2 ** 17;

/**
 * @param {Uint8Array} message
 * @param {Uint8Array} tag not empty
 * @param {number} length of the output, a multiple of 32 up to 255·32
 * @param {MessageHash | null} [fast] the engine's SHA-256, if it has one
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function expandMessage(message, tag, length, fast = null) {
  const hash = fast !== null && message.length >= LONG ? fast.digest : sha256;
  const tagPrime = tagPrimeOf(tag, hash);
  return expand(hash([PADDING, message, ...endOf(length, tagPrime)]), tagPrime, length, fast);
}

/**
 * The same in steps, for long messages.
 * @param {Uint8Array} message
 * @param {Uint8Array} tag not empty
 * @param {number} length
 * @param {MessageHash | null} fast
 * @returns {Generator<Progress, Uint8Array<ArrayBuffer>, void>}
 */
export function* expandSteps(message, tag, length, fast) {
  const [hash, take] = fast ? [fast.digest, fast.absorb] : [sha256, absorb];
  let { midstate } = take([PADDING]);
  let at = 0;
  for (; at + PIECE < message.length; at += PIECE) {
    ({ midstate } = take([message.subarray(at, at + PIECE)], midstate));
    yield { phase: 'hashing', done: at, total: message.length };
  }
  const tagPrime = tagPrimeOf(tag, hash);
  const b0 = hash([message.subarray(at), ...endOf(length, tagPrime)], midstate);
  return expand(b0, tagPrime, length, fast);
}

/** @param {Uint8Array} tag @param {(parts: Uint8Array[]) => Uint8Array} hash */
function tagPrimeOf(tag, hash) {
  const short = tag.length > MAX_TAG ? hash([OVERSIZE, tag]) : tag;
  const tagPrime = new Uint8Array(short.length + 1);
  tagPrime.set(short);
  tagPrime[short.length] = short.length;
  return tagPrime;
}

/** The bytes after the message. @param {number} length @param {Uint8Array} tagPrime */
const endOf = (length, tagPrime) => [new Uint8Array([length >> 8, length, 0]), tagPrime];

/**
 * @param {Uint8Array} b0
 * @param {Uint8Array} tagPrime
 * @param {number} length
 * @param {MessageHash | null} fast
 * @returns {Uint8Array<ArrayBuffer>}
 */
function expand(b0, tagPrime, length, fast) {
  if (fast !== null) return fast.expand(b0, tagPrime, length / DIGEST_BYTES);
  const uniform = new Uint8Array(length);
  const mixed = b0.slice();
  for (let i = 1; (i - 1) * DIGEST_BYTES < length; i++) {
    const b = sha256([mixed, new Uint8Array([i]), tagPrime]);
    uniform.set(b, (i - 1) * DIGEST_BYTES);
    for (let j = 0; j < DIGEST_BYTES; j++) mixed[j] = b0[j] ^ b[j];
  }
  return uniform;
}

/** L of the RFC: uniform bytes for each coefficient of a field element, for primes of 381 bits. */
const UNIFORM_BYTES = 64;

/**
 * hash_to_curve for protocols over a group that hashes.
 * @param {Target} target
 * @param {Uint8Array} message
 * @param {Uint8Array} tag not empty
 * @param {number} [count] of field elements; 1: encode_to_curve
 * @returns {Uint8Array} a canonical point of the group
 */
export function hashToAffine({ engine, field }, message, tag, count = 2) {
  const { map, sha256 } = /** @type {EngineHashing} */ (engine.hashing);
  return map(expandMessage(message, tag, count * field.degree * UNIFORM_BYTES, sha256));
}

/**
 * The uniform bytes that `hashToAffine` maps, in steps.
 * @param {Target} target
 * @param {Uint8Array} message
 * @param {Uint8Array} tag not empty
 * @returns {Generator<Progress, Uint8Array, void>}
 */
export function uniformSteps({ engine, field }, message, tag) {
  const { sha256 } = /** @type {EngineHashing} */ (engine.hashing);
  return expandSteps(message, tag, 2 * field.degree * UNIFORM_BYTES, sha256);
}
