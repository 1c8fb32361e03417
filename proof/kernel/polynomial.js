/**
 * Polynomials with dyadic coefficients, Σ c·(monomial) / 2^e, exact. A monomial of degree up to 3
 * is a number: the ids of its variables, 17 bits each, sorted, 0 for none. So the key of a variable
 * is its id, and the key of 1 is 0.
 */
import { Refused } from './refused.js';

const ID_BITS = 17;
const BASE = 2 ** ID_BITS;
const BASE2 = BASE ** 2;

/** The variables of a monomial. @param {number} key */
export function variablesOf(key) {
  if (key < BASE) return key === 0 ? [] : [key];
  const ids = [key % BASE, Math.floor(key / BASE) % BASE];
  if (key >= BASE2) ids.push(Math.floor(key / BASE2));
  return ids;
}

/** @param {number} a @param {number} b keys @returns {number} */
function product(a, b) {
  if (a === 0) return b;
  if (b === 0) return a;
  const ids = [...variablesOf(a), ...variablesOf(b)].sort((x, y) => y - x);
  if (ids.length > 3) throw new Refused('a product of more than three variables');
  return ids[0] + ids[1] * BASE + (ids[2] ?? 0) * BASE2;
}

/** Whether ids are those of a monomial, the largest first. @param {number} key */
function isMonomial(key) {
  const ids = variablesOf(key);
  const isSorted = ids.every((id, i) => id > 0 && id < BASE && (i === 0 || id <= ids[i - 1]));
  return Number.isSafeInteger(key) && key >= 0 && isSorted;
}

/** How often 2 divides a number; of zero, more often than any other. @param {bigint} number */
export function valuation(number) {
  if (number === 0n) return Infinity;
  let v = 0;
  for (; (number & 0xffffffffn) === 0n; number >>= 32n) v += 32;
  for (; (number & 1n) === 0n; number >>= 1n) v++;
  return v;
}

/** @param {ReadonlyMap<number, bigint>} terms @param {(c: bigint) => bigint} of */
function mapped(terms, of) {
  const result = new Map();
  for (const [key, c] of terms) result.set(key, of(c));
  return result;
}

