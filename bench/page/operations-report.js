/**
 * The report of a tab beside sums, in words and figures.
 *
 * @typedef {import('./operations.js').Figure} Figure
 * @typedef {{ work: import('./settings.js').Work, runs: number, version: string, commit: string,
 *   date: string, device: Record<string, string>, figures: Figure[], notes: string[],
 *   isSample?: boolean, settings?: string }} OperationsReport `figures`: medians of the runs, of
 *   one operation each
 */
import { formatSize, timeRows } from './report.js';
import { DOMAINS, OURS } from './settings.js';

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

/** Its place among the sizes on offer. @param {string} name */
const sizeOf = (name) => DOMAINS.findIndex((domain) => name.endsWith(formatSize(domain)));

/**
 * The libraries at an operation, by size, then the fastest first. The ratio is how many times as
 * fast this library is, at the same size, and one by one, as the others have no batches.
 * @param {OperationsReport} report
 * @param {string} operation
 * @returns {ReturnType<import('./report.js').ranking>}
 */
export function rankOperation({ figures }, operation) {
  const found = figures.filter((figure) => figure.operation === operation);
  return found
    .map(({ name, medianMs }) => {
      const library = libraryOf(name);
      const own = found.find((one) => one.name === name.replace(library, OURS));
      const isPeer = library !== OURS;
      return { name, isPeer, medianMs, ratio: isPeer && own ? medianMs / own.medianMs : null };
    })
    .sort((a, b) => sizeOf(a.name) - sizeOf(b.name) || a.medianMs - b.medianMs);
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
    mark:
      report.isSample || report.figures.some((one) => one.operation === operation && one.isPartial)
        ? ''
        : 'verified',
    rows: timeRows(rankOperation(report, operation)),
  }));
