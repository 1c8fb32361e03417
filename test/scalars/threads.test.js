/** Transforms on workers: the same elements as on one thread, and what ends them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBls12381, createPasta } from '../../src/index.js';
import { InputError } from '../../src/errors.js';
import { runShares } from '../../src/group/scalars/parallel-transform.js';
import { backends } from '../support/backends.js';

const WASM = backends.filter((backend) => backend === 'portable' || backend === 'fma');
const LOG = 15;

describe.each(WASM)('nttAsync on workers [%s]', (backend) => {
  describe.each([
    ['BLS12-381', 2, (/** @type {any} */ o) => createBls12381({ ...o, groups: ['G1'] }), 'G1'],
    ['Vesta', 4, (/** @type {any} */ o) => createPasta({ ...o, groups: ['vesta'] }), 'vesta'],
  ])('%s, %i threads', (_, threads, create, member) => {
    let [instance, Fr, bytes] = /** @type {any[]} */ ([]);
    beforeAll(async () => {
      instance = await create({ backend, threads });
      Fr = await instance[member].scalarField();
      bytes = instance[member].randomScalars(2 ** LOG + 1, 5);
      expect(instance.threads, instance.threadsReason).toBe(threads);
    });
    afterAll(() => instance?.dispose());

    it.each([[{}], [{ coset: 5n }], [{ inverse: true }], [{ inverse: true, coset: -5n }]])(
      '%o',
      async (how) => {
        const [here, there] = [0, 1].map(() => Fr.vector(bytes.subarray(32)));
        Fr.ntt(here, how);
        const reports = /** @type {number[]} */ ([]);
        const onProgress = (/** @type {any} */ { done, total }) => reports.push(done / total);
        expect(await Fr.nttAsync(there, { ...how, onProgress })).toBe(there);
        expect(Buffer.compare(there.toBytes(), here.toBytes())).toBe(0);
        expect(reports.at(-1)).toBe(1);
        expect(reports).toEqual(reports.toSorted((a, b) => a - b));
        for (const vector of [here, there]) vector.dispose();
      },
    );

    it('a slice at an odd position, and nothing beside it', async () => {
      const [here, there] = [0, 1].map(() => Fr.vector(bytes));
      Fr.ntt(here.slice(1, here.length));
      await Fr.nttAsync(there.slice(1, there.length));
      expect(Buffer.compare(there.toBytes(), here.toBytes())).toBe(0);
      for (const vector of [here, there]) vector.dispose();
    });

    it('an abort rejects with its reason, and the vector is free again', async () => {
      const vector = Fr.vector(bytes.subarray(32));
      const control = new AbortController();
      const work = Fr.nttAsync(vector, { signal: control.signal });
      expect(() => vector.at(0)).toThrow(InputError);
      control.abort('enough');
      await expect(work).rejects.toBe('enough');
      expect(vector.at(0)).toBeTypeOf('bigint');
      vector.dispose();
    });
  });
});

it("results of workers are overwritten, also if this thread's work fails", async () => {
  const wiped = async (/** @type {() => Promise<unknown>} */ here) => {
    const results = [new Uint8Array(64).fill(7), new Uint8Array(64).fill(9)];
    const taken = /** @type {number[]} */ ([]);
    const answered = (/** @type {any[]} */ parts) => parts.map(({ done }, i) => done(results[i]));
    const field = /** @type {any} */ ({
      lists: { transfer: { take: (_, /** @type {Uint8Array} */ bytes) => taken.push(bytes[0]) } },
      context: { engine: { parallel: { run: async (_, parts) => answered(parts) } } },
    });
    const shares = results.map((_, i) => ({ list: i, work: { count: 2 } }));
    const what = /** @type {any} */ ({ task: 'transform', shares });
    const error = await runShares(field, what, here, /** @type {any} */ ({})).catch((e) => e);
    expect(results.every((bytes) => bytes.every((byte) => byte === 0))).toBe(true);
    return { taken, error };
  };
  expect(await wiped(async () => {})).toEqual({ taken: [7, 9], error: undefined });
  const error = new Error('aborted');
  const failed = await wiped(() => Promise.reject(error));
  expect(failed.error).toBe(error);
  expect(failed.taken).toEqual([]);
});
