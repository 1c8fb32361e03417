/**
 * Growth of time and memory with the number of points: every power of two up to 2^20, each in a new
 * instance, compared with the cost model. Writes JSON, two charts and a table.
 *
 *   node bench/growth.js [--curve bls12-381-g1] [--max 20] [--backend auto] [--quick]
 *     [--out FOLDER]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { isUsageError, parseInteger, parseName, progress } from '../scripts/lib/cli.js';
import { renderChart } from '../scripts/lib/chart.js';
import { curveNames, defaultCurve, openCurve } from '../scripts/lib/curves.js';
import { describeCommit, describeDevice, describeEngine } from '../scripts/lib/device.js';
import { ensureBuilt } from '../scripts/lib/ensure-built.js';
import { measurements } from '../scripts/lib/paths.js';
import { median, quantile } from '../scripts/lib/stats.js';
import { createWorkload } from '../scripts/lib/workload.js';
import { costOf, planMsm } from '../src/engines/wasm/msm/plan.js';
import { kernelPrices } from '../src/engines/wasm/msm/pricing.js';
import { fullProblem } from '../src/engines/wasm/msm/problem.js';
import { curveNamed } from '../src/curves/index.js';
import { pricesOf } from '../wasm-gen/prices.js';
import { splitParameters } from '../wasm-gen/scalar/lattice.js';
import { helpIfAsked } from '../scripts/lib/help.js';

helpIfAsked(import.meta.url);

/**
 * @typedef {{ n: number, medianMs: number, spread: number, samplesMs: number[],
 *   modelMs: number | null, pointBytes: number, memoryBytes: number }} Row
 */

const SEED = 1;
const MIB = 2 ** 20;
/** Least number and total duration of the samples of one size. */
const [LEAST, LEAST_MS] = [3, 300];
const MAX_SAMPLES = 200;
const [QUICK_LOG, QUICK_MS] = [10, 20];

/** Batch kernels that compute sum and difference together. */
const WITH_PAIRS = ['limbs30', 'wide64'];

