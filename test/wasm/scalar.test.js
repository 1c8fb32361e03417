import { beforeAll, describe, expect, it } from 'vitest';

import { mod } from '../../src/math/modular.js';
import { windowsFor } from '../../src/engines/wasm/msm/work.js';
import { bls12381G1 } from '../../src/curves/bls12-381.js';
import { secp256k1 } from '../../src/curves/secp256k1.js';
import { splitParameters } from '../../wasm-gen/scalar/lattice.js';
import { shortBasis } from '../../wasm-gen/scalar/short-basis.js';
import {
  GUARD,
  LIMIT,
  abs,
  bitLength,
  load,
  randomIntegers,
  split,
  writeParts,
} from './scalar-module.js';
import { compared } from '../support/compared.js';

/** @import { Module } from './scalar-module.js' */

/** @param {bigint} a @param {bigint} b positive */
const roundedQuotient = (a, b) => (2n * a + b - mod(2n * a + b, 2n * b)) / (2n * b);

/** @param {bigint} r @param {bigint} lambda */
function edgeScalars(r, lambda) {
  const { basis, shortBelow } = splitParameters(r, lambda);
  const [[a1, b1], [a2, b2]] = basis;
  const values = [
    0n,
    r,
    2n * r,
    1n << 255n,
    LIMIT,
    lambda,
    lambda / 2n,
    shortBelow,
    r / 2n,
    r - lambda,
  ];
  for (let i = 0n; i < 256n; i++) values.push(1n << i, r - (1n << i));
  for (const x of [a1, b1, a2, b2]) values.push(mod(x, r), mod(lambda * x, r));
  // Corners and sides of the cell, where both parts are largest.
  for (const [m1, m2] of [
    [1n, 1n],
    [1n, -1n],
    [-1n, 1n],
    [-1n, -1n],
    [1n, 0n],
    [0n, 1n],
    [-1n, 0n],
    [0n, -1n],
  ]) {
    const corner = (m1 * a1 + m2 * a2) / 2n + lambda * ((m1 * b1 + m2 * b2) / 2n);
    values.push(mod(corner, r), mod(corner, r) + r);
    for (const step of [lambda, -lambda]) values.push(mod(corner + step, r));
  }
  return values.flatMap((k) => [-3n, -2n, -1n, 0n, 1n, 2n, 3n].map((step) => k + step));
}

/**
 * Scalars where a rounded coordinate changes: k·B/r = m + 1/2.
 * @param {bigint} r
 * @param {bigint} lambda
 * @param {() => bigint} random
 */
function roundingBoundaries(r, lambda, random) {
  const [[, b1], [, b2]] = splitParameters(r, lambda).basis;
  return [abs(b1), abs(b2)].flatMap((B) => {
    const largest = (LIMIT * B) / r;
    const multiples = Array.from({ length: 200 }, () => mod(random(), largest + 1n));
    return [0n, 1n, 2n, largest - 1n, largest, ...multiples].flatMap((m) => {
      const k = ((2n * m + 1n) * r) / (2n * B);
      return [-1n, 0n, 1n, 2n, -(1n << 100n), 1n << 100n, -(1n << 118n), 1n << 118n].map(
        (step) => k + step,
      );
    });
  });
}

