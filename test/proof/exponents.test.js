import { describe, expect, it } from 'vitest';
import { FieldPolynomial } from '../../proof/domain/field-polynomial.js';
import { valuesOf } from '../../proof/values.js';
import { Refused } from '../../proof/refused.js';
import { attempt, constant, functionNamed } from './support.js';

const pairing = 'bn254.pairing.wide64';
const compressing = 'bls12-381.pairing.limbs30';
/** Of the curve, by EIP-197. */
const P = 21888242871839275222246405745257275088696311157297823662689037894645226208583n;
const ORDER = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;
/** The order of BLS12-381, by its seed. */
const SEED = -0xd201000000010000n;
const ORDERS = new Map([
  [pairing, ORDER],
  [compressing, SEED ** 4n - SEED ** 2n + 1n],
]);

/** The exponents that a claim says, of formulas of x. */
function exponentsOf(moduleName, name, formulas) {
  const { claim } = functionNamed(moduleName, name);
  const x = FieldPolynomial.variable(0n, 'x');
  return formulas(claim).map((formula) => {
    const [value] = valuesOf(formula, claim.inputs[0].layout, new Map([['x', [x]]]), claim);
    return value.terms.get('x');
  });
}

/** e of x^(e·(p¹² − 1)/r), for all x but 0. */
function cofactorOf(moduleName, exponent) {
  const order = ORDERS.get(moduleName) ?? 0n;
  const { p } = functionNamed(moduleName, 'extension_mul').claim.field;
  const group = p ** 12n - 1n;
  const reduced = ((exponent % group) + group) % group;
  expect(reduced % (group / order)).toBe(0n);
  return (reduced / (group / order)) % order;
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
  it.each([pairing, compressing])('%s: to a multiple of (p¹² − 1)/r, but not of p¹² − 1', (of) => {
    const all = ({ outputs: each }) => each.map(({ formula }) => formula);
    const [e] = exponentsOf(of, 'pairing_exponentiate', all);
    expect(cofactorOf(of, e)).not.toBe(0n);
    const [c, a] = exponentsOf(of, 'tower_exponent_parts', all);
    expect(c + a).toBe(e);
    const test = ({ cases }) => [cases[0].when[0].replace(' = 0', '')];
    const [isOne] = exponentsOf(of, 'pairing_is_one', test);
    expect(cofactorOf(of, isOne)).toBe(cofactorOf(of, e));
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

describe('squares of compressed elements', () => {
  const run = 'tower_compressed_run';
  /** Nothing in place of what follows if the nth test says that it is 0. */
  const untested = (n) => (all) => {
    const at = all.flatMap(({ op }, i) => (op === 'if' ? [i] : []))[n];
    const isInside = (i) => i > at && i <= all[at].end;
    return all.map((one, i) => (i === at ? { op: 'drop' } : isInside(i) ? { op: 'nop' } : one));
  };

  it('are proven, with all that is made of them', () => {
    expect(attempt(compressing, run).paths).toBe(5);
    expect(attempt(compressing, 'tower_seed_power').paths).toBe(5);
    expect(attempt(compressing, 'tower_exponent_parts').paths).toBe(1);
    expect(attempt(compressing, 'pairing_is_one').paths).toBe(2);
  });

  it.each([
    [run, 'fewer squares', { code: constant(16n, 15n) }],
    [run, 'another number of inverses', { code: constant(3n, 2n) }],
    [run, 'an inverse of another one', { code: constant(116672n, 116544n) }],
    [run, 'an element that is not decompressed', { code: without(-1) }],
    [run, 'inverses over what is inverted', { code: constant(116544n, 116288n) }],
    [run, 'another factor', { code: another(5, 3) }],
    [run, 'the other answer', { code: constant(0n, 1n) }],
    [
      run,
      'any x',
      {
        change: (claim) => ({
          ...claim,
          inputs: claim.inputs.map((one) => ({ ...one, multipleOf: undefined })),
        }),
      },
    ],
    [
      run,
      'another power',
      {
        change: (claim) => ({
          ...claim,
          cases: claim.cases.map((one) =>
            one.outputs ? { ...one, outputs: new Map(one.outputs).set('P48', '2^47*x') } : one,
          ),
        }),
      },
    ],
    [
      run,
      'a case that is left out',
      { change: (claim) => ({ ...claim, cases: claim.cases.filter((_, i) => i !== 2) }) },
    ],
    [
      'tower_seed_power',
      'one way only',
      { code: (all) => all.map((one) => (one.op === 'if' ? { ...one, op: 'block' } : one)) },
    ],
    ['tower_seed_power', 'a product that is left out', { code: without(-2) }],
    ['tower_seed_power', 'no conjugate', { code: without(-1) }],
    ['tower_exponent_parts', 'a power that is left out', { code: without(-5) }],
  ])('%s with %s is refused', (name, _, changes) => {
    expect(() => attempt(compressing, name, changes)).toThrow(Refused);
  });

  it.each([1, 2, 3])('an x3 that may be 0 is refused: the %ith', (n) => {
    expect(() => attempt(compressing, run, { code: untested(n) })).toThrow(Refused);
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
