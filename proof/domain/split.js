/**
 * t = low + 2^w·high, exactly, with low in [0, 2^w): what masks, shifts and carries are made of.
 */
import { Refused } from '../refused.js';
import { bounds, interval } from './bounds.js';
import { ceilDivide, larger, smaller } from './integers.js';
import { Polynomial } from './polynomial.js';

/** @import { Domain, Split } from './domain.js' */
/** @import { Value } from './value.js' */

/** Beyond so many terms the search for a constant remainder gives up. */
const MOST_TERMS = 600;

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
    byForm(t, w) ??
    byRange(t, w) ??
    byConstantRemainder(t, w) ??
    byNewVariables(t, w);
  const result = { ...halves, of: t };
  result.low.part = { split: result, isLow: true };
  result.high.part = { split: result, isLow: false };
  domain.splits.set(key, result);
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

/** A small part, and terms that are multiples of 2^w. @param {Value} t @param {number} w */
function byForm(t, w) {
  const { domain, polynomial: p } = t;
  if (!domain.isIntegral(p)) return null;
  const [small, large] = [new Map(), new Map()];
  for (const [key, c] of p.terms) {
    const rest = key === 0 || BigInt.asUintN(w, c) === 0n ? BigInt.asUintN(w, c) : c;
    if (rest !== 0n) small.set(key, rest);
    if (rest !== c) large.set(key, c - rest);
  }
  if (large.size === 0) return null;
  const rest = new Polynomial(small);
  const [a, b] = interval(domain, rest, true);
  if (a < 0n || b >> BigInt(w)) return null;
  const high = new Polynomial(large).shift(-w);
  const [c, d] = interval(domain, high, true);
  return {
    low: domain.value(rest, a, b),
    high: domain.value(high, larger(c, t.low >> BigInt(w)), smaller(d, t.high >> BigInt(w))),
  };
}

/**
 * The low word of a sum with words of a table: a congruent number with a range of one window.
 * @param {Value} t @param {number} w
 */
function byRange(t, w) {
  const { domain } = t;
  const { variables } = domain;
  if (w !== 64 || ![...t.polynomial.variables()].some((id) => variables[id].isTable)) return null;
  const number = t.polynomial.substitute((id) => (variables[id].isTable ? variables[id].of : null));
  if (!domain.isIntegral(number)) return null;
  const [a, b] = bounds(domain, domain.closed(number), true, 2);
  const k = a >> 64n;
  if (b >> 64n !== k) return null;
  const low = domain.value(
    number.add(Polynomial.constant(-k << 64n)),
    a - (k << 64n),
    b - (k << 64n),
  );
  const closed = t.closed().sub(low.closed()).shift(-64);
  const range = { low: t.low >> 64n, high: t.high >> 64n };
  const id = domain.add({ kind: 'quotient', ...range, integer: true, closed });
  return { low, high: domain.value(Polynomial.variable(id), range.low, range.high) };
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

/** @param {Value} t @param {number} w */
function byNewVariables(t, w) {
  const { domain } = t;
  const most = (1n << BigInt(w)) - 1n;
  const of = t.polynomial;
  const rest = domain.add({ kind: 'remainder', low: 0n, high: most, integer: true, of, bits: w });
  const whole = t.closed();
  const [low, high] = [t.low >> BigInt(w), t.high >> BigInt(w)];
  const closed = whole.sub(Polynomial.variable(rest)).shift(-w);
  const form = { low, high, integer: true, closed, whole, bits: w };
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
 * @param {Domain} domain @param {Polynomial} polynomial @param {number} w
 */
function residue(domain, polynomial, w) {
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
