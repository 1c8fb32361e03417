/**
 * Instances of a curve that differ in their number of threads alone, to be measured in turns. Runs
 * in Node and in pages.
 */
import { openCurve } from '../../scripts/lib/curves.js';

/** @import { Opened, Point, Vector } from '../../scripts/lib/curves.js' */
/** @import { Plan } from '../../src/engines/wasm/msm/work.js' */

/**
 * A number of threads from `--threads`, and its instance. `threads` started: 1 is the caller's
 * thread, more are workers.
 *
 * @typedef {number | 'auto'} Threads
 * @typedef {Opened & { threads: number }} Crew
 */

/**
 * Opens an instance for each number of threads. Several are compared with
 * one thread, which is opened first; of those that got the same number one stays.
 *
 * @param {string} curve
 * @param {string} backend
 * @param {readonly Threads[]} asked
 * @returns {Promise<{ crews: Crew[], reasons: string[] }>} `reasons`: why there are fewer threads
 *   than asked for
 */
export async function openCrews(curve, backend, asked) {
  /** @type {Crew[]} */
  const crews = [];
  /** @type {Map<string, Threads[]>} */
  const short = new Map();
  for (const threads of asked.length > 1 ? new Set([1, ...asked]) : asked) {
    const opened = await openCurve(curve, { backend, threads });
    const { threads: started, threadsReason } = opened.instance;
    if (threadsReason) {
      const why = `${started} started (${threadsReason})`;
      short.set(why, [...(short.get(why) ?? []), threads]);
    }
    if (crews.some((crew) => crew.threads === started)) opened.instance.dispose();
    else crews.push({ ...opened, threads: started });
  }
  const reasons = [...short].map(([why, counts]) => `threads ${counts.join(', ')}: ${why}`);
  return { crews, reasons };
}

/**
 * The sum as it is timed: by `msm` on the caller's thread, by `msmAsync` on workers.
 *
 * @param {Crew} crew
 * @param {Vector} points
 * @param {Uint8Array} scalars
 * @returns {() => Point | Promise<Point>}
 */
export function sumOf({ group, threads }, points, scalars) {
  return threads > 1 ? () => group.msmAsync(points, scalars) : () => group.msm(points, scalars);
}

/**
 * Where a group keeps the phases and the plan of its last multi-scalar multiplication, for
 * measurements only.
 */
const LAST = Symbol.for('curvemill.last');

/**
 * Reads the phases of the last sum. Those of workers stay there.
 *
 * @param {Crew} crew
 * @returns {() => Record<string, number> | null}
 */
export function phasesOf({ group, threads }) {
  return () => (threads > 1 ? null : /** @type {any} */ (group)[LAST]?.timings) ?? null;
}

/**
 * The plan of the last sum. Those of workers stay there.
 *
 * @param {Crew} crew
 * @returns {Plan | null}
 */
export const planOf = ({ group, threads }) =>
  (threads > 1 ? null : /** @type {any} */ (group)[LAST]?.plan) ?? null;

/**
 * A worker that ends meanwhile leaves figures of fewer threads.
 *
 * @param {readonly Crew[]} crews
 * @throws {Error} if one did
 */
export function refuseLosses(crews) {
  for (const { threads, instance } of crews) {
    if (instance.threads === threads) continue;
    throw new Error(
      `of ${threads} threads ${instance.threads} are left: ${instance.threadsReason}`,
    );
  }
}
