/**
 * The README's table of its jobs with their chart, and docs/speed.md's comparisons and times, made
 * of what `bench/results/` holds.
 */
import { comparisons, renderAnchors } from './anchors.js';
import { renderBars } from './bar-chart.js';
import { formatRatio, formatTime, inMicroseconds, recorded } from './recorded.js';

const NATIVE = 'compare-native.md';

/**
 * The README's jobs by their names in the suite: `work` in the README's words, where the suite's do
 * not say what the others do; whose times the table has beside ours; and whose the chart shows, by
 * its name there.
 * @type {ReadonlyMap<string, { work?: string, others: string[], job: string, peer: string }>}
 */
const JOBS = new Map([
  [
    'BIP-340, each of a batch of 1024',
    {
      ...{ work: 'BIP-340, per signature in a batch of 1024 (others: one by one)' },
      ...{ others: ['tiny-secp256k1', 'noble'], job: 'BIP-340: batch of 1024, others one by one' },
      peer: 'tiny-secp256k1',
    },
  ],
  [
    'KZG commitment to a blob, table of 10 MiB',
    { others: ['c-kzg', 'kzg-wasm'], job: 'KZG commitment to a blob', peer: 'c-kzg (native)' },
  ],
  [
    'cells of a blob and their proofs',
    {
      work: 'Cells and proofs of a blob',
      others: ['c-kzg', 'kzg-wasm'],
      job: '',
      peer: '',
    },
  ],
  [
    'MSM, BLS12-381 G1, 2^14 points',
    { others: ['montgomery', 'noble'], job: 'MSM of 16,384 points', peer: 'montgomery' },
  ],
  [
    'BLS signature, each of a batch of 64, from bytes',
    {
      ...{ work: 'BLS, per signature in a batch of 64 (noble: one by one)' },
      ...{ others: ['blst', 'noble'], job: 'BLS signature, in a batch of 64' },
      peer: 'blst (native)',
    },
  ],
]);

/** Those that run in Node alone. */
const NATIVE_PEERS = new Map([
  ['c-kzg', 'c-kzg (native)'],
  ['blst', 'blst (native)'],
]);

/** The README's fifth job, which is measured by a suite of its own. */
const PROOF = {
  ...{ file: 'groth16.md', section: 'r', row: 'chain13, fma', ours: 'key open' },
  work: 'Groth16 proof, 2^13 constraints, key in memory',
  ...{ others: { snarkjs: 'snarkjs' }, job: 'Groth16 proof, 2^13 constraints', peer: 'snarkjs' },
};

/** The suite of jobs in Node, whose ratios the README has, and in a page, for the times there. */
const RUNS = { node: 'jobs.md', page: 'jobs-chromium.md' };

/** The README's columns of other libraries: of JavaScript and WebAssembly, then native ones. */
const PEERS = [
  ...['noble', 'tiny-secp256k1', 'montgomery', 'kzg-wasm', 'snarkjs'],
  ...['c-kzg (native)', 'blst (native)'],
];

/** @type {readonly Row[]} */
const JOB_ROWS = [...JOBS].map(([row, { work = row, others }]) => ({
  ...{ work, file: RUNS.node, section: 'j', row },
  others: Object.fromEntries(others.map((name) => [name, NATIVE_PEERS.get(name) ?? name])),
}));

/**
 * A row: what is computed, where it is recorded, our column, and the others by column and name.
 *
 * @typedef {{ work: string, file: string, section: string, row: string, ours?: string,
 *   others: Record<string, string> }} Row
 */

/**
 * Works of docs/speed.md: `engine`, where a table has several.
 * @type {readonly (Omit<Row, 'others'> & { engine?: string })[]}
 */
const WORKS = [
  { work: 'MSM, BLS12-381 G1, 2^14 points', file: NATIVE, section: 'a', row: '2^14' },
  { work: 'MSM, BLS12-381 G1, 2^16 points', file: NATIVE, section: 'a', row: '2^16' },
  {
    ...{ work: 'MSM, BLS12-381 G1, 2^16 points, two threads', file: 'engines.md', section: 't' },
    ...{ row: '2^16', ours: 'two threads' },
  },
  ...['Chromium 156', 'Firefox 153'].map((engine) => ({
    ...{ work: `MSM, BLS12-381 G1, 2^14 points, in ${engine}`, file: 'engines.md', section: 'k' },
    ...{ row: '2^14', ours: `fma, ${engine}`, engine },
  })),
  {
    ...{ work: 'the same, portable kernel, in Node 20', file: 'engines.md', section: 'k' },
    ...{ row: '2^14', ours: 'portable, Node 20.20', engine: 'Node 20.20' },
  },
  { work: 'MSM, secp256k1, 1024 points', file: NATIVE, section: 'c1', row: '1024' },
  { work: 'the same, 2 points', file: NATIVE, section: 'c1', row: '2' },
  {
    ...{ work: 'ECDSA, one signature', file: 'signatures.md', section: 'v' },
    row: 'ECDSA, compressed key',
  },
  { work: 'BIP-340, one signature', file: 'signatures.md', section: 'v', row: 'BIP-340' },
  {
    ...{ work: 'BIP-340, each of a batch of 1024', file: 'signatures.md', section: 'w' },
    ...{ row: '1024', ours: 'BIP-340' },
  },
  { work: 'BLS signature, key in G1, from bytes', file: NATIVE, section: 'v', row: '1' },
  {
    ...{ work: 'BLS signatures, each of a batch of 64, from bytes', file: NATIVE, section: 'v' },
    row: '64',
  },
  { work: 'product of two pairings', file: NATIVE, section: 'q', row: '2' },
  { work: 'message hashed to G2', file: NATIVE, section: 'h', row: '16' },
  {
    ...{ work: 'cells of a blob and their proofs', file: 'kzg.md', section: 'e' },
    row: '`computeCellsAndKzgProofs`',
  },
  {
    ...{ work: 'KZG commitment to a blob, table of 10 MiB', file: 'kzg.md', section: 'e' },
    ...{ row: '`blobToKzgCommitment`', ours: 'curvemill, 16 MiB' },
  },
  {
    ...{ work: 'Verkle commitment, 256 scalars, 16 MiB of tables', file: NATIVE, section: 'd2' },
    ...{ row: '256', ours: 'curvemill@16' },
  },
  {
    ...{ work: 'the same, 4 scalars of 256', file: NATIVE, section: 'd2' },
    ...{ row: '4', ours: 'curvemill@16' },
  },
  {
    ...{ work: 'compressed points of G1, checked, each', file: NATIVE, section: 'f1' },
    row: 'checked',
  },
  { work: 'the same, trusted', file: NATIVE, section: 'f1', row: 'trusted' },
];

