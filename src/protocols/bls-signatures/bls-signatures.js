/**
 * BLS signatures over a pairing (draft-irtf-cfrg-bls-signature-06; Ethereum's consensus-specs):
 * verification only. Nothing here handles secrets.
 */
import { InputError } from '../../errors.js';
import { Point } from '../../group/point.js';
import { isVector, readVector } from '../../group/point-vector.js';
import { keyOf, readBytes, sameBytes } from '../../input/bytes.js';
import { readList } from '../../input/lists.js';
import { readBoolean, readOptions } from '../../input/options.js';
import { readSelection } from '../../input/selection.js';
import { readTag } from '../../input/tags.js';
import { BatchVerifier } from '../batches.js';
import { decodeGiven, decodeGivens, isInfinity, orNull, sumOf } from './decoding.js';
import { BlsEquations, groupsOf } from './equations.js';
import { readGiven, readGivens, readKeyVector, sumOfKeys, vectorPoints } from './points.js';
import { tagsOf } from './tags.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { Extension } from '../../group/point.js' */
/** @import { PointVector } from '../../group/point-vector.js' */
/** @import { PairingContext } from '../pairing/pairing.js' */
/** @import { Given } from './decoding.js' */

/**
 * A public key, or a signature: its compressed encoding, 48 bytes in G1 and 96 in G2; or a `Point`.
 * @typedef {Uint8Array | Point<bigint> | Point<Extension>} BlsPoint
 */

/**
 * Public keys: an array; compressed encodings back to back; or a vector, which is checked once and
 * summed without decoding.
 * @typedef {readonly BlsPoint[] | Uint8Array | PointVector<bigint> |
 *   PointVector<Extension>} BlsKeys
 */

/**
 * An item of a batch. `message`: of any length.
 * @typedef {{ signature: BlsPoint, message: Uint8Array, publicKey: BlsPoint }} BlsItem
 */

/**
 * Which keys of a list took part: `bits`, a boolean for each, or bytes with the first key's bit
 * lowest in the first, as SSZ writes them; or `indices`, all different.
 * @typedef {{ bits?: readonly boolean[] | Uint8Array, indices?: ArrayLike<number> }} Participants
 */

/**
 * `dst`: the domain separation tag under which messages are hashed, an ASCII string or bytes; by
 * default that of the proof-of-possession scheme, which Ethereum uses.
 * @typedef {{ dst?: string | Uint8Array }} BlsOptions
 */

/**
 * Pieces of batches on the caller's thread, and parts for a worker. Items of the next piece may
 * cost more than those before, which shared a message: so never many. The final exponentiation, a
 * fixed cost, weighs less in larger ones.
 */
const BATCHES = {
  sizes: { first: 4, most: 16, search: 2.5 },
  part: /** @type {const} */ ([8, 64]),
};

/** The end of tags of the basic scheme, which refuses equal messages in an aggregate. */
const BASIC = Uint8Array.from('_NUL_', (character) => character.charCodeAt(0));

/** @type {(bytes: Uint8Array, end: Uint8Array) => boolean} */
const endsWith = (bytes, end) =>
  bytes.length >= end.length && sameBytes(bytes.subarray(bytes.length - end.length), end);

/**
 * Verification of BLS signatures, with public keys in one group and signatures in the other.
 *
 * A key is valid if it is a point of the group of prime order other than infinity, in its canonical
 * compressed encoding. A signature is any point of its group. Whatever is invalid, of any length,
 * gives false; wrong types throw an `InputError`. Variable time.
 *
 * In a batch, items of equal messages, or of equal keys, share a pairing.
 * @template [Key=bigint | Extension] coordinates of public keys: bigint in G1, `Extension` in G2
 * @template [Signature=bigint | Extension] those of signatures
 * @extends {BatchVerifier<BlsItem, BlsOptions>}
 */
export class BlsSignatures extends BatchVerifier {
  #equations;
  /** @type {GroupContext} Of keys, and of signatures. */
  #keys;
  /** @type {GroupContext} */
  #signatures;
  #tag;
  #possessionTag;

