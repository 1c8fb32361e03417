/**
 * Many equations of points as one: Σ a_i·(equation i) with random a_i (Bellare, Garay, Rabin, "Fast Batch Verification
 * for Modular Exponentiation and Digital Signatures", EUROCRYPT 1998, the small exponents test). If all hold, the sum is
 * infinity; if one does not, it is so with a probability of at most 2^−128. docs/algorithms/signatures.md.
 */
import { EnvironmentError, PointError } from '../errors.js';
import { runNow } from '../group/drive.js';
import { allocate, isZero } from '../group/bytes.js';
import { SCALAR_BYTES } from './integers.js';

/** @import { Engine } from '../engines/engine.js' */

/** Bytes of a random coefficient. */
const COEFFICIENT_BYTES = 16;

/** The most that crypto.getRandomValues gives at once. */
const QUOTA = 65536;

/**
 * Coefficients for n equations: the first is 1, as a common factor changes nothing; the others are random below 2^128.
 * @param {number} n
 * @returns {Uint8Array} n × 32 bytes little-endian
 * @throws {EnvironmentError} the runtime has no crypto.getRandomValues
 */
export function randomCoefficients(n) {
  const coefficients = allocate(n * SCALAR_BYTES);
  if (n > 0) coefficients[0] = 1;
  if (n < 2) return coefficients;
  if (typeof globalThis.crypto?.getRandomValues !== 'function') {
    throw new EnvironmentError('expected a runtime with crypto.getRandomValues, got one without');
  }
  const random = new Uint8Array((n - 1) * COEFFICIENT_BYTES);
  for (let at = 0; at < random.length; at += QUOTA) {
    globalThis.crypto.getRandomValues(random.subarray(at, at + QUOTA));
  }
  for (let i = 1; i < n; i++) {
    const at = (i - 1) * COEFFICIENT_BYTES;
    coefficients.set(random.subarray(at, at + COEFFICIENT_BYTES), i * SCALAR_BYTES);
  }
  return coefficients;
}

/** A list of points, decoded together at its end. */
export class PointList {
  #engine;
  #affine;
  #xs;
  #signs;
  #count = 0;
  #compressed = 0;
  #unchecked = false;
  /** @type {number[]} the places of the compressed points */
  #places = [];

  /**
   * @param {Engine} engine
   * @param {number} length
   */
  constructor(engine, length) {
    this.#engine = engine;
    this.#affine = allocate(2 * engine.fieldBytes * length);
    this.#xs = allocate(engine.fieldBytes * length);
    this.#signs = allocate(length);
  }

  /**
   * @param {Uint8Array} x little-endian
   * @param {number} sign 1 for the root that `rootSign` of the config names, else 0
   */
  addCompressed(x, sign) {
    this.#xs.set(x, this.#compressed * this.#engine.fieldBytes);
    this.#signs[this.#compressed++] = sign;
    this.#places.push(this.#count++);
  }

  /**
   * @param {Uint8Array} affine x, y little-endian; all zero is infinity
   * @param {{ check: boolean }} options whether the point may be off the curve
   */
  addAffine(affine, { check }) {
    this.#affine.set(affine, this.#count++ * affine.length);
    this.#unchecked ||= check;
  }

  /**
   * Whether Σ scalar_i·point_i is infinity.
   * @param {Uint8Array} scalars 32 bytes little-endian for every point
   * @returns {boolean} false also if one of the points is none
   */
  sumsToInfinity(scalars) {
    const engine = this.#engine;
    let handle;
    try {
      this.#decompress();
      handle = engine.fromAffine(this.#affine);
      if (this.#unchecked) engine.checkOnCurve(handle);
      const sum = runNow(engine.msmSteps(handle, 0, handle.length, scalars));
      return isZero(sum, 0, sum.length);
    } catch (error) {
      if (error instanceof PointError) return false;
      throw error;
    } finally {
      if (handle) engine.free(handle);
    }
  }

  /** Moves the compressed points to their places among the others. */
  #decompress() {
    const engine = this.#engine;
    const n = this.#compressed;
    const xs = this.#xs.subarray(0, n * engine.fieldBytes);
    const handle = engine.fromCompressed(xs, this.#signs.subarray(0, n));
    const size = 2 * engine.fieldBytes;
    const points = engine.toAffine(handle, 0, n);
    engine.free(handle);
    this.#places.forEach((place, i) => {
      this.#affine.set(points.subarray(i * size, (i + 1) * size), place * size);
    });
  }
}
