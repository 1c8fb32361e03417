/**
 * Elements that are known by their values, where code computes with their digits: then these are
 * unknown numbers, of which is known what element they make. And back: digits that make a number
 * which is a polynomial in such elements are an element again, of that value.
 */
import { FULL_DIGIT, digitBounds, signedDigits } from './layouts.js';
import { bounds } from './domain/bounds.js';
import { Lane } from './domain/double.js';
import { FieldPolynomial, inverse } from './domain/field-polynomial.js';
import { ceilDivide, larger, magnitude } from './domain/integers.js';
import { Polynomial, variablesOf } from './domain/polynomial.js';
import { Refused } from './refused.js';

/**
 * @import { Domain } from './domain/domain.js'
 * @import { Value } from './domain/value.js'
 * @import { Element } from './elements.js'
 * @import { Machine } from './machine/machine.js'
 * @import { Opaque, Piece, Region } from './machine/memory.js'
 *
 * `lowest`: the variable that is the lowest digit, which occurs in the number by itself.
 * @typedef {{ element: Element, number: Polynomial, lowest: number,
 *   digits: Value[], lanes: Lane[] }} Opened
 */

/** The digits of an element. @param {Machine} machine @param {Opaque} piece @returns {Opened} */
export function openedOf({ domain, opened }, piece) {
  const known = opened.get(piece);
  if (known) return known;
  const element = /** @type {Element} */ (piece.element);
  const { unknown, places } = element.base;
  if (!unknown) throw new Refused('computes with an element that is known by its value only');
  const { number, digits } = unknown(domain, element.range);
  const lowest = domain.single(digits[0].polynomial)?.id ?? 0;
  const lanes = (places ? digits : []).map((double, i) => {
    const lane = new Lane(domain, { double });
    lane.origin = { piece, at: 8 * i, isNegative: false };
    return lane;
  });
  const found = { element, number, lowest, digits, lanes };
  opened.set(piece, found);
  return found;
}

/** The digit that a piece of an element is. @param {Machine} machine @param {Piece} piece */
export function digitOf(machine, { piece, at }) {
  const lane = openedOf(machine, piece).lanes[at / 8];
  if (!lane) throw new Refused('a word of an element, as a double');
  return lane;
}

/**
 * The value of an element from its number, if that is a polynomial in opened elements modulo p. In
 * such a polynomial the coefficient of a product of elements is that of their lowest digits.
 * @param {Machine} machine @param {bigint} p @param {Polynomial} number @param {bigint} scale
 * @returns {FieldPolynomial | null}
 */
export function valueOf({ domain, opened }, p, number, scale) {
  const byLowest = new Map([...opened.values()].map((one) => [one.lowest, one]));
  /** @param {Polynomial} polynomial */
  const found = (polynomial) => {
    const unit = inverse(1n << BigInt(polynomial.exponent), p);
    let rest = polynomial;
    let value = new FieldPolynomial(p);
    for (const [key, c] of polynomial.terms) {
      const factors = key === 0 ? [] : variablesOf(key).map((id) => byLowest.get(id));
      if (c % p === 0n || factors.includes(undefined)) continue;
      let product = Polynomial.constant(c).shift(-polynomial.exponent);
      let term = FieldPolynomial.constant(p, c * unit);
      for (const one of factors) {
        if (!one) continue;
        product = product.mul(one.number);
        term = term.mul(one.element.value.scale(one.element.scale));
      }
      rest = rest.sub(product);
      value = value.add(term);
    }
    const isZero = [...rest.terms.values()].every((c) => c % p === 0n);
    return isZero ? value.scale(inverse(scale, p)) : null;
  };
  const closed = domain.closed(number);
  return found(closed) ?? found(domain.resolve(closed));
}

/**
 * Whether a number is even by its form: with its digits, which are remainders, written as what they
 * are the remainders of, less quotients.
 * @param {Domain} domain @param {Polynomial} number
 */
export function isEven(domain, number) {
  const whole = number.substitute((id) => {
    const { of, bits = 0, quotient } = domain.variables[id];
    return of && quotient ? of.sub(Polynomial.variable(quotient).shift(bits)) : null;
  });
  return domain.isIntegral(whole) && [...whole.terms.values()].every((c) => c % 2n === 0n);
}

/**
 * 8 bytes of memory. Where they are a digit of an element that was computed, that is known by its
 * value from here on, so that what is computed with it is no polynomial of a higher degree.
 * @param {Machine} machine @param {Region} region @param {number} at
 */
export function loadLane(machine, region, at) {
  const lane = machine.memory.readLane(region, at);
  if (!(lane instanceof Lane) || !machine.field?.w || !lane.knownDouble) return lane;
  const { polynomial } = lane.knownDouble;
  const single = machine.domain.single(polynomial);
  if (polynomial.constant() !== null || machine.kept.has(lane)) return lane;
  if (single && machine.domain.variables[single.id].kind === 'input') return lane;
  machine.kept.add(lane);
  for (const stride of [16, 8])
    for (let start = at; start > at - stride * machine.field.n; start -= stride)
      if (close(machine, region, start, stride)) return machine.memory.readLane(region, at);
  return lane;
}

/**
 * Makes digits an element, if they are one.
 * @param {Machine} machine @param {Region} region @param {number} at @param {number} stride
 */
function close(machine, region, at, stride) {
  const { domain, field } = machine;
  const { w = 0, n = 0, p = 0n, R = 0n } = field ?? {};
  const base = signedDigits({ w, n, stride, lanes: 1 });
  const doubles = (base.places ?? []).map((place) => {
    const { size, content } = region.cells.get(at + place) ?? {};
    return size === 8 && content instanceof Lane ? content.knownDouble : null;
  });
  if (!doubles.every((one) => one?.isInteger)) return false;
  const number = doubles.reduce(
    (sum, one, i) => (one ? sum.add(one.polynomial.shift(w * i)) : sum),
    new Polynomial(),
  );
  const value = valueOf(machine, p, number, R);
  if (!value) return false;
  const [least, most] = bounds(domain, domain.resolve(domain.closed(number)), true, 2);
  const largest = doubles
    .slice(0, -1)
    .reduce(
      (all, one) => larger(all, one ? larger(magnitude(one.low), magnitude(one.high)) : 0n),
      0n,
    );
  const digit = ceilDivide(largest * FULL_DIGIT, 1n << BigInt(w - 1));
  const [smallest, limit] = digitBounds(w, { least, most, digit });
  const digits = doubles.slice(0, -1);
  const isBelow = digits.every((one) => !!one && one.high < limit);
  const isAbove = digits.every((one) => !!one && one.low > smallest);
  const range = { least, most, digit, isBelow, isAbove };
  /** @type {Opaque} */
  const piece = { element: { value, range, base, p, scale: R }, size: 8 * n };
  (base.places ?? []).forEach((place, i) => region.set(at + place, 8, { piece, at: 8 * i }));
  return true;
}
