/** The form: curve, sizes, backends, threads, other libraries, runs. */
import { curveNames } from '../../scripts/lib/curves.js';
import { byId, create } from './dom.js';
import { INSTALLS, servedPeers } from './served.js';
import { formatSize } from './report.js';
import {
  BACKENDS,
  DOMAINS,
  LIBRARIES,
  LOG_SIZES,
  OPERATIONS,
  autoThreads,
  peersFor,
  readSettings,
  threadsFor,
  writeSettings,
} from './settings.js';

/** @typedef {import('./settings.js').Settings} Settings */

/**
 * Shows all choices and the current settings.
 * @param {Settings} settings
 */
export function showSettings(settings) {
  const { work, curve, sizes, series, threads } = settings;
  const select = byId('curve');
  select.replaceChildren(...curveNames.map((name) => create('option', { value: name }, name)));
  /** @type {HTMLSelectElement} */ (select).value = curve;
  byId('sizes').replaceChildren(
    ...LOG_SIZES.map((size) => {
      const title = `${(2 ** size).toLocaleString('en')} points`;
      return chip({ name: 'sizes', value: size, words: formatSize(size), title }, sizes);
    }),
  );
  showThreads(threads);
  byId('backends').replaceChildren(
    ...Object.entries(BACKENDS).map(([id, { name, words }]) =>
      option(id, { name, words }, series.includes(id)),
    ),
  );
  showPeers(curve, series);
  showOperationChoices(work, settings);
}

/**
 * Numbers of threads: those that this device may gain by, and those of a link from another one.
 * @param {Settings['threads']} threads chosen
 */
function showThreads(threads) {
  const cores = navigator.hardwareConcurrency ?? 2;
  const offered = new Set([...threadsFor(cores), ...threads]);
  const order = (/** @type {number | 'auto'} */ count) => (count === 'auto' ? Infinity : count);
  const counts = [...offered].sort((a, b) => order(a) - order(b));
  const titleOf = (/** @type {number | 'auto'} */ count) =>
    count === 1 ? 'no worker' : `${count === 'auto' ? autoThreads(cores) : count} workers`;
  byId('threads').replaceChildren(
    ...counts.map((value) =>
      chip(
        {
          name: 'threads',
          value,
          words: value === 'auto' ? 'all' : String(value),
          title: titleOf(value),
        },
        threads,
      ),
    ),
  );
  byId('threads-words').textContent =
    `all: ${autoThreads(cores)} on this device. Several are compared with 1.`;
}

/**
 * The libraries that support a curve.
 * @param {string} curve
 * @param {readonly string[]} series chosen
 */
export function showPeers(curve, series) {
  const peers = peersFor(curve);
  byId('peers').replaceChildren(
    ...peers.map(([name, words]) => option(name, { name, words }, series.includes(name))),
  );
  byId('peers-field').hidden = peers.length === 0;
}

/**
 * The runs, and the operations, libraries and domains of a tab beside sums.
 * @param {import('./settings.js').Work} work
 * @param {Settings} chosen
 */
export function showOperationChoices(work, chosen) {
  /** @type {HTMLInputElement} */ (byId('runs')).value = String(chosen.runs);
  byId('domains').replaceChildren(
    ...DOMAINS.map((value) => {
      const title = `up to ${(2 ** value).toLocaleString('en')} constraints`;
      return chip({ name: 'domains', value, words: formatSize(value), title }, chosen.domains);
    }),
  );
  const fields = {
    operations: Object.entries(OPERATIONS[work]).map(([id, name]) => ({ id, name, words: '' })),
    libraries: Object.entries(LIBRARIES[work]).map(([id, words]) => ({ id, name: id, words })),
  };
  for (const [field, all] of Object.entries(fields)) {
    const isChosen = (/** @type {string} */ id) =>
      chosen[/** @type {keyof typeof fields} */ (field)].includes(id);
    byId(field).replaceChildren(...all.map((one) => option(one.id, one, isChosen(one.id), field)));
  }
}

