/** The record of what was measured, part by part, in a file; and the page made from it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

/**
 * Of one run, in milliseconds: the longest gap, the longest by processor time, where the runtime
 * tells it, and the whole call.
 * @typedef {{ gap: number, cpu: number | null, total: number }} Gap
 */

/**
 * `means`: all that measurements in one file have in common; `order`: all calls.
 * @typedef {{ means: Record<string, string>, order: string[],
 *   gaps: Record<'quiet' | 'loaded', Record<string, Gap>> }} GapRecord
 */

const COLUMNS = /** @type {const} */ (['quiet', 'loaded']);

/** @param {string} file @returns {GapRecord} */
export const readRecord = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * Adds to a file what was measured by the same means.
 * @param {string} file
 * @param {{ threads: string, runs: string, backend: string, load: boolean, order: string[],
 *   gaps: Record<string, Gap> }} measured
 */
export function writeRecord(file, { threads, runs, backend, load, order, gaps }) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { encoding: 'utf8' }).trim();
  const means = {
    processor: `${cpus()[0].model}, ${cpus().length} cores`,
    node: process.versions.node,
    commit: git('rev-parse', '--short=8', 'HEAD') + (git('status', '--porcelain') && ', changed'),
    date: new Date().toISOString().slice(0, 10),
    ...{ threads, runs, backend },
  };
  const known = existsSync(file) ? readRecord(file) : { means, gaps: { quiet: {}, loaded: {} } };
  if (JSON.stringify(known.means) !== JSON.stringify(means)) {
    throw new Error(`${file}: expected the same means, ${JSON.stringify(means)}`);
  }
  Object.assign(known.gaps[load ? 'loaded' : 'quiet'], gaps);
  writeFileSync(file, JSON.stringify({ ...known, order }, null, 1));
}

/** @param {readonly string[]} columns */
export const titles = (columns) =>
  [
    `| call | ${columns.map((name) => `${name} | processor time | whole call`).join(' | ')} |`,
    `|---|${columns.map(() => '---|---|---|').join('')}`,
  ].join('\n');

/** @param {string} name @param {Gap[]} gaps of the columns */
export const row = (name, gaps) =>
  `| ${name} | ${gaps.flatMap(({ gap, cpu, total }) => [gap, cpu, total].map(milliseconds)).join(' | ')} |`;

/** @param {number | null} time */
const milliseconds = (time) => (time === null ? '–' : `${time.toFixed(0)} ms`);

/**
 * @param {GapRecord} record
 * @returns {string} as Markdown
 */
export function page({ means, order, gaps }) {
  const { processor, node, commit, date, threads, runs, backend } = means;
  const missing = order.filter((name) => COLUMNS.some((column) => !gaps[column][name]));
  if (missing.length > 0) throw new Error(`not measured: ${missing.join('; ')}`);
  const most = (/** @type {'quiet' | 'loaded'} */ column) =>
    Math.max(...order.map((name) => gaps[column][name].gap)).toFixed(0);
  return [
    '# Longest gaps of asynchronous calls\n',
    'The longest time between two turns of the event loop, in the run with the least of',
    `${runs}, and in the same run the longest by processor time, which the clock of a virtual machine`,
    'exceeds where a neighbour takes the core. Loaded: beside two busy loops. Written by',
    '`node test/fuzz/gaps.js --table`, from all parts measured by `--record`, with and without `--load`.\n',
    `${processor}; Node ${node}, backend ${backend}, threads: ${threads}; commit ${commit}, ${date}.\n`,
    `The longest of all: ${most('quiet')} ms, loaded ${most('loaded')} ms.\n`,
    titles(COLUMNS),
    ...order.map((name) =>
      row(
        name,
        COLUMNS.map((column) => gaps[column][name]),
      ),
    ),
  ].join('\n');
}
