/**
 * Download sizes: every public entry and every kernel behind it, minified and gzipped as a bundler
 * and a server would, checked against limits. Entries come from package.json and kernels from the
 * imports of an entry, so new ones are included. With a Chromium, also the downloads of whole jobs
 * (scripts/lib/downloads/).
 *
 *   node scripts/check-sizes.js           prints the sizes; exit code 1 when a limit is exceeded or
 *                                         a table of docs/runtimes.md is stale
 *   node scripts/check-sizes.js --write   writes these tables
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { curves } from '../src/curves/index.js';
import { measureEntry } from './lib/bundle-size.js';
import { root } from './lib/paths.js';
import { findBrowser } from './lib/browsers.js';
import { JOBS, jobTable, kilobytesOf, measureDownloads } from './lib/downloads/measure.js';
import { helpIfAsked } from './lib/help.js';

helpIfAsked(import.meta.url);

/** The two modules that every instance of a curve on WebAssembly loads. */
const PORTABLE = /\.portable$/;

/**
 * Only what npm prints on its output, which is JSON.
 * @type {import('node:child_process').StdioOptions}
 */
const QUIET = ['ignore', 'pipe', 'ignore'];

/** Modules that an instance with signatures loads in addition. */
const SIGNATURES = /^signatures/;

/**
 * Modules that an instance which hashes and pairs loads in addition: the protocols, and the
 * portable kernels of the maps, of SHA-256 and of the pairing.
 */
const PAIRINGS =
  /^(group|protocols|eip2537|sha256|pairing|precompiles|bls-signatures)$|\.maps$|\.map\.limbs30$|\.pairing(\.limbs30)?$/;

/** Limits in kB of 1000 bytes. */
const LIMITS = {
  /**
   * One curve before the first sum: JavaScript and portable kernels. Here and below 0.5 kB of it
   * add vectors point by point, 0.3 let methods work detached, 0.3 say what a runtime that imports
   * or compiles nothing needs; 0.1 are widths of own curves.
   */
  first: 34.3,
  /**
   * G2, whose kernels compute in the quadratic extension: 2.2 kB more than those of G1; 0.2 kB that
   * entries share with others.
   */
  G2: 36.6,
  /** Banderwagon: its elements, SHA-256 of the basis, and kernels with square roots. */
  banderwagon: 36.2,
  /** With signatures, which an instance loads by default. */
  signatures: 41.0,
  /** With signatures and the kernels with relaxed SIMD in the entry: nothing else is loaded. */
  eager: 48.3,
  /** Both groups, sums alone. */
  both: 42.7,
  /**
   * Both groups with hashing and pairings, the default: protocols, and four kernels more. Long
   * messages are hashed in steps, and compared by what they expand to: 0.2 kB.
   */
  pairings: 80.4,
  /**
   * An adapter: what its file holds, without the entry whose instance it takes. 1 kB reads what
   * snarkjs reads, or is BIP-32.
   */
  adapter: 4.3,
  /** Each other kernel, loaded if the engine supports it. */
  kernel: 25,
  /**
   * Other parts, loaded on first use: tables of fixed points, Verkle
   * commitments, BigInt.
   */
  part: 9,
  /**
   * The worker: all that instances of every curve compute, without kernels; pairings and hashing,
   * which batches of BLS signatures need, are 6 kB of it, transforms of scalars 3, circuits 2,
   * batches of Groth16 0.9. A part where it comes as text.
   */
  worker: 45.9,
};

/**
 * Limits of what `npm pack` makes (decision 35); the ceremony's points are 1.4 MB of it, the build
 * for React Native 0.19 MB and 35 files; 7 files are the examples of an extension and of a Worker,
 * and 2 say what a runtime needs.
 */
const ARCHIVE = { bytes: 4_200_000, files: 484 };

