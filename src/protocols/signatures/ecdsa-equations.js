/**
 * The equations of ECDSA, on parsed input: here and in workers.
 *
 * For a signature (r, s), 0 < r, s < n, and z the digest's 32 bytes: R = (z/s)·G + (r/s)·Q; the
 * signature is valid if R is finite and R.x ≡ r mod n. R.x < p and n < p < 2n, so R.x is r or, when
 * r < p − n, r + n.
 */
import { allocate, compareLE, copyReversed, isZero } from '../../input/bytes.js';
import { SCALAR_BYTES, toBytesLE } from '../../math/integers.js';
import { findInvalid, randomCoefficients, signaturesOf, sumsToInfinity } from './batch.js';
import {
  bytesOfPoint,
  copyReduced,
  difference,
  isBetween,
  reduced,
  reversed,
  sum,
} from './integers.js';

/** @import { DoubleMultiplication } from '../../port/engine.js' */
/** @import { SignatureCurve } from './batch.js' */

/**
 * A signature with r and s in range, little-endian.
 *
 * @typedef {{ r: Uint8Array, s: Uint8Array }} Signature
 */

/**
 * A public key: x and the sign of y, or both coordinates. `check`: possibly not on the curve.
 * All little-endian.
 * @typedef {{ x: Uint8Array, sign: number } | { affine: Uint8Array, check: boolean }} Key
 */

/**
 * A parsed item, with checked types and lengths. `id`: the recovery id; `key`: 33 or 65 bytes, or
 * the 64 of a `Point`, canonical.
 * @typedef {readonly [signature: Uint8Array, id: Uint8Array, hash: Uint8Array,
 *   key: Uint8Array]} Item
 */

/** Fewer items are verified one by one: docs/decisions/07-signature-verification.md. */
const SMALLEST_BATCH = 8;

export const COMPRESSED_BYTES = 33;
export const UNCOMPRESSED_BYTES = 65;
const POINT_BYTES = 2 * SCALAR_BYTES;
const [EVEN, ODD, UNCOMPRESSED] = [0x02, 0x03, 0x04];

/** ECDSA over a group of cofactor 1 whose order and prime have 256 bits. */
export class EcdsaEquations {
  #curve;
  #n;
  #half;
  /** p − n: an r below it has a second candidate x, r + n. */
  #excess;
  #generator;

  /** @param {SignatureCurve} curve */
  constructor(curve) {
    this.#curve = curve;
    const { order, p, generator } = curve.config;
    this.#n = toBytesLE(order, SCALAR_BYTES);
    this.#half = toBytesLE((order - 1n) / 2n, SCALAR_BYTES);
    this.#excess = toBytesLE(p - order, SCALAR_BYTES);
    this.#generator = bytesOfPoint(generator);
  }

