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
import { OURS, PLURALS, WORKS } from './settings.js';

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

/** Of a tab. */
const MOST_TILES = 4;

/**
 * The subject of a report, and its large figures, four at most: ours first, then how many times as
 * fast as other libraries these are.
 * @param {AnyReport} report not empty
 * @returns {{ subject: string, tiles: [figure: string, words: string][] }}
 */
export function headlineOf(report) {
  const { device, date, isSample } = report;
  const where = `${'figures' in report ? WORKS[report.work] : report.curve} on ${device.Engine}`;
  const tiles = 'figures' in report ? tilesOfOperations(report) : tilesOfSums(report);
  return {
    subject: isSample
      ? `Recorded: ${where}, ${device.System}, ${date.slice(0, 10)}. Start measures this device.`
      : where,
    tiles: tiles.slice(0, MOST_TILES),
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
  const words = `for an MSM of ${last.n.toLocaleString('en')} points`;
  if (!best) return ranked.map(({ name, medianMs }) => [formatMs(medianMs), `${words}, ${name}`]);
  const { backend } = best.series;
  const one = report.series.find(
    (series) => backend && series.backend === backend && series.threads === 1,
  );
  const alone = one && last.times[one.id];
  const others = ranked.filter(({ isPeer }) => isPeer);
  const gain = alone && one !== best.series ? alone.medianMs / best.time.medianMs : null;
  return [
    [formatMs(best.time.medianMs), `${words}, ${best.series.name}`],
    ...tilesOfRatios(others),
    .../** @type {[string, string][]} */ (
      gain ? [[formatRatio(gain), 'as fast as one thread']] : []
    ),
    .../** @type {[string, string][]} */ (
      alone?.memoryBytes
        ? [[formatMemory(alone.memoryBytes), 'of WebAssembly memory, one thread']]
        : []
    ),
  ];
}

/**
 * @param {import('./operations-report.js').OperationsReport} report
 * @returns {[string, string][]}
 */
function tilesOfOperations(report) {
  const main = mainOperation(report);
  const peers = rankOperation(report, main).filter(({ isPeer }) => isPeer);
  const own = (/** @type {string} */ operation) =>
    rankOperation(report, operation).filter(({ isPeer }) => !isPeer);
  // Beside no other library, each operation counts, by its largest size.
  if (peers.length === 0)
    return [...new Set(report.figures.map(({ operation }) => operation))].flatMap((operation) => {
      const rows = own(operation);
      const sizes = rows.filter(({ name }) => /[⁰¹²³⁴⁵⁶⁷⁸⁹]$/.test(name));
      return (sizes.length > 0 ? sizes.slice(-1) : rows).map((row) => tileOfRate(row, operation));
    });
  const rows = own(main);
  return [
    ...(rows.length > 0 ? rows : peers.slice(0, 1)).map((row) => tileOfRate(row, main)),
    ...tilesOfRatios(peers, rows.length > 1),
  ];
}

/**
 * @param {ReturnType<typeof ranking>[number]} row
 * @param {string} operation
 * @returns {[string, string]}
 */
const tileOfRate = ({ name, medianMs }, operation) => [
  formatRate(medianMs),
  `${PLURALS.get(operation) ?? operation} a second${variantOf(name)}`,
];

/** `curvemill, batch of 256`: in batches of 256. @param {string} name of a figure */
function variantOf(name) {
  const [library, variant] = name.split(', ');
  const words = variant?.startsWith('batch')
    ? `in a ${variant}`
    : variant && `of ${variant} constraints`;
  return [library === OURS ? '' : library, words]
    .flatMap((word) => (word ? `, ${word}` : []))
    .join('');
}

/**
 * @param {ReturnType<typeof ranking>} ranked
 * @param {boolean} [areSingle] whether there are batches, which these ratios are not of
 * @returns {[string, string][]}
 */
const tilesOfRatios = (ranked, areSingle = false) =>
  ranked.flatMap(({ name, ratio }) =>
    ratio ? [[formatRatio(ratio), `as fast as ${name}${areSingle ? ', one by one' : ''}`]] : [],
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
    title: `An MSM of ${last.n.toLocaleString('en')} points of ${report.curve}`,
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
