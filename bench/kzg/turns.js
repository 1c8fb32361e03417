/**
 * The functions of KZG by several libraries, in turns: results must be equal before they are timed.
 * Runs in Node and in pages.
 */
import { createBls12381 } from 'curvemill/bls12-381';
import { mainnet } from 'curvemill/trusted-setup';
import { median, quantile } from '../../scripts/lib/stats.js';

/** @import { Kzg } from 'curvemill' */

const CELLS = 128;
const BATCH = 64;
/** A call that runs longer than this is made once a round and not warmed up by many calls, ms. */
const LONG = 100;

/**
 * A library's functions as thunks, by name; a result is text or a truth value.
 * @typedef {Record<string, () => unknown>} Functions
 * @typedef {{ name: string, medianMs: Record<string, number>, leastMs: Record<string, number>,
 *   quartilesMs: Record<string, [number, number]> }} Result
 */

/**
 * @param {{ backend: string, functions: readonly string[] | null, rounds: number,
 *   hasTables: boolean, peers: Record<string, (input: any) => Promise<Functions>> }} settings
 *   `functions`: null for all; `hasTables`: also after `prepare`
 * @param {(text: string) => void} progress
 * @returns {Promise<{ backend: unknown, tableBytes: number, results: Result[] }>}
 */
export async function measureKzg({ backend, functions, rounds, hasTables, peers }, progress) {
  const bls = await createBls12381({ backend: /** @type {any} */ (backend) });
  const kzg = await bls.kzg(mainnet);
  const input = inputOf(kzg, bls.G1.randomScalars(4096 * BATCH, 1));
  /** @type {Record<string, Functions>} */
  const contestants = { 'no tables': likeBinding(kzg, input) };
  const prepared = hasTables ? await bls.kzg(mainnet) : null;
  if (prepared) {
    progress('preparing tables');
    await prepared.prepare();
    contestants.curvemill = likeBinding(prepared, input);
  }
  for (const [name, load] of Object.entries(peers)) {
    progress(`loading ${name}`);
    contestants[name] = await load(input);
  }
  const names = functions ?? Object.keys(contestants['no tables']);
  /** @type {Map<string, Result>} */
  const results = new Map();
  for (const name of Object.keys(contestants)) {
    results.set(name, { name, medianMs: {}, leastMs: {}, quartilesMs: {} });
  }
  for (const name of names) {
    progress(name);
    const runs = Object.entries(contestants).filter(([, calls]) => name in calls);
    for (const [who, samples] of inTurns(name, runs, rounds)) {
      const result = /** @type {Result} */ (results.get(who));
      result.medianMs[name] = median(samples);
      result.leastMs[name] = Math.min(...samples);
      result.quartilesMs[name] = [quantile(samples, 0.25), quantile(samples, 0.75)];
    }
  }
  const report = { backend: bls.backend, tableBytes: prepared?.bytes ?? 0 };
  bls.dispose();
  return { ...report, results: [...results.values()] };
}

/**
 * @param {string} name
 * @param {Array<[string, Functions]>} runs
 * @param {number} rounds
 * @returns {Array<[string, number[]]>} milliseconds of a call
 */
function inTurns(name, runs, rounds) {
  const wanted = runs[0][1][name]();
  const timed = runs.map(([who, calls]) => {
    const start = performance.now();
    if (calls[name]() !== wanted) throw new Error(`${who}: ${name} gives another result`);
    // Short calls are repeated: half a second of warm-up, and at least 10 ms a sample.
    const ms = performance.now() - start;
    const repeated = ms > LONG ? 1 : Math.ceil(10 / ms);
    const warmUp = ms > LONG ? 1 : Math.ceil(500 / ms);
    for (let i = 0; i < warmUp; i++) calls[name]();
    return { who, run: calls[name], repeated, samples: /** @type {number[]} */ ([]) };
  });
  for (let round = 0; round < rounds; round++) {
    for (const { run, repeated, samples } of timed) {
      const start = performance.now();
      for (let i = 0; i < repeated; i++) run();
      samples.push((performance.now() - start) / repeated);
    }
  }
  return timed.map(({ who, samples }) => [who, samples]);
}

