/**
 * Schnorr signatures of BIP-340: verification only. Nothing here handles secrets.
 *
 * For a signature (r, s), a key P of even y and e = SHA256-tagged(r ‖ P.x ‖ message) mod n:
 * R = s·G − e·P is finite, has even y and R.x = r. In a batch R is decoded from r instead, and Σ
 * a_i·(s_i·G − e_i·P_i − R_i) must be infinity.
 */
import {
  allocate,
  compareLE,
  copyReversed,
  isZero,
  readBytes,
  readBytesOf,
} from '../../input/bytes.js';
import { contextOf } from '../../group/group.js';
import { toBytesLE } from '../../math/integers.js';
import { findInvalid, randomCoefficients, sumsToInfinity } from './batch.js';
import { signaturesOf } from './engine.js';
import { readItems } from '../../input/items.js';
import { SCALAR_BYTES, copyReduced, reversed } from './integers.js';
import { sha256, taggedMidstate } from '../sha256.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { Group } from '../../group/group.js' */

/**
 * An item of a batch. `signature`: 64 bytes; `message`: of any length; `publicKey`:
 * 32 bytes, x alone.
 * @typedef {{ signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array }} SchnorrItem
 */

/**
 * A parsed item.
 * @typedef {{ signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array }} Item
 */

const SIGNATURE_BYTES = [64];
const KEY_BYTES = [32];

/** Sign of the odd root. BIP-340 takes the even one, so this one gives the negative. */
const NEGATIVE = 1;

/**
 * With fewer items, a batch is slower than single verification:
 * docs/decisions/07-signature-verification.md.
 */
const SMALLEST_BATCH = 4;

/** Schnorr signatures of BIP-340 over secp256k1. Verification only; variable time. */
export class Schnorr {
  /** @type {GroupContext} */
  #context;
  #n;
  #generator;
  /** @type {ReturnType<typeof taggedMidstate> | undefined} */
  #midstate;
  /** R.x ‖ P.x, one hash block; and the last digest. */
  #block = new Uint8Array(2 * SCALAR_BYTES);
  #digest = new Uint8Array(SCALAR_BYTES);

  /**
   * Internal: an instance has one.
   * @param {Group} group
   */
  constructor(group) {
    this.#context = contextOf(group);
    const { order, generator } = this.#context.config;
    this.#n = toBytesLE(order, SCALAR_BYTES);
    this.#generator = new Uint8Array(2 * SCALAR_BYTES);
    this.#generator.set(toBytesLE(generator.x, SCALAR_BYTES));
    this.#generator.set(toBytesLE(generator.y, SCALAR_BYTES), SCALAR_BYTES);
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
    return this.#holds({
      signature: readBytesOf(signature, SIGNATURE_BYTES, 'signature'),
      message: readBytes(message, 'message'),
      publicKey: readBytesOf(publicKey, KEY_BYTES, 'publicKey'),
    });
  }

  /**
   * Verifies all signatures in one multi-scalar multiplication, which is much faster than one
   * by one. A batch with an invalid signature passes with probability at most 2^−128. An
   * empty batch is valid.
   * @param {readonly SchnorrItem[]} items
   * @returns {boolean}
   * @throws {InputError} wrong types or lengths, with the index; a detached buffer, or a
   *   disposed instance
   * @throws {EnvironmentError} no crypto.getRandomValues
   * @throws {ResourceError} not enough memory
   */
  verifyBatch(items) {
    const { lifetime } = this.#context;
    lifetime.check();
    return this.#allHold(readList(items));
  }

  /**
   * Finds the invalid items by bisection: batches of halves, and single verification at the end.
   * Fast when few are invalid.
   * @param {readonly SchnorrItem[]} items
   * @returns {number[]} their indices, ascending
   * @throws {InputError} as `verifyBatch`
   * @throws {EnvironmentError} no crypto.getRandomValues
   * @throws {ResourceError} not enough memory
   */
  findInvalid(items) {
    const { lifetime } = this.#context;
    lifetime.check();
    return findInvalid(
      readList(items),
      SMALLEST_BATCH,
      (item) => this.#holds(item),
      (part) => this.#allHold(part),
    );
  }

  /** @param {Item} item */
  #holds({ signature, message, publicKey }) {
    const s = reversed(signature, SCALAR_BYTES);
    if (compareLE(s, 0, this.#n) >= 0) return false;
    const sums = signaturesOf(this.#context.engine).doubleMultiplication();
    if (!sums.setCompressed(reversed(publicKey, 0), NEGATIVE)) return false;
    sums.combine(s, reversed(this.#challenge(signature, publicKey, message), 0));
    const R = sums.toAffine();
    if (isZero(R, 0, R.length)) return false;
    for (let i = 0; i < SCALAR_BYTES; i++) {
      if (R[i] !== signature[SCALAR_BYTES - 1 - i]) return false;
    }
    return (R[SCALAR_BYTES] & 1) === 0;
  }

  /** @param {Item[]} items */
  #allHold(items) {
    if (items.length < SMALLEST_BATCH) return items.every((item) => this.#holds(item));
    const { engine } = this.#context;
    const n = items.length;
    const size = n * SCALAR_BYTES;
    const [s, e, xs] = [allocate(size), allocate(size), allocate(2 * size)];
    for (let i = 0; i < n; i++) {
      const { signature, message, publicKey } = items[i];
      const at = i * SCALAR_BYTES;
      copyReversed(signature, SCALAR_BYTES, s, at, SCALAR_BYTES);
      if (compareLE(s, at, this.#n) >= 0) return false;
      copyReduced(this.#challenge(signature, publicKey, message), 0, e, at, this.#n);
      copyReversed(signature, 0, xs, at, SCALAR_BYTES);
      copyReversed(publicKey, 0, xs, size + at, SCALAR_BYTES);
    }
    // Σ a·(−R) + (a·e)·(−P) + (Σ a·s)·G.
    const order = signaturesOf(engine).orderArithmetic();
    const coefficients = randomCoefficients(n);
    const scalars = allocate(2 * size + SCALAR_BYTES);
    scalars.set(coefficients);
    scalars.set(order.multiply(coefficients, e), size);
    scalars.set(order.dot(coefficients, s), 2 * size);
    const signs = allocate(2 * n).fill(NEGATIVE);
    const points = { xs, signs, affine: this.#generator, check: false };
    return sumsToInfinity(engine, points, scalars);
  }

  /**
   * The challenge e, big-endian, not reduced. Valid until the next call.
   * @param {Uint8Array} signature
   * @param {Uint8Array} publicKey
   * @param {Uint8Array} message
   */
  #challenge(signature, publicKey, message) {
    this.#midstate ??= taggedMidstate('BIP0340/challenge');
    for (let i = 0; i < SCALAR_BYTES; i++) {
      this.#block[i] = signature[i];
      this.#block[SCALAR_BYTES + i] = publicKey[i];
    }
    return sha256([this.#block, message], this.#midstate, this.#digest);
  }
}

/**
 * @param {unknown} items
 * @returns {Item[]}
 */
function readList(items) {
  return readItems(items).map(({ signature, message, publicKey }, i) => ({
    signature: readBytesOf(signature, SIGNATURE_BYTES, 'signature', i),
    message: readBytes(message, 'message', i),
    publicKey: readBytesOf(publicKey, KEY_BYTES, 'publicKey', i),
  }));
}
