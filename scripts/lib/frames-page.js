/* global requestAnimationFrame */
/** A page that sums on workers while it watches its own animation frames. */
import { openCurve } from './curves.js';

/**
 * @typedef {{ curve: string, logSize: number, threads: number, runs: number }} Task
 * @typedef {{ frame: string, took: string }} Phase milliseconds. `frame`: the longest gap between
 *   frames; `took`: the sum
 * @typedef {{ threads: number, phases: Record<string, Phase> }} FramesReport
 */

const IDLE_MS = 2000;

/** @type {any} */ (globalThis).report = measure();

/** @returns {Promise<FramesReport>} */
async function measure() {
  /** @type {Task} */
  const { curve, logSize, threads, runs } = await (await fetch('/data.json')).json();
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
  const report = { threads: sums.instance.threads, phases };
  for (const { instance } of [sums, alone]) instance.dispose();
  return report;
}

/** @param {Omit<Task, 'runs'>} task */
async function openSum({ curve, logSize, threads }) {
  const { instance, group } = await openCurve(curve, { backend: 'auto', threads });
  const points = group.randomPoints(2 ** logSize, 1);
  const scalars = group.randomScalars(2 ** logSize, 1);
  return { instance, run: () => group.msmAsync(points, scalars) };
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
