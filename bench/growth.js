/**
 * Growth of time and memory with the number of points: every power of two up to 2^20, each in a new
 * instance, compared with the cost model. With several threads, sums on them are measured in turns
 * with sums on one, beside what the model expects of 4, 8 and 16. Writes JSON, charts and tables.
 *
 *   node bench/growth.js [--curve bls12-381-g1] [--max 20] [--backend auto] [--threads 1] [--quick]
 *     [--out FOLDER]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import {
  isUsageError,
  parseInteger,
  parseName,
  parseThreads,
  progress,
} from '../scripts/lib/cli.js';
import { curveNames, defaultCurve, openCurve } from '../scripts/lib/curves.js';
import { describeCommit, describeDevice, describeEngine } from '../scripts/lib/device.js';
import { ensureBuilt } from '../scripts/lib/ensure-built.js';
import { helpIfAsked } from '../scripts/lib/help.js';
import { warmUp } from '../scripts/lib/measure.js';
import { measurements } from '../scripts/lib/paths.js';
import { median, quantile } from '../scripts/lib/stats.js';
import { createWorkload } from '../scripts/lib/workload.js';
import { fitFactor, predict, predictSpeedup } from './growth/model.js';
import { memoryChart, table, threadsChart, threadsTable, timeChart } from './growth/report.js';

helpIfAsked(import.meta.url);

/** @typedef {import('./growth/report.js').Row} Row */

const SEED = 1;
/** Numbers of threads that the model is asked about, beside the measured one. */
const MODELLED = [4, 8, 16];
/** Least number and total duration of the samples of one size. */
const [LEAST, LEAST_MS] = [3, 300];
const MAX_SAMPLES = 200;
const [QUICK_LOG, QUICK_MS] = [10, 20];

const THREADS_WORDS =
  "Measured: `msmAsync` on points that the workers have, in turns with `msm`. The other columns are a model, not a measurement: the library's plan and prices, fitted to one thread here, for a share of the points or of the windows in each worker, plus 1 ms a MiB in which the caller's thread sends scalars and what the pool adds to a call. Memory bandwidth, shared caches and clocks under load are not in it: expect a tenth to a quarter less on many cores.";

const { values } = parseArgs({
  options: {
    curve: { type: 'string', default: defaultCurve },
    max: { type: 'string', default: '20' },
    backend: { type: 'string', default: 'auto' },
    threads: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
    out: { type: 'string', default: measurements },
  },
});

/**
 * Records the memories that instances create, since the public interface does not report them.
 * @type {WebAssembly.Memory[]}
 */
const memories = [];
WebAssembly.Memory = class extends WebAssembly.Memory {
  /** @param {WebAssembly.MemoryDescriptor} descriptor */
  constructor(descriptor) {
    super(descriptor);
    memories.push(this);
  }
};

/** Bytes of all memories of the instance that was opened last; those of workers are their own. */
function memoryInUse() {
  return memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
}

/**
 * @param {{ curve: string, threads: number | 'auto', leastMs: number }} settings
 * @param {number} n
 */
async function measure({ curve, threads, leastMs }, n) {
  memories.length = 0;
  const { instance, group } = await openCurve(curve, { backend: values.backend, threads });
  const { backend, threads: started, threadsReason } = instance;
  const { points, scalars, expected } = createWorkload(curve, group, n, SEED);
  const one = () => group.msm(points, scalars);
  const several = () => group.msmAsync(points, scalars);
  if (!one().equals(expected)) throw new Error(`n = ${n}: a wrong result`);
  const memoryBytes = memoryInUse();
  if (started > 1) {
    if (!(await several()).equals(expected)) throw new Error(`n = ${n}: a wrong result of threads`);
    // New workers compile their JavaScript anew.
    await warmUp(several);
  }
  /** @type {number[]} */
  const samplesMs = [];
  /** @type {number[]} */
  const threadsSamplesMs = [];
  for (let total = 0; samplesMs.length < LEAST || total < leastMs;) {
    samplesMs.push(await time(one));
    if (started > 1) threadsSamplesMs.push(await time(several));
    total += samplesMs[samplesMs.length - 1];
    if (samplesMs.length >= MAX_SAMPLES) break;
  }
  const pointBytes = points.toBytes('uncompressed').length;
  instance.dispose();
  const middle = median(samplesMs);
  /** @type {Row} */
  const row = {
    n,
    medianMs: middle,
    spread: (quantile(samplesMs, 0.75) - quantile(samplesMs, 0.25)) / 2 / middle,
    samplesMs,
    modelMs: predict(curve, backend, n),
    threadsMs: started > 1 ? median(threadsSamplesMs) : null,
    threadsSamplesMs,
    speedups: {},
    pointBytes,
    memoryBytes,
  };
  return { row, backend, threads: started, threadsReason };
}

