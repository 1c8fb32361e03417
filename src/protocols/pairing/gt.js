/**
 * Values of the pairing: elements of GT, the subgroup of prime order of Fp¹², written
 * multiplicatively.
 */
import { InputError } from '../../errors.js';
import { INSPECT, SEND_BYTES, provideCompared } from '../../group/objects.js';
import { hexOf } from '../../input/bytes.js';
import { describe } from '../../input/describe.js';
import { mod } from '../../math/integers.js';

/** @import { GtElement } from '../../port/pairings.js' */
/** @import { PairingContext } from './pairing.js' */

/** Whether a value is a `Gt`, no proxy of one. @type {(value: unknown) => value is Gt} */
let isGt;

/**
 * A value of the pairing e(P, Q): an immutable element of the group GT, of the same prime order as
 * G1 and G2. It needs no disposal; its methods throw an `InputError` once the instance is disposed.
 *
 * The values are those of @noble/curves. BLS12-381: kilic's, too, and the cubes of gnark's and
 * blst's: e(P, Q) = f^(3(p¹² − 1)/r) for the Miller function f of the curve's parameter x. BN254:
 * gnark-crypto's and arkworks', f^(2x(6x² + 3x + 1)(p¹² − 1)/r). Which power it is matters only
 * where values are compared across libraries; products that are one are one in all of them.
 */
export class Gt {
  /** For messages and consoles: bundlers rename classes. */
  static name = 'Gt';

  /** Makes structured cloning throw. */
  cloning = SEND_BYTES;

  /** @type {PairingContext} */
  #context;
  /** @type {GtElement} */
  #element;

  static {
    isGt = (value) => typeof value === 'object' && value !== null && #element in value;
  }

  /**
   * Internal: values come from `pairing`.
   * @param {PairingContext} context
   * @param {GtElement} element
   */
  constructor(context, element) {
    this.#context = context;
    this.#element = element;
    provideCompared(this, this.toBytes);
    Object.freeze(this);
  }

  /**
   * The product. e(P, Q)·e(P′, Q) = e(P + P′, Q).
   * @param {Gt} other a value of the same instance
   * @returns {Gt}
   * @throws {InputError} no such value
   */
  multiply(other) {
    const { pairings } = this.#context;
    return this.#of(pairings.multiply(this.#element, this.#read(other)));
  }

  /**
   * The power. e(P, Q)^k = e(kP, Q) = e(P, kQ). Variable time: not for secret exponents.
   * @param {bigint} exponent any integer; it is reduced modulo the order
   * @returns {Gt}
   * @throws {InputError} not a bigint
   */
  pow(exponent) {
    if (typeof exponent !== 'bigint') {
      throw new InputError(`exponent: expected a bigint, got ${describe(exponent)}`);
    }
    const { pairings, order } = this.#context;
    return this.#of(pairings.pow(this.#element, mod(exponent, order)));
  }

  /**
   * The inverse. It takes next to no time, as it is a conjugate.
   * @returns {Gt}
   */
  inverse() {
    return this.#of(this.#context.pairings.inverse(this.#element));
  }

  /**
   * Whether two values are equal.
   * @param {Gt} other a value of the same instance
   * @returns {boolean}
   * @throws {InputError} no such value
   */
  equals(other) {
    return this.#context.pairings.equals(this.#element, this.#read(other));
  }

  /**
   * Whether this is one.
   * @returns {boolean}
   */
  isIdentity() {
    return this.#context.pairings.isOne(this.#element);
  }

  /**
   * The coefficients in Fp¹² = Fp⁶[w]/(w² − v) over Fp⁶ = Fp²[v]/(v³ − ξ) over
   * Fp² = Fp[u]/(u² + 1), ξ = 1 + u for BLS12-381 and 9 + u for BN254: those of 1, v, v², w, vw,
   * v²w, each first that of 1, then that of u, each big-endian in as many bytes as p has. This is
   * `Fp12.toBytes` of @noble/curves; gnark-crypto's `Bytes` has them from the last to the first.
   * @returns {Uint8Array<ArrayBuffer>} 576 bytes, 384 for BN254; a fresh array
   */
  toBytes() {
    return this.#context.pairings.toBytes(this.#element);
  }

  /**
   * The coefficients of `toBytes`, hexadecimal without a prefix.
   * @returns {string}
   */
  toString() {
    return hexOf(this.toBytes());
  }

  /** As `toString`. @returns {string} */
  toJSON() {
    return String(this);
  }

  /** For the console of Node, Deno and Bun. */
  [INSPECT]() {
    return this.#context.isAlive ? `Gt(${this})` : 'Gt(of a disposed instance)';
  }

  /** @param {GtElement} element */
  #of(element) {
    return new Gt(this.#context, element);
  }

  /** @param {unknown} other */
  #read(other) {
    if (!isGt(other)) {
      throw new InputError(`value: expected a Gt of this library, got ${describe(other)}`);
    }
    if (other.#context !== this.#context) {
      throw new InputError('value: expected a Gt of this instance, got one of another');
    }
    return other.#element;
  }
}
