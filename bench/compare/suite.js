/**
 * This library beside others, on one machine, one core and one thread, in one run and on the same
 * inputs. Every result must match this library's, byte for byte.
 *
 *   node bench/run.js --suite compare [--peers js,native] [--tables LIST] [--quick]
 *     [--backend auto] [--engine node|chromium|firefox|webkit]
 *     [--node PROGRAM] [--node-flags TEXT] [--core N] [--seed N] [--name NAME] [--out FOLDER]
 *     [--built] [--report]
 *
 * `--peers`: libraries from npm (the default), programs of bench/native. `--tables`: names in
 * tables.js, or a letter for all that begin with it. `--quick`: few rows and samples, in a folder
 * apart, not for citing. `--engine`, `--node`, `--node-flags`: what runs the JavaScript libraries.
 * `--core`: for all contestants, where taskset is installed; the last by default. `--out`: where
 * NAME/TABLE.json and NAME.md go; NAME is by default compare-js, compare-native (with both peers,
 * too), or compare-BROWSER. `--built`: native programs are taken as they are. `--report`: only the
 * Markdown is written again.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { browserNames } from '../../scripts/lib/browsers.js';
import {
  flag,
  listOf,
  oneOf,
  parseInteger,
  parseName,
  text,
  UsageError,
  whole,
} from '../../scripts/lib/command-line.js';
import { describeCommit, describeDevice } from '../../scripts/lib/device.js';
import { ensureBuilt } from '../../scripts/lib/ensure-built.js';
import { measurements } from '../../scripts/lib/paths.js';
import { progress } from '../../scripts/lib/progress.js';
import { buildNative } from '../native/build.js';
import { contest, FULL, FULL_IN_PAGE, QUICK } from './contest.js';
import { makeInput } from './inputs.js';
import { startPrograms } from './programs.js';
import { writeReport } from './report.js';
import { isSeries, tables } from './tables.js';

/** @import { Values } from '../../scripts/lib/command-line.js' */
/** @import { Entrant, Entry, Absence, Pace } from './contest.js' */
/** @import { Field } from './programs.js' */
/** @import { Table, Row } from './tables.js' */

/**
 * @typedef {{ label: string, n: number, entries: Entry[], absences: Absence[] }} MeasuredRow
 * @typedef {{ table: string, quick: boolean, date: string, device: string, engine: string,
 *   backend: unknown,
 *   commit: string, pinned: string, versions: Record<string, string>, seed: number,
 *   rows: MeasuredRow[] }} Measured
 */

const NAMES = tables.map(({ id }) => id);

export const options = {
  peers: listOf('js', (name, option) => parseName(name, option, ['js', 'native'])),
  tables: listOf(NAMES.join(), chosen),
  quick: flag,
  backend: oneOf(['auto', 'portable', 'fma', 'wide']),
  engine: oneOf(['node', ...browserNames]),
  node: text(process.execPath),
  'node-flags': text(),
  core: { fallback: '', read: readCore },
  seed: whole(1, 0, Number.MAX_SAFE_INTEGER),
  name: text(),
  out: text(measurements),
  built: flag,
  report: flag,
};

/** @param {string} value @param {string} option @returns {number | undefined} */
function readCore(value, option) {
  return value ? parseInteger(value, option, 0, 1023) : undefined;
}

/** @param {string} name @param {string} option @returns {string} */
function chosen(name, option) {
  if (NAMES.some((id) => id.startsWith(name))) return name;
  throw new UsageError(`${option}: expected some of ${NAMES.join(', ')}, got '${name}'`);
}

/**
 * @typedef {{ peers: string[], tables: Table[], quick: boolean, backend: string, engine: string,
 *   node: string, nodeFlags: string[], core: number | undefined, seed: number, built: boolean }}
 *   Options
 */

/** @param {Values<typeof options>} values */
export async function main({ 'node-flags': flags, tables: prefixes, ...own }) {
  const side = own.peers.includes('native') ? 'native' : 'js';
  const whole = own.name || `compare-${own.engine === 'node' ? side : own.engine}`;
  const name = own.quick ? `${whole}-quick` : whole;
  const folder = join(own.out, name);
  const settings = {
    ...own,
    tables: tables.filter(({ id }) => prefixes.some((prefix) => id.startsWith(prefix))),
    nodeFlags: flags.split(' ').filter(Boolean),
  };
  if (!own.report) await measureAll(settings, folder);
  console.log(`report: ${relative(process.cwd(), writeReport(folder))}`);
}