describe.each([
  { config: bls12381G1, halfBits: 127 },
  { config: secp256k1, halfBits: 128 },
])('split of $config.name', ({ config, halfBits }) => {
  const r = config.order;
  const { lambda } = config.endomorphism;
  const parameters = splitParameters(r, lambda);
  const random = randomIntegers(7n);
  /** @type {Module} */
  let module;
  beforeAll(async () => {
    module = await load(config);
  });

  /** @param {bigint[]} candidates */
  function check(candidates) {
    const scalars = candidates.filter((k) => k >= 0n && k < LIMIT);
    const { bits, parts } = split(module, scalars);
    let largest = 0;
    parts.forEach(([k0, k1], i) => {
      const k = scalars[i];
      if (mod(k0 + lambda * k1 - k, r) !== 0n) expect.fail(`${k} is not ${k0} + λ·${k1}`);
      if (k < parameters.shortBelow) expect([k0, k1]).toEqual([k, 0n]);
      else if (abs(k0) > parameters.bounds[0]) expect.fail(`${k}: k0 = ${k0} exceeds the bound`);
      else if (abs(k1) > parameters.bounds[1]) expect.fail(`${k}: k1 = ${k1} exceeds the bound`);
      largest = Math.max(largest, bitLength(k0), bitLength(k1));
    });
    expect(bits).toBe(largest);
  }

  it('has a reduced basis and parts within the promised bits', () => {
    for (const [a, b] of parameters.basis) expect(mod(a + b * lambda, r)).toBe(0n);
    const [[a1, b1], [a2, b2]] = shortBasis(r, lambda, 2);
    expect(abs(a1 * b2 - a2 * b1)).toBe(r);
    expect(Math.max(...parameters.bounds.map(bitLength))).toBe(halfBits);
    expect(parameters.shortBelow >= 1n << 126n).toBe(true);
  });

  it('splits edge values', () => check(edgeScalars(r, lambda)));

  it('splits values at rounding boundaries', () => check(roundingBoundaries(r, lambda, random)));

  it('splits multiples of lattice vectors, and near them', () => {
    const values = [];
    for (const [a, b] of parameters.basis) {
      for (let i = 0; i < 300; i++) {
        const m = random() >> BigInt(100 + (i % 156));
        values.push(mod(m * a, r), mod(m * b * lambda, r), mod(m * a + BigInt(i) - 150n, r) + r);
      }
    }
    check(values);
  });

  it('splits random values of every length', () => {
    for (let length = 0; length <= 256; length += 8) {
      check(Array.from({ length: 300 }, () => random() >> BigInt(256 - length)));
    }
  });

  it('splits values with runs of ones and zeros, which carry far', () => {
    const values = [];
    for (let i = 0n; i < 256n; i += 3n) {
      for (let j = i + 1n; j <= 256n; j += 5n)
        values.push((1n << j) - (1n << i), LIMIT - (1n << j) + (1n << i));
    }
    check(values);
  });

  it('takes the nearest lattice point but for the rounding loss', () => {
    // Exact rounding differs only where a coordinate is within 2^−8 of a half.
    const [[a1, b1], [a2, b2]] = parameters.basis;
    const scalars = Array.from({ length: 2000 }, random);
    const { parts } = split(module, scalars);
    const same = parts.filter(([k0, k1], i) => {
      const c1 = roundedQuotient(scalars[i] * abs(b2), r);
      const c2 = roundedQuotient(scalars[i] * abs(b1), r);
      return k0 === scalars[i] - c1 * a1 - c2 * a2 && k1 === -c1 * b1 - c2 * b2;
    });
    expect(same.length).toBeGreaterThan(1950);
  });

  it('gives the exact bit length, also of negative powers of two, and 0 for zeros', () => {
    expect(split(module, []).bits).toBe(0);
    expect(split(module, [0n, r]).bits).toBe(0);
    for (const m of [0n, 1n, 63n, 64n, 65n, 100n, 120n]) {
      expect(split(module, [0n, r - (1n << m)])).toMatchObject({ bits: Number(m) + 1 });
      expect(split(module, [(1n << m) - 1n])).toMatchObject({ bits: Number(m) });
    }
  });
});

