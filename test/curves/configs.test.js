import * as jacobian from '../../src/reference/jacobian.js';
import { describe, expect, it } from 'vitest';
import { mod } from '../../src/math/modular.js';
import { endomorphismMap, subgroupTest } from '../../src/reference/endomorphism.js';
import { curveOf, isInSubgroup, isOnCurve } from '../../src/reference/weierstrass.js';
import { emitFmaKernel } from '../../wasm-gen/curve/fma/index.js';
import { emitKernel } from '../../wasm-gen/curve/index.js';
import { isPrime } from '../../wasm-gen/own/primes.js';
import { castOf } from './cast.js';
import { bn254G1, bn254G2 } from '../../src/curves/bn254.js';
import { testCurves } from './configs/index.js';
import { p256 } from './configs/p256.js';
import { pallas } from './configs/pallas.js';
import { tiny } from './configs/tiny.js';
import { wei25519 } from './configs/wei25519.js';

describe.each(testCurves)('the config of $name', (config) => {
  const curve = curveOf(config);
  const { p, order, cofactor, generator: G, field, endomorphism } = curve;
  const times = (/** @type {any} */ P, /** @type {bigint} */ k) =>
    jacobian.toAffine(curve, jacobian.multiply(curve, jacobian.fromAffine(curve, P), k));

  it('has primes, and a generator of its order', () => {
    expect(isPrime(p)).toBe(true);
    expect(isPrime(order)).toBe(true);
    expect(isOnCurve(curve, G)).toBe(true);
    expect(times(G, order)).toBe(null);
  });

  it('has the cofactor of its curve', () => {
    // Hasse: the number of points is within 2√q of q + 1, where few multiples of the order are.
    const q = p ** BigInt(field.degree);
    const trace = q + 1n - cofactor * order;
    expect(trace * trace <= 4n * q).toBe(true);
    const { curvePoint, randomElement } = castOf(config);
    for (let i = 0; i < 5; i++)
      expect(times(times(curvePoint(randomElement()), cofactor), order)).toBe(null);
  });

  it.runIf(endomorphism !== null)('has the eigenvalue of its endomorphism', () => {
    const lambda = mod(endomorphism?.lambda ?? 0n, order);
    expect(endomorphismMap(curve)(G)).toEqual(times(G, lambda));
  });

  it('has a subgroup check that agrees with multiplication by the order', () => {
    const { inside, all, smallOrders } = castOf(config);
    const test = subgroupTest(curve);
    for (const point of inside) expect(test(point)).toBe(true);
    for (const point of [...all, ...smallOrders.map(({ T }) => T)])
      expect(test(point)).toBe(isInSubgroup(curve, point));
  });
});

describe('the generators refuse', () => {
  const range = { staticBase: 1024, staticEnd: 64 * 1024 };
  const emitters = [
    (/** @type {any} */ config) => emitKernel(config, 'limbs30', range),
    (/** @type {any} */ config) => emitKernel(config, 'wide64', range),
    (/** @type {any} */ config) => emitFmaKernel(config, range),
  ];
  const zero = { c0: 0n, c1: 0n };
  it.each([
    ['an even modulus', { ...p256, p: 2n ** 255n }, /expected an odd prime above 3, got/],
    ['characteristic 3', { ...p256, p: 3n, a: 1n, b: 1n }, /expected an odd prime above 3, got 3/],
    [
      'another extension',
      { ...bn254G2, extension: { nonResidue: -2n } },
      /expected u² = −1, got -2/,
    ],
    [
      'an extension where −1 is a square',
      { ...pallas, extension: { nonResidue: -1n } },
      /expected p ≡ 3 mod 4, where −1 is no square, got p ≡ 1/,
    ],
    ['a coefficient out of range', { ...p256, a: -3n }, /expected coefficients in the field, got/],
    ['b = 0', { ...p256, b: 0n }, /expected b ≠ 0, so that \(0, 0\) is not on the curve/],
    ['b = 0 in an extension', { ...bn254G2, b: zero }, /expected b ≠ 0/],
    // x³ − 3x + 2 = (x − 1)²(x + 2).
    ['a singular curve', { ...p256, b: 2n }, /expected 4a³ \+ 27b² ≠ 0, got a, b/],
    [
      'another sign',
      { ...p256, rootSign: 'even' },
      /expected rootSign 'odd' or 'larger', got even/,
    ],
    ['an odd root in an extension', { ...bn254G2, rootSign: 'odd' }, /expected rootSign 'larger'/],
    [
      'a cofactor without a check',
      { ...wei25519, subgroupCheck: null, traits: { ...wei25519.traits, subgroup: false } },
      /expected a subgroup check for the cofactor 8, got none/,
    ],
    [
      'a check that the traits do not name',
      { ...wei25519, traits: { ...wei25519.traits, subgroup: false } },
      /expected the trait `subgroup` where there is a subgroup check, got false/,
    ],
    [
      'a cofactor that the order divides',
      { ...wei25519, cofactor: 8n * wei25519.order },
      /expected a cofactor that the order does not divide, got/,
    ],
    [
      'an unknown check',
      { ...wei25519, subgroupCheck: { kind: 'prayer' } },
      /expected a subgroup check 'order', 'eigenvalue' or 'endomorphism-squared', got 'prayer'/,
    ],
    [
      'a check by an endomorphism that is missing',
      { ...wei25519, subgroupCheck: { kind: 'eigenvalue', seed: 5n } },
      /expected an endomorphism for the subgroup check 'eigenvalue', got none/,
    ],
    [
      'a check without its seed',
      { ...bn254G2, subgroupCheck: { kind: 'eigenvalue' } },
      /expected a seed, got none/,
    ],
    [
      'the square of ψ',
      { ...bn254G2, subgroupCheck: { kind: 'endomorphism-squared', seed: 5n } },
      /expected a prime field for the subgroup check/,
    ],
    ['an even order', { ...wei25519, order: 2n ** 252n }, /expected an odd order above 3, got/],
    [
      'φ where a ≠ 0',
      { ...p256, endomorphism: bn254G1.endomorphism },
      /expected a = 0 with an endomorphism/,
    ],
    [
      'chains of a kernel that is none',
      { ...tiny, traits: { ...tiny.traits, chains: ['abacus'] } },
      /expected chains of limbs30, fma, wide64, got abacus/,
    ],
  ])('%s', (_, config, message) => {
    for (const emit of emitters) {
      expect(() => emit(config)).toThrow(RangeError);
      expect(() => emit(config)).toThrow(message);
    }
  });

  it('chains of two lanes without bits to spare, or in an extension', () => {
    const withChains = (/** @type {any} */ config) => () =>
      emitFmaKernel({ ...config, traits: { ...config.traits, chains: ['fma'] } }, range);
    expect(withChains(p256)).toThrow(/expected no chains of this kernel without 10 spare bits/);
    expect(withChains(bn254G2)).toThrow(/expected no chains of this kernel over an extension/);
  });

  it('primes that are too short', () => {
    const short = { ...tiny, p: 2n ** 40n - 87n, a: 1n, b: 2n };
    const [, wide64, fma] = emitters;
    expect(() => wide64(short)).toThrow(/expected a prime of at least 64 bits, got 40/);
    expect(() => fma(short)).toThrow(
      /expected two or more digits of .* at least 11 in the top one, got 1 with 40/,
    );
  });
});
