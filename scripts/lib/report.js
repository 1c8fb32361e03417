import { describeCommit } from './device.js';

/**
 * The results of one evaluation, as `--json` prints them.
 * @typedef {{
 *   device: string,
 *   engine: string,
 *   curve: string,
 *   backend: { single: string, batch: string },
 *   threads: number,
 *   results: import('./evaluation.js').Result[],
 *   peers: import('./evaluation.js').PeerResult[],
 * }} Report
 */

/**
 * Renders the part that is known before the first run.
 * @param {Report} report
 * @returns {string}
 */
export function renderHeader({ device, engine, curve, backend, threads }) {
  return [
    `curve    ${curve}`,
    `device   ${device}`,
    `engine   ${engine}`,
    `backend  single ${backend.single}, batch ${backend.batch}, threads ${threads}`,
    `commit   ${describeCommit()}`,
  ].join('\n');
}

/**
 * Renders the results: one row per size, a pair of columns per peer.
 * @param {Report} report
 * @returns {string}
 */
export function renderTable({ results, peers }) {
  const names = [...new Set(peers.map(({ name, version }) => `${name} ${version}`))];
  const head = ['size', 'median ms', '± std', 'ns / point'];
  const rows = results.map((result) => [
    `2^${result.logSize}`,
    formatMs(result.medianMs),
    formatMs(result.stdMs),
    Math.round((result.medianMs * 1e6) / result.n).toString(),
    ...names.flatMap((name) => peerCells(peers, name, result.logSize)),
  ]);
  return alignRight([[...head, ...names.flatMap((name) => [name, '× ours'])], ...rows]);
}

/**
 * Renders the phases of the largest size; empty if the engine keeps no record.
 * @param {Report} report
 * @returns {string}
 */
export function renderPhases({ results }) {
  const last = results.at(-1);
  if (!last?.phasesMs) return '';
  const total = last.medianMs;
  const parts = Object.entries(last.phasesMs).map(
    ([name, ms]) => `${name} ${formatMs(ms)} ms (${Math.round((100 * ms) / total)} %)`,
  );
  return `phases of 2^${last.logSize}: ${parts.join(', ')}`;
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
