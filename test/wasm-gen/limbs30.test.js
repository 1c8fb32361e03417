import { beforeAll, describe, expect, it } from 'vitest';

import { bls12381G1 } from '../../src/curves/bls12-381.js';
import { fieldParameters, largestLimbs } from '../../wasm-gen/field/limbs30/parameters.js';
import { slidingWindow } from '../../wasm-gen/field/addition-chain.js';
import { additionChain, runsOfOnes } from '../../wasm-gen/field/limbs30/power.js';
import { invert, mod, power } from '../../src/math/modular.js';
import { compared } from '../support/compared.js';
import { assertProperty, fc } from '../support/property.js';
import { testField } from './field-tests.js';
import { shippedPrimes } from './shipped-primes.js';
import { FUSED, fieldModule, isProbablePrime, randomPrime, randomStream } from './field-module.js';
import {
  adversarialPairs,
  edgeValues,
  operations,
  pairsWithExtremeResults,
  X,
  Y,
  Z,
} from './field-operations.js';
import { some } from '../support/extent.js';

/** @import { FieldModule } from './field-module.js' */

const blsP = bls12381G1.p;
const blsR = bls12381G1.order;
const secp256k1P = 2n ** 256n - 2n ** 32n - 977n;
const random = randomStream(20n);

/**
 * Every kind of size: last limbs almost empty and almost full, in the last word of the
 * bytes and across two.
 */
const randomPrimes = [
  [200, 3n],
  [226, 1n],
  [288, 1n],
  [319, 3n],
  [324, 1n],
  [377, 1n],
  [386, 3n],
  [400, 3n],
].map(([bits, residue]) => ({
  name: `a prime of ${bits} bits`,
  p: randomPrime(Number(bits), BigInt(residue), random),
}));

/**
 * Primes 2^bits − c, which are folded, most with a c about as long as the columns bear.
 * @type {Array<{ name: string, p: bigint, w?: number }>}
 */
const foldPrimes = [
  { bits: 100, cBits: 17 },
  { bits: 130, cBits: 3 },
  { bits: 224, cBits: 24 },
  { bits: 256, cBits: 27 },
  { bits: 256, cBits: 17, w: 30 },
  { bits: 266, cBits: 27, w: 30 },
  { bits: 384, cBits: 24 },
  { bits: 384, cBits: 12, w: 27 },
].map(({ bits, cBits, w }) => {
  // The largest such c, whose carries reach farthest; of the residue that has square roots
  // where it can be.
  let c = (1n << BigInt(cBits)) - 3n;
  while (!isProbablePrime((1n << BigInt(bits)) - c)) c -= 4n;
  return { name: `2^${bits} − ${c}`, p: (1n << BigInt(bits)) - c, w };
});

/**
 * @type {Array<{ name: string, p: bigint, w?: number, carryEvery?: number, form?: 'montgomery' }>}
 */
const others = [
  ...[26, 28].map((w) => ({ name: 'BLS12-381 p', p: blsP, w })),
  ...[1, 4, 7].map((carryEvery) => ({
    name: 'BLS12-381 p',
    p: blsP,
    w: 30,
    carryEvery,
  })),
  { name: 'BLS12-381 p', p: blsP, w: 28, carryEvery: 13 },
  { name: 'secp256k1 p, Montgomery form', p: secp256k1P, w: 30, carryEvery: 4, form: 'montgomery' },
  { name: 'BLS12-381 r', p: blsR, w: 24 },
  { name: '2^255 − 19', p: 2n ** 255n - 19n },
  {
    name: '2^255 − 19, Montgomery form',
    p: 2n ** 255n - 19n,
    w: 30,
    carryEvery: 3,
    form: 'montgomery',
  },
  ...foldPrimes,
  ...randomPrimes.slice(1),
  { ...randomPrimes[0], w: 24 },
  { name: 'a prime of 450 bits', p: randomPrime(450, 3n, random), w: 28 },
];

/**
 * The first random prime is far enough below a whole word that its bytes hold bits which its limbs
 * cannot.
 * @type {typeof others}
 */
const fields = [...shippedPrimes, randomPrimes[0], ...some(others, 3, 'limbs30')];

