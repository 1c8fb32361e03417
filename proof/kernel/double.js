/**
 * Doubles as exact numbers: patterns, and results that are rounded to nearest, ties to even
 * (specification, §4.3.3). Only finite numbers without underflow: anything else is refused.
 */
import { Refused } from './refused.js';
import { bitLength, larger, magnitude } from './integers.js';
import { Polynomial } from './polynomial.js';

/**
 * @import { Mask } from './machine/masks.js'
 * @import { Domain, Value } from './number.js'
 */

const SIGN = 1n << 63n;
const MANTISSA = 52;
const BIAS = 1023;
/** Numbers from 2^−900 to 2^900 are far from underflow and overflow. */
const LARGEST_PLACE = 900;
const INFINITE = 0x7ffn << BigInt(MANTISSA);

/** 64 bits, as a word, as a double, or as both; or bits of which nothing is known. */
export class Lane {
  #domain;
  /** @type {Value | null} */
  #word;
  /** @type {Value | null} */
  #double;
  #isNaN;
  /** @type {Mask | null} */
  #mask;
  #zeros;
  /**
   * @param {Domain} domain
   * @param {{ word?: Value, double?: Value, isNaN?: boolean, mask?: Mask,
   *   zeros?: readonly Value[] }} known
   */
  constructor(domain, { word, double, isNaN, mask, zeros }) {
    this.#domain = domain;
    this.#word = word ?? null;
    this.#double = double ?? null;
    this.#isNaN = isNaN ?? BigInt.asUintN(63, word?.constant() ?? 0n) > INFINITE;
    this.#mask = mask ?? null;
    this.#zeros = zeros ?? null;
  }
  get knownWord() {
    return this.#word;
  }
  get knownDouble() {
    return this.#double;
  }
  /** Whether it is known to be no number: all bits of the exponent, and one of the mantissa. */
  get isNaN() {
    return this.#isNaN;
  }
  /** Of a sum of magnitudes, the integers whose magnitudes are its terms. */
  get zeros() {
    return this.#zeros;
  }
  /** A comparison that is not decided, or was by now. */
  get mask() {
    return this.#mask;
  }
  get isKnown() {
    return this.#word !== null || this.#double !== null;
  }
  word() {
    if (this.#word) return this.#word;
    if (!this.#double) throw new Refused('nothing is known of a lane');
    return (this.#word = patternOf(this.#domain, this.#double));
  }
  double() {
    if (this.#double) return this.#double;
    if (!this.#word) throw new Refused('nothing is known of a lane');
    return (this.#double = doubleOf(this.#domain, this.#word));
  }
  /** Decides a comparison, once. @param {() => boolean} decide */
  settle(decide) {
    return (this.#mask = typeof this.#mask === 'boolean' ? this.#mask : decide());
  }
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
  return above.shift(-place).plus(start);
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
  return domain.number(
    units
      .shift(place)
      .scale(isNegative ? -1n : 1n)
      .reduced(),
  );
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
  if (isDouble(exact)) return simpler(exact);
  const same = exact.domain.propose('round', exact);
  if (!exact.isSame(same)) throw new Refused('another number, rounded');
  if (isDouble(same)) return simpler(same);
  const binade = binadeOf(same.low, same.high);
  if (!binade || binade.e < MANTISSA)
    throw new Refused(`a double that is rounded, from ${same.low} to ${same.high}`);
  return same.nearest(binade.e - MANTISSA);
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
  return exact.inClosedForm();
}
