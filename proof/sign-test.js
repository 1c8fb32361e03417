/** Proves that a function says which of ±y a number is: the odd one, or the larger one. */
import { larger, smaller } from './kernel/integers.js';
import { Polynomial } from './kernel/polynomial.js';
import { Value } from './kernel/number.js';
import { begin, domainOf } from './inputs.js';
import { allPaths } from './kernel/paths.js';
import { checkOutputs, located } from './prove.js';
import { Refused } from './kernel/refused.js';

/**
 * @import { Claim } from './claims/claim.js'
 * @import { Facts } from './kernel/facts.js'
 * @import { Run } from './inputs.js'
 * @import { Machine } from './kernel/machine/machine.js'
 * @import { Module } from './kernel/wasm/decode.js'
 * @import { Proof } from './prove.js'
 */

/**
 * Of the number that stands for y, and of each multiple of p that there is between it and a number
 * in [0, p): what the result says must be so of that one.
 * @param {Module} module @param {number} index @param {Claim} claim @returns {Proof}
 */
export function proveSign(module, index, claim) {
  const { field, sign } = claim;
  const [place] = [...claim.outputs, ...claim.inputs];
  if (place.range.least < 0n) throw new Refused('a number that may be negative');
  if (place.scale !== 1n && field.R !== 1n) throw new Refused('a number that is not y itself');
  const { results, impossible } = allPaths((path) => {
    const domain = domainOf(path);
    const run = begin(module, claim, domain, []);
    return located(run.machine, () => {
      const [result] = run.machine.call(index, run.operands);
      if (result?.type !== 'i32' || result.region) throw new Refused('the result is not known');
      const shape = checkOutputs(run, claim, []);
      const { pending } = result.value;
      const isSet = pending ? BigInt(pending()) : result.value.constant();
      const { region, at } = run.locate(place);
      const { length } = place.layout.read(run.machine, region, at, place.range);
      const order = Array.from({ length }, (_, i) => i);
      if (sign === 'larger') order.reverse();
      order.every((i, j) => checkPart(run, claim, i, j < length - 1, result.value, isSet));
      return shape;
    });
  });
  const steps = Math.max(...results.map((one) => one.steps));
  const terms = Math.max(...results.map((one) => one.terms));
  const scratch = results.flatMap((one) => one.scratch);
  const bound = /** @type {[bigint, bigint]} */ ([0n, 1n]);
  return { claim, paths: results.length, impossible, steps, terms, bound, aliases: [], scratch };
}

/**
 * Checks what is said of the i-th coefficient.
 * @param {Run} run
 * @param {Claim} claim
 * @param {number} i
 * @param {boolean} hasNext another coefficient, which says it if this one is 0
 * @param {Value} result
 * @param {bigint | null} isSet
 * @returns {boolean} whether it is 0, and there is another one
 */
function checkPart({ machine, locate }, { field, sign, ...claim }, i, hasNext, result, isSet) {
  const { p } = field;
  const { domain } = machine;
  const [place] = [...claim.outputs, ...claim.inputs];
  const { region, at } = locate(place);
  const read = () => place.layout.read(machine, region, at, place.range)[i];
  const { number } = read();
  const multiples = Array.from({ length: Number(place.range.most / p) + 1 }, (_, j) => BigInt(j));
  number.refineFor(place.range);
  const k = number.cases(multiples.map((j) => [[j * p, (j + 1n) * p - 1n]]));
  const canonical = number.plus(-BigInt(k) * p);
  const mayBeZero = hasNext && !isNonZero(machine, canonical.closed());
  if (sign === 'odd' && !mayBeZero && isLowestBit(domain, canonical, result)) return false;
  const isSo = (/** @type {[bigint, bigint]} */ [least, most]) =>
    (isSet === 1n && least > p / 2n) ||
    (isSet === 0n && most <= p / 2n && (least > 0n || !mayBeZero));
  let [least, most] = [0n, p - 1n];
  if (multiples.length === 1) {
    // By what was found out about each digit.
    for (const start of region.overlapping(at, place.layout.bytes)) {
      const { content } = region.cells.get(start) ?? {};
      if (content instanceof Value) content.refine(1);
    }
    const { low, high } = read().number;
    [least, most] = [larger(low, least), smaller(high, most)];
  }
  if (mayBeZero && least === 0n && most === 0n) return true;
  if (!isSo([least, most])) [least, most] = boundsOf(canonical, isSo);
  if (sign === 'odd' || !isSo([least, most]))
    throw new Refused(`says ${isSet} of numbers from ${least} to ${most}`);
  return false;
}

/** @param {Facts} domain @param {Value} number @param {Value} result */
function isLowestBit(domain, number, result) {
  if (result.low < 0n || result.high > 1n) return false;
  const difference = number.polynomial.sub(result.polynomial);
  const { steps = [] } = domain.propose('residue', domain, difference, 1) ?? {};
  return domain.isMultiple(difference, 1, steps);
}

/**
 * Bounds of a number in [0, p), sharper ones until they are such as are looked for.
 * @param {Value} number
 * @param {(found: [bigint, bigint]) => boolean} isEnough
 * @returns {[bigint, bigint]}
 */
function boundsOf(number, isEnough) {
  number.remember();
  number.refineResolved(1);
  if (!isEnough([number.low, number.high])) {
    number.domain.resolveFacts();
    number.refineResolved(1);
  }
  if (!isEnough([number.low, number.high])) number.refineResolved(2);
  return [number.low, number.high];
}

/** The number of words of 64 bits. @param {readonly Value[]} words */
const numberOf = (words) =>
  words.reduce((sum, word, i) => sum.add(word.closed().shift(64 * i)), new Polynomial());

/**
 * Whether a number is known not to be 0: one of its words is not, and none is negative.
 * @param {Machine} machine
 * @param {Polynomial} number
 */
const isNonZero = ({ domain }, number) =>
  domain.tested.some(
    ({ words, areZero }) =>
      !areZero && words.every(({ low }) => low >= 0n) && numberOf(words).equals(number),
  );
