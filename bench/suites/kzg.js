/**
 * Every function of KZG beside c-kzg (blst, native), node-eth-kzg (Rust) and kzg-wasm, with the
 * ceremony's setup: this library without tables and after `prepare()`; and commitments with tables
 * of several sizes.
 */
import { createBls12381 } from 'curvemill/bls12-381';
import { mainnet } from 'curvemill/trusted-setup';
import { toHex, toPrefixedHex } from '../../scripts/lib/bytes.js';

/** @import { Opened, Settings, Table } from '../harness/suite.js' */

export const title = 'KZG commitments to blobs';

const MIB = 2 ** 20;
const CELLS = 128;
const BATCH = 64;
/** @type {Record<string, string>} */
const SIZES = {
  recoverCellsAndKzgProofs: ' of 64',
  verifyBlobKzgProofBatch: ' of 64',
  verifyCellKzgProofBatch: ' of 128',
};

/** Peers whose package has another name. */
const PACKAGES = new Map([['node-eth-kzg', '@crate-crypto/node-eth-kzg']]);

/** A library's functions as calls, by name. @typedef {Record<string, () => unknown>} Functions */

/** @param {Settings} settings @returns {Promise<Opened>} */
export async function open({ backends: [backend], memory, peers, width, load }) {
  const bls = await createBls12381({ backend: /** @type {any} */ (backend) });
  const plain = await bls.kzg(mainnet);
  const input = await inputOf(plain, bls.G1.randomScalars(4096 * BATCH, 1));
  const notes = [];
  const sizes = [];
  for (const mebibytes of memory) {
    const start = performance.now();
    const kzg = await bls.kzg(mainnet, { memory: mebibytes * MIB });
    await kzg.prepare();
    const ms = Math.round(performance.now() - start);
    sizes.push({ name: `curvemill, ${mebibytes} MiB`, kzg });
    notes.push(
      `With ${mebibytes} MiB: table ${(kzg.bytes / MIB).toFixed(1)} MiB, ready in ${ms} ms.`,
    );
  }
  const prepared = await bls.kzg(mainnet);
  await prepared.prepare();
  /** @type {Record<string, Functions>} */
  const all = { 'no tables': likeBinding(plain, input), curvemill: likeBinding(prepared, input) };
  for (const { name, kzg } of sizes) {
    const { blobToKzgCommitment } = likeBinding(kzg, input);
    all[name] = { blobToKzgCommitment };
  }
  for (const name of peers) Object.assign(all, await peerOf(name, width, load, input));
  const { single, batch } = bls.backend;
  return {
    tables: [
      tableOf(
        all,
        peers.find((name) => name in all),
      ),
    ],
    backend: `single ${single}, batch ${batch}`,
    notes,
    end: () => bls.dispose(),
  };
}

/**
 * @param {Record<string, Functions>} all
 * @param {string | undefined} peer
 * @returns {Table}
 */
function tableOf(all, peer) {
  const cases = Object.keys(all['no tables']).map((name) => {
    const runs = Object.entries(all).flatMap(([who, calls]) =>
      name in calls ? [[who, calls[name]]] : [],
    );
    const expected = name.startsWith('verify') ? { expected: 'true' } : {};
    const label = `\`${name}\`${SIZES[name] ?? ''}`;
    return { name: label, runs: Object.fromEntries(runs), ...expected };
  });
  /** @type {Table['brackets']} */
  const brackets = {};
  for (const name of Object.keys(all)) if (peer && name !== peer) brackets[name] = [peer, name];
  const about = `Without tables and after \`prepare()\`${peer ? `; in brackets, how many times as long ${peer} takes` : ''}.`;
  const head = { id: 'e', title: 'Every function', about, head: 'function' };
  return { ...head, unit: 'ms', cases, brackets };
}

/**
 * @param {string} name
 * @param {number} width of c-kzg's tables
 * @param {Settings['load']} load
 * @param {Awaited<ReturnType<typeof inputOf>>} input
 * @returns {Promise<Record<string, Functions>>} empty if it is not installed
 */