  /**
   * Internal: an instance has one for each assignment of groups.
   * @param {PairingContext} pairing
   * @param {boolean} keysFirst whether keys are in G1 and signatures in G2
   */
  constructor(pairing, keysFirst) {
    const equations = new BlsEquations(pairing, keysFirst);
    const { g1, g2 } = pairing;
    const [keys, signatures] = keysFirst ? [g1, g2] : [g2, g1];
    const tags = tagsOf(keysFirst ? 2 : 1);
    const ownTag = tags.pop;
    super({
      ...BATCHES,
      context: keys,
      task: keysFirst ? 'minPk' : 'minSig',
      equations,
      prepare: (items, how) => equations.prepare(items, how),
      options: ['dst'],
      readHow: ({ dst }) => ({ tag: readTag(dst ?? ownTag, 'dst') }),
      fields: ['signature', 'message', 'publicKey'],
      readItem: ({ signature, message, publicKey }, i) => [
        readGiven(signatures, signature, 'signature', i),
        readBytes(message, 'message', i),
        readGiven(keys, publicKey, 'publicKey', i),
      ],
    });
    this.#equations = equations;
    this.#keys = keys;
    this.#signatures = signatures;
    this.#tag = ownTag;
    this.#possessionTag = ownTag.replace('SIG', 'POP');
    /**
     * The tags in use for these signatures, as `dst`: `pop`, the default, `nul` and `aug`. The
     * default is Ethereum's; chains of drand and certificates of the Internet Computer take `nul`,
     * and are false under any other.
     * @readonly
     */
    this.tags = tags;
  }

