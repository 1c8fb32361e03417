/**
 * Hashing to a group by RFC 9380, suites …_XMD:SHA-256_SSWU_RO_ and …_NU_. Loaded with instances
 * that hash. Variable time: for public messages only.
 *
 * expand_message_xmd with SHA-256 (RFC 9380, section 5.3.1): uniform bytes from a message, under a
 * domain separation tag. Symbols of the RFC: DST the tag, DST′ the tag with its length, b_i the
 * digests that make up the output. And what follows in the engine: the map to the group.
 */

import { contextOf, Group } from '../../group/group.js';
import { GroupContext } from '../../group/context.js';
import { Point } from '../../group/point.js';
import { readBytes } from '../../input/bytes.js';
import { readOptions } from '../../input/options.js';
import { readTag } from '../../input/tags.js';
import { absorb, sha256 } from '../sha256.js';

/** @import { Coordinates } from '../../math/coordinates.js' */
/** @import { Engine, EngineHashing, MessageHash, Progress } from '../../port/engine.js' */

/**
 * `dst`: the domain separation tag, which must be an application's own: an ASCII string or bytes,
 * not empty; at least 16 bytes are recommended, and more than 255 are hashed first.
 * @typedef {{ dst: string | Uint8Array }} HashOptions
 */

/**
 * A group to which messages are hashed.
 * @template [Coordinate=bigint]
 * @extends {Group<Coordinate>}
 */
export class HashingGroup extends Group {
  /**
   * hash_to_curve: a point of the group of prime order that nobody knows a discrete logarithm of,
   * distributed as a random oracle's.
   * @param {Uint8Array} message any length
   * @param {HashOptions} options
   * @returns {Point<Coordinate>}
   * @throws {InputError} wrong types, a missing or empty `dst`, a disposed instance
   * @example
   * bls.G2.hashToCurve(message, { dst: 'MY-APP-V01-CS01-with-BLS12381G2_XMD:SHA-256_SSWU_RO_' });
   */
  hashToCurve(message, options) {
    return hashWith(this, message, { options, count: 2, where: 'hashToCurve' });
  }

  /**
   * encode_to_curve: half the work; its points are not uniform in the group, and tell random
   * oracles apart. For protocols that name it.
   * @param {Uint8Array} message any length
   * @param {HashOptions} options
   * @returns {Point<Coordinate>}
   * @throws {InputError} as for `hashToCurve`
   */
  encodeToCurve(message, options) {
    return hashWith(this, message, { options, count: 1, where: 'encodeToCurve' });
  }
}

/**
 * @param {ConstructorParameters<typeof GroupContext>[0]} parts the engine hashes
 * @returns {HashingGroup<any>}
 */
export function createHashingGroup(parts) {
  return new HashingGroup(new GroupContext(parts));
}

/**
 * @param {Group<any>} group
 * @param {unknown} message
 * @param {{ options: unknown, count: number, where: string }} how `count`: field elements
 * @returns {Point<any>}
 */
function hashWith(group, message, { options, count, where }) {
  const context = contextOf(group);
  context.lifetime.check();
  const { dst } = readOptions(options, ['dst'], where);
  const bytes = readBytes(message, 'message');
  const affine = hashToAffine(context, bytes, readTag(dst, 'dst'), count);
  return new Point(context, affine, undefined, true);
}

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

/** @type {(text: string) => Uint8Array<ArrayBuffer>} */
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
 * @type {(b0: Uint8Array, tagPrime: Uint8Array, length: number,
 *   fast: MessageHash | null) => Uint8Array<ArrayBuffer>}
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
