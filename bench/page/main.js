/** The page: settings on one side, results on the other, a worker between them. */
import { describeDevice } from './device.js';
import { byId, create } from './dom.js';
import { chooseBigint, settingsOfForm, showPeers, showRefusals, showSettings } from './form.js';
import { clearHistory, remember, showHistory } from './history.js';
import { unpackReport } from './link.js';
import { showOperations, TEXTS } from './operations-view.js';
import { beginProgress, endProgress, showProgress } from './progress.js';
import { recorded } from './references.js';
import { formatMs, formatSize } from './report.js';
import { resizeFigures, showFigures } from './results.js';
import { BACKENDS, readSettings, refusalOf, writeSettings } from './settings.js';
import { offerSharing } from './sharing.js';
import { showTabs } from './tabs.js';

/** @typedef {import('./report.js').Report} Report */
/** @typedef {import('./settings.js').Settings} Settings */

/** Times below this many clock steps are too coarse. */
const STEPS_PER_RUN = 50;

/** Version and commit of the library, set by the page's build. */
// @ts-expect-error: see scripts/lib/page-build.js
const { version, commit } = BUILD;

/** Before anything is measured, a recorded sample. @type {Report} */
let report = recorded.sample;
/** @type {import('./operations-view.js').Figure[]} */
let figures = [];
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
    const blocked = showRefusals(data.refusals);
    if (blocked) offerBigint(blocked);
    showRefusal();
    byId('settings').dataset.inspected = curve;
  });
  inspector.postMessage({ type: 'inspect', curve, backends: Object.keys(BACKENDS) });
}

/**
 * WebAssembly is refused, mostly by a policy: says by which, and what remains.
 * @param {string} reason
 */
function offerBigint(reason) {
  notices().replaceChildren();
  notify(`WebAssembly cannot be used here: ${reason}`, 'bad');
  const button = create('button', { type: 'button', id: 'use-bigint' }, 'Measure without it');
  button.addEventListener('click', () => {
    chooseBigint();
    inspect();
    button.remove();
  });
  notices().append(button);
}

/** Says why Start is disabled, if it is. */
function showRefusal() {
  const refusal = refusalOf(settingsOfForm());
  byId('refusal').textContent = refusal;
  /** @type {HTMLButtonElement} */ (byId('start')).disabled = refusal !== '' || worker !== null;
}

const startWorker = () => new Worker(new URL('worker.js', import.meta.url), { type: 'module' });

// --- measuring
// ------------------------------------------------------------------------------------

/** @param {Settings} settings */
function start(settings) {
  if (refusalOf(settings)) return;
  history.replaceState(null, '', `#${writeSettings(settings)}`);
  figures = [];
  if (settings.work === 'msm') report = emptyReport(settings);
  wasHidden = false;
  verified = [];
  notices().replaceChildren();
  if (!crossOriginIsolated) {
    notify(
      'This page is not isolated, so its clock is coarse: serve it with the headers COOP and COEP (npm run page does).',
    );
  }
  worker = startWorker();
  setRunning(true);
  warnIfHidden();
  worker.addEventListener('message', ({ data }) => receive(data));
  worker.addEventListener('error', ({ message }) => stop(message || 'the worker did not start'));
  worker.postMessage({ type: 'measure', settings });
  showBadge();
  showReport();
}

/**
 * @param {Settings} settings
 * @returns {Report}
 */
function emptyReport(settings) {
  return {
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
}

/** @param {any} message of the worker */
function receive(message) {
  const current = report;
  switch (message.type) {
    case 'series':
      current.series = message.series;
      break;
    case 'progress':
      showProgress(message.fraction, message.step);
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
    case 'figure':
      figures.push(message.figure);
      showReport();
      break;
    case 'note':
      addNote(message.text);
      break;
    case 'done':
      if (document.body.dataset.work === 'msm') remember(report);
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
  showHistory(choose);
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
  if (running) {
    document.body.dataset.measured = ''; // a phone shows results first from now on
    beginProgress();
  } else endProgress();
  showRefusal();
  // Focus would scroll the results away.
  if (losesFocus) (running ? cancel : start).focus({ preventScroll: true });
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
  if (!report.isSample) report.notes.push(text);
  notify(text);
}

function showReport() {
  const { work } = settingsOfForm();
  showFigures(work === 'msm' ? report : null, worker !== null && figures.length === 0);
  byId('operations').hidden = work === 'msm';
  if (!byId('operations').hidden) showOperations(work, figures);
  if (report.results.length > 0) showBadge();
}

/** @param {Report} chosen of the history */
function choose(chosen) {
  report = chosen;
  notices().replaceChildren();
  notify(`Measured here on ${chosen.date.slice(0, 16).replace('T', ' ')}.`);
  showReport();
  byId('panel-top').scrollIntoView({ block: 'start' });
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
  const unpacked = await unpackReport(packed);
  notices().replaceChildren();
  if (!unpacked) {
    notify('The results in this link cannot be read; its settings can.', 'bad');
    return;
  }
  report = unpacked;
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

// --- beginning
// ------------------------------------------------------------------------------------

byId('settings').addEventListener('submit', (event) => {
  event.preventDefault();
  start(settingsOfForm());
});
byId('cancel').addEventListener('click', () => {
  addNote('Cancelled. What is finished is shown.');
  stop();
});
byId('curve').addEventListener('change', () => {
  const { curve, series } = settingsOfForm();
  showPeers(curve, series);
  inspect();
});
byId('settings').addEventListener('change', showRefusal);
byId('clear-history').addEventListener('click', () => {
  clearHistory();
  showHistory(choose);
});
offerSharing({ report: () => report, settings: () => writeSettings(settingsOfForm()) });
document.addEventListener('visibilitychange', warnIfHidden);
addEventListener('resize', resizeFigures);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showReport);
addEventListener('hashchange', () => location.reload());

const fragment = location.hash.slice(1);
const settings = readSettings(fragment);
document.body.dataset.work = settings.work;
showSettings(settings);
showTabs(settings.work, (work) => {
  byId('work-words').textContent = TEXTS[work] ?? '';
  if (worker) stop();
  figures = [];
  showRefusal();
  showReport();
});
showDevice();
showHistory(choose);
/** @type {HTMLDetailsElement} */ (byId('device-panel')).open = innerWidth > 820;
byId('build').textContent =
  `curvemill ${version}, commit ${commit}. Variable time: for public data only.`;
inspect();
await showShared(fragment);
