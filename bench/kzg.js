/**
 * KZG commitments to blobs: this library with tables of several sizes, beside c-kzg
 * (blst, native) and kzg-wasm.
 *
 *   npm install --prefix bench/peers    once, for the other libraries; c-kzg needs a C compiler
 *   node bench/kzg.js --setup g1-lagrange-brp.bin [--memory 0,8,16,32,64]
 *     [--rounds 15] [--backend auto] [--out FOLDER] [--json]
 *
 * The setup is that of the Ethereum ceremony, bit-reversed, which the others have built in; all
 * commitments must be equal. All take turns in one process. The output, also written to kzg.json
 * and kzg.md, is medians of the rounds in milliseconds, and ratios to the first peer.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeCommit, describeDevice, describeEngine } from '../scripts/lib/device.js';
import { measurements } from '../scripts/lib/paths.js';
import { median } from '../scripts/lib/stats.js';
import { createBls12381 } from '../src/bls12-381.js';
import { helpIfAsked } from '../scripts/lib/help.js';

helpIfAsked(import.meta.url);

const { values } = parseArgs({
  options: {
    setup: { type: 'string' },
    memory: { type: 'string', default: '0,8,16,32,64' },
    rounds: { type: 'string', default: '15' },
    backend: { type: 'string', default: 'auto' },
    out: { type: 'string', default: measurements },
    json: { type: 'boolean', default: false },
  },
});
const ROUNDS = Number(values.rounds);
const MIB = 2 ** 20;

const require = createRequire(new URL('./peers/package.json', import.meta.url));

/**
 * @typedef {{ name: string, readyMs: number, commit: (blob: Uint8Array) => Uint8Array }} Candidate
 */

/**
 * Loads a peer: a list of one, empty if it is not installed.
 * @param {string} name
 * @param {(module: any) => Promise<(blob: Uint8Array) => Uint8Array>} load
 * @returns {Promise<Candidate[]>}
 */
async function peer(name, load) {
  const start = performance.now();
  try {
    const commit = await load(require(name));
    return [{ name, readyMs: performance.now() - start, commit }];
  } catch (error) {
    console.error(`${name}: not measured (${/** @type {Error} */ (error).message.split('\n')[0]})`);
    return [];
  }
}

const hex = (/** @type {Uint8Array} */ bytes) => Buffer.from(bytes).toString('hex');

const peers = [
  ...(await peer('c-kzg', async (ckzg) => {
    ckzg.loadTrustedSetup(0);
    return (blob) => ckzg.blobToKzgCommitment(blob);
  })),
  ...(await peer('kzg-wasm', async ({ loadKZG }) => {
    const kzg = await loadKZG();
    return (blob) => Buffer.from(kzg.blobToKZGCommitment(`0x${hex(blob)}`).slice(2), 'hex');
  })),
];

const bls = await createBls12381({ backend: /** @type {any} */ (values.backend) });
const setup = values.setup
  ? new Uint8Array(readFileSync(values.setup))
  : bls.G1.randomPoints(4096, 1).toBytes();
const blob = bls.G1.randomScalars(4096, 1);

/** @type {Candidate[]} */
const ours = [];
for (const memory of values.memory.split(',').map(Number)) {
  const start = performance.now();
  const kzg = await bls.kzg({ g1LagrangeBitReversed: setup }, { memory: memory * MIB });
  await kzg.prepare();
  const readyMs = performance.now() - start;
  const name = `curvemill, ${memory} MiB (table ${(kzg.bytes / MIB).toFixed(1)})`;
  ours.push({ name, readyMs, commit: (data) => kzg.blobToCommitment(data) });
}

const candidates = [...ours, ...peers];
const expected = hex(candidates[0].commit(blob));
for (const { name, commit } of values.setup ? candidates : ours) {
  if (hex(commit(blob)) !== expected) throw new Error(`${name}: the commitment differs`);
}
if (!values.setup) console.error('no --setup: random points, and peers are not compared');

/** @type {number[][]} */
const samples = candidates.map(() => []);
for (let round = 0; round < ROUNDS; round++) {
  candidates.forEach(({ commit }, i) => {
    const start = performance.now();
    commit(blob);
    samples[i].push(performance.now() - start);
  });
}
const reference = peers.length > 0 ? median(samples[ours.length]) : NaN;
const results = candidates.map(({ name, readyMs }, i) => ({
  name,
  readyMs,
  medianMs: median(samples[i]),
  minMs: Math.min(...samples[i]),
  peerRatio: reference / median(samples[i]),
  samplesMs: samples[i],
}));
const { backend } = bls;
bls.dispose();
const report = {
  device: describeDevice(),
  engine: describeEngine(),
  commit: describeCommit(),
  date: new Date().toISOString().slice(0, 10),
  backend,
  setup: values.setup ? 'given' : 'random points',
  rounds: ROUNDS,
  results,
};
const markdown = render(report);
console.log(values.json ? JSON.stringify(report, null, 1) : markdown);
// Without the peers' setup the report must not be cited.
if (values.setup) {
  mkdirSync(values.out, { recursive: true });
  const file = join(values.out, 'kzg');
  writeFileSync(`${file}.json`, `${JSON.stringify(report, null, 1)}\n`);
  writeFileSync(`${file}.md`, markdown);
}

/** @param {typeof report} measured */
function render({ device, engine, commit, date, backend: kernels, results: lines }) {
  const rows = lines.map(({ name, readyMs, medianMs, minMs, peerRatio }) => [
    name,
    readyMs.toFixed(0),
    medianMs.toFixed(1),
    minMs.toFixed(1),
    Number.isNaN(peerRatio) ? '–' : peerRatio.toFixed(2),
  ]);
  const head = ['', 'ready, ms', 'median, ms', 'least, ms', `${peers[0]?.name ?? 'peer'} / it`];
  const table = [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...rows];
  return [
    '# KZG commitments to blobs',
    `All take turns in one process; every commitment was equal before it was timed. Ready: setup and table. Above 1 in the last column means faster than ${peers[0]?.name ?? 'the peer'}. Written by \`node bench/kzg.js\`.`,
    `${device}; ${engine}; single ${kernels.single}, batch ${kernels.batch}; commit ${commit}; ${date}.`,
    `${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`,
  ].join('\n\n');
}
