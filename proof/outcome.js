/** Compares what runs on elements have left with their claims. */
import { ANY, caseOf, unknownSign } from './calls.js';
import { FieldPolynomial } from './domain/field-polynomial.js';
import { readElement } from './elements.js';
import { alone } from './inputs.js';
import { flagAt } from './flags.js';
import { STATIC } from './machine/memory.js';
import { ANYWHERE, placesOf } from './own-places.js';
import { Refused } from './refused.js';
import { valuesOf } from './values.js';

/**
 * @import { Case, Claim } from './claims/claim.js'
 * @import { Value } from './domain/value.js'
 * @import { Location } from './elements.js'
 * @import { Run } from './inputs.js'
 * @import { Machine, Operand } from './machine/machine.js'
 */

/**
 * Compares what a run left with the case of the claim that holds on its path.
 * @param {Run} run
 * @param {Claim} given
 * @param {Operand[]} results
 */
export function checkCase(run, given, results) {
  const { machine, elements, words, locate, signs, extent } = run;
  const claim = extent.isShort ? alone(given) : given;
  const isEmpty = extent.rows.high === 0n;
  // Of signs that are no cases of this run, formulas must hold for both.
  for (const [name, bit] of signs) elements.set(`sign${name}`, [unknownSign(claim, bit)]);
  /** Where they have become cases only later. @param {FieldPolynomial} value */
  const withSigns = (value) =>
    [...signs.values()].reduce(
      (all, { low, high, domain, polynomial }) =>
        low === high ? all.at(`sign${domain.single(polynomial)?.id}`, 1n - 2n * low) : all,
      value,
    );
  if ((claim.list || claim.repeats) && isEmpty !== !machine.loop)
    throw new Refused('leaves out the elements');
  if (claim.list && isEmpty) {
    const regions = [...machine.memory.regions.values()].filter(({ name }) => name !== STATIC);
    if (regions.some(({ written }) => written.size > 0))
      throw new Refused('writes without elements');
    return checkResult(claim.list.end, results);
  }
  const { loop } = machine;
  if (loop?.isAsBefore && !machine.hasNext && loop.left.refine().high < 0n) {
    if (!loop.isAsBefore()) throw new Refused('writes after the last element');
    return checkResult(claim.list?.end, results);
  }
  if (loop && claim.list && loop.left.refine().low < 0n)
    throw new Refused('may be after the last element');
  const one = caseOf(machine, claim, elements, words, false);
  const result = typeof one.result === 'string' ? locate({ name: one.result }) : one.result;
  const because = one.when.length > 0 ? ` if ${one.when.join(' and ')}` : '';
  for (const output of claim.outputs) {
    const formula = one.outputs?.get(output.name);
    if (formula === undefined) continue;
    if (formula === ANY) {
      readElement(machine, claim.field, output, locate(output));
      continue;
    }
    const wanted = valuesOf(formula, output.layout, elements, claim);
    if (output.address === ANYWHERE) {
      // Of several, the one that was written last.
      const at = placesOf(machine, claim, output, wanted).at(-1);
      if (at === undefined) throw new Refused(`${formula} is nowhere${because}`);
      output.address = at;
      continue;
    }
    const found = readElement(machine, claim.field, output, locate(output));
    const inverted = elements.get(/^1\/(\w+)$/.exec(formula)?.[1] ?? '');
    const isWrong = (/** @type {FieldPolynomial} */ value, /** @type {number} */ i) =>
      !areSame(machine, withSigns(value), wanted[i]) &&
      !(inverted && found.length === 1 && isInverse(machine, value, inverted[i]));
    if (found.some(isWrong)) throw new Refused(`${output.name} is not ${formula}${because}`);
  }
  for (const [name, wanted] of one.flags ?? []) {
    const flag = claim.flags?.find((any) => any.name === name && any.isOutput);
    if (!flag && extent.isShort) continue;
    if (!flag) throw new Error(`${claim.name}: there is no flag ${name}`);
    if (flagAt(machine, flag, locate(flag)) !== wanted)
      throw new Refused(`${name} is not ${wanted}${because}`);
  }
  for (const flag of (extent.isShort && claim.flags) || []) {
    const like = flag.isOutput && claim.flags?.find(({ name }) => name === flag.like);
    if (like && flagAt(machine, flag, locate(flag)) !== flagAt(machine, like, locate(like)))
      throw new Refused(`${flag.name} is not ${like.name}${because}`);
  }
  if (machine.hasNext && one.stops) throw new Refused(`goes on${because}`);
  const isLast = !machine.hasNext && !one.stops;
  if (isLast && machine.loop && machine.loop.left.plus(0n).refine().high > 0n)
    throw new Refused(`may end before the last element${because}`);
  if (isLast && claim.list?.leaves) checkLeft(run, claim, claim.list.leaves);
  if (!claim.list) return checkResult(result, results, because);
  if (machine.hasNext) checkCommon({ machine, locate }, claim);
  else if (!one.stops) checkResult(claim.list.end, results, because);
  else if (claim.list.end !== undefined) checkIndex(machine, results, given.list, codeOf(one));
}

