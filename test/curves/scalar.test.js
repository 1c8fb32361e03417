/** The scalar modules of curves with any endomorphism or none, against BigInt. */
import { beforeAll, describe, expect, it } from 'vitest';

import { windowsFor } from '../../src/engines/wasm/msm/work.js';
import { mod } from '../../src/math/modular.js';
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
  writeParts,
} from '../wasm/scalar-module.js';
import { testCurves } from './configs/index.js';
import { compared } from '../support/compared.js';
import { some } from '../support/extent.js';

/** @import { ScalarConfig } from '../../wasm-gen/scalar/index.js' */
/** @import { Module } from '../wasm/scalar-module.js' */

/** Expected parts and their bits. @type {Record<string, [parts: number, bits: number]>} */
const EXPECTED = {
  'bn254-g1': [2, 126],
  'bn254-g2': [4, 64],
  pallas: [2, 127],
  vesta: [2, 127],
  p256: [1, 255],
  wei25519: [1, 252],
  tiny: [1, 6],
  'cubes-1009': [2, 5],
  'cubes-1048573': [2, 10],
  'eighths-65537': [4, 4],
  'whole-128': [1, 128],
  'whole-256': [1, 256],
};

/**
 * The config of a scalar module alone, without the rest of a group.
 * @param {string} name
 * @param {bigint} order
 * @param {bigint | null} lambda
 * @returns {ScalarConfig}
 */
const scalarsOf = (name, order, lambda) => ({
  name,
  order,
  endomorphism: lambda === null ? null : { lambda },
  traits: { signatures: false },
});

/** The other curve of Pallas' cycle: zcash/pasta. */
const vesta = scalarsOf(
  'vesta',
  0x40000000000000000000000000000000224698fc094cf91b992d30ed00000001n,
  0x12ccca834acdba712caad5dc57aab1b01d1f8bd237ad31491dad5ebdfdfe4ab9n,
);

/** @type {ScalarConfig[]} */
const configs = [
  ...testCurves,
  vesta,
  scalarsOf('cubes-1009', 1009n, 374n),
  scalarsOf('cubes-1048573', 1048573n, 157672n),
  scalarsOf('eighths-65537', 65537n, 4096n),
  scalarsOf('whole-128', (1n << 129n) - 25n, null),
  scalarsOf('whole-256', LIMIT - 1n, null),
];

/**
 * Hard scalars for any lattice: near 0, r and 2^256, powers of λ and of two, the corners and sides
 * of the cell, where parts are largest, vectors of the basis by multiples, and where a rounded
 * coordinate changes: k·Bi/r = m + 1/2.
 * @param {bigint} r
 * @param {bigint} lambda
 * @param {ReturnType<typeof splitParameters>} parameters
 * @param {() => bigint} random
 */
function hardScalars(r, lambda, { basis, factors, shortBelow }, random) {
  const d = basis.length;
  const whole = (/** @type {bigint[]} */ z) => fromParts(z, lambda, r);
  const near = [0n, r, 2n * r, (LIMIT / r) * r, r / 2n, LIMIT, 1n << 255n, shortBelow];
  for (let i = 0n; i < 4n; i++) near.push(lambda ** i % r, (lambda ** i / 2n) % r);
  for (let i = 0n; i < 256n; i++) near.push(1n << i, mod(-(1n << i), r), LIMIT - (1n << i));
  const combinations = tuples([1n, 0n, -1n], d).map((signs) =>
    basis[0].map((_, j) => basis.reduce((sum, v, i) => sum + signs[i] * v[j], 0n)),
  );
  for (const z of combinations) {
    const corner = whole(z.map((entry) => entry / 2n));
    near.push(corner, corner + r, mod(corner + lambda, r), mod(corner - lambda, r));
    for (let j = 0; j < d; j++) near.push(whole(z.map((entry, i) => (i === j ? entry : 0n))));
  }
  for (const B of factors) {
    if (B === 0n) continue;
    const largest = (LIMIT * B) / r;
    const random256 = Array.from({ length: 100 }, () => mod(random(), largest + 1n));
    for (const m of [0n, 1n, 2n, largest - 1n, largest, ...random256])
      near.push(((2n * m + 1n) * r) / (2n * B));
  }
  const steps = [-3n, -2n, -1n, 0n, 1n, 2n, 3n, 1n << 20n, -(1n << 60n), 1n << 118n];
  return near.flatMap((k) => steps.map((step) => k + step));
}

