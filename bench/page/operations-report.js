/**
 * The report of a tab beside sums, in words and figures.
 *
 * @typedef {import('./operations.js').Figure} Figure
 * @typedef {{ work: import('./settings.js').Work, runs: number, version: string, commit: string,
 *   date: string, device: Record<string, string>, figures: Figure[], notes: string[],
 *   isSample?: boolean }} OperationsReport `figures`: medians of the runs, of one operation each
 */
import { timeRows } from './report.js';
import { OURS } from './settings.js';

/**
 * @param {number} ms of one operation
 * @returns {string} operations a second
 */
export function formatRate(ms) {
  const rate = 1000 / ms;
  return rate >= 100 ? Math.round(rate).toLocaleString('en') : rate.toPrecision(2);
}

/**
 * The operation of most libraries, the first of them.
 * @param {OperationsReport} report with a figure
 * @returns {string}
 */
export function mainOperation({ figures }) {
  const count = (/** @type {string} */ name) => {
    const found = figures.filter(({ operation }) => operation === name);
    return new Set(found.map((figure) => libraryOf(figure.name))).size;
  };
  return figures.map(({ operation }) => operation).reduce((a, b) => (count(b) > count(a) ? b : a));
}

/** @param {string} name of a figure, such as `curvemill, batch of 256` */
const libraryOf = (name) => name.split(', ')[0];

/**
 * The libraries at an operation, fastest first: each with its time over ours, of the same size or
 * one by one.
 * @param {OperationsReport} report
 * @param {string} operation
 * @returns {ReturnType<import('./report.js').ranking>}
 */
export function rankOperation({ figures }, operation) {
  const found = figures.filter((figure) => figure.operation === operation);
  const named = (/** @type {string} */ wanted) => found.find(({ name }) => name === wanted);
  return found
    .map(({ name, medianMs }) => {
      const library = libraryOf(name);
      const same = library === OURS ? undefined : named(name.replace(library, OURS));
      const own = same ?? named(OURS);
      const ratio = own ? medianMs / own.medianMs : null;
      return { name, isPeer: library !== OURS, medianMs, ratio };
    })
    .sort((a, b) => a.medianMs - b.medianMs);
}

/**
 * The operations as bars.
 *
 * @param {OperationsReport} report
 * @returns {import('./bars.js').Group[]}
 */
export const operationGroups = (report) =>
  [...new Set(report.figures.map(({ operation }) => operation))].map((operation) => ({
    title: operation,
    mark: report.figures.some((one) => one.operation === operation && one.isPartial)
      ? ''
      : 'verified',
    rows: timeRows(rankOperation(report, operation)),
  }));
