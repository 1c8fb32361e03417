/**
 * Polynomials over the field of p elements, in named unknowns with exponents of any size: elements
 * of which the value is known, but not the digits.
 */
import { Refused } from '../refused.js';

/** The exponents of a monomial such as `x^2 y`. @type {Map<string, Map<string, bigint>>} */
const EXPONENTS = new Map([['', new Map()]]);

/** @param {string} key @returns {Map<string, bigint>} */
function exponentsOf(key) {
  const known = EXPONENTS.get(key);
  if (known) return known;
  const found = new Map(
    key.split(' ').map((text) => {
      const [name, exponent = '1'] = text.split('^');
      return [name, BigInt(exponent)];
    }),
  );
  EXPONENTS.set(key, found);
  return found;
}

/** Monomials of products that were asked for. @type {Map<string, Map<string, string>>} */
const PRODUCTS = new Map();

/** @param {string} a @param {string} b */
function product(a, b) {
  const known = PRODUCTS.get(a) ?? new Map();
  if (known.size === 0) PRODUCTS.set(a, known);
  const found = known.get(b) ?? productOf(a, b);
  known.set(b, found);
  return found;
}

/**
 * The monomial of a product. With 1/0 = 0, x·(1/x) is 0 or 1, so x^2·(1/x) is x, and so on.
 * @param {string} a @param {string} b
 */
function productOf(a, b) {
  if (a === '' || b === '') return a + b;
  const exponents = new Map(exponentsOf(a));
  for (const [name, e] of exponentsOf(b)) exponents.set(name, (exponents.get(name) ?? 0n) + e);
  for (const [name, e] of [...exponents]) {
    const inverse = exponents.get(`1/${name}`);
    if (inverse === undefined) continue;
    exponents.set(name, e > inverse ? e - inverse : 1n);
    exponents.set(`1/${name}`, e < inverse ? inverse - e : 1n);
    if (e !== inverse) exponents.delete(e > inverse ? `1/${name}` : name);
  }
  return [...exponents]
    .map(([name, e]) => (e === 1n ? name : `${name}^${e}`))
    .sort()
    .join(' ');
}

/** Of p = 0 the integer itself. @param {bigint} c @param {bigint} p */
function mod(c, p) {
  if (p === 0n) return c;
  const rest = c % p;
  return rest < 0n ? rest + p : rest;
}

/** All that is proven has less than a tenth of that; what is not may have any number. */
const MOST_PRODUCTS = 200_000;

