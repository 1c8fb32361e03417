/* global requestAnimationFrame */
/**
 * A page that sums on workers, reads points, and verifies proofs, while it watches its own
 * animation frames.
 */
import { openCurve } from './curves.js';

/**
 * @typedef {{ curve: string, logSize: number, logPoints: number, threads: number, runs: number,
 *   groth16: Proofs }} Task
 * @typedef {{ vkey: any, items: Array<{ publicSignals: string[], proof: any }> }} Proofs valid ones
 * @typedef {{ frame: string, took: string }} Phase milliseconds. `frame`: the longest gap between
 *   frames; `took`: the sum
 * @typedef {{ abort: string, grown: number }} Reading `abort`: milliseconds from an abort to the
 *   rejection; `grown`: bytes by which memories grew after the first reading and its disposal
 * @typedef {{ threads: number, phases: Record<string, Phase>, readings: Record<string, Reading> }}
 *   FramesReport
 */

const IDLE_MS = 2000;

/** From the start of a reading to its abort. */
const ABORT_MS = 100;

/** All memories of this page, to see whether they grow. @type {WebAssembly.Memory[]} */
const memories = [];
WebAssembly.Memory = new Proxy(WebAssembly.Memory, {
  construct(Memory, parameters) {
    const memory = Reflect.construct(Memory, parameters);
    memories.push(memory);
    return memory;
  },
});
const memoryBytes = () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);

/** @type {any} */ (globalThis).report = measure();

/** @returns {Promise<FramesReport>} */
async function measure() {
  /** @type {Task} */
  const task = await (await fetch('/data.json')).json();
  const { curve, logSize, logPoints, threads, runs } = task;
  const sums = await openSum({ curve, logSize, threads });
  const alone = await openSum({ curve, logSize, threads: 1 });
  /** @type {Record<string, Phase>} */
  const phases = {};
  const watchAs = async (/** @type {string} */ name, /** @type {() => Promise<unknown>} */ run) => {
    console.log(name);
    phases[name] = await watch(run);
  };
  await watchAs('idle', () => new Promise((resolve) => setTimeout(resolve, IDLE_MS)));
  await watchAs('first sum, points sent', sums.run);
  for (let i = 1; i <= runs; i++) await watchAs(`sum ${i}`, sums.run);
  await watchAs("on the page's thread", alone.run);
  /** @type {Record<string, Reading>} */
  const readings = {};
  for (const [name, { group }] of Object.entries({ 'on workers': sums, "on the page's": alone })) {
    const bytes = group.randomPoints(2 ** logPoints, 1).toBytes('compressed');
    await watchAs(`points, ${name}`, () => read(group, bytes));
    const before = memoryBytes();
    const abort = await abortTime(group, bytes);
    await watchAs(`points again, ${name}`, () => read(group, bytes));
    readings[name] = { abort: abort.toFixed(1), grown: memoryBytes() - before };
  }
  for (const [where, count] of Object.entries({ 'on workers': threads, "on the page's": 1 })) {
    const { instance } = await openCurve('bn254-g1', { backend: 'auto', threads: count });
    for (const [name, run] of await verifications(instance, task.groth16)) {
      await watchAs(`${task.groth16.items.length} proofs, ${name}, ${where}`, run);
    }
    instance.dispose();
  }
  const report = { threads: sums.instance.threads, phases, readings };
  for (const { instance } of [sums, alone]) instance.dispose();
  return report;
}

/** @param {{ curve: string, logSize: number, threads: number }} task */
async function openSum({ curve, logSize, threads }) {
  const { instance, group } = await openCurve(curve, { backend: 'auto', threads });
  const points = group.randomPoints(2 ** logSize, 1);
  const scalars = group.randomScalars(2 ** logSize, 1);
  return { instance, group, run: () => group.msmAsync(points, scalars) };
}

/**
 * @param {any} instance
 * @param {Proofs} proofs
 * @returns {Promise<Array<[name: string, run: () => Promise<void>]>>}
 */
async function verifications(instance, { vkey, items }) {
  const key = (await instance.groth16()).verifyingKey(vkey);
  const wrong = items.slice();
  const at = wrong.length >> 1;
  wrong[at] = { ...wrong[at], publicSignals: ['1'] };
  const expect = (/** @type {unknown} */ found, /** @type {unknown} */ wanted) => {
    if (String(found) !== String(wanted)) throw new Error(`expected ${wanted}, got ${found}`);
  };
  return [
    ['verified', async () => expect(await key.verifyBatchAsync(items), true)],
    ['one found', async () => expect(await key.findInvalidAsync(wrong), at)],
  ];
}

/** @param {any} group @param {Uint8Array} bytes */
async function read(group, bytes) {
  (await group.pointsAsync(bytes)).dispose();
}

/**
 * @param {any} group
 * @param {Uint8Array} bytes
 * @returns {Promise<number>} milliseconds from the abort to the rejection
 */
async function abortTime(group, bytes) {
  const controller = new AbortController();
  let aborted = NaN;
  setTimeout(() => {
    aborted = performance.now();
    controller.abort();
  }, ABORT_MS);
  const { signal } = controller;
  await group.pointsAsync(bytes, { signal }).catch((/** @type {Error} */ error) => {
    if (error.name !== 'AbortError') throw error;
  });
  return performance.now() - aborted;
}

/**
 * @param {() => Promise<unknown>} run
 * @returns {Promise<Phase>}
 */
async function watch(run) {
  let isOver = false;
  const frames = longestFrame(() => isOver);
  const start = performance.now();
  await run();
  const took = performance.now() - start;
  isOver = true;
  return { frame: (await frames).toFixed(1), took: took.toFixed(0) };
}

/**
 * @param {() => boolean} isOver
 * @returns {Promise<number>} milliseconds
 */
function longestFrame(isOver) {
  let [last, longest] = [performance.now(), 0];
  return new Promise((resolve) => {
    const look = () => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      if (isOver()) resolve(longest);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
