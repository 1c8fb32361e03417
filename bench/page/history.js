/** Earlier runs on this device, the last of them, in the browser's storage, with a line each. */
import { byId, create } from './dom.js';
import { fastest, formatMs, formatSize, ranking } from './report.js';

/** @typedef {import('./report.js').Report} Report */

const KEY = 'curvemill.history';
const MOST = 12;

/** @returns {Report[]} latest first; none where storage is refused or holds something else */
function read() {
  try {
    const list = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? list.filter(({ results, series }) => results && series) : [];
  } catch {
    return [];
  }
}

/** @param {Report[]} list */
function write(list) {
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // Private windows and full storage refuse: the page works without.
  }
}

/**
 * Keeps a report without its samples.
 * @param {Report} report
 */
export function remember(report) {
  if (report.results.length === 0) return;
  const text = JSON.stringify(report, (key, value) => (key === 'samplesMs' ? undefined : value));
  write([JSON.parse(text), ...read()].slice(0, MOST));
}

/**
 * Lists the runs.
 * @param {(report: Report) => void} onChoose
 */
export function showHistory(onChoose) {
  const list = read();
  byId('history-figure').hidden = list.length === 0;
  byId('history').replaceChildren(
    ...list.map((report) => {
      const item = create('li');
      const button = create('button', { type: 'button' }, lineOf(report));
      button.addEventListener('click', () => onChoose(report));
      item.append(button);
      return item;
    }),
  );
}

/** @param {Report} report */
function lineOf(report) {
  const last = report.results[report.results.length - 1];
  const best = fastest(report, last);
  const [first] = ranking(report, last);
  const slowest = ranking(report, last)
    .filter(({ isPeer }) => isPeer)
    .at(-1);
  return [
    report.date.slice(0, 16).replace('T', ' '),
    `${report.curve}, ${formatSize(last.logSize)}`,
    formatMs(best?.time.medianMs ?? first.medianMs),
    best ? best.series.name : first.name,
    ...(best && slowest?.ratio
      ? [`${slowest.ratio.toPrecision(2)}× as fast as ${slowest.name}`]
      : []),
  ].join(' · ');
}

/** Forgets all runs. */
export function clearHistory() {
  write([]);
}