/**
 * Marks the libraries that are not served beside this page.
 * @param {import('./settings.js').Work} work
 */
export async function showUnserved(work) {
  const offered = Object.keys(INSTALLS).filter((name) => Object.hasOwn(LIBRARIES[work], name));
  if (offered.length === 0) return;
  const served = await servedPeers();
  for (const name of offered.filter((one) => !Object.hasOwn(served, one))) {
    const input = /** @type {HTMLInputElement | null} */ (
      document.querySelector(`input[name=libraries][value="${name}"]`)
    );
    // Another tab may have been chosen meanwhile.
    if (!input) continue;
    [input.disabled, input.checked] = [true, false];
    const words = /** @type {HTMLElement} */ (input.parentElement?.querySelector('small'));
    words.replaceChildren('GPL; not served here: ', create('code', {}, INSTALLS[name]));
  }
}

/** The chosen curve, whatever the tab. */
export const chosenCurve = () => /** @type {HTMLSelectElement} */ (byId('curve')).value;

/**
 * @param {{ name: string, value: number | string, words: string, title: string }} choice
 * @param {readonly (number | string)[]} chosen values
 */
function chip({ name, value, words, title }, chosen) {
  const label = create('label', { title });
  label.append(checkbox(name, String(value), chosen.includes(value)), words);
  return label;
}

/**
 * @param {string} name
 * @param {string} value
 * @param {boolean} checked
 */
function checkbox(name, value, checked) {
  const input = /** @type {HTMLInputElement} */ (
    create('input', { type: 'checkbox', name, value })
  );
  input.checked = checked;
  return input;
}

/**
 * @param {string} id
 * @param {{ name: string, words: string }} shown
 * @param {boolean} checked
 * @param {string} [field] of the form
 */
function option(id, { name, words }, checked, field = 'series') {
  const label = create('label');
  label.append(checkbox(field, id, checked), create('span', {}, name), create('small', {}, words));
  return label;
}

/**
 * Reads the settings from the form.
 * @returns {Settings}
 */
export function settingsOfForm() {
  const data = new FormData(/** @type {HTMLFormElement} */ (byId('settings')));
  return readSettings(
    writeSettings({
      work: /** @type {Settings['work']} */ (document.body.dataset.work),
      curve: String(data.get('curve')),
      sizes: data.getAll('sizes').map(Number),
      series: data.getAll('series').map(String),
      threads: /** @type {Settings['threads']} */ (data.getAll('threads')),
      libraries: data.getAll('libraries').map(String),
      operations: data.getAll('operations').map(String),
      domains: data.getAll('domains').map(Number),
      runs: Number(data.get('runs')),
    }),
  );
}

/**
 * Marks the backends that this engine lacks.
 * @param {Record<string, string | null>} refusals by backend; null if it is available
 * @returns {string | null} why WebAssembly is refused, if it is
 */
export function showRefusals(refusals) {
  const isBlocked = Object.entries(refusals).every(
    ([name, refusal]) => name === 'bigint' || refusal !== null,
  );
  for (const [name, refusal] of Object.entries(refusals)) {
    const input = /** @type {HTMLInputElement} */ (
      document.querySelector(`input[name=series][value=${name}]`)
    );
    input.disabled = refusal !== null;
    if (refusal !== null) input.checked = false;
    const words = /** @type {HTMLElement} */ (input.parentElement?.querySelector('small'));
    words.textContent =
      refusal === null
        ? BACKENDS[/** @type {keyof typeof BACKENDS} */ (name)].words
        : isBlocked
          ? 'refused by the policy of this page'
          : 'not available in this engine or version';
    words.title = refusal ?? '';
  }
  return isBlocked ? refusals.portable : null;
}

/** Chooses `bigint` and sums that it computes in a second. */
export function chooseBigint() {
  const [sizes, series] = [[4, 6, 8], ['bigint']];
  showSettings({ ...settingsOfForm(), curve: chosenCurve(), sizes, series, threads: [1] });
}
