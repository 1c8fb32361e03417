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

describe('rows from bytes and to bytes, big-endian', () => {
  const rows = 'pallas.polynomials-fma';
  const shuffle = (change) => (all) => {
    const at = all.findIndex(({ op }) => op === 'i8x16.shuffle');
    return all.map((one, i) => (i === at ? { ...one, bytes: change([...one.bytes]) } : one));
  };
  const swapped = ([a, b, ...more]) => [b, a, ...more];
  const otherLane = (bytes) => [...bytes.slice(8), ...bytes.slice(0, 8)];

  it('are proven', () => {
    expect(attempt(rows, 'step_read').paths).toBe(4);
    expect(attempt(rows, 'list_read').paths).toBe(12);
    expect(attempt(rows, 'step_write').paths).toBe(4);
    expect(attempt(rows, 'list_write').paths).toBe(5);
  });

  const cases = (change) => (claim) => ({ ...claim, cases: change(claim.cases) });
  it.each([
    ['step_read', 'two bytes that are exchanged', { code: shuffle(swapped) }],
    ['step_read', 'lanes that are exchanged', { code: shuffle(otherLane) }],
    ['step_read', 'another shift', { code: constant(52n, 51n) }],
    [
      'step_read',
      'words that are not compared',
      {
        code: (all) =>
          all.map((one) => (one.op === 'v128.any_true' ? { ...one, op: 'drop' } : one)),
      },
    ],
    [
      'step_read',
      'a claim of the other lane',
      { change: cases(([a, b, c, d]) => [a, { ...b, result: 1n }, c, d]) },
    ],
    [
      'step_read',
      'a claim that both are below p',
      {
        change: cases(([a]) => [
          { ...a, when: ['e0 < p'] },
          { when: [], result: 3n },
        ]),
      },
    ],
    ['step_read', 'a claim that leaves out a case', { change: cases((all) => all.slice(0, 3)) }],
    ['list_read', 'the index of another', { code: constant(1n, 0n) }],
    [
      'list_read',
      'a claim of the second one',
      { change: cases((all) => all.map((one) => ({ ...one, stops: one.stops && 1 }))) },
    ],
    ['step_write', 'two bytes that are exchanged', { code: shuffle(swapped) }],
    ['step_write', 'a row that is not reduced', { code: constant(52n, 53n) }],
    ['list_write', 'another step', { code: constant(80n, 160n) }],
  ])('%s with %s is refused', (name, _, changes) => {
    expect(() => attempt(rows, name, changes)).toThrow(Refused);
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

describe('points by one coordinate and a sign', () => {
  const cases = (change) => (claim) => ({ ...claim, cases: claim.cases.map(change) });
  const without = (i) => (claim) => ({ ...claim, cases: claim.cases.filter((_, j) => j !== i) });
  const list = (change) => (claim) => ({ ...claim, list: { ...claim.list, ...change } });
  const wallet = 'secp256k1.wide64';
  const edwards = 'banderwagon.wide64';
  /** With words stored elsewhere. */
  const stored = (from, to) => (all) =>
    all.map((one) =>
      one.op === 'i64.store' && one.offset === from ? { ...one, offset: to } : one,
    );
  /** Without one of the calls, of two params. */
  const skip = (which) => (all) => {
    const at = all.flatMap(({ op }, i) => (op === 'call' ? [i] : [])).at(which) ?? 0;
    return all.map((one, i) => (i === at ? { op: 'drop' } : i === at - 1 ? { op: 'nop' } : one));
  };

  it('are proven', () => {
    expect(attempt(wallet, 'points_decompress').paths).toBe(17);
    expect(attempt(wallet, 'jacobian_has_x').paths).toBe(3);
    expect(attempt(edwards, 'points_encode').paths).toBe(12);
    expect(attempt(edwards, 'points_to_canonical').paths).toBe(12);
  });

  it.each([
    [wallet, 'points_decompress', 'roots of the other sign', { code: constant(2n, 1n) }],
    [wallet, 'points_decompress', 'another reason', { code: constant(1n, 2n) }],
    [wallet, 'points_decompress', 'a claim of an index', { change: list({ codes: 1n }) }],
    [wallet, 'points_decompress', 'a claim of more signs', { change: list({ end: 0n }) }],
    [wallet, 'points_decompress', 'a claim of no infinity', { change: without(0) }],
    [wallet, 'points_decompress', 'a claim of one root', { change: without(2) }],
    [wallet, 'points_decompress', 'a claim of the same root', { change: without(1) }],
    [
      wallet,
      'points_decompress',
      'a claim of the other reason',
      { change: cases((one) => ({ ...one, ...(one.stops && { stops: true }) })) },
    ],
    [
      wallet,
      'points_decompress',
      'a claim of larger roots',
      {
        change: cases((one) => ({
          ...one,
          when: one.when.map((text) => text.replace('is odd', 'is larger')),
        })),
      },
    ],
    [
      wallet,
      'points_decompress',
      'a claim of another curve',
      { change: (claim) => ({ ...claim, parts: new Map([['f', 'source^3 + b + b']]) }) },
    ],
    [wallet, 'jacobian_has_x', 'a claim of infinity', { change: without(0) }],
    [wallet, 'jacobian_has_x', 'another coordinate', { code: constant(96n, 48n) }],
    [
      wallet,
      'jacobian_has_x',
      'a claim of x = XZ²',
      {
        change: cases((one, i) => (i === 1 ? { ...one, when: ['X*Z^2 - x = 0'] } : one)),
      },
    ],
    [edwards, 'points_encode', 'a claim of no identity', { change: without(1) }],
    [edwards, 'points_encode', 'a claim of one sign', { change: without(2) }],
    [edwards, 'points_encode', 'bytes that are not written', { code: stored(24, 16) }],
    [edwards, 'points_encode', 'a negative that is left out', { code: skip(-2) }],
    [
      edwards,
      'points_encode',
      'a claim of y',
      {
        change: cases((one, i) => (i < 2 ? one : { ...one, outputs: new Map([['zx', 'y']]) })),
      },
    ],
    [edwards, 'points_to_canonical', 'a negative that is left out', { code: skip(-3) }],
  ])('%s %s with %s is refused', (moduleName, name, _, changes) => {
    expect(() => attempt(moduleName, name, changes)).toThrow(Refused);
  });
});
