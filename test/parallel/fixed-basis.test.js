/** Fixed bases with a table in each worker. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isInputError, rejectionOf } from '../support/errors.js';
import { createWithPool } from './pool.js';

describe.each([1, 2])('on %i threads', (threads) => {
  const n = 2500;
  let instance;
  let pool;
  let G1;
  let points;
  let scalars;
  let basis;
  beforeAll(async () => {
    const options = { threads, groups: ['G1'], backend: 'portable' };
    ({ instance, pool } = await createWithPool('bls12-381', options));
    ({ G1 } = instance);
    points = G1.randomPoints(n, 1);
    scalars = G1.randomScalars(n, 2);
    basis = await G1.fixedBasis(points, { memory: 2 ** 21 });
  });
  afterAll(() => instance.dispose());

  it('each worker has a table', () => {
    expect(basis.bytes).toBeGreaterThan(0);
    if (threads > 1) expect(pool.workers.map(({ kept }) => kept.size)).toEqual([1, 1]);
  });

  it('msmAsync gives what msm gives, for all, few and chosen points', async () => {
    expect((await basis.msmAsync(scalars)).equals(basis.msm(scalars))).toBe(true);
    for (const count of [0, 1, 1200, 2000, n]) {
      const some = scalars.subarray(0, 32 * count);
      expect((await basis.msmAsync(some)).equals(basis.msm(some)), `${count}`).toBe(true);
      const indices = Array.from({ length: count }, (_, i) => n - 1 - i);
      const options = { indices, endian: 'le' };
      const sum = await basis.msmAsync(some, options);
      expect(sum.equals(basis.msm(some, options)), `${count} from the end`).toBe(true);
    }
  });

  it('refuses what msm refuses, aborts, and reports 100 %', async () => {
    isInputError(await rejectionOf(basis.msmAsync(new Uint8Array(32 * (n + 1)))));
    isInputError(await rejectionOf(basis.msmAsync(new Uint8Array(64), { indices: [3, 3] })));
    const reason = new Error('enough');
    const signal = AbortSignal.abort(reason);
    expect(await rejectionOf(basis.msmAsync(scalars, { signal }))).toBe(reason);
    const controller = new AbortController();
    const sum = basis.msmAsync(scalars, { signal: controller.signal });
    controller.abort(reason);
    expect(await rejectionOf(sum)).toBe(reason);
    const reports = [];
    await basis.msmAsync(scalars, { onProgress: (report) => reports.push(report) });
    expect(reports.at(-1)).toMatchObject({ phase: 'done' });
  });

  it.runIf(threads > 1)('computes here what a dead worker would have', async () => {
    const expected = basis.msm(scalars);
    const sum = basis.msmAsync(scalars);
    pool.workers[1].port.end();
    expect((await sum).equals(expected)).toBe(true);
    expect((await basis.msmAsync(scalars)).equals(expected)).toBe(true);
  });

  it('disposed of meanwhile, it serves what runs', async () => {
    const expected = basis.msm(scalars);
    const sums = [basis.msmAsync(scalars), basis.msmAsync(scalars)];
    basis.dispose();
    isInputError(await rejectionOf(basis.msmAsync(scalars)));
    for (const sum of await Promise.all(sums)) expect(sum.equals(expected)).toBe(true);
  });

  it('without a table', async () => {
    const plain = await G1.fixedBasis(points, { memory: 0 });
    const indices = [2400, 3, 77];
    const three = scalars.subarray(0, 96);
    expect((await plain.msmAsync(three, { indices })).equals(plain.msm(three, { indices }))).toBe(
      true,
    );
    expect((await plain.msmAsync(scalars)).equals(plain.msm(scalars))).toBe(true);
  });
});
