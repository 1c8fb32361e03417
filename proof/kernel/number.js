/**
 * Exact numbers: polynomials with proven bounds. Only this file makes them: constants, inputs,
 * sums, products, splits with a remainder that is proposed and checked, and cases. A 64-bit word is
 * an integer that is congruent to it modulo 2^64, so sums and products of words are exact; only an
 * operation that interprets the word needs the one representative in its range (`unsigned`,
 * `signed`). A double is the number that it stands for.
 */
import { ACCESS, Facts } from './facts.js';
import { TWO64, ceilDivide, floorDivide, larger, productInterval, smaller } from './integers.js';
import { Polynomial } from './polynomial.js';
import { Contradiction, Refused } from './refused.js';

/**
 * @import { Comparison } from './machine/comparisons.js'
 * @import { Halves } from './facts.js'
 *
 * `of` is low + 2^bits·high.
 * @typedef {{ low: Value, high: Value, of: Value, bits: number }} Split
 * A word of bits, besides its range.
 * @typedef {object} Known
 * @property {Value[]} [zeros] of a word that is zero exactly if all of these are
 * @property {[Value, Value]} [xorOf] of an exclusive or
 * @property {() => boolean} [pending] of a bit: the test that decides it, when it must be known
 */

/** A case distinction has at most so many cases. */
const MOST_CASES = 80n;
/** Only this module has it. */
const MADE = Symbol('made by the kernel');

/** Its polynomial never changes; bounds get sharper. */
export class Value {
  #domain;
  #polynomial;
  #low;
  #high;
  #isInteger;
  /** @type {Polynomial | null} */
  #closed = null;
  #refinedAt = -1;
  /** @type {{ split: Split, isLow: boolean } | null} */
  #part = null;
  /** @type {Known | null} */
  #known = null;

  /**
   * @param {symbol} made
   * @param {Domain} domain
   * @param {Polynomial} polynomial
   * @param {bigint} low
   * @param {bigint} high
   * @param {boolean} isInteger known to be one
   */
  constructor(made, domain, polynomial, low, high, isInteger) {
    if (made !== MADE) throw new TypeError('only the kernel makes numbers');
    this.#domain = domain;
    this.#polynomial = polynomial;
    this.#low = low;
    this.#high = high;
    this.#isInteger = isInteger;
    Object.freeze(this);
  }
  get domain() {
    return this.#domain;
  }
  get polynomial() {
    return this.#polynomial;
  }
  get low() {
    return this.#low;
  }
  get high() {
    return this.#high;
  }
  get isInteger() {
    return this.#isInteger;
  }
  /** As half of 128 bits. */
  get part() {
    return this.#part;
  }
  get zeros() {
    return this.#known?.zeros ?? null;
  }
  get xorOf() {
    return this.#known?.xorOf ?? null;
  }
  get pending() {
    return this.#known?.pending ?? null;
  }

