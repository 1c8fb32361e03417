/**
 * Schnorr signatures of BIP-340: verification only. Nothing here handles secrets.
 */
import { contextOf } from '../../group/group.js';
import { bytesToCopy, readBytes, readBytesOf } from '../../input/bytes.js';
import { readItemsOr } from '../../input/items.js';
import { runBatch } from './batch.js';
import { SchnorrEquations } from './bip340-equations.js';
import { Packing } from './packing.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { Group, TaskOptions } from '../../group/group.js' */

/**
 * An item of a batch. `signature`: 64 bytes; `message`: of any length; `publicKey`:
 * 32 bytes, x alone.
 * @typedef {{ signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array }} SchnorrItem
 */

const FIELDS = ['signature', 'message', 'publicKey'];

const SIGNATURE_BYTES = [64];
const KEY_BYTES = [32];

/** In place of an item that is none: an R.x and an s that are out of range. */
const MALFORMED = [new Uint8Array(64).fill(255), new Uint8Array(), new Uint8Array(32)];

/** Schnorr signatures of BIP-340 over secp256k1. Verification only; variable time. */
export class Schnorr {
  /** @type {GroupContext} */
  #context;
  #equations;

  /**
   * Internal: an instance has one.
   * @param {Group} group
   */
  constructor(group) {
    this.#context = contextOf(group);
    this.#equations = new SchnorrEquations(this.#context);
  }

  /**
   * Verifies one signature. An invalid signature or key gives false, not an error.
   * @param {Uint8Array} signature 64 bytes: R.x ‖ s, big-endian
   * @param {Uint8Array} message of any length; BIP-340 hashes it itself
   * @param {Uint8Array} publicKey 32 bytes: x, big-endian
   * @returns {boolean}
   * @throws {InputError} wrong types or lengths, a detached buffer, or a disposed instance
   */
  verify(signature, message, publicKey) {
    const { lifetime } = this.#context;
    lifetime.check();
    return this.#equations.holds([
      readBytesOf(signature, SIGNATURE_BYTES, 'signature'),
      readBytes(message, 'message'),
      readBytesOf(publicKey, KEY_BYTES, 'publicKey'),
    ]);
  }

  /**
   * Verifies all signatures in one multi-scalar multiplication, which is much faster than one
   * by one. A batch with an invalid signature passes with probability at most 2^−128. An item with
   * a field of a wrong type or length is invalid. An empty batch is valid.
   * @param {readonly SchnorrItem[]} items
   * @returns {boolean}
   * @throws {InputError} no array, or a disposed instance
   * @throws {EnvironmentError} no crypto.getRandomValues
   * @throws {ResourceError} not enough memory
   */
  verifyBatch(items) {
    const { lifetime } = this.#context;
    const list = readList(items);
    lifetime.check();
    return this.#equations.verify(list.slice());
  }

  /**
   * `verifyBatch` on all threads, each with a batch of its own; on one, in slices of a few
   * milliseconds. The items are read before it returns.
   * @param {readonly SchnorrItem[]} items
   * @param {TaskOptions} [options]
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
   * passed. An item with a field of a wrong type or length is one.
   * @param {readonly SchnorrItem[]} items
   * @returns {number[]} their indices, ascending
   * @throws {InputError} as `verifyBatch`
   * @throws {EnvironmentError} no crypto.getRandomValues
   * @throws {ResourceError} not enough memory
   */
  findInvalid(items) {
    const { lifetime } = this.#context;
    const list = readList(items);
    lifetime.check();
    return this.#equations.findInvalid(list.slice());
  }

  /**
   * `findInvalid` on all threads; on one, in slices of a few milliseconds. The items are read
   * before it returns.
   * @param {readonly SchnorrItem[]} items
   * @param {TaskOptions} [options]
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
    const call = { protocol: 'schnorr', equations: this.#equations, what };
    return runBatch(this.#context, call, options, () => readList(items));
  }
}

/** @param {unknown} items */
function readList(items) {
  const list = Packing.empty(FIELDS.length);
  const read = (/** @type {Record<string, unknown>} */ { signature, message, publicKey }) =>
    list.add([
      bytesToCopy(signature, SIGNATURE_BYTES, 'signature'),
      readBytes(message, 'message'),
      bytesToCopy(publicKey, KEY_BYTES, 'publicKey'),
    ]);
  readItemsOr(items, FIELDS, read, () => list.add(MALFORMED));
  return list;
}