/**
 * Blobs and what belongs to them.
 * @param {Kzg} kzg
 * @param {Uint8Array} elements of all blobs
 */
function inputOf(kzg, elements) {
  const size = elements.length / BATCH;
  const blobs = Array.from({ length: BATCH }, (_, i) => elements.slice(size * i, size * (i + 1)));
  const commitments = blobs.map((blob) => kzg.blobToKzgCommitment(blob));
  const proofs = blobs.map((blob, i) => kzg.computeBlobKzgProof(blob, commitments[i]));
  const z = elements.slice(0, 32);
  const [proof, y] = kzg.computeKzgProof(blobs[0], z);
  const [cells, cellProofs] = kzg.computeCellsAndKzgProofs(blobs[0]);
  const indices = Array.from({ length: CELLS }, (_, i) => i);
  return { blobs, commitments, proofs, z, y, proof, cells, cellProofs, indices };
}

/**
 * The functions of c-kzg's binding, which are those of `Kzg`. Results are compared by their last
 * bytes, which costs nothing.
 * @param {any} kzg
 * @param {ReturnType<typeof inputOf>} input
 * @returns {Functions}
 */
export function likeBinding(kzg, input) {
  const { blobs, commitments, proofs, z, y, proof, cells, cellProofs, indices } = input;
  const [blob, commitment] = [blobs[0], commitments[0]];
  const half = indices.filter((i) => i % 2 === 1);
  const given = half.map((i) => cells[i]);
  const own = cells.map(() => commitment);
  const last = (/** @type {Uint8Array[]} */ list) => endOf(list[CELLS - 1]);
  return {
    blobToKzgCommitment: () => endOf(kzg.blobToKzgCommitment(blob)),
    computeKzgProof: () => endOf(kzg.computeKzgProof(blob, z)[0]),
    computeBlobKzgProof: () => endOf(kzg.computeBlobKzgProof(blob, commitment)),
    computeCells: () => last(kzg.computeCells(blob)),
    computeCellsAndKzgProofs: () => last(kzg.computeCellsAndKzgProofs(blob)[1]),
    recoverCellsAndKzgProofs: () => last(kzg.recoverCellsAndKzgProofs(half, given)[1]),
    verifyKzgProof: () => kzg.verifyKzgProof(commitment, z, y, proof),
    verifyBlobKzgProof: () => kzg.verifyBlobKzgProof(blob, commitment, proofs[0]),
    verifyBlobKzgProofBatch: () => kzg.verifyBlobKzgProofBatch(blobs, commitments, proofs),
    verifyCellKzgProofBatch: () => kzg.verifyCellKzgProofBatch(own, indices, cells, cellProofs),
  };
}

/**
 * Those that kzg-wasm has, over text, which is made before the clock starts.
 * @param {any} kzg
 * @param {ReturnType<typeof inputOf>} input
 * @returns {Functions}
 */
export function likeKzgWasm(kzg, { blobs, commitments, proofs }) {
  const [blob, commitment, proof] = [blobs[0], commitments[0], proofs[0]].map(hexOf);
  const end = (/** @type {string} */ text) => text.slice(-16).toLowerCase();
  return {
    blobToKzgCommitment: () => end(kzg.blobToKZGCommitment(blob)),
    computeBlobKzgProof: () => end(kzg.computeBlobKZGProof(blob, commitment)),
    computeCellsAndKzgProofs: () => end(kzg.computeCellsAndKZGProofs(blob).proofs[CELLS - 1]),
    verifyBlobKzgProof: () => kzg.verifyBlobKZGProof(blob, commitment, proof),
  };
}

/** @param {Uint8Array} bytes */
const hexOf = (bytes) =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/** @param {Uint8Array} bytes */
const endOf = (bytes) => hexOf(bytes.subarray(bytes.length - 8)).slice(2);
