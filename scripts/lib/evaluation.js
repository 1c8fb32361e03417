import { progress } from './cli.js';
import { timeAlternately, warmUp } from './measure.js';
import { median, standardDeviation } from './stats.js';
import { createWorkload, prepareFor, samePoint, verify } from './workload.js';

/**
 * Key of a group's phase times of its last multi-scalar multiplication, for measurements only.
 */
const TIMINGS = Symbol.for('curvemill.timings');

/** The result under test is wrong, so nothing is timed. */
export class WrongResultError extends Error {}

/**
 * @typedef {{ logSize: number, n: number, medianMs: number, stdMs: number, samplesMs: number[],
 *   verified: boolean, phasesMs: Record<string, number> | null }} Result
 * @typedef {{ name: string, version: string, logSize: number, medianMs: number, ratio: number }}
 *   PeerResult
 * @typedef {{ group: import('./curves.js').Group, curve: string, threads: number, runs: number,
 *   seed: number, peers: import('./peers/index.js').Peer[], warn: (message: string) => void }}
 *   Evaluation
 */

/**
 * Verifies and times one size, alternating with the peers.
 * @param {Evaluation} evaluation
 * @param {number} logSize
 * @returns {Promise<{ result: Result, peers: PeerResult[] }>}
 */
export async function evaluateSize(evaluation, logSize) {
  const { group, curve, threads, runs, seed } = evaluation;
  const n = 2 ** logSize;
  progress(`2^${logSize}: making points and scalars`);
  const workload = createWorkload(curve, group, n, seed);
  try {
    const { points, scalars } = workload;
    const run = () => (threads > 1 ? group.msmAsync(points, scalars) : group.msm(points, scalars));
    progress(`2^${logSize}: verifying`);
    if (!(await verify(workload, await run()))) {
      throw new WrongResultError(`2^${logSize}: the result is wrong, no time is reported`);
    }
    await warmUp(run);
    const peers = await preparePeers(evaluation, workload, logSize);
    const contestants = [{ run, phases: () => readTimings(group) }, ...peers.map((p) => p.task)];
    const [ours, ...theirs] = await timeAlternately(contestants, runs, (round) =>
      progress(`2^${logSize}: run ${round + 1} of ${runs}`),
    );
    const result = summarise(logSize, ours);
    return {
      result,
      peers: theirs.map(({ samples }, i) =>
        summarisePeer(peers[i].peer, logSize, samples, result.medianMs),
      ),
    };
  } finally {
    progress('');
    workload.points.dispose();
  }
}

/**
 * Prepares the peers whose result agrees with ours, which is verified by then; a peer that fails
 * or disagrees is reported and left out.
 * @param {Evaluation} evaluation
 * @param {import('./workload.js').Workload} workload
 * @param {number} logSize
 */
async function preparePeers({ peers, warn }, workload, logSize) {
  const expected = workload.expected.toAffine();
  const ready = [];
  for (const peer of peers) {
    progress(`2^${logSize}: warming up ${peer.name}`);
    try {
      const task = prepareFor(peer, workload);
      if (!samePoint(task.read(task.run()), expected)) throw new Error('its result is wrong');
      await warmUp(task.run);
      ready.push({ peer, task });
    } catch (error) {
      progress('');
      warn(`2^${logSize}: ${peer.name} is left out: ${/** @type {Error} */ (error).message}`);
    }
  }
  return ready;
}

/**
 * Sums up the runs of one size, whose result was verified.
 * @param {number} logSize
 * @param {import('./measure.js').Timing} timing
 * @returns {Result}
 */
export function summarise(logSize, { samples, phases }) {
  return {
    logSize,
    n: 2 ** logSize,
    medianMs: median(samples),
    stdMs: standardDeviation(samples),
    samplesMs: samples,
    verified: true,
    phasesMs: phases,
  };
}

/**
 * @param {import('./peers/index.js').Peer} peer
 * @param {number} logSize
 * @param {readonly number[]} samples
 * @param {number} ourMedian
 * @returns {PeerResult}
 */
function summarisePeer({ name, version }, logSize, samples, ourMedian) {
  const medianMs = median(samples);
  return { name, version, logSize, medianMs, ratio: medianMs / ourMedian };
}

/**
 * @param {import('./curves.js').Group} group
 * @returns {Record<string, number> | null}
 */
function readTimings(group) {
  return /** @type {any} */ (group)[TIMINGS] ?? null;
}
