/**
 * The tables of `bench/results/`: every figure that a document or the benchmark page cites is read
 * from there.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.js';

/**
 * `unit` is that of the section's table, `value` its median. Device, engine, commit and date are
 * those of the line above the table.
 *
 * @typedef {{ value: number, unit: string }} Figure
 * @typedef {{ device: string, engine: string, commit: string, date: string }} Provenance
 * @typedef {{ file: string, about: Provenance, rows: string[],
 *   figure: (row: string, column: string) => Figure & { spread: number } }} Recorded `spread`: half
 *   of the interquartile range, as a share of the median
 */

/**
 * A table of a page. `section`: the letter in brackets of the heading above it, empty before the
 * first; `title`: the rest of that heading; `name`: of a table that is not the first of its
 * section, if it has one. `origin`: the line that says where it was measured, of its section or
 * else of the page.
 *
 * @typedef {{ section: string, title: string, name: string, isFirst: boolean, origin: string,
 *   head: string[], rows: string[][] }} Table
 */

/** Cells of a row. @param {string} line */
const cellsOf = (line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** A name is a summary, or a line of a few words with a colon. */
const NAME = /^<details><summary>(.*)<\/summary>|^((?:\S+ ){0,4}\S+):$/;

/**
 * The tables of a page in their order.
 * @param {string} page
 * @returns {Table[]}
 */
export function tablesOf(page) {
  /** @type {Table[]} */
  const tables = [];
  let [section, title, name, origin, first] = ['', '', '', '', ''];
  let isFirst = true;
  const lines = page.split('\n');
  for (const [i, line] of lines.entries()) {
    const heading = /^## \((\w+)\) (.*)/.exec(line);
    if (heading) {
      [, section, title] = heading;
      [name, origin, isFirst] = ['', first, true];
    } else if (line.startsWith('## ')) {
      [section, title, name, origin, isFirst] = ['?', line.slice(3), '', first, true];
    } else if (/commit [\w-]+/.test(line) && /\d{4}-\d\d-\d\d/.test(line) && line.includes('; ')) {
      origin = line;
      if (section === '') first = line;
    } else if (NAME.test(line)) name = (NAME.exec(line) ?? []).slice(1).join('');
    else if (/^\| -{3}|^\|-{3}/.test(line)) {
      const rows = [];
      for (let j = i + 1; lines[j]?.startsWith('|'); j++) rows.push(cellsOf(lines[j]));
      tables.push({ section, title, name, isFirst, origin, head: cellsOf(lines[i - 1]), rows });
      [name, isFirst] = ['', false];
    }
  }
  return tables;
}

/** @param {string} file in `bench/results/` */
export const pageOf = (file) => readFileSync(join(root, 'bench/results', file), 'utf8');

/**
 * Reads the first table of a section.
 * @param {string} file in `bench/results/`
 * @param {string} section the letter in brackets of its heading; empty for a page of one table
 * @returns {Recorded}
 */
export function recorded(file, section) {
  const table = tablesOf(pageOf(file)).find((one) => one.section === section);
  if (!table) throw new Error(`${file} has no section (${section})`);
  const { head, rows, origin } = table;
  return {
    file,
    about: provenanceOf(origin),
    rows: rows.map(([name]) => name),
    figure(row, column) {
      const at = head.indexOf(column);
      const cells = rows.find(([name]) => name === row);
      const value = parseFloat(cells?.[at] ?? '');
      if (Number.isNaN(value)) throw new Error(`${file} (${section}): no '${column}' of '${row}'`);
      const unit = /(ms|µs|ns)/.exec(`${head[0]} ${head[at]}`)?.[1] ?? '';
      const spread = parseFloat(/± ([\d.]+) %/.exec(cells?.[at] ?? '')?.[1] ?? '0') / 100;
      return { value, unit, spread };
    },
  };
}

/** @param {string} line @returns {Provenance} */
export function provenanceOf(line) {
  const parts = line.replace(/\.( Peers:.*)?$/, '').split(/; ?/);
  const commit = /commit ([\w-]+)/.exec(line)?.[1];
  const date = parts.find((part) => /^\d{4}-\d\d-\d\d$/.test(part));
  const engine = parts.find((part) => /^(Node|Chromium|Firefox) \d/.test(part));
  if (!commit || !date || !engine) throw new Error(`no device, engine, commit and date: ${line}`);
  return {
    device: parts[0]
      .split(',')[0]
      .replace(/\(R\)/g, '')
      .replace(/ Processor$/, ''),
    engine: engine.replace(/ \(V8.*/, '').replace(/^(\w+ \d+\.\d+)\.[\d.]+/, '$1'),
    commit,
    date,
  };
}

const MICROSECONDS = /** @type {Record<string, number>} */ ({ ms: 1000, µs: 1, ns: 0.001 });

/** @param {Figure} figure @returns {number} */
export const inMicroseconds = ({ value, unit }) => value * MICROSECONDS[unit];

/**
 * @param {number} us microseconds
 * @returns {string} at least two significant digits, in milliseconds from one on
 */
export function formatTime(us) {
  const [value, unit] = us >= 1000 ? [us / 1000, 'ms'] : [us, 'µs'];
  return `${value >= 10 ? value.toFixed(0) : value.toPrecision(2)} ${unit}`;
}

/** @param {number} ratio @returns {string} two significant digits */
export const formatRatio = (ratio) => (ratio < 10 ? ratio.toPrecision(2) : ratio.toFixed(0));
