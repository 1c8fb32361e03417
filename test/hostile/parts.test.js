/**
 * Parts of an instance that are disposed of in the middle of their own call, by a getter of its
 * options, a signal or a report of progress: the call is right or an `InputError`, and what takes
 * their memory meanwhile is not touched.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBanderwagon, createBls12381 } from '../../src/index.js';
import { mainnet } from '../../src/trusted-setup.js';
import { isInputError } from '../support/errors.js';
import { toHex } from '../support/hex.js';
import { some } from '../support/extent.js';

/** @type {Record<string, (code: () => void) => any>} options that run code */
const WAYS = {
  'a getter': (code) => ({
    get signal() {
      code();
      return undefined;
    },
  }),
  'a signal': (code) => ({
    signal: {
      get aborted() {
        code();
        return false;
      },
      addEventListener() {},
      removeEventListener() {},
    },
  }),
  progress: (code) => ({ onProgress: code }),
};

const word = (/** @type {number} */ byte) => new Uint8Array(32).fill(byte);
const blob = new Uint8Array(2 ** 17).map((_, i) => (i % 32 > 20 ? i >> 5 : 0));
const halves = Array.from({ length: 64 }, (_, i) => i);

/** Arguments of a setup's calls; of a Verkle tree's. */
let given;
/** Points that take the memory. */
let taken;
let bls, bw;
beforeAll(async () => {
  [bls, bw] = await Promise.all([
    createBls12381({ backend: 'portable' }),
    createBanderwagon({ backend: 'portable' }),
  ]);
  const kzg = await bls.kzg(mainnet);
  const commitment = kzg.blobToKzgCommitment(blob);
  const [proof, y] = kzg.computeKzgProof(blob, word(1));
  const [cells, proofs] = kzg.computeCellsAndKzgProofs(blob);
  const blobProof = kzg.computeBlobKzgProof(blob, commitment);
  kzg.dispose();
  const tree = await bw.verkle({ memory: 2 ** 16 });
  const vector = [1, 2, 3].map(word);
  const serializedCommitment = tree.serializeCommitment(tree.commitToScalars(vector));
  const inputs = [{ serializedCommitment, vector, indices: [0, 1] }];
  const claims = [{ serializedCommitment, indexValuePairs: [{ index: 0, value: vector[0] }] }];
  const verkleProof = tree.createProof([{ ...inputs[0], indices: [0] }]);
  tree.dispose();
  taken = [bls.G1, bw.group].map((group) => ({
    group,
    bytes: group.randomPoints(1000, 1).toBytes('uncompressed'),
  }));
  given = { commitment, proof, y, cells, proofs, blobProof, inputs, claims, verkleProof };
});
afterAll(() => [bls, bw].forEach((instance) => instance?.dispose()));

/** @type {Record<string, (kzg: any, options: any) => Promise<any>>} */
const OF_KZG = {
  blobToKzgCommitment: (kzg, o) => kzg.blobToKzgCommitmentAsync(blob, o),
  computeKzgProof: (kzg, o) => kzg.computeKzgProofAsync(blob, word(1), o),
  computeBlobKzgProof: (kzg, o) => kzg.computeBlobKzgProofAsync(blob, given.commitment, o),
  computeCells: (kzg, o) => kzg.computeCellsAsync(blob, o),
  computeCellsAndKzgProofs: (kzg, o) => kzg.computeCellsAndKzgProofsAsync(blob, o),
  recoverCellsAndKzgProofs: (kzg, o) =>
    kzg.recoverCellsAndKzgProofsAsync(halves, given.cells.slice(0, 64), o),
  verifyKzgProof: (kzg, o) =>
    kzg.verifyKzgProofAsync(given.commitment, word(1), given.y, given.proof, o),
  verifyBlobKzgProof: (kzg, o) =>
    kzg.verifyBlobKzgProofAsync(blob, given.commitment, given.blobProof, o),
  verifyBlobKzgProofBatch: (kzg, o) =>
    kzg.verifyBlobKzgProofBatchAsync([blob], [given.commitment], [given.blobProof], o),
  verifyCellKzgProofBatch: (kzg, o) =>
    kzg.verifyCellKzgProofBatchAsync(
      ...[[given.commitment], [5], [given.cells[5]], [given.proofs[5]], o],
    ),
  prepare: (kzg, o) => kzg.prepare(o),
};

/** @type {Record<string, (tree: any, options: any) => Promise<any>>} */
const OF_VERKLE = {
  createProof: (tree, o) => tree.createProofAsync(given.inputs, o),
  verifyProof: (tree, o) => tree.verifyProofAsync(given.verkleProof, given.claims, o),
};

/** @type {Record<string, (basis: any, options: any) => Promise<any>>} */
const OF_BASIS = {
  msm: (basis, o) => basis.msmAsync(Array(100).fill(5n), o).then((sum) => sum.toBytes()),
};

/** A table, and one that stays without. */
const bases = [0, 2 ** 18].map((memory) => ({
  open: () => bls.G1.fixedBasis(bls.G1.randomPoints(100, 1), { memory }),
  calls: OF_BASIS,
}));

const PARTS = {
  Kzg: { open: () => bls.kzg(mainnet, { memory: 2 ** 20 }), calls: OF_KZG },
  Verkle: { open: () => bw.verkle({ memory: 2 ** 16 }), calls: OF_VERKLE },
  'FixedBasis without a table': bases[0],
  FixedBasis: bases[1],
};

const plain = (/** @type {any} */ value) =>
  Array.isArray(value) ? value.map(plain) : value instanceof Uint8Array ? toHex(value) : value;

describe.each(Object.entries(PARTS))('%s', (_, { open, calls }) => {
  it.each(some(Object.keys(calls), 4, 'parts'))('%s: disposed of meanwhile', async (name) => {
    const live = await open();
    const expected = plain(await calls[name](live, {}));
    live.dispose();
    for (const [way, optionsOf] of Object.entries(WAYS)) {
      const part = await open();
      /** @type {any[]} */
      const vectors = [];
      const options = optionsOf(() => {
        part.dispose();
        if (vectors.length > 0) return;
        for (const { group, bytes } of taken) {
          const decode = () => group.points(bytes, { format: 'uncompressed', check: false });
          vectors.push(...Array.from({ length: 4 }, decode));
        }
      });
      const outcome = await calls[name](part, options).catch((error) => error);
      expect(vectors.length, way).toBeGreaterThan(0);
      if (outcome instanceof Error) isInputError(outcome);
      else expect(plain(outcome), way).toEqual(expected);
      if (way === 'a getter') isInputError(outcome);
      vectors.forEach((vector, i) => {
        expect(Buffer.compare(vector.toBytes('uncompressed'), taken[i >> 2].bytes), way).toBe(0);
        vector.dispose();
      });
      isInputError(await calls[name](part, {}).catch((error) => error));
    }
  });
});
