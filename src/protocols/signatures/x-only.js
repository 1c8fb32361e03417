/**
 * X-only keys and their tweaks (BIP-340, BIP-341), and lists of tweaks of any keys, as BIP-32
 * derives children. Imported by the first `Secp256k1.xOnly`.
 */
import { InputError, PointError } from '../../errors.js';
import { contextOf } from '../../group/group.js';
import { provideMethods } from '../../group/objects.js';
import { isPoint, readPoint } from '../../group/point.js';
import {
  allocate,
  compareLE,
  copyReversed,
  isBytes,
  isZero,
  readBytesOf,
} from '../../input/bytes.js';
import { readList } from '../../input/lists.js';
import { SCALAR_BYTES, toBytesLE } from '../../math/integers.js';
import { signaturesOf } from './batch.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { Group } from '../../group/group.js' */
/** @import { Point } from '../../group/point.js' */
/** @import { GeneratorMultiples } from '../../port/engine.js' */

/**
 * A key: a `Point`; 32 bytes, x of the point with even y; or 33 or 65 bytes of SEC 1.
 * @typedef {Point | Uint8Array} TweakedKey
 */

/** Bytes of an x-only key, and of keys of SEC 1. */
const [X_BYTES, KEY_BYTES, LONG_BYTES] = [32, 33, 65];

/** The first byte of a compressed key whose y is even. */
const EVEN = 2;

/**
 * @param {Group} group of an instance with signatures
 * @returns {Promise<XOnly>}
 */
export async function openXOnly(group) {
  const { engine } = contextOf(group);
  return new XOnly(group, await signaturesOf(engine).generatorMultiples());
}

/** X-only keys, and tweaks of keys. Public data only; variable time. */
export class XOnly {
  #group;
  /** @type {GroupContext} */
  #context;
  #multiples;
  #order;

  /**
   * Internal: see `Secp256k1.xOnly`.
   * @param {Group} group
   * @param {GeneratorMultiples} multiples
   */
  constructor(group, multiples) {
    provideMethods(this);
    this.#group = group;
    this.#context = contextOf(group);
    this.#multiples = multiples;
    this.#order = toBytesLE(group.order, SCALAR_BYTES);
  }

  /**
   * The point with this x and even y.
   * @param {Uint8Array} x 32 bytes, big-endian
   * @returns {Point}
   * @throws {PointError} no point has it
   * @throws {InputError} no 32 bytes, or a disposed instance
   */
  lift(x) {
    return this.#group.point(compressed(readBytesOf(x, [X_BYTES], 'x')));
  }

  /**
   * P + t·G.
   * @param {TweakedKey} key P
   * @param {Uint8Array} tweak t: 32 bytes, big-endian
   * @returns {Uint8Array | null} 33 bytes: 2 or 3, for even or odd y, before x; null for infinity,
   *   and for a tweak that is not below the order
   * @throws {PointError} the key is no point
   * @throws {InputError} wrong types or lengths, or a disposed instance
   * @example
   * const xOnly = await secp.xOnly();
   * const output = xOnly.tweak(internalKey, hash)?.subarray(1);   // BIP-341
   */
  tweak(key, tweak) {
    return this.tweakMany(key, [tweak])[0];
  }

  /**
   * P_i + t_i·G for lists, which share inversions.
   * @param {TweakedKey | readonly TweakedKey[]} keys one for all tweaks, or as many
   * @param {readonly Uint8Array[]} tweaks 32 bytes each, big-endian
   * @returns {(Uint8Array | null)[]} as of `tweak`
   * @throws {PointError} a key is no point, with its index
   * @throws {InputError} wrong types or lengths, with the index; another number of keys; or a
   *   disposed instance
   */
  tweakMany(keys, tweaks) {
    this.#context.lifetime.check();
    const { field, encoding } = this.#context;
    const size = 2 * field.bytes;
    const scalars = readList(tweaks, 'tweaks', (tweak, i) => {
      const scalar = new Uint8Array(SCALAR_BYTES);
      copyReversed(readBytesOf(tweak, [SCALAR_BYTES], 'tweak', i), 0, scalar, 0, SCALAR_BYTES);
      return scalar;
    });
    const points = this.#readKeys(keys, scalars.length);
    const flat = allocate(scalars.length * SCALAR_BYTES);
    scalars.forEach((scalar, i) => flat.set(scalar, i * SCALAR_BYTES));
    // Reading may have run the caller's code.
    this.#context.lifetime.check();
    const sums = this.#multiples.addTo(points, flat);
    return scalars.map((scalar, i) => {
      const sum = sums.subarray(i * size, (i + 1) * size);
      if (compareLE(scalar, 0, this.#order) >= 0 || isZero(sum, 0, size)) return null;
      return encoding.formats.compressed.encode(sum);
    });
  }

  /**
   * @param {unknown} keys
   * @param {number} count
   * @returns {Uint8Array} that many canonical points
   */
  #readKeys(keys, count) {
    const size = 2 * this.#context.field.bytes;
    const points = allocate(count * size);
    if (isPoint(keys) || isBytes(keys)) {
      const point = this.#readKey(keys);
      const affine = isBytes(point) ? this.#decoded([point]) : this.#canonical(point);
      for (let i = 0; i < count; i++) points.set(affine, i * size);
      return points;
    }
    const list = readList(keys, 'keys', (key, i) => this.#readKey(key, i));
    if (list.length !== count) {
      throw new InputError(`keys: expected one, or one per tweak (${count}), got ${list.length}`);
    }
    const encoded = list.flatMap((key, i) => (isBytes(key) ? i : []));
    const encodings = encoded.map((i) => /** @type {Uint8Array} */ (list[i]));
    const affine = this.#decoded(encodings, encoded);
    encoded.forEach((i, j) => points.set(affine.subarray(j * size, (j + 1) * size), i * size));
    list.forEach((key, i) => isPoint(key) && points.set(this.#canonical(key), i * size));
    return points;
  }

  /**
   * @param {unknown} key
   * @param {number} [index]
   * @returns {Uint8Array | Point} 33 bytes, or a point of this group
   */
  #readKey(key, index) {
    if (isPoint(key)) {
      readPoint(key, this.#context, 'key', index);
      return /** @type {Point} */ (key);
    }
    const bytes = readBytesOf(key, [X_BYTES, KEY_BYTES, LONG_BYTES], 'key', index);
    if (bytes.length === LONG_BYTES) return this.#group.point(bytes);
    return bytes.length === X_BYTES ? compressed(bytes) : new Uint8Array(bytes);
  }

  /** @param {unknown} point */
  #canonical(point) {
    return readPoint(point, this.#context, 'key');
  }

  /**
   * @param {Uint8Array[]} encodings of 33 bytes
   * @param {number[]} [places] of them in a list
   * @returns {Uint8Array} canonical points
   */
  #decoded(encodings, places) {
    let vector;
    try {
      vector = this.#group.points(encodings);
      return vector.toBytes('little-endian');
    } catch (error) {
      if (!(error instanceof PointError)) throw error;
      throw new PointError(error.reason, places?.[error.index ?? 0], error);
    } finally {
      vector?.dispose();
    }
  }
}

/** A compressed key of even y. @type {(x: Uint8Array) => Uint8Array<ArrayBuffer>} */
function compressed(x) {
  const bytes = new Uint8Array(KEY_BYTES);
  bytes[0] = EVEN;
  bytes.set(x, 1);
  return bytes;
}
