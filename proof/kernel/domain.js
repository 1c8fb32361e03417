/**
 * The state of one path of a proof: variables with intervals, linear constraints, and the choices
 * that led here.
 *
 * Variables are inputs; remainders and quotients of splits t = remainder + 2^w·quotient; rounding
 * errors of doubles; and opaque words of which little is known. A quotient is no free variable: it
 * has a *closed* form, (t − remainder)/2^w, a polynomial with dyadic coefficients in the other
 * variables only. In closed form carries cancel by themselves, so it serves for bounds and for the
 * final identity; with quotients as variables all coefficients are integers, so that form serves
 * for divisibility.
 */
import { Contradiction, NeedChoice, Refused } from './refused.js';
import { bounds, interval } from './bounds.js';
import { ceilDivide, floorDivide, larger, smaller } from './integers.js';
import { Polynomial, variablesOf } from './polynomial.js';
import { Value } from './value.js';

/**
 * @import { Comparison } from './machine/comparisons.js'
 *
 * @typedef {object} Variable
 * @property {'input' | 'remainder' | 'quotient' | 'rounding' | 'excess' | 'opaque'} kind
 * @property {bigint} low @property {bigint} high
 * @property {boolean} integer
 * @property {Polynomial} [of] of remainders, roundings, excesses: that of which they are it
 * @property {number} [bits] w: it is congruent to `of` modulo 2^w
 * @property {number} [place] of a rounding: the last place is 2^place
 * @property {boolean} [isDoubled] of a rounding: the variable is twice the error
 * @property {number} [quotient] of a remainder
 * @property {boolean} [isTable] of a remainder: it may be replaced in search of a smaller range
 * @property {Polynomial} [closed] of a quotient
 * @property {Polynomial} [whole] of a quotient with a remainder in [0, 2^w): t in closed form
 * @property {number} [sharpenedAt] constraints that were known when its bounds were sought
 * @property {{ of: Value, bits: number }} [from] of a quotient: of what it is it
 * @property {bigint} [limit] of an excess: max(0, of − limit), or min if `isBelow`
 * @property {boolean} [isBelow]
 * @property {'or' | 'xor' | 'and' | Comparison} [op] of an opaque word, of these
 * @property {Polynomial[]} [words]
 *
 * Choices so far; `others` is told of those that a run does not take.
 * @typedef {{ choices: bigint[], others?: (paths: bigint[][]) => void }} Path
 *
 * @typedef {{ polynomial: Polynomial, low: bigint, high: bigint }} Constraint
 * `of` is low + 2^bits·high.
 * @typedef {{ low: Value, high: Value, of: Value, bits: number }} Split
 * @typedef {(polynomial: Polynomial) => bigint} Evaluate at concrete inputs; of integer values
 */

/** A case distinction has at most so many cases. */
const MOST_CASES = 80n;

/** One path. */
export class Domain {
  /**
   * @param {Path} [path] choices that were made before, which this run follows
   * @param {((actual: (evaluate: Evaluate) => bigint) => bigint) | null} [oracle] decides instead
   */
  constructor(path = { choices: [] }, oracle = null) {
    this.path = path;
    this.oracle = oracle;
    this.decided = 0;
    /** @type {Variable[]} ids begin at 1 */
    this.variables = [{ kind: 'input', low: 0n, high: 0n, integer: true }];
    /** @type {Constraint[]} */
    this.constraints = [];
    /** @type {Map<string, Split>} */
    this.splits = new Map();
    /** @type {Map<string, Value>} */
    this.roundings = new Map();
    /** Words that were tested, whether all are 0. @type {{ words: Value[], areZero: boolean }[]} */
    this.tested = [];
    this.hasFractions = false;
    /** Whether tests of 64 bits for equality wait until a branch depends on them. */
    this.isLazy = false;
    /** Whether a word was taken that has wrapped, or may have. */
    this.hasWrapped = false;
    this.largest = 0;
  }

  /** @param {Variable} variable @returns {number} its id */
  add(variable) {
    if (!variable.integer) this.hasFractions = true;
    return this.variables.push(variable) - 1;
  }
  /** An unknown integer. @param {bigint} low @param {bigint} high */
  input(low, high) {
    const id = this.add({ kind: 'input', low, high, integer: true });
    return this.value(Polynomial.variable(id), low, high);
  }
  /**
   * A bit of which only is known what gives it.
   * @param {'or' | 'and' | Comparison} op @param {Value} a @param {Value | null} b null for zero
   */
  bit(op, a, b) {
    const words = [a.polynomial, b?.polynomial ?? new Polynomial()];
    const id = this.add({ kind: 'opaque', op, words, low: 0n, high: 1n, integer: true });
    return this.value(Polynomial.variable(id), 0n, 1n);
  }
  /** @param {Polynomial} polynomial of integer value @param {bigint} low @param {bigint} high */
  value(polynomial, low, high) {
    return new Value(this, polynomial, low, high, true);
  }
  /** @param {bigint} c */
  constant(c) {
    return this.value(Polynomial.constant(c), c, c);
  }
  /** Whether it has integer values by its form. @param {Polynomial} polynomial */
  isIntegral(polynomial) {
    return polynomial.exponent === 0 && this.hasIntegerVariables(polynomial);
  }
  /** @param {Polynomial} polynomial */
  hasIntegerVariables(polynomial) {
    if (!this.hasFractions) return true;
    return [...polynomial.variables()].every((id) => this.variables[id].integer);
  }

