/**
 * Recorded figures on the benchmark page, from `bench/results/`: native lines, and a report of the
 * page itself for each tab.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.js';
import { inMicroseconds, recorded } from './recorded.js';

/** The reports of `node scripts/page.js --record`. */
export const SAMPLES = join(root, 'bench/results/page.json');

const NATIVE = 'compare-native.md';

/** The native library that each curve is shown beside, and the tables that have it. */
const LINES = /** @type {Record<string, [string, string[]]>} */ ({
  'bls12-381-g1': ['blst', ['b1', 'a']],
  'bls12-381-g2': ['blst', ['b2', 'g']],
  secp256k1: ['libsecp256k1', ['c1', 's']],
});

/**
 * @returns {{ lines: object, samples: object }} types: bench/page/references.js
 */
export function recordedForPage() {
  return {
    lines: Object.fromEntries(
      Object.entries(LINES).map(([curve, [name, sections]]) => [curve, lineOf(name, sections)]),
    ),
    samples: JSON.parse(readFileSync(SAMPLES, 'utf8')),
  };
}

/**
 * @param {string} name
 * @param {string[]} sections
 */
function lineOf(name, sections) {
  const tables = sections.map((section) => recorded(NATIVE, section));
  const points = new Map(
    tables.flatMap((table) =>
      table.rows.map((row) => [sizeOf(row), inMicroseconds(table.figure(row, name)) / 1000]),
    ),
  );
  const { device, date } = tables[0].about;
  return {
    name: `${name}, native`,
    machine: `${device}, ${date}`,
    points: [...points].sort(([a], [b]) => a - b),
  };
}

/** @param {string} row '2^14' or '100' */
const sizeOf = (row) => (row.startsWith('2^') ? 2 ** Number(row.slice(2)) : Number(row));
