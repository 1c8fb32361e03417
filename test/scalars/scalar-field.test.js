/**
 * Scalar fields against BigInts, on every backend that this engine has: operations on vectors and
 * their slices, formats, transforms, sums of points, and what is refused.
 */
import { describe, expect, it } from 'vitest';
import { createBls12381, createSecp256k1 } from '../../src/index.js';
import { InputError, ResourceError, ScalarError } from '../../src/errors.js';
import { contextOf } from '../../src/group/group.js';
import { fieldParts } from '../../src/group/scalars/scalar-field.js';
import { invert, power } from '../../src/math/modular.js';
import { backends } from '../support/backends.js';

const bare = { pairings: false, hashing: false };

const values = (/** @type {any} */ v) => Array.from({ length: v.length }, (_, i) => v.at(i));
const hex = (/** @type {Uint8Array} */ bytes) => Buffer.from(bytes).toString('hex');

/** @param {string} backend */
async function opened(backend) {
  const bls = await createBls12381({ backend: /** @type {any} */ (backend), ...bare });
  const Fr = await bls.G1.scalarField();
  const r = Fr.order;
  const mod = (/** @type {bigint} */ x) => ((x % r) + r) % r;
  const some = (/** @type {number} */ n, from = 0) =>
    Array.from({ length: n }, (_, i) => mod(BigInt(i + from) ** 77n - BigInt(i)));
  return { bls: /** @type {any} */ (bls), Fr, r, mod, some };
}

