/**
 * BLS signatures of Ethereum's consensus layer for Lodestar and its light client: the interface
 * `IBls` of @chainsafe/bls, and the verifying functions of @chainsafe/blst. No secrets.
 */
import { InputError, PointError } from '../errors.js';
import { isBytes } from '../input/bytes.js';
import { readHex } from '../input/hex.js';
import { blstOf } from './parts/chainsafe-blst.js';
import { readInstance } from './parts/instances.js';

/** @import { Bls12381 } from '../bls12-381.js' */
/** @import { BlsPoint, Extension, Point } from '../index.js' */

/**
 * A key or a signature: an object of these classes, or bytes.
 * @typedef {Uint8Array | { readonly point: Point<bigint> | Point<Extension> }} BlsGiven
 */

/** @typedef {{ publicKey: BlsGiven, message: Uint8Array, signature: BlsGiven }} SignatureSet */

/**
 * A class of points as the host has it.
 * @template {bigint | Extension} Coordinate
 * @param {{ point: (bytes: Uint8Array) => Point<Coordinate> }} group
 * @param {(list: BlsPoint[]) => Point<Coordinate>} sum
 * @param {boolean} isKey keys are not infinity
 */
function classOf(group, sum, isKey) {
  return class BlsValue {
    /** @param {Point<Coordinate>} point of the instance */
    constructor(point) {
      if (isKey && point.isIdentity()) throw new InputError('expected a key, got infinity');
      /** @readonly */
      this.point = point;
    }
    /**
     * @template Value
     * @this {new (point: Point<Coordinate>) => Value}
     * @param {Uint8Array} bytes compressed, or uncompressed; always checked
     * @returns {Value}
     */
    static fromBytes(bytes) {
      return new this(group.point(bytes));
    }
    /**
     * @template Value
     * @this {new (point: Point<Coordinate>) => Value}
     * @param {string} hex
     * @returns {Value}
     */
    static fromHex(hex) {
      return new this(group.point(readHex(hex, 'hex')));
    }
    /**
     * @template Value
     * @this {new (point: Point<Coordinate>) => Value}
     * @param {readonly BlsGiven[]} list one or more
     * @returns {Value}
     */
    static aggregate(list) {
      return new this(sum(list.map(pointOf)));
    }
    /** @param {BlsFormat} [format] */
    toBytes(format) {
      return this.point.toBytes(format);
    }
    /** @param {BlsFormat} [format] */
    toHex(format) {
      return `0x${this.point.toHex(format)}`;
    }
  };
}

/** By default compressed. @typedef {'compressed' | 'uncompressed'} BlsFormat */

/**
 * The point of a value of these classes; bytes as they are.
 * @param {BlsGiven} value
 * @returns {BlsPoint}
 */
const pointOf = (value) =>
  isBytes(value)
    ? /** @type {Uint8Array} */ (value)
    : /** @type {{ point: BlsPoint }} */ (value)?.point;

/** @returns {never} */
function refuse() {
  throw new InputError('expected public data: sign with @chainsafe/bls or @chainsafe/blst');
}

/**
 * The interface `IBls`: functions are false for whatever is malformed, methods of `Signature` throw
 * for bytes that are no key; `SecretKey` throws. `blst`: the verifying functions of
 * @chainsafe/blst and its classes, which are others. Batches are verified as one equation, in the
 * asynchronous functions on all threads.
 * @param {Bls12381} bls
 * @example
 * import { chainsafeBls } from 'curvemill/adapters/chainsafe-bls';
 * const bls = chainsafeBls(await createBls12381({ threads: 'auto' }));
 * bls.verifyAggregate(publicKeys, signingRoot, signature);
 */
