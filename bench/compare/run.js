/**
 * Compares this library with others on one machine, one core and one thread, in one run and on the
 * same inputs. Every result must match this library's, byte for byte.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { browserNames } from '../../scripts/lib/browsers.js';
import {
  isUsageError,
  parseInteger,
  parseName,
  progress,
  UsageError,
} from '../../scripts/lib/cli.js';
import { describeCommit, describeDevice } from '../../scripts/lib/device.js';
import { ensureBuilt } from '../../scripts/lib/ensure-built.js';
import { measurements } from '../../scripts/lib/paths.js';
import { buildNative } from '../native/build.js';
import { contest, FULL, FULL_IN_PAGE, QUICK } from './contest.js';
import { makeInput } from './inputs.js';
import { startPrograms } from './programs.js';
import { writeReport } from './report.js';
import { isSeries, tables } from './tables.js';

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

const BACKENDS = ['auto', 'portable', 'fma', 'wide'];
const SIDES = ['js', 'native'];
const ENGINES = ['node', ...browserNames];
const NAMES = tables.map(({ id }) => id);
const USAGE = `Usage: node bench/compare/run.js [options]

  --peers LIST      js, native or both (default js): libraries from npm, programs of bench/native
  --tables LIST     ${NAMES.join(', ')}, or a letter for all that begin with it (default all)
  --quick           few rows, few samples: does everything work? Not for citing; in a folder apart
  --backend NAME    ${BACKENDS.join(' | ')} (default auto)
  --engine NAME     ${ENGINES.join(' | ')} (default node): runs the JavaScript libraries
  --node PROGRAM    the Node that runs the JavaScript libraries (default: the one that runs this)
  --node-flags TEXT for that Node, such as --experimental-wasm-relaxed-simd
  --core N          the core for all contestants, where taskset is installed (default: the last)
  --seed N          of the points and scalars (default 1)
  --out FOLDER      where NAME/TABLE.json and NAME.md go (default bench/results/local)
  --built           take the native programs as they are, without asking cargo and go
  --report          only write the Markdown again, from the JSON that is there
  --help            print this text

NAME is compare-js or compare-native; both peers together count as native. In a browser it is
compare-BROWSER.
`;

/**
 * @param {string[]} args
 */
function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      peers: { type: 'string', default: 'js' },
      tables: { type: 'string', default: NAMES.join() },
      quick: { type: 'boolean', default: false },
      backend: { type: 'string', default: 'auto' },
      engine: { type: 'string', default: 'node' },
      node: { type: 'string', default: process.execPath },
      'node-flags': { type: 'string', default: '' },
      core: { type: 'string' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string', default: measurements },
      built: { type: 'boolean', default: false },
      report: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const engine = parseName(values.engine, '--engine', ENGINES);
  const peers = values.peers.split(',').map((name) => parseName(name, '--peers', SIDES));
  return {
    peers,
    tables: chooseTables(values.tables.split(',')),
    quick: values.quick,
    backend: parseName(values.backend, '--backend', BACKENDS),
    engine,
    node: values.node,
    nodeFlags: values['node-flags'].split(' ').filter(Boolean),
    core: values.core === undefined ? undefined : parseInteger(values.core, '--core', 0, 1023),
    seed: parseInteger(values.seed, '--seed', 0, Number.MAX_SAFE_INTEGER),
    name: `compare-${nameOf(engine, peers)}${values.quick ? '-quick' : ''}`,
    out: values.out,
    built: values.built,
    report: values.report,
    help: values.help,
  };
}

/**
 * @param {string} engine
 * @param {readonly string[]} peers
 */
function nameOf(engine, peers) {
  if (engine !== 'node') return engine;
  return peers.includes('native') ? 'native' : 'js';
}

/**
 * @param {readonly string[]} names
 * @returns {Table[]}
 */
function chooseTables(names) {
  for (const name of names) {
    if (name === '' || !NAMES.some((id) => id.startsWith(name))) {
      throw new UsageError(`--tables: expected some of ${NAMES.join(', ')}, got '${name}'`);
    }
  }
  return tables.filter(({ id }) => names.some((name) => id.startsWith(name)));
}

/**
 * @param {ReturnType<typeof readOptions>} options
 */
async function main(options) {
  const folder = join(options.out, options.name);
  if (!options.report) await measureAll(options, folder);
  const report = writeReport(folder);
  console.log(`report: ${relative(process.cwd(), report)}`);
}

/**
 * @param {ReturnType<typeof readOptions>} options
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
        console.log(
          `(${table.id}) left out: this version lacks ${table.curve}, or this operation on it`,
        );
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
 * @param {ReturnType<typeof readOptions>} options
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
 * @param {ReturnType<typeof readOptions>} options
 * @param {string} folder for input files
 * @returns {Promise<MeasuredRow[]>} none if this version lacks the table's subject
 */
async function measureTable(table, field, { quick, seed, engine }, folder) {
  /** @type {MeasuredRow[]} */
  const rows = [];
  const full = engine === 'node' ? FULL : FULL_IN_PAGE;
  const pace = quick ? QUICK : full;
  for (const row of table.rows(quick)) {
    progress(`(${table.id}) ${table.column} ${row.label}`);
    const file = join(folder, `${table.id}.bin`);
    try {
      writeFileSync(file, await makeInput(row.input, seed));
    } catch (error) {
      if (isUsageError(error)) return [];
      throw error;
    }
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

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(USAGE);
  else await main(options);
} catch (error) {
  const usage = isUsageError(error);
  const stack = error instanceof Error ? error.stack : String(error);
  process.stderr.write(
    usage ? `${/** @type {Error} */ (error).message}\n\n${USAGE}` : `${stack}\n`,
  );
  process.exitCode = usage ? 2 : 1;
}
