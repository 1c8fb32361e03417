/**
 * ECDSA (SEC 1 version 2.0, sections 4.1.4 and 4.1.6): verification and recovery of keys. Nothing
 * here handles secrets.
 *
 * For a signature (r, s), 0 < r, s < n, and z the digest's 32 bytes: R = (z/s)·G + (r/s)·Q; the
 * signature is valid if R is finite and R.x ≡ r mod n. R.x < p and n < p < 2n, so R.x is r or, when
 * r < p − n, r + n.
 */
import { allocate, compareLE, copyReversed, isZero, readBytesOf } from '../../input/bytes.js';
import { contextOf } from '../../group/group.js';
import { readBoolean, readInteger, readOptions } from '../../input/options.js';
import { Point, readPoint } from '../../group/point.js';
import { toBytesLE } from '../../math/integers.js';
import { findInvalid, randomCoefficients, sumsToInfinity } from './batch.js';
import { signaturesOf } from './engine.js';
import { signatureFromDer } from './der.js';
import { readItems } from '../../input/items.js';
import {
  SCALAR_BYTES,
  copyReduced,
  difference,
  isBetween,
  reduced,
  reversed,
  sum,
} from './integers.js';

/** @import { DoubleMultiplication } from '../../port/engine.js' */
/** @import { GroupContext } from '../../group/context.js' */
/** @import { Group } from '../../group/group.js' */

/**
 * `lowS` (default true): refuse s > n/2: (r, s) and (r, n − s) are equivalent.
 * Bitcoin and Ethereum transactions demand it; ECDSA itself and Ethereum's ecrecover do not.
 * @typedef {{ lowS?: boolean }} EcdsaOptions
 */

/**
 * An item of a batch. `signature`: 64 bytes, r ‖ s; `recoveryId`: 0 to 3, bit 0 the parity of R.y,
 * bit 1 set if R.x is r + n; `hash`: 32 bytes; `publicKey`: 33 or 65 bytes of SEC 1, or a `Point`.
 * @typedef {{
 *   signature: Uint8Array, recoveryId: number, hash: Uint8Array, publicKey: Uint8Array | Point,
 * }} EcdsaItem
 */

/**
 * A signature with r and s in range, little-endian.
 * @typedef {{ r: Uint8Array, s: Uint8Array }} Signature
 */

/**
 * A public key: x and the sign of y, or both coordinates. `check`: possibly not on the curve.
 * All little-endian.
 * @typedef {{ x: Uint8Array, sign: number } | { affine: Uint8Array, check: boolean }} Key
 */

/**
 * A parsed item, with checked types and lengths. `key`: 33 or 65 bytes, or the 64 of a
 * `Point`, canonical.
 * @typedef {{ signature: Uint8Array, recoveryId: number, hash: Uint8Array, key: Uint8Array }} Item
 */

/** Fewer items are verified one by one: docs/decisions/07-signature-verification.md. */
const SMALLEST_BATCH = 8;

const SIGNATURE_BYTES = [64];
const HASH_BYTES = [32];
const COMPRESSED_BYTES = 33;
const UNCOMPRESSED_BYTES = 65;
const KEY_BYTES = [COMPRESSED_BYTES, UNCOMPRESSED_BYTES];
const POINT_BYTES = 2 * SCALAR_BYTES;
const [EVEN, ODD, UNCOMPRESSED] = [0x02, 0x03, 0x04];

/**
 * ECDSA over a group of cofactor 1 whose order and prime have 256 bits. Verification
 * only; variable time.
 */
export class Ecdsa {
  /** @type {GroupContext} */
  #context;
  #n;
  #half;
  /** p − n: an r below it has a second candidate x, r + n. */
  #excess;
  #generator;

  /**
   * Internal: an instance has one.
   * @param {Group} group
   */
  constructor(group) {
    this.#context = contextOf(group);
    const { order, p, generator } = this.#context.config;
    this.#n = toBytesLE(order, SCALAR_BYTES);
    this.#half = toBytesLE((order - 1n) / 2n, SCALAR_BYTES);
    this.#excess = toBytesLE(p - order, SCALAR_BYTES);
    this.#generator = new Uint8Array(2 * SCALAR_BYTES);
    this.#generator.set(toBytesLE(generator.x, SCALAR_BYTES));
    this.#generator.set(toBytesLE(generator.y, SCALAR_BYTES), SCALAR_BYTES);
  }

