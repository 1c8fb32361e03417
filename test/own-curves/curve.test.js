/** Curves of one's own on every backend, against @noble/curves or by enumeration. */
import { weierstrass } from '@noble/curves/abstract/weierstrass.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCurve } from '../../src/curve.js';
import { backends } from '../support/backends.js';
import {
  expectPointError,
  isEnvironmentError,
  isInputError,
  rejectionOf,
} from '../support/errors.js';
import { toHex } from '../support/hex.js';
import bls12377 from './configs/bls12-377.js';
import p256 from './configs/p256.js';
import { published } from './configs/published.js';
import tiny from './configs/tiny.js';
import { generated, removed } from './generated.js';
import { isWhole } from '../support/extent.js';

/** @param {any} config */
const nobleOf = ({ p, order: n, cofactor: h = 1n, a, b, generator: { x: Gx, y: Gy } }) =>
  weierstrass({ p, n, h, a, b, Gx, Gy });

/** By config, as several tests take the same. @type {Map<object, ReturnType<typeof generated>>} */
const pages = new Map();
const madeOf = (/** @type {object} */ config) => {
  const made = pages.get(config) ?? generated(config);
  pages.set(config, made);
  return made;
};
afterAll(async () => {
  for (const made of pages.values()) await removed((await made).folder);
});

/** @param {Uint8Array} bytes 32 big-endian each */
const integers = (bytes) =>
  Array.from({ length: bytes.length / 32 }, (_, i) =>
    BigInt(`0x${toHex(bytes.subarray(32 * i, 32 * i + 32))}`),
  );

describe.each([p256, bls12377])('$name', (config) => {
  const Noble = nobleOf(config);
  let made;
  beforeAll(async () => (made = await madeOf(config)));

  it.each(isWhole ? backends : backends.filter((backend) => backend !== 'bigint'))(
    'sums, bytes, and what is no point [%s]',
    async (backend) => {
      const { group, dispose } = bound(
        await createCurve(made.page, /** @type {any} */ ({ backend })),
      );
      const n = backend === 'bigint' ? 12 : isWhole ? 300 : 60;
      const points = group.randomPoints(n, 1);
      const scalars = group.randomScalars(n, 2);
      const terms = integers(scalars).map((k, i) => {
        const point = Noble.fromAffine(points.at(i).toAffine());
        return k === 0n ? Noble.ZERO : point.multiplyUnsafe(k);
      });
      const sum = terms.reduce((all, term) => all.add(term), Noble.ZERO);
      expect(group.msm(points, scalars).toAffine()).toEqual(sum.toAffine());
      expect((await group.msmAsync(points, scalars)).toAffine()).toEqual(sum.toAffine());
      for (const format of ['compressed', 'uncompressed', 'montgomery-le']) {
        const bytes = points.toBytes(format);
        expect(group.points(bytes, { format }).toHex()).toBe(points.toHex());
      }
      const bytes = points.toBytes('uncompressed');
      bytes[bytes.length - 1] ^= 1;
      expectPointError(() => group.points(bytes), 'not-on-curve', n - 1);
      if (config === p256)
        await expect(group.scalarField()).rejects.toThrow(
          /whose config states scalarGenerator, got p256/,
        );
      const basis = await group.fixedBasis(points, { memory: 2 ** 20 });
      expect(basis.msm(scalars).toAffine()).toEqual(sum.toAffine());
      dispose();
    },
  );
});

describe('P-256', () => {
  let made;
  beforeAll(async () => (made = await madeOf(p256)));

  it('has the encodings of SEC 1', async () => {
    const { group, dispose } = bound(await createCurve(made.page));
    const noble = nobleOf(p256).BASE.multiply(12345n);
    const point = group.generator.multiply(12345n);
    expect(toHex(point.toBytes())).toBe(noble.toHex(true));
    expect(toHex(point.toBytes('uncompressed'))).toBe(noble.toHex(false));
    dispose();
  });

  it('computes on workers', async () => {
    const { group, dispose, instance } = bound(await createCurve(made.page, { threads: 2 }));
    expect(instance.threads, instance.threadsReason).toBe(2);
    const [points, scalars] = [group.randomPoints(3000, 1), group.randomScalars(3000, 2)];
    const sum = await group.msmAsync(points, scalars);
    expect(sum.equals(group.msm(points, scalars))).toBe(true);
    dispose();
  });

  it('takes two functions as its encoding', async () => {
    const size = 65;
    const encoding = {
      size,
      decode: (/** @type {Uint8Array} */ bytes) => {
        if (bytes[0] > 1) return undefined;
        const [x, y] = integers(bytes.subarray(1));
        return bytes[0] === 0 ? null : { x, y };
      },
      encode: (/** @type {any} */ point) => {
        const bytes = new Uint8Array(size);
        if (point === null) return bytes;
        const hex = [point.x, point.y].map((c) => c.toString(16).padStart(64, '0')).join('');
        bytes.set([1, ...Buffer.from(hex, 'hex')]);
        return bytes;
      },
    };
    const { group, dispose } = bound(await createCurve(made.page, { encoding }));
    const points = group.randomPoints(5, 1);
    const bytes = points.toBytes();
    expect(bytes).toHaveLength(5 * size);
    expect(toHex(group.points(bytes).toBytes())).toBe(toHex(bytes));
    expect(group.point(group.identity.toBytes()).isIdentity()).toBe(true);
    bytes[2 * size] = 7;
    expectPointError(() => group.points(bytes), 'flags', 2);
    bytes.fill(255, 2 * size + 1, 3 * size);
    bytes[2 * size] = 1;
    expectPointError(() => group.points(bytes), 'range', 2);
    dispose();
  });

  it('refuses what it is not', async () => {
    const { page } = made;
    for (const given of [undefined, null, {}, 'p256', { ...page, format: 1 }, { format: 2 }])
      isInputError(await rejectionOf(createCurve(/** @type {any} */ (given))));
    for (const encoding of ['der', 'zcash', {}, { size: 0, decode() {}, encode() {} }])
      isInputError(await rejectionOf(createCurve(page, /** @type {any} */ ({ encoding }))));
    isInputError(await rejectionOf(createCurve(page, /** @type {any} */ ({ groups: ['G1'] }))));
    const portable = { ...page, kernels: { limbs30: page.kernels.limbs30 } };
    const named = await createCurve(portable, { backend: 'portable' });
    expect(named.backend.batch).toBe('limbs30');
    named.dispose();
    isEnvironmentError(await rejectionOf(createCurve(portable, { backend: 'fma' })));
    const automatic = await createCurve(portable);
    expect(automatic.backend.batch).toBe('limbs30');
    automatic.dispose();
  });
});

