import { describe, expect, it } from 'vitest';
import { randomDiscreteLogs } from '../../src/group/random.js';
import { forEachGroup } from '../support/backends.js';
import { expectInputError } from '../support/errors.js';
import { toHex } from '../support/hex.js';
import { scalarsFromBytes } from '../support/oracle.js';

/** Of seed 0, as first computed. */
const KNOWN_LOGS = [0x5d2e2ecf8b7ce30n, 0xed6fab6a56cc281n, 0x6d89fb255ecca0n];
/** 256 bits each. Scalars are their low bits, as many as the order has; those below it. */
const KNOWN_WORDS = [
  0xe308dc58f1efb6492a12afaa5b702080a5392e69a6d18153d6e710e62d03d836n,
  0x11b7b13722a91641a914a9b251c559c7a4df8e6d8aef0ed556b2ffda20673f54n,
  0xc870a64f696a42f26fc567145189fe139a2672343649dd98a8502b32a6e35218n,
  0xd7eb2aa7ca3689fcebc922e374a9cd8e8c02b05dda636bb81cb4fbd8a82b09b9n,
  0xaec8f76c7c048faa5cef532d5873cb94d128c329a7a9ef0678830aad73c9291an,
  0xc65a7c0d56c5c5958c66ce75c7d077481717660f99be1121dac4e3dc604a50d6n,
];

describe('randomDiscreteLogs', () => {
  it('are known for a known seed: they never change', () => {
    expect([...randomDiscreteLogs(3, 0)]).toEqual(KNOWN_LOGS);
  });

  it('lie in (0, 2^60), differ, and use every bit', () => {
    const logs = [...randomDiscreteLogs(10000, 7)];
    expect(logs.every((d) => d > 0n && d < 2n ** 60n)).toBe(true);
    expect(new Set(logs).size).toBe(logs.length);
    for (let bit = 0n; bit < 60n; bit++) {
      const ones = logs.filter((d) => (d >> bit) & 1n).length;
      expect(Math.abs(ones - 5000)).toBeLessThan(350);
    }
  });

  it('a longer list begins with the shorter one; other seeds give other lists', () => {
    expect([...randomDiscreteLogs(20, 5)].slice(0, 10)).toEqual([...randomDiscreteLogs(10, 5)]);
    const firsts = [0, 1, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1].map(
      (seed) => randomDiscreteLogs(1, seed)[0],
    );
    expect(new Set(firsts).size).toBe(firsts.length);
  });
});

forEachGroup('random points and scalars', (context) => {
  const { order, compressedMultiple } = context.oracle;

  it('point i is the multiple of the generator by discrete logarithm i', () => {
    for (const seed of [0, 2 ** 53 - 1]) {
      const vector = context.group.randomPoints(40, seed);
      const logs = randomDiscreteLogs(40, seed);
      logs.forEach((d, i) => {
        expect(toHex(vector.at(i).toBytes())).toBe(toHex(compressedMultiple(d)));
      });
      vector.dispose();
    }
  });

  it('scalars are uniform below the order', () => {
    const scalars = scalarsFromBytes(context.group.randomScalars(4000, 3));
    expect(scalars).toHaveLength(4000);
    expect(scalars.every((scalar) => scalar < order)).toBe(true);
    expect(new Set(scalars).size).toBe(4000);
    const low = scalars.filter((scalar) => scalar < order / 4n).length;
    expect(Math.abs(low - 1000)).toBeLessThan(150);
  });

  it('are the same every time, on every backend', () => {
    const bits = order.toString(2).length;
    const known = KNOWN_WORDS.map((word) => BigInt.asUintN(bits, word)).filter((d) => d < order);
    const scalars = context.group.randomScalars(known.length, 0);
    expect(scalarsFromBytes(scalars)).toEqual(known);
    const vector = context.group.randomPoints(3, 0);
    const expected = KNOWN_LOGS.map((d) => toHex(compressedMultiple(d))).join('');
    expect(toHex(vector.toBytes())).toBe(expected);
    vector.dispose();
  });

  it('none of them', () => {
    const vector = context.group.randomPoints(0, 0);
    expect(vector).toHaveLength(0);
    vector.dispose();
    expect(context.group.randomScalars(0, 0)).toEqual(new Uint8Array());
  });

  it('wrong numbers are InputErrors', () => {
    const wrong = [
      [-1, 0],
      [1.5, 0],
      ['1', 0],
      [undefined, 0],
      [1, -1],
      [1, 2 ** 53],
      [1, 0.5],
      [1, undefined],
      [1, 1n],
      [2 ** 40, 0],
    ];
    for (const [n, seed] of wrong) {
      expectInputError(() => context.group.randomPoints(n, seed));
      expectInputError(() => context.group.randomScalars(n, seed));
    }
  });
});