describe('digits', () => {
  /** @type {Module} */
  let module;
  beforeAll(async () => {
    module = await load(bls12381G1);
  });

  /**
   * Cuts, recomposes and compares; the parts must come back unchanged.
   * @param {bigint[]} parts
   * @param {number} c
   * @param {number} windows
   */
  function check(parts, c, windows) {
    const { wasm, memory, partBytes } = module;
    const count = parts.length;
    const source = 1024;
    const target = 8 * Math.ceil((source + partBytes * count + 64) / 8);
    writeParts(module, source, parts);
    const before = new Uint8Array(memory.buffer).slice(0, target);
    new Uint8Array(memory.buffer).fill(GUARD, target, target + 4 * count * windows + 64);
    wasm.digits(target, source, count, c, windows);
    expect(Buffer.compare(new Uint8Array(memory.buffer).slice(0, target), before)).toBe(0);
    const end = new Uint8Array(memory.buffer, target + 4 * count * windows, 64);
    expect(end.every((byte) => byte === GUARD)).toBe(true);
    const digits = new Int32Array(memory.buffer, target, count * windows);
    const h = 2 ** (c - 1);
    if (!digits.every((digit) => digit >= -h && digit <= h))
      expect.fail(`digit out of range, c = ${c}`);
    parts.forEach((part, i) => {
      let value = 0n;
      for (let j = windows - 1; j >= 0; j--)
        value = (value << BigInt(c)) + BigInt(digits[j * count + i]);
      if (value !== part)
        expect.fail(`${part} came back as ${value}: c = ${c}, windows = ${windows}`);
    });
  }

  /** @param {number} c @param {number} windows */
  function extremes(c, windows) {
    const half = 1n << BigInt(c * windows - 1);
    return { least: -half, greatest: half - 1n };
  }

  const sizes = Array.from({ length: 23 }, (_, i) => i + 2);

  it.each(sizes)('recomposes for every number of windows, c = %i', (c) => {
    const random = randomIntegers(BigInt(c));
    const most = Math.floor(128 / c) + 1;
    const bound = (1n << 128n) - 1n;
    const clamp = (/** @type {bigint} */ k) => (k > bound ? bound : k < -bound ? -bound : k);
    for (let windows = 1; windows <= most; windows++) {
      const { least, greatest } = extremes(c, windows);
      const [low, high] = [clamp(least), clamp(greatest)];
      const inside = Array.from({ length: 40 }, () => low + mod(random(), high - low + 1n));
      const powers = Array.from({ length: 129 }, (_, i) => [
        1n << BigInt(i),
        -(1n << BigInt(i)),
      ]).flat();
      const fitting = [...powers, -1n, 0n, 1n].filter((k) => k >= low && k <= high);
      check([low, low + 1n, high - 1n, high, ...inside, ...fitting], c, windows);
    }
  });

  it.each([1, 511, 512, 513, 1025])('handles %i parts, in blocks', (count) => {
    const random = randomIntegers(3n);
    const parts = Array.from({ length: count }, () => BigInt.asIntN(127, random()));
    check(parts, 13, windowsFor(127, 13));
  });

  it('writes nothing for no parts or no windows', () => {
    check([], 8, 16);
    check([0n, 0n], 8, 0);
  });

  it('recodes the output of split, with the windows of its bit length', async () => {
    for (const config of [bls12381G1, secp256k1]) {
      const random = randomIntegers(5n);
      const { bits, parts } = split(await load(config), Array.from({ length: 200 }, random));
      for (const c of sizes) check(parts.flat(), c, windowsFor(bits, c));
    }
  });
});

describe('windowsFor', () => {
  it('is exact: its windows reach 2^bits − 1, one less does not', () => {
    for (let c = 2; c <= 24; c++) {
      for (let bits = 0; bits <= 256; bits++) {
        const greatest = (1n << BigInt(bits)) - 1n;
        const reach = (/** @type {number} */ windows) => {
          return windows > 0 ? (1n << BigInt(c * windows - 1)) - 1n : 0n;
        };
        const windows = windowsFor(bits, c);
        if (reach(windows) < greatest)
          expect.fail(`${windows} windows of ${c}: too few for ${bits} bits`);
        if (windows > 0 && reach(windows - 1) >= greatest)
          expect.fail(`${windows} windows of ${c}: too many`);
        compared();
      }
    }
  });
});