describe.each(fields)('$name, w = $w, carryEvery = $carryEvery', ({ p, w, carryEvery, form }) => {
  /** @type {FieldModule} */
  let debug;
  /** @type {ReturnType<typeof operations>} */
  let check;
  /** @type {bigint[]} */
  let lazy;
  /** @type {bigint[]} */
  let loose;
  beforeAll(async () => {
    debug = await fieldModule(p, { debug: true, w, carryEvery, form });
    check = operations(debug);
    lazy = edgeValues(debug.parameters, 2n * p - 1n);
    loose = edgeValues(debug.parameters, 4n * p);
  });

  const lazyElement = fc.bigInt({ min: 0n, max: 2n * p - 1n });
  const looseElement = fc.bigInt({ min: 0n, max: 4n * p });

  testField({
    ...{ p, product: 4n * p, sum: 2n * p - 1n, hasQuotients: true },
    opened: () => ({ debug, check }),
  });

  it('squares again and again', () => {
    const isSecp256k1 = p === secp256k1P && form !== 'montgomery';
    if (isSecp256k1) expect(debug.wasm.test_squareTimes).toBeDefined();
    for (const x of loose) for (const count of [1, 2, 3]) check.squareTimes(x, count);
    for (const pair of adversarialPairs(debug.parameters, 4n * p))
      for (const x of pair) check.squareTimes(x, 2);
    // Squares at both ends of the range, to be squared again.
    for (const [z] of pairsWithExtremeResults(debug.parameters, 4n * p)) {
      if (p % 4n !== 3n) break;
      const root = power(z, (p + 1n) / 4n, p);
      for (const x of [root, p - root, root + 3n * p]) check.squareTimes(x, 3);
    }
    assertProperty(
      fc.property(looseElement, fc.integer({ min: 1, max: 30 }), check.squareTimes),
      200,
    );
  });

  it('fuses products, sums and differences', () => {
    const few = lazy.filter((_, i) => i % 4 === 0 || i < 25);
    few.forEach((x, i) => {
      const at = (/** @type {number} */ k) => few[(k * (i + 3)) % few.length];
      check.fused([x, at(1), at(5), at(7), at(11)]);
      check.fused([at(5), x, x, at(1), x]);
    });
    for (const x of [0n, 1n, p, 2n * p - 1n])
      for (const y of [0n, p - 1n, 2n * p - 1n])
        for (const u of [0n, 2n * p - 1n]) {
          check.fused([x, y, u, x, y]);
          check.fused([x, u, y, y, u]);
          check.fused([u, x, y, u, x]);
        }
    const elements = fc.array(lazyElement, { minLength: 5, maxLength: 5 });
    assertProperty(fc.property(elements, check.fused), 200);
    if (p === secp256k1P && form !== 'montgomery') expect(debug.fused.length).toBe(FUSED.length);
  });

  it('asserts ranges in the debug build', () => {
    const { wasm, slot, write, u32 } = debug;
    write(X, 4n * p);
    write(Y, 1n);
    expect(() => wasm.field_mul(slot(Z), slot(X), slot(Y))).not.toThrow();
    write(X, 4n * p + 1n);
    expect(() => wasm.field_mul(slot(Z), slot(X), slot(Y))).toThrow(/field_mul: x must be/);
    expect(() => wasm.field_sqr(slot(Z), slot(X))).toThrow(/field_sqr: x must be/);
    write(X, 2n * p);
    expect(() => wasm.field_add(slot(Z), slot(Y), slot(X))).toThrow(/field_add: y must be/);
    expect(() => wasm.field_neg(slot(Z), slot(X))).toThrow(/field_neg: x must be/);
    write(X, 1n);
    u32[slot(X) >> 2] = 2 ** debug.parameters.w;
    expect(() => wasm.field_mul(slot(Z), slot(Y), slot(X))).toThrow(/normalised/);
  });

  it('gives the same limbs in the release build', async () => {
    const release = await fieldModule(p, { w, carryEvery, form });
    expect(release.parameters).toEqual(debug.parameters);
    const both = (/** @type {string} */ name, /** @type {bigint[]} */ inputs) => {
      const [first, second] = [debug, release].map(({ wasm, slot, write, read }) => {
        inputs.forEach((value, i) => write(X + i, value));
        write(Z, 0n);
        wasm[name](slot(Z), ...inputs.map((_, i) => slot(X + i)));
        return read(Z);
      });
      if (first !== second) expect.fail(`${name}(${inputs.join(', ')})`);
    };
    for (const [i, x] of loose.entries()) {
      both('field_mul', [x, loose[(11 * i + 5) % loose.length]]);
      both('field_sqr', [x]);
    }
    for (const [i, x] of lazy.entries()) {
      const [y, u] = [lazy[(13 * i + 7) % lazy.length], lazy[(5 * i + 1) % lazy.length]];
      for (const name of [
        'field_add',
        'field_sub',
        'test_difference',
        'test_negatedSum',
        'test_looseSum',
      ])
        both(name, [x, y]);
      both('test_subtractTwo', [x, y, u]);
      for (const name of ['field_neg', 'field_reduce', 'field_inv', 'field_copy']) both(name, [x]);
    }
  });
});