/**
 * @param {Options} options
 * @param {string} folder
 */
async function measureAll(options, folder) {
  ensureBuilt();
  if (options.peers.includes('native') && !options.built) buildNative();
  const inputs = mkdtempSync(join(tmpdir(), 'curvemill-compare-'));
  const field = await startPrograms({ ...options, inputs });
  const minutes = options.tables.reduce((sum, table) => sum + table.minutes, 0);
  const estimate = options.quick ? 'less than a minute' : `about ${Math.ceil(minutes)} minutes`;
  console.log(`${options.tables.length} tables, ${estimate}, on ${field.pinned}`);
  mkdirSync(folder, { recursive: true });
  try {
    for (const table of options.tables) {
      const start = performance.now();
      const rows = await measureTable(table, field, options, inputs);
      const seconds = ((performance.now() - start) / 1000).toFixed(0);
      if (rows.length === 0) {
        console.log(`(${table.id}) left out: this version lacks the operation`);
        continue;
      }
      const measured = { ...(await describe(field, options, table)), rows };
      writeFileSync(join(folder, `${table.id}.json`), `${JSON.stringify(measured, null, 1)}\n`);
      console.log(`(${table.id}) ${table.title}: ${rows.length} rows in ${seconds} s`);
    }
  } finally {
    progress('');
    await field.end();
    rmSync(inputs, { recursive: true });
  }
}

/**
 * @param {Field} field
 * @param {Options} options
 * @param {Table} table
 * @returns {Promise<Omit<Measured, 'rows'>>}
 */
async function describe(field, { quick, seed }, table) {
  const [system] = table.works[0].systems;
  const { engine, backend } = JSON.parse(await field.ours.ask(`describe ${system} ${table.curve}`));
  return {
    table: table.id,
    quick,
    date: new Date().toISOString().slice(0, 10),
    device: describeDevice(),
    engine,
    backend,
    commit: describeCommit(),
    pinned: field.pinned,
    versions: field.versions,
    seed,
  };
}

/**
 * @param {Table} table
 * @param {Field} field
 * @param {Options} options
 * @param {string} folder for input files
 * @returns {Promise<MeasuredRow[]>} none if this version lacks the operation
 */
async function measureTable(table, field, { quick, seed, engine }, folder) {
  /** @type {MeasuredRow[]} */
  const rows = [];
  const full = engine === 'node' ? FULL : FULL_IN_PAGE;
  const pace = quick ? QUICK : full;
  for (const row of table.rows(quick)) {
    progress(`(${table.id}) ${table.column} ${row.label}`);
    const file = join(folder, `${table.id}.bin`);
    writeFileSync(file, await makeInput(row.input, seed));
    const measured = await measureRow(table, row, field, pace, file, rows);
    if (measured.entries.some(({ system }) => system.startsWith('curvemill'))) rows.push(measured);
  }
  return rows;
}

/**
 * @param {Table} table
 * @param {Row} row
 * @param {Field} field
 * @param {Pace} pace
 * @param {string} file
 * @param {readonly MeasuredRow[]} before
 * @returns {Promise<MeasuredRow>}
 */
async function measureRow(table, { n, label }, field, pace, file, before) {
  /** @param {Entrant} entrant estimates from its last row */
  const expectedMs = ({ system, task }) => {
    const last = [...before].reverse().find((row) => find(row, system, task));
    return last ? (find(last, system, task)?.medianMs ?? 0) * (n / last.n) ** 0.85 : 0;
  };
  /** @type {MeasuredRow} */
  const measured = { label, n, entries: [], absences: [] };
  // Works with the same result take turns; a table of single operations measures each separately.
  const groups = isSeries(table) ? [table.works] : table.works.map((work) => [work]);
  for (const works of groups) {
    const entrants = works.flatMap(({ task, systems }) =>
      systems.map((system) => ({ system, task: `${task}/${table.curve}` })),
    );
    const { entries, absences } = await contest(field, entrants, file, pace, expectedMs);
    measured.entries.push(...entries);
    measured.absences.push(...absences);
  }
  return measured;
}

/**
 * @param {MeasuredRow} row
 * @param {string} system
 * @param {string} task
 */
function find({ entries }, system, task) {
  return entries.find((entry) => entry.system === system && entry.task === task);
}
