/**
 * Measures sums: each size in turn, of every kernel, number of threads and library that was chosen.
 * Every result is verified before it is timed.
 */
import { openCrews, phasesOf, refuseLosses, sumOf } from '../msm/crews.js';
import { timeAlternately, warmUp } from '../harness/turns.js';
import { loadPeer, peerNames } from '../../scripts/lib/peers/index.js';
import { quantile } from '../../scripts/lib/stats.js';
import { createWorkload, prepareFor, samePoint, verify } from '../../scripts/lib/workload.js';
import { countMemory } from './memory.js';
import { formatSize } from './report.js';

/** Entries that would take longer than this for one run are left out. */
const PATIENCE_MS = 10_000;
const SEED = 1;

/**
 * @typedef {import('./settings.js').Settings} Settings
 * @typedef {import('../msm/crews.js').Crew} Crew
 * @typedef {{ samples: readonly number[], n: number }} Last of the size before; no samples: none
 * @typedef {{ series: import('./report.js').Series, crew: Crew | null,
 *   peer: import('../../scripts/lib/peers/index.js').Peer | null, last: Last,
 *   memoryBytes: () => number }} Entrant
 */

/**
 * Posts `series`, `progress`, `note`, and `result` (of each size, after each run) to
 * the page.
 * @param {Settings} settings
 */
export async function measureSums({ curve, sizes, series, threads, runs }) {
  /** @type {Entrant[]} */
  const present = [];
  // In turn, as each counts the memory that it creates.
  for (const id of series) present.push(...(await enter(id, curve, threads)));
  if (present.length === 0) throw new Error('Nothing that was chosen can be measured here.');
  // Other libraries alone still need points, and results to be compared with.
  const [helper] = present.some(({ crew }) => crew)
    ? []
    : (await openCrews(curve, 'auto', [1])).crews;
  postMessage({ type: 'series', series: present.map((entrant) => entrant.series) });
  // A size costs its warm-up, and time that grows with it.
  const costs = sizes.map((logSize) => 4096 + 2 ** logSize);
  const total = costs.reduce((sum, cost) => sum + cost);
  let before = 0;
  for (const [i, logSize] of sizes.entries()) {
    const progress = (/** @type {number} */ part, /** @type {string} */ step) =>
      postMessage({
        type: 'progress',
        fraction: (before + part * costs[i]) / total,
        step: `${formatSize(logSize)} points: ${step}`,
      });
    postMessage({
      type: 'result',
      result: await measureSize({ curve, runs, logSize, entrants: present, helper, progress }),
    });
    before += costs[i];
  }
  for (const { crew } of present) crew?.instance.dispose();
  helper?.instance.dispose();
}

/**
 * @param {string} id a backend or a peer
 * @param {string} curve
 * @param {Settings['threads']} threads of ours; peers have one
 * @returns {Promise<Entrant[]>} empty for what this engine or the peer does not have
 */
async function enter(id, curve, threads) {
  const unknown = { last: { samples: [], n: 1 }, memoryBytes: () => 0 };
  try {
    const peer = await loadPeerOrNull(id, curve);
    if (peer) {
      const series = { id, name: `${peer.name} ${peer.version}`, isPeer: true };
      return [{ series, crew: null, peer, ...unknown }];
    }
    const { opened, bytes } = await countMemory(() => openCrews(curve, id, threads));
    const { crews, reasons } = opened;
    for (const reason of reasons) note(`${id}, ${reason}`);
    const instances = threads.length > 1 ? new Set([1, ...threads]).size : 1;
    return crews.map((crew) => ({
      ...{ series: seriesOf(id, crew), crew, peer: null, ...unknown },
      // Workers have memory of their own, which nobody tells.
      memoryBytes: () => (crew.threads === 1 ? bytes(instances) : 0),
    }));
  } catch (error) {
    note(`${id} is left out: ${/** @type {Error} */ (error).message}`);
    return [];
  }
}

/**
 * @param {string} backend
 * @param {Crew} crew
 * @returns {import('./report.js').Series}
 */
function seriesOf(backend, { threads }) {
  const ours = { isPeer: false, backend, threads };
  return threads === 1
    ? { id: backend, name: backend, ...ours }
    : { id: `${backend}-${threads}`, name: `${backend}, ${threads} threads`, ...ours };
}

/**
 * @param {string} id
 * @param {string} curve
 */
async function loadPeerOrNull(id, curve) {
  return peerNames.includes(id) ? loadPeer(id, curve) : null;
}

/**
 * @param {{ curve: string, runs: number, logSize: number, entrants: Entrant[],
 *   helper: Crew | undefined, progress: (part: number, step: string) => void }} task `helper` makes
 *   points where no kernel is measured
 * @returns {Promise<import('./report.js').Result>}
 */
