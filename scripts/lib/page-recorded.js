/**
 * Recorded figures on the benchmark page, from `bench/results/`: native lines, a sample, other
 * libraries.
 */
import { inMicroseconds, recorded } from './recorded.js';

const NATIVE = 'compare-native.md';

/** The native library that each curve is shown beside, and the tables that have it. */
const LINES = /** @type {Record<string, [string, string[]]>} */ ({
  'bls12-381-g1': ['blst', ['b1', 'a']],
  'bls12-381-g2': ['blst', ['b2', 'g']],
  secp256k1: ['libsecp256k1', ['c1', 's']],
});

/**
 * @returns {{ lines: object, sample: object, operations: object }} types: bench/page/references.js
 */
export function recordedForPage() {
  return {
    lines: Object.fromEntries(
      Object.entries(LINES).map(([curve, [name, sections]]) => [curve, lineOf(name, sections)]),
    ),
    sample: sampleOf(),
    operations: { signatures: signatures(), kzg: commitments() },
  };
}

/** @param {import('./recorded.js').Provenance} about */
const machineOf = ({ device, engine, date }) => `${device}, ${engine}, ${date}`;

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

/** The sums of the ZPrize's sizes as a report of the page. */
function sampleOf() {
  const table = recorded(NATIVE, 'a');
  const { device, engine, commit, date } = table.about;
  const series = [
    { id: 'curvemill', name: 'curvemill', isPeer: false },
    ...['blst', 'montgomery', 'mcl', 'noble'].map((id) => ({
      id,
      name: id === 'blst' ? 'blst (native)' : id,
      isPeer: true,
    })),
  ];
  const results = table.rows.map((row) => ({
    logSize: Math.log2(sizeOf(row)),
    n: sizeOf(row),
    verified: true,
    times: Object.fromEntries(series.flatMap(({ id }) => timeOf(table, row, id))),
  }));
  return {
    ...{ curve: 'bls12-381-g1', runs: 0, version: '', commit, date, isSample: true },
    ...{ device: { Engine: engine, System: device }, series, results, notes: [] },
  };
}

/**
 * @param {import('./recorded.js').Recorded} table
 * @param {string} row
 * @param {string} id
 * @returns {[string, object][]} empty where a library has no figure
 */
function timeOf(table, row, id) {
  try {
    const { value: medianMs, spread } = table.figure(row, id);
    const [lowMs, highMs] = [medianMs * (1 - spread), medianMs * (1 + spread)];
    return [[id, { medianMs, lowMs, highMs, phasesMs: null }]];
  } catch {
    return [];
  }
}

/** @param {number} us @returns {string} operations a second, as the page writes them */
function rateOf(us) {
  const rate = 1e6 / us;
  return rate >= 100 ? Math.round(rate).toLocaleString('en') : rate.toPrecision(2);
}

function signatures() {
  const table = recorded('signatures.md', 'v');
  const of = (/** @type {string} */ row) =>
    ['curvemill', 'tiny-secp256k1'].map((name) => ({
      name,
      value: rateOf(inMicroseconds(table.figure(row, name))),
    }));
  return {
    machine: machineOf(table.about),
    peers: {
      'ECDSA, one by one': of('ECDSA, compressed key'),
      'BIP-340, one by one': of('BIP-340'),
    },
  };
}

function commitments() {
  const table = recorded('kzg.md', '');
  const rows = {
    'curvemill, 16 MiB (table 10.0)': 'curvemill',
    'c-kzg': 'c-kzg (native)',
    'kzg-wasm': 'kzg-wasm',
  };
  return {
    machine: machineOf(table.about),
    peers: {
      'commitment to a blob': Object.entries(rows).map(([row, name]) => ({
        name,
        value: rateOf(inMicroseconds(table.figure(row, 'median, ms'))),
      })),
    },
  };
}
