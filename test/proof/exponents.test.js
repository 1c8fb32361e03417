import { describe, expect, it } from 'vitest';
import { FieldPolynomial } from '../../proof/domain/field-polynomial.js';
import { valuesOf } from '../../proof/values.js';
import { Refused } from '../../proof/refused.js';
import { attempt, constant, functionNamed } from './support.js';

const pairing = 'bn254.pairing.wide64';
/** Of the curve, by EIP-197. */
const P = 21888242871839275222246405745257275088696311157297823662689037894645226208583n;
const ORDER = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;

/** The exponents that a claim says, of formulas of x. */
function exponentsOf(name, formulas) {
  const { claim } = functionNamed(pairing, name);
  const x = FieldPolynomial.variable(0n, 'x');
  return formulas(claim).map((formula) => {
    const [value] = valuesOf(formula, claim.inputs[0].layout, new Map([['x', [x]]]), claim);
    return value.terms.get('x');
  });
}

/** e of x^(e·(p¹² − 1)/r), for all x but 0. */
function cofactorOf(exponent) {
  const group = P ** 12n - 1n;
  const reduced = ((exponent % group) + group) % group;
  expect(reduced % (group / ORDER)).toBe(0n);
  return (reduced / (group / ORDER)) % ORDER;
}

/** Calls of a function, by their order. */
const callsIn = (all) => all.flatMap(({ op }, i) => (op === 'call' ? [i] : []));
/** Without one of the calls. */
const without = (which) => (all) => {
  const at = callsIn(all).at(which) ?? 0;
  return all.map((one, i) => (i > at - 4 && i <= at ? { op: 'nop' } : one));
};
/** With the function of another call in place of one. */
const another = (which, other) => (all) => {
  const calls = callsIn(all);
  return all.map((one, i) => (i === calls.at(which) ? all[calls.at(other) ?? 0] : one));
};
const constants = (change) => (claim) => ({
  ...claim,
  constants: new Map([...claim.constants, ...change(claim)]),
});
const outputs = (change) => (claim) => ({ ...claim, outputs: claim.outputs.map(change) });

describe('powers in Fp¹², by their exponents', () => {
  it('the final exponentiation is one: to a multiple of (p¹² − 1)/r that r does not divide', () => {
    const all = ({ outputs: each }) => each.map(({ formula }) => formula);
    const [e] = exponentsOf('pairing_exponentiate', all);
    expect(cofactorOf(e)).not.toBe(0n);
    const [c, a] = exponentsOf('tower_exponent_parts', all);
    expect(c + a).toBe(e);
    const test = ({ cases }) => [cases[0].when[0].replace(' = 0', '')];
    const [isOne] = exponentsOf('pairing_is_one', test);
    expect(cofactorOf(isOne)).toBe(cofactorOf(e));
  });

  it.each(['bn254.pairing.limbs30', pairing])('are proven in %s', (moduleName) => {
    for (const name of ['tower_seed_power', 'tower_exponent_parts', 'pairing_exponentiate'])
      expect(attempt(moduleName, name).paths, name).toBe(1);
    expect(attempt(moduleName, 'pairing_is_one').paths).toBe(2);
  });

  it.each([
    ['tower_seed_power', 'another seed', { change: constants(() => [['u', [5n]]]) }],
    ['tower_seed_power', 'a product that is left out', { code: without(-1) }],
    ['tower_seed_power', 'a square in place of a copy', { code: another(1, 2) }],
    [
      'tower_seed_power',
      'any x',
      {
        change: (claim) => ({
          ...claim,
          inputs: claim.inputs.map((one) => ({ ...one, multipleOf: undefined })),
        }),
      },
    ],
    ['tower_exponent_parts', 'p in place of p²', { change: constants(() => [['q2', [P]]]) }],
    ['tower_exponent_parts', 'no easy part', { code: without(4) }],
    ['tower_exponent_parts', 'no inverse', { code: without(0) }],
    ['tower_exponent_parts', 'a factor that is left out', { code: without(-2) }],
    ['tower_exponent_parts', 'another power of Frobenius', { code: another(-1, -2) }],
    [
      'pairing_exponentiate',
      'another exponent',
      { change: outputs((one) => ({ ...one, formula: `${one.formula} + x` })) },
    ],
    ['pairing_exponentiate', 'no exponentiation', { code: without(0) }],
    [
      'pairing_is_one',
      'the other result',
      {
        change: (claim) => ({
          ...claim,
          cases: claim.cases.map((one) => ({ ...one, result: 0n })),
        }),
      },
    ],
    [
      'pairing_is_one',
      'a multiple of what is tested',
      {
        change: (claim) => ({
          ...claim,
          cases: claim.cases.map((one) => ({
            ...one,
            when: one.when.map((text) => `2*(${text.replace(' = 0', ')')} = 0`),
          })),
        }),
      },
    ],
    ['pairing_is_one', 'no conjugate', { code: without(1) }],
  ])('%s with %s is refused', (name, _, changes) => {
    expect(() => attempt(pairing, name, changes)).toThrow(Refused);
  });
});

describe('the inverse in Fp¹²', () => {
  const first = (formula) => outputs((one, i) => (i ? one : { ...one, formula }));

  it('is proven', () => expect(attempt(pairing, 'tower_inv').paths).toBe(1));

  it.each([
    ['another coefficient', { change: first('x0*b0 + xi*x1*b2 - xi*x2*b1') }],
    ['no negative', { code: without(-1) }],
    ['another place', { code: constant(288n, 192n) }],
  ])('with %s is refused', (_, changes) => {
    expect(() => attempt(pairing, 'tower_inv', changes)).toThrow(Refused);
  });
});
