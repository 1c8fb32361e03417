/**
 * The numbers that a function passes to calls, and those that it leaves: each must be a polynomial
 * modulo p in the digits of elements, those of inputs and those that calls leave. All other
 * variables have coefficients that are divisible by p: remainders and carries are such, and the
 * result of a comparison is not.
 */
import { createHash } from 'node:crypto';
import { inverse } from '../kernel/integers.js';
import { variablesOf } from '../kernel/polynomial.js';
import { Refused } from '../kernel/refused.js';

/**
 * @import { Polynomial } from '../kernel/polynomial.js'
 * @import { Machine } from '../kernel/machine/machine.js'
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