describe.each(backends)('scalar fields [%s]', (backend) => {
  it('one of an instance, with roots of unity', async () => {
    const { bls, Fr, r } = await opened(backend);
    expect(await bls.G2.scalarField()).toBe(Fr);
    expect([Fr.order, Fr.generator, Fr.twoAdicity]).toEqual([bls.G1.order, 7n, 32]);
    for (const n of [1, 2, 8, 2 ** 32]) {
      const root = Fr.rootOfUnity(n);
      expect(power(root, BigInt(n), r)).toBe(1n);
      if (n > 1) expect(power(root, BigInt(n / 2), r)).toBe(r - 1n);
    }
    for (const n of [0, -1, 1.5, 2 ** 33, '2', undefined])
      expect(() => Fr.rootOfUnity(/** @type {any} */ (n))).toThrow(InputError);
    bls.dispose();
  });

  it('operations on vectors of any length, and on slices', async () => {
    const { bls, Fr, r, mod, some } = await opened(backend);
    for (const n of [0, 1, 3, 64, 1025]) {
      const [x, y] = [some(n, 1), some(n, 9)];
      const [a, b] = [Fr.vector(x), Fr.vector(y)];
      expect(values(Fr.add(a, b))).toEqual(x.map((u, i) => mod(u + y[i])));
      expect(values(Fr.subtract(a, b))).toEqual(x.map((u, i) => mod(u - y[i])));
      expect(values(Fr.multiply(a, b))).toEqual(x.map((u, i) => mod(u * y[i])));
      expect(values(Fr.scale(a, -5n))).toEqual(x.map((u) => mod(-5n * u)));
      expect(Fr.sum(a)).toBe(mod(x.reduce((s, u) => s + u, 0n)));
      expect(Fr.dot(a, b)).toBe(mod(x.reduce((s, u, i) => s + u * y[i], 0n)));
      expect(Fr.evaluate(a, 3n)).toBe(mod(x.reduceRight((s, u) => s * 3n + u, 0n)));
      expect(values(Fr.powers(r + 3n, n))).toEqual(x.map((_, i) => power(3n, BigInt(i), r)));
      expect(values(Fr.inverse(b))).toEqual(y.map((u) => invert(u, r)));
      expect(values(a.copy())).toEqual(x);
      expect(values(Fr.zeros(n))).toEqual(x.map(() => 0n));
    }
    const x = some(12, 3);
    const v = Fr.vector(x);
    const [odd, even] = [v.slice(1, 6), v.slice(6, 11)];
    expect(values(Fr.add(odd, even))).toEqual([1, 2, 3, 4, 5].map((i) => mod(x[i] + x[i + 5])));
    expect(Fr.dot(odd, even)).toBe(mod([1, 2, 3, 4, 5].reduce((s, i) => s + x[i] * x[i + 5], 0n)));
    // Into a view: its neighbours stay as they are.
    expect(Fr.multiply(odd, even, { out: odd })).toBe(odd);
    const after = x.map((u, i) => (i > 0 && i < 6 ? mod(u * x[i + 5]) : u));
    expect(values(v)).toEqual(after);
    Fr.add(even, even, { out: even.slice(0, 5) });
    expect(values(v)).toEqual(after.map((u, i) => (i > 5 && i < 11 ? mod(2n * u) : u)));
    bls.dispose();
  });

  it('what is beside a slice, or behind a vector, stays as it is', async () => {
    const { bls, Fr, mod, some } = await opened(backend);
    /** @type {Record<string, (v: any) => unknown>} */
    const operations = {
      add: (v) => Fr.add(v, v, { out: v }),
      subtract: (v) => Fr.subtract(v, v, { out: v }),
      multiply: (v) => Fr.multiply(v, v, { out: v }),
      scale: (v) => Fr.scale(v, 3n, { out: v }),
      inverse: (v) => Fr.inverse(v, { out: v }),
      ntt: (v) => Fr.ntt(v),
      'ntt, inverse': (v) => Fr.ntt(v, { inverse: true }),
      'ntt, coset': (v) => Fr.ntt(v, { coset: 3n }),
    };
    const x = some(10, 2);
    // As long as lists end in half a row, or are one row.
    const lengths = [1, 2, 3, 4, 8, 10];
    for (const [name, run] of Object.entries(operations)) {
      const isTransform = name.startsWith('ntt');
      for (const n of lengths.filter((one) => !isTransform || (one & (one - 1)) === 0)) {
        const alone = Fr.vector(x.slice(0, n));
        const behind = Fr.vector(x);
        run(alone);
        expect(values(behind), `${name} of ${n}`).toEqual(x);
        for (let start = 0; start + n <= x.length; start++) {
          const whole = Fr.vector(x);
          const wanted = Fr.vector(x.slice(start, start + n));
          run(wanted);
          run(whole.slice(start, start + n));
          const around = [x.slice(0, start), values(wanted), x.slice(start + n)];
          expect(values(whole), `${name} of ${start} to ${start + n}`).toEqual(around.flat());
          for (const one of [whole, wanted]) one.dispose();
        }
        if (name === 'ntt' && n === 2)
          expect(values(alone)).toEqual([mod(x[0] + x[1]), mod(x[0] - x[1])]);
        for (const one of [alone, behind]) one.dispose();
      }
    }
    bls.dispose();
  });

  it('formats, strictness and skewed values', async () => {
    const { bls, Fr, r, mod } = await opened(backend);
    const x = [0n, 1n, r - 1n, r, r + 1n, 2n ** 256n - 1n];
    const bytes = new Uint8Array(32 * x.length);
    x.forEach((u, i) => bytes.set(Buffer.from(u.toString(16).padStart(64, '0'), 'hex'), 32 * i));
    const reversed = bytes.slice();
    for (let i = 0; i < x.length; i++) reversed.subarray(32 * i, 32 * i + 32).reverse();
    const R = invert(mod(2n ** 256n), r);
    expect(values(Fr.vector(bytes))).toEqual(x.map(mod));
    expect(values(Fr.vector(reversed, { format: 'little-endian' }))).toEqual(x.map(mod));
    const montgomery = Fr.vector(reversed, { format: 'montgomery-le' });
    expect(values(montgomery)).toEqual(x.map((u) => mod(u * R)));
    const all = Fr.vector(x);
    for (const format of /** @type {const} */ (['big-endian', 'little-endian', 'montgomery-le'])) {
      const written = all.toBytes(format);
      expect(hex(Fr.vector(written, { format, strict: true }).toBytes())).toBe(hex(all.toBytes()));
      expect(() => Fr.vector(reversed, { format, strict: true })).toThrow(ScalarError);
    }
    expect(() => Fr.vector([1n, r], { strict: true })).toThrow(ScalarError);
    expect(() => Fr.vector([1n, -1n], { strict: true })).toThrow(ScalarError);
    const zero = Fr.vector([1n, 2n, 0n, 0n]);
    expect(() => Fr.inverse(zero, { out: zero })).toThrow(
      expect.objectContaining({ code: 'ERR_SCALAR', index: 2 }),
    );
    expect(values(zero)).toEqual([1n, 2n, 0n, 0n]);
    bls.dispose();
  });

  it('transforms: values of the polynomial, and back', async () => {
    const { bls, Fr, mod, some } = await opened(backend);
    for (const n of [1, 2, 4, 16, 128]) {
      for (const coset of [1n, 7n, -3n]) {
        const x = some(n, 5);
        const outer = Fr.vector([9n, ...x, 9n, 9n]);
        for (const v of [Fr.vector(x), outer.slice(1, n + 1)]) {
          const coefficients = v.copy();
          expect(Fr.ntt(v, { coset })).toBe(v);
          const root = Fr.rootOfUnity(n);
          const points = values(Fr.powers(root, n)).map((w) => mod(coset * w));
          for (const j of new Set([0, 1 % n, n - 1]))
            expect(v.at(j)).toBe(Fr.evaluate(coefficients, points[j]));
          expect(await Fr.nttAsync(v, { inverse: true, coset })).toBe(v);
          expect(values(v)).toEqual(x);
        }
        expect([outer.at(0), outer.at(n + 1), outer.at(n + 2)]).toEqual([9n, 9n, 9n]);
      }
    }
    bls.dispose();
  });

  it('sums of points take vectors, their slices, and every format', async () => {
    const { bls, Fr, some } = await opened(backend);
    for (const group of [bls.G1, bls.G2]) {
      const points = group.randomPoints(5, 1);
      const v = Fr.vector([4n, ...some(5, 8)]);
      const own = v.slice(1, 6);
      const expected = group.msm(points, values(own));
      expect(group.msm(points, own).equals(expected)).toBe(true);
      expect((await group.msmAsync(points, own)).equals(expected)).toBe(true);
      const basis = await group.fixedBasis(points, { memory: 0 });
      expect(basis.msm(own).equals(expected)).toBe(true);
      for (const format of /** @type {const} */ ([
        'big-endian',
        'little-endian',
        'montgomery-le',
      ])) {
        const bytes = own.toBytes(format);
        expect(group.msm(points, bytes, { format }).equals(expected)).toBe(true);
        expect((await group.msmAsync(points, bytes, { format })).equals(expected)).toBe(true);
        expect(basis.msm(bytes, { format }).equals(expected)).toBe(true);
      }
      expect(() => group.msm(points, v)).toThrow(InputError);
      expect(() => group.msm(points, own.toBytes(), /** @type {any} */ ({ format: 'be' }))).toThrow(
        InputError,
      );
      expect(() =>
        group.msm(points, own.toBytes(), { format: 'little-endian', endian: 'le' }),
      ).toThrow(InputError);
    }
    bls.dispose();
  });

  it('refuses what is not its own, disposed, busy or of a wrong type', async () => {
    const { bls, Fr } = await opened(backend);
    const other = await opened(backend);
    const [a, b] = [Fr.vector([1n, 2n, 3n, 4n]), Fr.vector([1n, 2n, 3n])];
    const foreign = other.Fr.vector([1n, 2n, 3n, 4n]);
    const gone = a.copy();
    const view = gone.slice(0, 4).slice(1, 3);
    gone.dispose();
    /** @type {any} */
    const field = Fr;
    const options = (/** @type {any} */ given) => field.add(a, a, given);
    for (const call of [
      ...[() => Fr.add(a, b), () => Fr.dot(a, b), () => Fr.add(a, foreign), () => Fr.sum(gone)],
      ...[() => Fr.sum(view), () => view.at(0), () => field.add(a), () => field.add(a, [1n])],
      ...[() => field.scale(a, 2), () => field.evaluate(a), () => field.powers(2, 3)],
      ...[() => Fr.powers(2n, -1), () => field.zeros('3'), () => field.vector('ab')],
      ...[() => field.vector([1]), () => field.vector(new Uint8Array(31)), () => a.at(4)],
      ...[() => a.slice(2, 1), () => a.slice(0, 5), () => a.toBytes(/** @type {any} */ ('be'))],
      ...[() => options({ out: b }), () => options({ out: null }), () => options({ to: a })],
      ...[() => Fr.add(a.slice(0, 3), b, { out: a.slice(1, 4) }), () => Fr.ntt(b)],
      ...[() => Fr.ntt(Fr.zeros(0)), () => Fr.ntt(a, { coset: Fr.order })],
      ...[() => field.ntt(a, { coset: 1 }), () => field.ntt(a, { inverse: 1 })],
      ...[() => bls.G1.msm(bls.G1.randomPoints(4, 1), foreign)],
      ...[() => bls.G1.msm(bls.G1.randomPoints(2, 1), view), () => structuredClone(a)],
      () => bls.G1.msm(bls.G1.randomPoints(4, 1), new Proxy(a, {})),
    ])
      expect(call, String(call)).toThrow(call.toString().includes('Clone') ? Error : InputError);
    expect(() => Fr.zeros(2 ** 31 - 1)).toThrow(ResourceError);

    const busy = Fr.nttAsync(a);
    for (const use of [() => a.at(0), () => Fr.sum(a), () => a.slice(0, 1), () => Fr.ntt(a)])
      expect(use).toThrow(InputError);
    await expect(Fr.nttAsync(a)).rejects.toThrow(InputError);
    await busy;
    expect(a.at(0)).toBe(10n);
    await expect(field.nttAsync(a, { signal: 1 })).rejects.toThrow(InputError);
    bls.dispose();
    expect(() => a.at(0)).toThrow(InputError);
    expect(() => Fr.zeros(1)).toThrow(InputError);
    await expect(bls.G1.scalarField()).rejects.toThrow(InputError);
    other.bls.dispose();
  });
});

