/** Batches of signatures, in slices and on workers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rejectionOf } from '../support/errors.js';
import { ecdsaItems, schnorrItems } from '../protocols/signing.js';
import { createWithPool } from './pool.js';

/** @type {Record<string, any[]>} */
const few = { ecdsa: ecdsaItems(6), schnorr: schnorrItems(6) };

/** Many items, of a few that repeat. */
const many = (/** @type {string} */ name, /** @type {number} */ count) =>
  Array.from({ length: count }, (_, i) => few[name][i % 6]);

/** One that is invalid. */
const spoiled = (item) => ({ ...item, signature: item.signature.map((b, i) => b ^ +(i === 40)) });

describe.each([1, 2])('on %i threads', (threads) => {
  let instance;
  beforeAll(async () => {
    ({ instance } = await createWithPool('secp256k1', { threads }));
  });
  afterAll(() => instance.dispose());

  describe.each(['ecdsa', 'schnorr'])('%s', (name) => {
    it('verifies batches of any length', async () => {
      for (const count of [0, 1, 3, 9, 127, 256, 700]) {
        expect(await instance[name].verifyBatchAsync(many(name, count)), `${count}`).toBe(true);
      }
      const reports = [];
      const onProgress = (report) => reports.push(report);
      await instance[name].verifyBatchAsync(many(name, 600), { onProgress });
      expect(reports.at(-1)).toMatchObject({ done: 600, total: 600 });
    });

    it('finds invalid items wherever they are', async () => {
      const bad = [0, 5, 127, 128, 255, 299];
      const list = many(name, 300);
      for (const i of bad) list[i] = spoiled(list[i]);
      expect(await instance[name].findInvalidAsync(list)).toEqual(bad);
      expect(await instance[name].verifyBatchAsync(list)).toBe(false);
      expect(await instance[name].findInvalidAsync(many(name, 300))).toEqual([]);
      for (const i of [0, 149, 150, 299]) {
        const one = many(name, 300);
        one[i] = spoiled(one[i]);
        expect(await instance[name].verifyBatchAsync(one)).toBe(false);
      }
    });

    it('verifies a feed and finds what is invalid in it, with one progress', async () => {
      for (const bad of [
        [],
        [0],
        [299],
        [3, 150, 151, 298],
        Array.from({ length: 300 }, (_, i) => i),
      ]) {
        const list = many(name, 300);
        for (const i of bad) list[i] = spoiled(list[i]);
        const reports = [];
        const onProgress = ({ done, total }) => reports.push(done / total);
        expect(await instance[name].verifyFeedAsync(list, { onProgress })).toEqual(bad);
        expect(reports.at(-1)).toBe(1);
        expect(reports.toSorted((a, b) => a - b)).toEqual(reports);
      }
      expect(await instance[name].verifyFeedAsync([])).toEqual([]);
      const signal = AbortSignal.abort(new Error('no more'));
      const error = await rejectionOf(instance[name].verifyFeedAsync(many(name, 9), { signal }));
      expect(error).toBe(signal.reason);
    });

    it('reads its items before it returns', async () => {
      const list = many(name, 300).map((item) => ({ ...item, signature: item.signature.slice() }));
      const verifying = instance[name].verifyBatchAsync(list);
      for (const { signature } of list) signature.fill(0);
      list.length = 0;
      expect(await verifying).toBe(true);
    });

    it('finds lengths invalid, and rejects other types, what is no list, and on abort', async () => {
      const list = many(name, 300);
      const broken = [...list, { ...list[0], signature: new Uint8Array(3) }];
      expect(await instance[name].verifyBatchAsync(broken)).toBe(false);
      expect(await instance[name].findInvalidAsync(broken)).toEqual([300]);
      const without = [...list, { ...list[0], publicKey: undefined }];
      expect(await rejectionOf(instance[name].findInvalidAsync(without))).toMatchObject({
        code: 'ERR_INPUT',
        index: 300,
      });
      expect(await rejectionOf(instance[name].findInvalidAsync(5))).toMatchObject({
        code: 'ERR_INPUT',
      });
      const wrong = instance[name].verifyBatchAsync(list, { lows: true });
      expect(await rejectionOf(wrong)).toMatchObject({ code: 'ERR_INPUT' });
      const reason = new Error('enough');
      const aborted = instance[name].verifyBatchAsync(list, { signal: AbortSignal.abort(reason) });
      expect(await rejectionOf(aborted)).toBe(reason);
    });
  });

  it('admits high s where asked to, keys in every form, and recovery ids', async () => {
    const { ecdsa, group } = instance;
    const list = many('ecdsa', 260).map((item, i) => {
      const point = group.point(item.publicKey);
      const publicKey = [item.publicKey, point.toBytes('uncompressed'), point][i % 3];
      return { ...item, publicKey };
    });
    expect(await ecdsa.verifyBatchAsync(list)).toBe(true);
    const order = group.order;
    const s = BigInt(`0x${Buffer.from(list[7].signature.subarray(32)).toString('hex')}`);
    const high = Buffer.from((order - s).toString(16).padStart(64, '0'), 'hex');
    const signature = Uint8Array.from([...list[7].signature.subarray(0, 32), ...high]);
    list[7] = { ...list[7], signature, recoveryId: list[7].recoveryId ^ 1 };
    expect(await ecdsa.verifyBatchAsync(list)).toBe(false);
    expect(await ecdsa.verifyBatchAsync(list, { lowS: false })).toBe(true);
    expect(await ecdsa.findInvalidAsync(list)).toEqual([7]);
    list[200] = { ...list[200], recoveryId: list[200].recoveryId ^ 1 };
    expect(await ecdsa.findInvalidAsync(list, { lowS: false })).toEqual([200]);
  });
});
