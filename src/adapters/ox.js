/**
 * Slots of ox's engine, for ox from 1.8 on and for what is built on it, and its `Kzg`. What handles
 * secrets is left out, so it stays ox's own.
 */
import { InputError } from '../errors.js';
import { copyBytesOf, readBytes } from '../input/bytes.js';
import { readFields } from '../input/items.js';
import { readOptions, readWord } from '../input/options.js';
import { sha256 } from '../protocols/sha256.js';
import { readInstance } from './parts/instances.js';

/** @import { Bls12381 } from '../bls12-381.js' */
/** @import { Secp256k1 } from '../secp256k1.js' */
/** @import { Kzg } from '../index.js' */

/** Bytes of a hash, and of a payload at most, as in ox. */
const [HASH_BYTES, MOST_BYTES] = [32, 8192];

/**
 * The number that ECDSA signs, as ox has it: the first 32 bytes of a payload; a shorter one is the
 * number that it writes.
 * @param {unknown} payload
 * @param {boolean} [prehash] whether its SHA-256 is signed
 * @returns {Uint8Array}
 */
function digestOf(payload, prehash) {
  const bytes = readBytes(payload, 'payload');
  if (prehash) return sha256([bytes]);
  if (bytes.length > MOST_BYTES)
    throw new InputError(`payload: expected at most ${MOST_BYTES} bytes, got ${bytes.length}`);
  const digest = new Uint8Array(HASH_BYTES);
  const first = bytes.subarray(0, HASH_BYTES);
  digest.set(first, HASH_BYTES - first.length);
  return digest;
}

/** @param {Secp256k1} instance */
function ecdsaSlot(instance) {
  const { ecdsa } = readInstance(instance, ['ecdsa'], 'createSecp256k1');
  return {
    /**
     * Whether a signature is valid, with s in the lower half.
     * @param {Uint8Array} signature 64 bytes, r ‖ s
     * @param {Uint8Array} payload
     * @param {Uint8Array} publicKey 33 or 65 bytes of SEC 1
     * @param {{ prehash: boolean }} options
     * @returns {boolean}
     */
    verify: (signature, payload, publicKey, options) =>
      ecdsa.verify(signature, digestOf(payload, options?.prehash), publicKey),
    /**
     * The key for which a signature is valid.
     * @param {Uint8Array} signature 65 bytes: the recovery id, 0 to 3, then r ‖ s
     * @param {Uint8Array} payload
     * @returns {Uint8Array} 65 bytes
     * @throws {InputError} no signature, or one of no key
     */
    recoverPublicKey(signature, payload) {
      const bytes = copyBytesOf(signature, [65], 'signature');
      const key = ecdsa.recover(bytes.subarray(1), bytes[0], digestOf(payload));
      if (key) return key.toBytes('uncompressed');
      throw new InputError('signature: expected one of a public key, got one of none');
    },
  };
}

/** @param {Bls12381} instance */
function blsSlot(instance) {
  const { minPk, minSig } = readInstance(instance, ['minPk', 'minSig'], 'createBls12381');
  /** @param {unknown} group of signatures */
  const schemeOf = (group) =>
    readWord(group ?? null, ['G1', 'G2'], undefined, 'group') === 'G1' ? minSig : minPk;
  return {
    /**
     * The sum of points.
     * @param {readonly Uint8Array[]} points compressed
     * @param {'G1' | 'G2'} group
     * @returns {Uint8Array} compressed
     */
    aggregate: (points, group) => schemeOf(group).aggregateSignatures(points).toBytes(),
    /**
     * Whether a signature is valid. Malformed and infinite keys give false.
     * @param {Uint8Array} signature compressed, of the group
     * @param {Uint8Array} payload
     * @param {Uint8Array} publicKey compressed, of the other group
     * @param {{ dst?: Uint8Array, signatureGroup: 'G1' | 'G2' }} options `dst`: by default the tag
     *   of RFC 9380's suite for signatures alone, `NUL`
     * @returns {boolean}
     */
    verify(signature, payload, publicKey, options) {
      const { dst, signatureGroup } = readFields(options, ['dst', 'signatureGroup'], 'options');
      const scheme = schemeOf(signatureGroup);
      const tag = dst === undefined ? scheme.tags.nul : /** @type {Uint8Array} */ (dst);
      return scheme.verify(signature, payload, publicKey, { dst: tag });
    },
  };
}

/**
 * Slots for `Engine.install` of ox, of the instances that are given: `Secp256k1` has `verify` and
 * `recoverPublicKey`, `Bls` has `aggregate` and `verify`. They are synchronous, and take and give
 * bytes.
 * @param {{ bls?: Bls12381, secp256k1?: Secp256k1 }} instances one or both
 * @returns {{ Bls?: ReturnType<typeof blsSlot>, Secp256k1?: ReturnType<typeof ecdsaSlot> }}
 * @throws {InputError} none, or another value
 * @example
 * import { Engine } from 'ox';
 * import { ox } from 'curvemill/adapters/ox';
 * const [bls, secp256k1] = [await createBls12381(), await createSecp256k1()];
 * await Engine.install(ox({ bls, secp256k1 }));
 */
export function ox(instances) {
  const { bls, secp256k1 } = readOptions(instances, ['bls', 'secp256k1'], 'ox');
  if (!bls && !secp256k1) throw new InputError('ox: expected bls, secp256k1 or both, got neither');
  return {
    ...(bls !== undefined && { Bls: blsSlot(/** @type {Bls12381} */ (bls)) }),
    ...(secp256k1 !== undefined && {
      Secp256k1: ecdsaSlot(/** @type {Secp256k1} */ (secp256k1)),
    }),
  };
}

/**
 * The `Kzg` of ox, and of viem: bytes in and out, cells and proofs by name.
 * @param {Kzg} kzg
 * @example
 * const kzg = ox.kzg(await bls.kzg(mainnet));
 */
ox.kzg = function (/** @type {Kzg} */ kzg) {
  const own = readInstance(kzg, ['blobToKzgCommitment', 'computeCells'], 'kzg()');
  /** @param {[Uint8Array[], Uint8Array[]]} both */
  const named = ([cells, proofs]) => ({ cells, proofs });
  const { blobToKzgCommitment, computeBlobKzgProof, computeCells, verifyCellKzgProofBatch } = own;
  return {
    ...{ blobToKzgCommitment, computeBlobKzgProof, computeCells, verifyCellKzgProofBatch },
    /** @param {Uint8Array} blob */
    computeCellsAndKzgProofs: (blob) => named(own.computeCellsAndKzgProofs(blob)),
    /** @param {readonly number[]} indices @param {readonly Uint8Array[]} cells */
    recoverCellsAndKzgProofs: (indices, cells) =>
      named(own.recoverCellsAndKzgProofs(indices, cells)),
  };
};
