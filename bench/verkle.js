/**
 * Verkle commitments, tree keys and proofs: this library with tables of several sizes, beside
 * verkle-cryptography-wasm. bench/native has go-ipa.
 *
 *   npm install --prefix bench/peers    once, for the other library
 *   node bench/verkle.js [--memory 4,16,64] [--rounds 9] [--backend auto]
 *     [--subjects proof] [--json]
 *
 * Every result is compared before it is timed. All take turns in one process over the same inputs;
 * the output is medians of the rounds in microseconds per call, and ratios to the peer.
 * `--subjects`: a substring of their names.
 */
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { describeCommit, describeDevice, describeEngine } from '../scripts/lib/device.js';
import { median } from '../scripts/lib/stats.js';
import { createBanderwagon } from '../src/banderwagon.js';
import { helpIfAsked } from '../scripts/lib/help.js';

helpIfAsked(import.meta.url);

const { values } = parseArgs({
  options: {
    memory: { type: 'string', default: '4,16,64' },
    rounds: { type: 'string', default: '9' },
    backend: { type: 'string', default: 'auto' },
    subjects: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
});
const ROUNDS = Number(values.rounds);
const MIB = 2 ** 20;
/** Milliseconds of calls in a sample. */
const SAMPLE_MS = 20;
const COUNTS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

const require = createRequire(new URL('./peers/package.json', import.meta.url));

/** @typedef {{ name: string, readyMs: number, verkle: any }} Candidate */

/** @returns {Promise<Candidate[]>} */
async function loadPeer() {
  const name = 'verkle-cryptography-wasm';
  const start = performance.now();
  try {
    const verkle = await require(name).loadVerkleCrypto();
    return [{ name, readyMs: performance.now() - start, verkle }];
  } catch (error) {
    console.error(`${name}: not measured (${/** @type {Error} */ (error).message.split('\n')[0]})`);
    return [];
  }
}

/** @type {Candidate[]} */
const candidates = [];
for (const memory of values.memory.split(',').map(Number)) {
  const start = performance.now();
  const bw = await createBanderwagon({ backend: /** @type {any} */ (values.backend) });
  const verkle = await bw.verkle({ memory: memory * MIB });
  const name = `curvemill, ${memory} MiB`;
  candidates.push({ name, readyMs: performance.now() - start, verkle });
}
const peers = await loadPeer();
candidates.push(...peers);

const { group } = await createBanderwagon({ backend: 'bigint' });
const random = group.randomScalars(4096, 1);
/** Little-endian. @param {number} i */
const scalar = (i) => random.slice(32 * (i % 4096), 32 * (i % 4096) + 32).reverse();
const zero = new Uint8Array(32);

/**
 * n scalars at scattered positions after the first five.
 * @param {number} n
 * @param {number} seed
 */
function scattered(n, seed) {
  const vector = new Array(256).fill(zero);
  for (let i = 0; i < n; i++) {
    const at = n === 256 ? i : 5 + ((97 * (i + seed)) % 251);
    vector[at] = scalar(n * seed + i);
  }
  return vector;
}

const [C] = [candidates[0].verkle.commitToScalars(scattered(4, 1))];
const address = scalar(1);

/**
 * The subjects: calls that take a counter.
 * @type {Record<string, (verkle: any, i: number) => any>}
 */
const subjects = {
  'tree key, new address': (verkle, i) => verkle.getTreeKey(scalar(i), scalar(3), 1),
  'tree key, known address': (verkle, i) => verkle.getTreeKey(address, scalar(i), 1),
  'tree key, known address, small index': (verkle, i) =>
    verkle.getTreeKey(address, Uint8Array.of(i & 255, ...zero.subarray(1)), 1),
  'update of one scalar': (verkle, i) => verkle.updateCommitment(C, 200, scalar(1), scalar(i)),
  'hash of a commitment': (verkle) => verkle.hashCommitment(C),
  serialisation: (verkle) => verkle.serializeCommitment(C),
};
for (const n of [1, 2, 3, 4, 5]) {
  subjects[`${n} of the first five`] = (verkle, i) =>
    verkle.commitToScalars(Array.from({ length: n }, (_, k) => scalar(5 * i + k)));
}
for (const n of COUNTS) {
  const vectors = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => scattered(n, seed));
  subjects[`${n} of 256, scattered`] = (verkle, i) => verkle.commitToScalars(vectors[i % 8]);
}

