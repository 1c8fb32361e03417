/** Batches of BLS signatures on workers: exact, aborted, with workers that die, disposed of. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBls12381 } from '../../src/bls12-381.js';
import { isInputError, rejectionOf } from '../support/errors.js';
import { blsItems } from '../protocols/bls-items.js';
import { createWithPool, until, wait } from './pool.js';

/** Enough for a part of each of two workers. */
const COUNT = 24;

/** One that is invalid. @param {any} item @param {any} other */
const spoiled = (item, other) => ({ ...item, signature: other.signature });

describe.each(/** @type {const} */ (['minPk', 'minSig']))('%s on two threads', (name) => {
  /** @type {any} */
  let instance;
  /** @type {any} */
  let pool;
  /** @type {any} */
  let alone;
  /** @type {any[]} */
  let items;
  /** @type {Set<string>} Tasks that workers were given. */
  const given = new Set();

  beforeAll(async () => {
    alone = await createBls12381();
    items = blsItems(alone, name, COUNT);
    ({ instance, pool } = await createWithPool('bls12-381'));
    for (const { port } of pool.workers) {
      const post = port.post.bind(port);
      port.post = (/** @type {any} */ message, /** @type {any[]} */ ...more) => {
        if (message.task) given.add(message.input.task);
        return post(message, ...more);
      };
    }
  });
  afterAll(() => {
    instance.dispose();
    alone.dispose();
  });

  it('gives the answers of one thread, wherever an invalid item is, on workers', async () => {
    const protocol = instance[name];
    const reports = [];
    const onProgress = (/** @type {any} */ report) => reports.push(report);
    expect(await protocol.verifyBatchAsync(items, { onProgress })).toBe(true);
    expect(reports.at(-1)).toEqual({ phase: 'done', done: COUNT, total: COUNT });
    expect([...given]).toEqual([name]);
    expect(await protocol.findInvalidAsync(items)).toEqual([]);
    for (const bad of [[0], [COUNT / 2 - 1], [COUNT / 2], [COUNT - 1], [2, 13, 20]]) {
      const list = items.map((item, i) =>
        bad.includes(i) ? spoiled(item, items[(i + 1) % COUNT]) : item,
      );
      expect(await protocol.verifyBatchAsync(list)).toBe(false);
      expect(await protocol.findInvalidAsync(list)).toEqual(bad);
      expect(alone[name].findInvalid(list)).toEqual(bad);
    }
  });

  it('takes keys and signatures in every form, tags, long messages, and what is no item', async () => {
    const [keys, signatures] =
      name === 'minPk' ? [instance.G1, instance.G2] : [instance.G2, instance.G1];
    const protocol = instance[name];
    const dst = 'ANOTHER-TAG-V01';
    const message = new Uint8Array(2 ** 15).fill(3);
    const long = {
      message,
      signature: signatures.hashToCurve(message, { dst }).multiply(7n),
      publicKey: keys.generator.multiply(7n),
    };
    const list = Array.from({ length: COUNT }, (_, i) =>
      i % 2 ? long : { ...long, publicKey: long.publicKey.toBytes() },
    );
    expect(await protocol.verifyBatchAsync(list, { dst })).toBe(true);
    expect(await protocol.verifyBatchAsync(list)).toBe(false);
    list[3] = { ...long, publicKey: keys.identity };
    list[9] = { ...long, signature: new Uint8Array(5) };
    list[22] = { ...long, publicKey: long.publicKey.toBytes().fill(0xff) };
    expect(await protocol.findInvalidAsync(list, { dst })).toEqual([3, 9, 22]);
    const mistaken = list.with(12, /** @type {any} */ (null));
    const error = await rejectionOf(protocol.findInvalidAsync(mistaken, { dst }));
    expect(error).toMatchObject({ code: 'ERR_INPUT', index: 12 });
  });

  it('reads its items before it returns, and ends on abort', async () => {
    const protocol = instance[name];
    const own = items.map((item) => ({ ...item, signature: item.signature.slice() }));
    const verifying = protocol.verifyBatchAsync(own);
    for (const { signature } of own) signature.fill(0);
    own.length = 0;
    expect(await verifying).toBe(true);
    const reason = new Error('enough');
    const controller = new AbortController();
    const aborted = protocol.findInvalidAsync(items, { signal: controller.signal });
    await wait(1);
    controller.abort(reason);
    expect(await rejectionOf(aborted)).toBe(reason);
    const late = protocol.verifyBatchAsync(items, { signal: controller.signal });
    expect(await rejectionOf(late)).toBe(reason);
    expect(await protocol.verifyBatchAsync(items)).toBe(true);
  });

  it('survives the death of a worker, and of all', async () => {
    const protocol = instance[name];
    const list = [...items];
    list[17] = spoiled(items[17], items[1]);
    const [worker] = pool.workers;
    const finding = protocol.findInvalidAsync(list);
    await wait(2);
    worker.port.end();
    expect(await finding).toEqual([17]);
    await until(() => worker.state !== 'starting');
    const again = protocol.findInvalidAsync(list);
    await wait(2);
    for (const { port } of pool.workers) port?.end();
    expect(await again).toEqual([17]);
    expect(await protocol.verifyBatchAsync(items)).toBe(true);
  });
});

it('rejects when its instance is disposed of', async () => {
  const { instance } = await createWithPool('bls12-381');
  const items = blsItems(instance, 'minPk', COUNT);
  const verifying = instance.minPk.verifyBatchAsync(items);
  const failing = instance.minPk.findInvalidAsync(items);
  instance.dispose();
  const calls = [verifying, failing, instance.minPk.verifyBatchAsync(items)];
  for (const error of await Promise.all(calls.map(rejectionOf))) isInputError(error);
});

it('an instance that hashes to one group alone', async () => {
  const { instance } = await createWithPool('bls12-381', { hashing: 'G2' });
  try {
    const items = blsItems(instance, 'minPk', COUNT);
    expect(await instance.minPk.verifyBatchAsync(items)).toBe(true);
    items[5] = spoiled(items[5], items[6]);
    expect(await instance.minPk.findInvalidAsync(items)).toEqual([5]);
  } finally {
    instance.dispose();
  }
});
