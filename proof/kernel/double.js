/**
 * Doubles as exact numbers: patterns, and results that are rounded to nearest, ties to even
 * (specification, §4.3.3). Only finite numbers without underflow: anything else is refused.
 */
import { Refused } from './refused.js';
import { bounds, interval } from './bounds.js';
import { bitLength, ceilDivide, floorDivide, larger, magnitude, smaller } from './integers.js';
import { Polynomial } from './polynomial.js';
import { Value } from './value.js';

/**
 * @import { Mask } from './machine/masks.js'
 * @import { Domain } from './domain.js'
 */

const SIGN = 1n << 63n;
const MANTISSA = 52;
const BIAS = 1023;
/** Numbers from 2^−900 to 2^900 are far from underflow and overflow. */
const LARGEST_PLACE = 900;
const INFINITE = 0x7ffn << BigInt(MANTISSA);

/** 64 bits, as a word, as a double, or as both; or bits of which nothing is known. */
export class Lane {
  /** @param {Domain} domain @param {{ word?: Value, double?: Value, isNaN?: boolean }} known */
  constructor(domain, { word, double, isNaN }) {
    this.domain = domain;
    this.knownWord = word ?? null;
    this.knownDouble = double ?? null;
    /** Whether it is known to be no number: all bits of the exponent, and one of the mantissa. */
    this.isNaN = isNaN ?? BigInt.asUintN(63, word?.constant() ?? 0n) > INFINITE;
    /** A comparison that is not decided. @type {Mask | null} */
    this.mask = null;
  }
  get isKnown() {
    return this.knownWord !== null || this.knownDouble !== null;
  }
  word() {
    if (this.knownWord) return this.knownWord;
    if (!this.knownDouble) throw new Refused('nothing is known of a lane');
    return (this.knownWord = patternOf(this.domain, this.knownDouble));
  }
  double() {
    if (this.knownDouble) return this.knownDouble;
    if (!this.knownWord) throw new Refused('nothing is known of a lane');
    return (this.knownDouble = doubleOf(this.domain, this.knownWord));
  }
}

/** @param {Domain} domain @param {Polynomial} polynomial */
function exactly(domain, polynomial) {
  const p = polynomial.reduced();
  const isInteger = domain.isIntegral(p);
  const [low, high] = interval(domain, p, isInteger);
  return new Value(domain, p, low, high, isInteger);
}

/**
 * A binade [2^e, 2^(e+1)], its end included, that contains an interval or its negative; or null.
 * @param {bigint} low @param {bigint} high
 */
function binadeOf(low, high) {
  if (low <= 0n && high >= 0n) return null;
  const isNegative = high < 0n;
  const [least, most] = isNegative ? [-high, -low] : [low, high];
  const e = bitLength(least) - 1;
  return most > 1n << BigInt(e + 1) || e > LARGEST_PLACE ? null : { e, isNegative };
}

/**
 * In one binade the pattern is affine in the value.
 * @param {Domain} domain
 * @param {Value} double
 */
function patternOf(domain, double) {
  const binade =
    binadeOf(double.low, double.high) ?? (double.refine(), binadeOf(double.low, double.high));
  if (!binade) throw new Refused(`the pattern of a double from ${double.low} to ${double.high}`);
  const { e, isNegative } = binade;
  const place = e - MANTISSA;
  const above = (isNegative ? double.times(-1n) : double).plus(-(1n << BigInt(e)));
  if (!domain.hasIntegerVariables(above.polynomial) || above.polynomial.valuation() < place)
    throw new Refused('a double that is no multiple of its last place');
  const start = (BigInt(e + BIAS) << BigInt(MANTISSA)) + (isNegative ? SIGN : 0n);
  const shifted = above.polynomial.shift(-place);
  /** @param {bigint} x */
  const scaled = (x) => (place >= 0 ? x >> BigInt(place) : x << BigInt(-place));
  return domain.value(shifted, scaled(above.low), scaled(above.high)).plus(start);
}

/** @param {Domain} domain @param {Value} word */
function doubleOf(domain, word) {
  const bits = word.unsigned();
  const constant = bits.constant();
  if (constant === 0n || constant === SIGN) return domain.constant(0n);
  const range = constantBinade(bits) ?? (bits.refine(), constantBinade(bits));
  if (!range) throw new Refused(`a pattern from ${bits.low} to ${bits.high}, of several binades`);
  const { start, place, isNegative } = range;
  const units = bits.plus(-start).polynomial.add(Polynomial.constant(1n << BigInt(MANTISSA)));
  return exactly(domain, units.shift(place).scale(isNegative ? -1n : 1n));
}

