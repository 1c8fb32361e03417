/**
 * What a page downloads: every public entry and every kernel behind it, minified and compressed with gzip as a bundler
 * and a server would, held against limits. Entries are those of package.json and kernels those that an entry imports,
 * so nothing new escapes.
 *
 *   node scripts/check-sizes.js             prints the table; exit code 1 when a limit is exceeded
 *   node scripts/check-sizes.js --markdown  the table for the README
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureEntry } from './lib/bundle-size.js';
import { root } from './lib/paths.js';
import { helpIfAsked } from './lib/help.js';

helpIfAsked(import.meta.url);

/** Kernels that every backend on WebAssembly loads. */
const PORTABLE = /\.portable$/;

/** Limits in kB of 1000 bytes. */
const LIMITS = {
  /** What a page loads for one curve before the first sum: JavaScript and portable kernels. */
  first: 30,
  /** What each other kernel adds where an engine picks it. */
  kernel: 25,
  /** What other parts add when they are used first: tables of fixed points, Verkle commitments, BigInt. */
  part: 8.4,
  /** Verkle proofs are one such part: the argument, the encodings, and execution witnesses read from JSON. */
  proofs: 9,
};

/**
 * What a page can ask of an entry, by the kernels that this takes, where it is not one curve as it comes; and limits that are
 * not the one of a curve. bls12-381 is two curves, one over an extension. secp256k1 has signatures, by default.
 * @type {Record<string, { label: string, loads: RegExp, limit: number }[]>}
 */
const CHOICES = {
  './bls12-381': [
    { label: ", groups: ['G1']", loads: /-g1\.portable/, limit: LIMITS.first },
    { label: ", groups: ['G2']", loads: /-g2\.portable/, limit: LIMITS.first },
    { label: '', loads: PORTABLE, limit: 36.3 },
  ],
  './secp256k1': [
    { label: ', signatures: false', loads: PORTABLE, limit: LIMITS.first },
    { label: '', loads: /\.portable$|-signatures$/, limit: 33.1 },
  ],
  './banderwagon': [{ label: '', loads: PORTABLE, limit: LIMITS.first }],
};

/** Kernels that are loaded where an engine has more. */
const FASTER = /\.(fma|wide|wide64)$/;

/** @typedef {{ name: string, bytes: number, limit: number | null }} Row */

/**
 * @param {string} entry as in package.json
 * @param {string} file of dist/
 * @returns {Promise<Row[]>} the entry, and its parts; only what has a limit is held against one
 */
async function rowsOf(entry, file) {
  const measured = await measureEntry(file);
  const { atOnce, lazy } = measured;
  const row = (
    /** @type {string} */ name,
    /** @type {number} */ bytes,
    /** @type {number | null} */ limit,
  ) => ({ name, bytes, limit });
  const choices = CHOICES[entry] ?? [{ label: '', loads: PORTABLE, limit: LIMITS.first }];
  return [
    ...choices.map(({ label, loads, limit }) =>
      row(
        entry.replace('.', 'curvemill') + label,
        measured.with((name) => loads.test(name)),
        limit,
      ),
    ),
    ...(lazy.length > 0 ? [row('  JavaScript', atOnce, null)] : []),
    ...lazy
      .filter(({ name }) => PORTABLE.test(name))
      .map(({ name, bytes }) => row(`  ${name}`, bytes, null)),
    ...lazy
      .filter(({ name }) => !PORTABLE.test(name))
      .map(({ name, bytes }) =>
        row(`+ ${name}`, bytes, FASTER.test(name) ? LIMITS.kernel : limitOf(name)),
      ),
  ];
}

/** Of what is JavaScript. @param {string} name */
const limitOf = (name) => (name === 'proofs' ? LIMITS.proofs : LIMITS.part);

/** @param {number} bytes */
const kilobytes = (bytes) => (bytes / 1000).toFixed(1);

/** @param {readonly Row[]} rows */
function renderText(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const lines = rows.map(({ name, bytes, limit }) => {
    const verdict =
      limit === null ? '' : bytes <= limit * 1000 ? `of ${limit}` : `of ${limit}: TOO LARGE`;
    return `${name.padEnd(width)} ${kilobytes(bytes).padStart(6)} kB ${verdict}`.trimEnd();
  });
  return lines.join('\n');
}

/** @param {readonly Row[][]} entries */
function renderMarkdown(entries) {
  const lines = entries.flatMap((rows) => {
    const more = rows
      .filter(({ name }) => name.startsWith('+') && !/probe|edwards|signatures/.test(name))
      .map(({ name, bytes }) => `${name.slice(2)} ${kilobytes(bytes)}`);
    const choices = rows.filter(({ name }) => /^\w/.test(name));
    return choices.map(({ name, bytes }, i) => {
      const [entry, option] = name.split(', ');
      const called = option ? `\`${entry}\`, \`${option}\`` : `\`${entry}\``;
      const isLast = i === choices.length - 1;
      return `| ${called} | ${kilobytes(bytes)} kB | ${isLast ? more.join(', ') : ''} |`;
    });
  });
  return [
    '| entry | with its portable kernels | loaded only where used, kB |',
    '|---|---|---|',
    ...lines,
  ].join('\n');
}

const { values } = parseArgs({ options: { markdown: { type: 'boolean', default: false } } });
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const entries = [];
for (const [entry, target] of Object.entries(exports)) {
  // The root re-exports all curves: it is for servers and for trying, and has no size of its own.
  if (entry !== '.' && target.default) entries.push(await rowsOf(entry, target.default));
}
const rows = entries.flat();
console.log(values.markdown ? renderMarkdown(entries) : renderText(rows));
if (rows.some(({ bytes, limit }) => limit !== null && bytes > limit * 1000)) process.exitCode = 1;
