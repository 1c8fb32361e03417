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
/** @import { BlsPoint } from '../index.js' */

/** @typedef {{ publicKey: any, message: Uint8Array, signature: any }} SignatureSet */

/**
 * A class of points as the host has it.
 * @param {{ point: (bytes: Uint8Array) => any }} group
 * @param {(list: any[]) => any} sum
 * @param {boolean} isKey keys are not infinity
 */
function classOf(group, sum, isKey) {
  return class BlsValue {
    /** @param {any} point a `Point` of the instance */
    constructor(point) {
      if (isKey && point.isIdentity()) throw new InputError('expected a key, got infinity');
      /** @readonly */
      this.point = point;
    }
    /** @param {Uint8Array} bytes compressed, or uncompressed; always checked */
    static fromBytes(bytes) {
      return new this(group.point(bytes));
    }
    /** @param {string} hex */
    static fromHex(hex) {
      return this.fromBytes(readHex(hex, 'hex'));
    }
    /** @param {readonly any[]} list of these or bytes, one or more */
    static aggregate(list) {
      return new this(sum(list.map(pointOf)));
    }
    /** @param {string} [format] `'compressed'`, the default, or `'uncompressed'` */
    toBytes(format) {
      return this.point.toBytes(format);
    }
    /** @param {string} [format] */
    toHex(format) {
      return `0x${this.point.toHex(format)}`;
    }
  };
}

/** @param {any} value of these classes, or bytes @returns {BlsPoint} */
const pointOf = (value) => (isBytes(value) ? value : value?.point);

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
    /** @param {any} key @param {Uint8Array} message */
    verify = (key, message) => minPk.verify(this.point, message, pointOf(key));
    /** @param {any[]} keys @param {Uint8Array} message */
    verifyAggregate = (keys, message) =>
      minPk.fastAggregateVerify(this.point, message, keys.map(pointOf));
    /** @param {any[]} keys @param {Uint8Array[]} messages */
    verifyMultiple = (keys, messages) =>
      minPk.aggregateVerify(this.point, messages, keys.map(pointOf));
    /** @param {any} key @param {Uint8Array} message */
    asyncVerify = async (key, message) => this.verify(key, message);
    /** @param {any[]} keys @param {Uint8Array} message */
    asyncVerifyAggregate = async (keys, message) => this.verifyAggregate(keys, message);
    /** @param {any[]} keys @param {Uint8Array[]} messages */
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
  /** @param {any} value */
  const signatureOf = (value) =>
    isBytes(value) ? Signature.fromBytes(value) : /** @type {Signature} */ (value);
  /** @param {() => any} verify @returns {any} */
  const orFalse = (verify) => {
    try {
      return verify();
    } catch (error) {
      if (error instanceof PointError) return false;
      throw error;
    }
  };
  /** @param {'verify' | 'verifyAggregate' | 'verifyMultiple'} name */
  const verifier =
    (name) => (/** @type {any} */ keys, /** @type {any} */ data, /** @type {any} */ signature) =>
      orFalse(() => /** @type {any} */ (signatureOf(signature))[name](keys, data));
  /** @param {'verify' | 'verifyAggregate' | 'verifyMultiple'} name */
  const eventually =
    (name) =>
    async (/** @type {[any, any, any]} */ ...args) =>
      verifier(name)(...args);
  const SecretKey = { fromBytes: refuse, fromHex: refuse, fromKeygen: refuse };
  return {
    implementation: 'curvemill',
    blst: blstOf(bls),
    ...{ SecretKey, PublicKey, Signature, secretKeyToPublicKey: refuse, sign: refuse },
    /** @param {any[]} keys */
    aggregatePublicKeys: (keys) => PublicKey.aggregate(keys).toBytes(),
    /** @param {any[]} signatures */
    aggregateSignatures: (signatures) => Signature.aggregate(signatures).toBytes(),
    verify: verifier('verify'),
    verifyAggregate: verifier('verifyAggregate'),
    verifyMultiple: verifier('verifyMultiple'),
    verifyMultipleSignatures: Signature.verifyMultipleSignatures,
    asyncVerify: eventually('verify'),
    asyncVerifyAggregate: eventually('verifyAggregate'),
    asyncVerifyMultiple: eventually('verifyMultiple'),
    asyncVerifyMultipleSignatures: Signature.asyncVerifyMultipleSignatures,
  };
}
