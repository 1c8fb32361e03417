/**
 * All that is known on one path of a proof: variables with ranges, linear facts, and the choices
 * that led here. Ranges and facts are private, and only `number.js` may add to them (`ACCESS`).
 * Bounds are proposed as certificates, of which the arithmetic is checked here.
 *
 * Variables are inputs; remainders and quotients of splits t = remainder + 2^w·quotient; rounding
 * errors of doubles; and opaque words of which little is known. A quotient is no free variable: it
 * has a *closed* form, (t − remainder)/2^w, a polynomial with dyadic coefficients in the other
 * variables only. In closed form carries cancel by themselves, so it serves for bounds and for the
 * final identity; with quotients as variables all coefficients are integers, so that form serves
 * for divisibility.
 */
import { createHash } from 'node:crypto';
import { ceilDivide, floorDivide, larger, productInterval, smaller, union } from './integers.js';
import { Polynomial, variablesOf } from './polynomial.js';
import { Contradiction, NeedChoice, Refused } from './refused.js';

/**
 * @import { Comparison } from './machine/comparisons.js'
 * @import { Value } from './number.js'
 *
 * @typedef {object} Variable
 * @property {'input' | 'remainder' | 'quotient' | 'rounding' | 'excess' | 'opaque'} kind
 * @property {boolean} integer
 * @property {Polynomial} [of] of remainders, roundings, excesses: that of which they are it; of
 *   quotients: t
 * @property {number} [bits] w: a remainder or error is congruent to `of` modulo 2^w; of a quotient,
 *   it is (of − rest)/2^w
 * @property {Polynomial} [rest] of a quotient of integers
 * @property {number} [place] of a rounding: the last place is 2^place
 * @property {boolean} [isDoubled] of a rounding: the variable is twice the error
 * @property {number} [quotient] of a remainder
 * @property {boolean} [isTable] of a remainder: it may be replaced in search of a smaller range
 * @property {Polynomial} [closed] of a quotient
 * @property {Polynomial} [whole] of a quotient with a remainder in [0, 2^w): t in closed form
 * @property {Value} [from] of a quotient: the number of which it is it
 * @property {bigint} [limit] of an excess: max(0, of − limit), or min if `isBelow`
 * @property {boolean} [isBelow]
 * @property {'or' | 'xor' | 'and' | Comparison} [op] of an opaque word, of these
 * @property {Polynomial[]} [words]
 *
 * A case that was chosen, and what it was chosen of.
 * @typedef {{ chosen: bigint, of: string }} Choice
 * Choices so far; `others` is told of those that a run does not take.
 * @typedef {{ choices: Choice[], others?: (paths: Choice[][]) => void }} Path
 *
 * A polynomial in closed form, and its range.
 * @typedef {{ polynomial: Polynomial, low: bigint, high: bigint }} Fact
 * One step from f to s·f − t·C with a known C, the next one from there.
 * @typedef {{ fact: number, s: bigint, t: bigint }} Step
 * Bounds by steps, and cases of an excess, of which the number has bounds by `within`.
 * @typedef {{ combinations: Step[][] } | { id: number, within: Step[][], cases: Tree[] }} Tree
 * @typedef {(polynomial: Polynomial) => bigint} Evaluate at concrete inputs; of integer values
 *
 * Strategies, which propose and are believed nothing.
 * @typedef {object} Search
 * @property {(facts: Facts, polynomial: Polynomial, isInteger: boolean, depth: number,
 *   known: [bigint, bigint]) => Step[][]} bound
 * @property {(facts: Facts, polynomial: Polynomial,
 *   range: { least: bigint, most: bigint }) => Tree} boundByCases
 * @property {(t: Value, w: number, isTable: boolean) => Halves | null} split null for new
 *   variables
 * @property {(exact: Value) => Value} round the same number, in a form that may be rounded
 * @property {(facts: Facts, polynomial: Polynomial, w: number) =>
 *   { constant: bigint, steps: number[] } | null} residue
 * @property {(facts: Facts, parts: Polynomial[], k: Polynomial,
 *   lattice: { lambda: bigint, basis?: bigint[][], bits: number, r: bigint }) =>
 *   { wholes: Polynomial[], steps: number[] }} parts
 * A remainder, and the quotient, or variables to replace in turn to see that the rest is divisible.
 * @typedef {{ low: Value, high?: Value, steps?: number[] }} Halves
 */

