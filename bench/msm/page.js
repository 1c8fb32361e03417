/**
 * The measurement in a page: `report` settles when every size is verified and timed. Messages to
 * the console are progress.
 */
import { openCrews, phasesOf, planOf, refuseLosses, sumOf } from './crews.js';
import { timeAlternately, warmUp } from '../harness/turns.js';

/**
 * @typedef {{ curve: string, backend: string, threads: import('./crews.js').Threads[],
 *   runs: number, seed: number, sizes: { logSize: number, expected: string }[] }} Task `expected`:
 *   the discrete logarithm of the result, in hexadecimal
 * @typedef {{ backend: { single: string, batch: string }, threads: number[], reasons: string[],
 *   timings: (import('../harness/turns.js').Timing & { plan: ReturnType<typeof planOf> })[][] }}
 *   PageReport `timings`: for each size in order, of each number of threads in order
 */

/** @type {any} */ (globalThis).report = measure();

/**
 * @returns {Promise<PageReport>}
 */
async function measure() {
  /** @type {Task} */
  const task = await (await fetch('/data.json')).json();
  const { crews, reasons } = await openCrews(task.curve, task.backend, task.threads);
  const timings = [];
  for (const size of task.sizes) {
    timings.push(await measureSize(task, crews, size));
    refuseLosses(crews);
  }
  const { backend } = crews[0].instance;
  for (const { instance } of crews) instance.dispose();
  return { backend, threads: crews.map(({ threads }) => threads), reasons, timings };
}

/**
 * @param {Task} task
 * @param {readonly import('./crews.js').Crew[]} crews
 * @param {Task['sizes'][number]} size
 */
async function measureSize({ runs, seed }, crews, { logSize, expected }) {
  const contestants = [];
  const vectors = [];
  for (const crew of crews) {
    report(`2^${logSize}: making points and scalars`);
    const { group } = crew;
    const points = group.randomPoints(2 ** logSize, seed);
    vectors.push(points);
    const run = sumOf(crew, points, group.randomScalars(2 ** logSize, seed));
    if (!(await run()).equals(group.generator.multiply(BigInt(`0x${expected}`)))) {
      throw new Error(`2^${logSize}: the result is wrong, no time is reported`);
    }
    await warmUp(run);
    contestants.push({ run, phases: phasesOf(crew) });
  }
  const timings = await timeAlternately(contestants, runs, (round) =>
    report(`2^${logSize}: run ${round + 1} of ${runs}`),
  );
  for (const points of vectors) points.dispose();
  return timings.map((timing, i) => ({ ...timing, plan: planOf(crews[i]) }));
}

/**
 * @param {string} text
 */
function report(text) {
  console.log(text);
}
