import { describe, expect, it } from 'vitest';
import { Refused } from '../../proof/refused.js';
import { attempt as attemptIn, functionNamed, isConstant, isOp, replace } from './support.js';

const G1 = 'bls12-381-g1.limbs30';

/** Proves a claim about a function after changes of either. */
const attempt = (name, changes, moduleName = G1) => attemptIn(moduleName, name, changes);
const called = (name) => {
  const { index } = functionNamed(G1, name);
  return (one) => one.op === 'call' && one.index === index;
};
const calls = (name) => ({ index: functionNamed(G1, name).index });
/** The lowest digits of p, 2p and 3p. */
const { p } = functionNamed(G1, 'field_mul').claim.field;
const digits = [1n, 2n, 3n].map((k) => (k * p) % 2n ** 30n);

describe('additions in batches', () => {
  it('are proven by one entry, for all exceptions and aliases', () => {
    expect(attempt('batch_add_forward').paths).toBeGreaterThan(50);
    expect(attempt('batch_add_backward').paths).toBeGreaterThan(100);
  });

  it.each(digits.map((digit, i) => [i + 1, digit]))(
    'forward, a difference that is %ip and not looked for is refused',
    (_, digit) => {
      const code = replace(isConstant(digit), { value: digit + 1n });
      expect(() => attempt('batch_add_forward', { code })).toThrow(/is not tested/);
    },
  );

  it.each([
    [
      'another order of the difference',
      replace(called('field_difference'), calls('field_loose_sum')),
    ],
    ['no product', replace(isOp('i32.le_u'), { op: 'i32.lt_u' })],
    ['another place of the next product', replace(isConstant(192n), { value: 128n })],
    ['another step of the entries', replace(isConstant(12n), { value: 24n }, 2)],
    ['products that begin with another number', replace(isConstant(1152n), { value: 1088n })],
  ])('forward, %s is refused', (_, code) => {
    expect(() => attempt('batch_add_forward', { code })).toThrow(Refused);
  });

  it('forward, a product that may be too large for the next entry is refused', () => {
    const change = (claim) => {
      const range = { least: 0n, most: claim.field.p };
      const isProduct = ({ name }) => name === 'prefix' || name === 'next';
      const tight = (place) => (isProduct(place) ? { ...place, range } : place);
      return { ...claim, inputs: claim.inputs.map(tight), outputs: claim.outputs.map(tight) };
    };
    expect(() => attempt('batch_add_forward', { change })).toThrow(/may lie in/);
  });

  it.each([
    ['a sum where it is a difference', replace(isOp('i32.xor'), { op: 'i32.or' })],
    ['a target that is A and overwritten too early', replace(isOp('i32.eq'), { op: 'i32.ne' })],
    ['the wrong denominator', replace(called('field_mul'), calls('field_add'))],
  ])('backward, %s is refused', (_, code) => {
    expect(() => attempt('batch_add_backward', { code })).toThrow(Refused);
  });

  it('backward, false claims are refused', () => {
    const withOutput = (name, formula) => (claim) => ({
      ...claim,
      cases: claim.cases.map((one) => {
        if (!one.outputs?.has(name)) return one;
        return { ...one, outputs: new Map(one.outputs).set(name, formula) };
      }),
    });
    expect(() => attempt('batch_add_backward', { change: withOutput('rest', 'rest') })).toThrow(
      /rest is not rest/,
    );
    expect(() => attempt('batch_add_backward', { change: withOutput('y3', 'yA') })).toThrow(
      /y3 is not yA/,
    );
  });

  it('states of pairs', () => {
    expect(attempt('classify_pair').paths).toBeGreaterThan(10);
    const code = replace(isConstant(4n), { value: 1n });
    expect(() => attempt('classify_pair', { code })).toThrow(/the result is 1, not 4/);
  });
});
