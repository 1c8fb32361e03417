/**
 * Inversion in functions that compute with digits: a call of a proven one leaves unknown digits, of
 * which it is known what they are the inverse of.
 */
import { bounds } from './domain/bounds.js';
import { larger } from './domain/integers.js';
import { Polynomial } from './domain/polynomial.js';
import { STATIC } from './machine/memory.js';
import { Refused } from './refused.js';

/**
 * @import { Value } from './domain/value.js'
 * @import { CallRule, Machine } from './machine/machine.js'
 * @import { Proof } from './prove.js'
 */

/**
 * @param {ReadonlyMap<number, Proof[]>} proven claims by function
 * @returns {CallRule}
 */
export const applyInversions = (proven) => (machine, index, operands) => {
  const [proof] = proven.get(index) ?? [];
  if (!proof?.claim.rounds || proof.claim.params.length !== operands.length) return null;
  const { domain, memory } = machine;
  const { inputs, outputs, nonZero, field } = proof.claim;
  const [z, x] = operands.map((operand) => {
    if (operand.type !== 'i32') throw new Refused('no address');
    return machine.locate(operand, 0);
  });
  const { layout, range } = inputs[0];
  const distance = Math.abs(z.at - x.at);
  if (z.region === x.region && distance > 0 && distance < layout.bytes)
    throw new Refused('z and x overlap in part');
  const [{ number, low }] = layout.read(machine, x.region, x.at, range);
  const closed = domain.closed(number);
  const [lowest, most] = bounds(domain, domain.resolve(closed), true, 2);
  const least = larger(lowest, low ?? lowest);
  if (least < range.least || most > range.most)
    throw new Refused(`x may lie in ${least} to ${most}`);
  if (nonZero && (most >= field.p || !isNonZero(machine, closed))) throw new Refused('x may be 0');
  for (const { region, at } of [z, x])
    for (const one of region.name === STATIC ? proof.scratch : [])
      if (one.at < at + layout.bytes && at < one.at + one.size)
        throw new Refused('an operand is where it computes');
  for (const { at, size } of proof.scratch) memory.forget(memory.named(STATIC), at, size);
  memory.forget(z.region, z.at, layout.bytes);
  // As in ./calls.js: if z were x of the caller, they would overlap in part.
  if (distance > 0) memory.noteRead(x.region, x.at, layout.bytes);
  const [inverse] = layout.place(machine, z.region, z.at, outputs[0].range);
  machine.inverses.push({ of: closed, inverse });
  return [];
};

/** The number of words of 64 bits. @param {Value[]} words */
const numberOf = (words) =>
  words.reduce((sum, word, i) => sum.add(word.closed().shift(64 * i)), new Polynomial());

/**
 * Whether a number is known not to be 0: one of its words is not, and none is negative.
 * @param {Machine} machine
 * @param {Polynomial} number
 */
export const isNonZero = ({ domain }, number) =>
  domain.tested.some(
    ({ words, areZero }) =>
      !areZero && words.every(({ low }) => low >= 0n) && numberOf(words).equals(number),
  );

/** @param {Machine} machine @param {Polynomial} a @param {Polynomial} b @param {bigint} p */
function areCongruent({ domain }, a, b, p) {
  const isMultiple = (/** @type {Polynomial} */ { terms }) =>
    [...terms.values()].every((c) => c % p === 0n);
  const difference = a.sub(b);
  return isMultiple(difference) || isMultiple(domain.resolve(difference));
}

/**
 * The number that stands for 1/x, or for 0 if x is 0.
 * @param {Machine} machine
 * @param {Polynomial} x
 * @param {bigint} p
 */
export function inverseOf(machine, x, p) {
  const { domain, inverses } = machine;
  const number = domain.closed(x);
  for (const { words, areZero } of domain.tested)
    if (areZero && areCongruent(machine, number, numberOf(words), p)) return new Polynomial();
  const found = inverses.find(({ of }) => areCongruent(machine, of, number, p));
  if (!found) throw new Refused('an inverse of another number');
  return found.inverse;
}
