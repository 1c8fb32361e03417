/** The report that each tab shows: until one is measured, a recorded sample, or an empty one. */
import { recorded } from './references.js';
import { DEFAULTS, readSettings, WORKS } from './settings.js';
import { workOf } from './summary.js';

/**
 * @typedef {import('./summary.js').AnyReport} AnyReport
 * @typedef {import('./settings.js').Work} Work
 * @typedef {import('./settings.js').Settings} Settings
 */

/** Version and commit of the library, set by the page's build. @type {Record<string, string>} */
// @ts-expect-error: see scripts/lib/page-build.js
export const built = BUILD;

const works = /** @type {Work[]} */ (Object.keys(WORKS));
const reports = /** @type {Record<Work, AnyReport>} */ (
  Object.fromEntries(
    works.map((work) => [work, recorded.samples[work] ?? emptyReport({ ...DEFAULTS, work }, {})]),
  )
);

/**
 * The settings of a tab before any are chosen: those of its recorded sample, if there is one.
 * @param {Work} work
 */
export const settingsOf = (work) =>
  readSettings(recorded.samples[work]?.settings ?? `work=${work}`);

/** The chosen tab. */
export const currentWork = () => /** @type {Work} */ (document.body.dataset.work);

/** The report of the chosen tab. */
export const currentReport = () => reports[currentWork()];

/**
 * Makes a report that of its tab.
 * @template {AnyReport} T
 * @param {T} report
 * @returns {T}
 */
export function setReport(report) {
  reports[workOf(report)] = report;
  return report;
}

/**
 * @param {Pick<Settings, 'work' | 'curve' | 'runs'>} settings
 * @param {Record<string, string>} device
 * @returns {AnyReport} without results
 */
export function emptyReport({ work, curve, runs }, device) {
  const { version, commit } = built;
  const common = { runs, version, commit, date: new Date().toISOString(), device, notes: [] };
  return work === 'msm'
    ? { curve, ...common, series: [], results: [] }
    : { work, ...common, figures: [] };
}
