/** Workers die in every way; sums stay right, and nothing hangs. */
import { afterEach, describe, expect, it } from 'vitest';
import { InputError, PointError, ResourceError } from '../../src/errors.js';
import { rejectionOf } from '../support/errors.js';
import { some } from '../support/extent.js';
import { scene, until, wait } from './pool.js';

/** @type {any} */
let s;
afterEach(() => s?.instance.dispose());

const states = () => s.pool.workers.map(({ state }) => state);

describe('a worker that dies', () => {
  it('in the middle of a sum: another does its part; it is replaced once', async () => {
    s = await scene(3000);
    const [worker] = s.pool.workers;
    let sum = s.isRight();
    await wait(1);
    worker.port.end();
    expect(await sum).toBe(true);
    // The sum may have ended before the worker did.
    await until(() => worker.replacements === 0 && worker.isLive);
    expect([s.instance.threads, s.instance.threadsReason]).toEqual([2, expect.any(String)]);
    expect(await s.isRight()).toBe(true);
    sum = s.isRight();
    await wait(1);
    worker.port.end();
    expect(await sum).toBe(true);
    await until(() => worker.state === 'dead');
    expect(s.instance.threads).toBe(1);
    expect(await s.isRight()).toBe(true);
  });

  it('by throwing, or by its own exit', async () => {
    s = await scene(500);
    expect(await s.run('crash', [{}])).toEqual(['here']);
    expect(s.instance.threadsReason).toMatch(/crashed on purpose|ended/);
    expect(await s.isRight()).toBe(true);
    await until(() => !states().includes('starting'));
    expect(await s.run('exit', [{}])).toEqual(['here']);
    expect(await s.isRight()).toBe(true);
  });

  it('with all others, in the middle of a sum', async () => {
    s = await scene(3000);
    const sums = [s.isRight(), s.isRight()];
    await wait(2);
    for (const { port } of s.pool.workers) port.end();
    expect(await Promise.all(sums)).toEqual([true, true]);
    const isReplaced = (/** @type {any} */ worker) => worker.replacements === 0 && worker.isLive;
    await until(() => s.pool.workers.every(isReplaced));
    for (const { port } of s.pool.workers) port.end();
    await until(() => states().every((state) => state === 'dead'));
    expect(s.instance.threads).toBe(1);
    expect(await s.isRight()).toBe(true);
    expect(await s.run('echo', [{}, {}])).toEqual(['here', 'here']);
    const read = await s.G1.pointsAsync(s.points.toBytes());
    expect(read.at(2999).equals(s.points.at(2999))).toBe(true);
  });

  it('with all others, in the middle of sums, and is not replaced', async () => {
    s = await scene(3000);
    for (const worker of s.pool.workers) worker.replacements = 0;
    const sums = [s.isRight(), s.isRight(), s.isRight()];
    await wait(2);
    for (const { port } of s.pool.workers) port.end();
    expect(await Promise.all(sums)).toEqual([true, true, true]);
    await until(() => states().every((state) => state === 'dead'));
  });

  it('while it reads points', async () => {
    s = await scene(1500);
    const bytes = s.points.toBytes();
    const reading = s.G1.pointsAsync(bytes);
    await wait(3);
    s.pool.workers[1].port.end();
    const read = await reading;
    expect(read.toBytes()).toEqual(bytes);
    expect((await s.G1.msmAsync(read, s.scalars)).equals(s.expected)).toBe(true);
  });

  it('while it reads points that all workers keep, or checks them', async () => {
    for (const ms of some([1, 8, 16, 24], 2, 'deaths')) {
      s?.instance.dispose();
      s = await scene(1500, { internals: { cutOf: () => ({ workers: 2, byWindows: true }) } });
      const bytes = s.points.toBytes();
      const reading = s.G1.pointsAsync(bytes);
      await wait(ms);
      s.pool.workers[ms % 3 ? 0 : 1].port.end();
      const read = await reading;
      expect(read.toBytes()).toEqual(bytes);
      expect((await s.G1.msmAsync(read, s.scalars)).equals(s.expected)).toBe(true);
    }
  });

  it('in silence: the watchdog notices', async () => {
    s = await scene(500, { internals: { silentMs: 1000 } });
    expect(await s.run('spin', [{ ms: 1e9 }, { ms: 0, value: 1 }])).toEqual(['here', 1]);
    expect(s.instance.threadsReason).toMatch(/1000 ms/);
    expect(await s.isRight()).toBe(true);
    s.instance.dispose();
    s = await scene(500, { internals: { silentMs: 1000 } });
    expect(await s.run('never', [{}])).toEqual(['here']);
  });

  it('is not suspected of a part that makes no reports', async () => {
    s = await scene(500, { internals: { silentMs: 100 } });
    expect(await s.run('spin', [{ ms: 400, value: 7 }], { isSilent: true })).toEqual([7]);
    expect(s.instance.threadsReason).toBeUndefined();
  });

  it('is not suspected while the main thread is busy', async () => {
    s = await scene(500, { internals: { silentMs: 300 } });
    const answers = s.run('spin', [{ ms: 100, value: 7 }], { here: () => 'here' });
    for (const end = performance.now() + 900; performance.now() < end;);
    expect(await answers).toEqual([7]);
    expect(s.instance.threadsReason).toBeUndefined();
  });
});

describe('errors of a worker', () => {
  it('keep class, code, reason and index', async () => {
    s = await scene(100);
    const errorOf = (kind) => rejectionOf(s.run('fail', [{ kind }]));
    expect(await errorOf('point')).toBeInstanceOf(PointError);
    expect(await errorOf('point')).toMatchObject({ reason: 'range', index: 5, code: 'ERR_POINT' });
    expect(await errorOf('input')).toBeInstanceOf(InputError);
    expect(await errorOf('input')).toMatchObject({ message: 'expected this, got that' });
    expect(await errorOf('other')).toMatchObject({ name: 'RangeError', message: 'unexpected' });
    expect(await errorOf('none')).toMatchObject({ message: 'no error' });
  });

  it('of memory: the part is done on this thread, once', async () => {
    s = await scene(100);
    expect(await s.run('fail', [{ kind: 'memory' }])).toEqual(['here']);
    const here = () => {
      throw new ResourceError('expected less here, too, got more');
    };
    const error = await rejectionOf(s.run('fail', [{ kind: 'memory' }], { here }));
    expect(error).toBeInstanceOf(ResourceError);
    expect(error.message).toMatch(/here/);
  });

  it.each([false, true])('of memory: sums are right all the same, by windows: %s', async (by) => {
    const cutOf = () => ({ workers: 2, byWindows: by });
    s = await scene(2000, { internals: { memoryLimit: 2 ** 18, cutOf } });
    expect(await s.isRight()).toBe(true);
    expect(await s.isRight()).toBe(true);
    const read = await s.G1.pointsAsync(s.points.toBytes());
    expect((await s.G1.msmAsync(read, s.scalars)).equals(s.expected)).toBe(true);
    expect(s.instance.threads).toBe(2);
  });

  it('wait for the parts before them', async () => {
    s = await scene(100);
    const order = [];
    const run = s.run('spin', [{ ms: 60, value: 1 }, null], {
      onProgress: ({ done }) => order.push(done),
    });
    expect(await rejectionOf(run)).toMatchObject({ message: 'no message' });
    expect(order.at(-1)).toBe(1);
  });
});