describe('memory and abort', () => {
  it('all memory but the tables is given back, on every path', async () => {
    const { bls, Fr } = await opened('portable');
    const { lists } = fieldParts(Fr);
    const start = () => {
      const probe = lists.create(1);
      lists.free(probe);
      return /** @type {any} */ (probe).address;
    };
    const points = bls.G1.randomPoints(64, 1);
    const run = async () => {
      const a = Fr.vector(bls.G1.randomScalars(64, 2));
      const odd = a.slice(1, 34);
      Fr.ntt(odd.slice(0, 32), { coset: 3n });
      for (const v of [Fr.inverse(a), Fr.add(odd, odd), Fr.powers(3n, 65), a.copy()]) v.dispose();
      Fr.sum(odd);
      Fr.evaluate(odd, 4n);
      await bls.G1.msmAsync(points, a);
      const zero = Fr.zeros(64);
      expect(() => Fr.inverse(zero)).toThrow(ScalarError);
      zero.dispose();
      const work = Fr.nttAsync(a, { coset: 5n });
      a.dispose();
      await work;
      const controller = new AbortController();
      const long = Fr.zeros(2 ** 12);
      const aborted = Fr.nttAsync(long, { signal: controller.signal, coset: 5n });
      controller.abort(new Error('enough'));
      await expect(aborted).rejects.toThrow('enough');
      long.dispose();
    };
    await run();
    const before = start();
    await run();
    expect(start()).toBe(before);
    bls.dispose();
  });

  it('progress goes from 0 to its total, and never back', async () => {
    const { bls, Fr } = await opened('portable');
    const v = Fr.powers(3n, 2 ** 13);
    /** @type {number[]} */
    const seen = [];
    await Fr.nttAsync(v, { onProgress: ({ done, total }) => void seen.push(done / total) });
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual([...seen].sort((x, y) => x - y));
    bls.dispose();
  });
});

it('groups without transforms say so', async () => {
  const secp = await createSecp256k1({ backend: 'portable' });
  await expect(secp.group.scalarField()).rejects.toThrow(InputError);
  expect(contextOf(secp.group).engine.scalarLists).toBe(null);
  secp.dispose();
});