/** How number.js adds to facts: nobody else may import it. */
export const ACCESS = {
  /** @type {(facts: Facts, variable: Variable, low: bigint, high: bigint) => number} its id */
  define: () => 0,
  /** @type {(facts: Facts, id: number, low: bigint, high: bigint) => void} */
  narrow: () => {},
  /** @type {(facts: Facts, polynomial: Polynomial, low: bigint, high: bigint) => void} */
  learn: () => {},
};

/** One path. */
export class Facts {
  /** @type {Variable[]} ids begin at 1 */
  #variables = [{ kind: 'input', integer: true }];
  #low = [0n];
  #high = [0n];
  /** @type {Fact[]} */
  #facts = [];
  #hasFractions = false;
  #largest = 0;
  /** How much was known when bounds of a quotient were sought. @type {Map<number, number>} */
  #soughtAt = new Map();
  #search;
  #path;
  #oracle;
  #decided = 0;
  /** Of what variables are, up to one of them. */
  #definitions = createHash('sha256');
  #defined = 0;

  static {
    ACCESS.define = (facts, variable, low, high) => facts.#define(variable, low, high);
    ACCESS.narrow = (facts, id, low, high) => facts.#narrow(id, low, high);
    ACCESS.learn = (facts, polynomial, low, high) => facts.#learn(polynomial, low, high);
  }

  /**
   * @param {Search} search
   * @param {Path} [path] choices that were made before, which this run follows
   * @param {((actual: (evaluate: Evaluate) => bigint) => bigint) | null} [oracle] decides instead
   */
  constructor(search, path = { choices: [] }, oracle = null) {
    this.#search = search;
    this.#path = path;
    this.#oracle = oracle;
  }

