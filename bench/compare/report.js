/** Markdown from the JSON of a comparison: a pure function of a folder's files. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSeries, tables } from './tables.js';

/** @import { Entry } from './contest.js' */
/** @import { Measured, MeasuredRow } from './run.js' */
/** @import { Table, Work } from './tables.js' */

const OURS = 'curvemill';
const PER_MS = { ms: 1, µs: 1e3, ns: 1e6 };

const INTRODUCTION = `Medians of samples that take turns; ± is half of the interquartile range. All
contestants on one core and one thread, over the same inputs; every result was equal, byte for byte,
before anything was timed. A number in brackets is the other's time over this library's: above 1
this library is faster. The last column says where it is **slower**. – stands for what a library
does not have, or would take too long for. Written by \`node bench/compare/run.js\`.`;

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
 * @param {Table} table
 * @param {Measured} measured
 * @returns {string}
 */
function renderTable(table, measured) {
  const parts = [
    `## (${table.id}) ${table.title}`,
    table.about,
    renderOrigin(measured),
    renderOverview(table, measured),
    renderBehind(table, measured),
  ];
  if (measured.rows.some(({ entries }) => entries.some(({ note }) => note))) {
    parts.push(renderNotes(measured));
  }
  if (isSeries(table) && table.works.length > 1) parts.push(renderDetails(table, measured));
  return parts.join('\n\n');
}

/**
 * @param {Measured} measured
 * @returns {string}
 */
function renderOrigin({ quick, date, device, engine, backend, commit, pinned, versions, rows }) {
  const systems = new Set(
    rows.flatMap(({ entries }) => entries.map(({ system }) => nameOf(system))),
  );
  const peers = [...systems].filter((name) => name !== OURS);
  const kernels = Object.entries(backend ?? {}).map(([role, kernel]) => `${role} ${kernel}`);
  return [
    quick ? '**A smoke run: few samples, not for citing.** ' : '',
    `${device}; ${pinned}; ${engine}; ${kernels.join(', ')}; commit ${commit}; ${date}. `,
    `Peers: ${peers.map((name) => `${name} ${versions[name]}`).join(', ') || 'none'}.`,
  ].join('');
}

/**
 * One line per size or per kind of work, one column per system.
 * @param {Table} table
 * @param {Measured} measured
 * @returns {Array<{ label: string, n: number, entries: Entry[] }>}
 */
function linesOf(table, { rows }) {
  if (isSeries(table)) {
    const [work] = table.works;
    return rows.map((row) => ({ ...row, entries: entriesOf(row, work, table) }));
  }
  return rows.flatMap((row) =>
    table.works.map((work) => ({
      label: work.title,
      n: row.n,
      entries: entriesOf(row, work, table),
    })),
  );
}

/**
 * @param {MeasuredRow} row
 * @param {Work} work
 * @param {Table} table
 */
function entriesOf(row, work, table) {
  return row.entries.filter(({ task }) => task === `${work.task}/${table.curve}`);
}

/**
 * @param {Table} table
 * @param {Measured} measured
 * @returns {string}
 */
function renderOverview(table, measured) {
  const lines = linesOf(table, measured).filter(({ entries }) => entries.length > 0);
  const systems = table.works[0].systems.filter((system) =>
    lines.some(({ entries }) => entries.some((entry) => entry.system === system)),
  );
  const unit = table.perItem ? `${table.unit} per ${table.perItem}` : table.unit;
  const head = [
    `${table.column} (${unit})`,
    ...systems,
    `${lines[0]?.entries[0]?.system ?? OURS} is slower than`,
  ];
  const body = lines.map(({ label, n, entries }) => {
    const ours = entries[0];
    const cells = systems.map((system) => {
      const entry = entries.find((candidate) => candidate.system === system);
      if (!entry) return '–';
      const time = `${format(scaled(entry.medianMs, table, n))} ± ${percent(entry.spread)}`;
      return entry === ours ? time : `${time} (${ratio(entry, ours)})`;
    });
    const faster = entries.filter((entry) => isPeer(entry) && entry.medianMs < ours.medianMs);
    const slower = faster.map((entry) => `**${entry.system} (${ratio(entry, ours)})**`);
    return [label, ...cells, slower.join(', ')];
  });
  return markdown(head, body);
}

/**
 * Counts the rows lost to each system: a sentence per work of a series and per table size
 * of this library.
 * @param {Table} table
 * @param {Measured} measured
 * @returns {string}
 */
function renderBehind(table, measured) {
  const parts = isSeries(table)
    ? table.works.map((work) => ({
        title: table.works.length > 1 ? work.title : '',
        lines: measured.rows.map((row) => entriesOf(row, work, table)),
      }))
    : [{ title: '', lines: linesOf(table, measured).map(({ entries }) => entries) }];
  const sentences = parts.flatMap(({ title, lines }) => {
    const ours = new Set(
      lines
        .flatMap((entries) => entries.filter((entry) => !isPeer(entry)))
        .map(({ system }) => system),
    );
    return [...ours].map((system) => {
      const about = [title, ours.size > 1 ? system : ''].filter(Boolean).join(', ');
      return `Rows${about && ` (${about})`}: ${scoreOf(lines, system)}.`;
    });
  });
  return sentences.join(' ');
}