  /**
   * Verifies one signature. An invalid signature or key gives false, not an error.
   * @param {Uint8Array} signature 64 bytes: r ‖ s, big-endian
   * @param {Uint8Array} hash 32 bytes: the digest of the message; taken modulo the order
   * @param {Uint8Array | Point} publicKey 33 or 65 bytes of SEC 1 (no hybrid ones), or a `Point` of
   *   this instance; invalid points and infinity give false
   * @param {EcdsaOptions} [options]
   * @returns {boolean}
   * @throws {InputError} wrong types, lengths or options, a detached buffer, or a disposed instance
   */
  verify(signature, hash, publicKey, options) {
    const { engine } = this.#context;
    const lowS = this.#readLowS(options, 'verify');
    const rs = this.#parseSignature(readBytesOf(signature, SIGNATURE_BYTES, 'signature'), lowS);
    const z = this.#reduceHash(readBytesOf(hash, HASH_BYTES, 'hash'));
    const key = this.#parseKey(this.#readKey(publicKey));
    if (rs === null || key === null) return false;
    const sums = signaturesOf(engine).doubleMultiplication();
    if (!this.#computeR(sums, rs, z, key)) return false;
    if (sums.hasX(rs.r)) return true;
    return compareLE(rs.r, 0, this.#excess) < 0 && sums.hasX(sum(rs.r, this.#n));
  }

  /**
   * r ‖ s of a signature in DER, read strictly (BIP-66). `verify` checks that r and s are in range.
   * @param {Uint8Array} bytes
   * @returns {Uint8Array<ArrayBuffer>} 64 bytes
   * @throws {InputError} not bytes, or not strict DER of two non-negative integers below 2^256
   */
  signatureFromDer(bytes) {
    return signatureFromDer(bytes);
  }

  /**
   * Recovers the public key for which a signature is valid. High s is accepted.
   * @param {Uint8Array} signature 64 bytes: r ‖ s, big-endian
   * @param {number} recoveryId 0 to 3: bit 0 is the parity of R.y, bit 1 is set if R.x is r + n
   * @param {Uint8Array} hash 32 bytes: the digest of the message; taken modulo the order
   * @returns {Point | null} null if there is none: r or s out of range, no point R, or the key
   *   would be infinity
   * @throws {InputError} wrong types or lengths, a detached buffer, or a disposed instance
   */
  recover(signature, recoveryId, hash) {
    const { engine } = this.#context;
    const rs = this.#parseSignature(readBytesOf(signature, SIGNATURE_BYTES, 'signature'), false);
    readInteger(recoveryId, 0, 3, 'recoveryId');
    const z = this.#reduceHash(readBytesOf(hash, HASH_BYTES, 'hash'));
    const x = rs && this.#xOfR(rs.r, recoveryId);
    if (rs === null || x === null) return null;
    const sums = signaturesOf(engine).doubleMultiplication();
    if (!sums.setCompressed(x, recoveryId & 1)) return null;
    // Q = (s/r)·R − (z/r)·G.
    const minusZ = isZero(z, 0, SCALAR_BYTES) ? z : difference(this.#n, z);
    const u = this.#quotients(minusZ, rs.s, rs.r);
    sums.combine(u.subarray(0, SCALAR_BYTES), u.subarray(SCALAR_BYTES));
    const key = sums.toAffine();
    return isZero(key, 0, key.length) ? null : new Point(this.#context, key);
  }

  /**
   * Verifies all signatures in one multi-scalar multiplication, which is much faster than one
   * by one. Needs the `recoveryId` of each; a wrong one makes the batch false, like an
   * invalid signature. A batch with an invalid item passes with probability at most 2^−128.
   * An empty batch is valid.
   * @param {readonly EcdsaItem[]} items
   * @param {EcdsaOptions} [options] as for `verify`
   * @returns {boolean}
   * @throws {InputError} wrong types or lengths, with the index; as for `verify`
   * @throws {EnvironmentError} no crypto.getRandomValues
   * @throws {ResourceError} not enough memory
   */
  verifyBatch(items, options) {
    const lowS = this.#readLowS(options, 'verifyBatch');
    const list = readItems(items).map((item, i) => this.#readItem(item, i));
    if (list.length < SMALLEST_BATCH) return list.every((item) => this.#holds(item, lowS));
    return this.#allHold(list, lowS);
  }

  /**
   * Finds the invalid items by bisection: batches of halves, and single verification at the end.
   * Fast when few are invalid. An item with a wrong `recoveryId` is invalid.
   * @param {readonly EcdsaItem[]} items
   * @param {EcdsaOptions} [options] as for `verify`
   * @returns {number[]} their indices, ascending
   * @throws {InputError} as `verifyBatch`
   * @throws {EnvironmentError} no crypto.getRandomValues
   * @throws {ResourceError} not enough memory
   */
  findInvalid(items, options) {
    const lowS = this.#readLowS(options, 'findInvalid');
    this.#context.lifetime.check();
    return findInvalid(
      readItems(items).map((item, i) => this.#readItem(item, i)),
      SMALLEST_BATCH,
      (item) => this.#holds(item, lowS),
      (part) => this.#allHold(part, lowS),
    );
  }

  /**
   * @param {Item[]} list
   * @param {boolean} lowS
   */
  #allHold(list, lowS) {
    const { engine } = this.#context;
    const n = list.length;
    const size = n * SCALAR_BYTES;
    const [r, s, z] = [allocate(size), allocate(size), allocate(size)];
    const compressed = list.filter(({ key }) => key.length === COMPRESSED_BYTES).length;
    // R of every item, the compressed keys, the others, G.
    const points = {
      xs: allocate(size + compressed * SCALAR_BYTES),
      signs: allocate(n + compressed),
      affine: allocate((n - compressed + 1) * POINT_BYTES),
      check: false,
    };
    points.affine.set(this.#generator, (n - compressed) * POINT_BYTES);
    /** Index of each key after the points R. */
    const places = new Uint32Array(n);
    let [nextCompressed, nextAffine] = [0, compressed];
    for (let i = 0; i < n; i++) {
      const { signature, recoveryId, hash, key } = list[i];
      const at = i * SCALAR_BYTES;
      copyReversed(signature, 0, r, at, SCALAR_BYTES);
      copyReversed(signature, SCALAR_BYTES, s, at, SCALAR_BYTES);
      if (!isBetween(r, at, this.#n) || !isBetween(s, at, this.#n)) return false;
      if (lowS && compareLE(s, at, this.#half) > 0) return false;
      copyReduced(hash, 0, z, at, this.#n);
      copyReversed(signature, 0, points.xs, at, SCALAR_BYTES);
      if (recoveryId >= 2) {
        const x = this.#xOfR(r.subarray(at, at + SCALAR_BYTES), recoveryId);
        if (x === null) return false;
        points.xs.set(x, at);
      }
      // −R: the other root.
      points.signs[i] = 1 - (recoveryId & 1);
      if (key.length === COMPRESSED_BYTES) {
        if (key[0] !== EVEN && key[0] !== ODD) return false;
        places[i] = nextCompressed++;
        copyReversed(key, 1, points.xs, size + places[i] * SCALAR_BYTES, SCALAR_BYTES);
        points.signs[n + places[i]] = key[0] - EVEN;
      } else {
        const parsed = this.#parseKey(key);
        if (parsed === null || 'x' in parsed) return false;
        places[i] = nextAffine++;
        points.affine.set(parsed.affine, (places[i] - compressed) * POINT_BYTES);
        points.check ||= parsed.check;
      }
    }
    // Σ a·(−R) + (a·r/s)·Q + (Σ a·z/s)·G.
    const order = signaturesOf(engine).orderArithmetic();
    const coefficients = randomCoefficients(n);
    const quotients = order.multiply(coefficients, order.invert(s));
    const ofKeys = order.multiply(r, quotients);
    const scalars = allocate(2 * size + SCALAR_BYTES);
    scalars.set(coefficients);
    if (compressed === 0 || compressed === n) scalars.set(ofKeys, size);
    else {
      places.forEach((place, i) => {
        const scalar = ofKeys.subarray(i * SCALAR_BYTES, (i + 1) * SCALAR_BYTES);
        scalars.set(scalar, size + place * SCALAR_BYTES);
      });
    }
    scalars.set(order.dot(z, quotients), 2 * size);
    return sumsToInfinity(engine, points, scalars);
  }

  /**
   * R = (z/s)·G + (r/s)·Q.
   * @param {DoubleMultiplication} sums receives the result
   * @param {Signature} signature
   * @param {Uint8Array} z
   * @param {Key} key
   * @returns {boolean} false if the key is not a valid point
   */
  #computeR(sums, { r, s }, z, key) {
    const isPoint = 'x' in key ? sums.setCompressed(key.x, key.sign) : sums.setAffine(key.affine);
    if (!isPoint) return false;
    const u = this.#quotients(z, r, s);
    sums.combine(u.subarray(0, SCALAR_BYTES), u.subarray(SCALAR_BYTES));
    return true;
  }

  /**
   * The batch equation for one item: R is the point named by the recovery id.
   * @param {Item} item
   * @param {boolean} lowS
   */
  #holds({ signature, recoveryId, hash, key }, lowS) {
    const rs = this.#parseSignature(signature, lowS);
    const x = rs && this.#xOfR(rs.r, recoveryId);
    const Q = this.#parseKey(key);
    if (rs === null || x === null || Q === null) return false;
    const sums = signaturesOf(this.#context.engine).doubleMultiplication();
    if (!this.#computeR(sums, rs, this.#reduceHash(hash), Q) || !sums.hasX(x)) return false;
    return (sums.toAffine()[SCALAR_BYTES] & 1) === (recoveryId & 1);
  }

  /**
   * @param {Record<string, unknown>} item
   * @param {number} i
   * @returns {Item}
   */
  #readItem({ signature, recoveryId, hash, publicKey }, i) {
    return {
      signature: readBytesOf(signature, SIGNATURE_BYTES, 'signature', i),
      recoveryId: readInteger(recoveryId, 0, 3, 'recoveryId', i),
      hash: readBytesOf(hash, HASH_BYTES, 'hash', i),
      key: this.#readKey(publicKey, i),
    };
  }

  /**
   * @param {unknown} options
   * @param {string} where
   */
  #readLowS(options, where) {
    return readBoolean(readOptions(options, ['lowS'], where).lowS, true, 'lowS');
  }

  /**
   * @param {Uint8Array} bytes
   * @param {boolean} lowS
   * @returns {Signature | null} null if out of range
   */
  #parseSignature(bytes, lowS) {
    const [r, s] = [reversed(bytes, 0), reversed(bytes, SCALAR_BYTES)];
    if (!isBetween(r, 0, this.#n) || !isBetween(s, 0, this.#n)) return null;
    return lowS && compareLE(s, 0, this.#half) > 0 ? null : { r, s };
  }

  /**
   * @param {Uint8Array} hash
   * @returns {Uint8Array} below the order, little-endian
   */
  #reduceHash(hash) {
    return reduced(reversed(hash, 0), this.#n);
  }

  /**
   * @param {unknown} key
   * @param {number} [index] in a list
   * @returns {Uint8Array} 33 or 65 bytes of SEC 1, or 64 canonical ones
   */
  #readKey(key, index) {
    return key instanceof Point
      ? readPoint(key, this.#context, 'publicKey', index)
      : readBytesOf(key, KEY_BYTES, 'publicKey', index);
  }

  /**
   * @param {Uint8Array} bytes from `#readKey`
   * @returns {Key | null} null if it cannot be a key
   */
  #parseKey(bytes) {
    if (bytes.length === POINT_BYTES) {
      return isZero(bytes, 0, POINT_BYTES) ? null : { affine: bytes, check: false };
    }
    if (bytes.length === COMPRESSED_BYTES) {
      if (bytes[0] !== EVEN && bytes[0] !== ODD) return null;
      return { x: reversed(bytes, 1), sign: bytes[0] - EVEN };
    }
    // The engine reads (0, 0) as infinity.
    if (bytes[0] !== UNCOMPRESSED || isZero(bytes, 1, UNCOMPRESSED_BYTES)) return null;
    const affine = new Uint8Array(POINT_BYTES);
    copyReversed(bytes, 1, affine, 0, SCALAR_BYTES);
    copyReversed(bytes, 1 + SCALAR_BYTES, affine, SCALAR_BYTES, SCALAR_BYTES);
    return { affine, check: true };
  }

  /**
   * @param {Uint8Array} r
   * @param {number} recoveryId
   * @returns {Uint8Array | null} R.x, or null if it is not below p
   */
  #xOfR(r, recoveryId) {
    if (recoveryId < 2) return r;
    return compareLE(r, 0, this.#excess) < 0 ? sum(r, this.#n) : null;
  }

  /**
   * a/d and b/d modulo the order, back to back.
   * @param {Uint8Array} a
   * @param {Uint8Array} b
   * @param {Uint8Array} d
   */
  #quotients(a, b, d) {
    const numerators = new Uint8Array(2 * SCALAR_BYTES);
    numerators.set(a);
    numerators.set(b, SCALAR_BYTES);
    return signaturesOf(this.#context.engine).orderArithmetic().divide(numerators, d);
  }
}
