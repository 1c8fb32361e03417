/**
 * Signatures over secp256k1 for users: ECDSA and BIP-340. Imported by instances that verify them,
 * with what they need of the engine. Nothing here handles secrets.
 */
import { contextOf } from '../../group/group.js';
import { Point, isPoint, readPoint } from '../../group/point.js';
import { bytesToCopy, contentToCopy, readBytes, readBytesOf } from '../../input/bytes.js';
import { readBoolean, readInteger, readNumber, readOptions } from '../../input/options.js';
import { BatchVerifier } from '../batches.js';
import { SchnorrEquations } from './bip340-equations.js';
import { signatureFromDer } from './der.js';
import { COMPRESSED_BYTES, EcdsaEquations, UNCOMPRESSED_BYTES } from './ecdsa-equations.js';

export { signatures } from '../../engines/wasm/signatures.js';

/** @import { NoOptions } from '../batches.js' */
/** @import { GroupContext } from '../../group/context.js' */
/** @import { Group } from '../../group/group.js' */

const SIGNATURE_BYTES = [64];
const HASH_BYTES = [32];
/** Of ECDSA, by SEC 1; and of BIP-340. */
const KEY_BYTES = [COMPRESSED_BYTES, UNCOMPRESSED_BYTES];
const X_BYTES = [32];
const RECOVERY_IDS = [0, 1, 2, 3];

/**
 * Pieces of batches on the caller's thread, and parts for a worker. A piece never grows beyond a
 * part. A search for invalid ones takes up to 1.4 single checks an item, a batch of valid ones a
 * third of one.
 */
const BATCHES = {
  prepare: null,
  sizes: { first: 16, most: 1024, search: 4.5 },
  part: /** @type {const} */ ([128, 1024]),
};

/** In place of a signature that is none: r, or R.x, and s are out of range. */
const NO_SIGNATURE = new Uint8Array(64).fill(255);

/** In place of a key that is none: no compressed point, and no x of one. */
const NO_KEY = new Uint8Array(COMPRESSED_BYTES);
const NO_X = new Uint8Array(32);

/**
 * `lowS` (default true): refuse s > n/2: (r, s) and (r, n − s) are equivalent.
 * Bitcoin and Ethereum transactions demand it; ECDSA itself and Ethereum's ecrecover do not.
 * @typedef {{ lowS?: boolean }} EcdsaOptions
 */

/**
 * An item of a batch. `signature`: 64 bytes, r ‖ s; `recoveryId`: 0 to 3, bit 0 the parity of R.y,
 * bit 1 set if R.x is r + n; `hash`: 32 bytes; `publicKey`: 33 or 65 bytes of SEC 1, or a `Point`.
 * Another number as `recoveryId` makes an item invalid, like a wrong signature.
 * @typedef {{
 *   signature: Uint8Array, recoveryId: number, hash: Uint8Array, publicKey: Uint8Array | Point,
 * }} EcdsaItem
 */

/** @param {Record<string, unknown>} options */
const readLowS = ({ lowS }) => readBoolean(lowS, true, 'lowS');

/**
 * ECDSA (SEC 1 version 2.0, sections 4.1.4 and 4.1.6) over a group of cofactor 1 whose order and
 * prime have 256 bits. Verification only; variable time.
 * @extends {BatchVerifier<EcdsaItem, EcdsaOptions>}
 */
export class Ecdsa extends BatchVerifier {
  /** @type {GroupContext} */
  #context;
  #equations;

  /**
   * Internal: an instance has one.
   * @param {Group} group
   */
  constructor(group) {
    const context = contextOf(group);
    const equations = new EcdsaEquations(context);
    super({
      ...BATCHES,
      context,
      task: 'ecdsa',
      equations,
      options: ['lowS'],
      readHow: (options) => ({ lowS: readLowS(options) }),
      fields: ['signature', 'recoveryId', 'hash', 'publicKey'],
      readItem({ signature, recoveryId, hash, publicKey }, i) {
        const bytes = contentToCopy(signature, SIGNATURE_BYTES, NO_SIGNATURE, 'signature', i);
        const id = readNumber(recoveryId, 'recoveryId', i);
        const isId = RECOVERY_IDS.includes(id);
        return [
          isId ? bytes : NO_SIGNATURE,
          [isId ? id : 0],
          bytesToCopy(hash, HASH_BYTES, 'hash', i),
          readKey(publicKey, context, i),
        ];
      },
    });
    this.#context = context;
    this.#equations = equations;
  }

