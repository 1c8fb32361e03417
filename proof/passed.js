/**
 * The numbers that a function passes to calls, and those that it leaves: each must be a polynomial
 * modulo p in the digits of elements, those of inputs and those that calls leave. All other
 * variables have coefficients that are divisible by p: remainders and carries are such, and the
 * result of a comparison is not. Nor does what comes next depend on digits: it is the same on all
 * paths of the same flags, signs and cases of calls.
 */
import { createHash } from 'node:crypto';
import { inverse } from './kernel/integers.js';
import { variablesOf } from './kernel/polynomial.js';
import { Refused } from './kernel/refused.js';

/**
 * @import { Polynomial } from './kernel/polynomial.js'
 * @import { Machine } from './kernel/machine/machine.js'
 * @import { Value } from './kernel/number.js'
 */

/** The digits of elements where polynomials are compared. @param {number} i */
function pointAt(i) {
  const hash = createHash('sha512').update(`digit ${i}`).digest('hex');
  return BigInt(`0x${hash}`);
}

/**
 * Variables get the values that they have where polynomials are compared: by their order, which is
 * the same on all paths that pass the same.
 * @param {Machine} machine @param {Polynomial} number
 */
export function nameDigits({ digits }, number) {
  for (const id of number.variables()) if (!digits.has(id)) digits.set(id, pointAt(digits.size));
}

/** @param {Machine} machine @param {Polynomial} number @param {bigint} p */
function valueAt({ digits }, { terms, exponent }, p) {
  let sum = 0n;
  for (const [key, c] of terms) {
    if (c % p === 0n) continue;
    let term = c;
    for (const id of variablesOf(key)) {
      const value = digits.get(id);
      if (value === undefined) return null;
      term = (term * value) % p;
    }
    sum += term;
  }
  return (sum * inverse(1n << BigInt(exponent), p)) % p;
}

/** The beginning of an entry that names the case of its claim that a call took. */
export const TAKEN = 'took ';

/**
 * The numbers and words that a function passes next depend on the cases that calls before took, on
 * flags and on signs alone: they are the same on all such paths, or the function is refused.
 * @param {Map<string, string>} known by what it may depend on
 * @param {string} start flags and signs
 * @param {readonly string[]} passed on a path
 */
export function checkSame(known, start, passed) {
  let [key, those] = [start, ''];
  for (const one of [...passed, TAKEN]) {
    if (!one.startsWith(TAKEN)) {
      those += `${one};`;
      continue;
    }
    if ((known.get(key) ?? those) !== those) throw new Refused('what is passed depends on digits');
    known.set(key, those);
    [key, those] = [`${key} ${one}`, ''];
  }
}

/** Words are compared modulo a prime of their own. */
const WORDS = 2n ** 255n - 19n;

/**
 * A flag, a result or a count, as text: what is no constant must be what a call leaves, or digits
 * of elements.
 * @param {Machine} machine @param {Value} word
 */
export function wordOf(machine, word) {
  const value = valueAt(machine, word.closed(), WORDS);
  if (value === null) throw new Refused('a word that depends on digits');
  return `${((value % WORDS) + WORDS) % WORDS}`;
}

/**
 * @param {Machine} machine @param {string} name @param {Polynomial} number @param {bigint} p
 */
export function passNumber(machine, name, number, p) {
  const { domain, passed } = machine;
  const closed = domain.closed(number);
  const value = valueAt(machine, closed, p) ?? valueAt(machine, domain.resolve(closed), p);
  if (value === null && machine.isSampled) return;
  if (value === null) throw new Refused(`${name} is no polynomial of elements`);
  passed.push(`${name} ${((value % p) + p) % p}`);
}
