/** Functions that read coordinates of points that are known as multiples of others. */
import { describe, expect, it } from 'vitest';
import { flagAt } from '../../proof/flags.js';
import { Refused } from '../../proof/refused.js';
import { attempt, functionNamed, insert, isConstant, isOp, replace } from './support.js';

const G1 = 'bls12-381-g1.limbs30';
const member = 'is_in_subgroup';
/** The nth call of a function, in place of which another one is called, or the same with others. */
const called = (name) => {
  const { index } = functionNamed(G1, name);
  return (one) => one.op === 'call' && one.index === index;
};
const calls = (name) => ({ index: functionNamed(G1, name).index });
const [S, image] = [4736n, 4992n];

describe('points in the subgroup', () => {
  it.each([
    [G1, 6],
    ['bls12-381-g2.wide64', 6],
  ])('of %s are proven', (name, paths) => {
    expect(attempt(name, member).paths).toBe(paths);
    expect(attempt(name, 'points_in_subgroup').paths).toBeGreaterThan(paths);
  });

  it.each([
    ['a difference of y', replace(called('field_add'), calls('field_sub'))],
    ['a point that was mapped once', replace(isConstant(4864n), { value: image }, 0)],
    ['another multiple', replace(isConstant(S), { value: 4544n }, 1)],
    ['the multiple by its image', replace(isConstant(4544n), { value: 4864n }, 0)],
    ['y for x', replace(isConstant(image), { value: image + 64n }, 1)],
    ['one of both conditions', replace(isOp('i32.and'), { op: 'i32.or' })],
    ['the other answer for infinity', (code) => insert(code, 17, [{ op: 'i32.eqz' }])],
  ])('%s is refused', (_, code) => {
    expect(() => attempt(G1, member, { code })).toThrow(Refused);
  });

  it('a coordinate of what may be infinity is refused', () => {
    const code = (all) => {
      const at = all.findIndex(({ op }) => op === 'if');
      return insert(all, at - 1, [], all[at].end + 2 - at);
    };
    expect(() => attempt(G1, member, { code })).toThrow(/what may be infinity/);
  });

  it('false claims are refused', () => {
    const withCases = (change) => (claim) => ({ ...claim, cases: claim.cases.map(change) });
    const without = (i, j) => (one, k) =>
      k === i ? { ...one, when: one.when.filter((_, n) => n !== j) } : one;
    for (const [i, j] of [
      [0, 1],
      [2, 0],
      [2, 1],
    ])
      expect(() => attempt(G1, member, { change: withCases(without(i, j)) })).toThrow(/result/);
    const change = (claim) => ({
      ...claim,
      coordinates: new Map([...claim.coordinates, ['S', 'seed*P']]),
    });
    expect(() => attempt(G1, member, { change })).toThrow(/is not tested/);
    const never = withCases((one) => ({ ...one, stops: undefined }));
    expect(() => attempt(G1, 'points_in_subgroup', { change: never })).toThrow(Refused);
    const other = replace(isOp('i32.eqz'), { op: 'nop' }, 1);
    expect(() => attempt(G1, 'points_in_subgroup', { code: other })).toThrow(Refused);
  });
});

it('a piece of a point is no number', () => {
  const lane = { piece: { element: { p: 0n }, size: 128 }, at: 0 };
  const machine = /** @type {any} */ ({ memory: { readLane: () => lane } });
  const flag = { name: 'x', param: 'x', offset: 0, isNaN: true };
  expect(() => flagAt(machine, flag, /** @type {any} */ ({ at: 0 }))).toThrow(/a point/);
});
