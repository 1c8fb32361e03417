/**
 * The equations of BLS signatures on decoded points: e(PK, H(m))·e(−G, S) = 1, with the arguments
 * of e in the order of their groups. Source: draft-irtf-cfrg-bls-signature, section 2.
 *
 * In a batch Σ r_i·(equation i) with random r_i, one of 2^128, must hold: with the groups'
 * bilinearity ∏ e(r_i·PK_i, H(m_i))·e(−G, Σ r_i·S_i) = 1 (Camenisch, Hohenberger, Pedersen, "Batch
 * Verification of Short Signatures", EUROCRYPT 2007). Items of one message, or of one key, share a
 * pairing.
 */

import { hashToAffine, uniformSteps } from '../hashing/group.js';
import { keyOf } from '../../input/bytes.js';
import { SCALAR_BYTES } from '../../math/integers.js';
import { runNow } from '../../port/steps.js';
import { findInvalid, randomCoefficients, spread } from '../signatures/batch.js';
import { decodeGivens, decodeValid, isInfinity, orNull, sumOf } from './decoding.js';

/** @import { EngineHashing, Progress } from '../../port/engine.js' */
/** @import { FixedLines, Pairings } from '../../port/pairings.js' */
/** @import { BlsGroup, Given } from './decoding.js' */

/**
 * An item as it was passed. `uniform`: of a long message, the bytes that are mapped to the group.
 * @typedef {[signature: Given, message: Uint8Array, key: Given, uniform?: Uint8Array]} Item
 */

/**
 * Both groups and their pairing; on the caller's thread while the instance lives.
 * @typedef {{ readonly g1: BlsGroup, readonly g2: BlsGroup, readonly pairings: Pairings }}
 *   BlsPairing
 */

/**
 * An item of an equation: canonical points, the hash of the message in the group of signatures.
 * @typedef {{ signature: Uint8Array, hash: Uint8Array, key: Uint8Array }} Decoded
 */

/** Members of an item whose long message is hashed. */
const HASHED = 4;

/** @param {Item} item */
const ofSignature = ([signature]) => signature;

/** @param {Item} item */
const ofKey = ([, , key]) => key;

/** Bytes of a long message: to compare it with others takes longer than to hash it. */
const LONG_MESSAGE = 2 ** 14;

/** From so many items a batch is faster than single checks. */
const SMALLEST_BATCH = 2;

/** From so many points their weights are faster as a list. */
const SMALLEST_LIST = 8;

/** The equations of one assignment of groups. */
export class BlsEquations {
  #pairing;
  #keysFirst;
  /** −G in the group of keys, as a pairing takes it. @type {Uint8Array | FixedLines | undefined} */
  #negated;

  /**
   * @param {BlsPairing} pairing
   * @param {boolean} keysFirst whether keys are in G1 and signatures in G2
   */
  constructor(pairing, keysFirst) {
    this.#pairing = pairing;
    this.#keysFirst = keysFirst;
    /** @type {BlsGroup} @readonly */
    this.keys = keysFirst ? pairing.g1 : pairing.g2;
    /** @type {BlsGroup} @readonly */
    this.signatures = keysFirst ? pairing.g2 : pairing.g1;
  }

  /**
   * The hash of a message in the group of signatures.
   * @param {Uint8Array} message
   * @param {Uint8Array} tag
   * @returns {Uint8Array} a canonical point
   */
  hash(message, tag) {
    return hashToAffine(this.signatures, message, tag);
  }

