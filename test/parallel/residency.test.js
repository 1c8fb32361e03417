/** Ranges of lists that workers keep, and points that they are sent, without any worker. */
import { beforeEach, describe, expect, it } from 'vitest';
import { PoolWorker } from '../../src/parallel/pool.js';
import { Residency } from '../../src/parallel/residency.js';

const POINT = 2 ** 12;

/** A list whose point i is the byte i. */
const handle = /** @type {any} */ ({ length: 1000 });
const transfer = /** @type {any} */ ({
  pointBytes: POINT,
  read: (_, start, end) => Uint8Array.from({ length: end - start }, (__, i) => start + i),
});

/** Messages to the workers, in order. @type {any[]} */
let sent;
/** Who takes each part: the owner, unless a test says otherwise. @type {(part: any) => any} */
let taker;
/** @type {PoolWorker[]} */
let workers;
/** @type {Residency} */
let residency;
beforeEach(() => {
  sent = [];
  taker = ({ owner }) => owner ?? workers[0];
  workers = [0, 1].map((i) => {
    const worker = new PoolWorker();
    worker.state = 'live';
    worker.tell = (/** @type {any} */ message) => void sent.push({ ...message, to: i });
    return worker;
  });
  const pool = /** @type {any} */ ({
    get living() {
      return workers;
    },
    run: async (/** @type {object} */ call, /** @type {any[]} */ parts) =>
      parts.map((part) => {
        const to = taker(part);
        const list = part.listFor(to);
        if (list === null) return part.here();
        sent.push({ op: 'run', ...call, list, to: workers.indexOf(to) });
        return part;
      }),
  });
  residency = new Residency(pool, 0, transfer);
});

/** @param {object} points */
const run = (points) =>
  residency.run(
    'task',
    [
      {
        ...{ weight: 1, here: () => 'here' },
        message: () => ({ input: {}, transfer: [] }),
        points: { handle, worker: 0, start: 0, end: 0, ...points },
      },
    ],
    /** @type {any} */ ({}),
  );

/** The ranges of points that came with each message. */
const filled = () =>
  sent.map(({ list }) => (list?.fill ?? []).map(({ at, bytes }) => [at, bytes[0], bytes.length]));

describe('a range', () => {
  it('is sent once, and only what its worker lacks', async () => {
    const kept = { start: 100, end: 200 };
    await run({ start: 120, end: 140, kept });
    await run({ start: 110, end: 150, kept });
    await run({ start: 100, end: 200, kept });
    await run({ start: 100, end: 200, kept });
    expect(filled()).toEqual([
      [[20, 120, 20]],
      [
        [10, 110, 10],
        [40, 140, 10],
      ],
      [
        [0, 100, 10],
        [50, 150, 50],
      ],
      [],
    ]);
    expect(new Set(sent.map(({ list }) => list.id)).size).toBe(1);
    expect(sent[0].list).toMatchObject({ length: 100, start: 20, end: 40 });
  });

  it('is lent to another worker, which keeps nothing', async () => {
    await run({ start: 3, end: 5 });
    taker = () => workers[1];
    await run({ start: 3, end: 5 });
    expect(sent.map(({ to }) => to)).toEqual([0, 1]);
    expect(sent[1].list.id).toBeUndefined();
    expect(sent[1].list).toMatchObject({ length: 2, start: 0, end: 2 });
    expect(workers[1].kept.size).toBe(0);
    await run({ start: 7, end: 9, worker: undefined });
    expect(sent[2].list.id).toBeUndefined();
  });

  it('takes the place of another of the same list; one with a key of its own does not', async () => {
    await run({ start: 0, end: 10 });
    await run({ start: 0, end: 10, key: {} });
    expect(workers[0].kept.size).toBe(2);
    await run({ start: 5, end: 15 });
    expect(sent.map(({ op }) => op)).toEqual(['run', 'run', 'free', 'run']);
    expect(workers[0].kept.size).toBe(2);
    residency.forget(handle);
    expect(workers[0].kept.size).toBe(1);
    expect(sent.at(-1)).toEqual({ op: 'free', list: sent[3].list.id, to: 0 });
  });

  it('is gone with its worker, and sent to the next', async () => {
    await run({ start: 0, end: 10 });
    workers[0].kept = new Map();
    await run({ start: 0, end: 10 });
    expect(filled()).toEqual([[[0, 0, 10]], [[0, 0, 10]]]);
  });

  it('that a task has to find there is not sent', async () => {
    expect(await run({ start: 0, end: 10, needsKept: true })).toEqual(['here']);
    await run({ start: 0, end: 10 });
    await run({ start: 0, end: 10, needsKept: true });
    expect(filled()).toEqual([[[0, 0, 10]], []]);
    taker = () => workers[1];
    expect(await run({ start: 0, end: 10, needsKept: true })).toEqual(['here']);
  });

  it('of which the worker failed is not kept', async () => {
    const [part] = /** @type {any[]} */ (await run({ start: 0, end: 10 }));
    part.failed(workers[0]);
    expect(workers[0].kept.size).toBe(0);
    expect(sent.at(-1)).toMatchObject({ op: 'free' });
  });

  it('that is long is sent ahead, in pieces, and to nobody else', async () => {
    await run({ start: 0, end: 600 });
    expect(sent.map(({ task }) => task)).toEqual([undefined, undefined, undefined, 'task']);
    expect(filled()).toEqual([[[0, 0, 200]], [[200, 200, 200]], [[400, 144, 200]], []]);
    taker = () => workers[1];
    await run({ start: 0, end: 700 });
    expect(sent.slice(4).map(({ task, to }) => [task, to])).toEqual([['task', 1]]);
  });
});
