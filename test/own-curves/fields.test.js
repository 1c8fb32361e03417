/** Prime fields of one's own against BigInt, from 61 to 768 bits, on every backend. */
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';

import { createField, createCurve } from '../../src/curve.js';
import { EnvironmentError, InputError, ScalarError } from '../../src/errors.js';
import { fromBytesBE, fromBytesLE, invert, mod, power, toBytesBE } from '../../src/math/modular.js';
import { completedField } from '../../wasm-gen/own/field.js';
import { filesOf } from '../../wasm-gen/own/page.js';
import { isPrime } from '../../wasm-gen/own/primes.js';
import { some } from '../support/extent.js';
import { isFused } from '../support/built-modules.js';
import { GOLDILOCKS, fieldPage } from '../support/own-field.js';
import { randomStream } from '../wasm-gen/field-module.js';

const random = randomStream(7801n);

/** The largest prime of so many bits. @param {number} bits */
function largest(bits) {
  let p = (1n << BigInt(bits)) - 1n;
  while (!isPrime(p)) p -= 2n;
  return p;
}

/** @param {number} bits @param {bigint} s the two-adicity @returns {bigint} a prime */
function withRoots(bits, s) {
  for (;;) {
    const odd = (random(bits) >> s) | 1n | (1n << (BigInt(bits) - s - 1n));
    const p = (odd << s) + 1n;
    if (p.toString(2).length === bits && isPrime(p)) return p;
  }
}

const PRIMES = [
  GOLDILOCKS,
  { name: 'mersenne-61', modulus: 2n ** 61n - 1n },
  { name: 'curve-25519', modulus: 2n ** 255n - 19n },
  {
    name: 'bls12-381-fr',
    modulus: 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n,
    generator: 7n,
  },
  {
    name: 'bn254-fq',
    modulus: 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47n,
  },
  ...[65, 128, 192, 193, 244, 251, 256, 257, 384, 521, 768].map((bits) => ({
    name: `largest-${bits}`,
    modulus: largest(bits),
  })),
  { name: 'roots-252', modulus: withRoots(252, 9n) },
  { name: 'roots-253', modulus: withRoots(253, 30n) },
  { name: 'roots-90', modulus: withRoots(90, 21n) },
  { name: 'roots-377', modulus: withRoots(377, 46n) },
  { name: 'roots-753', modulus: withRoots(753, 15n) },
];

const BACKENDS = ['portable', 'bigint', ...((await isFused()) ? ['fma'] : [])];

