/** Tables of figures, and the line that says where they come from. */
import { describeCommit, describeDevice, describeEngine } from '../../scripts/lib/device.js';

/** @import { Cell, Measured } from './suite.js' */

/** @typedef {{ device: string, engine: string, commit: string, date: string }} Origin */

/** @param {string} [engine] another one than this process @returns {Origin} */
export const originOf = (engine = describeEngine()) => ({
  device: describeDevice(),
  engine,
  commit: describeCommit(),
  date: new Date().toISOString().slice(0, 10),
});

/**
 * The line above a table, which `scripts/lib/recorded.js` reads.
 * @param {Origin} origin
 * @param {...string} more
 */
export const lineOf = ({ device, engine, commit, date }, ...more) =>
  `${[device, engine, ...more, `commit ${commit}`, date].join('; ')}.`;

/** A row of Markdown. @param {readonly unknown[]} cells */
export const row = (cells) => `| ${cells.join(' | ')} |`;

/**
 * The head of a table: its first column is text, the others are numbers.
 * @param {readonly string[]} names
 */
export const head = (names) =>
  [row(names), row(names.map((_, i) => (i ? '---:' : '---')))].join('\n');

/** @param {number} value @returns {string} three significant digits */
export const digits = (value) => (value < 100 ? value.toPrecision(3) : value.toFixed(0));

const PER_MS = { ms: 1, µs: 1000 };

/** Stands above the figures of a smoke run, which has them disturbed or not. */
export const SMOKE = '**A smoke run: few samples, not for citing.**';

/** Stands in a cell instead of a figure that was measured beside other work. */
export const DISTURBED = 'disturbed';

/**
 * The page of a suite: each table under its origin. Rows that were measured beside other work have
 * no figures, except in smoke runs.
 * @param {string} title
 * @param {{ origin: Origin, backend: string, notes: readonly string[],
 *   tables: readonly Measured[], quick: boolean }} report
 * @param {string} command
 */
export function renderSuite(title, { origin, backend, notes, tables, quick }, command) {
  const intro = `${quick ? `${SMOKE} ` : ''}All take turns in one process; every result was checked before it was timed. Medians, ± half of the interquartile range, of rounds that nothing disturbed; a row with too few of those, or whose samples differ too much, says \`disturbed\`. Written by \`${command}\`.`;
  const sections = tables.flatMap(({ id, title: name, about, head: first, unit, rows }) => {
    const names = [...new Set(rows.flatMap(({ cells }) => cells.map((cell) => cell.name)))];
    const lines = rows.map(({ name: label, cells, isDisturbed }) => {
      const found = names.map((who) => cells.find((cell) => cell.name === who));
      const isRefused = isDisturbed && !quick;
      return row([
        label,
        ...found.map((cell) => (cell && isRefused ? DISTURBED : textOf(cell, unit))),
      ]);
    });
    const table = [head([`${first} (${unit})`, ...names]), ...lines].join('\n');
    return [`## (${id}) ${name}`, about, lineOf(origin, backend), table];
  });
  return [`# ${title}`, intro, ...notes, ...sections].join('\n\n');
}

/** @param {Cell | undefined} cell @param {'ms' | 'µs'} unit */
function textOf(cell, unit) {
  if (!cell) return '–';
  const { low, median, high } = cell.ms;
  const spread = (100 * (high - low)) / 2 / median;
  const time = `${digits(median * PER_MS[unit])} ± ${spread.toFixed(1)} %`;
  return cell.bracket === null ? time : `${time} (${cell.bracket.toFixed(2)})`;
}