/**
 * Openings of several values of several vectors, and their proof.
 * @param {number} vectors
 * @param {number} values
 */
function openings(vectors, values) {
  const [{ verkle }] = candidates;
  const inputs = Array.from({ length: vectors }, (_, v) => {
    const vector = Array.from({ length: 256 }, (_, i) => scalar(17 * v + i));
    const serializedCommitment = verkle.serializeCommitment(verkle.commitToScalars(vector));
    const indices = Array.from({ length: values }, (_, i) => (13 * v + i) % 256);
    return { serializedCommitment, vector, indices };
  });
  const claims = inputs.map(({ serializedCommitment, vector, indices }) => ({
    serializedCommitment,
    indexValuePairs: indices.map((index) => ({ index, value: vector[index] })),
  }));
  return { inputs, claims, proof: verkle.createProof(inputs) };
}
for (const [vectors, values] of [
  [1, 1],
  [1, 16],
  [16, 1],
  [1, 256],
  [64, 4],
]) {
  const { inputs, claims, proof } = openings(vectors, values);
  const what = `${vectors} × ${values}`;
  subjects[`proof, ${what} values`] = (verkle) => verkle.createProof(inputs);
  subjects[`verification of a proof, ${what} values`] = (verkle) =>
    Uint8Array.of(verkle.verifyProof(proof, claims));
}

const same = (/** @type {Uint8Array} */ a, /** @type {Uint8Array} */ b, /** @type {any} */ v) => {
  const [x, y] = [a, b].map((bytes) =>
    bytes.length === 64 ? v.serializeCommitment(bytes) : bytes,
  );
  return Buffer.compare(x, y) === 0;
};

/** @type {{ subject: string, name: string, medianUs: number, samplesUs: number[] }[]} */
const results = [];
for (const [subject, run] of Object.entries(subjects)) {
  if (!subject.includes(values.subjects)) continue;
  const calls = candidates.map(({ name, verkle }) => {
    if (!same(run(candidates[0].verkle, 7), run(verkle, 7), candidates[0].verkle)) {
      throw new Error(`${name}: the result of '${subject}' differs`);
    }
    const start = performance.now();
    for (let i = 0; i < 3; i++) run(verkle, i);
    return Math.max(1, Math.ceil((SAMPLE_MS * 3) / (performance.now() - start)));
  });
  /** @type {number[][]} */
  const samples = candidates.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    candidates.forEach(({ verkle }, c) => {
      const start = performance.now();
      for (let i = 0; i < calls[c]; i++) run(verkle, round * calls[c] + i);
      samples[c].push((1000 * (performance.now() - start)) / calls[c]);
    });
  }
  candidates.forEach(({ name }, c) =>
    results.push({ subject, name, medianUs: median(samples[c]), samplesUs: samples[c] }),
  );
}

const ready = candidates.map(({ name, readyMs, verkle }) => ({
  name,
  readyMs,
  tableBytes: /** @type {number | undefined} */ (verkle.bytes),
}));
if (values.json) {
  const about = { device: describeDevice(), engine: describeEngine(), commit: describeCommit() };
  console.log(JSON.stringify({ ...about, ready, results }, null, 1));
} else {
  console.log(`${describeDevice()}; ${describeEngine()}`);
  console.table(
    Object.fromEntries(
      [...new Set(results.map(({ subject }) => subject))].map((subject) => {
        const own = results.filter((result) => result.subject === subject);
        const peer = own[candidates.length - 1].medianUs;
        return [
          subject,
          Object.fromEntries(
            own.map(({ name, medianUs }) => [
              name,
              `${medianUs.toFixed(medianUs < 100 ? 1 : 0)}` +
                (peers.length > 0 ? ` (${(peer / medianUs).toFixed(1)})` : ''),
            ]),
          ),
        ];
      }),
    ),
  );
  for (const { name, readyMs, tableBytes } of ready) {
    const tables = tableBytes ? `, ${(tableBytes / MIB).toFixed(1)} MiB of tables` : '';
    console.log(`${name}: ready in ${Math.round(readyMs)} ms${tables}`);
  }
}