export function chainsafeBls(bls) {
  const { G1, G2, minPk } = readInstance(bls, ['G1', 'G2', 'minPk'], 'createBls12381');
  const PublicKey = classOf(G1, (list) => minPk.aggregatePublicKeys(list), true);
  class Signature extends classOf(G2, (list) => minPk.aggregateSignatures(list), false) {
    /** @param {BlsGiven} key @param {Uint8Array} message */
    verify = (key, message) => minPk.verify(this.point, message, pointOf(key));
    /** @param {readonly BlsGiven[]} keys @param {Uint8Array} message */
    verifyAggregate = (keys, message) =>
      minPk.fastAggregateVerify(this.point, message, keys.map(pointOf));
    /** @param {readonly BlsGiven[]} keys @param {readonly Uint8Array[]} messages */
    verifyMultiple = (keys, messages) =>
      minPk.aggregateVerify(this.point, messages, keys.map(pointOf));
    /** @param {BlsGiven} key @param {Uint8Array} message */
    asyncVerify = async (key, message) => this.verify(key, message);
    /** @param {readonly BlsGiven[]} keys @param {Uint8Array} message */
    asyncVerifyAggregate = async (keys, message) => this.verifyAggregate(keys, message);
    /** @param {readonly BlsGiven[]} keys @param {readonly Uint8Array[]} messages */
    asyncVerifyMultiple = async (keys, messages) => this.verifyMultiple(keys, messages);
    /** @param {SignatureSet[]} sets */
    static verifyMultipleSignatures = (sets) => sets.length > 0 && minPk.verifyBatch(itemsOf(sets));
    /** @param {SignatureSet[]} sets */
    static asyncVerifyMultipleSignatures = async (sets) =>
      sets.length > 0 && minPk.verifyBatchAsync(itemsOf(sets));
  }
  const itemsOf = (/** @type {SignatureSet[]} */ sets) =>
    sets.map(({ publicKey, message, signature }) => ({
      publicKey: pointOf(publicKey),
      message,
      signature: pointOf(signature),
    }));
  const signatureOf = (/** @type {Uint8Array | Signature} */ value) =>
    isBytes(value)
      ? Signature.fromBytes(/** @type {Uint8Array} */ (value))
      : /** @type {Signature} */ (value);
  const orFalse = (/** @type {() => boolean} */ verify) => {
    try {
      return verify();
    } catch (error) {
      if (error instanceof PointError) return false;
      throw error;
    }
  };
  /** @type {(key: BlsGiven, message: Uint8Array, signature: Uint8Array | Signature) => boolean} */
  const verify = (key, message, signature) =>
    orFalse(() => signatureOf(signature).verify(key, message));
  /**
   * @param {readonly BlsGiven[]} keys
   * @param {Uint8Array} message
   * @param {Uint8Array | Signature} signature
   */
  const verifyAggregate = (keys, message, signature) =>
    orFalse(() => signatureOf(signature).verifyAggregate(keys, message));
  /**
   * @param {readonly BlsGiven[]} keys
   * @param {readonly Uint8Array[]} messages
   * @param {Uint8Array | Signature} signature
   */
  const verifyMultiple = (keys, messages, signature) =>
    orFalse(() => signatureOf(signature).verifyMultiple(keys, messages));
  const SecretKey = { fromBytes: refuse, fromHex: refuse, fromKeygen: refuse };
  return {
    implementation: 'curvemill',
    blst: blstOf(bls),
    ...{ SecretKey, PublicKey, Signature, secretKeyToPublicKey: refuse, sign: refuse },
    /** @param {readonly BlsGiven[]} keys */
    aggregatePublicKeys: (keys) => PublicKey.aggregate(keys).toBytes(),
    /** @param {readonly BlsGiven[]} signatures */
    aggregateSignatures: (signatures) => Signature.aggregate(signatures).toBytes(),
    ...{ verify, verifyAggregate, verifyMultiple },
    verifyMultipleSignatures: Signature.verifyMultipleSignatures,
    asyncVerify: eventually(verify),
    asyncVerifyAggregate: eventually(verifyAggregate),
    asyncVerifyMultiple: eventually(verifyMultiple),
    asyncVerifyMultipleSignatures: Signature.asyncVerifyMultipleSignatures,
  };
}

/**
 * A function whose errors reject.
 * @template {readonly unknown[]} Args
 * @param {(...args: Args) => boolean} verify
 * @returns {(...args: Args) => Promise<boolean>}
 */
const eventually =
  (verify) =>
  async (...args) =>
    verify(...args);