  /**
   * Whether a signature of a message is valid.
   * @param {BlsPoint} signature
   * @param {Uint8Array} message of any length
   * @param {BlsPoint} publicKey
   * @param {BlsOptions} [options]
   * @returns {boolean}
   * @throws {InputError} wrong types or options, points of another group or instance, a detached
   *   buffer, or a disposed instance
   * @example
   * bls.minPk.verify(signature, signingRoot, publicKey);   // Ethereum's consensus layer
   */
  verify(signature, message, publicKey, options) {
    this.#check();
    const tag = this.#readTag(options, 'verify');
    const given = readGiven(this.#signatures, signature, 'signature');
    const text = new Uint8Array(readBytes(message, 'message'));
    const key = readGiven(this.#keys, publicKey, 'publicKey');
    return this.#falseIfInvalid(() => this.#holds(given, text, key, tag));
  }

  /**
   * Whether an aggregate signature is valid for a message of each key. False for no keys, and for
   * another number of messages. Equal messages are allowed, as the proof-of-possession scheme
   * allows them; under a `dst` of the basic scheme, which ends with `_NUL_`, they give false.
   * @param {BlsPoint} signature
   * @param {readonly Uint8Array[]} messages
   * @param {BlsKeys} publicKeys their possession must have been proved, except in the basic scheme
   * @param {BlsOptions} [options]
   * @returns {boolean}
   * @throws {InputError} as `verify`
   */
  aggregateVerify(signature, messages, publicKeys, options) {
    this.#check();
    const tag = this.#readTag(options, 'aggregateVerify');
    const equations = this.#equations;
    const context = this.#keys;
    return this.#falseIfInvalid(() => {
      const given = readGiven(this.#signatures, signature, 'signature');
      const texts = readList(
        messages,
        'messages',
        (message, i) => new Uint8Array(readBytes(message, 'messages', i)),
      );
      const keys = this.#decodeKeys(publicKeys);
      if (keys.length === 0 || keys.length !== texts.length || keys.some(isInfinity)) return false;
      const groups = groupsOf(texts, keyOf);
      if (groups.length < texts.length && endsWith(tag, BASIC)) return false;
      const point = decodeGiven(this.#signatures, given);
      const terms = groups.map((members) => ({
        key: sumOf(
          context,
          members.map((i) => keys[i]),
        ),
        hash: equations.hash(texts[members[0]], tag),
      }));
      return equations.holds(terms, point);
    });
  }

  /**
   * Whether an aggregate signature of one message is valid for all keys, by a single equation with
   * the sum of the keys. False for no keys, and if the sum is infinity. Of a committee as a vector,
   * those that took part are summed, or the others taken from the sum of all, which is kept:
   * whichever are fewer.
   * @param {BlsPoint} signature
   * @param {Uint8Array} message
   * @param {BlsKeys} publicKeys whose possession has been proved: a vector is the fastest
   * @param {BlsOptions & Participants & { allowEmpty?: boolean }} [options] `bits` or `indices`:
   *   the keys that took part, by default all; `allowEmpty` (default false): no keys verify if the
   *   signature is infinity, as eth_fast_aggregate_verify of Altair has it
   * @returns {boolean}
   * @throws {InputError} as `verify`
   * @example
   * const committee = bls.G1.points(publicKeys);   // decoded and checked once
   * bls.minPk.fastAggregateVerify(signature, signingRoot, committee, { bits: syncCommitteeBits });
   */
  fastAggregateVerify(signature, message, publicKeys, options) {
    this.#check();
    const names = ['dst', 'allowEmpty', 'bits', 'indices'];
    const read = readOptions(options, names, 'fastAggregateVerify');
    const tag = readTag(read.dst ?? this.#tag, 'dst');
    const allowEmpty = readBoolean(read.allowEmpty, false, 'allowEmpty');
    const equations = this.#equations;
    return this.#falseIfInvalid(() => {
      const given = readGiven(this.#signatures, signature, 'signature');
      const text = new Uint8Array(readBytes(message, 'message'));
      const key = this.#sumOfKeys(publicKeys, read);
      const point = decodeGiven(this.#signatures, given);
      if (key === undefined) return allowEmpty && isInfinity(point);
      if (isInfinity(key)) return false;
      return equations.holds([{ key, hash: equations.hash(text, tag) }], point);
    });
  }

  /**
   * Whether a proof of possession is valid: a signature of the compressed key under the tag of
   * proofs.
   * @param {BlsPoint} proof
   * @param {BlsPoint} publicKey
   * @returns {boolean}
   * @throws {InputError} as `verify`
   */
  verifyPossession(proof, publicKey) {
    this.#check();
    const keys = this.#keys;
    const given = readGiven(this.#signatures, proof, 'proof');
    const key = readGiven(keys, publicKey, 'publicKey');
    return this.#falseIfInvalid(() => {
      const message = keys.encoding.formats.compressed.encode(decodeGiven(keys, key));
      return this.#holds(given, message, key, readTag(this.#possessionTag, 'dst'));
    });
  }

  /**
   * The sum of signatures, an aggregate signature. It may be infinity.
   * @param {readonly BlsPoint[] | Uint8Array} list one or more; or encodings back to back
   * @returns {Point<Signature>}
   * @throws {PointError} with the index of what is no signature
   * @throws {InputError} as `verify`, or for none
   */
  aggregateSignatures(list) {
    this.#check();
    const context = this.#signatures;
    const points = decodeGivens(context, readGivens(context, list, 'signatures'));
    if (points.length === 0) throw new InputError('signatures: expected one or more, got none');
    return new Point(context, sumOf(context, points), undefined, true);
  }

  /**
   * The sum of public keys, for use as a key. It may be infinity, which is no valid key.
   * @param {BlsKeys} list one or more
   * @returns {Point<Key>}
   * @throws {PointError} with the index of what is no point of the group
   * @throws {InputError} as `verify`, for none, or with the index of a key that is infinity
   */
  aggregatePublicKeys(list) {
    this.#check();
    const context = this.#keys;
    const points = this.#decodeKeys(list);
    if (points.length === 0) throw new InputError('publicKeys: expected one or more, got none');
    const infinite = points.findIndex(isInfinity);
    if (infinite >= 0) {
      throw new InputError(`publicKeys at index ${infinite}: expected a key, got infinity`, {
        index: infinite,
      });
    }
    return new Point(context, sumOf(context, points), undefined, true);
  }

  #check() {
    this.#keys.lifetime.check();
  }

  /** @param {unknown} options @param {string} where the call, for messages */
  #readTag(options, where) {
    return readTag(readOptions(options, ['dst'], where).dst ?? this.#tag, 'dst');
  }

  /**
   * @type {(signature: Given, message: Uint8Array, publicKey: Given, tag: Uint8Array) => boolean}
   * @throws {PointError} no valid key or signature
   */
  #holds(signature, message, publicKey, tag) {
    const equations = this.#equations;
    const key = decodeGiven(this.#keys, publicKey);
    if (isInfinity(key)) return false;
    const point = decodeGiven(this.#signatures, signature);
    return equations.holds([{ key, hash: equations.hash(message, tag) }], point);
  }

  /**
   * The canonical points of keys; infinity is one.
   * @type {(list: unknown) => Uint8Array[]}
   * @throws {PointError} with the index of what is no point of the group
   */
  #decodeKeys(list) {
    const context = this.#keys;
    return isVector(list)
      ? vectorPoints(context, readKeyVector(context, list, 'publicKeys'))
      : decodeGivens(context, readGivens(context, list, 'publicKeys'));
  }

  /**
   * The sum of keys: infinity also if one of them is infinity, undefined if there are none.
   * @param {unknown} list
   * @param {{ bits?: unknown, indices?: unknown }} options those that count
   * @returns {Uint8Array | undefined}
   * @throws {PointError} with the index of what is no point of the group
   */
  #sumOfKeys(list, options) {
    const context = this.#keys;
    if (isVector(list)) {
      const { start, end } = readVector(list, context, 'publicKeys');
      // Reading may run the caller's code, which may dispose of the vector.
      const chosen = readSelection(options, end - start);
      return sumOfKeys(context, readKeyVector(context, list, 'publicKeys'), chosen);
    }
    const givens = readGivens(context, list, 'publicKeys');
    const chosen = readSelection(options, givens.length);
    this.#check();
    const keys = decodeGivens(context, chosen ? chosen.map((i) => givens[i]) : givens);
    if (keys.length === 0) return undefined;
    return keys.find(isInfinity) ?? sumOf(context, keys);
  }

  /** @param {() => boolean} verify may throw a PointError */
  #falseIfInvalid(verify) {
    return orNull(verify) ?? false;
  }
}