async function measureSize({ curve, runs, logSize, entrants, helper, progress }) {
  const n = 2 ** logSize;
  const present = entrants.filter((entrant) => isQuickEnough(entrant, logSize));
  progress(0, 'making points and scalars');
  const kernels = present.flatMap(({ crew }) => crew ?? []);
  const makers = kernels.length > 0 ? kernels : [helper ?? entrants[0].crew];
  const workloads = makers.flatMap((crew) =>
    crew ? [{ crew, workload: createWorkload(curve, crew.group, n, SEED) }] : [],
  );

  const contestants = [];
  for (const [i, { series, crew, peer }] of present.entries()) {
    const { name } = series;
    const part = (/** @type {number} */ share) => 0.1 + (0.4 * (i + share)) / present.length;
    progress(part(0), `verifying ${name}`);
    // Other libraries get the points of the first kernel; all kernels have the same ones.
    const { workload } = workloads.find((own) => own.crew === crew) ?? workloads[0];
    const contestant = crew
      ? await enterOurs(crew, workload)
      : await enterPeer(/** @type {NonNullable<typeof peer>} */ (peer), workload);
    if (!contestant)
      throw new Error(`2^${logSize}: the result of ${name} is wrong, so no time is reported.`);
    progress(part(0.5), `warming up ${name}`);
    await warmUp(contestant.run);
    contestants.push(contestant);
  }

  const timings = await timeAlternately(contestants, runs, (round, samples) => {
    progress(0.5 + (0.5 * round) / runs, `run ${round + 1} of ${runs}`);
    if (round === 0) return;
    const times = present.map(({ series }, i) => [series.id, timeOf(samples[i])]);
    const result = {
      logSize,
      n,
      verified: true,
      isPartial: true,
      times: Object.fromEntries(times),
    };
    postMessage({ type: 'result', result });
  });
  refuseLosses(workloads.map(({ crew }) => crew));
  for (const { workload } of workloads) workload.points.dispose();
  const times = timings.map((timing, i) => [present[i].series.id, remember(present[i], n, timing)]);
  return { logSize, n, verified: true, times: Object.fromEntries(times) };
}

/**
 * Predicts from the previous size: entries that would take too long are left out, with a
 * note on the page.
 * @param {Entrant} entrant
 * @param {number} logSize
 */
function isQuickEnough({ series, last }, logSize) {
  const ms = expectedMs(last, logSize);
  if (ms <= PATIENCE_MS) return true;
  note(
    `${series.name} is left out at 2^${logSize}: one run would take some ${Math.round(ms / 1000)} s.`,
  );
  return false;
}

/**
 * Milliseconds of a run, from the fastest one of the size before: a busy machine only adds to a
 * run, and what it adds to one of 16 points is not 256 times as long for 4096.
 * @param {Last} last
 * @param {number} logSize
 */
export const expectedMs = ({ samples, n }, logSize) =>
  samples.length === 0 ? 0 : (Math.min(...samples) * 2 ** logSize) / n;

/**
 * @param {Crew} crew
 * @param {import('../../scripts/lib/workload.js').Workload} workload
 * @returns {Promise<import('../harness/turns.js').Contestant | null>} null when
 *   the result is wrong
 */
async function enterOurs(crew, workload) {
  const run = sumOf(crew, workload.points, workload.scalars);
  return (await verify(workload, await run())) ? { run, phases: phasesOf(crew) } : null;
}

/**
 * @param {import('../../scripts/lib/peers/index.js').Peer} peer
 * @param {import('../../scripts/lib/workload.js').Workload} workload
 * @returns {Promise<import('../harness/turns.js').Contestant | null>} null when
 *   the result is wrong
 */
async function enterPeer(peer, workload) {
  const { run, read } = prepareFor(peer, workload);
  return samePoint(read(run()), workload.expected.toAffine()) ? { run } : null;
}

/**
 * @param {Entrant} entrant updated with the time that predicts the next size
 * @param {number} n
 * @param {import('../harness/turns.js').Timing} timing
 * @returns {import('./report.js').Time}
 */
function remember(entrant, n, { samples, phases }) {
  entrant.last = { samples, n };
  return {
    ...{ ...timeOf(samples), samplesMs: samples, phasesMs: phases },
    ...(entrant.memoryBytes() > 0 ? { memoryBytes: entrant.memoryBytes() } : {}),
  };
}

/**
 * @param {number[]} samples
 * @returns {import('./report.js').Time}
 */
const timeOf = (samples) => ({
  medianMs: quantile(samples, 0.5),
  ...{ lowMs: quantile(samples, 0.25), highMs: quantile(samples, 0.75), phasesMs: null },
});

/** @param {string} text */
const note = (text) => postMessage({ type: 'note', text });
