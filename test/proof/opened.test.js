import { describe, expect, it } from 'vitest';
import { proveFunctions } from '../../proof/check-module.js';
import { signedDigits } from '../../proof/layouts.js';
import { Lane } from '../../proof/domain/double.js';
import { Domain } from '../../proof/domain/domain.js';
import { FieldPolynomial } from '../../proof/domain/field-polynomial.js';
import { elementOf } from '../../proof/elements.js';
import { Machine } from '../../proof/machine/machine.js';
import { lowestDigit } from '../../proof/machine/digits.js';
import { digitOf, isEven, valueOf } from '../../proof/opened.js';
import { prove } from '../../proof/prove.js';
import { NeedChoice, Refused } from '../../proof/refused.js';
import { holds, wordsOf } from './concrete.js';
import { mutate, randomness } from './mutants.js';
import { functionNamed, moduleNamed } from './support.js';

/** Claims that are proven of the functions that one calls. */
const callees = new Map();

/**
 * Proves a claim after changes of it or of the code.
 * @param {string} moduleName @param {string} name
 * @param {{ change?: (claim: any) => any, one?: any }} [changes]
 */
function attempt(moduleName, name, { change = (claim) => claim, one } = {}) {
  const { module, at, index, claim } = functionNamed(moduleName, name);
  const key = `${moduleName} ${name}`;
  const proven = callees.get(key) ?? proveFunctions(moduleNamed(moduleName)).provenBy(at);
  callees.set(key, proven);
  const functions = module.functions.map((other, i) => (one && i === at ? one : other));
  return prove({ ...module, functions }, index, change(claim), proven);
}

const p = 2n ** 89n - 1n;
const field = /** @type {any} */ ({ p, R: 1n, w: 30, n: 3 });
const base = signedDigits({ w: 30, n: 3, stride: 16, lanes: 1 });
const range = { least: 1n - p, most: p - 1n };
const x = FieldPolynomial.variable(p, 'x');

/** An element x, its digits, and a run that knows it. */
function opened(choices = [], of = range) {
  const machine = new Machine(/** @type {any} */ ({ data: [] }), new Domain({ choices }));
  const piece = elementOf(field, base, x, of);
  const digits = [0, 8, 16].map((at) => digitOf(machine, { piece, at }).double().polynomial);
  const number = (scale) =>
    digits
      .map((one, i) => one.shift(30 * i))
      .reduce((sum, one) => sum.add(one))
      .scale(scale);
  return { machine, piece, digits, number };
}

describe('digits of elements that are known by their values', () => {
  it('make an element again, if they are a polynomial in elements', () => {
    const { machine, digits, number } = opened();
    const value = (polynomial) => valueOf(machine, p, polynomial, 1n);
    expect(value(number(-3n))?.equals(x.scale(-3n))).toBe(true);
    expect(value(number(1n).mul(number(2n)))?.equals(x.mul(x).scale(2n))).toBe(true);
    expect(value(digits[0])).toBe(null);
    expect(value(number(1n).add(digits[1].shift(3)))).toBe(null);
    expect(value(number(1n).add(digits[1].scale(p)))?.equals(x)).toBe(true);
  });

  it('are even if all coefficients are', () => {
    const { machine, number } = opened();
    expect(isEven(machine.domain, number(2n))).toBe(true);
    expect(isEven(machine.domain, number(3n))).toBe(false);
  });

  it('say that an element is not 0 only if they are the lowest of no multiple of p', () => {
    for (const [of, constants, isKnown] of /** @type {[any, bigint[], boolean][]} */ ([
      [range, [0n], true],
      [range, [1n], false],
      [{ least: -p, most: p }, [0n], false],
      [{ least: -p, most: p }, [0n, 1n, -1n], true],
      [{ ...range, digit: 2n << 41n }, [0n], false],
      [{ least: -p, most: p, isEven: true }, [0n], true],
    ])) {
      expect(() =>
        lowestDigit(opened([], of).machine, opened([], of).piece).isOneOf(constants),
      ).toThrow(NeedChoice);
      const { machine, piece } = opened([0n], of);
      expect(lowestDigit(machine, piece).isOneOf(constants)).toBe(false);
      expect(machine.isZero([x], false)).toBe(isKnown ? false : null);
    }
  });

  it('that are NaN make nothing', () => {
    const { machine } = opened();
    machine.pushF64(new Lane(machine.domain, { isNaN: true }));
    expect(() => machine.popF64().double()).toThrow(Refused);
  });
});

