/** The view of a report: figures, their sources, and what can be done with them. */
import { drawBars } from './bars.js';
import { describeDevice } from './device.js';
import { byId, create } from './dom.js';
import { showHistory } from './history.js';
import { clockStep, isMeasuring } from './measurement.js';
import { clearNotices, notify } from './notices.js';
import { formatSize } from './report.js';
import { currentReport, currentWork, setReport } from './reports.js';
import { showCharts } from './results.js';
import { groupsOf, headlineOf, isEmpty } from './summary.js';

/** @typedef {import('./summary.js').AnyReport} AnyReport */

/** Shows the report of the chosen tab. */
export function showReport() {
  const report = currentReport();
  const isNone = isEmpty(report);
  for (const id of ['headline', 'figures', 'sharing']) byId(id).hidden = isNone;
  byId('empty').hidden = !isNone || !isMeasuring();
  byId('unmeasured').hidden = !isNone || isMeasuring();
  byId('copied').textContent = '';
  document.body.classList.toggle('shows-recorded', Boolean(report.isSample) && !isNone);
  showCharts('figures' in report || isNone ? null : report);
  if (isNone) return;
  const { subject, tiles } = headlineOf(report);
  byId('subject').textContent = subject;
  byId('tiles').replaceChildren(
    ...tiles.map(([figure, words]) => {
      const tile = create('div');
      tile.append(create('b', {}, figure), create('span', {}, words));
      return tile;
    }),
  );
  drawBars(byId('table'), groupsOf(report));
  showBadge(report);
}

/**
 * Shows which results were compared with the known ones.
 * @param {AnyReport} report
 */
function showBadge(report) {
  const sizes =
    'figures' in report
      ? ['every result']
      : report.results.map(({ logSize }) => formatSize(logSize));
  byId('badge').textContent = report.isSample ? '' : `✓ verified: ${sizes.join(', ')}`;
}

/** Lists the earlier runs of the chosen tab, which can be shown again. */
export function showEarlier() {
  showHistory(currentWork(), (report) => {
    const date = report.date.slice(0, 16).replace('T', ' ');
    showOther(report, `Measured here on ${date}.`);
    byId('panel-top').scrollIntoView({ block: 'start' });
  });
}

/**
 * Shows a report that was not measured now.
 * @param {AnyReport} report
 * @param {string} words where it comes from
 */
export function showOther(report, words) {
  setReport(report);
  clearNotices();
  notify(words);
  report.notes.forEach((text) => notify(text));
  showReport();
}

/** Shows what is known of this device. */
export function showDevice() {
  byId('device').replaceChildren(
    ...Object.entries(describeDevice(clockStep())).flatMap(([name, value]) => [
      create('dt', {}, name),
      create('dd', {}, value),
    ]),
  );
}
