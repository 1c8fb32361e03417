/**
 * t = low + 2^w·high, exactly, with low in [0, 2^w): what masks, shifts and carries are made of.
 */
import { Refused } from './refused.js';
import { bounds, interval } from './bounds.js';
import { bitLength, ceilDivide, larger, smaller } from './integers.js';
import { Polynomial, valuation, variablesOf } from './polynomial.js';

/** @import { Domain, Split } from './domain.js' */
/** @import { Value } from './value.js' */

/** Beyond so many terms the search for a constant remainder gives up. */
const MOST_TERMS = 600;
/** Of so many terms fields are looked for. */
const MOST_FIELDS = 8;

/**
 * The same integer is split once only, so a mask and a shift are halves of the same split.
 * @param {Value} t an integer
 * @param {number} w
 * @returns {Split}
 */
export function split(t, w) {
  if (!t.isInteger) throw new Refused('bits of a number that is no integer');
  const { domain } = t;
  const key = `${w}|${t.polynomial.key()}`;
  const known = domain.splits.get(key);
  if (known && w !== 32) return known;
  if (w === 32 && t.low >> 32n !== t.high >> 32n) t.refine();
  // By what is known now, it may need no variables.
  if (known && t.low >> 32n !== t.high >> 32n) return known;
  const halves =
    bySize(t, w) ??
    byFields(t, w) ??
    byBit(t, w) ??
    byWhole(t, w) ??
    byQuotient(t, w) ??
    byRange(t, w) ??
    byConstantRemainder(t, w) ??
    byNewVariables(t, w);
  return keep(t, w, halves);
}

/** @param {Value} t @param {number} w @param {{ low: Value, high: Value }} halves */
function keep(t, w, halves) {
  const result = { ...halves, of: t, bits: w };
  result.low.part = { split: result, isLow: true };
  result.high.part = { split: result, isLow: false };
  t.domain.splits.set(`${w}|${t.polynomial.key()}`, result);
  return result;
}

/** The quotient is the same at both ends of the interval. @param {Value} t @param {number} w */
function bySize(t, w) {
  const quotient = t.low >> BigInt(w);
  if (quotient !== t.high >> BigInt(w)) return null;
  const low = t.plus(-quotient << BigInt(w));
  return { low: low === t ? copy(t) : low, high: t.domain.constant(quotient) };
}

/** `part` belongs to one split alone. @param {Value} t */
const copy = (t) => t.domain.value(t.polynomial, t.low, t.high);

/**
 * Fields of bits side by side, rest + 2^s·v with rest in [0, 2^s): v is split, if s is less than w,
 * and rest, if it is more.
 * @param {Value} t
 * @param {number} w
 */
function byFields({ domain, polynomial: p, low, high }, w) {
  if (!domain.isIntegral(p)) return null;
  const coefficients = p.terms.size > MOST_FIELDS ? [] : [...p.terms.values()];
  const places = [...new Set(coefficients.map(valuation))].sort((a, b) => b - a);
  const below = places.filter((s) => s > 0 && s < w);
  const above = places.filter((s) => s > w && s < 64);
  for (const s of [w, ...below, ...above.reverse()]) {
    const [small, large] = [new Map(), new Map()];
    for (const [key, c] of p.terms) {
      const lowest = BigInt.asUintN(s, c);
      const rest = key === 0 || lowest === 0n || isBit(domain, key) ? lowest : c;
      if (rest !== 0n) small.set(key, rest);
      if (rest !== c) large.set(key, c - rest);
    }
    const rest = new Polynomial(small);
    if (large.size === 0) continue;
    const [a, b] = interval(domain, rest, true);
    if (a < 0n || b >> BigInt(s)) continue;
    const field = new Polynomial(large).shift(-s);
    const [c, d] = interval(domain, field, true);
    const v = domain.value(field, larger(c, low >> BigInt(s)), smaller(d, high >> BigInt(s)));
    const lowest = domain.value(rest, a, b);
    if (s === w) return { low: lowest, high: v };
    const halves = s < w ? split(v, w - s) : split(lowest, w);
    if (s > w)
      return { low: copy(halves.low), high: halves.high.add(v.times(1n << BigInt(s - w))) };
    return { low: halves.low.times(1n << BigInt(s)).add(lowest), high: copy(halves.high) };
  }
  return null;
}

