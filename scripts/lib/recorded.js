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
 * Reads the table of a section.
 * @param {string} file in `bench/results/`
 * @param {string} section the letter in brackets of its heading; empty for a page of one table
 * @returns {Recorded}
 */
export function recorded(file, section) {
  const page = readFileSync(join(root, 'bench/results', file), 'utf8');
  const start = section ? page.indexOf(`\n## (${section}) `) : 0;
  if (start < 0) throw new Error(`${file} has no section (${section})`);
  const part = page.slice(start + 1).split('\n## ')[0];
  const lines = part.split('\n');
  const first = lines.findIndex((line) => line.startsWith('| '));
  const [head, , ...rows] = lines
    .slice(first, lines.findIndex((line, i) => i > first && !line.startsWith('| ')) || undefined)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return {
    file,
    about: provenanceOf(lines[first - 2]),
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
function provenanceOf(line) {
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