  /**
   * Whether ∏ e(key_i, hash_i)·e(−G, signature) = 1.
   * @param {readonly { key: Uint8Array, hash: Uint8Array }[]} terms
   * @param {Uint8Array} signature
   * @returns {boolean}
   */
  holds(terms, signature) {
    const { pairings } = this.#pairing;
    // A generator of G2 has its lines stored.
    this.#negated ??= this.#keysFirst
      ? this.#negatedGenerator()
      : pairings.prepare(this.#negatedGenerator());
    const last = this.#keysFirst ? [this.#negated, signature] : [signature, this.#negated];
    return pairings.check([
      ...terms.map(({ key, hash }) => this.#pair(key, hash)),
      /** @type {[Uint8Array, Uint8Array]} */ (last),
    ]);
  }

  /**
   * Whether all items are valid, by one product of pairings.
   * @param {readonly Item[]} items
   * @param {{ tag: Uint8Array }} how
   * @returns {boolean}
   */
  verify(items, { tag }) {
    // What is no item costs nothing.
    if (items.some(([signature, , key]) => signature.length === 0 || key.length === 0))
      return false;
    const keys = orNull(() => decodeGivens(this.keys, items.map(ofKey)));
    if (keys === null || keys.some(isInfinity)) return false;
    const signatures = orNull(() => decodeGivens(this.signatures, items.map(ofSignature)));
    if (signatures === null) return false;
    const hashes = this.#hashes(items, tag);
    return this.#allHold(
      items.map((_, i) => ({ signature: signatures[i], hash: hashes[i], key: keys[i] })),
    );
  }

  /**
   * The indices of invalid items. Each is decoded and hashed once; then batches of parts.
   * @param {readonly Item[]} items
   * @param {{ tag: Uint8Array }} how
   * @returns {number[]} ascending
   */
  findInvalid(items, { tag }) {
    const keys = decodeValid(this.keys, items.map(ofKey));
    const signatures = decodeValid(this.signatures, items.map(ofSignature));
    const places = items.flatMap((_, i) => {
      const key = keys[i];
      return key !== null && signatures[i] !== null && !isInfinity(key) ? i : [];
    });
    const hashes = this.#hashes(
      places.map((i) => items[i]),
      tag,
    );
    const decoded = places.map((place, i) => {
      const [key, signature] = /** @type {Uint8Array[]} */ ([keys[place], signatures[place]]);
      return { signature, hash: hashes[i], key };
    });
    const wrong = findInvalid(
      decoded,
      SMALLEST_BATCH,
      (item) => this.holds([item], item.signature),
      (part) => this.#allHold(part),
    );
    const valid = new Set(places);
    for (const i of wrong) valid.delete(places[i]);
    return items.flatMap((_, i) => (valid.has(i) ? [] : i));
  }

  /**
   * Whether the equations of all items hold, but for 2^−128.
   * @type {(items: readonly Decoded[]) => boolean}
   */
  #allHold(items) {
    if (items.length < SMALLEST_BATCH) {
      return items.every((item) => this.holds([item], item.signature));
    }
    const batch = items.flatMap(({ signature, hash, key }) => [signature, hash, key]);
    const { lambda } = this.#pairing.pairings;
    const weights = spread(randomCoefficients(items.length, batch), lambda);
    const signatures = items.map(({ signature }) => signature);
    return this.holds(this.#terms(items, weights), sumOf(this.signatures, signatures, weights));
  }

  /**
   * The weighted items, merged by their messages or by their keys, whichever leaves fewer.
   * @param {readonly Decoded[]} items
   * @param {Uint8Array} weights 32 bytes each
   * @returns {{ key: Uint8Array, hash: Uint8Array }[]}
   */
  #terms(items, weights) {
    // Equal messages share their hash.
    const byHash = groupsOf(items, ({ hash }) => hash);
    const byKey = groupsOf(items, ({ key }) => keyOf(key));
    const mergesKeys = byHash.length <= byKey.length;
    const groups = mergesKeys ? byHash : byKey;
    const context = mergesKeys ? this.keys : this.signatures;
    const merged = groups.flatMap((members) => {
      if (members.length === 1) return [];
      const { key, hash } = items[members[0]];
      const points = members.map((i) => (mergesKeys ? items[i].key : items[i].hash));
      const sum = sumOf(context, points, weightsOf(weights, members));
      return mergesKeys ? { key: sum, hash } : { key, hash: sum };
    });
    // A weight alone goes to the side of G1, where multiplications are faster.
    const alone = groups.flatMap((members) => (members.length === 1 ? members : []));
    const points = this.#weighted(
      alone.map((i) => (this.#keysFirst ? items[i].key : items[i].hash)),
      weightsOf(weights, alone),
    );
    const single = alone.map((i, j) => {
      const { key, hash } = items[i];
      return this.#keysFirst ? { key: points[j], hash } : { key, hash: points[j] };
    });
    return [...single, ...merged];
  }

