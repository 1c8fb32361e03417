/** Abort, disposal, progress, turns, and what a call may touch. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isInputError, rejectionOf } from '../support/errors.js';
import { rounds } from '../support/extent.js';
import { scene, until, wait } from './pool.js';

/** @type {any} */
let s;
/** @type {unknown[]} */
let unhandled;
const note = (/** @type {unknown} */ error) => void unhandled.push(error);
beforeEach(() => {
  unhandled = [];
  process.on('unhandledRejection', note);
});
afterEach(async () => {
  s?.instance.dispose();
  await wait(5);
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

let state = 11;
const random = (/** @type {number} */ below) => (state = (state * 48271) % 2147483647) % below;

describe('abort', () => {
  it('at random times rejects at once, and the next sum is right', async () => {
    s = await scene(1000);
    for (let i = 0; i < rounds(40); i++) {
      const controller = new AbortController();
      const reason = new Error(`enough ${i}`);
      const sum = s.isRight({ signal: controller.signal }).catch((error) => error);
      await wait(random(i % 2 ? 4 : 30));
      controller.abort(reason);
      expect([true, reason]).toContain(await sum);
      if (i % 4 === 0) expect(await s.isRight()).toBe(true);
    }
    expect(s.pool.workers.every(({ state }) => state === 'live')).toBe(true);
  });

  it('before the start, twice, after the end', async () => {
    s = await scene(300);
    const reason = new Error('enough');
    expect(await rejectionOf(s.isRight({ signal: AbortSignal.abort(reason) }))).toBe(reason);
    const controller = new AbortController();
    expect(await s.isRight({ signal: controller.signal })).toBe(true);
    controller.abort(reason);
    controller.abort(new Error('again'));
    const read = s.G1.pointsAsync(s.points.toBytes(), { signal: controller.signal });
    expect(await rejectionOf(read)).toBe(reason);
    const other = new AbortController();
    const task = s.run('spin', [{ ms: 30 }, { ms: 30 }, { ms: 30 }], { signal: other.signal });
    await wait(5);
    other.abort(reason);
    expect(await rejectionOf(task)).toBe(reason);
    expect(await s.run('echo', [{ value: 4 }])).toEqual([4]);
  });
});

describe('disposal', () => {
  it('rejects what runs and what waits, at once, also twice', async () => {
    s = await scene(2000);
    const { points, scalars, G1 } = s;
    const jobs = [0, 1, 2].map(() => rejectionOf(G1.msmAsync(points, scalars)));
    jobs.push(rejectionOf(G1.pointsAsync(points.toBytes())));
    await wait(3);
    s.instance.dispose();
    s.instance.dispose();
    for (const error of await Promise.all(jobs)) isInputError(error);
    isInputError(await rejectionOf(G1.msmAsync(points, scalars)));
  });

  it('of promises that nobody awaits is no unhandled rejection', async () => {
    s = await scene(2000);
    /** @type {unknown[]} */
    const unhandled = [];
    const listener = (/** @type {unknown} */ error) => unhandled.push(error);
    process.on('unhandledRejection', listener);
    s.G1.msmAsync(s.points, s.scalars);
    s.G1.pointsAsync(s.points.toBytes());
    s.run('spin', [{ ms: 20 }]).catch(() => {});
    await wait(2);
    s.instance.dispose();
    await wait(30);
    process.off('unhandledRejection', listener);
    expect(unhandled).toEqual([]);
  });

  it('from onProgress', async () => {
    s = await scene(6000);
    const { instance } = s;
    const error = await rejectionOf(s.isRight({ onProgress: () => instance.dispose() }));
    isInputError(error);
  });

  it('ends workers that start', async () => {
    const creating = scene(10);
    s = await creating;
    const [worker] = s.pool.workers;
    worker.port.end();
    await until(() => worker.replacements === 0);
    s.instance.dispose();
    await wait(100);
    expect(s.pool.workers.every(({ port }) => port === null)).toBe(true);
  });
});

describe('progress', () => {
  it('never falls, comes at most 20 times a second, and ends at 100 % once', async () => {
    s = await scene(12_000);
    const reports = [];
    const onProgress = ({ done, total }) =>
      reports.push({ share: done / total, at: performance.now() });
    const start = performance.now();
    expect(await s.isRight({ onProgress })).toBe(true);
    const shares = reports.map(({ share }) => share);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.filter((share) => share === 1).length).toBe(1);
    expect(shares.at(-1)).toBe(1);
    // Not each gap: on a busy machine a report may come late, and the next one in time.
    const elapsed = reports[reports.length - 1].at - start;
    expect(reports.length).toBeLessThanOrEqual(elapsed / 50 + 2);
  });

  it('of reading what all workers keep: never falls, 100 % once', async () => {
    s = await scene(3000, { internals: { cutOf: () => ({ workers: 2, byWindows: true }) } });
    const bytes = s.points.toBytes();
    /** @type {number[]} */
    const shares = [];
    await s.G1.pointsAsync(bytes, { onProgress: ({ done, total }) => shares.push(done / total) });
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.filter((share) => share === 1)).toEqual([1]);
    expect(shares.at(-1)).toBe(1);
    for (let i = 0; i < rounds(12); i++) {
      const controller = new AbortController();
      const { signal } = controller;
      const reading = s.G1.pointsAsync(bytes, { signal }).catch((error) => error);
      await wait(random(60));
      controller.abort(i);
      expect([i, 3000]).toContain((await reading)?.length ?? (await reading));
    }
    expect((await s.G1.pointsAsync(bytes)).toBytes()).toEqual(bytes);
  });

  it('of what nobody waits for is not told', async () => {
    s = await scene(100);
    process.on('uncaughtException', note);
    const message = { op: 'run', engine: 0, task: 'report', input: { ms: 300 } };
    for (const worker of s.pool.workers) worker.tell(message);
    // Reports would come while no call runs.
    await wait(250);
    const values = s.pool.workers.map((_, value) => value);
    const inputs = values.map((value) => ({ ms: 0, value }));
    expect(await s.run('report', inputs)).toEqual(values);
    process.off('uncaughtException', note);
  });

  it('rejects with what onProgress throws', async () => {
    s = await scene(3000);
    const thrown = new Error('from onProgress');
    const onProgress = () => {
      throw thrown;
    };
    expect(await rejectionOf(s.isRight({ onProgress }))).toBe(thrown);
    const read = s.G1.pointsAsync(s.points.toBytes(), { onProgress });
    expect(await rejectionOf(read)).toBe(thrown);
    expect(await s.isRight()).toBe(true);
  });
});

