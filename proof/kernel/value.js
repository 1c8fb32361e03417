/**
 * An exact number: a polynomial with an interval. A 64-bit word is an integer that is congruent to
 * it modulo 2^64, so sums and products of words are exact; only an operation that interprets the
 * word needs the one representative in its range (`unsigned`, `signed`). A double is the number
 * that it stands for.
 */
import { Contradiction, Refused } from './refused.js';
import { bounds, interval } from './bounds.js';
import { TWO64, floorDivide, larger, productInterval, smaller } from './integers.js';
import { Polynomial } from './polynomial.js';
import { split } from './split.js';

/**
 * @import { Domain, Split } from './domain.js'
 */

/** Immutable but for sharper intervals. */
export class Value {
  /**
   * @param {Domain} domain
   * @param {Polynomial} polynomial
   * @param {bigint} low
   * @param {bigint} high
   * @param {boolean} isInteger known to be one
   */
  constructor(domain, polynomial, low, high, isInteger) {
    this.domain = domain;
    this.polynomial = polynomial;
    this.low = low;
    this.high = high;
    this.isInteger = isInteger;
    /** @type {{ split: Split, isLow: boolean } | null} as half of 128 bits */
    this.part = null;
    /** @type {Value[] | null} of a word that is zero exactly if all of these are */
    this.zeros = null;
    /** @type {[Value, Value] | null} of an exclusive or */
    this.xorOf = null;
    /** @type {(() => boolean) | null} of a bit: the test that decides it, when it must be known */
    this.pending = null;
    /** @type {Polynomial | null} */
    this.closedForm = null;
    this.refinedAt = -1;
  }
  closed() {
    return (this.closedForm ??= this.domain.closed(this.polynomial));
  }
  constant() {
    return this.polynomial.constant();
  }
  /** @param {Value} other */
  add(other) {
    return this.#like(
      this.polynomial.add(other.polynomial),
      [this.low + other.low, this.high + other.high],
      other,
    );
  }
  /** @param {Value} other */
  sub(other) {
    return this.#like(
      this.polynomial.sub(other.polynomial),
      [this.low - other.high, this.high - other.low],
      other,
    );
  }
  /** @param {Value} other */
  mul(other) {
    const range = productInterval([this.low, this.high], [other.low, other.high]);
    return this.#like(this.polynomial.mul(other.polynomial), range, other);
  }
  #copy() {
    return this.#like(this.polynomial, [this.low, this.high]);
  }
  /** @param {Polynomial} polynomial @param {bigint[]} range @param {Value} [other] */
  #like(polynomial, [low, high], other) {
    const isInteger = this.isInteger && (other?.isInteger ?? true);
    return new Value(this.domain, polynomial, low, high, isInteger);
  }
  /** @param {bigint} c */
  plus(c) {
    if (c === 0n) return this;
    const sum = this.polynomial.add(Polynomial.constant(c));
    return this.#like(sum, [this.low + c, this.high + c]);
  }
  /** @param {bigint} c */
  times(c) {
    const range = productInterval([this.low, this.high], [c, c]);
    return this.#like(this.polynomial.scale(c), range);
  }
  /** Sharpens the interval by the closed form. @param {number} [depth] of constraints */
  refine(depth = 2) {
    const state = 4 * this.domain.constraints.length + depth;
    if (this.refinedAt >= state) return this;
    this.refinedAt = state;
    this.#sharpen(interval(this.domain, this.polynomial, this.isInteger));
    this.#sharpen(bounds(this.domain, this.closed(), this.isInteger, depth));
    // The variable itself, for later uses.
    const { terms, exponent } = this.polynomial;
    const [[key, c]] = terms.size === 1 ? terms : [[0, 0n]];
    const variable = this.domain.variables[key];
    if (key !== 0 && c === 1n && exponent === 0 && variable) {
      variable.low = larger(variable.low, this.low);
      variable.high = smaller(variable.high, this.high);
    }
    return this;
  }
  /** @param {[bigint, bigint]} range */
  #sharpen([low, high]) {
    this.low = larger(this.low, low);
    this.high = smaller(this.high, high);
    if (this.low > this.high) throw new Contradiction();
  }
  /**
   * The representative in [least, least + 2^bits), or null.
   * @param {bigint} least
   * @param {number} bits
   */
  #inWindow(least, bits) {
    const k = floorDivide(this.low - least, 1n << BigInt(bits));
    const shifted = this.plus(-k << BigInt(bits));
    return shifted.high - least < 1n << BigInt(bits) ? shifted : null;
  }
  /**
   * The integer in [least, least + 2^bits) that is congruent to it modulo 2^bits, or null if that
   * takes more than one representative.
   * @param {bigint} least @param {number} [bits]
   */
  windowOrNull(least, bits = 64) {
    if (!this.isInteger) throw new Refused('a number that is no integer, as a word');
    const found =
      this.#inWindow(least, bits) ??
      this.refine(1).#inWindow(least, bits) ??
      this.refine(2).#inWindow(least, bits);
    if (found) return found;
    const rest = this.#withoutMultiples(bits);
    return rest && rest.#inWindow(least, bits);
  }
  /** Without terms that are multiples of 2^bits, or null if there are none. @param {number} bits */
  #withoutMultiples(bits) {
    const { domain, polynomial } = this;
    if (!domain.isIntegral(polynomial)) return null;
    const terms = [...polynomial.terms].filter(([, c]) => BigInt.asUintN(bits, c) !== 0n);
    if (terms.length === polynomial.terms.size) return null;
    const rest = new Polynomial(new Map(terms));
    return new Value(domain, rest, ...interval(domain, rest, true), true);
  }
  /** @param {bigint} least @param {number} [bits] */
  window(least, bits = 64) {
    const found = this.windowOrNull(least, bits);
    if (!found) throw new Refused(`a word that may wrap: ${this.low} to ${this.high}`);
    return found;
  }
  signed() {
    return this.window(-(1n << 63n));
  }
  /** The unsigned word. If it may wrap once, both cases; if more often, its low 64 bits. */
  unsigned() {
    const found = this.windowOrNull(0n);
    if (found) return found;
    const { low, high } = split(this, 64);
    if ((this.high >> 64n) - (this.low >> 64n) !== 1n) {
      this.domain.hasWrapped = true;
      return low;
    }
    const k = this.domain.decide(high);
    if (k !== 0n) this.domain.hasWrapped = true;
    const word = k === 0n ? this.#copy() : this.plus(-k << 64n);
    word.low = larger(word.low, 0n);
    word.high = smaller(word.high, TWO64 - 1n);
    word.part = low.part;
    return word.refine(1);
  }
}