describe.each(configs)('scalars of $name', (config) => {
  const r = config.order;
  const lambda = config.endomorphism ? mod(config.endomorphism.lambda, r) : 0n;
  const parameters = splitParameters(r, config.endomorphism && config.endomorphism.lambda);
  const { bounds, shortBelow, basis } = parameters;
  const random = randomIntegers(13n);
  /** @type {Module} */
  let module;
  beforeAll(async () => {
    module = await load(config);
  });

  /** @param {bigint[]} candidates */
  function check(candidates) {
    const scalars = candidates.filter((k) => k >= 0n && k < LIMIT);
    for (let at = 0; at < scalars.length; at += 4096) checkSome(scalars.slice(at, at + 4096));
  }

  /** @param {bigint[]} scalars */
  function checkSome(scalars) {
    const { bits, parts: all } = split(module, scalars);
    all.forEach((parts, i) => {
      const k = scalars[i];
      if (fromParts(parts, lambda, r) !== mod(k, r)) expect.fail(`${k} is not ${parts}`);
      const isWhole = parts.every((part, j) => part === (j ? 0n : k));
      if (k < shortBelow ? !isWhole : parts.some((part, j) => abs(part) > bounds[j]))
        expect.fail(`${k} gives ${parts}, beyond the bounds`);
    });
    expect(bits).toBe(Math.max(0, ...all.flat().map(bitLength)));
  }

  it('has as many parts as its eigenvalue allows, of the least length', () => {
    expect([basis.length, parameters.bits]).toEqual(EXPECTED[config.name]);
    expect(module.parts).toBe(basis.length);
    for (const v of basis) expect(fromParts(v, lambda, r)).toBe(0n);
  });

  it('splits hard cases', () => check(hardScalars(r, lambda, parameters, random)));

  it('splits random values of every length', () => {
    for (let length = 0; length <= 256; length += 4)
      check(Array.from({ length: 100 }, () => random() >> BigInt(256 - length)));
  });

  it.runIf(r < 1n << 12n)('splits all scalars of a tiny group', () => {
    check(Array.from({ length: Number(3n * r) }, (_, k) => BigInt(k)));
  });

  it('cuts the parts into digits of any size', () => {
    const scalars = hardScalars(r, lambda, parameters, random).filter(
      (k, i) => i % 7 === 0 && k >= 0n && k < LIMIT,
    );
    const { bits, parts } = split(module, scalars);
    const list = parts[0].flatMap((_, j) => parts.map((those) => those[j]));
    const sizes = Array.from({ length: 23 }, (_, i) => i + 2);
    for (const c of some(sizes, 5, config.name)) {
      const digits = digitsOf(list, c, windowsFor(bits, c));
      digits.forEach((those, i) => {
        const value = those.reduceRight((sum, digit) => (sum << BigInt(c)) + BigInt(digit), 0n);
        if (value !== list[i]) expect.fail(`${list[i]} came back as ${value}, c = ${c}`);
        compared();
      });
    }
  });

  /**
   * Digits of the parts that `split` has just left in memory.
   * @param {bigint[]} list
   * @param {number} c
   * @param {number} windows
   */
  function digitsOf(list, c, windows) {
    const source = 64;
    const count = list.length;
    const target = 1 << 21;
    writeParts(module, source, list);
    module.wasm.digits(target, source, count, c, windows);
    const digits = new Int32Array(module.memory.buffer, target, count * windows);
    expect(digits.every((digit) => Math.abs(digit) <= 2 ** (c - 1))).toBe(true);
    return list.map((_, i) => Array.from({ length: windows }, (__, j) => digits[j * count + i]));
  }
});

describe('splitParameters', () => {
  const { order } = testCurves[0];
  it.each([0n, 1n, -1n, 2n, 1n << 20n])('refuses λ = %s, which makes nothing shorter', (lambda) => {
    expect(() => splitParameters(order, lambda)).toThrow(/^expected an eigenvalue that splits/);
  });

  it('refuses orders that scalars of 32 bytes cannot reach', () => {
    expect(() => splitParameters(LIMIT + 1n, null)).toThrow(/^expected an order of 2 to 256 bits/);
  });
});
