/** Sums and lists from workers are those of one thread, for every group and backend. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { curves } from '../../src/curves/index.js';
import { choices } from '../support/backends.js';
import { isPointError, rejectionOf, thrownBy } from '../support/errors.js';
import { createWithPool, scene } from './pool.js';
import { isWhole, some } from '../support/extent.js';

let state = 1;
/** Reproducible, from 0 to below − 1. */
const random = (below) => (state = (state * 48271) % 2147483647) % below;

/** The encoding of a point of the curve outside of the group: one with a small x. */
function outsiderOf(group, size) {
  const bytes = new Uint8Array(size);
  bytes[0] = group.generator.toBytes()[0] & 0x80;
  for (let x = 1; x < 64; x++) {
    bytes[size - 1] = x;
    try {
      group.point(bytes);
    } catch ({ reason }) {
      if (reason === 'not-in-subgroup') return bytes;
    }
  }
  return undefined;
}

for (const { name, entry, traits } of curves) {
  const kernels = choices.filter(({ backend }) => backend !== 'bigint');
  const fast = kernels.filter(({ backend }) => isWhole || backend !== 'wide');
  for (const { backend, options } of some(fast, 1, name)) {
    const isSlow = backend === 'wide';
    describe(`${name} [${backend}]`, () => {
      let instance;
      let pool;
      let group;
      let workers = 2;
      let byWindows = false;
      beforeAll(async () => {
        const cutOf = (n, most) => ({ workers: Math.min(n, most, workers), byWindows });
        const asked = { ...options, threads: 3 };
        ({ instance, pool } = await createWithPool(entry.path, asked, { cutOf }));
        group = instance[entry.member];
      });
      afterAll(() => instance?.dispose());

      it('starts as many workers as asked for', () => {
        expect(instance.threads).toBe(3);
        expect(instance.threadsReason).toBeUndefined();
        expect(pool.workers.map(({ state }) => state)).toEqual(['live', 'live', 'live']);
      });

      it('sums random slices, cut anywhere', async () => {
        // Equal, opposite and infinite points stand beside each other and across cuts.
        const some = group.randomPoints(8, 5);
        const list = Array.from({ length: isSlow ? 40 : 240 }, () => {
          const point = some.at(random(8));
          const kind = random(8);
          return kind === 0 ? group.identity : kind < 3 ? point.negate() : point;
        });
        const scalars = group.randomScalars(list.length, 6);
        let points;
        for (let round = 0; round < (isSlow ? 4 : 24); round++) {
          // What workers keep of a list follows its first sum.
          if (round % 4 === 0) {
            points?.dispose();
            points = group.points(list);
            byWindows = !byWindows;
            if (round % 8 === 4) scalars.subarray(0, 32 * 100).fill(0);
          }
          workers = 1 + random(3);
          const start = random(list.length);
          const end = start + random(list.length - start + 1);
          const slice = points.slice(start, end);
          const own = scalars.subarray(start * 32, end * 32);
          const [sum, expected] = [await group.msmAsync(slice, own), group.msm(slice, own)];
          expect(sum.equals(expected), `${start} to ${end}`).toBe(true);
        }
        points.dispose();
      });

      it('0, 1 and 2 points; scalars of 0', async () => {
        workers = 3;
        for (byWindows of [true, false]) {
          for (const n of [0, 1, 2]) {
            const points = group.randomPoints(n, 3);
            const scalars = group.randomScalars(n, 4);
            const sum = await group.msmAsync(points, scalars);
            expect(sum.equals(group.msm(points, scalars))).toBe(true);
          }
          const sum = await group.msmAsync(group.randomPoints(9, 3), new Uint8Array(9 * 32));
          expect(sum.isIdentity()).toBe(true);
        }
      });

      it('sums windows of short scalars, and of the longest', async () => {
        [workers, byWindows] = [3, true];
        const n = 20;
        const points = group.randomPoints(n, 3);
        for (const bytes of [1, 8, 15, 16, 17, 24]) {
          // Three quarters are long: otherwise points are shared out.
          const scalars = new Uint8Array(32 * n).fill(0xff);
          for (let i = 0; i < n; i += 4) scalars.fill(0, 32 * i + bytes, 32 * (i + 1));
          const [sum, expected] = [
            await group.msmAsync(points, scalars),
            group.msm(points, scalars),
          ];
          expect(sum.equals(expected), `${bytes} bytes`).toBe(true);
        }
        byWindows = false;
      });

      it('reads lists as points does, and sums what was read', async () => {
        workers = 3;
        const n = isSlow ? 130 : 400;
        const points = group.randomPoints(n, 9);
        const scalars = group.randomScalars(n, 2);
        const expected = group.msm(points, scalars);
        for (const format of /** @type {any[]} */ (['compressed', 'little-endian'])) {
          byWindows = format === 'compressed';
          const bytes = points.toBytes(format);
          const read = await group.pointsAsync(bytes, { format });
          expect(read.toBytes(format)).toEqual(bytes);
          expect((await group.msmAsync(read, scalars)).equals(expected)).toBe(true);
          read.dispose();
        }
        const list = Array.from({ length: 130 }, (_, i) => points.at(i));
        const read = await group.pointsAsync(list);
        expect(read.toBytes()).toEqual(points.slice(0, 130).toBytes());
      });

      it('names the first bad point, whatever it is, as one thread does', async () => {
        const n = 150;
        const size = group.generator.toBytes().length;
        const good = group.randomPoints(n, 8).toBytes();
        const outside = traits.subgroup && outsiderOf(group, size);
        for (const bad of isSlow ? [0, 50, 149] : [0, 1, 37, 49, 50, 74, 99, 100, 149]) {
          // Whole lists: read first, and then checked by shares of the sums.
          byWindows = !byWindows;
          const bytes = good.slice();
          if (outside && random(2)) bytes.set(outside, bad * size);
          else bytes.fill(0xff, bad * size + (size > 32 ? random(2) : 0), (bad + 1) * size);
          const expected = thrownBy(() => group.points(bytes));
          // Points after it change nothing.
          if (bad < n - 1) bytes.fill(0xff, (n - 1) * size, n * size);
          const error = await rejectionOf(group.pointsAsync(bytes));
          isPointError(error, expected.reason, bad);
          expect(error.message).toBe(expected.message);
        }
      });
    });
  }
}

it('points that could not be sent are sent again with the next call', async () => {
  const s = await scene(3000);
  const [{ port }] = s.pool.workers;
  const { post } = port;
  port.post = () => {
    port.post = post;
    throw new RangeError('no memory for a copy');
  };
  await expect(s.isRight()).rejects.toThrow('no memory for a copy');
  expect(await s.isRight()).toBe(true);
  expect(await s.isRight()).toBe(true);
  s.instance.dispose();
});

it('parts without points, and lists without keys, whatever the prototype of objects holds', async () => {
  const s = await scene(3000);
  const { G1 } = s;
  const [others, scalars] = [G1.randomPoints(3000, 7), G1.randomScalars(3000, 8)];
  const expected = G1.msm(others, scalars);
  const names = ['points', 'key', 'kept', 'needsKept', 'worker'];
  try {
    for (const name of names) {
      const value = name === 'needsKept' || { polluted: true };
      Object.defineProperty(Object.prototype, name, {
        ...{ value, configurable: true, writable: true },
      });
    }
    expect(await s.isRight()).toBe(true);
    expect((await G1.msmAsync(others, scalars)).equals(expected)).toBe(true);
    expect(await s.run('echo', [{ value: 4 }])).toEqual([4]);
  } finally {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name);
  }
  s.instance.dispose();
});