const { values } = parseArgs({
  options: {
    curve: { type: 'string', default: defaultCurve },
    max: { type: 'string', default: '20' },
    backend: { type: 'string', default: 'auto' },
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

/** Bytes of all memories of the instance that was opened last. */
function memoryInUse() {
  return memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
}

/**
 * @param {string} curve
 * @param {number} n
 * @param {number} leastMs
 */
async function measure(curve, n, leastMs) {
  memories.length = 0;
  const { instance, group } = await openCurve(curve, { backend: values.backend, threads: 1 });
  const { points, scalars, expected } = createWorkload(curve, group, n, SEED);
  if (!group.msm(points, scalars).equals(expected))
    throw new Error(`n = ${n}: the result is wrong`);
  const memoryBytes = memoryInUse();
  const samplesMs = [];
  for (let total = 0; samplesMs.length < LEAST || total < leastMs;) {
    const start = performance.now();
    group.msm(points, scalars);
    samplesMs.push(performance.now() - start);
    total += samplesMs[samplesMs.length - 1];
    if (samplesMs.length >= MAX_SAMPLES) break;
  }
  const pointBytes = points.toBytes('uncompressed').length;
  instance.dispose();
  const middle = median(samplesMs);
  const spread = (quantile(samplesMs, 0.75) - quantile(samplesMs, 0.25)) / 2 / middle;
  const modelMs = predict(curve, instance.backend, n);
  const row = { n, medianMs: middle, spread, samplesMs, modelMs, pointBytes, memoryBytes };
  return { row, backend: instance.backend };
}

/**
 * The cost model's milliseconds.
 *
 * @param {string} curve
 * @param {{ batch: string, single: string }} kernels
 * @param {number} n
 * @returns {number | null} null for a backend without prices
 */
function predict(curve, kernels, n) {
  if (kernels.batch === 'bigint') return null;
  const config = curveNamed(curve);
  const { basis } = splitParameters(config.order, config.endomorphism?.lambda ?? null);
  const pairs = WITH_PAIRS.includes(kernels.batch);
  const abilities = { parts: basis.length, pairs, chains: false };
  const problem = fullProblem(abilities, n, config.order.toString(2).length - 1);
  const prices = kernelPrices(pricesOf(config), kernels);
  return costOf(planMsm(problem, prices).work, prices) / 1e6;
}

/**
 * The factor that fits the model to this machine: the geometric mean of measured over predicted.
 * @param {readonly Row[]} rows
 * @returns {number | null}
 */
function fitFactor(rows) {
  const logs = rows.flatMap(({ medianMs, modelMs }) =>
    modelMs ? [Math.log(medianMs / modelMs)] : [],
  );
  return logs.length > 0
    ? Math.exp(logs.reduce((sum, value) => sum + value, 0) / logs.length)
    : null;
}

/**
 * @param {Row[]} rows
 * @param {number | null} factor
 * @param {string} subtitle
 */
function timeChart(rows, factor, subtitle) {
  /** @type {import('../scripts/lib/chart.js').Series[]} */
  const series = [
    { name: 'measured', style: 'dots', points: rows.map(({ n, medianMs }) => [n, medianMs]) },
  ];
  if (factor) {
    const points = rows.map(({ n, modelMs }) => /** @type {const} */ ([n, modelMs ?? 0]));
    series.push({
      name: `cost model × ${factor.toFixed(2)}`,
      style: 'line',
      points: points.map(([n, ms]) => [n, ms * factor]),
    });
  }
  const [first] = rows;
  series.push({
    name: 'n times the time of one',
    style: 'dashed',
    points: rows.filter(({ n }) => n <= 2 ** 16).map(({ n }) => [n, n * first.medianMs]),
  });
  return renderChart({
    title: 'Time of an MSM over its number of points',
    subtitle,
    x: { label: 'points', base: 2, format: powerOfTwo },
    y: { label: 'milliseconds', base: 10, format: (ms) => String(ms) },
    series,
  });
}

/**
 * @param {Row[]} rows
 * @param {string} subtitle
 */
function memoryChart(rows, subtitle) {
  return renderChart({
    title: 'Memory of an instance over the number of points',
    subtitle,
    x: { label: 'points', base: 2, format: powerOfTwo },
    y: { label: 'MiB', base: 10, format: (mib) => String(mib) },
    series: [
      {
        name: 'WebAssembly memory after an MSM',
        style: 'dots',
        points: rows.map(({ n, memoryBytes }) => [n, memoryBytes / MIB]),
      },
      {
        name: '1 GiB',
        style: 'dashed',
        points: rows.map(({ n }) => [n, 1024]),
      },
      {
        name: 'uncompressed points alone',
        style: 'line',
        points: rows
          .filter(({ pointBytes }) => pointBytes >= MIB / 100)
          .map(({ n, pointBytes }) => [n, pointBytes / MIB]),
      },
    ],
  });
}

/** @param {number} value */
function powerOfTwo(value) {
  return `2${[...String(Math.round(Math.log2(value)))].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')}`;
}

/**
 * @param {readonly Row[]} rows
 * @param {number | null} factor
 */
function table(rows, factor) {
  const head = [
    'n',
    'ms',
    '±',
    'µs per point',
    'measured / model',
    'memory, MiB',
    'bytes per point',
  ];
  const body = rows.map(({ n, medianMs, spread, modelMs, memoryBytes }) => [
    powerOfTwo(n),
    String(Number(medianMs.toPrecision(3))),
    `${(100 * spread).toFixed(1)} %`,
    String(Number(((medianMs * 1e3) / n).toPrecision(3))),
    modelMs && factor ? (medianMs / modelMs / factor).toFixed(2) : '–',
    (memoryBytes / MIB).toFixed(1),
    n >= 2 ** 12 ? Math.round(memoryBytes / n).toString() : '–',
  ]);
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---:')), ...body.map(line)].join('\n');
}

async function main() {
  const curve = parseName(values.curve, '--curve', curveNames);
  const max = values.quick ? QUICK_LOG : parseInteger(values.max, '--max', 1, 22);
  ensureBuilt();
  console.log(`2^0 … 2^${max}, ${values.quick ? 'a few seconds' : 'about two minutes'}`);
  /** @type {Row[]} */
  const rows = [];
  let backend;
  for (let log = -1; log <= max; log++) {
    // The first warms up and is not counted.
    const n = log < 0 ? 2 ** Math.min(max, 12) : 2 ** log;
    progress(`n = ${n}`);
    const measured = await measure(curve, n, values.quick ? QUICK_MS : LEAST_MS);
    if (log >= 0) rows.push(measured.row);
    backend = measured.backend;
  }
  progress('');
  const factor = fitFactor(rows);
  const about = {
    curve,
    device: describeDevice(),
    engine: describeEngine(),
    backend,
    commit: describeCommit(),
    date: new Date().toISOString().slice(0, 10),
    seed: SEED,
    modelFactor: factor,
  };
  const kernels = `single ${backend?.single}, batch ${backend?.batch}`;
  const subtitle = `${curve}, ${about.engine}, ${kernels}, one thread`;
  const name = `growth-${curve}${values.quick ? '-quick' : ''}`;
  mkdirSync(values.out, { recursive: true });
  const write = (/** @type {string} */ ending, /** @type {string} */ content) =>
    writeFileSync(join(values.out, `${name}${ending}`), content);
  write('.json', `${JSON.stringify({ ...about, rows }, null, 1)}\n`);
  write('-time.svg', timeChart(rows, factor, subtitle));
  write('-memory.svg', memoryChart(rows, subtitle));
  const origin = `${about.device}; ${about.engine}; ${kernels}; commit ${about.commit}; ${about.date}.`;
  const model = factor
    ? `The model's prices were fitted on another day: in this run everything takes ${factor.toFixed(2)} times as long, and the fifth column is divided by that.`
    : 'No model was fitted for this kernel.';
  const charts = ['time', 'memory'].map((what) => `![${what}](${name}-${what}.svg)`);
  const parts = [`# Growth: ${curve}`, origin, ...charts, table(rows, factor), model];
  write(
    '.md',
    `${[...parts, 'Every result was verified against a known discrete logarithm.'].join('\n\n')}\n`,
  );
  console.log(
    `written to ${relative(process.cwd(), join(values.out, name))}.{md,json}, two charts`,
  );
}

try {
  await main();
} catch (error) {
  const usage = isUsageError(error);
  process.stderr.write(`${usage || !(error instanceof Error) ? error : error.stack}\n`);
  process.exitCode = usage ? 2 : 1;
}