/** Whether a monomial is a bit, of any place. @param {Domain} domain @param {number} key */
function isBit({ variables }, key) {
  const [id, ...more] = variablesOf(key);
  return more.length === 0 && variables[id].low === 0n && variables[id].high === 1n;
}

/** 1 + b + 2x with a bit b: 1 − b, and b + x. @param {Value} t @param {number} w */
function byBit({ domain, polynomial: p, low, high }, w) {
  if (w !== 1 || !domain.isIntegral(p)) return null;
  const [one, bit, ...more] = [...p.terms]
    .filter(([, c]) => (c & 1n) === 1n)
    .sort(([a], [b]) => a - b);
  if (more.length > 0 || one?.[0] !== 0 || !bit || !isBit(domain, bit[0])) return null;
  const b = Polynomial.variable(bit[0]);
  const rest = domain.value(Polynomial.constant(1n).sub(b), 0n, 1n);
  return { low: rest, high: domain.value(p.sub(rest.polynomial).shift(-1), low >> 1n, high >> 1n) };
}

/**
 * A remainder modulo more than 2^w: its low bits are those of the number whose remainder
 * it is.
 * @param {Value} t
 * @param {number} w
 */
function byWhole(t, w) {
  const { domain } = t;
  const single = domain.single(t.polynomial);
  const { of, bits = 0 } = single?.c === 1n && single.k === 0n ? domain.variables[single.id] : {};
  if (!of || bits < w || !domain.isIntegral(of)) return null;
  const [a, b] = interval(domain, of, true);
  const low = copy(split(domain.value(of, a, b), w).low);
  return { low, high: quotientOf(t, low, w) };
}

/**
 * Bits of a quotient by 2^a are those of the number that is divided, a places further.
 * @param {Value} t
 * @param {number} w
 */
function byQuotient({ domain, polynomial, part }, w) {
  const single = domain.single(polynomial);
  const known = single?.c === 1n && single.k === 0n ? domain.variables[single.id].from : null;
  const from = part && !part.isLow ? part.split : known;
  if (!from) return null;
  const { of, bits } = from;
  const { low, high } = split(of, bits + w);
  return { low: copy(split(low, bits).high), high: copy(high) };
}

/**
 * The low word of a sum with words of a table: a congruent number with a range of one window.
 * @param {Value} t
 * @param {number} w
 */
function byRange(t, w) {
  const { domain } = t;
  /** @param {number} id */
  const wholeOf = (id) => (domain.variables[id].isTable ? domain.variables[id].of : null);
  /** Whether that is a multiple of 2^64 more or less. @param {[number, bigint]} term */
  const isCongruent = ([key, c]) => {
    const [id] = variablesOf(key).filter(wholeOf);
    return id === undefined || (key === id && valuation(c) + (domain.variables[id].bits ?? 0) >= w);
  };
  if (w !== 64 || ![...t.polynomial.variables()].some(wholeOf)) return null;
  if (!domain.isIntegral(t.polynomial) || ![...t.polynomial.terms].every(isCongruent)) return null;
  const number = t.polynomial.substitute(wholeOf);
  if (!domain.isIntegral(number)) return null;
  const [a, b] = bounds(domain, domain.closed(number), true, 2);
  const k = a >> 64n;
  if (b >> 64n !== k) return null;
  const low = domain.value(
    number.add(Polynomial.constant(-k << 64n)),
    a - (k << 64n),
    b - (k << 64n),
  );
  return { low, high: quotientOf(t, low, 64) };
}

