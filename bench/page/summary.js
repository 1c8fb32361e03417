/**
 * A report of either kind, of sums or of operations, in the words of the history, the picture, what
 * is shared, and files.
 */
import { formatRate, mainOperation, operationGroups, rankOperation } from './operations-report.js';
import {
  fastest,
  formatMemory,
  formatMs,
  formatRatio,
  formatSize,
  ranking,
  sumGroups,
} from './report.js';
import { OURS, WORKS } from './settings.js';

/**
 * @typedef {import('./report.js').Report | import('./operations-report.js').OperationsReport}
 *   AnyReport
 * @typedef {{ title: string, result: string, bars: ReturnType<typeof ranking>, foot: string,
 *   name: string }} Summary `title`: what was computed; `result`: the best of ours, or of those
 *   that were measured; `bars`: fastest first; `name` of a file
 */

/**
 * @param {AnyReport} report
 * @returns {import('./settings.js').Work}
 */
export const workOf = (report) => ('figures' in report ? report.work : 'msm');

/** @param {AnyReport} report */
export const isEmpty = (report) =>
  ('figures' in report ? report.figures : report.results).length === 0;

/**
 * All figures of a report as bars.
 * @param {AnyReport} report
 */
export const groupsOf = (report) =>
  'figures' in report ? operationGroups(report) : sumGroups(report);

/**
 * @param {AnyReport} report
 * @returns {string[][]} rows of text, the first one the head
 */
export const rowsOf = (report) => [
  ['', 'library', 'time', 'ratio'],
  ...groupsOf(report).flatMap(({ title, rows }) =>
    rows.map(({ name, value, ratio }) => [title, name, value, ratio]),
  ),
];

/**
 * The subject of a report, and its large figures: ours first, then how many times as fast other
 * libraries make us, our own kernels last.
 * @param {AnyReport} report not empty
 * @returns {{ subject: string, tiles: [figure: string, words: string][] }}
 */
export function headlineOf(report) {
  const { device, date, isSample } = report;
  const where = `${'figures' in report ? WORKS[report.work] : report.curve} on ${device.Engine}`;
  return {
    subject: isSample
      ? `Recorded: ${where}, ${device.System}, ${date.slice(0, 10)}. Start measures this device.`
      : where,
    tiles: 'figures' in report ? tilesOfOperations(report) : tilesOfSums(report),
  };
}

/**
 * @param {import('./report.js').Report} report
 * @returns {[string, string][]}
 */
function tilesOfSums(report) {
  const last = report.results[report.results.length - 1];
  const best = fastest(report, last);
  const ranked = ranking(report, last);
  const words = `${formatSize(last.logSize)} points`;
  if (!best) return ranked.map(({ name, medianMs }) => [formatMs(medianMs), `${words}, ${name}`]);
  const { backend } = best.series;
  // The same kernel on other threads has a chart of its own.
  const others = ranked.filter(
    ({ isPeer, name }) => isPeer || !backend || !name.startsWith(backend),
  );
  const one = report.series.find(
    (series) => backend && series.backend === backend && series.threads === 1,
  );
  const memoryBytes = one && last.times[one.id]?.memoryBytes;
  return [
    [formatMs(best.time.medianMs), `${words}, ${best.series.name}`],
    [formatMs(best.time.medianMs / last.n), 'per point'],
    ...tilesOfRatios(others.filter(({ isPeer }) => isPeer)),
    .../** @type {[string, string][]} */ (
      memoryBytes ? [[formatMemory(memoryBytes), 'of WebAssembly memory, one thread']] : []
    ),
    ...tilesOfRatios(others.filter(({ isPeer }) => !isPeer)),
  ];
}

/**
 * @param {import('./operations-report.js').OperationsReport} report
 * @returns {[string, string][]}
 */
function tilesOfOperations(report) {
  const main = mainOperation(report);
  const ranked = rankOperation(report, main);
  const peers = ranked.filter(({ isPeer }) => isPeer);
  const own = (/** @type {string} */ operation) =>
    rankOperation(report, operation)
      .filter(({ isPeer }) => !isPeer)
      .reverse()
      .map((row) => tileOfRate(row, operation));
  // Beside no other library, each operation counts.
  if (peers.length === 0)
    return [...new Set(report.figures.map(({ operation }) => operation))].flatMap(own);
  const tiles = own(main);
  return [...(tiles.length > 0 ? tiles : [tileOfRate(ranked[0], main)]), ...tilesOfRatios(peers)];
}

/**
 * @param {ReturnType<typeof ranking>[number]} row
 * @param {string} operation
 * @returns {[string, string]}
 */
const tileOfRate = ({ name, medianMs }, operation) => [
  formatRate(medianMs),
  `a second: ${operation}${name === OURS ? '' : `, ${name.replace(`${OURS}, `, '')}`}`,
];

/**
 * @param {ReturnType<typeof ranking>} ranked
 * @returns {[string, string][]}
 */
const tilesOfRatios = (ranked) =>
  ranked.flatMap(({ name, ratio }) =>
    ratio && ratio >= 1.05 ? [[formatRatio(ratio), `as fast as ${name}`]] : [],
  );

/**
 * @param {AnyReport} report not empty
 * @returns {Summary}
 */
export function summarize(report) {
  const file = `curvemill-${'figures' in report ? report.work : report.curve}`;
  return {
    ...('figures' in report ? summarizeOperations(report) : summarizeSums(report)),
    name: `${file}-${report.date.slice(0, 10)}`,
  };
}

/**
 * @param {import('./report.js').Report} report
 * @returns {Omit<Summary, 'name'>}
 */
function summarizeSums(report) {
  const last = report.results[report.results.length - 1];
  const best = fastest(report, last);
  const bars = ranking(report, last).map((row) =>
    row.isPeer || row.name === OURS ? row : { ...row, name: `${OURS}, ${row.name}` },
  );
  const [first] = bars;
  return {
    title: `A sum of ${last.n.toLocaleString('en')} points of ${report.curve}`,
    result: best
      ? `${formatMs(best.time.medianMs)} · ${best.series.name}`
      : `${formatMs(first.medianMs)} · ${first.name}`,
    bars,
    foot: `${formatSize(last.logSize)} points, median of ${report.runs} runs; every result verified`,
  };
}

/**
 * @param {import('./operations-report.js').OperationsReport} report
 * @returns {Omit<Summary, 'name'>}
 */
function summarizeOperations(report) {
  const operation = mainOperation(report);
  const bars = rankOperation(report, operation);
  const shown = bars.find(({ isPeer }) => !isPeer) ?? bars[0];
  return {
    title: `${WORKS[report.work]}: ${operation}`,
    result: `${formatMs(shown.medianMs)}, ${formatRate(shown.medianMs)} a second · ${shown.name}`,
    bars,
    foot: `of one operation, median of ${report.runs} runs; every result verified`,
  };
}