describe.each(some(PRIMES, 6, 'fields'))('the field $name', (config) => {
  const { modulus: p } = config;
  const bits = p.toString(2).length;
  const element = () => mod(random(bits + 64), p);

  it('computes as BigInt does', async () => {
    const page = /** @type {any} */ (await fieldPage(config));
    for (const backend of BACKENDS) {
      if (backend === 'fma' && !Object.hasOwn(page.kernels, 'fma')) {
        expect([252, 253, 254, 255]).not.toContain(bits);
        await expect(createField(page, { backend })).rejects.toThrow(EnvironmentError);
        continue;
      }
      const instance = await createField(page, { backend: /** @type {any} */ (backend) });
      const { field } = instance;
      expect(field.order).toBe(p);
      expect(field.name).toBe(config.name);
      expect(field.bytes).toBe(8 * Math.ceil(bits / 64));
      const edges = [0n, 1n, 2n, p - 1n, p - 2n, (p - 1n) / 2n, (p + 1n) / 2n];
      const xs = [...edges, ...edges.map(() => element()), ...Array.from({ length: 19 }, element)];
      const ys = [...xs].reverse().map((x, i) => mod(x + BigInt(i), p));
      const values = (/** @type {any} */ v) => Array.from({ length: v.length }, (_, i) => v.at(i));
      const [a, b] = [field.vector(xs), field.vector(ys)];
      const each = (/** @type {(x: bigint, y: bigint) => bigint} */ f) =>
        xs.map((x, i) => mod(f(x, ys[i]), p));
      expect(values(a)).toEqual(xs);
      expect(values(field.add(a, b))).toEqual(each((x, y) => x + y));
      expect(values(field.subtract(a, b))).toEqual(each((x, y) => x - y));
      expect(values(field.multiply(a, b))).toEqual(each((x, y) => x * y));
      expect(values(field.scale(a, -3n))).toEqual(each((x) => -3n * x));
      expect(field.sum(a)).toBe(
        mod(
          xs.reduce((s, x) => s + x),
          p,
        ),
      );
      expect(field.dot(a, b)).toBe(
        mod(
          each((x, y) => x * y).reduce((s, x) => s + x),
          p,
        ),
      );
      expect(field.evaluate(a, 5n)).toBe(
        mod(
          xs.reduceRight((s, x) => mod(s * 5n + x, p)),
          p,
        ),
      );
      expect(values(field.powers(xs[7], 70))).toEqual(
        Array.from({ length: 70 }, (_, i) => power(xs[7], BigInt(i), p)),
      );
      const nonZero = xs.filter((x) => x !== 0n);
      expect(values(field.inverse(field.vector(nonZero)))).toEqual(
        nonZero.map((x) => invert(x, p)),
      );
      expect(() => field.inverse(a)).toThrow(expect.objectContaining({ index: 0 }));
      instance.dispose();
      expect(() => field.zeros(1)).toThrow(InputError);
    }
  });

  it('reads and writes bytes of any value', async () => {
    const page = await fieldPage(config);
    const { field } = await createField(page);
    const width = field.bytes;
    const size = 1n << BigInt(8 * width);
    const xs = [0n, 1n, p - 1n, p, p + 1n, size - 1n, size - p, size / 2n].concat(
      Array.from({ length: 12 }, () => random(8 * width)),
    );
    const bytes = new Uint8Array(xs.length * width);
    xs.forEach((x, i) => bytes.set(toBytesBE(x % size, width), i * width));
    const v = field.vector(bytes);
    const read = (/** @type {Uint8Array} */ list, /** @type {any} */ from) =>
      xs.map((_, i) => from(list.subarray(i * width, (i + 1) * width)));
    expect(read(v.toBytes(), fromBytesBE)).toEqual(xs.map((x) => x % p));
    expect(read(v.toBytes('little-endian'), fromBytesLE)).toEqual(xs.map((x) => x % p));
    expect(read(v.toBytes('montgomery-le'), fromBytesLE)).toEqual(xs.map((x) => (x * size) % p));
    const again = field.vector(v.toBytes('montgomery-le'), { format: 'montgomery-le' });
    expect(again.toBytes()).toEqual(v.toBytes());
    expect(() => field.vector(bytes, { strict: true })).toThrow(ScalarError);
    expect(() => field.vector(bytes.subarray(1))).toThrow(/multiple of/);
  });

  it('finds the even roots of squares, and names what is none', async () => {
    const page = await fieldPage(config);
    for (const backend of ['portable', 'bigint', 'auto']) {
      const { field } = await createField(page, { backend: /** @type {any} */ (backend) });
      const roots = [0n, 1n, p - 1n, 2n, field.generator, ...Array.from({ length: 30 }, element)];
      const squares = field.vector(roots.map((x) => x * x));
      const found = field.sqrt(squares);
      roots.forEach((x, i) => {
        const other = x === 0n ? 0n : p - x;
        expect(found.at(i)).toBe(x % 2n === 0n ? x : other);
      });
      const mixed = field.vector([4n, field.generator, 9n, field.generator]);
      const out = field.vector([1n, 2n, 3n, 4n]);
      expect(() => field.sqrt(mixed, { out })).toThrow(expect.objectContaining({ index: 1 }));
      expect([0, 1, 2, 3].map((i) => out.at(i))).toEqual([1n, 2n, 3n, 4n]);
      expect(field.sqrt(mixed.slice(0, 1), { out: out.slice(2, 3) }).at(0)).toBe(2n);
      expect(out.at(2)).toBe(2n);
    }
  });

  it('finds roots in slices, which can be aborted', async () => {
    const { field, dispose } = await createField(await fieldPage(config));
    const squares = field.vector(Array.from({ length: 101 }, (_, i) => BigInt(i * i)));
    const shares = [];
    const found = await field.sqrtAsync(squares.slice(1, 101), {
      onProgress: ({ done, total }) => shares.push(done / total),
    });
    expect(found.toBytes()).toEqual(field.sqrt(squares.slice(1, 101)).toBytes());
    expect(shares.at(-1)).toBe(1);
    const mixed = field.vector([4n, field.generator]);
    await expect(field.sqrtAsync(mixed)).rejects.toThrow(/index 1: expected a square/);
    const reason = new Error('enough');
    await expect(field.sqrtAsync(squares, { signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
    const ended = field.sqrtAsync(field.zeros(2 ** 15));
    dispose();
    await expect(ended).rejects.toThrow(InputError);
  });

  it('transforms as far as its roots of unity go', async () => {
    const page = await fieldPage(config);
    const { field } = await createField(page);
    let s = 0;
    while (((p - 1n) >> BigInt(s)) % 2n === 0n) s++;
    expect(field.twoAdicity).toBe(s);
    const n = 2 ** Math.min(s, 7);
    const root = field.rootOfUnity(n);
    expect(power(root, BigInt(n), p)).toBe(1n);
    if (n > 1) expect(power(root, BigInt(n / 2), p)).toBe(p - 1n);
    const xs = Array.from({ length: n }, element);
    const v = field.vector(xs);
    await field.nttAsync(v, { coset: 3n });
    xs.forEach((_, j) => {
      const at = mod(3n * power(root, BigInt(j), p), p);
      expect(v.at(j)).toBe(xs.reduceRight((sum, x) => mod(sum * at + x, p), 0n));
    });
    field.ntt(v, { inverse: true, coset: 3n });
    expect(xs.map((_, i) => v.at(i))).toEqual(xs);
    expect(() => field.ntt(field.zeros(2 * 2 ** s <= 2 ** 12 ? 2 * 2 ** s : 3))).toThrow(
      InputError,
    );
  });
});

describe('pages of fields', () => {
  const config = GOLDILOCKS;

  it.each([
    [{ name: 'x', modulus: 2n ** 61n - 3n }, /prime/],
    [{ name: 'x', modulus: 2n ** 31n - 1n }, /61 to 768 bits/],
    [{ name: 'x', modulus: 2n ** 771n + 1n }, /61 to 768 bits/],
    [{ name: 'X', modulus: config.modulus }, /name/],
    [{ ...config, generator: 4n }, /no square/],
    [{ ...config, generator: 7 }, /bigint/],
    [{ ...config, order: 7n }, /members among/],
    [null, /a config/],
  ])('refuse %o', (given, message) => {
    expect(() => completedField(given)).toThrow(message);
  });

  it('are opened by createField alone, and checked', async () => {
    const page = /** @type {any} */ (await fieldPage(config));
    const instance = await createField({ default: page }, { threads: 2 });
    expect(inspect(instance)).toBe('curvemill(goldilocks; kernel: limbs30)');
    expect(instance.threads).toBe(1);
    expect(instance.threadsReason).toMatch(/thread that calls/);
    expect(instance.backend).toEqual({ single: 'limbs30', batch: 'limbs30' });
    await expect(createCurve(page)).rejects.toThrow(InputError);
    const { field, kernels } = page;
    const { polynomials, lists } = kernels.limbs30;
    const numbers = [
      ...[{ modulus: '5' }, { modulus: 7n }, { modulus: 0n }, { modulus: 2n ** 64n }],
      ...[{ generator: 4n }, { generator: undefined }, { bytes: '8' }, { bytes: 16 }],
      ...[{ bytes: 2 ** 40 }, { name: Symbol('name') }],
    ];
    const texts = [
      ...[{ polynomials }, { polynomials: lists, lists: polynomials }, { polynomials, lists: '' }],
      ...[{ polynomials, lists: polynomials }, { polynomials: 'junk', lists: 'junk' }, null, 5],
    ];
    const thrown = Object.defineProperty({ ...page }, 'field', {
      get() {
        throw new Error('mine');
      },
    });
    for (const wrong of [
      ...[null, {}, 7, { format: 2 }, { ...page, format: 1 }, thrown],
      ...numbers.map((each) => ({ ...page, field: { ...field, ...each } })),
      ...texts.map((limbs30) => ({ ...page, kernels: { limbs30 } })),
      ...[
        { ...page, kernels: {} },
        { ...page, kernels: Object.create(kernels) },
      ],
    ])
      await expect(createField(/** @type {any} */ (wrong))).rejects.toThrow(InputError);
    for (const each of numbers)
      await expect(
        createField({ ...page, field: { ...field, ...each } }, { backend: 'bigint' }),
      ).rejects.toThrow(InputError);
    const strange = { foo: kernels.limbs30, constructor: kernels.limbs30, ...kernels };
    expect((await createField({ ...page, kernels: strange })).backend.batch).toBe('limbs30');
    const other = { ...page, field: { ...page.field, modulus: 2n ** 64n - 59n } };
    await expect(createField(other)).rejects.toThrow(/generate goldilocks again/);
    await expect(createField(page, { backend: 'wide' })).rejects.toThrow(EnvironmentError);
    const { js, dts } = filesOf(page, {
      ...{ name: 'goldilocks', version: '0.1.0' },
      ...{ imports: 'OwnFieldPage', type: 'OwnFieldPage' },
    });
    expect(js).toContain('modulus: 0xffffffff00000001n');
    expect(dts).toContain("import type { OwnFieldPage } from 'curvemill/curve'");
  });

  it('make roots of unity of other orders from a generator alone', async () => {
    const p = 18446744069414584321n;
    const { field } = await createField(await fieldPage(GOLDILOCKS));
    expect(() => field.rootOfUnity(3)).toThrow(/power of two/);
    expect(power(field.rootOfUnity(2 ** 32), 2n ** 31n, p)).toBe(p - 1n);
    const given = await createField(await fieldPage({ ...GOLDILOCKS, generator: 7n }));
    const root = given.field.rootOfUnity(3);
    expect([root === 1n, power(root, 3n, p)]).toEqual([false, 1n]);
  });

  it('have primes that vectors of other fields do not fit', async () => {
    const page = await fieldPage(config);
    const [one, two] = [await createField(page), await createField(page)];
    expect(() => one.field.add(two.field.zeros(1), one.field.zeros(1))).toThrow(InputError);
  });
});
