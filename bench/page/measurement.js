/** A measurement: the worker that computes, what it tells, and the report that this becomes. */
import { describeDevice } from './device.js';
import { remember } from './history.js';
import { clearNotices, notify } from './notices.js';
import { beginProgress, endProgress, showProgress } from './progress.js';
import { formatMs, formatSize } from './report.js';
import { currentReport, emptyReport, setReport } from './reports.js';
import { refusalOf, writeSettings } from './settings.js';
import { isEmpty } from './summary.js';

/** @typedef {import('./settings.js').Settings} Settings */

/** Times below this many clock steps are too coarse. */
const STEPS_PER_RUN = 50;

const NOT_ISOLATED =
  'This page is not isolated, so its clock is coarse: serve it with the headers COOP and COEP (npm run page does).';
const HIDDEN =
  'The tab was hidden during the measurement. Browsers slow hidden tabs down, so measure again.';

/** @type {Worker | null} */
let worker = null;
/** The clock's steps, once they are known. @type {number | null} */
let timerStepMs = null;
let wasHidden = false;
/** The report shown before a measurement. @type {ReturnType<typeof currentReport> | null} */
let before = null;

/** Callbacks of the page: a measurement begins or ends, or there is more to show. */
const listeners = { onRunning: (/** @type {boolean} */ _) => {}, onChange: () => {} };

/** @param {Partial<typeof listeners>} given */
export function listen(given) {
  Object.assign(listeners, given);
}

/** Whether something is being measured. */
export const isMeasuring = () => worker !== null;

/** The clock's steps in milliseconds; null before they are known. */
export const clockStep = () => timerStepMs;

const startWorker = () => new Worker(new URL('worker.js', import.meta.url), { type: 'module' });

/**
 * Asks a worker for the backends that this engine supports on a curve, and for the clock's steps.
 * @param {string} curve
 * @param {string[]} backends
 * @returns {Promise<Record<string, string | null>>} why each is refused; null if it is not
 */
export function inspect(curve, backends) {
  const inspector = startWorker();
  return new Promise((resolve) => {
    inspector.addEventListener('message', ({ data }) => {
      inspector.terminate();
      if (data.type !== 'inspected') return;
      timerStepMs = data.timerStepMs;
      resolve(data.refusals);
    });
    inspector.postMessage({ type: 'inspect', curve, backends });
  });
}

/** @param {Settings} settings */
export function start(settings) {
  if (refusalOf(settings)) return;
  history.replaceState(null, '', `#${writeSettings(settings)}`);
  before = currentReport();
  setReport(emptyReport(settings, describeDevice(timerStepMs)));
  wasHidden = false;
  clearNotices();
  if (!crossOriginIsolated) notify(NOT_ISOLATED);
  worker = startWorker();
  beginProgress();
  listeners.onRunning(true);
  warnIfHidden();
  worker.addEventListener('message', ({ data }) => receive(data));
  worker.addEventListener('error', ({ message }) => stop(message || 'the worker did not start'));
  worker.postMessage({ type: 'measure', settings });
  listeners.onChange();
}

/** @param {any} message of the worker */
function receive(message) {
  const report = /** @type {any} */ (currentReport());
  switch (message.type) {
    case 'series':
      report.series = message.series;
      return;
    case 'progress':
      return showProgress(message.fraction, message.step);
    case 'result':
      report.results = withoutPartial(report.results);
      report.results.push(message.result);
      if (!message.result.isPartial) warnOfClock(message.result);
      return listeners.onChange();
    case 'figure':
      report.figures = report.figures.filter(
        (/** @type {any} */ { operation, name }) =>
          operation !== message.figure.operation || name !== message.figure.name,
      );
      report.figures.push(message.figure);
      return listeners.onChange();
    case 'note':
      return addNote(message.text);
    case 'done':
      remember(report);
      return stop();
    default:
      stop(message.message);
  }
}

/** Those of which all runs are made. @template {{ isPartial?: boolean }} T @param {T[]} list */
const withoutPartial = (list) => list.filter(({ isPartial }) => !isPartial);

/**
 * Ends a measurement, if there is one: what is finished stays; if nothing is, what was shown before
 * comes back.
 */
export function cancel() {
  if (!worker) return;
  const report = currentReport();
  if ('figures' in report) report.figures = withoutPartial(report.figures);
  else report.results = withoutPartial(report.results);
  const isNone = isEmpty(report);
  if (isNone && before) setReport(before);
  const words = isNone ? 'Cancelled.' : 'Cancelled. What is finished is shown.';
  if (isNone) notify(words);
  else addNote(words);
  stop();
}

/** @param {string} [problem] the reason, if it ends early */
function stop(problem) {
  worker?.terminate();
  worker = null;
  endProgress();
  listeners.onRunning(false);
  if (problem) notify(problem, 'bad');
  listeners.onChange();
}

/** @param {string} text a notice that belongs to the figures and is shared with them */
function addNote(text) {
  currentReport().notes.push(text);
  notify(text);
}

/** @param {import('./report.js').Result} result */
function warnOfClock({ logSize, times }) {
  const shortest = Math.min(...Object.values(times).map(({ medianMs }) => medianMs));
  if (timerStepMs === null || shortest >= STEPS_PER_RUN * timerStepMs) return;
  addNote(
    `${formatSize(logSize)}: a run takes only a few steps of this clock (${formatMs(timerStepMs)}), so its figures are coarse.`,
  );
}

/** Once a measurement. */
export function warnIfHidden() {
  if (!document.hidden || !worker || wasHidden) return;
  wasHidden = true;
  addNote(HIDDEN);
}
