/** Markdown from the JSON of a comparison: a pure function of a folder's files. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DISTURBED, head, row, SMOKE } from '../harness/report.js';
import { isSeries, tables } from './tables.js';

/** @import { Entry } from './contest.js' */
/** @import { Measured, MeasuredRow } from './suite.js' */
/** @import { Table, Work } from './tables.js' */

const OURS = 'curvemill';
const PER_MS = { ms: 1, µs: 1e3, ns: 1e6 };

/** A line of a table. @typedef {{ label: string, n: number, entries: Entry[] }} Line */

const INTRODUCTION = `Medians of samples that take turns; ± is half of the interquartile range. All
contestants on one core and one thread, over the same inputs; every result was equal, byte for byte,
before anything was timed. A number in brackets is the other's time over this library's: above 1
this library is faster. The last column says where it is **slower**. – stands for what a library
does not have, or would take too long for; \`disturbed\` for what other work disturbed to the last
round. Written by \`node bench/run.js --suite compare\`.`;

/**
 * Writes FOLDER.md from FOLDER/*.json.
 * @param {string} folder
 * @returns {string} the file
 */
export function writeReport(folder) {
  const parts = ['# This library beside others', INTRODUCTION];
  for (const table of tables) {
    const file = join(folder, `${table.id}.json`);
    if (existsSync(file)) parts.push(renderTable(table, JSON.parse(readFileSync(file, 'utf8'))));
  }
  writeFileSync(`${folder}.md`, `${parts.join('\n\n')}\n`);
  return `${folder}.md`;
}

/**
 * A series has a table for each of its works, of which the first is its subject; otherwise works
 * are lines of one table.
 * @param {Table} table
 * @param {Measured} measured
 * @returns {string}
 */
function renderTable(table, measured) {
  const parts = [`## (${table.id}) ${table.title}`, table.about, renderOrigin(measured)];
  if (isSeries(table)) {
    for (const [i, work] of table.works.entries()) {
      const lines = measured.rows.map((own) => lineOf(own, own.label, work, table));
      const title = table.works.length > 1 ? `${work.title}, ` : '';
      if (i > 0) parts.push(`${work.title}:`);
      parts.push(renderLines(table, work, lines), renderBehind(title, lines));
    }
  } else {
    const lines = measured.rows.flatMap((own) =>
      table.works.map((work) => lineOf(own, work.title, work, table)),
    );
    parts.push(renderLines(table, table.works[0], lines), renderBehind('', lines));
  }
  const notes = renderNotes(measured);
  return [...parts, ...notes].join('\n\n');
}

/**
 * @param {Measured} measured
 * @returns {string}
 */
function renderOrigin({ quick, date, device, engine, backend, commit, pinned, versions, rows }) {
  const entries = rows.flatMap((own) => own.entries);
  const peers = [...new Set(entries.filter(isPeer).map(({ system }) => nameOf(system)))];
  const kernels = Object.entries(backend ?? {}).map(([role, kernel]) => `${role} ${kernel}`);
  return [
    quick ? `${SMOKE} ` : '',
    `${device}; ${pinned}; ${engine}; ${kernels.join(', ')}; commit ${commit}; ${date}. `,
    `Peers: ${peers.map((name) => `${name} ${versions[name]}`).join(', ') || 'none'}.`,
  ].join('');
}

/**
 * @param {MeasuredRow} own
 * @param {string} label
 * @param {Work} work
 * @param {Table} table
 * @returns {Line}
 */
function lineOf({ n, entries }, label, work, table) {
  const task = `${work.task}/${table.curve}`;
  return { label, n, entries: entries.filter((entry) => entry.task === task) };
}

/**
 * One line per size or per kind of work, one column per system.
 * @param {Table} table
 * @param {Work} work
 * @param {readonly Line[]} all
 */
