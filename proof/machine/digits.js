/**
 * The first word of an element that is known by its value only, as code that looks for zeros reads
 * it: an unknown integer. An element that is 0 modulo p is one of the multiples of p in its range,
 * so if the word is the lowest digit of none of these, the element is not 0.
 */
import { Contradiction } from '../refused.js';

/**
 * @import { Element } from '../elements.js'
 * @import { Value } from '../domain/value.js'
 * @import { Machine } from './machine.js'
 * @import { Region } from './memory.js'
 *
 * `is`: whether it is a constant; a case distinction, if that is not known.
 * @typedef {{ is: (c: bigint) => boolean }} Digit
 */

/**
 * @param {Machine} machine @param {Region} region @param {number} at @param {number} size
 * @returns {Value | null} null if there is no such element
 */
export function readDigit(machine, region, at, size) {
  const content = region.cells.get(at)?.content;
  if (!content || !('element' in content)) return null;
  const { digit, range, p, values } = /** @type {Element} */ (content.element);
  if (!digit || digit.word !== size || range.least < 0n) return null;
  machine.memory.noteRead(region, at, size);
  const most = (1n << BigInt(digit.bits)) - 1n;
  const multiples = new Set();
  for (let zero = ((range.least + p - 1n) / p) * p; zero <= range.most; zero += p)
    multiples.add(zero & most);
  const word = machine.domain.input(0n, most);
  const excluded = new Set();
  /** @type {bigint | null} */
  let known = null;
  word.digit = {
    is(c) {
      const constant = BigInt.asUintN(8 * size, c);
      if (known !== null) return known === constant;
      if (excluded.has(constant)) return false;
      const { domain } = machine;
      const isEqual = domain.choose([0n, 1n], (evaluate) =>
        evaluate(word.polynomial) === constant ? 1n : 0n,
      );
      if (isEqual === 1n) {
        known = constant;
        return true;
      }
      excluded.add(constant);
      if ([...multiples].every((one) => excluded.has(one))) {
        if (machine.isZero(values, false) === true) throw new Contradiction();
        machine.tests.push({ values, isZero: false });
      }
      return false;
    },
  };
  return word;
}
