import { describe, expect, it } from 'vitest';
import { Refused } from '../../proof/refused.js';
import { attempt, constant } from './support.js';

const withStride = (param, by) => (claim) => ({
  ...claim,
  list: { ...claim.list, strides: new Map([...claim.list.strides, [param, by]]) },
});

describe('loops over lists', () => {
  const lists = 'bls12-381-g1.lists-limbs30';
  const g1 = 'bls12-381-g1.limbs30';

  it('are proven by one iteration', () => {
    expect(attempt(lists, 'list_add').paths).toBe(3);
    expect(attempt(g1, 'points_endomorphism').paths).toBe(6);
  });

  it.each([
    ['another step of an address', { code: constant(48n, 52n) }],
    ['another step of the counter', { code: constant(1n, 0n) }],
    ['another claim of a step', { change: withStride('x', 96n) }],
    ['a claim that an address does not move', { change: withStride('y', 0n) }],
    ['a claim that a list moves that does not', { change: withStride('count', 48n) }],
    ['a loop that goes on after the last', { code: constant(0n, -1n) }],
    [
      'a loop that is left out',
      { code: (all) => all.map((one) => (one.op === 'i32.eqz' ? { op: 'nop' } : one)) },
    ],
  ])('%s is refused', (_, changes) => {
    expect(() => attempt(lists, 'list_add', changes)).toThrow(Refused);
  });

  it('an address that stays is of no element', () => {
    // x + y of every element, with x of the first.
    const first = 4;
    const stays = (all) => [
      { op: 'local.get', index: 1 },
      { op: 'local.set', index: first },
      ...all.map((one, i) =>
        one.op === 'local.get' && one.index === 1 && all[i + 2]?.op === 'call'
          ? { ...one, index: first }
          : one,
      ),
    ];
    const moved = (all) =>
      stays(all).map(({ end, otherwise, ...one }) => ({
        ...one,
        ...(end !== undefined && { end: end + 2 }),
        ...(otherwise !== undefined && { otherwise: otherwise + 2 }),
      }));
    expect(() => attempt(lists, 'list_add', { code: moved, locals: ['i32'] })).toThrow(
      /of type i32|is missing/,
    );
  });

  it('what iterations have in common must be as the next one needs it', () => {
    const tight = (claim) => ({
      ...claim,
      inputs: claim.inputs.map((place) =>
        place.name === 'z' ? { ...place, range: { least: 0n, most: claim.field.p - 1n } } : place,
      ),
    });
    expect(() => attempt(lists, 'list_dot')).not.toThrow();
    expect(() => attempt(lists, 'list_dot', { change: tight })).toThrow(/may lie in/);
  });

  it('a wrong formula, and a flag that is lost', () => {
    const wrong = (claim) => ({
      ...claim,
      outputs: claim.outputs.map((one) => ({ ...one, formula: 'x - y' })),
    });
    expect(() => attempt(lists, 'list_add', { change: wrong })).toThrow(/is not x - y/);
    const lost = (claim) => ({
      ...claim,
      cases: claim.cases.map((one) => ({ ...one, flags: new Map([['target is infinite', 0n]]) })),
    });
    expect(() => attempt(g1, 'points_endomorphism', { change: lost })).toThrow(/is not 0/);
  });
});
