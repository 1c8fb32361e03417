/**
 * The equations of BIP-340, on parsed input: here and in workers.
 *
 * For a signature (r, s), a key P of even y and e = SHA256-tagged(r ‖ P.x ‖ message) mod n:
 * R = s·G − e·P is finite, has even y and R.x = r. In a batch R is decoded from r instead, and Σ
 * a_i·(s_i·G − e_i·P_i − R_i) must be infinity.
 */
import { allocate, compareLE, copyReversed, isZero } from '../../input/bytes.js';
import { SCALAR_BYTES, toBytesLE } from '../../math/integers.js';
import { sha256, taggedMidstate } from '../sha256.js';
import { findInvalid, randomCoefficients, signaturesOf, sumsToInfinity } from './batch.js';
import { bytesOfPoint, copyReduced, reversed } from './integers.js';

/** @import { SignatureCurve } from './batch.js' */

/**
 * A parsed item.
 * @typedef {readonly [signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array]} Item
 */

/**
 * The sign that selects the odd root y. BIP-340 lifts x to the point of even y, so a point that is
 * decoded with this sign is the negative of the signature's R or of the key P.
 */
const NEGATIVE = 1;

/**
 * With fewer items, a batch is slower than single verification:
 * docs/decisions/07-signature-verification.md.
 */
const SMALLEST_BATCH = 4;

/** BIP-340 over secp256k1. */
export class SchnorrEquations {
  #curve;
  #n;
  #generator;
  /** @type {ReturnType<typeof taggedMidstate> | undefined} */
  #midstate;
  /** R.x ‖ P.x, one hash block; and the last digest. */
  #block = new Uint8Array(2 * SCALAR_BYTES);
  #digest = new Uint8Array(SCALAR_BYTES);

  /** @param {SignatureCurve} curve */
  constructor(curve) {
    this.#curve = curve;
    const { order, generator } = curve.config;
    this.#n = toBytesLE(order, SCALAR_BYTES);
    this.#generator = bytesOfPoint(generator);
  }

  /**
   * Whether one signature is valid.
   * @param {Item} item
   * @returns {boolean}
   */
  holds([signature, message, publicKey]) {
    const s = reversed(signature, SCALAR_BYTES);
    if (compareLE(s, 0, this.#n) >= 0) return false;
    const sums = signaturesOf(this.#curve.engine).doubleMultiplication();
    if (!sums.setCompressed(reversed(publicKey, 0), NEGATIVE)) return false;
    sums.combine(s, reversed(this.#challenge(signature, publicKey, message), 0));
    const R = sums.toAffine();
    if (isZero(R, 0, R.length)) return false;
    for (let i = 0; i < SCALAR_BYTES; i++) {
      if (R[i] !== signature[SCALAR_BYTES - 1 - i]) return false;
    }
    return (R[SCALAR_BYTES] & 1) === 0;
  }

  /**
   * The indices of invalid items.
   * @param {Item[]} list
   * @returns {number[]} ascending
   */
  findInvalid(list) {
    return findInvalid(
      list,
      SMALLEST_BATCH,
      (item) => this.holds(item),
      (part) => this.verify(part),
    );
  }

  /**
   * Whether all signatures are valid: by one multi-scalar multiplication if there are enough of
   * them, else one by one.
   * @param {Item[]} items
   * @returns {boolean}
   */
  verify(items) {
    if (items.length < SMALLEST_BATCH) return items.every((item) => this.holds(item));
    const { engine } = this.#curve;
    const n = items.length;
    const size = n * SCALAR_BYTES;
    const [s, e, xs] = [allocate(size), allocate(size), allocate(2 * size)];
    for (let i = 0; i < n; i++) {
      const [signature, message, publicKey] = items[i];
      const at = i * SCALAR_BYTES;
      copyReversed(signature, SCALAR_BYTES, s, at, SCALAR_BYTES);
      if (compareLE(s, at, this.#n) >= 0) return false;
      copyReduced(this.#challenge(signature, publicKey, message), 0, e, at, this.#n);
      copyReversed(signature, 0, xs, at, SCALAR_BYTES);
      copyReversed(publicKey, 0, xs, size + at, SCALAR_BYTES);
    }
    // Σ a·(−R) + (a·e)·(−P) + (Σ a·s)·G.
    const order = signaturesOf(engine).scalarField();
    // Coefficients depend on s and e, not on random numbers alone. As e is a hash of R, P and the
    // message, every part of every item enters.
    const coefficients = randomCoefficients(n, [s, e]);
    const scalars = allocate(2 * size + SCALAR_BYTES);
    scalars.set(coefficients);
    scalars.set(order.multiply(coefficients, e), size);
    scalars.set(order.dot(coefficients, s), 2 * size);
    const signs = allocate(2 * n).fill(NEGATIVE);
    const points = { xs, signs, affine: this.#generator, check: false };
    return sumsToInfinity(engine, points, scalars);
  }

  /**
   * The challenge e, big-endian, not reduced. Valid until the next call.
   * @type {(signature: Uint8Array, publicKey: Uint8Array, message: Uint8Array) => Uint8Array}
   */
  #challenge(signature, publicKey, message) {
    this.#midstate ??= taggedMidstate('BIP0340/challenge');
    for (let i = 0; i < SCALAR_BYTES; i++) {
      this.#block[i] = signature[i];
      this.#block[SCALAR_BYTES + i] = publicKey[i];
    }
    return sha256([this.#block, message], this.#midstate, this.#digest);
  }
}