/** @param {import('./recorded.js').Recorded} table @param {Row} row */
function figuresOf(table, { row, ours = 'curvemill', others }) {
  const own = inMicroseconds(table.figure(row, ours));
  const theirs = Object.entries(others).map(([column, name]) => ({
    name,
    ratio: inMicroseconds(table.figure(row, column)) / own,
  }));
  return { own, theirs };
}

/** @returns {string} the README's table in Markdown, and where it was measured */
export function renderJobs() {
  const [{ about }, page] = [RUNS.node, RUNS.page].map((file) => recorded(file, 'j'));
  const lines = [...JOB_ROWS, PROOF].map((row) => {
    const { own, theirs } = figuresOf(recorded(row.file, row.section), row);
    const isInPage = page.rows.includes(row.row);
    const ratios = new Map(theirs.map(({ name, ratio }) => [name, `${formatRatio(ratio)}×`]));
    const cells = [
      row.work,
      unbroken(formatTime(own)),
      isInPage ? unbroken(formatTime(inMicroseconds(page.figure(row.row, 'curvemill')))) : '–',
      ...PEERS.map((name) => ratios.get(name) ?? ''),
    ];
    return `| ${cells.join(' | ')} |`.replace(/\|(?: {2}\|)+/g, (empty) =>
      empty.replaceAll(' ', ''),
    );
  });
  const proof = recorded(PROOF.file, PROOF.section).about;
  /** @param {string} name @param {string} file @param {{ commit: string }} of */
  const run = (name, file, { commit }) => `[${name}](bench/results/${file}), commit ${commit}`;
  return [
    `| | curvemill, ${about.engine} | curvemill, ${page.about.engine} | ${PEERS.join(' | ')} |`,
    `|---|---|---|${PEERS.map(() => '---|').join('')}`,
    ...lines,
    '',
    `On ${about.device}, ${about.date} (${run('Node', RUNS.node, about)};`,
    `${run('Chromium', RUNS.page, page.about)}).`,
    `[Groth16](bench/results/${PROOF.file}) on ${proof.device}, commit ${proof.commit}.`,
  ].join('\n');
}

/** @param {string} time */
const unbroken = (time) => time.replace(' ', '\u00a0');

/** @returns {string} the generated part of docs/speed.md */
export function renderSpeed() {
  const lines = WORKS.map(({ work, file, section, row, ours = 'curvemill', engine }) => {
    const table = recorded(file, section);
    const about = { ...table.about, ...(engine && { engine }) };
    const time = unbroken(formatTime(inMicroseconds(table.figure(row, ours))));
    const source = `[${about.date}](../bench/results/${file})`;
    return `| ${work} | ${time} | ${about.device}, ${about.engine}, ${about.commit}, ${source} |`;
  });
  return [
    ...['## Beside other libraries', '', renderAnchors(comparisons()), '', '## Times', ''],
    ...['| | curvemill | measured on |', '|---|---|---|', ...lines],
  ].join('\n');
}

/**
 * Each job with a bar for our time, and one for another library's in the same run.
 * @returns {string} SVG
 */
export function renderSpeedChart() {
  return renderBars({
    title: 'Five operations on one thread, in Node',
    subtitle: ['16× means that the other library', 'takes 16 times as long'],
    labels: 112,
    groups: [...JOB_ROWS, PROOF].flatMap((row) => {
      const { job, peer } = JOBS.get(row.row) ?? PROOF;
      if (!job) return [];
      const { own, theirs } = figuresOf(recorded(row.file, row.section), row);
      const other = theirs.find(({ name }) => name === peer);
      if (!other) throw new Error(`${row.work}: no ${peer}`);
      const words = `${formatRatio(other.ratio)}×${other.ratio < 1 ? ': faster' : ''}`;
      return {
        title: job,
        bars: [
          { name: 'curvemill', value: 1, words: formatTime(own), isOurs: true },
          { name: peer, value: other.ratio, words, isOurs: false },
        ],
      };
    }),
  });
}
