/**
 * Proofs of cells on workers: equal to those on one thread, with and without tables, after aborts
 * and deaths. 4 seconds, on the fastest kernel.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toBytesBE } from '../../src/math/integers.js';
import { elementsOf } from '../../src/protocols/kzg/scalars.js';
import { mainnet } from '../../src/trusted-setup.js';
import { createWithPool, until, wait } from '../parallel/pool.js';
import { rejectionOf } from '../support/errors.js';
import { concat } from '../support/hex.js';

describe('proofs of cells on workers', () => {
  /** @type {any} */
  let kzg;
  /** @type {any} */
  let pool;
  /** @type {any} */
  let instance;
  /** @type {Uint8Array} */
  let blob;
  /** @type {[Uint8Array[], Uint8Array[]]} */
  let expected;
  beforeAll(async () => {
    ({ instance, pool } = await createWithPool('bls12-381', { groups: ['G1'] }));
    kzg = await instance.kzg(mainnet, { memory: 2 ** 21 });
    const elements = elementsOf(instance.G1.randomScalars(4096, 5));
    blob = concat(...elements.map((element) => toBytesBE(element, 32)));
    expected = kzg.computeCellsAndKzgProofs(blob);
  });
  afterAll(() => instance.dispose());

  const isExpected = (/** @type {[Uint8Array[], Uint8Array[]]} */ computed) =>
    expect(Buffer.compare(concat(...computed.flat()), concat(...expected.flat()))).toBe(0);
  const compute = async (/** @type {object} */ options = {}) =>
    isExpected(await kzg.computeCellsAndKzgProofsAsync(blob, options));
  const computing = () => until(() => pool.workers.every((/** @type {any} */ { call }) => call));
  const kept = () => pool.workers.map((/** @type {any} */ worker) => worker.kept.size);

  it('are those of one thread, with progress, beside a call that is aborted', async () => {
    /** @type {any[]} */
    const reports = [];
    const call = compute({ onProgress: (/** @type {any} */ report) => reports.push(report) });
    const controller = new AbortController();
    const { signal } = controller;
    const aborted = rejectionOf(kzg.computeCellsAndKzgProofsAsync(blob, { signal }));
    await computing();
    controller.abort(new Error('enough'));
    expect((await aborted).message).toBe('enough');
    await call;
    reports.forEach(({ done }, i) =>
      expect(done).toBeGreaterThanOrEqual(reports[i - 1]?.done ?? 0),
    );
    const { done, total } = reports[reports.length - 1];
    expect([reports.length > 3, done]).toEqual([true, total]);
    expect(kept()).toEqual([1, 1]);
  });

  it('with tables in workers, one of which dies and is replaced; then forgotten', async () => {
    await kzg.prepare();
    const call = compute();
    await computing();
    pool.workers[1].port.end();
    await call;
    await until(() => pool.workers[1].isLive);
    kzg.dispose();
    expect(kept()).toEqual([0, 0]);
  });

  it('of recovered cells, if all workers die for good', async () => {
    kzg = await instance.kzg(mainnet);
    for (const worker of pool.workers) worker.replacements = 0;
    const indices = Array.from({ length: 64 }, (_, i) => 2 * i);
    const cells = indices.map((k) => expected[0][k]);
    const call = kzg.recoverCellsAndKzgProofsAsync(indices, cells);
    await computing();
    await wait(20);
    for (const { port } of pool.workers) port.end();
    isExpected(await call);
    expect(instance.threads).toBe(1);
  });
});