/** @param {() => unknown} run */
async function time(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/**
 * Adds to every row what the model, fitted to one thread of this machine, expects of threads.
 *
 * @param {{ curve: string, kernels: { single: string, batch: string }, factor: number | null }} fit
 * @param {readonly Row[]} rows
 * @param {readonly number[]} counts
 */
function addSpeedups({ curve, kernels, factor }, rows, counts) {
  if (factor === null) return;
  for (const { n, speedups } of rows) {
    for (const count of counts)
      speedups[count] = predictSpeedup({ curve, kernels, factor }, n, count);
  }
}

/**
 * The cost model's milliseconds.
 *
 * @param {string} curve
 * @param {number | 'auto'} threads
 * @param {number} max log2 of the largest size
 */
async function measureAll(curve, threads, max) {
  const settings = { curve, threads, leastMs: values.quick ? QUICK_MS : LEAST_MS };
  // The first warms up and is not counted.
  const { backend, ...crew } = await measure(settings, 2 ** Math.min(max, 12));
  /** @type {Row[]} */
  const rows = [];
  for (let log = 0; log <= max; log++) {
    progress(`n = ${2 ** log}`);
    const measured = await measure(settings, 2 ** log);
    if (measured.threads !== crew.threads) throw new Error(`${measured.threadsReason}`);
    rows.push(measured.row);
  }
  progress('');
  return { rows, backend, threads: crew.threads, threadsReason: crew.threadsReason };
}

async function main() {
  const curve = parseName(values.curve, '--curve', curveNames);
  const max = values.quick ? QUICK_LOG : parseInteger(values.max, '--max', 1, 22);
  const [asked] = parseThreads(values.threads, '--threads');
  ensureBuilt();
  console.log(`2^0 … 2^${max}, ${values.quick ? 'a few seconds' : 'about two minutes'}`);
  const { rows, backend, threads, threadsReason } = await measureAll(curve, asked, max);
  if (threadsReason) console.log(`threads ${asked}: ${threads} started (${threadsReason})`);
  const factor = fitFactor(rows);
  const modelled = [...new Set([threads, ...MODELLED])];
  if (threads > 1) addSpeedups({ curve, kernels: backend, factor }, rows, modelled);
  const about = {
    curve,
    device: describeDevice(),
    engine: describeEngine(),
    backend,
    threads,
    commit: describeCommit(),
    date: new Date().toISOString().slice(0, 10),
    seed: SEED,
    modelFactor: factor,
  };
  const kernels = `single ${backend.single}, batch ${backend.batch}`;
  const subtitle = `${curve}, ${about.engine}, ${kernels}`;
  const name = `growth-${curve}${values.quick ? '-quick' : ''}`;
  mkdirSync(values.out, { recursive: true });
  const write = (/** @type {string} */ ending, /** @type {string} */ content) =>
    writeFileSync(join(values.out, `${name}${ending}`), content);
  write('.json', `${JSON.stringify({ ...about, rows }, null, 1)}\n`);
  write('-time.svg', timeChart(rows, factor, `${subtitle}, one thread`));
  write('-memory.svg', memoryChart(rows, `${subtitle}, one thread`));
  const origin = `${about.device}; ${about.engine}; ${kernels}; commit ${about.commit}; ${about.date}.`;
  const model = factor
    ? `The model's prices were fitted on another day: in this run everything takes ${factor.toFixed(2)} times as long, and the fifth column is divided by that.`
    : 'No model was fitted for this kernel.';
  const charts = ['time', 'memory'].map((what) => `![${what}](${name}-${what}.svg)`);
  const parts = [`# Growth: ${curve}`, origin, ...charts, table(rows, factor), model];
  if (threads > 1) {
    write('-threads.svg', threadsChart(rows, threads, modelled, subtitle));
    const chart = `![threads](${name}-threads.svg)`;
    parts.push('## Threads', chart, threadsTable(rows, threads, modelled), THREADS_WORDS);
  }
  write(
    '.md',
    `${[...parts, 'Every result was verified against a known discrete logarithm.'].join('\n\n')}\n`,
  );
  console.log(`written to ${relative(process.cwd(), join(values.out, name))}.{md,json}, charts`);
}

try {
  await main();
} catch (error) {
  const usage = isUsageError(error);
  process.stderr.write(`${usage || !(error instanceof Error) ? error : error.stack}\n`);
  process.exitCode = usage ? 2 : 1;
}