describe('turns', () => {
  it('jobs share the workers part by part', async () => {
    s = await scene(10);
    /** By job, as parts are sent. @type {string[]} */
    const sent = [];
    const order = [];
    const job = (name, count) => {
      const input = () => ({
        get ms() {
          sent.push(name);
          return 4;
        },
        value: 0,
      });
      return s.run('spin', Array.from({ length: count }, input)).then(() => order.push(name));
    };
    await Promise.all([job('large', 40), job('small', 3), job('tiny', 1)]);
    // Two workers take parts of the first before there are others.
    const turns = 'large large large small tiny large small large small large large';
    expect(sent.slice(0, 11).join(' ')).toBe(turns);
    expect(sent).toHaveLength(44);
    expect(order.at(-1)).toBe('large');
  });

  it('parts are cut when their worker is idle', async () => {
    s = await scene(10);
    let cut = 0;
    const inputs = Array.from({ length: 12 }, () => ({
      get ms() {
        return 5;
      },
    }));
    const { engine, lifetime } = s;
    const parts = inputs.map((input) => ({
      weight: 1,
      message: () => (cut++, { input: { ms: input.ms }, transfer: [] }),
      here: () => 0,
    }));
    const control = { signal: undefined, onProgress: undefined, lifetime };
    const running = engine.parallel.run('spin', parts, control);
    expect(cut).toBe(2);
    await running;
    expect(cut).toBe(12);
  });
});