describe('a page checks itself', () => {
  const named = (/** @type {string} */ name) => {
    const config = published.find((curve) => curve.name === name);
    return generated(config, ['portable']);
  };

  it('refuses modules of another curve, and other numbers', async () => {
    const [{ page, folder }, other] = [await named('secp160k1'), await named('secp160r1')];
    const kernels = { limbs30: other.page.kernels.limbs30 };
    const [G, P, Q] = page.sample.points;
    for (const wrong of [
      { ...page, kernels },
      { ...page, sample: { ...page.sample, sum: G } },
      { ...page, sample: { ...page.sample, off: P } },
      { ...page, sample: { ...page.sample, points: [G, Q, P] } },
    ]) {
      const error = await rejectionOf(createCurve(wrong));
      isInputError(error);
      expect(error.message).toMatch(/expected modules that compute secp160k1 right/);
    }
    const { group, dispose } = bound(await createCurve(page));
    expect(group.generator.double().toAffine()).toEqual(P);
    dispose();
    await Promise.all([folder, other.folder].map(removed));
  });

  it('lists of coordinates that fill no words go to workers', async () => {
    const { page, folder } = await named('secp112r1');
    const { group, dispose, instance } = bound(await createCurve(page, { threads: 2 }));
    expect(instance.threads, instance.threadsReason).toBe(2);
    const points = group.randomPoints(3000, 1);
    for (const format of ['compressed', 'montgomery-le']) {
      const read = await group.pointsAsync(points.toBytes(format), { format });
      expect(read.toHex()).toBe(points.toHex());
    }
    const scalars = group.randomScalars(3000, 2);
    const sum = await group.msmAsync(points, scalars);
    expect(sum.equals(group.msm(points, scalars))).toBe(true);
    dispose();
    await removed(folder);
  });
});

describe('G1 of BLS12-377', () => {
  let made;
  beforeAll(async () => (made = await madeOf(bls12377)));

  it.each(backends.filter((backend) => backend !== 'wide'))(
    'has a scalar field [%s]',
    async (backend) => {
      const { group, dispose } = bound(
        await createCurve(made.page, /** @type {any} */ ({ backend })),
      );
      const Fr = await group.scalarField();
      expect(Fr.twoAdicity).toBe(47);
      const values = integers(group.randomScalars(16, 3)).map((k) => k % Fr.order);
      const vector = Fr.vector(values);
      const root = Fr.rootOfUnity(16);
      Fr.ntt(vector);
      for (let j = 0; j < 16; j++) {
        let [sum, power] = [0n, 1n];
        for (const value of values) {
          sum += value * power;
          power = (power * root ** BigInt(j)) % Fr.order;
        }
        expect(vector.at(j)).toBe(sum % Fr.order);
      }
      Fr.ntt(vector, { inverse: true });
      expect(values.map((_, i) => vector.at(i))).toEqual(values);
      dispose();
    },
  );

  it('tells points outside of the group', async () => {
    const { group, dispose } = bound(await createCurve(made.page));
    // (0, 1) has order 3.
    expectPointError(() => group.point({ x: 0n, y: 1n }), 'not-in-subgroup');
    dispose();
  });
});

describe('a curve of 109 points', () => {
  let made;
  beforeAll(async () => (made = await generated(tiny)));
  afterAll(() => removed(made.folder));

  it.each(backends)('all sums of two points [%s]', async (backend) => {
    const { group, dispose } = bound(
      await createCurve(made.page, /** @type {any} */ ({ backend })),
    );
    const all = [group.identity];
    while (all.length < 109) all.push(/** @type {any} */ (all.at(-1)).add(group.generator));
    expect(new Set(all.map(String)).size).toBe(109);
    expect(all[108].add(group.generator).isIdentity()).toBe(true);
    const finite = all.slice(1);
    for (let i = 1; i < 109; i++) {
      const scalars = finite.map((_, j) => BigInt(i * (j + 1)));
      const log = scalars.reduce((sum, k, j) => sum + k * BigInt(j + 1), 0n) % 109n;
      expect(group.msm(finite, scalars).equals(all[Number(log)])).toBe(true);
      for (let j = 0; j < 109; j++)
        expect(all[i].add(all[j]).equals(all[(i + j) % 109])).toBe(true);
    }
    dispose();
  });
});

/** @param {any} instance */
function bound(instance) {
  return { instance, group: instance.group, dispose: () => instance.dispose() };
}
