import { describe, expect, it } from 'vitest';
import { Refused } from '../../proof/refused.js';
import { attempt, constant, insert } from './support.js';

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
    const stays = (all) => {
      const code = all.map((one, i) =>
        one.op === 'local.get' && one.index === 1 && all[i + 2]?.op === 'call'
          ? { ...one, index: first }
          : one,
      );
      return insert(code, 0, [
        { op: 'local.get', index: 1 },
        { op: 'local.set', index: first },
      ]);
    };
    expect(() => attempt(lists, 'list_add', { code: stays, locals: ['i32'] })).toThrow(
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

describe('loops that end at an address, and leave something for the next element', () => {
  const pallas = 'pallas.limbs30';
  const list = (change) => (claim) => ({
    ...claim,
    list: { ...claim.list, ...change(claim.list) },
  });
  const first = (name, formula) =>
    list((one) => ({ first: new Map([...one.first, [name, formula]]) }));
  const cases = (name, formula) => (claim) => ({
    ...claim,
    cases: claim.cases.map((one) => ({
      ...one,
      outputs: new Map([...one.outputs, [name, formula]]),
    })),
  });
  /** With another operand of the comparison that ends the loop. */
  const endsAt = (from, to) => (all) =>
    all.map((one, i) =>
      one.index === from && all.slice(i + 1, i + 3).some(({ op }) => op === 'i32.eq')
        ? { ...one, index: to }
        : one,
    );
  /** Without one of the calls. */
  const without = (which) => (all) => {
    const calls = all.flatMap(({ op }, i) => (op === 'call' ? [i] : []));
    const at = calls.at(which) ?? 0;
    return all.map((one, i) => (i > at - 4 && i <= at ? { op: 'nop' } : one));
  };
  const store = (all) => {
    const at = all.findIndex(({ op }) => op === 'i32.store');
    return all.map((one, i) => (i > at - 3 && i <= at ? { op: 'nop' } : one));
  };

  it.each(['bn254-g2.wide64', pallas])('are proven in %s', (moduleName) => {
    expect(attempt(moduleName, 'climb_odd_multiples').paths).toBe(2);
    expect(attempt(moduleName, 'descend_odd_multiples').paths).toBe(2);
  });

  it.each([
    ['climb', 'another beginning', { change: first('X2', 'x') }],
    ['climb', 'a beginning with what is left', { change: first('X1', 'X1') }],
    [
      'climb',
      'a beginning of which the claim says nothing',
      {
        change: list((one) => ({ carried: one.carried.slice(0, -1) })),
      },
    ],
    ['climb', 'a product that is left out', { code: without(-1) }],
    ['climb', 'a mark that is left out', { code: store }],
    ['climb', 'entries at other places', { code: constant(96n, 144n) }],
    ['climb', 'an end that is the entry itself', { code: endsAt(2, 0) }],
    ['climb', 'an end elsewhere', { code: endsAt(2, 1) }],
    ['climb', 'a claim of an end elsewhere', { change: list(() => ({ of: 'ratios' })) }],
    ['climb', 'a claim of one entry at least', { change: list(() => ({ isNonEmpty: true })) }],
    ['climb', 'a claim of other ratios', { change: cases('d', 'X2 - X1') }],
    ['climb', 'a claim of another Z', { change: cases('Z', 'Z*X1') }],
    ['climb', 'a claim that ratios stay', { change: withStride('ratios', 0n) }],
    ['descend', 'a claim that Z stays', { change: cases('Z', 'Z') }],
    ['descend', 'a claim that Z changes in the end', { change: cases('Z', 'Z*d') }],
    [
      'descend',
      'a claim that there may be no entry',
      {
        change: list(() => ({ isNonEmpty: false })),
      },
    ],
    ['descend', 'a claim of ratios from another one on', { change: list(() => ({ behind: [] })) }],
    ['descend', 'an end elsewhere', { code: endsAt(0, 2) }],
    ['descend', 'an end that is the entry itself', { code: endsAt(0, 1) }],
    ['descend', 'entries at other places', { code: constant(96n, 48n) }],
    ['descend', 'a product that is left out', { code: without(0) }],
  ])('%s with %s is refused', (name, _, changes) => {
    expect(() => attempt(pallas, `${name}_odd_multiples`, changes)).toThrow(Refused);
  });
});