async function peerOf(name, width, load, input) {
  const library = await load(PACKAGES.get(name) ?? name);
  if (!library) return {};
  if (name === 'node-eth-kzg') return { [name]: likeBinding(nodeEthKzg(library), input) };
  if (name === 'kzg-wasm') return { [name]: likeKzgWasm(await library.loadKZG(), input) };
  library.loadTrustedSetup(width);
  return { [name]: likeBinding(library, input) };
}

/**
 * Blobs and their commitments, proofs and cells.
 * @param {any} kzg
 * @param {Uint8Array} elements of all blobs
 */
async function inputOf(kzg, elements) {
  const size = elements.length / BATCH;
  const blobs = Array.from({ length: BATCH }, (_, i) => elements.slice(size * i, size * (i + 1)));
  const commitments = blobs.map((blob) => kzg.blobToKzgCommitment(blob));
  const proofs = blobs.map((blob, i) => kzg.computeBlobKzgProof(blob, commitments[i]));
  const z = elements.slice(0, 32);
  const [proof, y] = kzg.computeKzgProof(blobs[0], z);
  const [cells, cellProofs] = await kzg.computeCellsAndKzgProofsAsync(blobs[0]);
  const indices = Array.from({ length: CELLS }, (_, i) => i);
  return { blobs, commitments, proofs, z, y, proof, cells, cellProofs, indices };
}

/**
 * The functions of c-kzg's binding, which are those of `Kzg`. Results are compared by their last
 * bytes, which costs nothing.
 * @param {any} kzg
 * @param {Awaited<ReturnType<typeof inputOf>>} input
 * @returns {Functions}
 */
function likeBinding(kzg, input) {
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
 * The binding of rust-eth-kzg, with the shapes of c-kzg's. Its tables are made here, and take
 * seconds.
 * @param {any} library
 */
function nodeEthKzg({ DasContextJs }) {
  const kzg = DasContextJs.create({ usePrecomp: true });
  const pair = (/** @type {{ cells: Uint8Array[], proofs: Uint8Array[] }} */ { cells, proofs }) =>
    /** @type {const} */ ([cells, proofs]);
  const names = /** @type {const} */ ([
    ...['blobToKzgCommitment', 'computeKzgProof', 'computeBlobKzgProof', 'computeCells'],
    ...['verifyKzgProof', 'verifyBlobKzgProof', 'verifyBlobKzgProofBatch'],
    'verifyCellKzgProofBatch',
  ]);
  return {
    ...Object.fromEntries(names.map((name) => [name, kzg[name].bind(kzg)])),
    computeCellsAndKzgProofs: (/** @type {Uint8Array} */ blob) =>
      pair(kzg.computeCellsAndKzgProofs(blob)),
    recoverCellsAndKzgProofs: (
      /** @type {number[]} */ indices,
      /** @type {Uint8Array[]} */ cells,
    ) => pair(kzg.recoverCellsAndKzgProofs(indices, cells)),
  };
}

/**
 * Those that kzg-wasm has, over text, which is made before the clock starts.
 * @param {any} kzg
 * @param {Awaited<ReturnType<typeof inputOf>>} input
 * @returns {Functions}
 */
function likeKzgWasm(kzg, { blobs, commitments, proofs }) {
  const [blob, commitment, proof] = [blobs[0], commitments[0], proofs[0]].map(toPrefixedHex);
  const end = (/** @type {string} */ text) => text.slice(-16).toLowerCase();
  return {
    blobToKzgCommitment: () => end(kzg.blobToKZGCommitment(blob)),
    computeBlobKzgProof: () => end(kzg.computeBlobKZGProof(blob, commitment)),
    computeCellsAndKzgProofs: () => end(kzg.computeCellsAndKZGProofs(blob).proofs[CELLS - 1]),
    verifyBlobKzgProof: () => kzg.verifyBlobKZGProof(blob, commitment, proof),
  };
}

/** @param {Uint8Array} bytes */
const endOf = (bytes) => toHex(bytes.subarray(bytes.length - 8));
