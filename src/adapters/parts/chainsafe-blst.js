/**
 * The verifying functions of @chainsafe/blst 2, and its classes of points. Of the door
 * chainsafe-bls. No secrets.
 *
 * Points are checked when they are decoded, always, so what the host validates on demand is
 * valid: `fromBytes` throws for a point outside of the group, where the host's may be told later.
 */
import { InputError } from '../../errors.js';
import { readHex } from '../../input/hex.js';

/** @import { Bls12381 } from '../../bls12-381.js' */

/** @param {any} point */
function refuseInfinity(point) {
  if (point.isIdentity()) throw new InputError('expected a finite point, got infinity');
}

/**
 * @param {{ point: (bytes: Uint8Array) => any }} group
 */
const classOf = (group) =>
  class BlstValue {
    /** @param {any} point a `Point` of the instance */
    constructor(point) {
      /** @readonly */
      this.point = point;
    }
    /**
     * @param {Uint8Array} bytes compressed, or uncompressed
     * @param {boolean} [validate] whether infinity is refused
     * @param {boolean} [infinityCheck] of signatures: false allows it again
     */
    static fromBytes(bytes, validate, infinityCheck) {
      const value = new this(group.point(bytes));
      if (validate && infinityCheck !== false) refuseInfinity(value.point);
      return value;
    }
    /**
     * @param {string} hex
     * @param {boolean} [validate]
     * @param {boolean} [infinityCheck]
     */
    static fromHex(hex, validate, infinityCheck) {
      return this.fromBytes(readHex(hex, 'hex'), validate, infinityCheck);
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
  const pointOf =
    (/** @type {any} */ Class, /** @type {string} */ name) => (/** @type {any} */ value) => {
      if (value instanceof Class) return value.point;
      throw new InputError(`expected a ${name}, got another value`);
    };
  const keyOf = pointOf(PublicKey, 'PublicKey');
  const signatureOf = pointOf(Signature, 'Signature');
  /** @param {any[]} keys */
  const aggregatePublicKeys = (keys) => new PublicKey(minPk.aggregatePublicKeys(keys.map(keyOf)));
  /** @param {any[]} signatures */
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
    /** @param {Uint8Array} message @param {any} key @param {any} signature */
    verify: (message, key, signature) => minPk.verify(signatureOf(signature), message, keyOf(key)),
    /** @param {Uint8Array} message @param {any[]} keys @param {any} signature */
    fastAggregateVerify: (message, keys, signature) =>
      minPk.fastAggregateVerify(signatureOf(signature), message, keys.map(keyOf)),
    /** @param {Uint8Array[]} messages @param {any[]} keys @param {any} signature */
    aggregateVerify: (messages, keys, signature) =>
      messages.length === keys.length &&
      minPk.aggregateVerify(signatureOf(signature), messages, keys.map(keyOf)),
    /** @param {{ msg: Uint8Array, pk: any, sig: any }[]} sets @returns {boolean} */
    verifyMultipleAggregateSignatures: (sets) =>
      sets.length > 0 &&
      minPk.verifyBatch(
        sets.map(({ msg, pk, sig }) => ({
          ...{ message: msg, publicKey: keyOf(pk), signature: signatureOf(sig) },
        })),
      ),
  };
}
