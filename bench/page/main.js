/** The page: settings on one side, results on the other, a worker between them. */
import { describeDevice } from './device.js';
import { byId, create } from './dom.js';
import { settingsOfForm, showPeers, showRefusals, showSettings } from './form.js';
import { packReport, unpackReport } from './link.js';
import { formatMs, formatSize, tableRows } from './report.js';
import { resizeFigures, showFigures } from './results.js';
import { BACKENDS, readSettings, writeSettings } from './settings.js';

/** @typedef {import('./report.js').Report} Report */
/** @typedef {import('./settings.js').Settings} Settings */

/** Times below this many clock steps are too coarse. */
const STEPS_PER_RUN = 50;

/** Version and commit of the library, set by the page's build. */
// @ts-expect-error: see scripts/lib/page-build.js
const { version, commit } = BUILD;

/** @type {Report | null} */
let report = null;
/** @type {Worker | null} */
let worker = null;
/** @type {number | null} */
let timerStepMs = null;
let wasHidden = false;
/** @type {string[]} sizes whose results are known to be right */
let verified = [];

/** Asks a worker for the backends that this engine supports on the curve, and marks the others. */
function inspect() {
  const { curve } = settingsOfForm();
  const inspector = startWorker();
  inspector.addEventListener('message', ({ data }) => {
    inspector.terminate();
    if (data.type !== 'inspected' || data.curve !== settingsOfForm().curve) return;
    timerStepMs = data.timerStepMs;
    showDevice();
    showRefusals(data.refusals);
    byId('settings').dataset.inspected = curve;
  });
  inspector.postMessage({ type: 'inspect', curve, backends: Object.keys(BACKENDS) });
}

const startWorker = () => new Worker(new URL('worker.js', import.meta.url), { type: 'module' });

// --- measuring
// ------------------------------------------------------------------------------------

/** @param {Settings} settings */
function start(settings) {
  history.replaceState(null, '', `#${writeSettings(settings)}`);
  report = {
    curve: settings.curve,
    runs: settings.runs,
    version,
    commit,
    date: new Date().toISOString(),
    device: describeDevice(timerStepMs),
    series: [],
    results: [],
    notes: [],
  };
  wasHidden = false;
  verified = [];
  notices().replaceChildren();
  if (!crossOriginIsolated) {
    notify(
      'This page is not isolated, so its clock is coarse: serve it with the headers COOP and COEP (npm run page does).',
    );
  }
  setRunning(true);
  worker = startWorker();
  warnIfHidden();
  byId('subject').textContent = `${report.curve} on ${report.device.Engine}`;
  worker.addEventListener('message', ({ data }) => receive(data));
  worker.addEventListener('error', ({ message }) => stop(message || 'the worker did not start'));
  worker.postMessage({ type: 'measure', settings });
  showBadge();
  showReport();
}

/** @param {any} message of the worker */
function receive(message) {
  const current = /** @type {Report} */ (report);
  switch (message.type) {
    case 'series':
      current.series = message.series;
      break;
    case 'progress':
      /** @type {HTMLProgressElement} */ (byId('bar')).value = message.fraction;
      byId('step').textContent = `${formatSize(message.logSize)} points: ${message.step}`;
      break;
    case 'verified':
      verified.push(formatSize(message.logSize));
      showBadge();
      break;
    case 'result':
      current.results.push(message.result);
      warnOfClock(message.result);
      showReport();
      break;
    case 'note':
      addNote(message.text);
      break;
    case 'done':
      stop();
      break;
    default:
      stop(message.message);
  }
}

/** @param {string} [problem] the reason, if it ends early */
function stop(problem) {
  worker?.terminate();
  worker = null;
  setRunning(false);
  if (problem) notify(problem, 'bad');
  showReport();
}

/** @param {import('./report.js').Result} result */
function warnOfClock({ logSize, times }) {
  const shortest = Math.min(...Object.values(times).map(({ medianMs }) => medianMs));
  if (timerStepMs !== null && shortest < STEPS_PER_RUN * timerStepMs) {
    addNote(
      `${formatSize(logSize)}: a run takes only a few steps of this clock (${formatMs(timerStepMs)}), so its figures are coarse.`,
    );
  }
}

/** Once a measurement. */
function warnIfHidden() {
  if (!document.hidden || !worker || wasHidden) return;
  wasHidden = true;
  addNote(
    'The tab was hidden during the measurement. Browsers slow hidden tabs down, so measure again.',
  );
}

