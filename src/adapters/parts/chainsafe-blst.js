/**
 * The verifying functions of @chainsafe/blst 2, and its classes of points. Of the adapter
 * chainsafe-bls. No secrets.
 *
 * Points are checked when they are decoded, always, so what the host validates on demand is
 * valid: `fromBytes` throws for a point outside of the group, where the host's may be told later.
 */
import { InputError } from '../../errors.js';
import { readHex } from '../../input/hex.js';

/** @import { Bls12381 } from '../../bls12-381.js' */
/** @import { Extension, Point } from '../../index.js' */

/** @param {{ isIdentity: () => boolean }} point */
function refuseInfinity(point) {
  if (point.isIdentity()) throw new InputError('expected a finite point, got infinity');
}

/**
 * @template {bigint | Extension} Coordinate
 * @param {{ point: (bytes: Uint8Array) => Point<Coordinate> }} group
 */
const classOf = (group) =>
  class BlstValue {
    /** @param {Point<Coordinate>} point of the instance */
    constructor(point) {
      /** @readonly */
      this.point = point;
    }
    /**
     * @template Value
     * @this {new (point: Point<Coordinate>) => Value}
     * @param {Uint8Array} bytes compressed, or uncompressed
     * @param {boolean} [validate] whether infinity is refused
     * @param {boolean} [infinityCheck] of signatures: false allows it again
     * @returns {Value}
     */
    static fromBytes(bytes, validate, infinityCheck) {
      const point = group.point(bytes);
      if (validate && infinityCheck !== false) refuseInfinity(point);
      return new this(point);
    }
    /**
     * @template Value
     * @this {new (point: Point<Coordinate>) => Value}
     * @param {string} hex
     * @param {boolean} [validate]
     * @param {boolean} [infinityCheck]
     * @returns {Value}
     */
    static fromHex(hex, validate, infinityCheck) {
      const point = group.point(readHex(hex, 'hex'));
      if (validate && infinityCheck !== false) refuseInfinity(point);
      return new this(point);
    }
    /** @param {boolean} [compress] @returns {Uint8Array} */
    toBytes(compress) {
      return this.point.toBytes(compress === false ? 'uncompressed' : 'compressed');
    }
    /** @param {boolean} [compress] */
    toHex(compress) {
      return `0x${this.point.toHex(compress === false ? 'uncompressed' : 'compressed')}`;
    }
  };

/**
 * @template Value
 * @param {{ readonly point: Value }} value
 * @param {Function} Class
 * @param {string} name
 * @returns {Value}
 */
function pointOf(value, Class, name) {
  if (value instanceof Class) return value.point;
  throw new InputError(`expected a ${name}, got another value`);
}

/** @param {Bls12381} bls */
export function blstOf({ G1, G2, minPk }) {
  class PublicKey extends classOf(G1) {
    keyValidate = () => refuseInfinity(this.point);
  }
  class Signature extends classOf(G2) {
    /** @param {boolean} [infinityCheck] */
    sigValidate = (infinityCheck) => {
      if (infinityCheck !== false) refuseInfinity(this.point);
    };
  }
  const keyOf = (/** @type {PublicKey} */ value) => pointOf(value, PublicKey, 'PublicKey');
  const signatureOf = (/** @type {Signature} */ value) => pointOf(value, Signature, 'Signature');
  /** @param {readonly PublicKey[]} keys */
  const aggregatePublicKeys = (keys) => new PublicKey(minPk.aggregatePublicKeys(keys.map(keyOf)));
  /** @param {readonly Signature[]} signatures */
  const aggregateSignatures = (signatures) =>
    new Signature(minPk.aggregateSignatures(signatures.map(signatureOf)));
  return {
    ...{ PublicKey, Signature, aggregatePublicKeys, aggregateSignatures },
    ...{ PUBLIC_KEY_LENGTH_COMPRESSED: 48, PUBLIC_KEY_LENGTH_UNCOMPRESSED: 96 },
    ...{ SIGNATURE_LENGTH_COMPRESSED: 96, SIGNATURE_LENGTH_UNCOMPRESSED: 192 },
    /** @param {Uint8Array[]} list */
    aggregateSerializedPublicKeys: (list) =>
      aggregatePublicKeys(list.map((bytes) => PublicKey.fromBytes(bytes))),
    /** @param {Uint8Array[]} list */
    aggregateSerializedSignatures: (list) =>
      aggregateSignatures(list.map((bytes) => Signature.fromBytes(bytes))),
    /** @param {Uint8Array} message @param {PublicKey} key @param {Signature} signature */
    verify: (message, key, signature) => minPk.verify(signatureOf(signature), message, keyOf(key)),
    /**
     * @param {Uint8Array} message
     * @param {readonly PublicKey[]} keys
     * @param {Signature} signature
     */
    fastAggregateVerify: (message, keys, signature) =>
      minPk.fastAggregateVerify(signatureOf(signature), message, keys.map(keyOf)),
    /**
     * @param {readonly Uint8Array[]} messages
     * @param {readonly PublicKey[]} keys
     * @param {Signature} signature
     */
    aggregateVerify: (messages, keys, signature) =>
      messages.length === keys.length &&
      minPk.aggregateVerify(signatureOf(signature), messages, keys.map(keyOf)),
    /** @param {readonly { msg: Uint8Array, pk: PublicKey, sig: Signature }[]} sets */
    verifyMultipleAggregateSignatures: (sets) =>
      sets.length > 0 &&
      minPk.verifyBatch(
        sets.map(({ msg, pk, sig }) => ({
          ...{ message: msg, publicKey: keyOf(pk), signature: signatureOf(sig) },
        })),
      ),
  };
}
