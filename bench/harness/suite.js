/**
 * Suites: tables of cases, each of which several contestants do. Results are compared before
 * anything is timed; then the contestants of a case take turns. Runs in Node and in pages.
 */
import { ratioOf, samplesOf, spreadOf, takeTurns } from './turns.js';

/**
 * A row: what each contestant runs. The results must be the same as text (`text`), and what is
 * `expected`. `items`: of a call; times are per item. `isLong`: a call takes so long that it is
 * warm once its result was compared, and a sample is one.
 * @typedef {{ name: string, runs: Record<string, (call: number) => unknown>, items?: number,
 *   text?: (result: any) => unknown, expected?: unknown, isLong?: boolean }} Case
 */

/**
 * A table. `id`: the letter of its section. `about`: a sentence. `brackets`: by contestant, two
 * others whose times' ratio follows its own in brackets; without it every contestant but the first
 * is compared with the first.
 * @typedef {{ id: string, title: string, about: string, head: string, unit: 'ms' | 'µs',
 *   cases: Case[], brackets?: Record<string, [over: string, under: string]> }} Table
 */

/**
 * An open suite. `notes`: sentences, such as the memory of tables.
 * @typedef {{ tables: Table[], backend: string, notes?: string[], end: () => void }} Opened
 */

/**
 * Options of a suite. `load`: a library that may not be installed, by name, or null.
 * @typedef {{ backends: string[], curves: string[], memory: number[], peers: string[],
 *   width: number, load: (name: string) => Promise<any> }} Settings
 */

/** @typedef {{ name: string, ms: { low: number, median: number, high: number },
 *   bracket: number | null }} Cell */
/**
 * `isDisturbed`: measured beside other work, so the report has no figures of it.
 * @typedef {{ name: string, cells: Cell[], quiet: number, rounds: number, isDisturbed: boolean }}
 *   Row
 */
/** @typedef {Omit<Table, 'cases' | 'brackets'> & { rows: Row[] }} Measured */

/** Calls are repeated until a sample takes so many milliseconds. */
const SAMPLE_MS = 10;

/**
 * @param {{ open: (settings: Settings) => Promise<Opened> }} suite
 * @param {Settings} settings
 * @param {{ rounds: number, only: string, quick: boolean }} choice `only`: a part of the names of
 *   cases; `quick`: no round is repeated
 * @param {(text: string) => void} say progress
 * @returns {Promise<{ backend: string, notes: string[], tables: Measured[] }>}
 */
export async function measureSuite({ open }, settings, { rounds, only, quick }, say) {
  say('opening');
  const { tables, backend, notes = [], end } = await open(settings);
  const measured = [];
  for (const { cases, brackets, ...table } of tables) {
    const rows = [];
    for (const each of cases) {
      if (!each.name.includes(only)) continue;
      say(each.name);
      rows.push(await measureCase(each, brackets, { rounds, ...(quick && { tries: 1 }) }));
    }
    if (rows.length > 0) measured.push({ ...table, rows });
  }
  end();
  return { backend, notes, tables: measured };
}

/**
 * @param {Case} own
 * @param {Table['brackets']} brackets
 * @param {{ rounds: number, tries?: number }} patience
 * @returns {Promise<Row>}
 */
async function measureCase(own, brackets, patience) {
  const { name, runs, items = 1, text = String, expected, isLong = false } = own;
  const contestants = Object.entries(runs).map(([who, run]) => ({ name: who, run }));
  const names = contestants.map((contestant) => contestant.name);
  /** @type {unknown} */
  let wanted = expected;
  for (const { name: who, run } of contestants) {
    const found = text(await run(0));
    wanted ??= found;
    if (found !== wanted) throw new Error(`${name}: ${who} gives a wrong result`);
  }
  const turns = await takeTurns(contestants, { ...patience, sampleMs: isLong ? 0 : SAMPLE_MS });
  const cells = names.map((who, i) => {
    const [over, under] = brackets ? (brackets[who] ?? []) : i > 0 ? [who, names[0]] : [];
    const pair = [over, under].map((other) => names.indexOf(String(other)));
    return {
      name: who,
      ms: spreadOf(samplesOf(turns, i).map((ms) => ms / items)),
      bracket: Math.min(...pair) < 0 ? null : ratioOf(turns, pair[0], pair[1]).median,
    };
  });
  const { quiet, isDisturbed } = turns;
  return { name, cells, quiet: quiet.filter(Boolean).length, rounds: quiet.length, isDisturbed };
}

/** A result's bytes as text. @param {any} result bytes, a list of bytes, or a point */
export const bytesOf = (result) => String(result.toBytes?.() ?? result);
