/**
 * Proposals of remainders: t = low + 2^w·high with low in [0, 2^w), where no new variables are
 * needed, or only one for the quotient.
 */
import { Polynomial, valuation, variablesOf } from '../kernel/polynomial.js';
import { residue } from './residue.js';

/** @import { Facts, Halves } from '../kernel/facts.js' */
/** @import { Value } from '../kernel/number.js' */

/** Of so many terms fields are looked for. */
const MOST_FIELDS = 8;

/**
 * @param {Value} t an integer
 * @param {number} w
 * @param {boolean} isTable of a word of a table
 * @returns {Halves | null}
 */
export function split(t, w, isTable) {
  return (
    bySize(t, w) ??
    byFields(t, w, isTable) ??
    byBit(t, w) ??
    byWhole(t, w) ??
    byQuotient(t, w) ??
    byRange(t, w) ??
    byConstantRemainder(t, w)
  );
}

/** The quotient is the same at both ends of the interval. @param {Value} t @param {number} w */
function bySize(t, w) {
  const quotient = t.low >> BigInt(w);
  if (quotient !== t.high >> BigInt(w)) return null;
  return { low: t.plus(-quotient << BigInt(w)), high: t.domain.constant(quotient) };
}

/**
 * Fields of bits side by side, rest + 2^s·v with rest in [0, 2^s): v is split, if s is less than w,
 * and rest, if it is more.
 * @param {Value} t
 * @param {number} w
 * @param {boolean} isTable
 */
function byFields({ domain, polynomial: p }, w, isTable) {
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
    if (large.size === 0) continue;
    const rest = domain.number(new Polynomial(small));
    if (rest.low < 0n || rest.high >> BigInt(s)) continue;
    const field = domain.number(new Polynomial(large).shift(-s));
    if (s === w) return { low: rest, high: field };
    const halves = s < w ? field.split(w - s, isTable) : rest.split(w, isTable);
    if (s > w) return { low: halves.low, high: halves.high.add(field.times(1n << BigInt(s - w))) };
    return { low: halves.low.times(1n << BigInt(s)).add(rest), high: halves.high };
  }
  return null;
}

/** Whether a monomial is a bit, of any place. @param {Facts} facts @param {number} key */
function isBit(facts, key) {
  const [id, ...more] = variablesOf(key);
  return more.length === 0 && facts.low(id) === 0n && facts.high(id) === 1n;
}

/** 1 + b + 2x with a bit b: 1 − b, and b + x. @param {Value} t @param {number} w */
function byBit({ domain, polynomial: p }, w) {
  if (w !== 1 || !domain.isIntegral(p)) return null;
  const [one, bit, ...more] = [...p.terms]
    .filter(([, c]) => (c & 1n) === 1n)
    .sort(([a], [b]) => a - b);
  if (more.length > 0 || one?.[0] !== 0 || !bit || !isBit(domain, bit[0])) return null;
  const rest = Polynomial.constant(1n).sub(Polynomial.variable(bit[0]));
  return { low: domain.number(rest), high: domain.number(p.sub(rest).shift(-1)) };
}

/**
 * A remainder modulo more than 2^w: its low bits are those of the number whose remainder
 * it is.
 * @param {Value} t
 * @param {number} w
 */
function byWhole({ domain, polynomial }, w) {
  const single = domain.single(polynomial);
  if (single?.c !== 1n || single.k !== 0n) return null;
  const { of, bits = 0, kind } = domain.variable(single.id);
  if (!of || kind === 'quotient' || bits < w || !domain.isIntegral(of)) return null;
  const { low } = domain.number(of).split(w);
  // Of which it may be the remainder itself, or that of a remainder, and so on.
  const found = residue(domain, polynomial.sub(low.polynomial), w);
  return { low, steps: [single.id, ...(found?.steps ?? [])] };
}

/**
 * Bits of a quotient by 2^a are those of the number that is divided, a places further.
 * @param {Value} t
 * @param {number} w
 */
function byQuotient({ domain, polynomial, part }, w) {
  const single = domain.single(polynomial);
  const { from, bits = 0 } =
    single?.c === 1n && single.k === 0n ? domain.variable(single.id) : /** @type {any} */ ({});
  const [of, a] = part && !part.isLow ? [part.split.of, part.split.bits] : [from, bits];
  if (!of) return null;
  const { low, high } = of.split(a + w);
  return { low: low.split(a).high, high };
}

/**
 * The low word of a sum with words of a table: a congruent number with a range of one window.
 * @param {Value} t
 * @param {number} w
 */
function byRange({ domain, polynomial }, w) {
  if (w !== 64) return null;
  const steps = [...polynomial.variables()].filter((id) => domain.variable(id).isTable);
  /** Whether that is a multiple of 2^64 more or less. @param {[number, bigint]} term */
  const isCongruent = ([key, c]) => {
    const [id] = variablesOf(key).filter((one) => steps.includes(one));
    return id === undefined || (key === id && valuation(c) + (domain.variable(id).bits ?? 0) >= w);
  };
  if (steps.length === 0 || !domain.isIntegral(polynomial)) return null;
  if (![...polynomial.terms].every(isCongruent)) return null;
  const form = polynomial.substitute((id) => (steps.includes(id) ? domain.variable(id).of : null));
  const number = domain.number(form);
  if (!number.isInteger) return null;
  number.refine();
  const k = number.low >> 64n;
  return number.high >> 64n === k ? { low: number.plus(-k << 64n), steps } : null;
}

/** As in Montgomery's reduction: t + q·p is 0 modulo 2^w. @param {Value} t @param {number} w */
function byConstantRemainder({ domain, polynomial }, w) {
  const found = residue(domain, polynomial, w);
  return found && { low: domain.constant(found.constant), steps: found.steps };
}
