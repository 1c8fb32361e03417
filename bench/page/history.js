/**
 * Earlier runs on this device, the last of them, in the browser's storage, with a line each: a list
 * for each tab.
 */
import { byId, create } from './dom.js';
import { isReport } from './link.js';
import { formatRatio } from './report.js';
import { isEmpty, summarize, workOf } from './summary.js';

/** @typedef {import('./summary.js').AnyReport} AnyReport */
/** @typedef {import('./settings.js').Work} Work */

const MOST = 12;

/** @param {Work} work */
const keyOf = (work) => (work === 'msm' ? 'curvemill.history' : `curvemill.history.${work}`);

/**
 * @param {Work} work
 * @returns {AnyReport[]} latest first; none where storage is refused or holds something else
 */
function read(work) {
  try {
    const list = JSON.parse(localStorage.getItem(keyOf(work)) ?? '[]');
    return Array.isArray(list) ? list.filter((report) => isReport(report) && !isEmpty(report)) : [];
  } catch {
    return [];
  }
}

/**
 * @param {Work} work
 * @param {AnyReport[]} list
 */
function write(work, list) {
  try {
    localStorage.setItem(keyOf(work), JSON.stringify(list));
  } catch {
    // Private windows and full storage refuse: the page works without.
  }
}

/**
 * Keeps a report without its samples.
 * @param {AnyReport} report
 */
export function remember(report) {
  if (isEmpty(report)) return;
  const work = workOf(report);
  const text = JSON.stringify(report, (key, value) => (key === 'samplesMs' ? undefined : value));
  write(work, [JSON.parse(text), ...read(work)].slice(0, MOST));
}

/**
 * Lists the runs of a tab.
 * @param {Work} work
 * @param {(report: AnyReport) => void} onChoose
 */
export function showHistory(work, onChoose) {
  const list = read(work);
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

/** @param {AnyReport} report */
function lineOf(report) {
  const { title, result, bars } = summarize(report);
  const slowest = bars.filter(({ isPeer }) => isPeer).at(-1);
  const ratio = slowest?.ratio ? [`${formatRatio(slowest.ratio)} as fast as ${slowest.name}`] : [];
  return [report.date.slice(0, 16).replace('T', ' '), title, result, ...ratio].join(' · ');
}

/**
 * Forgets all runs of a tab.
 * @param {Work} work
 */
export function clearHistory(work) {
  write(work, []);
}