/** Limits of parts that exceed the one of parts. @type {Readonly<Record<string, number>>} */
const PARTS = {
  /**
   * Verkle proofs: the argument, the encodings, and execution witnesses read from JSON, of which
   * only what they name is kept; and the time slices, which other asynchronous calls share.
   */
  proofs: 12,
  /**
   * Pairings on BigInt, with the engine's point arithmetic, the tower of fields, and both families:
   * no kernels.
   */
  pairings: 11.1,
  /** The same in a worker: linked with the first batch of BLS signatures. */
  pairings2: 11.4,
  /**
   * Hashing, BLS signatures and their batches, EIP-2537; with the pairing, which they import; 0.5
   * kB are committees, of which some took part.
   */
  protocols: 12.9,
  /**
   * All of KZG but its polynomials: openings, cells, recovery, verification, and their slices; 0.3
   * kB keep cells until a worker waits, and 0.4 open setups in part.
   */
  open: 18.3,
  /** Proofs of cells on workers: 2 kB beside KZG, which it imports and which is there already. */
  parts: 19.1,
  /** Groth16 without its prover: JSON, the equation and its batches, with what they share. */
  groth16: 16,
  /** Its prover: files, keys, and proofs, with what they share; 20 kB beside the former. */
  'proving-key': 34,
  /** Witnesses by the module of a circuit: 2.2 kB beside Groth16 and the files of its prover. */
  'circuit-witness': 28.8,
  /** Ceremonies verified: 14 kB beside Groth16, the files of its prover and fields of scalars. */
  ceremony: 38.1,
  /** Workers of an instance: their starts, pool, jobs, and tasks; 0.2 kB share subgroup checks. */
  threads: 10.4,
  /** Sums of fixed points with tables of windows: plans, tables, and scalars recoded in steps. */
  'window-table-msm': 10.1,
  /** The ceremony's 4096 points of G1: uniform bytes, which do not compress. */
  'g1-monomial': 198,
  /** The same in the Lagrange form with x and y, which no root delays; and those of the proofs. */
  'ready-lagrange': 396,
  'ready-cells': 791,
  'worker-source': LIMITS.worker,
};

/** @typedef {{ label: string, loads: RegExp, limit: number }} Choice */

/**
 * Uses of an entry, by the modules they load: curves alone, or all of them; with signatures,
 * or without; with hashing and pairings, or without.
 * @param {string} path of the entry
 * @returns {Choice[]}
 */
function choicesOf(path) {
  if (path === 'worker') return [{ label: '', loads: PORTABLE, limit: LIMITS.worker }];
  if (path.startsWith('adapters/')) return [{ label: '', loads: /$^/, limit: LIMITS.adapter }];
  // Its own kernels come with it.
  if (path.endsWith('/eager')) return [{ label: '', loads: /$^/, limit: LIMITS.eager }];
  const own = curves.filter(({ entry }) => entry.path === path);
  const first = path === 'banderwagon' ? LIMITS.banderwagon : LIMITS.first;
  const whole = { label: '', loads: PORTABLE, limit: first };
  if (own.some(({ traits }) => traits.signatures)) {
    const loads = new RegExp(`${PORTABLE.source}|${SIGNATURES.source}`);
    const verifying = { label: '', loads, limit: LIMITS.signatures };
    return [{ ...whole, label: ', signatures: false' }, verifying];
  }
  if (own.length < 2) return [whole];
  const alone = own.map(({ name, entry }) => ({
    label: `, groups: ['${entry.member}']`,
    loads: new RegExp(`^${name}\\.portable$`),
    limit: entry.member === 'G2' ? LIMITS.G2 : first,
  }));
  const sums = { ...whole, limit: LIMITS.both };
  if (!own.some((curve) => 'pairing' in curve)) return [...alone, sums];
  const loads = new RegExp(`${PORTABLE.source}|${PAIRINGS.source}`);
  return [
    ...alone,
    { ...sums, label: ', pairings: false, hashing: false' },
    { label: '', loads, limit: LIMITS.pairings },
  ];
}

/** Kernels beside the portable ones of the groups: for other engines, or for pairings. */
const KERNEL = /\.(limbs30|fma|wide|wide64)$/;

/** @typedef {{ name: string, bytes: number, limit: number | null }} Row */

/**
 * @param {string} entry as in package.json
 * @param {string} file of dist/
 * @returns {Promise<Row[]>} the entry and its parts; rows with a limit are checked against it
 */
async function rowsOf(entry, file) {
  const measured = await measureEntry(file);
  const { atOnce } = measured;
  // The curves that an adapter loads itself are entries.
  const lazy = entry.startsWith('./adapters/') ? [] : measured.lazy;
  const row = (
    /** @type {string} */ name,
    /** @type {number} */ bytes,
    /** @type {number | null} */ limit,
  ) => ({ name, bytes, limit });
  const choices = choicesOf(entry.replace('./', ''));
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
        row(`+ ${name}`, bytes, KERNEL.test(name) ? LIMITS.kernel : limitOf(name)),
      ),
  ];
}

