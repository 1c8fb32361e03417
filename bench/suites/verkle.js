/**
 * Verkle commitments, tree keys and proofs: this library with tables of several sizes, beside
 * verkle-cryptography-wasm. bench/native has go-ipa.
 */
import { createBanderwagon } from 'curvemill/banderwagon';

/** @import { Case, Opened, Settings } from '../harness/suite.js' */

export const title = 'Verkle commitments, tree keys and proofs';

const PEER = 'verkle-cryptography-wasm';
const MIB = 2 ** 20;
const MEMORY = [4, 16, 64];
const COUNTS = [1, 2, 4, 8, 16, 32, 64, 128, 256];
/** Vectors and openings of each in a proof. */
const PROOFS = [
  [1, 1],
  [1, 16],
  [16, 1],
  [1, 256],
  [64, 4],
];
const ZERO = new Uint8Array(32);

/** @param {Settings} settings @returns {Promise<Opened>} */
export async function open({ backends: [backend], memory, load }) {
  /** @type {Record<string, any>} */
  const candidates = {};
  const notes = [];
  /** @type {any[]} */
  const instances = [];
  for (const mebibytes of memory.length > 0 ? memory : MEMORY) {
    const start = performance.now();
    const bw = await createBanderwagon({ backend: /** @type {any} */ (backend) });
    const verkle = await bw.verkle({ memory: mebibytes * MIB });
    const ms = Math.round(performance.now() - start);
    const name = `curvemill, ${mebibytes} MiB`;
    notes.push(`${name}: ready in ${ms} ms, tables of ${(verkle.bytes / MIB).toFixed(1)} MiB.`);
    candidates[name] = verkle;
    instances.push(bw);
  }
  const library = await load(PEER);
  if (library) candidates[PEER] = await library.loadVerkleCrypto();
  const [{ group, backend: kernels }] = instances;
  const scalars = group.randomScalars(4096, 1);
  const cases = casesOf(candidates, (i) => {
    const at = 32 * (i % 4096);
    return scalars.slice(at, at + 32).reverse();
  });
  const about = 'In brackets the time over that with the smallest tables.';
  const table = { id: 'v', title: 'A call', about, head: 'call', cases };
  return {
    tables: [{ ...table, unit: 'µs' }],
    backend: `single ${kernels.single}, batch ${kernels.batch}`,
    notes,
    end: () => instances.forEach((instance) => instance.dispose()),
  };
}

/**
 * @param {Record<string, any>} candidates
 * @param {(i: number) => Uint8Array} scalar little-endian
 * @returns {Case[]}
 */
function casesOf(candidates, scalar) {
  const [own] = Object.values(candidates);
  const C = own.commitToScalars(scattered(scalar, 4, 1));
  const address = scalar(1);
  /** @type {Record<string, (verkle: any, i: number) => unknown>} */
  const calls = {
    'tree key, new address': (verkle, i) => verkle.getTreeKey(scalar(i), scalar(3), 1),
    'tree key, known address': (verkle, i) => verkle.getTreeKey(address, scalar(i), 1),
    'tree key, known address, small index': (verkle, i) =>
      verkle.getTreeKey(address, Uint8Array.of(i & 255, ...ZERO.subarray(1)), 1),
    'update of one scalar': (verkle, i) => verkle.updateCommitment(C, 200, scalar(1), scalar(i)),
    'hash of a commitment': (verkle) => verkle.hashCommitment(C),
    serialisation: (verkle) => verkle.serializeCommitment(C),
  };
  for (const n of [1, 2, 3, 4, 5]) {
    calls[`${n} of the first five`] = (verkle, i) =>
      verkle.commitToScalars(Array.from({ length: n }, (_, k) => scalar(5 * i + k)));
  }
  for (const n of COUNTS) {
    const vectors = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => scattered(scalar, n, seed));
    calls[`${n} of 256, scattered`] = (verkle, i) => verkle.commitToScalars(vectors[i % 8]);
  }
  for (const [vectors, values] of PROOFS) {
    const { inputs, claims, proof } = openings(own, scalar, vectors, values);
    calls[`proof, ${vectors} × ${values} values`] = (verkle) => verkle.createProof(inputs);
    calls[`verification of a proof, ${vectors} × ${values} values`] = (verkle) =>
      verkle.verifyProof(proof, claims);
  }
  // Commitments of 64 bytes have two representatives.
  const text = (/** @type {any} */ result) =>
    String(result.length === 64 ? own.serializeCommitment(result) : result);
  return Object.entries(calls).map(([name, call]) => ({
    name,
    text,
    runs: Object.fromEntries(
      Object.entries(candidates).map(([who, verkle]) => [
        who,
        (/** @type {number} */ i) => call(verkle, i),
      ]),
    ),
    ...(name.startsWith('verification') ? { expected: 'true' } : {}),
  }));
}

/**
 * n scalars at scattered positions after the first five.
 * @param {(i: number) => Uint8Array} scalar
 * @param {number} n
 * @param {number} seed
 */
function scattered(scalar, n, seed) {
  const vector = new Array(256).fill(ZERO);
  for (let i = 0; i < n; i++) {
    vector[n === 256 ? i : 5 + ((97 * (i + seed)) % 251)] = scalar(n * seed + i);
  }
  return vector;
}

/**
 * Openings of several values of several vectors, and their proof.
 * @param {any} verkle
 * @param {(i: number) => Uint8Array} scalar
 * @param {number} vectors
 * @param {number} values
 */
function openings(verkle, scalar, vectors, values) {
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
