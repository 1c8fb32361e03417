/** The report of an evaluation: text, JSON, comma-separated values, or its phases as Markdown. */
import { originOf } from '../harness/report.js';
import { renderCsv } from './report-csv.js';
import { renderPhases } from './report-phases.js';

/**
 * Everything that one evaluation found, as `--json` prints it. Several numbers of threads: all of
 * them, and a result for each size and each of them. `threadsReason`: why there are fewer than
 * asked for. `interrupted`: sizes are missing.
 *
 * @typedef {{
 *   device: string,
 *   engine: string,
 *   commit: string,
 *   date: string,
 *   seed: number,
 *   curve: string,
 *   backend: { single: string, batch: string },
 *   threads: number | number[],
 *   threadsReason?: string,
 *   interrupted?: boolean,
 *   results: import('./evaluation.js').Result[],
 *   peers: import('./evaluation.js').PeerResult[],
 * }} Report
 */

/**
 * A report without results.
 * @param {{ seed: number, curve: string }} choice
 * @param {{ backend: Report['backend'], threads: number[], reasons: string[] }} opened `threads` of
 *   each crew
 * @param {string} [version] another engine than this process
 * @returns {Report}
 */
export const reportOf = ({ seed, curve }, { backend, threads, reasons }, version) => ({
  ...originOf(version),
  date: new Date().toISOString(),
  seed,
  curve,
  backend,
  threads: threads.length > 1 ? threads : threads[0],
  ...(reasons.length > 0 ? { threadsReason: reasons.join('; ') } : {}),
  results: [],
  peers: [],
});

/**
 * @param {Report} report
 * @param {'json' | 'csv' | 'phases' | 'text'} form as text without the header
 */
export function print(report, form) {
  console.log(
    { json: JSON.stringify, csv: renderCsv, phases: renderPhases, text: renderBody }[form](report),
  );
}

/** @param {Report} report */
function renderBody(report) {
  if (report.results.length === 0) return 'no results';
  const verified = 'every result was verified before it was timed';
  const disturbed = [
    ...new Set(
      report.results.flatMap(({ isDisturbed, logSize }) => (isDisturbed ? `2^${logSize}` : [])),
    ),
  ];
  const warning = disturbed.length > 0 && `other work disturbed ${disturbed.join(', ')}`;
  return [renderTable(report), renderMethod(report), phasesOfLast(report), verified, warning]
    .filter(Boolean)
    .join('\n\n');
}

/**
 * Renders the part that is known before the first run.
 * @param {Report} report
 * @returns {string}
 */
export function renderHeader(report) {
  const { device, engine, commit, date, seed, curve, backend, threads, threadsReason } = report;
  const counts = [threads].flat().join(', ');
  return [
    `curve    ${curve}`,
    `device   ${device}`,
    `engine   ${engine}`,
    `backend  single ${backend.single}, batch ${backend.batch}, threads ${counts}`,
    ...(threadsReason ? [`         ${threadsReason}`] : []),
    `commit   ${commit}, ${date.slice(0, 10)}, seed ${seed}`,
  ].join('\n');
}

/**
 * Renders the results: one row per size, columns for each number of threads, a pair per peer.
 *
 * @param {Report} report
 * @returns {string}
 */
function renderTable({ threads, results, peers }) {
  const names = [...new Set(peers.map(({ name, version }) => `${name} ${version}`))];
  const more = [threads].flat().slice(1);
  const isScaling = Array.isArray(threads);
  const head = [
    'size',
    isScaling ? '1 thread, ms' : 'median ms',
    '± std',
    isScaling ? [] : ['iqr', 'ns / point'],
    more.map((count) => [`${count} threads, ms`, '± std', '× as fast']),
    names.map((name) => [name, '× ours']),
  ];
  const rows = results
    .filter((result) => !isScaling || result.threads === threads[0])
    .map(({ logSize, n, medianMs, stdMs, iqrMs }) => [
      `2^${logSize}`,
      formatMs(medianMs),
      formatMs(stdMs),
      isScaling ? [] : [formatMs(iqrMs), Math.round((medianMs * 1e6) / n).toString()],
      more.map((count) => threadCells(results, count, logSize)),
      names.map((name) => peerCells(peers, name, logSize)),
    ]);
  return alignRight([head, ...rows].map((row) => /** @type {string[]} */ (row.flat(2))));
}

/**
 * Says what was timed, where workers were.
 *
 * @param {Report} report
 * @returns {string} empty for one thread
 */
function renderMethod({ threads }) {
  return Math.max(...[threads].flat()) > 1
    ? `threads: msmAsync, points resident in the workers since the warm-up; sums too short to gain
stay on the caller's thread`
    : '';
}

/**
 * Renders where the time of the largest size went, on one thread; empty when the engine keeps no
 * record.
 *
 * @param {Report} report
 * @returns {string}
 */
function phasesOfLast({ results }) {
  const last = results.filter(({ threads = 1 }) => threads === 1).at(-1);
  if (!last?.phasesMs) return '';
  const total = last.medianMs;
  const parts = Object.entries(last.phasesMs).map(
    ([name, ms]) => `${name} ${formatMs(ms)} ms (${Math.round((100 * ms) / total)} %)`,
  );
  const alone = last.threads ? ', one thread' : '';
  return `phases of 2^${last.logSize}${alone}: ${parts.join(', ')}`;
}

/**
 * @param {Report['results']} results
 * @param {number} count
 * @param {number} logSize
 * @returns {string[]}
 */
function threadCells(results, count, logSize) {
  const { medianMs, stdMs, ratio } = /** @type {import('./evaluation.js').Result} */ (
    results.find((result) => result.threads === count && result.logSize === logSize)
  );
  return [formatMs(medianMs), formatMs(stdMs), (ratio ?? 1).toFixed(2)];
}

/**
 * @param {Report['peers']} peers
 * @param {string} name with version
 * @param {number} logSize
 * @returns {[string, string]}
 */
function peerCells(peers, name, logSize) {
  const found = peers.find((p) => `${p.name} ${p.version}` === name && p.logSize === logSize);
  return found ? [`${formatMs(found.medianMs)} ms`, found.ratio.toFixed(2)] : ['–', '–'];
}

/**
 * @param {number} ms
 * @returns {string} three significant digits, or whole milliseconds from 100 on
 */
function formatMs(ms) {
  if (ms >= 100) return ms.toFixed(0);
  if (ms >= 10) return ms.toFixed(1);
  return ms.toFixed(ms >= 1 ? 2 : 3);
}

/**
 * @param {string[][]} rows
 * @returns {string}
 */
function alignRight(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) => row.map((cell, column) => cell.padStart(widths[column])).join('   '))
    .join('\n');
}
