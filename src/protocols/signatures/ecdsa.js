/**
 * ECDSA (SEC 1 version 2.0, sections 4.1.4 and 4.1.6): verification and recovery of keys. Nothing
 * here handles secrets.
 */
import { bytesToCopy, readBytesOf } from '../../input/bytes.js';
import { contextOf } from '../../group/group.js';
import { readBoolean, readInteger, readOptions } from '../../input/options.js';
import { Point, isPoint, readPoint } from '../../group/point.js';
import { COMPRESSED_BYTES, EcdsaEquations, UNCOMPRESSED_BYTES } from './ecdsa-equations.js';
import { runBatch } from './batch.js';
import { signatureFromDer } from './der.js';
import { readItemsOr } from '../../input/items.js';
import { Packing } from './packing.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { Group, TaskOptions } from '../../group/group.js' */

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

const FIELDS = ['signature', 'recoveryId', 'hash', 'publicKey'];

const SIGNATURE_BYTES = [64];
const HASH_BYTES = [32];
const KEY_BYTES = [COMPRESSED_BYTES, UNCOMPRESSED_BYTES];

/** In place of an item that is none: an r and an s that are out of range. */
const MALFORMED = [
  new Uint8Array(64).fill(255),
  [0],
  new Uint8Array(32),
  new Uint8Array(COMPRESSED_BYTES),
];

/**
 * ECDSA over a group of cofactor 1 whose order and prime have 256 bits. Verification
 * only; variable time.
 */
export class Ecdsa {
  /** @type {GroupContext} */
  #context;
  #equations;

  /**
   * Internal: an instance has one.
   * @param {Group} group
   */
  constructor(group) {
    this.#context = contextOf(group);
    this.#equations = new EcdsaEquations(this.#context);
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
    this.#context.lifetime.check();
    const lowS = this.#readLowS(options, 'verify');
    const bytes = readBytesOf(signature, SIGNATURE_BYTES, 'signature');
    const digest = readBytesOf(hash, HASH_BYTES, 'hash');
    return this.#equations.isValid(bytes, digest, this.#readKey(publicKey), lowS);
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
    this.#context.lifetime.check();
    const bytes = readBytesOf(signature, SIGNATURE_BYTES, 'signature');
    readInteger(recoveryId, 0, 3, 'recoveryId');
    const digest = readBytesOf(hash, HASH_BYTES, 'hash');
    const key = this.#equations.recover(bytes, recoveryId, digest);
    return key && new Point(this.#context, key);
  }

  /**
   * Verifies all signatures in one multi-scalar multiplication, which is much faster than one
   * by one. Needs the `recoveryId` of each; a wrong one makes the batch false, like an
   * invalid signature. So does a field of a wrong type or length. A batch with an invalid item
   * passes with probability at most 2^−128. An empty batch is valid.
   * @param {readonly EcdsaItem[]} items
   * @param {EcdsaOptions} [options] as for `verify`
   * @returns {boolean}
   * @throws {InputError} no array, wrong options, or a disposed instance
   * @throws {EnvironmentError} no crypto.getRandomValues
   * @throws {ResourceError} not enough memory
   */
  verifyBatch(items, options) {
    const lowS = this.#readLowS(options, 'verifyBatch');
    const list = this.#readList(items);
    this.#context.lifetime.check();
    return this.#equations.verify(list.slice(), { lowS });
  }

  /**
   * `verifyBatch` on all threads, each with a batch of its own; on one, in slices of a few
   * milliseconds. The items are read before it returns.
   * @param {readonly EcdsaItem[]} items
   * @param {EcdsaOptions & TaskOptions} [options]
   * @returns {Promise<boolean>} rejects with what `verifyBatch` throws; with `signal.reason` on
   *   abort; with an `InputError` when the instance is disposed meanwhile; with what `onProgress`
   *   throws
   */
  verifyBatchAsync(items, options) {
    return this.#run('verify', items, options);
  }

  /**
   * Finds the invalid items: batches of parts of those that fail, and single verification at the
   * end. Fast when few are invalid; less than twice as slow as single verification, whatever is
   * passed. An item with a wrong `recoveryId`, or with a
   * field of a wrong type or length, is invalid.
   * @param {readonly EcdsaItem[]} items
   * @param {EcdsaOptions} [options] as for `verify`
   * @returns {number[]} their indices, ascending
   * @throws {InputError} as `verifyBatch`
   * @throws {EnvironmentError} no crypto.getRandomValues
   * @throws {ResourceError} not enough memory
   */
  findInvalid(items, options) {
    const lowS = this.#readLowS(options, 'findInvalid');
    const list = this.#readList(items);
    this.#context.lifetime.check();
    return this.#equations.findInvalid(list.slice(), { lowS });
  }

  /**
   * `findInvalid` on all threads; on one, in slices of a few milliseconds. The items are read
   * before it returns.
   * @param {readonly EcdsaItem[]} items
   * @param {EcdsaOptions & TaskOptions} [options]
   * @returns {Promise<number[]>} rejects as `verifyBatchAsync`
   */
  findInvalidAsync(items, options) {
    return this.#run('findInvalid', items, options);
  }

  /**
   * @param {'verify' | 'findInvalid'} what
   * @param {unknown} items
   * @param {unknown} options
   * @returns {Promise<any>}
   */
  #run(what, items, options) {
    const call = { protocol: 'ecdsa', equations: this.#equations, what };
    return runBatch(this.#context, call, options, () => this.#readList(items));
  }

  /** @param {unknown} items */
  #readList(items) {
    const list = Packing.empty(FIELDS.length);
    const read = (/** @type {Record<string, unknown>} */ fields) =>
      list.add([
        bytesToCopy(fields.signature, SIGNATURE_BYTES, 'signature'),
        [readInteger(fields.recoveryId, 0, 3, 'recoveryId')],
        bytesToCopy(fields.hash, HASH_BYTES, 'hash'),
        this.#readKey(fields.publicKey),
      ]);
    readItemsOr(items, FIELDS, read, () => list.add(MALFORMED));
    return list;
  }

  /**
   * @param {unknown} options
   * @param {string} where
   */
  #readLowS(options, where) {
    return readBoolean(readOptions(options, ['lowS'], where).lowS, true, 'lowS');
  }

  /**
   * @param {unknown} key
   * @returns {Uint8Array} 33 or 65 bytes of SEC 1, or 64 canonical ones
   */
  #readKey(key) {
    return isPoint(key)
      ? readPoint(key, this.#context, 'publicKey')
      : bytesToCopy(key, KEY_BYTES, 'publicKey');
  }
}