/**
 * @param {Entry[][]} lines
 * @param {string} system of ours
 */
function scoreOf(lines, system) {
  /** @type {Map<string, { lost: number, met: number }>} */
  const score = new Map();
  for (const entries of lines) {
    const ours = entries.find((entry) => entry.system === system);
    if (!ours) continue;
    for (const entry of entries.filter(isPeer)) {
      const { lost, met } = score.get(entry.system) ?? { lost: 0, met: 0 };
      const isLost = entry.medianMs < ours.medianMs ? 1 : 0;
      score.set(entry.system, { lost: lost + isLost, met: met + 1 });
    }
  }
  const parts = [...score].map(([peer, { lost, met }]) =>
    lost > 0 ? `**slower than ${peer} in ${lost} of ${met}**` : `faster than ${peer} in ${met}`,
  );
  return parts.join(', ') || 'no peer to compare with';
}

/**
 * The memory of each system's tables.
 * @param {Measured} measured
 * @returns {string}
 */
function renderNotes({ rows }) {
  const notes = new Map();
  for (const { system, note } of rows.flatMap(({ entries }) => entries)) {
    if (note && !notes.has(system)) {
      notes.set(system, Object.fromEntries(note.split(' ').map((part) => part.split('='))));
    }
  }
  const body = [...notes].map(([system, { bytes, ms }]) => [
    system,
    (Number(bytes) / 2 ** 20).toFixed(1),
    ms,
  ]);
  return markdown(['tables of', 'MiB', 'made in ms'], body);
}

/**
 * One line per system and work, with times per item.
 * @param {Table} table
 * @param {Measured} measured
 * @returns {string}
 */
function renderDetails(table, { rows }) {
  const [main, other] = table.works;
  const { unit } = table;
  const head = [
    table.column,
    'system',
    `${main.title}, ${unit}`,
    '±',
    `${other.title}, ${unit}`,
    '±',
    `${other.title} / ${main.title}`,
    `${unit} each, ${main.title}`,
    `${unit} each, ${other.title}`,
    `${main.title} / ${OURS}'s`,
    `${other.title} / ${OURS}'s`,
  ];
  const body = rows.flatMap((row) => {
    const [mains, others] = [main, other].map((work) => entriesOf(row, work, table));
    const systems = [...new Set([...main.systems, ...other.systems])];
    return systems.flatMap((system) => {
      const [a, b] = [mains, others].map((list) => list.find((entry) => entry.system === system));
      if (!a && !b) return [];
      const time = (/** @type {Entry | undefined} */ entry, per = 1) =>
        entry ? format((entry.medianMs * PER_MS[unit]) / per) : '–';
      const spread = (/** @type {Entry | undefined} */ entry) =>
        entry ? percent(entry.spread) : '–';
      const quotient = a && b ? format(b.medianMs / a.medianMs) : '–';
      const beside = (
        /** @type {Entry | undefined} */ entry,
        /** @type {Entry | undefined} */ ours,
      ) => {
        if (!entry || !ours || isPeer(ours)) return '–';
        const found = ratio(entry, ours);
        return entry.medianMs < ours.medianMs ? `**${found}: slower**` : found;
      };
      return [
        [row.label, system, time(a), spread(a), time(b), spread(b), quotient].concat(
          [time(a, row.n), time(b, row.n)],
          [beside(a, mains[0]), beside(b, others[0])],
        ),
      ];
    });
  });
  return `<details><summary>${main.title} and ${other.title}, every system</summary>\n\n${markdown(head, body)}\n\n</details>`;
}

/** @param {string} system */
function nameOf(system) {
  return system.split('@')[0];
}

/** @param {Entry} entry */
function isPeer({ system }) {
  return nameOf(system) !== OURS;
}

/**
 * @param {Entry} entry
 * @param {Entry} ours
 */
function ratio(entry, ours) {
  const value = entry.medianMs / ours.medianMs;
  return value < 0.1 ? value.toPrecision(2) : value.toFixed(2);
}

/**
 * @param {number} milliseconds
 * @param {Table} table
 * @param {number} n
 */
function scaled(milliseconds, { unit, perItem }, n) {
  return (milliseconds * PER_MS[unit]) / (perItem ? n : 1);
}

/**
 * @param {number} value
 * @returns {string} three significant digits, and all digits before the point
 */
function format(value) {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

/** @param {number} fraction */
function percent(fraction) {
  const value = 100 * fraction;
  return `${value < 9.95 ? value.toFixed(1) : value.toFixed(0)} %`;
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} body
 * @returns {string}
 */
function markdown(head, body) {
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [
    line(head),
    line(head.map((name, i) => (i === 0 || name === 'system' ? '---' : '---:'))),
    ...body.map(line),
  ].join('\n');
}
