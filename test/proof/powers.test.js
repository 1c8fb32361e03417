import { describe, expect, it } from 'vitest';

import { Refused } from '../../proof/kernel/refused.js';
import { attempt, constant } from './support.js';

const pallas = 'pallas.wide64';
const squares = 'field_root_square_times';
const withFormula = (formula) => (claim) => ({
  ...claim,
  outputs: claim.outputs.map((one) => ({ ...one, formula })),
});

describe('what functions do several times in a row', () => {
  it('is proven by one time', () => {
    expect(attempt(pallas, squares).paths).toBe(2);
    expect(attempt('secp256k1.wide64', 'field_sqrt_power_square_times').paths).toBe(2);
  });

  it.each([
    ['another step of the counter', { code: constant(1n, 2n) }],
    ['a counter that stays', { code: constant(1n, 0n) }],
    ['another formula', { change: withFormula('x^4') }],
    [
      'one time only',
      { code: (all) => all.map((one) => (one.op === 'br_if' ? { op: 'drop' } : one)) },
    ],
    [
      'one time without a loop',
      { code: (all) => all.map((one) => (one.op === 'loop' ? { ...one, op: 'block' } : one)) },
    ],
    [
      'an operand that is not the last result',
      { code: (all) => all.map((one) => (one.op === 'local.set' ? { op: 'drop' } : one)) },
    ],
    [
      'a loop that is not from the beginning',
      {
        code: (all) => [
          { op: 'local.get', index: 1 },
          { op: 'local.set', index: 0 },
          ...all.map((one) => (one.end === undefined ? one : { ...one, end: one.end + 2 })),
        ],
      },
    ],
  ])('%s is refused', (_, changes) => {
    expect(() => attempt(pallas, squares, changes)).toThrow(Refused);
  });

  it('a claim that is not about what it leaves is no claim', () => {
    const tight = (claim) => ({
      ...claim,
      inputs: claim.inputs.map((one) => ({
        ...one,
        range: { least: 0n, most: claim.field.p - 1n },
      })),
    });
    expect(() => attempt(pallas, squares, { change: tight })).toThrow(
      /z is not|what it begins with/,
    );
    const stays = (claim) => ({ ...claim, repeats: { ...claim.repeats, next: new Map() } });
    expect(() => attempt(pallas, squares, { change: stays })).toThrow(
      /z is not|what it begins with/,
    );
    const disjoint = (claim) => ({ ...claim, isDisjoint: true });
    expect(() => attempt(pallas, squares, { change: disjoint })).toThrow(
      /z is not|what it begins with/,
    );
  });
});

describe('powers', () => {
  it('with another exponent are refused', () => {
    const power = /** @type {const} */ (['bls12-381-g1.wide64', 'field_inverse_root_power']);
    expect(attempt(...power).paths).toBe(1);
    const more = (claim) => ({
      ...claim,
      exponents: new Map([['k', claim.exponents.get('k') + 1n]]),
    });
    expect(() => attempt(...power, { change: more })).toThrow(/z is not x/);
    expect(() => attempt(...power, { code: constant(4n, 3n) })).toThrow(Refused);
  });
});

describe('powers of rows', () => {
  it.each([
    ['bn254-g1.fma', 'sqrt_power'],
    ['secp256k1.fma', 'sqrt_power'],
    ['bls12-381-g1.fma', 'sqrt_power'],
    ['bn254-g2.fma', 'inverse_sqrt_power'],
  ])('%s %s, and with another exponent they are refused', (module, name) => {
    expect(attempt(module, name).paths).toBe(1);
    const change = (claim) => ({
      ...claim,
      exponents: new Map([['e', claim.exponents.get('e') + 2n]]),
    });
    expect(() => attempt(module, name, { change })).toThrow(/z0 is not x0/);
  });

  it('of two rows, the second one with other rows is refused', () => {
    const module = 'secp256k1.fma';
    const times = 'sqrt_power_times';
    expect(attempt(module, times).paths).toBe(1);
    const both = (claim) => ({ ...claim, numbers: new Map([['both', 1n]]) });
    expect(() => attempt(module, times, { change: both })).toThrow(Refused);
    for (const name of [times, 'sqrt_power_square_times'])
      expect(() => attempt(module, name, { code: constant(80n, 0n), change: both })).toThrow(
        Refused,
      );
    const left = (all) => all.map((one) => (one.op === 'br_if' ? { op: 'drop' } : one));
    expect(() => attempt(module, 'sqrt_power_square_times', { code: left })).toThrow(Refused);
  });
});

describe('maps to curves', () => {
  const map = 'bls12-381-g1.map.wide64';

  it('write their outputs and nothing else of the same operand', () => {
    expect(attempt(map, 'swu_begin').paths).toBe(2);
    const without = (claim) => ({
      ...claim,
      outputs: claim.outputs.filter(({ name }) => name !== 'v'),
      cases: claim.cases.map((one) => ({
        ...one,
        outputs: new Map([['t', one.outputs.get('t')]]),
      })),
    });
    expect(() => attempt(map, 'swu_begin', { change: without })).toThrow(/what is no output/);
  });

  it('with another coefficient of the isogeny are refused', () => {
    expect(attempt(map, 'isogeny').paths).toBe(3);
    const other = (claim) => ({
      ...claim,
      constants: new Map([...claim.constants, ['n3', [claim.constants.get('n3')[0] + 1n]]]),
    });
    expect(() => attempt(map, 'isogeny', { change: other })).toThrow(/x3 is not/);
  });
});

describe('steps of pairings', () => {
  const pairing = 'bn254.pairing.wide64';

  it('by another kind, or another constant, are refused', () => {
    expect(attempt(pairing, 'tower_turn').paths).toBe(1);
    const kind = (value) => (claim) => ({ ...claim, numbers: new Map([['kind', value]]) });
    expect(() => attempt(pairing, 'tower_turn', { change: kind(2n) })).toThrow(/y is not y/);
    expect(() => attempt(pairing, 'tower_turn', { change: kind(4n) })).toThrow(/x is not x/);
    const another = (claim) => ({ ...claim, constants: new Map([['xi', [2n, 1n]]]) });
    const decompress = ['bls12-381.pairing.wide64', 'tower_decompress'];
    expect(attempt(...decompress).paths).toBe(1);
    expect(() => attempt(...decompress, { change: another })).toThrow(/z[04] is not/);
  });
});
