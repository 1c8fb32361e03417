/** Proves that a function tests whether an element is zero. */
import { Lane } from './kernel/double.js';
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

/**
 * The result is 1 exactly if a number is 0 modulo p, that of x or of a formula. If it is 1, that is
 * one number, a multiple of p; and for each multiple of p in its range it is 1.
 * @param {Module} module @param {number} index @param {Claim} claim @returns {Proof}
 */
export function proveZeroTest(module, index, claim) {
  const [{ layout }] = claim.inputs;
  /** @param {Path} path @param {bigint | null} zero the number, if it is known */
  const run = (path, zero) => {
    const domain = domainOf(path);
    // Unsigned digits of a number are unique.
    const isUnique = zero !== null && layout.digit !== undefined;
    const only = { least: zero ?? 0n, most: zero ?? 0n };
    const inputs = isUnique ? claim.inputs.map((one) => ({ ...one, range: only })) : claim.inputs;
    const started = begin(module, { ...claim, inputs }, domain, []);
    const { machine, operands, elements } = started;
    const [number] = valuesOf(claim.isZero ?? '', layout, elements, claim);
    if (zero !== null && !isUnique) assumeIs(started, claim, number, zero);
    const [result] = located(machine, () => machine.call(index, operands));
    const value = result?.type === 'i32' ? result.value.constant() : null;
    if (value === null) throw new Refused('the result is not known');
    const [least, most] = domain.bounds(domain.closed(number), domain.isIntegral(number), 1);
    const written = [...machine.memory.named(STATIC).written];
    const scratch = written.map(([at, size]) => ({ at, size }));
    return { value, least, most, scratch, steps: machine.steps };
  };
  if (layout.kind !== 'each') throw new Refused('a test of an element with several parts');
  const all = allPaths((path) => run(path, null));
  for (const { value, least, most } of all.results)
    if (value !== 0n && (value !== 1n || least !== most || least % claim.field.p !== 0n))
      throw new Refused(`says that it is 0 of numbers from ${least} to ${most}`);
  const { p } = claim.field;
  // No number is larger than all inputs together.
  const most = claim.inputs.reduce((sum, { range }) => sum + larger(-range.least, range.most), 0n);
  const least = claim.inputs.every(({ range }) => range.least === 0n) ? 0n : -most;
  for (let zero = -(-least / p) * p; zero <= most; zero += p) {
    const one = allPaths((path) => run(path, zero));
    if (one.results.some((any) => any.value !== 1n && any.least <= any.most))
      throw new Refused(`does not say that ${zero} is 0`);
  }
  const steps = Math.max(...all.results.map((one) => one.steps));
  const { impossible, results } = all;
  const shape = { paths: results.length, impossible, steps, terms: 1 };
  const scratch = results.flatMap((one) => one.scratch);
  return { claim, ...shape, bound: [0n, 1n], aliases: [], scratch };
}

/**
 * Sets the lowest digit of the first input to what it must be if a number, in which it occurs by
 * itself, is known: the rest of that number.
 * @param {Run} run
 * @param {Claim} claim
 * @param {Polynomial} number
 * @param {bigint} zero
 */
function assumeIs({ machine, locate }, claim, number, zero) {
  const { domain } = machine;
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