  /**
   * Points of G1, each times its weight.
   * @param {readonly Uint8Array[]} points
   * @param {Uint8Array} weights 32 bytes each
   * @returns {readonly Uint8Array[]}
   */
  #weighted(points, weights) {
    if (points.length >= SMALLEST_LIST) return this.#pairing.pairings.terms(points, weights);
    return points.map((point, i) =>
      sumOf(this.#pairing.g1, [point], weights.subarray(i * SCALAR_BYTES, (i + 1) * SCALAR_BYTES)),
    );
  }

  /**
   * Hashes the long messages of items in steps.
   * @param {readonly Item[]} items
   * @param {{ tag: Uint8Array }} how
   * @returns {Generator<Progress, void, void>}
   */
  *prepare(items, { tag }) {
    for (const item of items) {
      const [, message] = item;
      if (message.length >= LONG_MESSAGE && item.length < HASHED) {
        item.push(yield* uniformSteps(this.signatures, message, tag));
      }
    }
  }

  /**
   * The hashes of the items' messages; of equal messages once.
   * @type {(items: readonly Item[], tag: Uint8Array) => Uint8Array[]}
   */
  #hashes(items, tag) {
    /** @type {Uint8Array[]} */
    const hashes = [];
    runNow(this.prepare(items, { tag }));
    // A short message may be the uniform bytes of a long one.
    for (const isLong of [false, true]) {
      const places = items.flatMap((item, i) => ((item.length === HASHED) === isLong ? i : []));
      // The last of an item that is hashed, or its message.
      const list = places.map((i) => /** @type {Uint8Array} */ (items[i][isLong ? HASHED - 1 : 1]));
      for (const members of groupsOf(list, keyOf)) {
        const bytes = list[members[0]];
        const hash = isLong ? this.#map(bytes) : this.hash(bytes, tag);
        for (const j of members) hashes[places[j]] = hash;
      }
    }
    return hashes;
  }

  /** @param {Uint8Array} uniform */
  #map(uniform) {
    return /** @type {EngineHashing} */ (this.signatures.engine.hashing).map(uniform);
  }

  /** @type {(key: Uint8Array, hash: Uint8Array) => [Uint8Array, Uint8Array]} */
  #pair(key, hash) {
    return this.#keysFirst ? [key, hash] : [hash, key];
  }

  #negatedGenerator() {
    const { config, field } = this.keys;
    const { x, y } = config.generator;
    const bytes = new Uint8Array(2 * field.bytes);
    bytes.set(field.toBytes(x));
    bytes.set(field.toBytes(field.negate(y)), field.bytes);
    return bytes;
  }
}

/**
 * The indices of items with the same key.
 * @template Item
 * @param {readonly Item[]} list
 * @param {(item: Item) => unknown} identify
 * @returns {number[][]} groups in the order of their first members
 */
export function groupsOf(list, identify) {
  /** @type {Map<unknown, number[]>} */
  const groups = new Map();
  list.forEach((item, i) => {
    const key = identify(item);
    const group = groups.get(key);
    if (group) group.push(i);
    else groups.set(key, [i]);
  });
  return [...groups.values()];
}

/** @type {(weights: Uint8Array, members: readonly number[]) => Uint8Array<ArrayBuffer>} */
function weightsOf(weights, members) {
  const own = new Uint8Array(members.length * SCALAR_BYTES);
  members.forEach((i, j) => {
    own.set(weights.subarray(i * SCALAR_BYTES, (i + 1) * SCALAR_BYTES), j * SCALAR_BYTES);
  });
  return own;
}
