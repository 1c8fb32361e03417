import { describe, expect, it } from 'vitest';
import { prove } from '../../proof/prove.js';
import { Refused } from '../../proof/refused.js';
import {
  attempt as attemptIn,
  functionNamed,
  isConstant,
  isOp,
  provenBy,
  replace,
} from './support.js';

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

describe('whole batches, from their steps', () => {
  const name = 'batch_add';
  const numbers = ['batch_add_forward', 'field_inv', 'batch_add_backward'];

  it.each(['limbs30', 'wide64'])('are proven on %s', (kernel) => {
    expect(attempt(name, {}, `pallas.${kernel}`).paths).toBe(2);
  });

  it.each([
    ['another step of the memory', replace(isConstant(128n), { value: 64n })],
    ['another product that is inverted', replace(isConstant(64n), { value: 192n })],
    ['a square for an inverse', replace(called('field_inv'), calls('field_sqr'))],
    ['a loop left out', replace(called('batch_add_forward'), { op: 'drop' })],
    ['the list in place of the memory', replace(isOp('local.get'), { index: 0 }, 3)],
    ['additions of both signs', replace(isConstant(0n), { value: 1n })],
    ['a batch of none', replace(isOp('i32.eqz'), { op: 'nop' })],
  ])('%s is refused', (_, code) => {
    expect(() => attempt(name, { code })).toThrow(Refused);
  });

  it.each([
    ['x3', 'xA', /x3 is not xA/],
    ['y3', 'yA', /y3 is not yA/],
  ])('another %s is refused', (output, formula, message) => {
    const change = (claim) => ({
      ...claim,
      cases: claim.cases.map((one) =>
        one.inverses ? { ...one, outputs: new Map(one.outputs).set(output, formula) } : one,
      ),
    });
    expect(() => attempt(name, { change })).toThrow(message);
  });

  it('another denominator, and a case that is left out', () => {
    const change = (claim) => ({
      ...claim,
      cases: claim.cases.map((one) => ({ ...one, inverses: new Map([['inverse', 'yA']]) })),
    });
    expect(() => attempt(name, { change })).toThrow(/yA is not the denominator/);
    const short = (claim) => ({ ...claim, cases: claim.cases.slice(1) });
    expect(() => attempt(name, { change: short })).toThrow(/cases/);
  });

  it.each([
    ['a product that is not multiplied by d', 0, 'outputs', 'next', 'prefix', 4],
    ['a product that is lost', 0, 'outputs', 'next', 'one', 0],
    ['another inverse for the entry before', 2, 'outputs', 'rest', 'rest', 0],
    ['the sum of another state', 0, 'flags', 'state', 1n, 4],
  ])('steps that leave %s are refused', (_, step, kind, key, value, at) => {
    const { module, at: i, index, claim } = functionNamed(G1, name);
    const proven = new Map(provenBy(G1, i));
    const { index: changed } = functionNamed(G1, numbers[step]);
    const [proof, ...more] = proven.get(changed);
    const cases = proof.claim.cases.map((one, j) =>
      j === at ? { ...one, [kind]: new Map(one[kind]).set(key, value) } : one,
    );
    proven.set(changed, [{ ...proof, claim: { ...proof.claim, cases } }, ...more]);
    expect(() => prove(module, index, claim, proven)).toThrow(Refused);
  });
});