function renderLines(table, work, all) {
  const lines = all.filter(({ entries }) => entries.length > 0);
  const systems = work.systems.filter((system) =>
    lines.some(({ entries }) => entries.some((entry) => entry.system === system)),
  );
  const unit = table.perItem ? `${table.unit} per ${table.perItem}` : table.unit;
  const first = lines[0]?.entries[0]?.system ?? OURS;
  const body = lines.map(({ label, n, entries }) => {
    const [ours] = entries;
    const cells = systems.map((system) => {
      const entry = entries.find((candidate) => candidate.system === system);
      if (!entry) return '–';
      if (entry.isDisturbed) return DISTURBED;
      const time = (entry.medianMs * PER_MS[table.unit]) / (table.perItem ? n : 1);
      const text = `${format(time)} ± ${percent(entry.spread)}`;
      const isAlone = entry === ours || ours.isDisturbed;
      return isAlone ? text : `${text} (${ratio(entry, ours)})`;
    });
    const faster = met(entries, ours).filter((entry) => entry.medianMs < ours.medianMs);
    const slower = faster.map((entry) => `**${entry.system} (${ratio(entry, ours)})**`);
    return row([label, ...cells, slower.join(', ')]);
  });
  const names = [`${table.column} (${unit})`, ...systems, `${first} is slower than`];
  return [head(names), ...body].join('\n');
}

/**
 * Counts the rows lost to each system: a sentence for each table size of this library.
 * @param {string} title
 * @param {readonly Line[]} lines
 */
function renderBehind(title, lines) {
  const entries = lines.flatMap((line) => line.entries);
  const ours = [...new Set(entries.filter((entry) => !isPeer(entry)).map(({ system }) => system))];
  const sentences = ours.map((system) => {
    const about = `${title}${ours.length > 1 ? system : ''}`.replace(/, $/, '');
    return `Rows${about && ` (${about})`}: ${scoreOf(lines, system)}.`;
  });
  return sentences.join(' ');
}

/**
 * @param {readonly Line[]} lines
 * @param {string} system of ours
 */
function scoreOf(lines, system) {
  /** @type {Map<string, { lost: number, all: number }>} */
  const score = new Map();
  for (const { entries } of lines) {
    const ours = entries.find((entry) => entry.system === system);
    if (!ours) continue;
    for (const entry of met(entries, ours)) {
      const { lost, all } = score.get(entry.system) ?? { lost: 0, all: 0 };
      const isLost = entry.medianMs < ours.medianMs ? 1 : 0;
      score.set(entry.system, { lost: lost + isLost, all: all + 1 });
    }
  }
  const parts = [...score].map(([peer, { lost, all }]) =>
    lost > 0 ? `**slower than ${peer} in ${lost} of ${all}**` : `faster than ${peer} in ${all}`,
  );
  return parts.join(', ') || 'no peer to compare with';
}

/**
 * The memory of each system's tables: a table, if there are any.
 * @param {Measured} measured
 * @returns {string[]}
 */
function renderNotes({ rows }) {
  const notes = new Map();
  for (const { system, note } of rows.flatMap(({ entries }) => entries)) {
    if (!note || notes.has(system)) continue;
    const { bytes, ms } = Object.fromEntries(note.split(' ').map((part) => part.split('=')));
    notes.set(system, row([system, (Number(bytes) / 2 ** 20).toFixed(1), ms]));
  }
  if (notes.size === 0) return [];
  return [[head(['tables of', 'MiB', 'made in ms']), ...notes.values()].join('\n')];
}

/** @param {string} system */
const nameOf = (system) => system.split('@')[0];

/**
 * The peers of a row whose ratio counts: nothing disturbed them, nor ours.
 * @param {readonly Entry[]} entries
 * @param {Entry} ours
 */
const met = (entries, ours) =>
  entries.filter((entry) => isPeer(entry) && !entry.isDisturbed && !ours.isDisturbed);

/** @param {Entry} entry */
const isPeer = ({ system }) => nameOf(system) !== OURS;

/** @param {Entry} entry @param {Entry} ours */
function ratio(entry, ours) {
  const value = entry.medianMs / ours.medianMs;
  return value < 0.1 ? value.toPrecision(2) : value.toFixed(2);
}

/** @param {number} value @returns {string} three significant digits, and all before the point */
const format = (value) => (value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3))));

/** @param {number} fraction */
function percent(fraction) {
  const value = 100 * fraction;
  return `${value < 9.95 ? value.toFixed(1) : value.toFixed(0)} %`;
}