/** (t − rest)/2^w, of a rest in [0, 2^w). @param {Value} t @param {Value} rest @param {number} w */
function quotientOf(t, rest, w) {
  const closed = t.closed().sub(rest.closed()).shift(-w);
  const [low, high] = [t.low >> BigInt(w), t.high >> BigInt(w)];
  const from = { of: t, bits: w };
  const id = t.domain.add({ kind: 'quotient', low, high, integer: true, closed, from });
  return t.domain.value(Polynomial.variable(id), low, high);
}

/** As in Montgomery's reduction: t + q·p is 0 modulo 2^w. @param {Value} t @param {number} w */
function byConstantRemainder(t, w) {
  const remainder = residue(t.domain, t.polynomial, w);
  if (remainder === null) return null;
  const { domain } = t;
  const unit = 1n << BigInt(w);
  const low = ceilDivide(t.low - remainder, unit);
  const high = (t.high - remainder) >> BigInt(w);
  const closed = t.closed().add(Polynomial.constant(-remainder)).shift(-w);
  const id = domain.add({ kind: 'quotient', low, high, integer: true, closed });
  return {
    low: domain.constant(remainder),
    high: domain.value(Polynomial.variable(id), low, high),
  };
}

/**
 * The bits that may be set in a sum of fields side by side, 2^s·v with v in [0, 2^k), or null.
 * @param {Value} value
 */
export function bitsOf({ domain, polynomial, zeros }) {
  if (zeros || !domain.isIntegral(polynomial)) return null;
  let all = 0n;
  for (const [key, c] of polynomial.terms) {
    const [id, ...more] = variablesOf(key);
    const { low, high } = key === 0 ? { low: 1n, high: 1n } : domain.variables[id];
    const isPower = (c & (c - 1n)) === 0n || key === 0;
    if (c < 0n || low < 0n || more.length > 0 || !isPower) return null;
    const bits = key === 0 ? c : c * ((1n << BigInt(bitLength(high))) - 1n);
    if ((all & bits) !== 0n) return null;
    all |= bits;
  }
  return all >> 64n ? null : all;
}

/** @param {Value} t @param {number} w */
function byNewVariables(t, w) {
  const { domain } = t;
  const most = (1n << BigInt(w)) - 1n;
  const of = t.polynomial;
  const rest = domain.add({ kind: 'remainder', low: 0n, high: most, integer: true, of, bits: w });
  const whole = t.closed();
  const [low, high] = [t.low >> BigInt(w), t.high >> BigInt(w)];
  const closed = whole.sub(Polynomial.variable(rest)).shift(-w);
  const form = { low, high, integer: true, closed, whole, bits: w, from: { of: t, bits: w } };
  const id = domain.add({ kind: 'quotient', ...form });
  domain.variables[rest].quotient = id;
  return {
    low: domain.value(Polynomial.variable(rest), 0n, most),
    high: domain.value(Polynomial.variable(id), low, high),
  };
}

/**
 * The constant to which an integer polynomial is congruent modulo 2^w, or null: a remainder modulo
 * 2^w or more may be replaced by that of which it is the remainder.
 * @param {Domain} domain
 * @param {Polynomial} polynomial
 * @param {number} w
 */
export function residue(domain, polynomial, w) {
  if (!domain.isIntegral(polynomial)) return null;
  let rest = polynomial.modulo(w);
  for (let step = 0; step < 8; step++) {
    const constant = rest.constant();
    if (constant !== null) return constant;
    const newest = Math.max(...[...rest.variables()].filter(isReplaceable), 0);
    if (newest === 0) return null;
    const { of } = domain.variables[newest];
    rest = rest.substitute((id) => (id === newest ? of : null)).modulo(w);
    if (rest.terms.size > MOST_TERMS) return null;
  }
  return null;

  /** @param {number} id */
  function isReplaceable(id) {
    const { of, bits = 0 } = domain.variables[id];
    return of !== undefined && bits >= w && domain.isIntegral(of);
  }
}