/** Immutable; over the integers if p is 0. */
export class FieldPolynomial {
  /** @param {bigint} p @param {Map<string, bigint>} [terms] coefficients in [1, p) */
  constructor(p, terms = new Map()) {
    this.p = p;
    this.terms = terms;
  }
  /** @param {bigint} p @param {string} name */
  static variable(p, name) {
    return new FieldPolynomial(p, new Map([[name, 1n]]));
  }
  /** @param {bigint} p @param {bigint} c */
  static constant(p, c) {
    return new FieldPolynomial(p).#plus([['', c]]);
  }
  /** @param {Iterable<[string, bigint]>} more terms */
  #plus(more) {
    const terms = new Map(this.terms);
    for (const [key, c] of more) {
      const sum = mod((terms.get(key) ?? 0n) + c, this.p);
      if (sum === 0n) terms.delete(key);
      else terms.set(key, sum);
    }
    return new FieldPolynomial(this.p, terms);
  }
  /** @param {FieldPolynomial} other */
  add(other) {
    return this.#plus(other.terms);
  }
  /** @param {FieldPolynomial} other */
  sub(other) {
    return this.add(other.scale(-1n));
  }
  /** @param {bigint} c @returns {FieldPolynomial} */
  scale(c) {
    const terms = [...this.terms].map(([key, x]) => /** @type {const} */ ([key, x * c]));
    return new FieldPolynomial(this.p).#plus(/** @type {any} */ (terms));
  }
  /** @param {FieldPolynomial} other */
  mul(other) {
    if (this.terms.size * other.terms.size > MOST_PRODUCTS)
      throw new Refused('a product of too many terms');
    /** @type {[string, bigint][]} */
    const terms = [];
    for (const [j, c] of this.terms)
      for (const [k, d] of other.terms) terms.push([product(j, k), c * d]);
    return new FieldPolynomial(this.p).#plus(terms);
  }
  /**
   * The inverse, and 0 of 0: of a monomial the product of inverses, else an unknown of its own, the
   * same for multiples.
   * @returns {FieldPolynomial}
   */
  inverse() {
    const [[key, c] = ['', 0n]] = [...this.terms].sort();
    if (c === 0n) return this;
    const rest = this.scale(inverse(c, this.p));
    const factor = inverse(c, this.p);
    if (rest.terms.size > 1) return new FieldPolynomial(this.p, new Map([[nameOf(rest), factor]]));
    const inverted = [...exponentsOf(key)]
      .map(([name, e]) => [name.startsWith('1/') ? name.slice(2) : `1/${name}`, e])
      .map(([name, e]) => (e === 1n ? name : `${name}^${e}`));
    return new FieldPolynomial(this.p, new Map([[inverted.sort().join(' '), factor]]));
  }
  /** With a number for an unknown. @param {string} name @param {bigint} value */
  at(name, value) {
    /** @type {[string, bigint][]} */
    const terms = [...this.terms].map(([key, c]) => {
      const exponents = new Map(exponentsOf(key));
      const e = exponents.get(name) ?? 0n;
      exponents.delete(name);
      const rest = [...exponents].map(([one, k]) => (k === 1n ? one : `${one}^${k}`)).join(' ');
      return [rest, c * value ** e];
    });
    return new FieldPolynomial(this.p).#plus(terms);
  }
  /**
   * Of a long sum a + bi: two unknowns that stand for 1/(a + bi), the same for the same sum; else
   * null.
   * @param {FieldPolynomial} other @returns {[FieldPolynomial, FieldPolynomial] | null}
   */
  inversePair(other) {
    return this.terms.size + other.terms.size < LONG ? null : this.unknownPair('pair', other);
  }
  /**
   * Two unknowns that stand for a function of a + bi, the same for the same sum.
   * @param {string} of @param {FieldPolynomial} other @returns {[FieldPolynomial, FieldPolynomial]}
   */
  unknownPair(of, other) {
    const text = [this, other].map(({ terms }) => [...terms].sort().join()).join(' and ');
    const name = SUMS.get(`${of} ${text}`) ?? `${of}${SUMS.size}`;
    SUMS.set(`${of} ${text}`, name);
    const unknown = (/** @type {number} */ i) => FieldPolynomial.variable(this.p, `${name}.${i}`);
    return [unknown(0), unknown(1)];
  }
  /** With 1 for x·(1/x) of some unknowns. @param {(name: string) => boolean} isNonZero */
  cancelled(isNonZero) {
    /** @type {[string, bigint][]} */
    const terms = [...this.terms].map(([key, c]) => {
      const names = key.split(' ');
      const pairs = names.filter((one) => names.includes(`1/${one}`) && isNonZero(one));
      const rest = names.filter((one) => !pairs.includes(one.replace(/^1\//, '')));
      return [rest.join(' '), c];
    });
    return new FieldPolynomial(this.p).#plus(terms);
  }
  /** The unknowns of a product of such; none of a sum. */
  factors() {
    const [key = ''] = this.terms.size === 1 ? this.terms.keys() : [];
    return key === ''
      ? []
      : [...exponentsOf(key).keys()].map((x) => FieldPolynomial.variable(this.p, x));
  }
  /**
   * A power: of a monomial that of its parts, else of an unknown that stands for the sum, the same
   * for multiples.
   * @param {bigint} e positive @returns {FieldPolynomial}
   */
  power(e) {
    if (this.terms.size === 0) return this;
    const [[key, c]] = [...this.terms].sort();
    const rest = this.scale(inverse(c, this.p));
    const base = rest.terms.size > 1 ? nameOf(rest).slice(2) : key;
    const raised = [...exponentsOf(base)].map(([name, k]) => `${name}^${k * e}`);
    return new FieldPolynomial(this.p, new Map([[raised.join(' '), powerOf(c, e, this.p)]]));
  }
  /** Whether it is zero for all values of the unknowns; null if that depends on them. */
  isZero() {
    if (this.terms.size === 0) return true;
    return this.terms.size === 1 && this.terms.has('') ? false : null;
  }
  /** @param {FieldPolynomial} other */
  equals({ p, terms }) {
    if (p !== this.p) throw new Error('polynomials over two fields');
    if (terms.size !== this.terms.size) return false;
    for (const [key, c] of terms) if (this.terms.get(key) !== c) return false;
    return true;
  }
}

/** From so many terms on a sum is long. */
const LONG = 500;

/** Names of inverses of sums. @type {Map<string, string>} */
const SUMS = new Map();

/** @param {FieldPolynomial} sum */
function nameOf({ terms }) {
  const text = [...terms].sort().join();
  const name = SUMS.get(text) ?? `1/sum${SUMS.size}`;
  SUMS.set(text, name);
  return name;
}

/** Those that were asked for. @type {Map<string, bigint>} */
const POWERS = new Map();

/** @param {bigint} c @param {bigint} e @param {bigint} p @returns {bigint} */
function powerOf(c, e, p) {
  const key = `${c} ${e} ${p}`;
  let power = POWERS.get(key);
  if (power !== undefined) return power;
  power = 1n;
  for (let [rest, square] = [e, c]; rest > 0n; rest >>= 1n) {
    if (rest & 1n) power = (power * square) % p;
    square = (square * square) % p;
  }
  POWERS.set(key, power);
  return power;
}

/** Those that were asked for, by the prime. @type {Map<bigint, Map<bigint, bigint>>} */
const INVERSES = new Map();

/** @param {bigint} a @param {bigint} p a prime */
export function inverse(a, p) {
  const known = INVERSES.get(p)?.get(a);
  if (known !== undefined) return known;
  let [r, s, u, v] = [p, ((a % p) + p) % p, 0n, 1n];
  while (s !== 0n) [r, s, u, v] = [s, r % s, v, u - (r / s) * v];
  const found = ((u % p) + p) % p;
  INVERSES.set(p, (INVERSES.get(p) ?? new Map()).set(a, found));
  return found;
}

/**
 * Whether values are those of others times one constant other than 0.
 * @param {FieldPolynomial[]} values @param {FieldPolynomial[]} others
 */
export function areMultiples(values, others) {
  const i = others.findIndex(({ terms }) => terms.size > 0);
  if (i < 0) return values.every(({ terms }) => terms.size === 0);
  const [[key, c]] = others[i].terms;
  const d = values[i].terms.get(key);
  if (d === undefined) return false;
  return values.every((value, at) => {
    const other = others[at];
    return value.terms.size === other.terms.size && value.scale(c).equals(other.scale(d));
  });
}
