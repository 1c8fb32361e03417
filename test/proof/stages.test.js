/** Functions that go over lists several times. */
import { describe, expect, it } from 'vitest';
import { Refused } from '../../proof/refused.js';
import { attempt, functionNamed, insert, isConstant, isOp, replace } from './support.js';

const pairing = 'bls12-381.pairing.limbs30';
const steps = 'pairing_steps';
const [get, set] = ['get', 'set'].map(
  (op) => (n) => (one) => one.op === `local.${op}` && one.index === n,
);
/** Locals of the steps: addresses behind the numbers that are inverted, and of a record. */
const [inverses, record] = [6, 8];

describe('steps of all pairs at once', () => {
  it.each([
    ['bls12-381.pairing.limbs30', 5],
    ['bn254.pairing.wide64', 1],
  ])('of %s are proven', (name, paths) => {
    expect(attempt(name, 'pairing_points').paths).toBe(5);
    expect(attempt(name, steps).paths).toBe(paths);
    expect(attempt(name, steps, { nth: 1 }).paths).toBe(paths);
  });

  it.each([
    ['another step of the records', replace(isConstant(768n), { value: 640n })],
    ['another step of the memory', replace(isConstant(128n), { value: 64n }, 1)],
    ['inverses in the middle of the others', replace(isConstant(128n), { value: 64n }, 0)],
    ['inverses of something else', replace(isOp('call'), { op: 'nop' }, 2)],
    ['inverses that are not taken', replace(get(inverses), { index: 4 }, 1)],
    ['another number', replace(isConstant(1n), { value: 2n })],
    ['a double in place of a sum', replace(isOp('if'), { op: 'block' })],
    [
      'records from where the first loop left them',
      (code) => {
        const at = code.findLastIndex(set(record).bind(null));
        return code.map((one, i) => (i === at || i === at - 1 ? { op: 'nop' } : one));
      },
    ],
    ['a list that is not the one of the records', replace(set(record), { index: 9 }, 2)],
    ['lines that move by a constant', replace(get(1), { op: 'i32.const', value: 256n })],
  ])('%s are refused', (_, code) => {
    expect(() => attempt(pairing, steps, { code })).toThrow(Refused);
  });

  it('a loop that ends the function with its last element is refused', () => {
    const code = (all) => insert(all, all.findIndex(isOp('br_if')) + 1, [{ op: 'return' }]);
    expect(() => attempt(pairing, steps, { code })).toThrow(/somewhere else/);
  });

  it('false claims are refused', () => {
    const withOutput = (name, formula) => (claim) => ({
      ...claim,
      outputs: claim.outputs.map((one) => (one.name === name ? { ...one, formula } : one)),
    });
    for (const name of ['X3', 'Y3', 'l0', 'l1'])
      expect(() => attempt(pairing, steps, { change: withOutput(name, 'X') }), name).toThrow(
        `${name} is not X`,
      );
    const anything = (claim) => ({ ...claim, nonZero: [] });
    expect(() => attempt(pairing, steps, { change: anything })).toThrow(/may be 0/);
    const empty = (claim) => ({ ...claim, list: { ...claim.list, isNonEmpty: false } });
    expect(() => attempt(pairing, steps, { change: empty })).toThrow(/no element/);
    const one = (claim) => ({ ...claim, stages: claim.stages.slice(1) });
    expect(() => attempt(pairing, steps, { change: one })).toThrow(Refused);
    const fixed = (claim) => ({ ...claim, list: { ...claim.list, by: undefined } });
    expect(() => attempt(pairing, steps, { change: fixed })).toThrow(Refused);
  });

  it('what is not 0 may be said with constants of formulas', () => {
    const { claim } = functionNamed('bn254.pairing.wide64', steps);
    const change = (nonZero) => (one) => ({ ...one, nonZero });
    const of = (nonZero) =>
      attempt('bn254.pairing.wide64', steps, { nth: 5, change: change(nonZero) });
    expect(claim.stages).toEqual([]);
    expect(() => of(['(X - x)'])).toThrow(/may be 0/);
    expect(of(['(X - (cx*(xRe - i*xIm)))']).paths).toBe(1);
  });
});