/** Immutable. */
export class Polynomial {
  /** @param {ReadonlyMap<number, bigint>} [terms] without zeros @param {number} [exponent] e */
  constructor(terms = new Map(), exponent = 0) {
    /** @readonly */
    this.terms = terms;
    /** @readonly */
    this.exponent = exponent;
    Object.freeze(this);
  }
  /**
   * A copy of what was made elsewhere, with terms such as this file makes them.
   * @param {Polynomial} given
   */
  static copyOf({ terms, exponent }) {
    const copy = new Map(terms);
    const isExponent = Number.isSafeInteger(exponent) && exponent >= 0;
    for (const [key, c] of copy)
      if (!isExponent || typeof c !== 'bigint' || c === 0n || !isMonomial(key))
        throw new Refused('no polynomial');
    return new Polynomial(copy, exponent);
  }
  /** @param {bigint} c */
  static constant(c) {
    return new Polynomial(c === 0n ? new Map() : new Map([[0, c]]));
  }
  /** @param {number} id */
  static variable(id) {
    if (id >= BASE) throw new Refused('too many variables');
    return new Polynomial(new Map([[id, 1n]]));
  }
  isConstant() {
    return this.terms.size === 0 || (this.terms.size === 1 && this.terms.has(0));
  }
  /** The value of an integer constant, or null. */
  constant() {
    if (!this.isConstant()) return null;
    const c = this.terms.get(0) ?? 0n;
    const value = c >> BigInt(this.exponent);
    return value << BigInt(this.exponent) === c ? value : null;
  }
  /** @param {Polynomial} other @param {bigint} [factor] */
  add(other, factor = 1n) {
    const exponent = Math.max(this.exponent, other.exponent);
    const shift = BigInt(exponent - this.exponent);
    const f = factor << BigInt(exponent - other.exponent);
    const terms = shift ? mapped(this.terms, (c) => c << shift) : new Map(this.terms);
    for (const [key, c] of other.terms) {
      const sum = (terms.get(key) ?? 0n) + c * f;
      if (sum === 0n) terms.delete(key);
      else terms.set(key, sum);
    }
    return new Polynomial(terms, exponent);
  }
  /** @param {Polynomial} other */
  sub(other) {
    return this.add(other, -1n);
  }
  /** @param {bigint} c */
  scale(c) {
    if (c === 0n) return new Polynomial();
    return new Polynomial(
      mapped(this.terms, (x) => x * c),
      this.exponent,
    );
  }
  /** Times 2^k, any k. @param {number} k */
  shift(k) {
    if (k <= 0) return new Polynomial(this.terms, this.exponent - k).reduced();
    const rest = BigInt(Math.max(0, k - this.exponent));
    const terms = rest ? mapped(this.terms, (x) => x << rest) : this.terms;
    return new Polynomial(terms, Math.max(0, this.exponent - k));
  }
  /** @param {Polynomial} other */
  mul(other) {
    const exponent = this.exponent + other.exponent;
    const terms = new Map();
    for (const [j, c] of this.terms)
      for (const [k, d] of other.terms) {
        const key = product(j, k);
        const sum = (terms.get(key) ?? 0n) + c * d;
        if (sum === 0n) terms.delete(key);
        else terms.set(key, sum);
      }
    return new Polynomial(terms, exponent);
  }
  /** With the least exponent. */
  reduced() {
    if (this.exponent === 0) return this;
    const v = Math.min(this.exponent, valuation(this.#bits()));
    if (v === 0) return this;
    const terms = mapped(this.terms, (x) => x >> BigInt(v));
    return new Polynomial(terms, this.exponent - v);
  }
  #bits() {
    let all = 0n;
    for (const c of this.terms.values()) all |= c;
    return all;
  }
  /** The largest v such that all coefficients are multiples of 2^v. */
  valuation() {
    return valuation(this.#bits()) - this.exponent;
  }
  /** @returns {Set<number>} */
  variables() {
    const ids = new Set();
    for (const key of this.terms.keys()) for (const id of variablesOf(key)) ids.add(id);
    return ids;
  }
  /**
   * With polynomials in place of some variables.
   * @param {(id: number) => Polynomial | null | undefined} by null for a variable that stays
   */
  substitute(by) {
    const kept = new Map();
    /** @type {Polynomial | null} */
    let sum = null;
    for (const [key, c] of this.terms) {
      const ids = variablesOf(key);
      if (!ids.some((id) => by(id))) {
        kept.set(key, c);
        continue;
      }
      let term = new Polynomial(new Map([[0, c]]), this.exponent);
      for (const id of ids) term = term.mul(by(id) ?? Polynomial.variable(id));
      sum = sum ? sum.add(term) : term;
    }
    const rest = new Polynomial(kept, this.exponent);
    return (sum ? rest.add(sum) : rest).reduced();
  }
  /** With coefficients in [0, 2^k); of integer coefficients. @param {number} k */
  modulo(k) {
    if (this.exponent > 0) throw new Refused('a remainder of fractions');
    const terms = new Map();
    for (const [key, c] of this.terms) {
      const rest = BigInt.asUintN(k, c);
      if (rest !== 0n) terms.set(key, rest);
    }
    return new Polynomial(terms);
  }
  /** The same text for equal polynomials of the same exponent, and only for those. */
  key() {
    const terms = [...this.terms].sort(([a], [b]) => a - b);
    return `${this.exponent}:${terms.map(([key, c]) => `${key}*${c.toString(36)}`).join()}`;
  }
  /** @param {Polynomial} other */
  equals(other) {
    return this === other || this.sub(other).terms.size === 0;
  }
}
