/**
 * The report of a tab beside sums, in words and figures.
 *
 * @typedef {import('./operations.js').Figure} Figure
 * @typedef {{ work: import('./settings.js').Work, runs: number, version: string, commit: string,
 *   date: string, device: Record<string, string>, figures: Figure[], notes: string[] }}
 *   OperationsReport `figures`: medians of the runs, of one operation each
 */
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
 * The libraries that were measured, ours first.
 * @param {OperationsReport} report
 * @returns {string[]}
 */
export function librariesOf({ figures }) {
  const names = [...new Set(figures.map(({ name }) => name))];
  return names.sort((a, b) => Number(b === OURS) - Number(a === OURS));
}

/**
 * The operation of most libraries, the first of them.
 * @param {OperationsReport} report with a figure
 * @returns {string}
 */
export function mainOperation({ figures }) {
  const count = (/** @type {string} */ name) =>
    figures.filter(({ operation }) => operation === name).length;
  return figures.map(({ operation }) => operation).reduce((a, b) => (count(b) > count(a) ? b : a));
}

/**
 * The libraries at an operation, fastest first: each with its time over ours.
 * @param {OperationsReport} report
 * @param {string} operation
 * @returns {ReturnType<import('./report.js').ranking>}
 */
export function rankOperation({ figures }, operation) {
  const found = figures.filter((figure) => figure.operation === operation);
  const own = found.find(({ name }) => name === OURS);
  return found
    .map(({ name, medianMs }) => ({
      ...{ name, isPeer: name !== OURS, medianMs, ratio: own ? medianMs / own.medianMs : null },
    }))
    .sort((a, b) => a.medianMs - b.medianMs);
}

/**
 * Operations a second as rows of text, the first one the head; of others in brackets, how many
 * times as fast we are.
 * @param {OperationsReport} report
 * @returns {string[][]}
 */
export function operationRows(report) {
  const names = librariesOf(report);
  const operations = [...new Set(report.figures.map(({ operation }) => operation))];
  return [
    ['operations a second', ...names],
    ...operations.map((operation) => {
      const ranked = rankOperation(report, operation);
      const cells = names.map((name) => {
        const figure = ranked.find((one) => one.name === name);
        if (!figure) return '–';
        const { medianMs, ratio, isPeer } = figure;
        const rate = formatRate(medianMs);
        return isPeer && ratio ? `${rate} (${ratio.toPrecision(2)}×)` : rate;
      });
      return [operation, ...cells];
    }),
  ];
}
