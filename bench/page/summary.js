/**
 * A report of either kind, of sums or of operations, in the words of the history, the picture, what
 * is shared, and files.
 */
import {
  formatRate,
  librariesOf,
  mainOperation,
  operationRows,
  rankOperation,
} from './operations-report.js';
import { fastest, formatMs, formatSize, ranking, tableRows } from './report.js';
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
 * @param {AnyReport} report
 * @returns {string[][]} rows of text, the first one the head
 */
export const rowsOf = (report) => ('figures' in report ? operationRows(report) : tableRows(report));

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
  const [library] = librariesOf(report);
  const shown = bars.find(({ name }) => name === library) ?? bars[0];
  return {
    title: `${WORKS[report.work]}: ${operation}`,
    result: `${formatMs(shown.medianMs)}, ${formatRate(shown.medianMs)} a second · ${shown.name}`,
    bars,
    foot: `of one operation, median of ${report.runs} runs; every result verified`,
  };
}
