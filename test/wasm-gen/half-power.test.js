import { describe, expect, it } from 'vitest';

import { power } from '../../src/math/modular.js';
import { banderwagon } from '../../src/curves/banderwagon.js';
import { emitHalfPower } from '../../wasm-gen/field/half-power.js';
import { oddFactors } from '../../wasm-gen/field/roots-of-unity.js';

const { p, seed } = banderwagon;

/**
 * The result of the emitted operations, and their number.
 * @param {bigint[]} factors
 * @param {bigint} x
 */
function run(factors, x) {
  const values = [x, 0n];
  const count = { squarings: 0, multiplications: 0 };
  emitHalfPower(
    factors,
    {
      place: () => values.push(0n) - 1,
      squareTimes(z, from, times) {
        expect(times).toBeGreaterThan(0);
        count.squarings += times;
        values[z] = power(values[from], 1n << BigInt(times), p);
      },
      multiply(z, a, b) {
        count.multiplications++;
        values[z] = (values[a] * values[b]) % p;
      },
    },
    { base: 0, result: 1 },
  );
  return { ...count, whole: values[0], half: values[1] };
}

describe('x^Q and x^((Q−1)/2) by factors', () => {
  it.each([
    { factors: [5n] },
    { factors: [7n, 5n] },
    { factors: [9n, 15n, 7n] },
    { factors: [0xffffn, 0x10001n] },
    { factors: [0x123456789abcdefn, 0xd20100000001n, 0x8000000000000001n] },
    { factors: oddFactors(p) },
    { factors: oddFactors(p, seed) },
  ])('$factors', ({ factors }) => {
    const Q = factors.reduce((a, b) => a * b);
    for (const x of [0n, 1n, 2n, p - 1n, 0x1234567890abcdefn]) {
      const { whole, half } = run(factors, x);
      expect(whole).toBe(power(x, Q, p));
      expect(half).toBe(power(x, (Q - 1n) / 2n, p));
    }
  });

  it('takes as many products as its files state', () => {
    expect(run(oddFactors(p, seed), 2n)).toMatchObject({ squarings: 220, multiplications: 31 });
  });

  it('refuses a factor whose power is x itself', () => {
    expect(() => run([3n], 2n)).toThrow(RangeError);
  });

  it('refuses a seed of another prime', () => {
    expect(() => oddFactors(p, seed + 2n)).toThrow(RangeError);
  });
});
