/**
 * The lowest digit of an element that is known by its value only, as code that looks for zeros
 * reads it: an unknown number. An element that is 0 modulo p is one of the multiples of p in its
 * range, so if the digit is the lowest of none of these, the element is not 0.
 */
import { FULL_DIGIT, digitBounds } from '../layouts.js';
import { openedOf } from '../opened.js';
import { Contradiction, Refused } from '../refused.js';

/**
 * @import { Element } from '../elements.js'
 * @import { Value } from '../domain/value.js'
 * @import { Machine } from './machine.js'
 * @import { Opaque, Piece, Region } from './memory.js'
 *
 * `isOneOf`: whether it is one of some constants; a case distinction, if that is not known.
 * @typedef {{ isOneOf: (constants: bigint[]) => boolean }} Digit
 */

/** The multiples of p in the range of an element. @param {Element} element @returns {bigint[]} */
export function zerosOf({ range, p }) {
  const zeros = [];
  const first = range.least < 0n ? -(-range.least / p) : (range.least + p - 1n) / p;
  for (let zero = first * p; zero <= range.most; zero += p)
    if (!range.isEven || zero % 2n === 0n) zeros.push(zero);
  return zeros;
}

/**
 * Whether all digits are 0 of an element that is 0 modulo p: its number is no other multiple of p,
 * and no digit reaches the radix, so that 0 has no other digits.
 * @param {Element} element
 */
export const hasOneZero = (element) =>
  zerosOf(element).every((zero) => zero === 0n) &&
  (element.range.digit ?? FULL_DIGIT) < 2n * FULL_DIGIT;

/**
 * Whether all digits of elements are 0, which is the same as that these are 0 modulo p.
 * @param {Machine} machine @param {Piece[]} digits
 */
export function areZero(machine, digits) {
  const wholes = [...new Set(digits.map(({ piece }) => piece))];
  const elements = wholes.map(({ element }) => /** @type {Element} */ (element));
  const isWhole = elements.every((element, i) => {
    const all = new Set(digits.flatMap(({ piece, at }) => (piece === wholes[i] ? [at] : [])));
    return all.size === element.base.places?.length && hasOneZero(element);
  });
  if (!isWhole) throw new Refused('a sum of some digits');
  return machine.isZero(
    elements.map(({ value }) => value),
    true,
  );
}

/**
 * The lowest digits that an element may have if it is 0: congruent to a multiple of p modulo the
 * radix.
 * @param {Element} element
 */
function lowestOf(element) {
  const { digit, w = 0 } = element.base;
  if (digit) return zerosOf(element).map((zero) => BigInt.asUintN(digit.bits, zero));
  const [least, most] = digitBounds(w, element.range);
  const radix = 1n << BigInt(w);
  return zerosOf(element).flatMap((zero) => {
    const found = [];
    for (let d = BigInt.asUintN(w, zero - least) + least; d <= most; d += radix) found.push(d);
    return found;
  });
}

/**
 * @param {Machine} machine
 * @param {Opaque} whole
 * @param {Value} [word] of its digit
 * @returns {Digit}
 */
export function lowestDigit(machine, whole, word) {
  const known = machine.lowest.get(whole);
  if (known) return known;
  const element = /** @type {Element} */ (whole.element);
  /** @type {Set<bigint>} */
  const excluded = new Set();
  /** @type {bigint | null} */
  let found = null;
  const digit = {
    isOneOf(/** @type {bigint[]} */ constants) {
      const fresh = constants.filter((c) => !excluded.has(c));
      if (found !== null) return fresh.includes(found);
      if (fresh.length === 0) return false;
      const isEqual = machine.domain.choose([0n, 1n], (evaluate) =>
        word && fresh.includes(evaluate(word.polynomial)) ? 1n : 0n,
      );
      if (isEqual === 1n) {
        if (fresh.length === 1) found = fresh[0];
        return true;
      }
      fresh.forEach((c) => excluded.add(c));
      if (lowestOf(element).every((one) => excluded.has(one))) {
        if (machine.isZero([element.value], false) === true) throw new Contradiction();
        machine.tests.push({ values: [element.value], isZero: false });
      }
      return false;
    },
  };
  machine.lowest.set(whole, digit);
  return digit;
}

/**
 * A word of memory that is a digit of an element.
 * @param {Machine} machine @param {Region} region @param {number} at @param {number} size
 * @returns {Value | null} null if there is no such element
 */
export function readDigit(machine, region, at, size) {
  const [start] = region.overlapping(at, size);
  const content = region.cells.get(start)?.content;
  if (!content || !('element' in content)) return null;
  const { base, range } = /** @type {Element} */ (content.element);
  const place = at - start;
  if (base.digit?.word !== size || range.least < 0n || place < 0 || place % size > 0) return null;
  // What is called is to be proven by itself, and computes with no more than the lowest one here.
  if (place > 0 && machine.depth > 1) return null;
  machine.memory.noteRead(region, at, size);
  const { polynomial, low, high } = openedOf(machine, content).digits[place / size];
  const word = machine.domain.value(polynomial, low, high);
  if (place > 0) return word;
  const lowest = lowestDigit(machine, content, word);
  word.digit = lowest;
  return word;
}