describe('functions that compute with digits between calls', () => {
  const g1 = 'bls12-381-g1.fma';

  it('are refused with another formula, flag, range or parity', () => {
    const outputs = (change) => (claim) => ({ ...claim, outputs: claim.outputs.map(change) });
    const cases = (change) => (claim) => ({ ...claim, cases: claim.cases.map(change) });
    const withY = (formula) =>
      cases((one) => ({ ...one, outputs: new Map([...one.outputs, ['Y', formula]]) }));
    expect(() => attempt(g1, 'add_finish', { change: withY('R*(X*d - R^2)') })).toThrow(/Y is not/);
    const stale = cases((one) => ({ ...one, flags: new Map([['x is stale', 0n]]) }));
    expect(() => attempt(g1, 'add_finish', { change: stale })).toThrow(/stale is not/);
    const least = (one) => ({ ...one, range: { least: 0n, most: one.range.most } });
    expect(() => attempt(g1, 'double_x_c', { change: outputs(least) })).toThrow(/may lie in/);
    const even = (one) => ({ ...one, range: { ...one.range, isEven: true } });
    expect(() => attempt(g1, 'double_x_c', { change: outputs(even) })).toThrow(/may be odd/);
    const other = outputs((one, i) => (i ? one : { ...one, formula: 'X*S*S' }));
    expect(() => attempt(g1, 'normalise', { change: other })).toThrow(/x3 is not/);
  });

  it('are refused where what they take for Z² or for a number but 0 may be another', () => {
    const without = (name, key) => (claim) => ({
      ...claim,
      inputs: claim.inputs.map((one) => (one.name === name ? { ...one, [key]: undefined } : one)),
    });
    const change = without('ZZ', 'is');
    expect(() => attempt(g1, 'jacobian_add_affine', { change })).toThrow(Refused);
    const nonZero = (claim) => ({ ...claim, nonZero: [] });
    expect(() => attempt(g1, 'jacobian_to_affine', { change: nonZero })).toThrow(/may be 0/);
    // With 0 in one lane, both are 0.
    expect(() => attempt(g1, 'invert_both', { change: nonZero })).toThrow(/is not 1.x/);
  });

  it('that invert, compare, read and add are refused with other claims', () => {
    const pairing = 'bn254.pairing.fma';
    const nonZero = (claim) => ({ ...claim, nonZero: ['xRe'] });
    expect(() => attempt(pairing, 'extension_inv', { change: nonZero })).toThrow(/may be 0/);
    const first = (formula) => (claim) => ({
      ...claim,
      outputs: claim.outputs.map((one, i) => (i ? one : { ...one, formula })),
    });
    expect(() => attempt(pairing, 'extension_inv')).not.toThrow();
    expect(() => attempt(pairing, 'extension_inv', { change: first('xRe/x') })).toThrow(/is not/);
    expect(() => attempt(pairing, 'extension_to_bytes', { change: first('x1') })).toThrow(/is not/);
    expect(() => attempt(pairing, 'extension_from_bytes')).not.toThrow();
    const equal = (claim) => ({ ...claim, cases: [{ when: [], result: 1n }] });
    expect(() => attempt(pairing, 'extension_is_equal', { change: equal })).toThrow(/result/);
    expect(() => attempt(pairing, 'row_is_zero', { change: equal })).toThrow(/result/);
    const point = 'pallas.fma';
    expect(() => attempt(point, 'sum_points')).not.toThrow();
    expect(() => attempt(point, 'sum_points', { change: first('m0*v0 - x0') })).toThrow(/is not/);
    expect(() => attempt(point, 'invert_both')).not.toThrow();
    expect(() => attempt(point, 'invert_both', { change: first('1/x1') })).toThrow(/is not/);
  });

  it('are refused with another case of a pair', () => {
    const { cases = [] } = functionNamed(g1, 'classify_lane').claim;
    for (const i of cases.slice(0, -1).keys()) {
      const change = (claim) => ({ ...claim, cases: cases.filter((_, j) => j !== i) });
      expect(() => attempt(g1, 'classify_lane', { change }), `case ${i}`).toThrow(Refused);
    }
    const sum = (claim) => ({ ...claim, isZero: 'x - signs*y' });
    expect(() => attempt(g1, 'is_zero_sum', { change: sum })).toThrow(Refused);
    const exact = (claim) => ({
      ...claim,
      cases: [
        { when: ['x - signs*y = 0'], result: 1n },
        { when: [], result: 0n },
      ],
    });
    expect(() => attempt(g1, 'is_same', { change: exact })).toThrow(Refused);
    const loose = (claim) => ({
      ...claim,
      inputs: claim.inputs.map((one) => ({
        ...one,
        range: { least: -claim.field.p, most: claim.field.p },
      })),
    });
    expect(() => attempt(g1, 'is_same', { change: loose })).toThrow(Refused);
  });

  it.each([
    [g1, 'add_finish'],
    [g1, 'normalise'],
    ['secp256k1.fma', 'double_d_z'],
    ['secp256k1.fma', 'add_r_hh'],
  ])('mutants of %s %s are refused, or compute the same', (moduleName, name) => {
    const random = randomness(Number(process.env.SEED ?? 3));
    const { module, at, index, claim, one } = functionNamed(moduleName, name);
    const pick = (low, high) =>
      low + (BigInt(high - low) * (random.next() & 0xffffffffffn)) / 0xffffffffffn;
    let refused = 0;
    const count = Number(process.env.MUTANTS ?? 12);
    for (let i = 0; i < count; i++) {
      const mutant = mutate(one, random);
      try {
        attempt(moduleName, name, { one: mutant.one });
      } catch (error) {
        expect(error).toBeInstanceOf(Refused);
        refused++;
        continue;
      }
      const functions = module.functions.map((other, k) => (k === at ? mutant.one : other));
      for (const words of wordsOf(claim))
        expect(holds({ ...module, functions }, index, claim, pick, words), mutant.text).toBe(true);
    }
    expect(refused).toBeGreaterThan(count / 2);
  });
});