/** @param {boolean} running */
function setRunning(running) {
  const [start, cancel] = [byId('start'), byId('cancel')];
  // A browser removes the focus from hidden or disabled elements, but only later.
  const { activeElement } = document;
  const losesFocus = [document.body, running ? start : cancel].includes(
    /** @type {HTMLElement} */ (activeElement),
  );
  byId('progress').hidden = !running;
  cancel.hidden = !running;
  /** @type {HTMLProgressElement} */ (byId('bar')).value = 0;
  byId('step').textContent = running ? 'loading' : '';
  /** @type {HTMLButtonElement} */ (start).disabled = running;
  if (losesFocus) (running ? cancel : start).focus();
}

// --- results
// --------------------------------------------------------------------------------------

const notices = () => byId('notices');

/**
 * @param {string} text
 * @param {string} [kind]
 */
function notify(text, kind = '') {
  notices().append(create('p', { class: `notice ${kind}` }, text));
}

/** @param {string} text a notice that belongs to the figures and is shared with them */
function addNote(text) {
  report?.notes.push(text);
  notify(text);
}

function showReport() {
  showFigures(report, worker !== null);
  if (report && report.results.length > 0) {
    byId('subject').textContent = `${report.curve} on ${report.device.Engine}`;
    showBadge();
  }
}

/** Shows which results were compared with the known ones, which happens before a size is timed. */
function showBadge() {
  byId('badge').textContent = verified.length > 0 ? `✓ verified: ${verified.join(', ')}` : '';
}

function showDevice() {
  byId('device').replaceChildren(
    ...Object.entries(describeDevice(timerStepMs)).flatMap(([name, value]) => [
      create('dt', {}, name),
      create('dd', {}, value),
    ]),
  );
}

/** @param {string} fragment */
async function showShared(fragment) {
  const packed = new URLSearchParams(fragment).get('results');
  if (!packed) return;
  report = await unpackReport(packed);
  notices().replaceChildren();
  if (!report) {
    notify('The results in this link cannot be read; its settings can.', 'bad');
    return;
  }
  const { device, date, commit: measured } = report;
  notify(
    `Results from a link: ${device.Engine}, ${device.System}, ${date.slice(0, 10)}, commit ${measured}. Start measures this device.`,
  );
  report.notes.forEach((text) => notify(text));
  verified = report.results
    .filter((result) => result.verified)
    .map(({ logSize }) => formatSize(logSize));
  showReport();
}

/**
 * @param {string} text
 * @param {string} what
 */
async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    byId('copied').textContent = `${what} copied`;
  } catch {
    byId('copied').textContent = 'The browser refused to copy.';
  }
}

async function copyLink() {
  const shown = /** @type {Report} */ (report);
  const link = new URL(location.href);
  link.hash = `${writeSettings(settingsOfForm())}&results=${await packReport(shown)}`;
  history.replaceState(null, '', link);
  await copy(link.href, 'link');
}

function download() {
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' }),
  );
  const name = `curvemill-${report?.curve}-${report?.date.slice(0, 10)}.json`;
  const link = /** @type {HTMLAnchorElement} */ (create('a', { href: url, download: name }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// --- beginning
// ------------------------------------------------------------------------------------

byId('settings').addEventListener('submit', (event) => {
  event.preventDefault();
  start(settingsOfForm());
});
byId('cancel').addEventListener('click', () => {
  addNote('Cancelled. The finished sizes are shown.');
  stop();
});
byId('curve').addEventListener('change', () => {
  const { curve, series } = settingsOfForm();
  showPeers(curve, series);
  inspect();
});
byId('copy-link').addEventListener('click', copyLink);
byId('copy-table').addEventListener('click', () => {
  const rows = tableRows(/** @type {Report} */ (report));
  copy(rows.map((row) => row.join('\t')).join('\n'), 'table');
});
byId('download').addEventListener('click', download);
document.addEventListener('visibilitychange', warnIfHidden);
addEventListener('resize', resizeFigures);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showReport);
addEventListener('hashchange', () => location.reload());

const fragment = location.hash.slice(1);
showSettings(readSettings(fragment));
showDevice();
showReport();
/** @type {HTMLDetailsElement} */ (byId('device-panel')).open = innerWidth > 820;
byId('build').textContent =
  `curvemill ${version}, commit ${commit}. Variable time: for public data only.`;
inspect();
await showShared(fragment);
