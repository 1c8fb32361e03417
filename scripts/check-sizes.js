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

/** Limits in kB of 1000 bytes. */
const LIMITS = {
  /** An entry with every kernel that the portable backend loads, for a curve with one group … */
  first: 30,
  /** … for each group more … */
  group: 20,
  /**
   * … and for what an entry has beside the sums of its groups. Fixed bases are 3 kB of every curve. bls12-381: KZG
   * commitments. secp256k1: signatures, in JavaScript, in its portable kernel and its module of scalars. banderwagon: the
   * commitment basis, the map to the scalar field, its model of the curve, extended coordinates.
   */
  extra: /** @type {Record<string, number>} */ ({
    './bls12-381': 7,
    './secp256k1': 15,
    './banderwagon': 8,
  }),
  /** What each other kernel adds where an engine picks it. */
  kernel: 25,
  /** The backend without WebAssembly, in place of all kernels. */
  bigint: 6,
};

/** Kernels that every backend on WebAssembly loads. */
const isPortable = (/** @type {string} */ name) => /\.(limbs30|scalar)(-|$)/.test(name);

/** The backend without WebAssembly. */
const isBigint = (/** @type {string} */ name) => name.startsWith('bigint');

/** @typedef {{ name: string, bytes: number, limit: number | null }} Row */

/**
 * @param {string} entry as in package.json
 * @param {string} file of dist/
 * @returns {Promise<Row[]>} the entry, and its parts; only what has a limit is held against one
 */
async function rowsOf(entry, file) {
  const measured = await measureEntry(file);
  const { atOnce, lazy } = measured;
  const kernels = lazy.filter(({ name }) => !isBigint(name));
  const portable = kernels.filter(({ name }) => isPortable(name));
  const groups = kernels.filter(({ name }) => name.endsWith('.limbs30')).length;
  const first = measured.with(isPortable);
  const row = (
    /** @type {string} */ name,
    /** @type {number} */ bytes,
    /** @type {number | null} */ limit,
  ) => ({ name, bytes, limit });
  return [
    row(
      entry.replace('.', 'curvemill'),
      first,
      LIMITS.first + LIMITS.group * Math.max(0, groups - 1) + (LIMITS.extra[entry] ?? 0),
    ),
    ...(lazy.length > 0 ? [row('  JavaScript', atOnce, null)] : []),
    ...portable.map(({ name, bytes }) => row(`  ${name}`, bytes, null)),
    ...lazy
      .filter(({ name }) => !isPortable(name))
      .map(({ name, bytes }) =>
        row(`+ ${name}`, bytes, isBigint(name) ? LIMITS.bigint : LIMITS.kernel),
      ),
  ];
}

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
  const lines = entries.map(([entry, ...parts]) => {
    const more = parts
      .filter(({ name }) => name.startsWith('+') && !/probe|edwards/.test(name))
      .map(({ name, bytes }) => `${name.slice(2)} ${kilobytes(bytes)} kB`);
    return `| \`${entry.name}\` | ${kilobytes(entry.bytes)} kB | ${more.join(', ')} |`;
  });
  return [
    '| entry | with its portable kernels | loaded only where used |',
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
