/** Proves that a function tests whether elements are zero. */
import { Lane } from './kernel/double.js';
import { casesOf } from './calls.js';
import { larger } from './kernel/integers.js';
import { assume } from './kernel/number.js';
import { allPaths } from './kernel/paths.js';
import { begin, domainOf } from './inputs.js';
import { STATIC } from './kernel/machine/memory.js';
import { located } from './prove.js';
import { Refused } from './kernel/refused.js';
import { valuesOf } from './values.js';

/**
 * @import { Claim } from './claims/claim.js'
 * @import { Polynomial } from './kernel/polynomial.js'
 * @import { Path } from './kernel/facts.js'
 * @import { Run } from './inputs.js'
 * @import { Module } from './kernel/wasm/decode.js'
 * @import { Proof } from './prove.js'
 */

/** A number is bounded by what is known of each of its digits. */
const MOST_DIGITS = 8;

/**
 * Of a claim that tells whether elements are 0: the formulas that are 0 if the result is 1, and
 * those that, if all are 0, make it 1; or null of other claims.
 * @param {Claim} claim
 */
export function zerosTold(claim) {
  const cases = casesOf(claim);
  const last = cases[cases.length - 1];
  const isTest = cases[0].result === 1n && last.result === 0n && last.when.length === 0;
  if (!isTest || cases.length > 3) return null;
  const [sufficient, necessary] = [cases[0], cases[cases.length - 2]].map(({ when }) =>
    when.map((one) => /^(.*) = 0$/.exec(one)?.[1] ?? ''),
  );
  return sufficient.concat(necessary).includes('') ? null : { sufficient, necessary };
}

/**
 * If the result is 1, the number of each formula is one multiple of p. For each multiple of p that
 * a number may be that makes it 1, it is 1: of one number, or of inputs of which only 0 is one.
 * @param {Module} module @param {number} index @param {Claim} claim @returns {Proof}
 */
export function proveZeroTest(module, index, claim) {
  const { p } = claim.field;
  const [{ layout }] = claim.inputs;
  const { necessary, sufficient } = zerosTold(claim) ?? { necessary: [], sufficient: [] };
  /** @param {Path} path @param {bigint | null} zero the number, if it is known */
  const run = (path, zero) => {
    const domain = domainOf(path);
    // Unsigned digits of a number are unique, and those of 0 are.
    const isUnique =
      zero !== null && (layout.digit !== undefined || areOnlyZero(claim, sufficient));
    const only = { least: zero ?? 0n, most: zero ?? 0n };
    const inputs = isUnique ? claim.inputs.map((one) => ({ ...one, range: only })) : claim.inputs;
    const started = begin(module, { ...claim, inputs }, domain, []);
    const { machine, operands, elements } = started;
    const numbers = necessary.flatMap((one) => valuesOf(one, layout, elements, claim));
    if (zero !== null && !isUnique) assumeIs(started, claim, numbers, zero);
    const [result] = located(machine, () => machine.call(index, operands));
    const value = result?.type === 'i32' ? result.value.constant() : null;
    if (value === null) throw new Refused('the result is not known');
    const bounds = numbers.map((one) =>
      domain.bounds(domain.closed(one), domain.isIntegral(one), MOST_DIGITS),
    );
    const written = [...machine.memory.named(STATIC).written];
    const scratch = written.map(([at, size]) => ({ at, size }));
    return { value, bounds, scratch, steps: machine.steps };
  };
  const all = allPaths((path) => run(path, null));
  for (const { value, bounds } of all.results)
    for (const [least, most] of value === 0n ? [] : bounds)
      if (value !== 1n || least !== most || least % p !== 0n)
        throw new Refused(`says that it is 0 of numbers from ${least} to ${most}`);
  for (const zero of zerosOf(claim, sufficient)) {
    const one = allPaths((path) => run(path, zero));
    if (one.results.some(({ value, bounds }) => value !== 1n && bounds.every(([a, b]) => a <= b)))
      throw new Refused(`does not say that ${zero} is 0`);
  }
  const steps = Math.max(...all.results.map((one) => one.steps));
  const { impossible, results } = all;
  const shape = { paths: results.length, impossible, steps, terms: 1 };
  const scratch = results.flatMap((one) => one.scratch);
  return { claim, ...shape, bound: [0n, 1n], aliases: [], scratch };
}

/**
 * Whether all inputs are told to be 0, each of which is 0 modulo p only as the number 0.
 * @param {Claim} claim @param {string[]} sufficient
 */
function areOnlyZero({ field: { p }, inputs }, sufficient) {
  return inputs.every(({ name, range: { least, most, isEven } }) => {
    // The multiples of p that are even are those of 2p.
    const first = isEven ? 2n * p : p;
    return least > -first && most < first && sufficient.includes(name);
  });
}

/** Multiples of p that the number may be. @param {Claim} claim @param {string[]} sufficient */
function zerosOf(claim, sufficient) {
  if (areOnlyZero(claim, sufficient)) return [0n];
  const { p } = claim.field;
  // No number is larger than all inputs together.
  const most = claim.inputs.reduce((sum, { range }) => sum + larger(-range.least, range.most), 0n);
  const least = claim.inputs.every(({ range }) => range.least === 0n) ? 0n : -most;
  const zeros = [];
  for (let zero = -(-least / p) * p; zero <= most; zero += p) zeros.push(zero);
  return zeros;
}

/**
 * Sets the lowest digit of the first input to what it must be if a number, in which it occurs by
 * itself, is known: the rest of that number.
 * @param {Run} run
 * @param {Claim} claim
 * @param {Polynomial[]} numbers
 * @param {bigint} zero
 */
function assumeIs({ machine, locate }, claim, [number, ...more], zero) {
  const { domain } = machine;
  if (more.length > 0) throw new Refused('a test of several numbers that may be multiples of p');
  const { region, at } = locate(claim.inputs[0]);
  const { size = 0, content } = region.cells.get(at) ?? {};
  const digit = content instanceof Lane ? content.double() : content;
  if (!digit || !('polynomial' in digit)) throw new Refused('a number of unknown digits');
  const fact = assume(domain, number, zero, zero);
  const value = digit.plusFact(fact, -1n);
  if (
    domain.single(digit.polynomial)?.c !== 1n ||
    [...value.polynomial.variables()].some((id) => digit.polynomial.terms.has(id))
  )
    throw new Refused('a number that does not begin with its first input');
  region.set(at, size, content instanceof Lane ? new Lane(domain, { double: value }) : value);
}
