/**
 * The longest time that each asynchronous call keeps the event loop: what one slice takes, and what
 * is done at once before the first.
 *
 *   node test/fuzz/gaps.js [--backend auto] [--runs 3]
 *
 * Measured by a chain of `setImmediate`; the least of the runs, since others may use the machine.
 */
import { parseArgs } from 'node:util';
import { createBanderwagon, createBls12381, createSecp256k1 } from '../../src/index.js';
import { ecdsaItems, schnorrItems } from '../protocols/signing.js';
import { hostileWitness } from './witness.js';

const { values } = parseArgs({
  options: {
    backend: { type: 'string', default: 'auto' },
    runs: { type: 'string', default: '3' },
  },
});
const options = { backend: /** @type {any} */ (values.backend) };
const [bls, secp, bw] = await Promise.all([
  createBls12381({ ...options, groups: ['G1'] }),
  createSecp256k1(options),
  createBanderwagon(options),
]);
const { G1 } = bls;
const tree = await bw.verkle({ memory: 2 ** 23 });

const N = 2 ** 14;
const points = G1.randomPoints(N, 1);
const scalars = G1.randomScalars(N, 2);
const encodings = points.toBytes();
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

const witness = hostileWitness(tree, bw, 95);
const root = `0x${Buffer.from(bw.group.generator.toBytes('compressed')).toString('hex')}`;

/** @type {Record<string, () => Promise<any>>} */
const calls = {
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

console.log('| call | longest gap | whole call |\n|---|---|---|');
for (const [name, call] of Object.entries(calls)) {
  const runs = [];
  for (let i = 0; i < Number(values.runs); i++) runs.push(await gapOf(call));
  const least = (/** @type {'longest' | 'total'} */ key) =>
    Math.min(...runs.map((run) => run[key])).toFixed(0);
  console.log(`| ${name} | ${least('longest')} ms | ${least('total')} ms |`);
}
