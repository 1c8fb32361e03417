/** Functions that invert a list at once: two loops around one inversion. */
import { describe, expect, it } from 'vitest';
import { Refused } from '../../proof/refused.js';
import { attempt, constant, insert, isConstant, isOp, replace } from './support.js';

const pairing = 'bn254.pairing.limbs30';
const edwards = 'banderwagon.wide64';
const BATCH = 'pairing_batch_inverse';

/** Without the nth call of so many operands. */
const skip =
  (n, operands = 3) =>
  (all) => {
    const calls = all.flatMap(({ op }, i) => (op === 'call' ? [i] : []));
    const at = calls.at(n);
    return insert(
      all,
      at,
      Array.from({ length: operands }, () => ({ op: 'drop' })),
      1,
    );
  };
const whole = (change) => (claim) => ({ ...claim, ...change(claim) });
const cases = (change) => whole((claim) => ({ cases: claim.cases.map(change) }));

describe('lists that are inverted at once', () => {
  it('are proven', () => {
    expect(attempt(pairing, BATCH).paths).toBe(6);
    expect(attempt('bls12-381.pairing.fma', BATCH).paths).toBe(6);
    expect(attempt(edwards, 'points_to_model').paths).toBe(12);
    expect(attempt(edwards, 'points_from_model').paths).toBe(15);
    expect(attempt(edwards, 'points_endomorphism').paths).toBe(12);
  });

  const last = (op) => (all) => {
    const at = all.map((one) => one.op).lastIndexOf(op);
    return all.map((one, i) => (i === at ? { ...one, op: 'i32.lt_u' } : one));
  };
  it.each([
    ['a product that does not begin with 1', { code: skip(0, 2) }],
    ['a product that is not kept', { code: skip(1, 2) }],
    ['an element that is left out of the product', { code: skip(2) }],
    ['no inversion', { code: skip(3, 2) }],
    ['an inverse that is not multiplied', { code: skip(5) }],
    ['a result that is not written', { code: skip(6, 2) }],
    ['a loop forward with another step', { code: replace(isConstant(96n), { value: 192n }, 1) }],
    ['an end that is elsewhere', { code: replace(isConstant(96n), { value: 192n }, 0) }],
    [
      'a loop forward that goes on at its end',
      { code: replace(isOp('i32.lt_u'), { op: 'i32.le_u' }) },
    ],
    ['a loop backward that ends early', { code: replace(isConstant(1n), { value: 2n }) }],
    ['a step in front of the list', { code: last('i32.sub') }],
    [
      'an end before the inversion',
      { code: (all) => insert(all, all.findIndex(isOp('loop')), [{ op: 'return' }]) },
    ],
    [
      'an end in the first loop',
      {
        code: (all) =>
          insert(all, all.findIndex(isOp('i32.lt_u')) + 1, [{ op: 'drop' }, { op: 'return' }], 1),
      },
    ],
    [
      'a local of the first half in the second one',
      {
        locals: ['i32'],
        code: (all) => {
          const at = all.map(({ op }) => op).lastIndexOf('loop');
          return insert(all, at, [
            { op: 'local.get', index: 4 },
            { op: 'drop' },
            { op: 'local.get', index: 4 },
            { op: 'local.set', index: 2 },
          ]);
        },
      },
    ],
    [
      'a claim of elements as they are',
      { change: cases((one) => ({ ...one, outputs: new Map([['y', 'x']]) })) },
    ],
    [
      'a claim of inverses of other numbers',
      {
        change: whole(({ cases: [one] }) => ({
          nonZero: ['x + x'],
          cases: [{ ...one, inverses: new Map([['v', 'x + x']]) }],
        })),
      },
    ],
    ['a claim of numbers that may be 0', { change: whole(() => ({ nonZero: undefined })) }, Error],
    [
      'a second half that takes what is not left',
      {
        change: whole(({ halves }) => {
          const { inputs, ...backward } = halves.backward;
          const moved = inputs.map((one) => (one.name === 'kept' ? { ...one, offset: 96 } : one));
          return { halves: { ...halves, backward: { ...backward, inputs: moved } } };
        }),
      },
      Error,
    ],
  ])('with %s are refused', (_, changes, error = /** @type {any} */ (Refused)) => {
    expect(() => attempt(pairing, BATCH, changes)).toThrow(error);
  });

  const without = (i) => whole((claim) => ({ cases: claim.cases.filter((_, j) => j !== i) }));
  it.each([
    ['points_to_model', 'an identity that is not marked', { code: constant(1n, 0n) }],
    ['points_to_model', 'a constant that is left out', { code: skip(6) }],
    ['points_to_model', 'a claim of no identity', { change: without(1) }],
    [
      'points_to_model',
      'a claim of y instead of x',
      {
        change: cases((one) => ({
          ...one,
          ...(one.outputs && { outputs: new Map([['x3', 'y']]) }),
        })),
      },
    ],
    [
      'points_from_model',
      'a point that does not stop it',
      { code: replace(isOp('i32.and'), { op: 'i32.or' }) },
    ],
    ['points_from_model', 'a claim that it goes on', { change: without(2) }],
    [
      'points_from_model',
      'a claim of finite points only',
      { change: cases((one) => ({ ...one, flags: new Map([['target is infinite', 0n]]) })) },
    ],
    [
      'points_endomorphism',
      'a claim of the other root',
      {
        change: whole(({ constants }) => ({
          constants: new Map([...constants, ['h', [-constants.get('h')[0]]]]),
        })),
      },
    ],
  ])('%s with %s is refused', (name, _, changes) => {
    expect(() => attempt(edwards, name, changes)).toThrow(Refused);
  });
});