describe('inversion', () => {
  it('holds for 10 000 random elements and all powers of two of BLS12-381 p', async () => {
    const check = operations(await fieldModule(blsP, { debug: true }));
    for (let i = 0n; i < 382n; i++)
      for (const x of [1n << i, (1n << i) - 1n, blsP - (1n << i)]) if (x >= 0n) check.inverse(x);
    assertProperty(fc.property(fc.bigInt({ min: 0n, max: 2n * blsP - 1n }), check.inverse), 10_000);
  });

  it('holds for quotients of small numbers, whose Euclidean sequences are special', async () => {
    const check = operations(await fieldModule(blsP, { debug: true }));
    let [a, b] = [1n, 1n];
    while (b < blsP) {
      // Fibonacci numbers, convergents of p, and fractions a/b.
      check.inverse(b);
      check.inverse(blsP / b);
      check.inverse(mod(a * invert(b, blsP), blsP));
      [a, b] = [b, a + b];
    }
  });
});

describe('parameters', () => {
  it('leave room for loose products, and for the spare word', () => {
    for (const { p, w } of fields) {
      const { R, n, slotBytes, mu, mask, bytes } = fieldParameters(p, { w });
      expect(R >= 16n * p).toBe(true);
      expect(slotBytes % 16).toBe(0);
      expect(slotBytes).toBeGreaterThanOrEqual(4 * n + 4);
      expect((mu * p + 1n) & mask).toBe(0n);
      expect(8 * bytes).toBeGreaterThanOrEqual(p.toString(2).length);
      expect(largestLimbs(fieldParameters(p, { w }), 4n).at(-1)).toBeLessThanOrEqual(mask);
    }
  });

  it('refuse limbs that do not fit', () => {
    expect(() => fieldParameters(blsP, { w: 31 })).toThrow(/limb size: expected 2 to 30/);
    expect(() => fieldParameters(blsP, { w: 1 })).toThrow(/limb size/);
  });

  it('have three limbs and more, smaller ones for a short prime', () => {
    expect(fieldParameters(1021n, { w: 13 })).toMatchObject({ n: 3, w: 5 });
    expect(fieldParameters(2n ** 40n - 87n)).toMatchObject({ n: 3, w: 15 });
  });

  it('refuse carries so rare that a column could overflow', async () => {
    await expect(fieldModule(blsP, { w: 30, carryEvery: 12 })).rejects.toThrow(/above 2\^64/);
  });
});

describe('the addition chain of runs', () => {
  it('builds every wanted run from the one before and a known one', () => {
    const lists = [[], [0, 1], [2], [3, 3], [223, 22, 2, 0], [1, 2, 3, 5, 8, 9]];
    for (let longest = 1; longest <= 64; longest++) lists.push([longest, longest >> 2]);
    for (const wanted of lists) {
      const chain = additionChain(wanted);
      const lengths = [1, ...chain.map(({ length }) => length)];
      for (const [i, { length, a, b }] of chain.entries()) {
        expect(length).toBe(a + b);
        expect(a).toBe(lengths[i]);
        expect(lengths.slice(0, i + 1)).toContain(b);
      }
      for (const length of wanted) if (length > 0) expect(lengths).toContain(length);
      expect(lengths.at(-1)).toBe(Math.max(1, ...wanted));
    }
  });

  it('takes 253 squarings and 13 multiplications for a root modulo the prime of secp256k1', () => {
    const [first, ...steps] = runsOfOnes((secp256k1P + 1n) / 4n);
    const chain = additionChain([first, ...steps].map(({ length }) => length));
    const squarings = [...chain.map(({ b }) => b), ...steps.map((step) => step.squarings)];
    expect(squarings.reduce((sum, count) => sum + count)).toBe(253);
    expect(chain.length + steps.filter(({ length }) => length > 0).length).toBe(13);
  });
});

describe('the sliding window', () => {
  it('describes the exponent', () => {
    const exponents = [
      1n,
      2n,
      3n,
      31n,
      32n,
      33n,
      64n,
      255n,
      256n,
      (blsP + 1n) / 4n,
      (secp256k1P + 1n) / 4n,
    ];
    for (let i = 0; i < 200; i++) exponents.push(random(1 + (i % 90)) + 1n);
    for (const width of [1, 2, 3, 4, 5, 6]) {
      for (const exponent of exponents) {
        const value = slidingWindow(exponent, width).reduce(
          (sum, { squarings, odd }) => (sum << BigInt(squarings)) + BigInt(odd),
          0n,
        );
        if (value !== exponent) expect.fail(`${exponent} came out as ${value}, width ${width}`);
        compared();
      }
    }
  });
});
