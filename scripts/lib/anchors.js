/**
 * Other libraries one by one, as docs/speed.md has them: in which rows of the reports curvemill is
 * behind, level and ahead.
 */
import { pageOf, provenanceOf, tablesOf } from './recorded.js';

/** @import { Provenance, Table } from './recorded.js' */

/** A ratio between these is level: what two measurements of one thing may differ by. */
const LEVEL = [0.95, 1.05];

/**
 * The reports, of all sections unless `work` says by letter what some are called here; `ours`: the
 * column of curvemill's times.
 * @type {readonly { file: string, work?: Record<string, string>, ours?: string }[]}
 */
const SOURCES = [
  { file: 'compare-native.md' },
  { file: 'compare-provers.md' },
  { file: 'signatures.md', work: { v: 'secp256k1, signatures one by one' } },
  { file: 'kzg.md', work: { e: 'KZG after `kzg.prepare()`' } },
  { file: 'jobs.md', work: { j: 'jobs, in batches where we have them' } },
  { file: 'groth16.md', work: { r: 'Groth16 proof, 2^13 constraints' }, ours: 'key open' },
];

/** Columns of times of curvemill by their preference: tables of Verkle's basis in 16 MiB. */
const OURS = ['curvemill', 'curvemill@16', 'curvemill@portable'];

/** Columns that are no other library's. */
const OWN = /^(curvemill\b.*|no tables|key open|with opening)$/;

/** Names of libraries in reports. @type {ReadonlyMap<string, string>} */
const NAMES = new Map([['@noble/curves', 'noble']]);

/** The libraries in the order of the page, each with a sentence. */
const LIBRARIES = new Map([
  ['blst', 'Native; among the jobs as @chainsafe/blst.'],
  ['gnark-crypto', 'Native.'],
  ['arkworks', 'Native.'],
  ['libsecp256k1', 'Native.'],
  ['halo2curves', 'Native.'],
  ['c-kzg', 'Native, without tables.'],
  ['go-ipa', "Native, with tables of 334 MiB for Verkle's basis."],
  ['tiny-secp256k1', 'WebAssembly from C; it has no batches.'],
  ['ox/wasm', 'libsecp256k1 in WebAssembly, as wallets take it.'],
  ['kzg-wasm', 'WebAssembly from C.'],
  ['verkle-cryptography-wasm', 'WebAssembly from Rust.'],
  ['arkworks-wasm', 'WebAssembly from Rust, with SIMD.'],
  ['mcl', 'mcl-wasm, WebAssembly from C++.'],
  ['montgomery', 'WebAssembly written by JavaScript.'],
  ['ffjavascript', 'WebAssembly written by JavaScript, the arithmetic of snarkjs.'],
  ['snarkjs', 'JavaScript and WebAssembly; it reads the key for each proof.'],
  ['noble', 'JavaScript.'],
]);

/**
 * The other library's time over ours in a row of a table.
 * @typedef {{ library: string, work: string, row: string, ratio: number, file: string,
 *   about: Provenance }} Comparison
 */

/**
 * Comparisons of a table with a column for each library, or with a row for each row and library and
 * the ratios of several works; of these the first has a table of its own.
 * @param {Table} table
 * @param {string} [ours]
 * @returns {{ library: string, work: string, row: string, ratio: number }[]}
 */
export function comparisonsOf({ title, name, isFirst, head, rows }, ours) {
  if (head[1] === 'system') {
    const columns = head.flatMap((cell, i) => (cell.endsWith(" / curvemill's") ? [i] : []));
    return columns.slice(1).flatMap((at) =>
      rows.flatMap(([row, system, ...cells]) => {
        const ratio = parseFloat((cells[at - 2] ?? '').replaceAll('*', ''));
        const work = `${title}, ${head[at].replace(" / curvemill's", '')}`;
        return OWN.test(system) || Number.isNaN(ratio)
          ? []
          : [{ library: libraryOf(system), work, row, ratio }];
      }),
    );
  }
  const own = [ours, ...OURS].map((column) => head.indexOf(String(column))).find((at) => at > 0);
  if (own === undefined || (!isFirst && !name)) return [];
  const variant = head[own].split('@')[1];
  const memory = variant && (variant === 'portable' ? 'portable kernel' : `${variant} MiB`);
  const work = [title, name, memory].filter(Boolean).join(', ');
  return head.flatMap((column, at) => {
    if (at === 0 || OWN.test(column)) return [];
    const library = libraryOf(column);
    return rows.flatMap((cells) => {
      const ratio = parseFloat(cells[at]) / parseFloat(cells[own]);
      return Number.isNaN(ratio) ? [] : [{ library, work, row: cells[0], ratio }];
    });
  });
}

