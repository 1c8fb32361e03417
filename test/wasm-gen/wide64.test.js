/** The wide64 field kernel, its wide instructions lowered to plain ones. */
import { beforeAll, describe, expect, it } from 'vitest';

import { bls12381G1 } from '../../src/curves/bls12-381.js';
import { secp256k1 } from '../../src/curves/secp256k1.js';
import { wideParameters } from '../../wasm-gen/field/wide64/parameters.js';
import { assertProperty, fc } from '../support/property.js';
import { fieldModule, isProbablePrime, randomPrime, randomStream } from './field-module.js';
import { operations, X, Y, Z } from './field-operations.js';
import { some } from '../support/extent.js';
import { testField } from './field-tests.js';
import { shippedPrimes } from './shipped-primes.js';

/** @import { FieldModule } from './field-module.js' */
/** @import { Reduction } from '../../wasm-gen/field/wide64/parameters.js' */

const random = randomStream(64n);

/**
 * The largest prime B^n − c with c below a limit, 3 mod 4.
 * @param {number} n
 * @param {bigint} limit
 */
function foldPrime(n, limit) {
  let c = limit - 3n;
  while (!isProbablePrime((1n << BigInt(64 * n)) - c)) c -= 4n;
  return (1n << BigInt(64 * n)) - c;
}

/** The largest prime below a bound, 3 mod 4. @param {bigint} bound a multiple of 4 */
function primeBelow(bound) {
  let p = bound - 1n;
  while (!isProbablePrime(p)) p -= 4n;
  return p;
}

/** @type {Array<{ name: string, p: bigint, form?: 'montgomery', reduction?: Reduction }>} */
const others = [
  { name: 'BLS12-381 p', p: bls12381G1.p, reduction: 'plain' },
  { name: 'BLS12-381 p', p: bls12381G1.p, reduction: 'subtract' },
  { name: 'secp256k1 p in Montgomery form', p: secp256k1.p, form: 'montgomery' },
  { name: 'a prime just below 2^127', p: primeBelow((1n << 127n) - (1n << 64n)) },
  { name: '2^127 − 1, which takes a limb more', p: (1n << 127n) - 1n },
  { name: 'a prime just below 2^126', p: primeBelow(1n << 126n) },
  { name: 'a prime just below 2^255', p: primeBelow((1n << 255n) - (1n << 192n)) },
  { name: 'a prime just below 2^383', p: primeBelow((1n << 383n) - (1n << 319n)) },
  { name: 'a prime just below 2^382', p: primeBelow(1n << 382n) },
  { name: 'B^2 − c, c as large as can be', p: foldPrime(2, 1n << 40n) },
  { name: 'B^3 − c, c small', p: foldPrime(3, 1n << 10n) },
  { name: 'B^4 − c, c as large as can be', p: foldPrime(4, 1n << 40n) },
  { name: 'B^6 − c', p: foldPrime(6, 1n << 33n) },
  ...[124, 190, 220, 252, 318, 380].map((bits) => ({
    name: `a prime of ${bits} bits`,
    p: randomPrime(bits, bits % 4 ? 1n : 3n, random),
  })),
];

/** @type {typeof others} */
const fields = [...shippedPrimes, ...some(others, 2, 'wide64')];

