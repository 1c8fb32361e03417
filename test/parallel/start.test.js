/** Ways to start a worker, in order; what refuses to start gives one thread and the reason. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { bundleWorker } from '../../scripts/lib/worker-bundle.js';
import { VERSION } from '../../src/parallel/messages.js';
import { deadline } from '../../src/parallel/runtime.js';
import { waysToStart } from '../../src/parallel/start-worker.js';
import { createWithPool, wait } from './pool.js';

const folder = mkdtempSync(join(tmpdir(), 'curvemill-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => void vi.unstubAllGlobals());
afterEach(() => void vi.restoreAllMocks());

const { text } = await bundleWorker();
const create = (options = {}, internals = {}) =>
  createWithPool('bls12-381', { groups: ['G1'], ...options }, internals);
const source = async () => text;
const namesOf = (options = {}) => waysToStart({ source, ...options }).map(({ name }) => name);

/** One thread, a reason, and sums as ever. */
async function isAlone({ instance }, reason) {
  expect([instance.threads, instance.threadsReason]).toEqual([1, expect.stringMatching(reason)]);
  const { G1 } = instance;
  const points = G1.randomPoints(40, 1);
  const scalars = G1.randomScalars(40, 2);
  expect((await G1.msmAsync(points, scalars)).equals(G1.msm(points, scalars))).toBe(true);
  expect((await G1.pointsAsync(points.toBytes())).length).toBe(40);
  instance.dispose();
}

describe('the ways', () => {
  it('stand in order, where the runtime has them', () => {
    expect(namesOf()).toEqual(['worker_threads']);
    vi.stubGlobal('Worker', class {});
    expect(namesOf()).toEqual(['worker_threads', 'blob', 'file']);
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    expect(namesOf()).toEqual(['blob', 'file']);
    expect(namesOf({ workerUrl: '/worker.js' })).toEqual(['workerUrl']);
    expect(namesOf({ createWorker: () => 0, workerUrl: '/w.js' })).toEqual(['createWorker']);
    vi.unstubAllGlobals();
    expect(namesOf({ workerUrl: '/worker.js' })).toEqual([]);
  });

  it("a user's createWorker and workerUrl", async () => {
    const file = join(folder, 'worker.cjs');
    writeFileSync(file, text);
    const makers = [
      { createWorker: () => new Worker(file) },
      { createWorker: async () => new Worker(text, { eval: true }) },
      { workerUrl: pathToFileURL(file) },
    ];
    for (const maker of makers) {
      const { instance } = await create(maker);
      expect([instance.threads, instance.threadsReason]).toEqual([2, undefined]);
      instance.dispose();
    }
  });

  it('the script needs nothing around it, and is ASCII', () => {
    // eslint-disable-next-line no-control-regex
    expect(text).toMatch(/^[\x00-\x7f]*$/);
    expect(text).not.toMatch(/\bimport\b\s*[({"'.]|\bexport\b\s*[{*]/);
    const url = new URL('../../package.json', import.meta.url);
    expect(JSON.parse(readFileSync(url, 'utf8')).version).toBe(VERSION);
  });
});

describe('refusals', () => {
  const soon = { startMs: 500 };
  // Only what never answers has a deadline that it can miss: a busy machine starts a worker late.
  it.each([
    ['is empty', '', /ended/],
    ['has a syntax error', '(', /Unexpected/],
    ['throws', 'throw new Error("at start")', /at start/],
    [
      'is another one',
      'process.getBuiltinModule("worker_threads").parentPort.postMessage("hello")',
      /another script/,
    ],
  ])('a script that %s', async (_, script, reason) => {
    await isAlone(await create({}, { startMs: 1e9, source: script }), reason);
  });

  it.each([
    ['loops', 'for (;;);'],
    ['never answers', 'setInterval(() => {}, 1e6)'],
  ])('a script that %s', async (_, script) => {
    await isAlone(await create({}, { ...soon, source: script }), /no answer in 500 ms/);
  });

  it('a worker that does not open', async () => {
    const script = `const { parentPort } = process.getBuiltinModule('worker_threads');
      parentPort.postMessage('curvemill ${VERSION}'); parentPort.on('message', () => {});`;
    // The same deadline is that of its first answer, which a busy machine may delay.
    for (let startMs = 500; ; startMs *= 4) {
      const alone = await create({}, { startMs, source: script });
      const isLate = /no answer/.test(alone.instance.threadsReason);
      await isAlone(alone, isLate ? /no answer/ : new RegExp(`not open in ${startMs} ms`));
      if (!isLate) break;
    }
  });

  it('a deadline counts the time that this thread is awake', async () => {
    let isLate = false;
    const callOff = deadline(400, () => (isLate = true));
    const began = performance.now();
    while (performance.now() - began < 600);
    await wait(1);
    // At most two of twenty periods are over.
    expect(isLate).toBe(false);
    callOff();
    await new Promise((resolve) => deadline(40, () => resolve(undefined)));
    expect(isLate).toBe(false);
  });

  it('createWorker that throws, or gives no worker', async () => {
    const throwing = () => {
      throw new Error('no workers here');
    };
    await isAlone(await create({ createWorker: throwing }), /no workers here/);
    await isAlone(await create({ createWorker: () => 5 }), /expected a Worker/);
    await isAlone(await create({ workerUrl: join(folder, 'none.js') }, soon), /workerUrl/);
  });

  it('a runtime without workers, and a machine with one processor', async () => {
    const real = process.getBuiltinModule;
    vi.spyOn(process, 'getBuiltinModule').mockImplementation((name) =>
      name === 'node:worker_threads' ? undefined : real(name),
    );
    await isAlone(await create(), /no workers/);
    vi.spyOn(process, 'getBuiltinModule').mockImplementation((name) =>
      name === 'node:os' ? { availableParallelism: () => 1 } : real(name),
    );
    await isAlone(await create({ threads: 'auto' }), /one processor/);
  });

  it("'auto' takes a worker for each processor", async () => {
    const real = process.getBuiltinModule;
    vi.spyOn(process, 'getBuiltinModule').mockImplementation((name) =>
      name === 'node:os' ? { availableParallelism: () => 3 } : real(name),
    );
    const { instance } = await create({ threads: 'auto' });
    expect(instance.threads).toBe(3);
    instance.dispose();
  });
});