describe('points of a long list', () => {
  /** Short scalars, as the length of the list is the subject. */
  const few = (/** @type {number} */ n) =>
    Uint8Array.from({ length: 32 * n }, (_, i) => (i % 32 === 31 ? i : 0));

  it('go ahead of the sum, a MiB at a time, once', async () => {
    s = await scene(10);
    const n = 17_000;
    const [points, scalars] = [s.G1.randomPoints(n, 1), few(n)];
    const expected = s.G1.msm(points, scalars);
    /** Bytes of points in each message. @type {number[]} */
    const sent = [];
    for (const { port } of s.pool.workers) {
      const { post } = port;
      port.post = (message, transfer) => {
        const bytes = (message.list?.fill ?? []).map(({ bytes: own }) => own.length);
        if (bytes.length > 0) sent.push(bytes.reduce((sum, length) => sum + length, 0));
        return post.call(port, message, transfer);
      };
    }
    const sum = () => s.G1.msmAsync(points, scalars);
    expect((await sum()).equals(expected)).toBe(true);
    const all = sent.reduce((a, b) => a + b, 0);
    expect(Math.max(...sent)).toBeLessThanOrEqual(2 ** 20);
    expect(all % n).toBe(0);
    expect((await sum()).equals(expected)).toBe(true);
    expect(sent.reduce((a, b) => a + b, 0)).toBe(all);
    // A worker that starts again lacks its points, and waits for them.
    s.pool.workers[1].port.end();
    await until(() => s.pool.workers[1].kept.size === 0);
    expect((await sum()).equals(expected)).toBe(true);
  });
});

describe("the caller's data", () => {
  it('are read before the call returns, and stay attached', async () => {
    s = await scene(1500);
    const { G1, points, scalars, expected } = s;
    const own = scalars.slice();
    const sum = G1.msmAsync(points, own);
    own.fill(0);
    expect((await sum).equals(expected)).toBe(true);
    expect(own.length).toBe(scalars.length);
    const bytes = points.toBytes();
    const copy = bytes.slice();
    const reading = G1.pointsAsync(copy);
    copy.fill(0xff);
    expect((await reading).toBytes()).toEqual(bytes);
    expect(copy.length).toBe(bytes.length);
    const list = [points.at(0), points.at(1)];
    const few = G1.pointsAsync(list);
    list.length = 0;
    expect((await few).length).toBe(2);
  });

  it('a vector disposed of meanwhile is used to the end, and freed everywhere', async () => {
    s = await scene(1500);
    for (let i = 0; i < 5; i++) {
      const points = s.G1.randomPoints(1500, 1);
      const sums = [s.G1.msmAsync(points, s.scalars), s.G1.msmAsync(points, s.scalars)];
      await wait(random(6));
      points.dispose();
      isInputError(await rejectionOf(s.G1.msmAsync(points, s.scalars)));
      for (const sum of await Promise.all(sums)) expect(sum.equals(s.expected)).toBe(true);
    }
    expect(await s.isRight()).toBe(true);
  });

  it('strict scalars are refused with their index; lengths must fit', async () => {
    s = await scene(600);
    const scalars = s.scalars.slice();
    scalars.fill(0xff, 500 * 32, 501 * 32);
    const error = await rejectionOf(s.G1.msmAsync(s.points, scalars, { strict: true }));
    expect(error).toMatchObject({ code: 'ERR_SCALAR', index: 500 });
    isInputError(await rejectionOf(s.G1.msmAsync(s.points, scalars.subarray(32))));
    const detached = scalars.slice();
    structuredClone(detached, { transfer: [detached.buffer] });
    isInputError(await rejectionOf(s.G1.msmAsync(s.points, detached)));
  });
});
