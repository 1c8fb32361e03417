/** Charts and tables of growth: time and memory over the number of points. */
import { renderChart } from '../../scripts/lib/chart.js';

/**
 * `threadsMs`: on several threads, measured in turns with one; `speedups`: the model's, by number
 * of threads.
 *
 * @typedef {{ n: number, medianMs: number, spread: number, samplesMs: number[],
 *   modelMs: number | null, threadsMs: number | null, threadsSamplesMs: number[],
 *   speedups: Record<number, number>, pointBytes: number, memoryBytes: number }} Row
 */

const MIB = 2 ** 20;

/**
 * @param {Row[]} rows
 * @param {number | null} factor
 * @param {string} subtitle
 */
export function timeChart(rows, factor, subtitle) {
  /** @type {import('../../scripts/lib/chart.js').Series[]} */
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
export function memoryChart(rows, subtitle) {
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

/**
 * @param {readonly Row[]} rows
 * @param {number} threads measured
 * @param {readonly number[]} modelled numbers of threads
 * @param {string} subtitle
 */
export function threadsChart(rows, threads, modelled, subtitle) {
  /** @type {import('../../scripts/lib/chart.js').Series[]} */
  const series = [
    {
      name: `${threads} threads, measured`,
      style: 'dots',
      points: rows.flatMap(({ n, medianMs, threadsMs }) =>
        threadsMs ? [/** @type {const} */ ([n, medianMs / threadsMs])] : [],
      ),
    },
  ];
  for (const count of modelled) {
    const points = rows.flatMap(({ n, speedups }) =>
      speedups[count] ? [/** @type {const} */ ([n, speedups[count]])] : [],
    );
    const style = count === threads ? 'line' : 'dashed';
    if (points.length > 0) series.push({ name: `${count} threads, model`, style, points });
  }
  return renderChart({
    title: 'Times as fast as one thread',
    subtitle,
    x: { label: 'points', base: 2, format: powerOfTwo },
    y: { label: 'times one thread', base: 2, format: (ratio) => `×${ratio}` },
    series,
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
export function table(rows, factor) {
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
    digits(medianMs),
    `${(100 * spread).toFixed(1)} %`,
    digits((medianMs * 1e3) / n),
    modelMs && factor ? (medianMs / modelMs / factor).toFixed(2) : '–',
    (memoryBytes / MIB).toFixed(1),
    n >= 2 ** 12 ? Math.round(memoryBytes / n).toString() : '–',
  ]);
  return markdown([head, ...body]);
}

/** @param {number} value */
const digits = (value) => String(Number(value.toPrecision(3)));

/** @param {readonly string[][]} rows the first one the head */
function markdown([head, ...body]) {
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---:')), ...body.map(line)].join('\n');
}

/**
 * @param {readonly Row[]} rows
 * @param {number} threads measured
 * @param {readonly number[]} modelled numbers of threads
 */
export function threadsTable(rows, threads, modelled) {
  const times = (/** @type {number | undefined} */ ratio) => (ratio ? `×${ratio.toFixed(2)}` : '–');
  const head = [
    ...['n', 'ms, 1 thread', `ms, ${threads} threads`, 'measured'],
    ...modelled.map((count) => `model, ${count}`),
  ];
  const body = rows.map(({ n, medianMs, threadsMs, speedups }) => [
    powerOfTwo(n),
    digits(medianMs),
    threadsMs ? digits(threadsMs) : '–',
    times(threadsMs ? medianMs / threadsMs : undefined),
    ...modelled.map((count) => times(speedups[count])),
  ]);
  return markdown([head, ...body]);
}
