/** Verifies and times the sizes of an evaluation. */
import { setImmediate } from 'node:timers/promises';
import { progress } from '../../scripts/lib/progress.js';
import { median, quantile, standardDeviation } from '../../scripts/lib/stats.js';
import { createWorkload, prepareFor, samePoint, verify } from '../../scripts/lib/workload.js';
import { timeAlternately, warmUp } from '../harness/turns.js';
import { phasesOf, planOf, sumOf } from './crews.js';
import { productsOf } from './products.js';

/** @import { Peer } from '../../scripts/lib/peers/index.js' */
/** @import { Workload } from '../../scripts/lib/workload.js' */
/** @import { Products } from './products.js' */

/** The result under test is wrong: there is nothing to time. */
class WrongResultError extends Error {
  code = 'ERR_WRONG_RESULT';
}

/**
 * @typedef {{ logSize: number, n: number, medianMs: number, stdMs: number, iqrMs: number,
 *   samplesMs: number[],
 *   verified: boolean, phasesMs: Record<string, number> | null,
 *   phasesProducts: Record<string, Products> | null, isDisturbed: boolean, threads?: number,
 *   ratio?: number }} Result `phasesProducts`: counts of the plan, of the phases that have field
 *   multiplications; `isDisturbed`: other work ran beside it; `threads` and `ratio` where several
 *   numbers of threads are compared: one thread's median over this one
 * @typedef {{ name: string, version: string, logSize: number, medianMs: number, ratio: number }}
 *   PeerResult
 * @typedef {{ crews: readonly import('./crews.js').Crew[], curve: string, runs: number,
 *   seed: number, peers: Peer[], warn: (message: string) => void,
 *   signal?: AbortSignal }} Evaluation `signal` is heeded between runs
 */

/**
 * Verifies and times one size on every number of threads, alternating with the peers.
 *
 * @param {Evaluation} evaluation
 * @param {number} logSize
 * @returns {Promise<{ results: Result[], peers: PeerResult[] }>} `results`: in the order of the
 *   crews; the peers are compared with the first of them
 * @throws the reason of the signal
 */
export async function evaluateSize(evaluation, logSize) {
  const { crews, curve, runs } = evaluation;
  /** @type {Workload[]} */
  const workloads = [];
  try {
    const ours = [];
    for (const crew of crews) ours.push(await prepareOurs(evaluation, crew, logSize, workloads));
    const products = crews.map((crew) =>
      productsOf({ plan: planOf(crew), curve, kernels: crew.instance.backend }),
    );
    const peers = await preparePeers(evaluation, workloads[0], logSize);
    const contestants = [...ours, ...peers.map(({ task }) => task)];
    const timings = await timeAlternately(contestants, runs, (round) =>
      step(evaluation, `2^${logSize}: run ${round + 1} of ${runs}`),
    );
    const theirs = timings.splice(crews.length);
    const results = compareThreads(
      crews,
      timings.map((timing, i) => summarise(logSize, timing, products[i])),
    );
    return {
      results,
      peers: theirs.map(({ samples }, i) =>
        summarisePeer(peers[i].peer, logSize, samples, results[0].medianMs),
      ),
    };
  } finally {
    progress('');
    for (const { points } of workloads) points.dispose();
  }
}

/**
 * Says what comes next, and lets signals arrive: sums do not yield.
 *
 * @param {Evaluation} evaluation
 * @param {string} text
 */
async function step({ signal }, text) {
  await setImmediate();
  signal?.throwIfAborted();
  progress(text);
}

/**
 * Makes a workload, verifies its sum, and warms up, which also gives workers their points.
 *
 * @param {Evaluation} evaluation
 * @param {import('./crews.js').Crew} crew
 * @param {number} logSize
 * @param {Workload[]} workloads receives it, for its disposal
 * @returns {Promise<import('../harness/turns.js').Contestant>}
 */
async function prepareOurs(evaluation, crew, logSize, workloads) {
  const { curve, seed } = evaluation;
  await step(evaluation, `2^${logSize}: making points and scalars`);
  const workload = createWorkload(curve, crew.group, 2 ** logSize, seed);
  workloads.push(workload);
  const run = sumOf(crew, workload.points, workload.scalars);
  await step(evaluation, `2^${logSize}: verifying`);
  if (!(await verify(workload, await run()))) {
    throw new WrongResultError(`2^${logSize}: the result is wrong, no time is reported`);
  }
  await warmUp(run);
  return { run, phases: phasesOf(crew) };
}

/**
 * Adds to each result its threads, and how many times as fast as one thread they are.
 *
 * @param {readonly { threads: number }[]} crews of one thread first, if there are several
 * @param {readonly Result[]} results in their order
 * @returns {Result[]} as they are, if there is one crew
 */
export function compareThreads(crews, results) {
  if (crews.length === 1) return [...results];
  const [{ medianMs: one }] = results;
  return results.map((result, i) => ({
    ...result,
    threads: crews[i].threads,
    ratio: one / result.medianMs,
  }));
}

/**
 * Prepares the peers whose result agrees with ours, which is verified by then; a peer that fails
 * or disagrees is reported and left out.
 * @param {Evaluation} evaluation
 * @param {Workload} workload
 * @param {number} logSize
 */
async function preparePeers(evaluation, workload, logSize) {
  const { peers, warn } = evaluation;
  const expected = workload.expected.toAffine();
  const ready = [];
  for (const peer of peers) {
    await step(evaluation, `2^${logSize}: warming up ${peer.name}`);
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
 * @param {import('../harness/turns.js').Timing} timing
 * @param {Result['phasesProducts']} products
 * @returns {Result}
 */
export function summarise(logSize, { samples, phases, isDisturbed }, products) {
  return {
    logSize,
    n: 2 ** logSize,
    medianMs: median(samples),
    stdMs: standardDeviation(samples),
    iqrMs: quantile(samples, 0.75) - quantile(samples, 0.25),
    samplesMs: samples,
    verified: true,
    phasesMs: phases,
    phasesProducts: products && rounded(products),
    isDisturbed,
  };
}

/** @param {Record<string, Products>} products @returns {Record<string, Products>} */
const rounded = (products) =>
  Object.fromEntries(
    Object.entries(products).map(([phase, { multiplications, inversions }]) => [
      phase,
      { multiplications: Math.round(multiplications), inversions: Math.round(inversions) },
    ]),
  );

/**
 * @param {Peer} peer
 * @param {number} logSize
 * @param {readonly number[]} samples
 * @param {number} ourMedian
 * @returns {PeerResult}
 */
function summarisePeer({ name, version }, logSize, samples, ourMedian) {
  const medianMs = median(samples);
  return { name, version, logSize, medianMs, ratio: medianMs / ourMedian };
}
