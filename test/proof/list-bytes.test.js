import { describe, expect, it } from 'vitest';
import { Refused } from '../../proof/refused.js';
import { attempt, constant } from './support.js';

const polynomials = 'pallas.polynomials-limbs30';

describe('numbers from bytes', () => {
  it('big-endian, are proven', () => {
    expect(attempt(polynomials, 'step_read').paths).toBe(3);
    expect(attempt('bls12-381-g1.map.limbs30', 'read_half').paths).toBe(1);
    expect(attempt('bls12-381-g1.map.limbs30', 'read_uniform').paths).toBe(1);
  });

  it.each([
    ['two bytes that stay where they are', { code: constant(8n, 0n, 'i64') }],
    ['another rotation', { code: constant(32n, 24n, 'i64') }],
    ['another mask', { code: constant(0xffff0000ffffn, 0xffff0000fffen, 'i64') }],
    [
      'an order of words',
      { code: (all) => all.map((one) => (one.offset === 24 ? { ...one, offset: 16 } : one)) },
    ],
    [
      'a claim that they are little-endian',
      {
        change: (claim) => ({
          ...claim,
          inputs: claim.inputs.map((one) => ({ ...one, layout: claim.field.bytes })),
        }),
      },
    ],
  ])('%s is refused', (_, changes) => {
    expect(() => attempt(polynomials, 'step_read', changes)).toThrow(Refused);
  });
});

/** Outputs of a claim, changed. */
const outputs = (change) => (claim) => ({ ...claim, outputs: claim.outputs.map(change) });

describe('numbers to bytes', () => {
  it('big-endian, are proven from the digits of canonical numbers', () => {
    expect(attempt(polynomials, 'field_to_big_endian').paths).toBe(1);
    expect(attempt('banderwagon.wide64', 'field_to_big_endian').paths).toBe(2);
    expect(attempt(polynomials, 'list_write').paths).toBe(3);
  });

  /** Without the reduction to a number below p. */
  const unreduced = (all) => {
    const [, second] = all.flatMap(({ op }, i) => (op === 'call' ? [i] : []));
    return all.map((one, i) => (i >= second - 2 && i <= second ? { op: 'nop' } : one));
  };
  it.each([
    ['bytes that stay where they are', { code: constant(8n, 0n, 'i64') }],
    ['another rotation', { code: constant(32n, 24n, 'i64') }],
    ['another mask', { code: constant(0xffff0000ffffn, 0xffff0000fffen, 'i64') }],
    [
      'an order of words',
      { code: (all) => all.map((one) => (one.offset === 24 ? { ...one, offset: 16 } : one)) },
    ],
    ['another digit', { code: constant(58n, 57n, 'i64') }],
    ['a number that may not be below p', { code: unreduced }],
    [
      'a claim that they are little-endian',
      { change: (claim) => outputs((one) => ({ ...one, layout: claim.field.bytes }))(claim) },
    ],
    ['a claim of another number', { change: outputs((one) => ({ ...one, formula: 'x + x' })) }],
    [
      'a claim of a smaller range',
      {
        change: outputs((one) => ({ ...one, range: { least: 0n, most: one.range.most - 1n } })),
      },
    ],
  ])('%s is refused', (_, changes) => {
    expect(() => attempt(polynomials, 'field_to_big_endian', changes)).toThrow(Refused);
  });
});

describe('lists of points from bytes', () => {
  const name = 'points_from_affine';
  const cases = (change) => (claim) => ({ ...claim, cases: claim.cases.map(change) });
  const offset = (from, to) => (all) =>
    all.map((one) => (one.op === 'i64.load' && one.offset === from ? { ...one, offset: to } : one));

  it('are proven', () => {
    expect(attempt('secp256k1.wide64', name).paths).toBe(7);
    expect(attempt('bn254-g2.limbs30', name).paths).toBe(9);
  });

  it.each([
    ['a word that is not tested', { code: offset(24, 16) }],
    ['the last word that is not tested', { code: offset(56, 48) }],
    ['infinity that is marked in other cases', { code: constant(1n, 0n) }],
    ['the second coordinate from other bytes', { code: constant(32n, 24n) }],
    ['the second coordinate at another place', { code: constant(48n, 44n) }],
    ['another step', { code: constant(64n, 72n) }],
    [
      'a claim without the case of infinity',
      { change: (c) => ({ ...c, cases: c.cases.slice(1) }) },
    ],
    [
      'a claim that x alone says infinity',
      { change: cases((one, i) => (i ? one : { ...one, when: ['x are blank'] })) },
    ],
    [
      'a claim that y need not be below p',
      { change: cases((one, i) => (i === 1 ? { ...one, when: ['x < p'] } : one)) },
    ],
    [
      'a claim of coordinates that are exchanged',
      {
        change: cases((one) => ({
          ...one,
          ...(one.outputs && {
            outputs: new Map([
              ['zx', 'y'],
              ['zy', 'x'],
            ]),
          }),
        })),
      },
    ],
  ])('%s is refused', (_, changes) => {
    expect(() => attempt('secp256k1.wide64', name, changes)).toThrow(Refused);
  });
});
