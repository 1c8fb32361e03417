/**
 * The measurement in a page: `report` settles when every size is verified and timed. Messages to
 * the console are progress.
 */
import { openCurve } from './curves.js';
import { timeAlternately, warmUp } from './measure.js';

/**
 * Key of a group's phase times of its last multi-scalar multiplication, for measurements only.
 */
const TIMINGS = Symbol.for('curvemill.timings');

/**
 * @typedef {{ curve: string, backend: string, runs: number, seed: number,
 *   sizes: { logSize: number, expected: string }[] }} Task `expected`: the discrete logarithm of
 *   the result, in hexadecimal
 * @typedef {{ backend: { single: string, batch: string }, threads: number,
 *   timings: import('./measure.js').Timing[] }} PageReport `timings`: in the order of the sizes
 */

/** @type {any} */ (globalThis).report = measure();

/**
 * @returns {Promise<PageReport>}
 */
async function measure() {
  /** @type {Task} */
  const { curve, backend, runs, seed, sizes } = await (await fetch('/data.json')).json();
  const { instance, group } = await openCurve(curve, { backend, threads: 1 });
  const timings = [];
  for (const { logSize, expected } of sizes) {
    report(`2^${logSize}: making points and scalars`);
    const points = group.randomPoints(2 ** logSize, seed);
    const scalars = group.randomScalars(2 ** logSize, seed);
    const run = () => group.msm(points, scalars);
    if (!run().equals(group.generator.multiply(BigInt(`0x${expected}`)))) {
      throw new Error(`2^${logSize}: the result is wrong, no time is reported`);
    }
    await warmUp(run);
    const phases = () => /** @type {any} */ (group)[TIMINGS] ?? null;
    const [timing] = await timeAlternately([{ run, phases }], runs, (round) =>
      report(`2^${logSize}: run ${round + 1} of ${runs}`),
    );
    timings.push(timing);
    points.dispose();
  }
  const { backend: kernels, threads } = instance;
  instance.dispose();
  return { backend: kernels, threads, timings };
}

/**
 * @param {string} text
 */
function report(text) {
  console.log(text);
}