/** @param {Value} bits unsigned */
function constantBinade({ low, high }) {
  const isNegative = low >= SIGN;
  const [least, most] = isNegative ? [low - SIGN, high - SIGN] : [low, high];
  const exponent = least >> BigInt(MANTISSA);
  const place = Number(exponent) - BIAS - MANTISSA;
  // The pattern after the largest of a binade is the first of the next.
  if (most > (exponent + 1n) << BigInt(MANTISSA) || Math.abs(place) > LARGEST_PLACE) return null;
  return { start: (exponent << BigInt(MANTISSA)) + (isNegative ? SIGN : 0n), place, isNegative };
}

/** The double nearest to an exact number. @param {Value} exact @returns {Value} */
export function round(exact) {
  const { domain } = exact;
  if (isDouble(exact)) return simpler(exact);
  const closed = exact.closed();
  if (domain.isIntegral(closed) && closed.terms.size < exact.polynomial.terms.size) {
    const [low, high] = bounds(domain, closed, true, 2);
    const better = domain.value(closed, larger(low, exact.low), smaller(high, exact.high));
    if (!closed.equals(exact.polynomial)) return round(better);
  }
  exact.refine();
  if (isDouble(exact)) return simpler(exact);
  const binade = binadeOf(exact.low, exact.high);
  if (!binade || binade.e < MANTISSA)
    throw new Refused(`a double that is rounded, from ${exact.low} to ${exact.high}`);
  const key = exact.polynomial.key();
  const known = domain.roundings.get(key);
  if (known) return known;
  const result = rounded(exact, binade.e - MANTISSA);
  domain.roundings.set(key, result);
  return result;
}

/** A multiple of 2^g of at most 53 + g bits is a double. @param {Value} exact */
function isDouble({ domain, polynomial, low, high }) {
  if (!domain.hasIntegerVariables(polynomial)) return false;
  const g = polynomial.valuation();
  const most = larger(magnitude(low), magnitude(high));
  if (most === 0n) return true;
  if (g < -LARGEST_PLACE || most >> BigInt(LARGEST_PLACE)) return false;
  return 53 + g >= 0 && most <= 1n << BigInt(Math.min(53 + g, 2 * LARGEST_PLACE));
}

/** In closed form, if it is shorter. @param {Value} exact */
function simpler(exact) {
  if (exact.polynomial.terms.size < 4) return exact;
  const closed = exact.closed();
  if (closed.terms.size >= exact.polynomial.terms.size || !exact.domain.isIntegral(closed))
    return exact;
  return new Value(exact.domain, closed, exact.low, exact.high, true);
}

/**
 * In one binade with last place u = 2^place: r = u·H with an integer H, |exact − r| ≤ u/2.
 * @param {Value} exact @param {number} place at least 0
 */
function rounded(exact, place) {
  const { domain, polynomial: of } = exact;
  const u = 1n << BigInt(place);
  const isInteger = domain.isIntegral(of) && place > 0;
  // Half an odd number has no integer bounds, so such an error is counted in halves.
  const size = isInteger ? u >> 1n : u;
  const form = { of, place, low: -size, high: size, integer: isInteger, isDoubled: !isInteger };
  const error = domain.add({ kind: 'rounding', ...form, ...(isInteger && { bits: place }) });
  const rest = Polynomial.variable(error).shift(isInteger ? 0 : -1);
  let low = ceilDivide(2n * exact.low - u, 2n * u);
  let high = floorDivide(2n * exact.high + u, 2n * u);
  if (place === 0) {
    // The exact number need not be an integer, so its bounds are taken in parts of 256.
    const [a, b] = bounds(domain, exact.closed().shift(8), false, 2);
    low = larger(low, ceilDivide(a - 128n, 256n));
    high = smaller(high, floorDivide(b + 128n, 256n));
  }
  const closed = exact.closed().sub(rest).shift(-place);
  const id = domain.add({ kind: 'quotient', low, high, integer: true, closed });
  return domain.value(Polynomial.variable(id).scale(u), low * u, high * u);
}
