/** Claims as text: what each part of the notation says, and that nothing is read over. */
import { describe, expect, it } from 'vitest';
import { F381 } from '../../proof/claims/fields.js';
import { byName, casesIn, claimsIn, reader, readerOfAll } from '../../proof/claims/notation.js';

const field = F381.limbs30;
const range = { least: 0n, most: 9n };
const { layout } = field;
const vocabulary = {
  ...{ field, slot: 64, flag: { offset: 52 } },
  types: { '': { layout, range }, wide: { layout, range, slot: 128 } },
};
const claim = reader(vocabulary);

describe('claims as text', () => {
  it('says params, elements, flags and cases', () => {
    const one = claim(`add(p, ±q, s?mask, kind = -2) p = p ± q
      disjoint scratch elements
      in p: X, Y unless p is infinite
      in q+2: x, y ~wide, z unless none | p is infinite
      in k
      out p+8b: x3 = X + x, y3
      flags p is infinite, out the sum is infinite at p+4b values 0 1 2, none at q bytes 1
      if p is infinite and x = 0: y3 = -Y; the sum is infinite := 2; return -1
      if none: !the sum is infinite; stop second; inverse v of X
      else: the sum is infinite; return p; stop
      each count: p 128+64, q 0 end -1 codes 2 nonempty paired `);
    expect(one).toMatchObject({
      ...{ name: 'add', title: 'p = p ± q', params: ['p', 'q', 's', 'kind'], references: ['q'] },
      ...{ numbers: new Map([['kind', -2n]]), signs: new Map([['s', 'mask']]) },
      ...{ isDisjoint: true, usesScratch: true, on: 'elements' },
      inputs: [
        { name: 'X', param: 'p', offset: 0, unless: 'p is infinite' },
        { name: 'Y', param: 'p', offset: 64, unless: 'p is infinite' },
        { name: 'x', param: 'q', offset: 128, unless: ['none', 'p is infinite'] },
        { name: 'y', param: 'q', offset: 192 },
        { name: 'z', param: 'q', offset: 320 },
        { name: 'k' },
      ],
      outputs: [
        { name: 'x3', param: 'p', offset: 8, formula: 'X + x' },
        { name: 'y3', param: 'p', offset: 72, formula: '' },
      ],
      flags: [
        { name: 'p is infinite', param: 'p', offset: 52 },
        {
          ...{ name: 'the sum is infinite', param: 'p', offset: 4, isOutput: true },
          values: [0n, 1n, 2n],
        },
        { name: 'none', param: 'q', offset: 52, bytes: 1 },
      ],
      cases: [
        {
          ...{ when: ['p is infinite', 'x = 0'], outputs: new Map([['y3', '-Y']]), result: -1n },
          flags: new Map([['the sum is infinite', 2n]]),
        },
        {
          ...{ when: ['none'], flags: new Map([['the sum is infinite', 0n]]), stops: 1 },
          inverses: new Map([['v', 'X']]),
        },
        { when: [], flags: new Map([['the sum is infinite', 1n]]), result: 'p', stops: true },
      ],
      list: {
        strides: new Map([
          ['p', 128n],
          ['q', 0n],
        ]),
        ...{ count: 'count', end: -1n, isNonEmpty: true, codes: 2n },
        ...{ perRow: 2n, second: new Map([['p', 64]]) },
      },
    });
  });

  it('says two lanes, addresses, and where other functions leave elements', () => {
    const one = claim(`rows(x) r = l
      in x+#lane: l#
      in of begin: t
      out 4096+#word: r#
      tells l0 - l1`);
    expect(one.inputs).toMatchObject([
      { name: 'l0', param: 'x', offset: 0 },
      { name: 'l1', param: 'x', offset: 8 },
      { name: 't', own: 'begin' },
    ]);
    expect(one.outputs.map(({ address }) => address)).toEqual([4096, 4100]);
    expect(one.isZero).toBe('l0 - l1');
  });

  it('says rows, types by names, and unusual flags', () => {
    const one = claim(`f(x)
      in x+2row: wide, y
      flags x is infinite, x is stale at x+0b, y is infinite at x+2
      repeats count, x = y
      each count: x 64 nonempty`);
    expect(one.inputs).toMatchObject([
      { offset: 2 * field.slot },
      { offset: 2 * field.slot + 128 },
    ]);
    expect(one.flags?.map(({ offset }) => offset)).toEqual([52, 0, 180]);
    expect(one.repeats).toEqual({ count: 'count', next: new Map([['x', 'y']]) });
    expect(one.list).toMatchObject({ count: 'count', isNonEmpty: true });
  });

  it('reads claims of one text by the functions, with addresses that functions name', () => {
    const text = `
      f(x) first
        in .1+1lane: a
        out g.-1: b = a
      g(x)
      f(x) second`;
    const claims = claimsIn(claim, text, (one) => ({ ...one, isDisjoint: true }));
    const rows = (/** @type {string} */ name) => (name === 'g' ? [1, 2, 3] : [10, 20]);
    const found = claims('f', { rows, index: () => 0 });
    expect(found).toMatchObject([{ title: 'first', isDisjoint: true }, { title: 'second' }]);
    expect(found[0].inputs).toMatchObject([{ name: 'a', address: 28 }]);
    expect(found[0].outputs).toMatchObject([{ name: 'b', address: 3, formula: 'a' }]);
    expect(claims('f')[0].inputs).toMatchObject([{ address: 8 }]);
    expect(claims('h')).toEqual([]);
  });

  it('says cases of both of two', () => {
    const one = claim(`f(x)
      in x+#lane: x#
      out x+#lane: z#
      both if x# = 0: z# = x#
      both else: z# = x1 - x#`);
    expect(one.cases).toMatchObject([
      { when: ['x0 = 0', 'x1 = 0'] },
      { when: ['x0 = 0'] },
      { when: ['x1 = 0'] },
      { when: [] },
    ]);
    expect([...(one.cases?.[1].outputs ?? [])]).toEqual([
      ['z0', 'x0'],
      ['z1', 'x1 - x1'],
    ]);
  });

  it('names parts of formulas, and says what is not 0, or where no output is', () => {
    const one = claim(`f(z, x, y)
      let a = x^2, b = a*y
      let c = b - a
      nonzero x, a - b
      apart y`);
    expect([...(one.parts ?? [])]).toEqual([
      ['a', 'x^2'],
      ['b', 'a*y'],
      ['c', 'b - a'],
    ]);
    expect(one).toMatchObject({ nonZero: ['x', 'a - b'], apart: ['y'] });
  });

  it('adds what is given as an object to what is said of a list', () => {
    const list = /** @type {any} */ ({ perRow: 2n });
    expect(claim('f(x)\n each count: x 64', { list }).list).toEqual({
      ...{ strides: new Map([['x', 64n]]), count: 'count', perRow: 2n },
    });
  });

  it('says two claims with braces, without and with what is in them', () => {
    const all = readerOfAll(vocabulary)(`
      scale(z, x, c{ = 0|}) z[i] = {1|c}*x
        return z
        in x{, c}
        out z = x{*c}
      copy(z, x): z = x`);
    expect(all).toMatchObject([
      {
        result: 'z',
        title: 'z[i] = 1*x',
        numbers: new Map([['c', 0n]]),
        outputs: [{ formula: 'x' }],
      },
      { result: 'z', title: 'z[i] = c*x', outputs: [{ formula: 'x*c' }] },
      { name: 'copy' },
    ]);
    expect(all.map(({ inputs }) => inputs.length)).toEqual([1, 2, 1]);
    expect(all[1].numbers).toBe(undefined);
  });
  it('says several claims, and in a line of what a formula names', () => {
    const all = readerOfAll(vocabulary)(`
      mul(z, x, y ~wide, count): z ~wide = xRe*y
        disjoint
      copy(z, x) z = x
        in x
        out z = (x)
      mul(z, y = 1): z = y`);
    const [first, copy, last] = all;
    expect(first).toMatchObject({ params: ['z', 'x', 'y', 'count'], isDisjoint: true });
    expect(first.inputs.map(({ name }) => name)).toEqual(['x', 'y']);
    expect(first.outputs).toMatchObject([{ name: 'z', formula: 'xRe*y' }]);
    expect(first.title).toBe(undefined);
    expect(copy).toMatchObject({ title: 'z = x', outputs: [{ formula: '(x)' }] });
    expect(last).toMatchObject({ numbers: new Map([['y', 1n]]), inputs: [{ name: 'y' }] });
    expect(byName(all)('mul')).toEqual([first, last]);
    expect(byName(all)('none')).toEqual([]);
  });

  it('refuses what it does not know', () => {
    for (const text of [
      'f x',
      'f(x)\n in x ~long',
      'f(z, x ~long): z = x',
      'f(z, x):',
      'f(x)\n in x + 2',
      'f(x)\n out x: z =',
      'f(x)\n disjunct',
      'f(x)\n out x: z\n if x = 0: y = x',
      'f(x)\n out x: z\n else: x is infinite',
      'f(x)\n in x: y unless x is infinite',
      'f(x)\n out x: z\n if x is infinite: z = x',
      'f(x)\n flags x is infinite at x+2parsecs',
      'f(x)\n in x+two: y',
      'f(x)\n let x^2',
    ])
      expect(() => claim(text), text).toThrow(Error);
    expect(() => casesIn('if x = 0, z = x')).toThrow('no case');
  });
});
