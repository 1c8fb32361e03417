/**
 * The longest time that each asynchronous call keeps the event loop: what one slice takes, and what
 * is done at once before the first.
 *
 *   node test/fuzz/gaps.js [--backend auto] [--threads 1] [--runs 3] [--log 18] [--only WORD]
 *     [--load] > bench/results/gaps.md
 *
 * Measured by a chain of `setImmediate`; the least of the runs, since others may use the machine.
 * `--load`: two busy loops run beside. `--log`: of the length of the longest list.
 */
import { Worker } from 'node:worker_threads';
import { parseArgs } from 'node:util';
import { createBanderwagon, createBls12381, createSecp256k1 } from '../../src/index.js';
import { ecdsaItems, schnorrItems } from '../protocols/signing.js';
import { mainnet } from '../../src/trusted-setup.js';
import { hostileWitness } from './witness.js';

const { values } = parseArgs({
  options: {
    backend: { type: 'string', default: 'auto' },
    threads: { type: 'string', default: '1' },
    runs: { type: 'string', default: '3' },
    log: { type: 'string', default: '18' },
    only: { type: 'string', default: '' },
    load: { type: 'boolean', default: false },
  },
});
const options = {
  backend: /** @type {any} */ (values.backend),
  threads: Number(values.threads),
};
const busy = Array.from(
  { length: values.load ? 2 : 0 },
  () => new Worker('for (;;) ;', { eval: true }),
);
const [bls, secp, bw] = await Promise.all([
  createBls12381(options),
  createSecp256k1(options),
  createBanderwagon(options),
]);
const { G1 } = bls;
const tree = await bw.verkle({ memory: 2 ** 23 });

const N = 2 ** 14;
const points = G1.randomPoints(N, 1);
const scalars = G1.randomScalars(N, 2);
const encodings = points.toBytes();
const long = 2 ** Number(values.log);
const [longPoints, longScalars] = [G1.randomPoints(long, 3), G1.randomScalars(long, 4)];
const short = longScalars.map((byte, i) => (i % 32 < 31 ? 0 : byte));
const numbers = Array.from({ length: N }, (_, i) => BigInt(i) ** 20n);

const repeat = (/** @type {any[]} */ items) =>
  Array.from({ length: 4000 }, (_, i) => items[i % 40]);
const [schnorr, ecdsa] = [schnorrItems(40), ecdsaItems(40)].map(repeat);
const broken = schnorr.map((item, i) => (i % 3 ? item : { ...item, message: new Uint8Array(1) }));

const scalar = (/** @type {number} */ k) => new Uint8Array(32).fill(k & 127, 0, 31);
const vectors = Array.from({ length: 8 }, (_, k) => {
  const vector = Array.from({ length: 256 }, (__, i) => scalar(i * 7 + k));
  const serializedCommitment = tree.serializeCommitment(tree.commitToScalars(vector));
  return { serializedCommitment, vector, indices: Array.from({ length: 100 }, (__, i) => i) };
});
const claims = vectors.map(({ serializedCommitment, vector, indices }) => ({
  serializedCommitment,
  indexValuePairs: indices.map((index) => ({ index, value: vector[index] })),
}));
const proof = tree.createProof(vectors);

const witness = hostileWitness(tree, bw, 120);
const root = `0x${Buffer.from(bw.group.generator.toBytes('compressed')).toString('hex')}`;

const BLOBS = 64;
const kzg = await bls.kzg(mainnet);
const blob = new Uint8Array(2 ** 17).map((_, i) => (i % 32 ? (i * 31) & 255 : 0));
const commitment = kzg.blobToKzgCommitment(blob);
const blobProof = kzg.computeBlobKzgProof(blob, commitment);
const [cells, cellProofs] = kzg.computeCellsAndKzgProofs(blob);
const half = Array.from({ length: 64 }, (_, i) => 2 * i);
const times = (/** @type {any} */ item) => Array(BLOBS).fill(item);
const column = cells.flatMap((cell, i) => Array(8).fill({ cell, i, proof: cellProofs[i] }));
const columnParts = [
  column.map(() => commitment),
  column.map(({ i }) => i),
  column.map(({ cell }) => cell),
  column.map(({ proof: of }) => of),
];
const z = new Uint8Array(32).fill(3);

