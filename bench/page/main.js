/** The page's beginning: reads its address, shows what it asks for, and connects the controls. */
import { arrangeFor } from './arrangement.js';
import { byId } from './dom.js';
import {
  chooseBigint,
  chosenCurve,
  settingsOfForm,
  showOperationChoices,
  showPeers,
  showRefusals,
  showSettings,
  showUnserved,
} from './form.js';
import { clearHistory } from './history.js';
import { unpackReport } from './link.js';
import { cancel, inspect, isMeasuring, listen, start, warnIfHidden } from './measurement.js';
import { clearNotices, notify, offerBigint } from './notices.js';
import { TEXTS } from './words.js';
import { built, currentReport, currentWork, settingsOf } from './reports.js';
import { resizeCharts } from './results.js';
import { BACKENDS, readSettings, refusalOf, writeSettings } from './settings.js';
import { offerSharing } from './sharing.js';
import { isEmpty, workOf } from './summary.js';
import { showTabs } from './tabs.js';
import { showDevice, showEarlier, showOther, showReport } from './view.js';

/** Why WebAssembly is refused, if it is. @type {string | null} */
let blocked = null;

/** Marks the backends that this engine lacks on the chosen curve. */
async function inspectCurve() {
  const curve = chosenCurve();
  const refusals = await inspect(curve, Object.keys(BACKENDS));
  if (curve !== chosenCurve()) return; // another was chosen meanwhile
  showDevice();
  blocked = showRefusals(refusals);
  showBlocked();
  showRefusal();
  byId('settings').dataset.inspected = curve;
}

/** Says why WebAssembly is refused, and offers to measure without it. */
function showBlocked() {
  if (!blocked) return;
  offerBigint(blocked, () => {
    chooseBigint();
    inspectCurve();
  });
}

/** Says why Start is disabled, if it is. */
function showRefusal() {
  const refusal = refusalOf(settingsOfForm());
  byId('refusal').textContent = refusal;
  /** @type {HTMLButtonElement} */ (byId('start')).disabled = refusal !== '' || isMeasuring();
}

/** The settings of the tabs that were left. @type {Map<string, ReturnType<typeof readSettings>>} */
const kept = new Map();

/** @param {import('./settings.js').Work} work */
function chooseTab(work) {
  if (isMeasuring() && work === currentWork()) return;
  cancel(); // of the tab that is left
  if (work !== currentWork()) kept.set(currentWork(), settingsOfForm());
  document.body.dataset.work = work;
  byId('intro').textContent = TEXTS[work].intro;
  byId('work-words').textContent = TEXTS[work].settings;
  byId('figures-words').textContent = TEXTS[work].figures;
  clearNotices();
  currentReport().notes.forEach((text) => notify(text));
  showBlocked();
  showOperationChoices(work, kept.get(work) ?? settingsOf(work));
  showUnserved(work).then(showRefusal);
  showRefusal();
  showReport();
  showEarlier();
}

/** @param {string} packed of a link */
async function showShared(packed) {
  const report = await unpackReport(packed);
  if (!report || isEmpty(report) || workOf(report) !== currentWork()) {
    clearNotices();
    notify('The results in this link cannot be read; its settings can.', 'bad');
    return;
  }
  const { device, date, commit } = report;
  showOther(
    report,
    `Results from a link: ${device.Engine}, ${device.System}, ${date.slice(0, 10)}, commit ${commit}. Start measures this device.`,
  );
}

listen({
  onRunning: (isRunning) => {
    showRefusal();
    arrangeFor(isRunning);
    if (!isRunning) showEarlier();
  },
  onChange: showReport,
});
byId('settings').addEventListener('submit', (event) => {
  event.preventDefault();
  start(settingsOfForm());
});
byId('cancel').addEventListener('click', cancel);
byId('to-settings').addEventListener('click', () =>
  byId('settings-panel').scrollIntoView({ block: 'start' }),
);
byId('curve').addEventListener('change', () => {
  showPeers(chosenCurve(), settingsOfForm().series);
  inspectCurve();
});
byId('settings').addEventListener('change', showRefusal);
byId('clear-history').addEventListener('click', () => {
  clearHistory(currentWork());
  showEarlier();
});
offerSharing({ report: currentReport, settings: () => writeSettings(settingsOfForm()) });
document.addEventListener('visibilitychange', warnIfHidden);
// Not the window: where settings stand beside results, these change their width a moment later.
new ResizeObserver(resizeCharts).observe(byId('results'));
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showReport);
addEventListener('hashchange', () => location.reload());

const fragment = location.hash.slice(1);
const given = readSettings(fragment);
// A link to a tab alone leaves the settings to what was recorded there.
const areGiven = [...new URLSearchParams(fragment).keys()].some((name) => name !== 'work');
const settings = areGiven ? given : settingsOf(given.work);
document.body.dataset.work = settings.work;
kept.set(settings.work, settings);
showSettings(settings);
showTabs(settings.work, chooseTab);
showDevice();
/** @type {HTMLDetailsElement} */ (byId('device-panel')).open = innerWidth > 820;
byId('build').textContent =
  `curvemill ${built.version}, commit ${built.commit}. Variable time: for public data only.`;
inspectCurve();
const packed = new URLSearchParams(fragment).get('results');
if (packed) await showShared(packed);