  /**
   * One of several continuations.
   * @param {readonly bigint[]} options
   * @param {(evaluate: Evaluate) => bigint} actual the right one for concrete inputs
   */
  choose(options, actual) {
    if (this.oracle) return this.oracle(actual);
    const { choices, others } = this.path;
    if (this.decided === choices.length) {
      if (!others) throw new NeedChoice();
      others(options.slice(0, -1).map((option) => [...choices, option]));
      choices.push(options[options.length - 1]);
    }
    return choices[this.decided++];
  }
  /** Continues with one of the few values that an integer may have. @param {Value} value */
  decide(value) {
    const known = value.constant();
    if (known !== null) return known;
    value.refine();
    if (value.low === value.high) return value.low;
    const options = this.#optionsOf(value);
    if (options.length === 1) return options[0];
    const chosen = this.choose(options, (evaluate) => evaluate(value.polynomial));
    this.#assume(value, chosen);
    return chosen;
  }
  /** c·v + k takes only values for integers v. @param {Value} value @returns {bigint[]} */
  #optionsOf(value) {
    const single = this.single(value.polynomial);
    const { low, high } = single ? this.variables[single.id] : value;
    if (high - low > MOST_CASES) throw new Refused(`one of ${high - low + 1n} cases`);
    const options = [];
    for (let i = low; i <= high; i++) options.push(single ? single.c * i + single.k : i);
    return options;
  }
  /** The parts of c·v + k with an integer variable v, or null. @param {Polynomial} polynomial */
  single(polynomial) {
    const terms = [...polynomial.terms].filter(([key]) => key !== 0);
    if (terms.length !== 1 || polynomial.exponent !== 0) return null;
    const [id, c] = terms[0];
    if (variablesOf(id).length !== 1 || !this.variables[id].integer) return null;
    return { id, c, k: polynomial.terms.get(0) ?? 0n };
  }
  /** @param {Value} value @param {bigint} c its value from here on */
  #assume(value, c) {
    const single = this.single(value.polynomial);
    const variable = single && this.variables[single.id];
    if (!single || !variable || variable.kind !== 'quotient' || !variable.closed)
      return this.constrain(value.polynomial, c, c);
    const q = (c - single.k) / single.c;
    if (q * single.c !== c - single.k || q < variable.low || q > variable.high)
      throw new Contradiction();
    [variable.low, variable.high] = [q, q];
    if (variable.whole) {
      const unit = 1n << BigInt(variable.bits ?? 0);
      this.constrain(variable.whole, q * unit, (q + 1n) * unit - 1n);
    } else this.constrain(variable.closed, q, q);
  }
  /** @param {Polynomial} polynomial @param {bigint} low @param {bigint} high */
  constrain(polynomial, low, high) {
    const closed = this.closed(polynomial);
    this.constraints.push({ polynomial: closed, low, high });
    const single = this.single(closed);
    if (single) {
      const { id, c, k } = single;
      const variable = this.variables[id];
      const [a, b] = c > 0n ? [low - k, high - k] : [k - high, k - low];
      variable.low = larger(variable.low, ceilDivide(a, c > 0n ? c : -c));
      variable.high = smaller(variable.high, floorDivide(b, c > 0n ? c : -c));
      if (variable.low > variable.high) throw new Contradiction();
      return;
    }
    const [least, most] = interval(this, closed, false);
    if (closed.isConstant() && (most < low || least > high)) throw new Contradiction();
    // All at their least: so are its variables.
    if (least === high && closed.exponent === 0)
      for (const [id, c] of closed.terms) {
        const variable = this.variables[id];
        if (id > 0 && variablesOf(id).length === 1)
          if (c > 0n) variable.high = variable.low;
          else variable.low = variable.high;
      }
  }

  /** Without quotients. @param {Polynomial} polynomial */
  closed(polynomial) {
    const closed = polynomial.substitute((id) => this.variables[id].closed).reduced();
    this.largest = Math.max(this.largest, closed.terms.size);
    return closed;
  }
  /**
   * A closed form without those remainders whose quotient is known by now.
   * @param {Polynomial} closed
   */
  resolve(closed) {
    /** @type {Map<number, Polynomial>} */
    const known = new Map();
    /** @param {Polynomial} p */
    const apply = (p) => p.substitute((id) => known.get(id));
    this.variables.forEach(({ kind, quotient = 0 }, id) => {
      const { whole, bits = 0, ...q } = this.variables[quotient];
      if (kind !== 'remainder' || !whole || !q.closed || q.high - q.low > 64n) return;
      if (q.low !== q.high) this.#sharpen(quotient, apply(q.closed));
      const { low, high } = this.variables[quotient];
      if (low !== high) return;
      const unit = 1n << BigInt(bits);
      const polynomial = apply(whole);
      if (q.low !== q.high)
        this.constraints.push({ polynomial, low: low * unit, high: (low + 1n) * unit - 1n });
      known.set(id, polynomial.add(Polynomial.constant(-low * unit)));
    });
    return apply(closed);
  }
  /** @param {number} id @param {Polynomial} closed of a quotient */
  #sharpen(id, closed) {
    const variable = this.variables[id];
    // Not again, if nothing was learnt since.
    if (variable.sharpenedAt === this.constraints.length) return;
    variable.sharpenedAt = this.constraints.length;
    for (const depth of [1, 2]) {
      const [low, high] = bounds(this, closed, true, depth);
      variable.low = larger(variable.low, low);
      variable.high = smaller(variable.high, high);
      if (variable.low > variable.high) throw new Contradiction();
      if (variable.low === variable.high) return;
    }
  }
}