/** @type {Record<string, () => Promise<any>>} */
const calls = {
  [`msmAsync, ${long} points of G1`]: () => G1.msmAsync(longPoints, longScalars),
  [`msmAsync, ${long} points of G1, scalars of 8 bits`]: () => G1.msmAsync(longPoints, short),
  [`msmAsync, ${N} points of G1 as bytes, bigints`]: () => G1.msmAsync(encodings, numbers),
  'verifyBlobKzgProofBatchAsync, 64 blobs': () =>
    kzg.verifyBlobKzgProofBatchAsync(times(blob), times(commitment), times(blobProof)),
  'verifyCellKzgProofBatchAsync, 1024 cells': () =>
    kzg.verifyCellKzgProofBatchAsync(.../** @type {[any, any, any, any]} */ (columnParts)),
  blobToKzgCommitmentAsync: () => kzg.blobToKzgCommitmentAsync(blob),
  computeKzgProofAsync: () => kzg.computeKzgProofAsync(blob, z),
  computeBlobKzgProofAsync: () => kzg.computeBlobKzgProofAsync(blob, commitment),
  computeCellsAndKzgProofsAsync: () => kzg.computeCellsAndKzgProofsAsync(blob),
  recoverCellsAndKzgProofsAsync: () =>
    kzg.recoverCellsAndKzgProofsAsync(
      half,
      half.map((i) => cells[i]),
    ),
  [`msmAsync, ${N} points of G1`]: () => G1.msmAsync(points, scalars),
  [`pointsAsync, ${N} points of G1`]: async () => (await G1.pointsAsync(encodings)).dispose(),
  [`fixedBasis, ${N} points of G1`]: async () =>
    (await G1.fixedBasis(points, { memory: 2 ** 25 })).dispose(),
  'schnorr.verifyBatchAsync, 4000': () => secp.schnorr.verifyBatchAsync(schnorr),
  'ecdsa.verifyBatchAsync, 4000': () => secp.ecdsa.verifyBatchAsync(ecdsa),
  'schnorr.findInvalidAsync, 4000, every third broken': () => secp.schnorr.findInvalidAsync(broken),
  'verkle, tables': async () => (await bw.verkle({ memory: 2 ** 23 })).dispose(),
  'createProofAsync, 800 openings': () => tree.createProofAsync(vectors),
  'verifyProofAsync, 800 openings': () => tree.verifyProofAsync(proof, claims),
  [`verifyExecutionWitnessPreStateAsync, ${(witness.length / 2 ** 20).toFixed(1)} MiB, hostile`]:
    () => tree.verifyExecutionWitnessPreStateAsync(root, witness),
};

/** The longest gap and the whole time of a call. @param {() => Promise<any>} call */
async function gapOf(call) {
  let [longest, last, isOver] = [0, performance.now(), false];
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  await new Promise((resolve) => setTimeout(resolve, 5));
  longest = 0;
  const began = (last = performance.now());
  await call();
  longest = Math.max(longest, performance.now() - last);
  isOver = true;
  return { longest, total: performance.now() - began };
}

const { node } = process.versions;
const loaded = values.load ? ', two busy loops beside' : '';
console.log(`Node ${node}, threads: ${values.threads}, least of ${values.runs} runs${loaded}.\n`);
console.log('| call | longest gap | whole call |\n|---|---|---|');
for (const [name, call] of Object.entries(calls)) {
  if (!name.includes(values.only)) continue;
  const runs = [];
  for (let i = 0; i < Number(values.runs); i++) runs.push(await gapOf(call));
  const least = (/** @type {'longest' | 'total'} */ key) =>
    Math.min(...runs.map((run) => run[key])).toFixed(0);
  console.log(`| ${name} | ${least('longest')} ms | ${least('total')} ms |`);
}
for (const worker of busy) await worker.terminate();
for (const instance of [bls, secp, bw]) instance.dispose();