describe.each(fields)('$name, $form $reduction', ({ p, form, reduction }) => {
  const options = /** @type {const} */ ({ kernel: 'wide64', form, reduction });
  /** @type {FieldModule} */
  let debug;
  /** @type {ReturnType<typeof operations>} */
  let check;
  beforeAll(async () => {
    debug = await fieldModule(p, { ...options, debug: true });
    check = operations(debug);
  });

  const chosen = wideParameters(p, { form, reduction });
  const { limit } = chosen;
  const element = fc.bigInt({ min: 0n, max: limit - 1n });

  testField({
    ...{ p, product: limit - 1n, sum: limit - 1n, hasQuotients: chosen.form === 'montgomery' },
    opened: () => ({ debug, check }),
  });

  it('forms all the combinations and sums of products that the curves use', () => {
    const extremes = [0n, 1n, p - 1n, p, p + 1n, limit / 2n, limit - 2n, limit - 1n];
    for (const x of extremes)
      for (const y of extremes) for (const u of extremes) check.combinations(x, y, u);
    assertProperty(fc.property(element, element, element, check.combinations), 300);
  });

  it('asserts ranges in the debug build', ({ skip }) => {
    const { wasm, parameters, slot, write } = debug;
    skip(parameters.form === 'fold', 'a folded field takes all that its words can hold');
    write(X, limit);
    write(Y, 1n);
    for (const name of ['field_mul', 'field_add', 'field_sub'])
      expect(() => wasm[name](slot(Z), slot(X), slot(Y))).toThrow(`${name}: x must be`);
    expect(() => wasm.field_mul(slot(Z), slot(Y), slot(X))).toThrow(/field_mul: y must be/);
    expect(() => wasm.field_sqr(slot(Z), slot(X))).toThrow(/field_sqr: x must be/);
    write(X, limit - 1n);
    expect(() => wasm.field_mul(slot(Z), slot(X), slot(X))).not.toThrow();
  });
});

/** Limbs at which carries are decided. @param {readonly bigint[]} p the limbs of the prime */
function limbPatterns(p) {
  const full = (1n << 64n) - 1n;
  return [...new Set([0n, 1n, 1n << 63n, full, full - 1n, ...p, p[0] - 1n])];
}

describe('all pairs of elements whose limbs are special', () => {
  const primes = [
    { name: 'logjump', p: primeBelow(1n << 120n), expected: 'logjump' },
    { name: 'plain', p: primeBelow(1n << 126n), expected: 'plain' },
    { name: 'subtract', p: primeBelow((1n << 127n) - (1n << 64n)), expected: 'subtract' },
    { name: 'fold, c large', p: foldPrime(2, 1n << 40n), expected: undefined },
    { name: 'fold, c small', p: foldPrime(2, 1n << 9n), expected: undefined },
  ];
  it.each(some(primes, 2, 'special limbs'))('$name', async ({ p, expected }) => {
    const field = await fieldModule(p, { kernel: 'wide64', debug: true });
    const { parameters, limits } = field;
    if (expected) expect(/** @type {any} */ (parameters).reduction).toBe(expected);
    const limbs = [0n, 64n].map((shift) => (p >> shift) & ((1n << 64n) - 1n));
    const patterns = limbPatterns(limbs);
    const values = [
      ...patterns.flatMap((high) => patterns.map((low) => (high << 64n) | low)),
      ...[-2n, -1n, 0n].map((step) => limits.lazy + step),
    ].filter((value) => value <= limits.lazy);
    expect(values.length).toBeGreaterThan(25);
    const check = operations(field);
    for (const x of values) {
      check.square(x);
      check.unary(x);
      for (const y of values) {
        check.multiply(x, y);
        check.linear(x, y, values[(values.indexOf(x) * 7 + 5) % values.length]);
        check.combinations(x, y, x);
      }
    }
  });
});

describe('parameters', () => {
  it('take the reduction with the fewest dependent multiplications that fits', () => {
    const reductionOf = (/** @type {bigint} */ p) => wideParameters(p).reduction;
    expect(reductionOf(bls12381G1.p)).toBe('logjump');
    expect(reductionOf(bls12381G1.order)).toBe('subtract');
    expect(wideParameters(secp256k1.p).form).toBe('fold');
    expect(wideParameters(secp256k1.p, { form: 'montgomery' }).n).toBe(5);
  });

  it('refuse code that could overflow', () => {
    expect(() => wideParameters(bls12381G1.order, { reduction: 'logjump' })).toThrow(
      /does not fit/,
    );
    expect(() => wideParameters(bls12381G1.order, { reduction: 'plain' })).toThrow(/does not fit/);
    expect(() => wideParameters(1021n)).toThrow(/at least 64 bits/);
  });
});
