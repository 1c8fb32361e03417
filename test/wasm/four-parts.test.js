/**
 * Scalars of G2 of BLS12-381 in four parts, digits in base λ, against BigInt.
 * Symbols: X = |λ|, the base; r the order.
 */
import { beforeAll, describe, expect, it } from 'vitest';

import { mod } from '../../src/math/modular.js';
import { bls12381G2 } from '../../src/curves/bls12-381.js';
import { splitParameters } from '../../wasm-gen/scalar/lattice.js';
import {
  LIMIT,
  abs,
  bitLength,
  fromParts,
  load,
  randomIntegers,
  split,
  tuples,
} from './scalar-module.js';

/** @import { Module } from './scalar-module.js' */

const r = bls12381G2.order;
const { lambda } = bls12381G2.endomorphism;
const X = abs(lambda);
const { bounds, shortBelow } = splitParameters(r, lambda);

/** Digits in base λ, lowest first, as a scalar. @param {bigint[]} digits */
const fromDigits = (digits) => fromParts(digits, lambda, r);

describe('split in four parts', () => {
  const random = randomIntegers(11n);
  /** @type {Module} */
  let module;
  beforeAll(async () => {
    module = await load(bls12381G2);
  });

  /** @param {bigint[]} candidates */
  function check(candidates) {
    const scalars = candidates.filter((k) => k >= 0n && k < LIMIT);
    const { bits, parts } = split(module, scalars);
    let largest = 0;
    parts.forEach((digits, i) => {
      const k = scalars[i];
      if (fromDigits(digits) !== mod(k, r)) expect.fail(`${k} is not ${digits.join(', ')}`);
      digits.forEach((digit, j) => {
        if (abs(digit) > bounds[j]) expect.fail(`${k}: part ${j} = ${digit} exceeds the bound`);
        largest = Math.max(largest, bitLength(digit));
      });
      if (k < shortBelow && digits.some((digit, j) => digit !== (j === 0 ? k : 0n)))
        expect.fail(`${k} is short, got ${digits.join(', ')}`);
    });
    expect(bits).toBe(largest);
    expect(largest).toBeLessThanOrEqual(63);
  }

  it('promises parts of 63 bits: half of the base, but for the loss of rounding', () => {
    expect(module.parts).toBe(4);
    expect(shortBelow - X / 2n).toBeLessThan(4n);
    for (const bound of bounds) {
      expect(bitLength(bound)).toBe(63);
      expect(bound - X / 2n).toBeLessThan(X >> 8n);
    }
  });

  it('splits 0, 1, and multiples of the order, and near them', () => {
    const near = [0n, r / 2n, r, 2n * r, (LIMIT / r) * r, 1n << 255n, LIMIT];
    check(near.flatMap((k) => [-3n, -2n, -1n, 0n, 1n, 2n, 3n].map((step) => k + step)));
  });

  it('splits powers of two and their negatives', () => {
    const powers = Array.from({ length: 256 }, (_, i) => 1n << BigInt(i));
    check(powers.flatMap((k) => [k - 1n, k, k + 1n, r - k, mod(r - k, r) + r]));
  });

  it('splits powers of the base, their multiples and near them', () => {
    const powers = [1n, X, X ** 2n, X ** 3n, X ** 4n];
    const factors = [1n, 2n, 3n, X / 2n - 1n, X / 2n, X / 2n + 1n, X - 1n, X, X + 1n];
    const multiples = powers.flatMap((power) => factors.map((factor) => power * factor));
    check(
      multiples.flatMap((k) =>
        [-2n, -1n, 0n, 1n, 2n].flatMap((step) => [k + step, mod(-k + step, r)]),
      ),
    );
  });

  it('splits digits of half the base, one less and one more, of either sign', () => {
    const half = X / 2n;
    check(tuples([0n, half - 1n, half, half + 1n, -half, -half - 1n], 4).map(fromDigits));
  });

  it('splits values that carry through all digits', () => {
    // X^j − 1 has j digits X − 1, which become −1 and a carry; halves round up or down all the way.
    const nines = [1n, 2n, 3n, 4n].map((j) => X ** j - 1n);
    const halves = [1n, 2n, 3n, 4n].map((j) => ((X ** j - 1n) / (X - 1n)) * (X / 2n));
    check(
      [...nines, ...halves].flatMap((k) =>
        [-1n, 0n, 1n].flatMap((s) => [k + s, mod(-k + s, r), k + r + s]),
      ),
    );
  });

  it('splits where a quotient changes: (m + 1/2)·X, with small m, large m and random m', () => {
    const largest = X / 2n;
    const random63 = Array.from({ length: 300 }, () => mod(random(), largest + 1n));
    const multiples = [0n, 1n, 2n, largest - 1n, largest, ...random63];
    const boundaries = multiples.map((m) => m * X + X / 2n);
    const steps = [-(1n << 17n), -2n, -1n, 0n, 1n, 2n, 1n << 17n];
    // At the lowest place, and times λ² at the third.
    check(
      boundaries.flatMap((b) =>
        steps.flatMap((s) => [b + s, mod(-b - s, r), mod((b + s) * lambda ** 2n, r)]),
      ),
    );
  });

  it('splits random digits, with some at their limits', () => {
    const limits = [X / 2n, -(X / 2n), 0n, 1n, -1n];
    const digit = () => {
      const n = random();
      return n % 3n === 0n ? limits[Number(n % 5n)] : mod(n >> 8n, X) - X / 2n;
    };
    check(Array.from({ length: 3000 }, () => fromDigits([digit(), digit(), digit(), digit()])));
  });

  it('gives back digits that are inside the cell', () => {
    const list = Array.from({ length: 500 }, () =>
      Array.from({ length: 4 }, () => mod(random(), X / 4n) - X / 8n),
    );
    const { parts } = split(module, list.map(fromDigits));
    expect(parts).toEqual(list);
  });

  it('splits random values of every length', () => {
    for (let length = 0; length <= 256; length += 4)
      check(Array.from({ length: 200 }, () => random() >> BigInt(256 - length)));
  });

  it('gives the exact bit length, and 0 for zeros', () => {
    expect(split(module, []).bits).toBe(0);
    expect(split(module, [0n, r]).bits).toBe(0);
    for (const m of [0n, 1n, 31n, 32n, 33n, 61n]) {
      expect(split(module, [0n, r - (1n << m)]).bits).toBe(Number(m) + 1);
      expect(split(module, [(1n << m) - 1n]).bits).toBe(Number(m));
    }
  });
});
