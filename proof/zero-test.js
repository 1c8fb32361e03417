/** Proves that a function tests whether an element is zero. */
import { bounds } from './domain/bounds.js';
import { Domain } from './domain/domain.js';
import { allPaths } from './paths.js';
import { begin } from './inputs.js';
import { located } from './prove.js';
import { Refused } from './refused.js';

/**
 * @import { Claim } from './claims/claim.js'
 * @import { Range } from './claims/layouts.js'
 * @import { Module } from './wasm/decode.js'
 * @import { Proof } from './prove.js'
 */

/**
 * The result is 1 exactly if x is 0 modulo p. If it is 1, x is one number, a multiple of p; and for
 * each multiple of p in its range as input it is 1.
 * @param {Module} module @param {number} index @param {Claim} claim @returns {Proof}
 */
export function proveZeroTest(module, index, claim) {
  const [{ layout, range }] = claim.inputs;
  /** @param {readonly bigint[]} choices @param {Range} input */
  const run = (choices, input) => {
    const domain = new Domain(choices);
    const places = claim.inputs.map((place) => ({ ...place, range: input }));
    const { machine, operands, elements } = begin(module, { ...claim, inputs: places }, domain, []);
    const [result] = located(machine, () => machine.call(index, operands));
    const value = result?.type === 'i32' ? result.value.constant() : null;
    if (value === null) throw new Refused('the result is not known');
    const [number] = elements.get(claim.inputs[0].name) ?? [];
    const [least, most] = bounds(domain, domain.closed(number), true, 1);
    return { value, least, most, steps: machine.steps };
  };
  if (layout.kind !== 'each' || range.least !== 0n)
    throw new Refused('a test of an element with several parts');
  const all = allPaths((choices) => run(choices, range));
  for (const { value, least, most } of all.results)
    if (value !== 0n && (value !== 1n || least !== most || least % claim.field.p !== 0n))
      throw new Refused(`says that it is 0 of numbers from ${least} to ${most}`);
  const { p } = claim.field;
  for (let zero = 0n; zero <= range.most; zero += p) {
    const one = allPaths((choices) => run(choices, { least: zero, most: zero }));
    if (one.results.some(({ value, least, most }) => value !== 1n && least <= most))
      throw new Refused(`does not say that ${zero} is 0`);
  }
  const steps = Math.max(...all.results.map((one) => one.steps));
  const { impossible, results } = all;
  const shape = { paths: results.length, impossible, steps, terms: 1 };
  return { claim, ...shape, bound: [0n, 1n], aliases: [], scratch: [] };
}