  closed() {
    return (this.#closed ??= this.#domain.closed(this.#polynomial));
  }
  constant() {
    return this.#polynomial.constant();
  }
  /** @param {Value} other */
  add(other) {
    const range = [this.#low + other.#low, this.#high + other.#high];
    return this.#with(this.#polynomial.add(other.#polynomial), range, other);
  }
  /** @param {Value} other */
  sub(other) {
    const range = [this.#low - other.#high, this.#high - other.#low];
    return this.#with(this.#polynomial.sub(other.#polynomial), range, other);
  }
  /** @param {Value} other */
  mul(other) {
    const range = productInterval([this.#low, this.#high], [other.#low, other.#high]);
    return this.#with(this.#polynomial.mul(other.#polynomial), range, other);
  }
  #copy() {
    return this.#like(this.#polynomial, [this.#low, this.#high]);
  }
  /** @param {Polynomial} polynomial @param {bigint[]} range @param {Value} other */
  #with(polynomial, [low, high], other) {
    if (this.#domain !== other.#domain) throw new TypeError('numbers of two paths');
    const isInteger = this.#isInteger && other.#isInteger;
    return new Value(MADE, this.#domain, polynomial, low, high, isInteger);
  }
  /** @param {Polynomial} polynomial @param {bigint[]} range */
  #like(polynomial, [low, high]) {
    return new Value(MADE, this.#domain, polynomial, low, high, this.#isInteger);
  }
  /** @param {bigint} c */
  plus(c) {
    if (c === 0n) return this;
    const sum = this.#polynomial.add(Polynomial.constant(c));
    return this.#like(sum, [this.#low + c, this.#high + c]);
  }
  /** @param {bigint} c */
  times(c) {
    return this.#like(this.#polynomial.scale(c), productInterval([this.#low, this.#high], [c, c]));
  }
  /** Times 2^k, of any k: an integer, if its coefficients say so. @param {number} k */
  shift(k) {
    const polynomial = this.#polynomial.shift(k);
    const isInteger = (k >= 0 && this.#isInteger) || this.#domain.isIntegral(polynomial);
    const unit = 1n << BigInt(Math.abs(k));
    const [floor, ceil] = isInteger ? [ceilDivide, floorDivide] : [floorDivide, ceilDivide];
    const [low, high] =
      k >= 0
        ? [this.#low * unit, this.#high * unit]
        : [floor(this.#low, unit), ceil(this.#high, unit)];
    return new Value(MADE, this.#domain, polynomial, low, high, isInteger);
  }
  /** The integer, if it is a multiple of d by its coefficients; or null. @param {bigint} d > 0 */
  dividedBy(d) {
    const { terms, exponent } = this.#polynomial;
    if (d <= 0n || exponent !== 0 || [...terms.values()].some((c) => c % d !== 0n)) return null;
    const quotient = new Polynomial(new Map([...terms].map(([key, c]) => [key, c / d])));
    if (!this.#domain.isIntegral(quotient)) return null;
    return this.#like(quotient, [ceilDivide(this.#low, d), floorDivide(this.#high, d)]);
  }
  /** The same number in closed form. */
  inClosedForm() {
    const closed = this.closed();
    return closed.equals(this.#polynomial) ? this : this.#like(closed, [this.#low, this.#high]);
  }
  /** Whether it is the same number by its closed form. @param {Value} other */
  isSame(other) {
    const isHere = this.#domain === other.#domain;
    return isHere && (this === other || this.closed().equals(other.closed()));
  }
  /**
   * The same number with t times an equation, which is a fact.
   * @param {number} i @param {bigint} t
   */
  plusFact(i, t) {
    const { polynomial, low, high } = this.#domain.fact(i);
    if (low !== high) throw new Refused('a fact that is no equation');
    const zero = polynomial.sub(Polynomial.constant(low)).scale(t);
    const isInteger = this.#isInteger;
    const [a, b] = [this.#low, this.#high];
    return new Value(MADE, this.#domain, this.#polynomial.add(zero), a, b, isInteger);
  }

  /** Sharper bounds by the closed form and what is proposed. @param {number} [depth] of facts */
  refine(depth = 2) {
    const state = 4 * this.#domain.factCount + depth;
    if (this.#refinedAt >= state) return this;
    this.#refinedAt = state;
    this.#narrow(this.#domain.interval(this.#polynomial, this.#isInteger));
    this.#narrow(this.#domain.bounds(this.closed(), this.#isInteger, depth));
    // The variable itself, for later uses.
    const { terms, exponent } = this.#polynomial;
    const [[key, c]] = terms.size === 1 ? terms : [[0, 0n]];
    if (key !== 0 && c === 1n && exponent === 0 && key < this.#domain.variableCount)
      ACCESS.narrow(this.#domain, key, this.#low, this.#high);
    return this;
  }
  /** By all values of the one variable that it depends on. @param {number} id */
  refineByRows(id) {
    this.#narrow(this.#domain.boundsByRows(this.#polynomial, id));
    return this;
  }
  /** The same without remainders whose quotient is known by now. @param {number} depth */
  refineResolved(depth) {
    const resolved = this.#domain.resolve(this.closed());
    this.#narrow(this.#domain.bounds(resolved, this.#isInteger, depth));
    return this;
  }
  /** As sharp as a range needs it. @param {{ least: bigint, most: bigint }} range */
  refineFor(range) {
    if (!this.#isInteger) throw new Refused('the range of a number that is no integer');
    this.#narrow(this.#domain.boundsFor(this.#domain.resolve(this.closed()), range));
    return this;
  }
  /** @param {[bigint, bigint]} range */
  #narrow([low, high]) {
    this.#low = larger(this.#low, low);
    this.#high = smaller(this.#high, high);
    if (this.#low > this.#high) throw new Contradiction();
  }
  /** Its range is a fact. */
  remember() {
    ACCESS.learn(this.#domain, this.#polynomial, this.#low, this.#high);
  }

  /**
   * The case that an integer is in: of ranges that together contain all that it may be.
   * @param {[bigint, bigint][][]} cases
   */
  cases(cases) {
    const domain = this.#domain;
    const polynomial = this.#polynomial;
    if (!this.#isInteger) throw new Refused('cases of a number that is no integer');
    let next = this.#low;
    for (const [low, high] of cases.flat().sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      if (low <= next) next = larger(next, high + 1n);
    if (next <= this.#high) throw new Refused('cases that are not all');
    const options = cases.map((_, i) => BigInt(i));
    /** @param {bigint} x */
    const caseOf = (x) => cases.findIndex((all) => all.some(([a, b]) => a <= x && x <= b));
    const of = `${polynomial.key()} in ${cases.map(String).join(' or ')}`;
    const chosen =
      options.length === 1 ? 0n : domain.choose(options, (e) => BigInt(caseOf(e(polynomial))), of);
    const parts = cases[Number(chosen)]
      .map(([a, b]) => [larger(a, this.#low), smaller(b, this.#high)])
      .filter(([a, b]) => a <= b);
    if (parts.length === 0) throw new Contradiction();
    const low = parts.map(([a]) => a).reduce(smaller);
    const high = parts.map(([, b]) => b).reduce(larger);
    if (low !== this.#low || high !== this.#high) ACCESS.learn(domain, polynomial, low, high);
    this.#narrow([low, high]);
    return Number(chosen);
  }

  /**
   * The representative in [least, least + 2^bits), or null.
   * @param {bigint} least
   * @param {number} bits
   */
  #inWindow(least, bits) {
    const k = floorDivide(this.#low - least, 1n << BigInt(bits));
    const shifted = this.plus(-k << BigInt(bits));
    return shifted.#high - least < 1n << BigInt(bits) ? shifted : null;
  }
  /**
   * The integer in [least, least + 2^bits) that is congruent to it modulo 2^bits, or null if that
   * takes more than one representative.
   * @param {bigint} least @param {number} [bits]
   */
  windowOrNull(least, bits = 64) {
    if (!this.#isInteger) throw new Refused('a number that is no integer, as a word');
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
    const polynomial = this.#polynomial;
    if (!this.#domain.isIntegral(polynomial)) return null;
    const terms = [...polynomial.terms].filter(([, c]) => BigInt.asUintN(bits, c) !== 0n);
    if (terms.length === polynomial.terms.size) return null;
    return this.#domain.number(new Polynomial(new Map(terms)));
  }
  /** @param {bigint} least @param {number} [bits] */
  window(least, bits = 64) {
    const found = this.windowOrNull(least, bits);
    if (!found) throw new Refused(`a word that may wrap: ${this.#low} to ${this.#high}`);
    return found;
  }
  signed() {
    return this.window(-(1n << 63n));
  }
  /** The unsigned word. If it may wrap once, both cases; if more often, its low 64 bits. */
  unsigned() {
    const found = this.windowOrNull(0n);
    if (found) return found;
    const { low, high } = this.split(64);
    if ((this.#high >> 64n) - (this.#low >> 64n) !== 1n) {
      this.#domain.hasWrapped = true;
      return low;
    }
    const k = this.#domain.decide(high);
    if (k !== 0n) this.#domain.hasWrapped = true;
    const word = k === 0n ? this.#copy() : this.plus(-k << 64n);
    word.#narrow([0n, TWO64 - 1n]);
    word.#part = low.#part;
    return word.refine(1);
  }

  /**
   * t = low + 2^w·high, exactly, with low in [0, 2^w): what masks, shifts and carries are made of.
   * The same integer is split once only, so a mask and a shift are halves of the same split.
   * @param {number} w
   * @param {boolean} [isTable] of a word of a table
   * @returns {Split}
   */
  split(w, isTable = false) {
    if (!this.#isInteger) throw new Refused('bits of a number that is no integer');
    const { splits } = this.#domain.memo(MADE);
    const key = `${w}|${this.#polynomial.key()}`;
    const known = splits.get(key);
    if (known && w !== 32) return known;
    const isWide = () => this.#low >> 32n !== this.#high >> 32n;
    if (w === 32 && isWide()) this.refine();
    // By what is known now, it may need no variables.
    if (known && isWide()) return known;
    const proposed = this.#domain.propose('split', this, w, isTable);
    const { low, high } = proposed ? this.#checked(w, proposed) : this.#divided(w, isTable);
    const result = { low: low.#copy(), high: high.#copy(), of: this, bits: w };
    // A copy each, as `part` belongs to one split alone.
    result.low.#part = Object.freeze({ split: result, isLow: true });
    result.high.#part = Object.freeze({ split: result, isLow: false });
    splits.set(key, Object.freeze(result));
    return result;
  }
  /**
   * A remainder is in [0, 2^w), and t − low is divisible: it is 2^w·high in closed form, or all
   * coefficients are multiples of 2^w, if need be after replacements.
   * @param {number} w @param {Halves} proposed
   */
  #checked(w, { low, high, steps = [] }) {
    if (low.#domain !== this.#domain || !low.#isInteger) throw new Refused('no remainder');
    if (low.#low < 0n || low.#high >> BigInt(w) !== 0n) throw new Refused('no remainder');
    if (!high) {
      const difference = this.#polynomial.sub(low.#polynomial);
      if (!this.#domain.isMultiple(difference, w, steps)) throw new Refused('no remainder');
      return { low, high: this.#quotient(low, w) };
    }
    if (high.#domain !== this.#domain || !high.#isInteger) throw new Refused('no quotient');
    const sum = low.#polynomial.add(high.#polynomial.shift(w));
    const difference = this.#polynomial.sub(sum);
    if (difference.terms.size > 0 && this.#domain.closed(difference).terms.size > 0)
      throw new Refused('no quotient');
    const copy = high.#copy();
    copy.#narrow(this.#quotientRange(low, w));
    return { low, high: copy };
  }
  /** Of (t − low)/2^w. @param {Value} low @param {number} w @returns {[bigint, bigint]} */
  #quotientRange(low, w) {
    const unit = 1n << BigInt(w);
    return [ceilDivide(this.#low - low.#high, unit), (this.#high - low.#low) >> BigInt(w)];
  }
  /** (t − rest)/2^w as a variable. @param {Value} rest @param {number} w */
  #quotient(rest, w) {
    const [low, high] = this.#quotientRange(rest, w);
    const closed = this.closed().sub(rest.closed()).shift(-w);
    const forms = { of: this.#polynomial, rest: rest.#polynomial, bits: w, from: this };
    const form = { kind: /** @type {const} */ ('quotient'), integer: true, closed, ...forms };
    return this.#domain.variableIn(MADE, form, low, high);
  }
  /** Into new variables. @param {number} w @param {boolean} isTable */
  #divided(w, isTable) {
    const most = (1n << BigInt(w)) - 1n;
    const of = this.#polynomial;
    const quotient = this.#domain.variableCount + 1;
    const kind = /** @type {const} */ ('remainder');
    const form = { kind, integer: true, of, bits: w, quotient, isTable };
    const low = this.#domain.variableIn(MADE, form, 0n, most);
    const whole = this.closed();
    const closed = whole.sub(low.#polynomial).shift(-w);
    const high = this.#domain.variableIn(
      MADE,
      {
        ...{ kind: 'quotient', integer: true, closed, whole, bits: w },
        ...{ of, rest: low.#polynomial, from: this },
      },
      ...this.#quotientRange(low, w),
    );
    return { low, high };
  }

  /**
   * The nearest multiple of u = 2^place, ties to even: u·H with an integer H, which differs from it
   * by at most u/2.
   * @param {number} place at least 0
   */
  nearest(place) {
    const domain = this.#domain;
    const of = this.#polynomial;
    const { roundings } = domain.memo(MADE);
    const key = `${place}|${of.key()}`;
    const known = roundings.get(key);
    if (known) return known;
    const u = 1n << BigInt(place);
    const isInteger = domain.isIntegral(of) && place > 0;
    // Half an odd number has no integer bounds, so such an error is counted in halves.
    const size = isInteger ? u >> 1n : u;
    const form = { kind: /** @type {const} */ ('rounding'), integer: isInteger, of, place };
    const more = { isDoubled: !isInteger, ...(isInteger && { bits: place }) };
    const error = domain.variableIn(MADE, { ...form, ...more }, -size, size);
    const rest = error.#polynomial.shift(isInteger ? 0 : -1);
    let low = ceilDivide(2n * this.#low - u, 2n * u);
    let high = floorDivide(2n * this.#high + u, 2n * u);
    if (place === 0) {
      // The exact number need not be an integer, so its bounds are taken in parts of 256.
      const [a, b] = domain.bounds(this.closed().shift(8), false, 2);
      low = larger(low, ceilDivide(a - 128n, 256n));
      high = smaller(high, floorDivide(b + 128n, 256n));
    }
    const closed = this.closed().sub(rest).shift(-place);
    const quotient = { kind: /** @type {const} */ ('quotient'), integer: true, closed };
    const result = domain.variableIn(MADE, quotient, low, high).times(u);
    roundings.set(key, result);
    return result;
  }
  /**
   * The smaller of an integer and a limit, or the larger one: the integer less what exceeds it.
   * @param {bigint} limit @param {boolean} isMin
   */
  cut(limit, isMin) {
    if (!this.#isInteger) throw new Refused('a limit of a number that is no integer');
    const kind = /** @type {const} */ ('excess');
    const form = { kind, of: this.#polynomial, limit, isBelow: !isMin, integer: true };
    const range = isMin
      ? [0n, larger(this.#high - limit, 0n)]
      : [smaller(this.#low - limit, 0n), 0n];
    const excess = this.#domain.variableIn(MADE, form, range[0], range[1]);
    const rest = this.#polynomial.sub(excess.#polynomial);
    const ends = isMin
      ? [smaller(this.#low, limit), smaller(this.#high, limit)]
      : [larger(this.#low, limit), larger(this.#high, limit)];
    return this.#like(rest, ends);
  }
  /**
   * The same number as an integer polynomial that is congruent to it modulo 2^n, both being less
   * than 2^(n−1) in magnitude, and one of them not at the end.
   * @param {Polynomial} proposed @param {number} n @param {number[]} steps
   */
  asWhole(proposed, n, steps) {
    const whole = Polynomial.copyOf(proposed);
    const half = 1n << BigInt(n - 1);
    const isPlain = this.#isInteger && this.#domain.isIntegral(whole);
    if (!isPlain) throw new Refused('a part that may be no integer');
    this.#narrow(this.#domain.interval(this.closed(), true));
    const [low, high] = this.#domain.interval(this.#domain.closed(whole), true);
    if (this.#low < -half || this.#high > half || low <= -half || high >= half)
      throw new Refused('a part of more bits than it was cut to');
    if (!this.#domain.isMultiple(this.#polynomial.sub(whole), n, steps))
      throw new Refused('parts of a scalar that are not in the lattice');
    return this.#like(whole, [low, high]);
  }
  /** A bit or word, with what else is known. @param {symbol} made @param {Known} known */
  that(made, known) {
    if (made !== MADE) throw new TypeError('only the kernel knows that');
    this.#known = known;
    return this;
  }
}

/** The facts of one path, and its numbers. */
export class Domain extends Facts {
  /** @type {Map<string, Split>} */
  #splits = new Map();
  /** @type {Map<string, Value>} */
  #roundings = new Map();
  /** @type {Readonly<{ words: readonly Value[], areZero: boolean }>[]} */
  #tested = [];
  /** Whether tests of 64 bits for equality wait until a branch depends on them. */
  isLazy = false;
  /** Whether a word was taken that has wrapped, or may have. */
  hasWrapped = false;

  /** @param {ConstructorParameters<typeof Facts>} given */
  constructor(...given) {
    super(...given);
    Object.preventExtensions(this);
  }
  /** @param {symbol} made */
  memo(made) {
    if (made !== MADE) throw new TypeError('of the kernel');
    return { splits: this.#splits, roundings: this.#roundings };
  }
  /**
   * A number that is a new variable.
   * @param {symbol} made
   * @param {import('./facts.js').Variable} form
   * @param {bigint} low
   * @param {bigint} high
   */
  variableIn(made, form, low, high) {
    if (made !== MADE) throw new TypeError('of the kernel');
    const id = ACCESS.define(this, form, low, high);
    return new Value(MADE, this, Polynomial.variable(id), low, high, form.integer);
  }
  /** An unknown integer. @param {bigint} low @param {bigint} high */
  input(low, high) {
    if (low > high) throw new Refused('an unknown number of an empty range');
    return this.variableIn(MADE, { kind: 'input', integer: true }, low, high);
  }
  /** @param {bigint} c */
  constant(c) {
    return new Value(MADE, this, Polynomial.constant(c), c, c, true);
  }
  /** With the bounds that its variables have, an integer by its form. @param {Polynomial} p */
  number(p) {
    const own = Polynomial.copyOf(p);
    const isInteger = this.isIntegral(own);
    const [low, high] = this.interval(own, isInteger);
    return new Value(MADE, this, own, low, high, isInteger);
  }
  /** Words that were tested, whether all are 0. */
  get tested() {
    return [...this.#tested];
  }

  /** Continues with one of the few values that an integer may have. @param {Value} value */
  decide(value) {
    const known = value.constant();
    if (known !== null) return known;
    value.refine();
    if (value.low === value.high) return value.low;
    const options = this.#optionsOf(value);
    if (options.length === 1) return options[0];
    const of = value.polynomial.key();
    const chosen = this.choose(options, (evaluate) => evaluate(value.polynomial), of);
    this.#assume(value, chosen);
    return chosen;
  }
  /** c·v + k takes only values for integers v. @param {Value} value @returns {bigint[]} */
  #optionsOf(value) {
    if (!value.isInteger) throw new Refused('cases of a number that is no integer');
    const single = this.single(value.polynomial);
    const [low, high] = single
      ? [this.low(single.id), this.high(single.id)]
      : [value.low, value.high];
    if (high - low > MOST_CASES) throw new Refused(`one of ${high - low + 1n} cases`);
    const options = [];
    for (let i = low; i <= high; i++) options.push(single ? single.c * i + single.k : i);
    return options;
  }
  /** @param {Value} value @param {bigint} c its value from here on */
  #assume(value, c) {
    const single = this.single(value.polynomial);
    const { kind, closed, whole, bits = 0 } = single ? this.variable(single.id) : {};
    if (!single || kind !== 'quotient' || !closed)
      return ACCESS.learn(this, value.polynomial, c, c);
    const q = (c - single.k) / single.c;
    if (q * single.c !== c - single.k) throw new Contradiction();
    ACCESS.narrow(this, single.id, q, q);
    const unit = 1n << BigInt(bits);
    if (whole) ACCESS.learn(this, whole, q * unit, (q + 1n) * unit - 1n);
    else ACCESS.learn(this, closed, q, q);
  }
  /** Whether integers are all 0: then each is. @param {Value[]} words @returns {boolean} */
  areZero(words) {
    if (words.some(({ isInteger }) => !isInteger)) throw new Refused('a number that is no integer');
    const isZero =
      this.choose(
        [0n, 1n],
        (e) => (words.every(({ polynomial }) => e(polynomial) === 0n) ? 1n : 0n),
        words.map(({ polynomial }) => polynomial.key()).join(' and '),
      ) === 1n;
    if (isZero) for (const { polynomial } of words) ACCESS.learn(this, polynomial, 0n, 0n);
    this.#tested.push(Object.freeze({ words: Object.freeze([...words]), areZero: isZero }));
    return isZero;
  }
}

/**
 * A word of which only is known what gives it, and what a rule knows of it besides.
 * @param {'or' | 'xor' | 'and' | Comparison} op
 * @param {[Value, Value | null]} words null for zero
 * @param {bigint} most
 * @param {Known} [known]
 */
export function opaque(op, [a, b], most, known = {}) {
  if (most < 0n) throw new Refused('a word of an empty range');
  const words = [a.polynomial, b?.polynomial ?? new Polynomial()];
  const form = { kind: /** @type {const} */ ('opaque'), op, words, integer: true };
  return a.domain.variableIn(MADE, form, 0n, most).that(MADE, known);
}

/**
 * That a number is in a range, as a claim says of inputs, or a case. Returns the fact's index.
 * @param {Domain} domain @param {Polynomial} polynomial @param {bigint} low @param {bigint} high
 */
export function assume(domain, polynomial, low, high) {
  ACCESS.learn(domain, polynomial, low, high);
  return domain.factCount - 1;
}