/** The limit of a part that is JavaScript. @param {string} name */
const limitOf = (name) => PARTS[name] ?? LIMITS.part;

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
  const curves = entries.filter(([{ name }]) => !name.startsWith('curvemill/adapters/'));
  const lines = curves.flatMap((rows) => {
    const more = rows
      .filter(({ name }) => /^\+ [\w-]+\.(fma|wide64)$/.test(name))
      .map(({ name, bytes }) => `${name.slice(2)} ${kilobytes(bytes)}`);
    const choices = rows.filter(({ name }) => /^\w/.test(name));
    return choices.map(({ name, bytes }, i) => {
      const [entry, ...options] = name.split(', ');
      const called = [entry, options.join(', ')].filter(Boolean).map((words) => `\`${words}\``);
      const isLast = i === choices.length - 1;
      return `| ${called.join(', ')} | ${kilobytes(bytes)} kB | ${isLast ? more.join(', ') : ''} |`;
    });
  });
  return [
    '| entry | with its portable kernels | faster ones, loaded only where used, kB |',
    '|---|---|---|',
    ...lines,
  ].join('\n');
}

/** Tables: their lines may differ by so much from what is measured, as a share. */
const TOLERANCE = 0.02;

/** A table between its marks. @param {string} name */
const marked = (name) =>
  new RegExp(`(<!-- ${name}: begin -->\\n)([^]*?)(\\n?<!-- ${name}: end -->)`);

/**
 * Whether two tables have the same lines, and sizes that differ by little.
 * @param {string} old
 * @param {string} now
 */
function isSimilar(old, now) {
  const number = /\d+\.\d/g;
  const [before, after] = [old, now].map((table) => (table.match(number) ?? []).map(Number));
  const isNear = (/** @type {number} */ size, /** @type {number} */ i) =>
    Math.abs(size - before[i]) <= Math.max(0.2, TOLERANCE * size);
  return old.replace(number, '') === now.replace(number, '') && after.every(isNear);
}

/**
 * Writes a table, if asked.
 * @param {string} file
 * @param {string} name of the table
 * @param {string} table
 * @returns {boolean} whether the one that stays is stale
 */
function renewed(file, name, table) {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  if (values.write) {
    writeFileSync(path, text.replace(marked(name), `$1${table}\n<!-- ${name}: end -->`));
    return false;
  }
  return !isSimilar(marked(name).exec(text)?.[2] ?? '', table);
}

/** The archive that users download, as npm describes it. */
function archive() {
  const args = ['pack', '--dry-run', '--ignore-scripts', '--json'];
  const [{ size, entryCount }] = JSON.parse(
    String(execFileSync('npm', args, { cwd: root, stdio: QUIET })),
  );
  return { bytes: size, files: entryCount };
}

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const entries = [];
for (const [entry, target] of Object.entries(exports)) {
  // The root re-exports all curves, for servers and experiments; its size is not checked.
  // What generates curves runs in Node, beside two assemblers.
  const isOfPages = entry !== '.' && entry !== './generate';
  if (isOfPages && target.default) entries.push(await rowsOf(entry, target.default));
}
const rows = entries.flat();
console.log(renderText(rows));
const isLarge = rows.some(({ bytes, limit }) => limit !== null && bytes > limit * 1000);
let isStale = renewed('docs/runtimes.md', 'sizes', renderMarkdown(entries));
let areLarge = false;
if (findBrowser('chromium')) {
  const found = await measureDownloads();
  console.log(`\n${jobTable(found)}`);
  areLarge = [...found].some(([job, files]) => kilobytesOf(files) > JOBS[job].limit);
  isStale = renewed('docs/runtimes.md', 'downloads', jobTable(found)) || isStale;
} else console.warn('NOT MEASURED: downloads of jobs (Chromium is not installed).');
const { bytes, files } = archive();
const isHeavy = bytes > ARCHIVE.bytes || files > ARCHIVE.files;
const verdict = isHeavy ? `: TOO LARGE, limits ${ARCHIVE.bytes} bytes, ${ARCHIVE.files} files` : '';
console.log(`\narchive: ${(bytes / 1e6).toFixed(2)} MB, ${files} files${verdict}`);
if (isStale) console.error('stale table of sizes; npm run sizes -- --write');
if (areLarge)
  console.error('a job downloads more than its limit (scripts/lib/downloads/measure.js)');
if (isLarge || areLarge || isHeavy || isStale) process.exitCode = 1;