  /**
   * Whether one signature is valid, whatever its recovery id.
   * @param {Uint8Array} signature 64 bytes
   * @param {Uint8Array} hash 32 bytes
   * @param {Uint8Array} key as `Item` has it
   * @param {boolean} lowS
   * @returns {boolean}
   */
  isValid(signature, hash, key, lowS) {
    const rs = this.#parseSignature(signature, lowS);
    const Q = this.#parseKey(key);
    if (rs === null || Q === null) return false;
    const sums = signaturesOf(this.#curve.engine).doubleMultiplication();
    if (!this.#computeR(sums, rs, this.#reduceHash(hash), Q)) return false;
    if (sums.hasX(rs.r)) return true;
    return compareLE(rs.r, 0, this.#excess) < 0 && sums.hasX(sum(rs.r, this.#n));
  }

  /**
   * The key for which a signature is valid, a canonical point.
   * @param {Uint8Array} signature 64 bytes
   * @param {number} recoveryId 0 to 3
   * @param {Uint8Array} hash 32 bytes
   * @returns {Uint8Array | null}
   */
  recover(signature, recoveryId, hash) {
    const rs = this.#parseSignature(signature, false);
    const x = rs && this.#xOfR(rs.r, recoveryId);
    if (rs === null || x === null) return null;
    const sums = signaturesOf(this.#curve.engine).doubleMultiplication();
    if (!sums.setCompressed(x, recoveryId & 1)) return null;
    // Q = (s/r)·R − (z/r)·G.
    const z = this.#reduceHash(hash);
    const minusZ = isZero(z, 0, SCALAR_BYTES) ? z : difference(this.#n, z);
    const u = this.#quotients(minusZ, rs.s, rs.r);
    sums.combine(u.subarray(0, SCALAR_BYTES), u.subarray(SCALAR_BYTES));
    const key = sums.toAffine();
    return isZero(key, 0, key.length) ? null : key;
  }

  /**
   * Whether all items are valid.
   * @param {Item[]} list
   * @param {{ lowS: boolean }} how
   * @returns {boolean}
   */
  verify(list, { lowS }) {
    if (list.length < SMALLEST_BATCH) return list.every((item) => this.#holds(item, lowS));
    return this.#allHold(list, lowS);
  }

  /**
   * The indices of invalid items.
   * @param {Item[]} list
   * @param {{ lowS: boolean }} how
   * @returns {number[]} ascending
   */
  findInvalid(list, { lowS }) {
    return findInvalid(
      list,
      SMALLEST_BATCH,
      (item) => this.#holds(item, lowS),
      (part) => this.#allHold(part, lowS),
    );
  }

  /**
   * The batch equation for one item: R is the point named by the recovery id.
   * @type {(item: Item, lowS: boolean) => boolean}
   */
  #holds([signature, id, hash, key], lowS) {
    const recoveryId = id[0];
    const rs = this.#parseSignature(signature, lowS);
    const x = rs && this.#xOfR(rs.r, recoveryId);
    const Q = this.#parseKey(key);
    if (rs === null || x === null || Q === null) return false;
    const sums = signaturesOf(this.#curve.engine).doubleMultiplication();
    if (!this.#computeR(sums, rs, this.#reduceHash(hash), Q) || !sums.hasX(x)) return false;
    return (sums.toAffine()[SCALAR_BYTES] & 1) === (recoveryId & 1);
  }

  /**
   * Whether the equation holds for all items, in one multi-scalar multiplication.
   * @type {(list: Item[], lowS: boolean) => boolean}
   */
  #allHold(list, lowS) {
    const { engine } = this.#curve;
    const n = list.length;
    const size = n * SCALAR_BYTES;
    const [r, s, z] = [allocate(size), allocate(size), allocate(size)];
    const compressed = list.filter(([, , , key]) => key.length === COMPRESSED_BYTES).length;
    // R of every item, the compressed keys, the others, G.
    const points = {
      xs: allocate(size + compressed * SCALAR_BYTES),
      signs: allocate(n + compressed),
      affine: allocate((n - compressed + 1) * POINT_BYTES),
      check: false,
    };
    points.affine.set(this.#generator, (n - compressed) * POINT_BYTES);
    /** Index of each key after the points R. */
    const places = new Uint32Array(n);
    let [nextCompressed, nextAffine] = [0, compressed];
    for (let i = 0; i < n; i++) {
      const [signature, id, hash, key] = list[i];
      const recoveryId = id[0];
      const at = i * SCALAR_BYTES;
      copyReversed(signature, 0, r, at, SCALAR_BYTES);
      copyReversed(signature, SCALAR_BYTES, s, at, SCALAR_BYTES);
      if (!isBetween(r, at, this.#n) || !isBetween(s, at, this.#n)) return false;
      if (lowS && compareLE(s, at, this.#half) > 0) return false;
      copyReduced(hash, 0, z, at, this.#n);
      copyReversed(signature, 0, points.xs, at, SCALAR_BYTES);
      if (recoveryId >= 2) {
        const x = this.#xOfR(r.subarray(at, at + SCALAR_BYTES), recoveryId);
        if (x === null) return false;
        points.xs.set(x, at);
      }
      // −R: the other root.
      points.signs[i] = 1 - (recoveryId & 1);
      if (key.length === COMPRESSED_BYTES) {
        if (key[0] !== EVEN && key[0] !== ODD) return false;
        places[i] = nextCompressed++;
        copyReversed(key, 1, points.xs, size + places[i] * SCALAR_BYTES, SCALAR_BYTES);
        points.signs[n + places[i]] = key[0] - EVEN;
      } else {
        const parsed = this.#parseKey(key);
        if (parsed === null || 'x' in parsed) return false;
        places[i] = nextAffine++;
        points.affine.set(parsed.affine, (places[i] - compressed) * POINT_BYTES);
        points.check ||= parsed.check;
      }
    }
    // Σ a·(−R) + (a·r/s)·Q + (Σ a·z/s)·G.
    const order = signaturesOf(engine).scalarField();
    const coefficients = randomCoefficients(n, [s, z, points.xs, points.affine, points.signs]);
    const quotients = order.multiply(coefficients, order.invert(s));
    const ofKeys = order.multiply(r, quotients);
    const scalars = allocate(2 * size + SCALAR_BYTES);
    scalars.set(coefficients);
    if (compressed === 0 || compressed === n) scalars.set(ofKeys, size);
    else {
      places.forEach((place, i) => {
        const scalar = ofKeys.subarray(i * SCALAR_BYTES, (i + 1) * SCALAR_BYTES);
        scalars.set(scalar, size + place * SCALAR_BYTES);
      });
    }
    scalars.set(order.dot(z, quotients), 2 * size);
    return sumsToInfinity(engine, points, scalars);
  }

  /**
   * R = (z/s)·G + (r/s)·Q.
   * @param {DoubleMultiplication} sums receives the result
   * @param {Signature} signature
   * @param {Uint8Array} z
   * @param {Key} key
   * @returns {boolean} false if the key is not a valid point
   */
  #computeR(sums, { r, s }, z, key) {
    const isPoint = 'x' in key ? sums.setCompressed(key.x, key.sign) : sums.setAffine(key.affine);
    if (!isPoint) return false;
    const u = this.#quotients(z, r, s);
    sums.combine(u.subarray(0, SCALAR_BYTES), u.subarray(SCALAR_BYTES));
    return true;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {boolean} lowS
   * @returns {Signature | null} null if out of range
   */
  #parseSignature(bytes, lowS) {
    const [r, s] = [reversed(bytes, 0), reversed(bytes, SCALAR_BYTES)];
    if (!isBetween(r, 0, this.#n) || !isBetween(s, 0, this.#n)) return null;
    return lowS && compareLE(s, 0, this.#half) > 0 ? null : { r, s };
  }

  /**
   * @param {Uint8Array} hash
   * @returns {Uint8Array} below the order, little-endian
   */
  #reduceHash(hash) {
    return reduced(reversed(hash, 0), this.#n);
  }

  /**
   * @param {Uint8Array} bytes as `Item` has them
   * @returns {Key | null} null if it cannot be a key
   */
  #parseKey(bytes) {
    if (bytes.length === POINT_BYTES) {
      return isZero(bytes, 0, POINT_BYTES) ? null : { affine: bytes, check: false };
    }
    if (bytes.length === COMPRESSED_BYTES) {
      if (bytes[0] !== EVEN && bytes[0] !== ODD) return null;
      return { x: reversed(bytes, 1), sign: bytes[0] - EVEN };
    }
    // The engine reads (0, 0) as infinity.
    if (bytes[0] !== UNCOMPRESSED || isZero(bytes, 1, UNCOMPRESSED_BYTES)) return null;
    const affine = new Uint8Array(POINT_BYTES);
    copyReversed(bytes, 1, affine, 0, SCALAR_BYTES);
    copyReversed(bytes, 1 + SCALAR_BYTES, affine, SCALAR_BYTES, SCALAR_BYTES);
    return { affine, check: true };
  }

  /**
   * @param {Uint8Array} r
   * @param {number} recoveryId
   * @returns {Uint8Array | null} R.x, or null if it is not below p
   */
  #xOfR(r, recoveryId) {
    if (recoveryId < 2) return r;
    return compareLE(r, 0, this.#excess) < 0 ? sum(r, this.#n) : null;
  }

  /**
   * a/d and b/d modulo the order, back to back.
   * @type {(a: Uint8Array, b: Uint8Array, d: Uint8Array) => Uint8Array}
   */
  #quotients(a, b, d) {
    const numerators = new Uint8Array(2 * SCALAR_BYTES);
    numerators.set(a);
    numerators.set(b, SCALAR_BYTES);
    return signaturesOf(this.#curve.engine).scalarField().divide(numerators, d);
  }
}