  /**
   * Verifies one signature. An invalid signature or key, of any length, gives false, not an error.
   * @param {Uint8Array} signature 64 bytes: r ‖ s, big-endian
   * @param {Uint8Array} hash 32 bytes: the digest of the message; taken modulo the order
   * @param {Uint8Array | Point} publicKey 33 or 65 bytes of SEC 1 (no hybrid ones), or a `Point` of
   *   this instance; invalid points and infinity give false
   * @param {EcdsaOptions} [options]
   * @returns {boolean}
   * @throws {InputError} wrong types or options, a hash of another length, a detached buffer, or a
   *   disposed instance
   */
  verify(signature, hash, publicKey, options) {
    this.#context.lifetime.check();
    const lowS = readLowS(readOptions(options, ['lowS'], 'verify'));
    const bytes = readBytes(signature, 'signature');
    const digest = readBytesOf(hash, HASH_BYTES, 'hash');
    const key = readKey(publicKey, this.#context);
    return isSignature(bytes) && this.#equations.isValid(bytes, digest, key, lowS);
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
   * @returns {Point | null} null if there is none: another length of the signature, r or s out of
   *   range, no point R, or the key would be infinity
   * @throws {InputError} wrong types, another id, a hash of another length, a detached buffer, or a
   *   disposed instance
   */
  recover(signature, recoveryId, hash) {
    this.#context.lifetime.check();
    const bytes = readBytes(signature, 'signature');
    readInteger(recoveryId, 0, 3, 'recoveryId');
    const digest = readBytesOf(hash, HASH_BYTES, 'hash');
    const key = isSignature(bytes) ? this.#equations.recover(bytes, recoveryId, digest) : null;
    return key && new Point(this.#context, key);
  }
}

/** @type {(bytes: Uint8Array) => boolean} */
const isSignature = ({ length }) => SIGNATURE_BYTES.includes(length);

/**
 * @param {unknown} key
 * @param {GroupContext} context
 * @param {number} [index]
 * @returns {Uint8Array} 33 or 65 bytes of SEC 1, or 64 canonical ones
 */
function readKey(key, context, index) {
  return isPoint(key)
    ? readPoint(key, context, 'publicKey', index)
    : contentToCopy(key, KEY_BYTES, NO_KEY, 'publicKey', index);
}

/**
 * An item of a batch. `signature`: 64 bytes; `message`: of any length; `publicKey`:
 * 32 bytes, x alone.
 * @typedef {{ signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array }} SchnorrItem
 */

/**
 * Schnorr signatures of BIP-340 over secp256k1. Verification only; variable time.
 * @extends {BatchVerifier<SchnorrItem, NoOptions>}
 */
export class Schnorr extends BatchVerifier {
  /** @type {GroupContext} */
  #context;
  #equations;

  /**
   * Internal: an instance has one.
   * @param {Group} group
   */
  constructor(group) {
    const context = contextOf(group);
    const equations = new SchnorrEquations(context);
    super({
      ...BATCHES,
      context,
      task: 'schnorr',
      equations,
      options: [],
      readHow: () => ({}),
      fields: ['signature', 'message', 'publicKey'],
      readItem: ({ signature, message, publicKey }, i) => [
        contentToCopy(signature, SIGNATURE_BYTES, NO_SIGNATURE, 'signature', i),
        readBytes(message, 'message', i),
        contentToCopy(publicKey, X_BYTES, NO_X, 'publicKey', i),
      ],
    });
    this.#context = context;
    this.#equations = equations;
  }

  /**
   * Verifies one signature. An invalid signature or key, of any length, gives false, not an error.
   * @param {Uint8Array} signature 64 bytes: R.x ‖ s, big-endian
   * @param {Uint8Array} message of any length; BIP-340 hashes it itself
   * @param {Uint8Array} publicKey 32 bytes: x, big-endian
   * @returns {boolean}
   * @throws {InputError} wrong types, a detached buffer, or a disposed instance
   */
  verify(signature, message, publicKey) {
    this.#context.lifetime.check();
    const bytes = readBytes(signature, 'signature');
    const text = readBytes(message, 'message');
    const key = readBytes(publicKey, 'publicKey');
    if (!isSignature(bytes) || !X_BYTES.includes(key.length)) return false;
    return this.#equations.holds([bytes, text, key]);
  }
}