/**
 * Whether values are the same, where x·(1/x) is 1 for each unknown that is not 0.
 * @param {Machine} machine @param {FieldPolynomial} a @param {FieldPolynomial} b
 */
function areSame(machine, a, b) {
  /** @param {string} name */
  const isNonZero = (name) =>
    machine.isZero([FieldPolynomial.variable(a.p, name)], false) === false;
  return a.equals(b) || a.cancelled(isNonZero).equals(b.cancelled(isNonZero));
}

/**
 * Whether tests on this path say that a value is 1/x, or 0 if x is.
 * @param {Machine} machine @param {FieldPolynomial} value @param {FieldPolynomial} x
 */
function isInverse(machine, value, x) {
  const rest = value.mul(x).sub(FieldPolynomial.constant(x.p, 1n));
  const isZero = (/** @type {FieldPolynomial} */ one) => machine.isZero([one], false) === true;
  return isZero(rest) || (isZero(value) && isZero(x));
}

/**
 * Checks that the operands which all iterations share are as the next one needs them.
 * @param {Pick<Run, 'machine' | 'locate'>} run
 * @param {Claim} claim
 */
function checkCommon({ machine, locate }, claim) {
  for (const place of claim.inputs)
    if (claim.list?.strides.get(place.param ?? place.name) === 0n)
      readElement(machine, claim.field, place, locate(place));
}

/** More than the index, where a list stops. @param {Case} one */
export const codeOf = ({ stops = true }) => (stops === true ? 0n : BigInt(stops));

/**
 * Where params are in the end: behind the last element, or where they were.
 * @param {Run} run @param {Claim} claim @param {readonly string[]} moved
 */
function checkLeft({ machine, operands }, { params, list }, moved) {
  if (machine.at.op !== 'end') throw new Refused('returns before its end');
  params.forEach((param, i) => {
    const [one, before] = [machine.left[i], operands[i]];
    if (before.type !== 'i32') throw new Refused(`${param} is no address`);
    const stride = moved.includes(param) ? list?.strides.get(param) : undefined;
    const wanted = stride === undefined ? before.value : machine.domain.constant(stride);
    if (
      one?.type !== 'i32' ||
      one.region !== before.region ||
      !one.value.polynomial.equals(wanted.polynomial)
    )
      throw new Refused(`${param} is elsewhere in the end`);
  });
}

/**
 * @param {Machine} machine @param {Operand[]} results
 * @param {Claim['list']} list @param {bigint} stops which of a row, and why
 */
function checkIndex({ loop }, [result], list, stops) {
  const factor = (list?.perRow ?? 1n) * (list?.codes ?? 1n);
  if (
    result?.type !== 'i32' ||
    result.region ||
    !loop?.index.times(factor).plus(stops).polynomial.equals(result.value.polynomial)
  )
    throw new Refused('the result is not the index');
}

/** @param {Value} value */
function known(value) {
  const { low, high } = value.constant() === null ? value.refine() : value;
  return low === high ? low : null;
}

/**
 * @param {Case['result'] | Location} wanted
 * @param {Operand[]} results
 * @param {string} [because]
 */
export function checkResult(wanted, [result], because = '') {
  if (wanted === undefined) return;
  if (typeof wanted === 'string') throw new Refused('an address of a function on digits');
  const [name, at] =
    typeof wanted === 'bigint' ? [null, wanted] : [wanted.region.name, BigInt(wanted.at)];
  const value = result?.type === 'i32' && result.region === name ? known(result.value) : null;
  if (value !== at) throw new Refused(`the result is ${value}, not ${at}${because}`);
}