/** @param {string} column */
function libraryOf(column) {
  const [system] = column.split('@').filter(Boolean);
  const library = NAMES.get(column) ?? system;
  if (!LIBRARIES.has(library))
    throw new Error(`'${column}' is no library of scripts/lib/anchors.js`);
  return library;
}

/** All comparisons of the reports. @returns {Comparison[]} */
export const comparisons = () =>
  SOURCES.flatMap(({ file, work, ours }) => {
    const titles = work && new Map(Object.entries(work));
    return tablesOf(pageOf(file)).flatMap((table) => {
      const title = titles ? titles.get(table.section) : table.title;
      if (!table.section || title === undefined) return [];
      const found = comparisonsOf({ ...table, title }, ours);
      return found.map((one) => ({ ...one, file, about: provenanceOf(table.origin) }));
    });
  });

/** Of the ratio as it is printed. @param {number} ratio @returns {'behind' | 'level' | 'ahead'} */
export function verdictOf(ratio) {
  const [low, high] = LEVEL;
  const printed = Number(ratio.toFixed(2));
  if (printed < low) return 'behind';
  return printed > high ? 'ahead' : 'level';
}

const VERDICTS = /** @type {const} */ (['behind', 'level', 'ahead']);

/**
 * A section for each library: a line for each verdict and table.
 * @param {readonly Comparison[]} all
 * @returns {string} Markdown
 */
export function renderAnchors(all) {
  const sections = [...LIBRARIES].flatMap(([library, kind]) => {
    const found = all.filter((one) => one.library === library);
    if (found.length === 0) return [];
    const counts = VERDICTS.map((verdict) => {
      const some = found.filter(({ ratio }) => verdictOf(ratio) === verdict);
      return `${verdict} in ${some.length}`;
    });
    const lines = VERDICTS.flatMap((verdict) =>
      linesOf(
        verdict,
        found.filter(({ ratio }) => verdictOf(ratio) === verdict),
      ),
    );
    return [
      `### ${library}`,
      `${kind}\nOf ${found.length} rows, curvemill is ${counts.join(', ')}.`,
      ['| | rows: times as long | measured on |', '|---|---|---|', ...lines].join('\n'),
    ];
  });
  return sections.join('\n\n');
}

/**
 * @param {string} verdict
 * @param {readonly Comparison[]} some
 */
function linesOf(verdict, some) {
  const works = new Set(some.map(({ file, work }) => `${file}: ${work}`));
  return [...works].map((key) => {
    const rows = some.filter(({ file, work }) => `${file}: ${work}` === key);
    const [{ work, file, about }] = rows;
    const { device, engine, commit, date } = about;
    const source = `${device}, ${engine}, ${commit}, [${date}](../bench/results/${file})`;
    return `| **${verdict}**: ${work} | ${summary(verdict, rows)} | ${source} |`;
  });
}

/** Rows ahead in which only the least and the largest ratio are named. */
const MANY = 4;

/**
 * @param {string} verdict
 * @param {readonly Comparison[]} rows
 */
function summary(verdict, rows) {
  if (verdict !== 'ahead' || rows.length < MANY)
    return rows.map(({ row, ratio }) => `${row}: ${formatted(ratio)}`).join(' · ');
  const sorted = [...rows].sort((a, b) => a.ratio - b.ratio);
  const [least, most] = [sorted[0], sorted[sorted.length - 1]];
  const [low, high] = [least, most].map(({ row, ratio }) => `${formatted(ratio)} (${row})`);
  return `${rows.length} rows, ${low} to ${high}`;
}

/** Two decimals below 2, where verdicts are told apart. @param {number} ratio */
const formatted = (ratio) =>
  ratio < 2 ? ratio.toFixed(2) : ratio < 10 ? ratio.toPrecision(2) : ratio.toFixed(0);
