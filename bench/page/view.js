/** The view of a report: figures, their sources, and what can be done with them. */
import { describeDevice } from './device.js';
import { byId, create } from './dom.js';
import { showHistory } from './history.js';
import { clockStep, isMeasuring, verifiedSizes } from './measurement.js';
import { clearNotices, notify } from './notices.js';
import { showOperations } from './operations-view.js';
import { formatSize } from './report.js';
import { currentReport, currentWork, setReport } from './reports.js';
import { showFigures } from './results.js';
import { isEmpty } from './summary.js';

/** @typedef {import('./summary.js').AnyReport} AnyReport */

/** Shows the report of the chosen tab. */
export function showReport() {
  const report = currentReport();
  const isOfSums = !('figures' in report);
  showFigures(isOfSums ? report : null, isMeasuring() && isEmpty(report));
  if (!isOfSums) showOperations(report);
  byId('sharing').hidden = isEmpty(report);
  byId('copied').textContent = '';
  showBadge(report);
}

/**
 * Shows which results were compared with the known ones.
 * @param {AnyReport} report
 */
function showBadge(report) {
  const isMeasuredSum = !('figures' in report) && !report.isSample;
  const of = isMeasuredSum ? report.results.filter((result) => result.verified) : [];
  const sizes = new Set([
    ...of.map(({ logSize }) => logSize),
    ...(isMeasuring() ? verifiedSizes() : []),
  ]);
  byId('badge').textContent =
    sizes.size > 0 ? `✓ verified: ${[...sizes].map(formatSize).join(', ')}` : '';
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