  /**
   * Runs a strategy, and returns its proposal. It drops no path: a contradiction that comes out of
   * it is a refusal, as it may be of numbers that the path does not have.
   * @template {keyof Search} Name
   * @param {Name} name @param {Parameters<Search[Name]>} given
   * @returns {ReturnType<Search[Name]>}
   */
  propose(name, ...given) {
    try {
      return /** @type {any} */ (this.#search[name])(...given);
    } catch (error) {
      if (error instanceof Contradiction) throw new Refused('a search that drops a path');
      throw error;
    }
  }

  /** The number of terms of the longest polynomial. */
  get largest() {
    return this.#largest;
  }
  get variableCount() {
    return this.#variables.length;
  }
  get factCount() {
    return this.#facts.length;
  }
  /** @param {number} i */
  fact(i) {
    return this.#facts[i];
  }
  /** @param {number} id */
  variable(id) {
    return this.#variables[id];
  }
  /** @param {number} id */
  low(id) {
    return this.#low[id];
  }
  /** @param {number} id */
  high(id) {
    return this.#high[id];
  }

  /** @param {Variable} variable @param {bigint} low @param {bigint} high */
  #define(variable, low, high) {
    if (!variable.integer) this.#hasFractions = true;
    this.#low.push(low);
    this.#high.push(high);
    return this.#variables.push(Object.freeze(variable)) - 1;
  }
  /** @param {number} id @param {bigint} low @param {bigint} high */
  #narrow(id, low, high) {
    this.#low[id] = larger(this.#low[id], low);
    this.#high[id] = smaller(this.#high[id], high);
    if (this.#low[id] > this.#high[id]) throw new Contradiction();
  }
  /** @param {Polynomial} polynomial @param {bigint} low @param {bigint} high */
  #learn(polynomial, low, high) {
    const closed = this.closed(polynomial);
    this.#know(closed, low, high);
    const single = this.single(closed);
    if (single) {
      const { id, c, k } = single;
      const [a, b] = c > 0n ? [low - k, high - k] : [k - high, k - low];
      const size = c > 0n ? c : -c;
      return this.#narrow(id, ceilDivide(a, size), floorDivide(b, size));
    }
    const [least, most] = this.interval(closed, false);
    if (closed.isConstant() && (most < low || least > high)) throw new Contradiction();
    // All at their least: so are its variables.
    if (least === high && closed.exponent === 0)
      for (const [id, c] of closed.terms)
        if (id > 0 && variablesOf(id).length === 1) {
          const end = c > 0n ? this.#low[id] : this.#high[id];
          this.#narrow(id, end, end);
        }
  }

  /** @param {Polynomial} polynomial @param {bigint} low @param {bigint} high */
  #know(polynomial, low, high) {
    this.#facts.push(Object.freeze({ polynomial, low, high }));
  }

  /** Whether it has integer values by its form. @param {Polynomial} polynomial */
  isIntegral(polynomial) {
    return polynomial.exponent === 0 && this.hasIntegerVariables(polynomial);
  }
  /** @param {Polynomial} polynomial */
  hasIntegerVariables(polynomial) {
    if (!this.#hasFractions) return true;
    return [...polynomial.variables()].every((id) => this.#variables[id].integer);
  }
  /** The parts of c·v + k with an integer variable v, or null. @param {Polynomial} polynomial */
  single({ terms, exponent }) {
    const k = terms.get(0);
    if (terms.size !== (k === undefined ? 1 : 2) || exponent !== 0) return null;
    for (const [id, c] of terms)
      if (id !== 0)
        return variablesOf(id).length === 1 && this.#variables[id].integer
          ? { id, c, k: k ?? 0n }
          : null;
    return null;
  }
  /** Without quotients. @param {Polynomial} polynomial */
  closed(polynomial) {
    const closed = polynomial.substitute((id) => this.#variables[id].closed).reduced();
    this.#largest = Math.max(this.#largest, closed.terms.size);
    return closed;
  }

  /**
   * Bounds by the ranges of variables, each monomial by itself. Rounded outwards or, where the
   * value is known to be an integer, to the integers inside.
   * @param {Polynomial} polynomial
   * @param {boolean} isInteger
   * @returns {[bigint, bigint]}
   */
  interval(polynomial, isInteger) {
    let [low, high] = [0n, 0n];
    for (const [key, c] of polynomial.terms) {
      const [a, b] = this.#monomial(variablesOf(key));
      low += c * (c > 0n ? a : b);
      high += c * (c > 0n ? b : a);
    }
    return rounded(low, high, 1n << BigInt(polynomial.exponent), isInteger);
  }
  /** @param {number[]} ids @returns {bigint[]} */
  #monomial(ids) {
    const [id] = ids;
    if (ids.length === 1) return [this.#low[id], this.#high[id]];
    if (ids.length === 2 && id === ids[1]) {
      const [low, high] = [this.#low[id], this.#high[id]];
      const least = low <= 0n && high >= 0n ? 0n : smaller(low * low, high * high);
      return [least, larger(low * low, high * high)];
    }
    return ids.reduce(
      (range, one) => productInterval(range, [this.#low[one], this.#high[one]]),
      [1n, 1n],
    );
  }

  /**
   * Bounds by what is proposed: adding multiples of known facts.
   * @param {Polynomial} closed @param {boolean} isInteger its value @param {number} depth
   */
  bounds(closed, isInteger, depth) {
    const known = this.interval(closed, isInteger);
    if (depth === 0 || this.#facts.length === 0) return known;
    const combinations = this.propose('bound', this, closed, isInteger, depth, known);
    return this.#bounded(closed, isInteger, combinations, [], known);
  }
  /**
   * Bounds as good as a range needs them, with cases of what limits cut off.
   * @param {Polynomial} closed of integer value @param {{ least: bigint, most: bigint }} range
   */
  boundsFor(closed, range) {
    return this.#byCases(closed, this.propose('boundByCases', this, closed, range), [], new Map());
  }
  /**
   * @param {Polynomial} polynomial
   * @param {boolean} isInteger
   * @param {Step[][]} combinations
   * @param {Fact[]} more of a case
   * @param {[bigint, bigint]} [known]
   * @returns {[bigint, bigint]}
   */
  #bounded(polynomial, isInteger, combinations, more, known) {
    let [low, high] = known ?? this.interval(polynomial, isInteger);
    for (const steps of combinations) {
      const [a, b] = this.#through(polynomial, isInteger, steps, more);
      [low, high] = [larger(low, a), smaller(high, b)];
    }
    return [low, high];
  }
  /**
   * If C is in [a, b], then f = ((s·f − t·C) + t·C)/s is bounded by the bounds of both terms.
   * @param {Polynomial} f
   * @param {boolean} isInteger
   * @param {Step[]} steps
   * @param {Fact[]} more
   * @returns {[bigint, bigint]}
   */
  #through(f, isInteger, [step, ...next], more) {
    if (!step) return this.interval(f, isInteger);
    const { fact, s, t } = step;
    const known = this.#facts[fact] ?? more[fact - this.#facts.length];
    const isExact = typeof s === 'bigint' && typeof t === 'bigint';
    if (!known || !isExact || s <= 0n) throw new Refused('bounds by no fact');
    const rest = f.scale(s).sub(known.polynomial.scale(t));
    const numerator = new Polynomial(rest.terms);
    const [a, b] = this.#through(numerator, this.isIntegral(numerator), next, more);
    const unit = 1n << BigInt(rest.exponent);
    const [u, v] = t > 0n ? [known.low, known.high] : [known.high, known.low];
    return rounded(a + u * t * unit, b + v * t * unit, s * unit, isInteger);
  }
  /**
   * Bounds in each case of what limits cut off: nothing, or 1; and of all these the widest.
   * @param {Polynomial} closed
   * @param {Tree} tree
   * @param {Fact[]} more
   * @param {Map<number, Polynomial>} cases
   * @returns {[bigint, bigint]}
   */
  #byCases(closed, tree, more, cases) {
    /** @param {Polynomial} p */
    const here = (p) => p.substitute((one) => cases.get(one));
    if (!('id' in tree)) return this.#bounded(here(closed), true, tree.combinations, more);
    const { id, within } = tree;
    const { of = new Polynomial(), limit = 0n, isBelow, kind } = this.#variables[id];
    const values = [this.#low[id], this.#high[id]];
    if (kind !== 'excess' || values[1] - values[0] !== 1n) throw new Refused('no two cases');
    const whole = here(this.closed(of));
    const [least, most] = this.#bounded(whole, true, within, more);
    /** @type {[bigint, bigint] | null} */
    let all = null;
    for (const [i, excess] of values.entries()) {
      const cut = excess === 0n ? (isBelow ? [limit, most] : [least, limit]) : [limit + excess];
      const [from, to = from] = cut;
      if (from > most || to < least) continue;
      const fact = { polynomial: whole, low: from, high: to };
      const known = new Map([...cases, [id, Polynomial.constant(excess)]]);
      const one = tree.cases[i] ?? { combinations: [] };
      const found = this.#byCases(closed, one, [...more, fact], known);
      if (found[0] <= found[1]) all = all ? union(all, found) : found;
    }
    return all ?? this.interval(closed, true);
  }

  /**
   * Bounds of an integer polynomial that depends on one variable, by all values that it may have.
   * @param {Polynomial} polynomial @param {number} id @returns {[bigint, bigint]}
   */
  boundsByRows(polynomial, id) {
    let [low, high] = this.interval(polynomial, true);
    if (!this.isIntegral(polynomial)) throw new Refused('rows of a number that is no integer');
    for (let v = this.#low[id]; v <= this.#high[id]; v++) {
      const value = this.#at(polynomial, new Map([[id, v]]));
      [low, high] = v === this.#low[id] ? [value, value] : union([low, high], [value, value]);
    }
    return [low, high];
  }
  /** @param {Polynomial} polynomial @param {Map<number, bigint>} known @returns {bigint} */
  #at(polynomial, known) {
    let sum = 0n;
    for (const [key, c] of polynomial.terms)
      sum += variablesOf(key).reduce((product, id) => product * this.#variableAt(id, known), c);
    return sum >> BigInt(polynomial.exponent);
  }
  /** @param {number} id @param {Map<number, bigint>} known @returns {bigint} */
  #variableAt(id, known) {
    const found = known.get(id);
    if (found !== undefined) return found;
    const { kind, of, rest, bits = 0 } = this.#variables[id];
    if (!of || (kind === 'quotient' ? !rest : kind !== 'remainder'))
      throw new Refused('a number that depends on more than a row');
    const value = this.#at(of, known);
    const own = rest
      ? (value - this.#at(rest, known)) >> BigInt(bits)
      : BigInt.asUintN(bits, value);
    known.set(id, own);
    return own;
  }

  /**
   * Whether an integer polynomial is a multiple of 2^w, which is seen after variables are replaced
   * in turn: one of a single value by that; a quotient by what is divided; and a remainder by that
   * of which it is the remainder, where the difference is a multiple of 2^w.
   * @param {Polynomial} polynomial @param {number} w @param {number[]} steps
   */
  isMultiple(polynomial, w, steps) {
    if (!this.isIntegral(polynomial)) return false;
    let rest = polynomial.modulo(w);
    for (const id of steps) {
      const found = this.#replaced(rest, id, w);
      if (found && this.isIntegral(found)) rest = found.modulo(w);
    }
    return rest.terms.size === 0;
  }
  /** @param {Polynomial} polynomial @param {number} id @param {number} w */
  #replaced(polynomial, id, w) {
    const { kind, of, rest, bits } = this.#variables[id] ?? {};
    /** @param {Polynomial} by */
    const withIt = (by) => polynomial.substitute((one) => (one === id ? by : null));
    if (this.#low[id] === this.#high[id]) return withIt(Polynomial.constant(this.#low[id]));
    if (!of || bits === undefined) return null;
    if (kind === 'quotient') return rest ? withIt(of.sub(rest).shift(-bits)) : null;
    const unit = 1n << BigInt(bits);
    const isCongruent = [...polynomial.terms].every(
      ([key, c]) => BigInt.asUintN(w, c * unit) === 0n || !variablesOf(key).includes(id),
    );
    return isCongruent && this.isIntegral(of) ? withIt(of) : null;
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
    this.#variables.forEach(({ kind, quotient = 0 }, id) => {
      const { whole, bits = 0, closed: form } = this.#variables[quotient];
      if (kind !== 'remainder' || !whole || !form) return;
      const width = this.#high[quotient] - this.#low[quotient];
      if (width > 64n) return;
      if (width !== 0n) this.#seek(quotient, apply(form));
      const low = this.#low[quotient];
      if (low !== this.#high[quotient]) return;
      const unit = 1n << BigInt(bits);
      const polynomial = apply(whole);
      if (width !== 0n) this.#know(polynomial, low * unit, (low + 1n) * unit - 1n);
      known.set(id, polynomial.add(Polynomial.constant(-low * unit)));
    });
    return apply(closed);
  }
  /** @param {number} id of a quotient @param {Polynomial} closed */
  #seek(id, closed) {
    // Not again, if nothing was learnt since.
    if (this.#soughtAt.get(id) === this.#facts.length) return;
    this.#soughtAt.set(id, this.#facts.length);
    for (const depth of [1, 2]) {
      this.#narrow(id, ...this.bounds(closed, true, depth));
      if (this.#low[id] === this.#high[id]) return;
    }
  }
  /** Also all facts in that form. */
  resolveFacts() {
    for (const { polynomial, low, high } of [...this.#facts]) {
      const resolved = this.resolve(polynomial);
      if (!resolved.equals(polynomial)) this.#know(resolved, low, high);
    }
  }

  /**
   * One of several continuations. A run that follows choices must come to the same ones again,
   * whatever a search proposes in it: of the same polynomial in variables that are the same.
   * @param {readonly bigint[]} options
   * @param {(evaluate: Evaluate) => bigint} actual the right one for concrete inputs
   * @param {string} [meaning] of options
   */
  choose(options, actual, meaning = String(options)) {
    if (this.#oracle) return this.#oracle(actual);
    const { choices, others } = this.#path;
    const of = `${meaning} ${this.#digest()}`;
    if (this.#decided === choices.length) {
      if (!others) throw new NeedChoice();
      others(options.slice(0, -1).map((chosen) => [...choices, { chosen, of }]));
      choices.push({ chosen: options[options.length - 1], of });
    }
    const found = choices[this.#decided++];
    if (found.of !== of) throw new Refused('a run that repeats another way');
    return found.chosen;
  }
  /** Of all definitions of variables. */
  #digest() {
    for (; this.#defined < this.#variables.length; this.#defined++) {
      const { kind, of, rest, closed, bits, place, limit, isBelow, op, words } =
        this.#variables[this.#defined];
      const forms = [of, rest, of ? null : closed, ...(words ?? [])].map((one) => one?.key());
      this.#definitions.update(`${[kind, bits, place, limit, isBelow, op, ...forms]};`);
    }
    return this.#definitions.copy().digest('base64');
  }
}

/**
 * @param {bigint} low
 * @param {bigint} high
 * @param {bigint} divisor
 * @param {boolean} isInteger
 * @returns {[bigint, bigint]}
 */
function rounded(low, high, divisor, isInteger) {
  if (divisor === 1n) return [low, high];
  if (isInteger) return [ceilDivide(low, divisor), floorDivide(high, divisor)];
  return [floorDivide(low, divisor), ceilDivide(high, divisor)];
}
