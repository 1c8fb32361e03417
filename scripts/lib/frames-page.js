/* global requestAnimationFrame */
/** A page that sums on workers, and reads points, while it watches its own animation frames. */
import { openCurve } from './curves.js';

/**
 * @typedef {{ curve: string, logSize: number, logPoints: number, threads: number, runs: number }}
 *   Task
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
  const { curve, logSize, logPoints, threads, runs } = await (await fetch('/data.json')).json();
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
