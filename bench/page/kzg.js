/**
 * The operations of the tab of KZG, on one blob and with the ceremony's setup, which each library
 * gets in its own form.
 */
import { createBls12381 } from 'curvemill/bls12-381';
import { mainnet } from 'curvemill/trusted-setup';
import { toPrefixedHex } from '../../scripts/lib/bytes.js';
import { loadChosen } from './operations.js';
import { OURS } from './settings.js';

/** @import { Bls12381, Group } from 'curvemill' */

const BLOB_BYTES = 4096 * 32;
const CELLS = 128;

/**
 * A library's functions over hexadecimal text in lower case; `cells` returns the proofs.
 * @typedef {{ commitment: () => string, proof: () => string, verify: () => boolean,
 *   cells?: () => string }} Functions
 * @typedef {{ blob: Uint8Array, commitment: Uint8Array, proof: Uint8Array }} Input
 */

/** @type {import('./operations.js').Prepare} */
export async function prepareKzg({ libraries, operations }, listener) {
  const bls = await createBls12381();
  listener.progress('preparing the trusted setup');
  const kzg = await bls.kzg(mainnet);
  listener.progress('computing the first results');
  const { input, wanted } = await firstResults(kzg, operations.includes('cells'));
  const loaders = {
    [OURS]: async () => ours(kzg, input),
    'kzg-wasm': () => loadKzgWasm(input),
    'micro-eth-signer': () => loadMicroEthSigner(bls, input),
  };
  const loaded = await loadChosen(loaders, libraries, listener);
  return loaded.flatMap(([name, { commitment, proof, verify, cells }]) => {
    const one = (/** @type {string} */ kind, /** @type {string} */ operation) => ({
      ...{ kind, operation, name, count: 1 },
    });
    return [
      {
        ...one('commitment', 'commitment to a blob'),
        run: () => commitment() === wanted.commitment,
      },
      { ...one('proof', 'proof of a blob'), run: () => proof() === wanted.proof },
      { ...one('verification', 'verification of a blob'), run: verify },
      ...(cells
        ? [{ ...one('cells', `${CELLS} cells and proofs`), run: () => cells() === wanted.cells }]
        : []),
    ];
  });
}

/**
 * A blob and what belongs to it. Equations of pairings tell that it is right, whoever computed it.
 *
 * @param {import('curvemill').Kzg} kzg
 * @param {boolean} hasCells whether proofs of cells are wanted, which need more of the setup
 */
async function firstResults(kzg, hasCells) {
  const blob = new Uint8Array(BLOB_BYTES);
  for (let i = 0; i < BLOB_BYTES; i++) blob[i] = i % 32 === 0 ? 0 : (i * 73) % 251;
  const commitment = kzg.blobToKzgCommitment(blob);
  const proof = kzg.computeBlobKzgProof(blob, commitment);
  const [cells, proofs] = hasCells ? await kzg.computeCellsAndKzgProofsAsync(blob) : [[], []];
  const indices = cells.map((_, i) => i);
  const commitments = cells.map(() => commitment);
  if (
    !kzg.verifyBlobKzgProof(blob, commitment, proof) ||
    !kzg.verifyCellKzgProofBatch(commitments, indices, cells, proofs)
  )
    throw new Error('KZG: the result of curvemill is wrong.');
  return {
    input: { blob, commitment, proof },
    wanted: {
      commitment: toPrefixedHex(commitment),
      proof: toPrefixedHex(proof),
      cells: proofs.map(toPrefixedHex).join(),
    },
  };
}

/**
 * @param {import('curvemill').Kzg} kzg
 * @param {Input} input
 * @returns {Functions}
 */
const ours = (kzg, { blob, commitment, proof }) => ({
  commitment: () => toPrefixedHex(kzg.blobToKzgCommitment(blob)),
  proof: () => toPrefixedHex(kzg.computeBlobKzgProof(blob, commitment)),
  verify: () => kzg.verifyBlobKzgProof(blob, commitment, proof),
  cells: () => kzg.computeCellsAndKzgProofs(blob)[1].map(toPrefixedHex).join(),
});

/**
 * kzg-wasm, which has the setup built in.
 * @param {Input} input
 * @returns {Promise<Functions>}
 */
async function loadKzgWasm(input) {
  const { loadKZG } = await import('kzg-wasm');
  const kzg = await loadKZG();
  const { blob, commitment, proof } = textsOf(input);
  return {
    commitment: () => kzg.blobToKZGCommitment(blob).toLowerCase(),
    proof: () => kzg.computeBlobKZGProof(blob, commitment).toLowerCase(),
    verify: () => kzg.verifyBlobKZGProof(blob, commitment, proof),
    cells: () => kzg.computeCellsAndKZGProofs(blob).proofs.join().toLowerCase(),
  };
}

/**
 * micro-eth-signer, which takes points of a setup by their coordinates. Its proofs of cells would
 * need a table that takes half a minute.
 *
 * @param {Bls12381} bls decodes the setup
 * @param {Input} input
 * @returns {Promise<Functions>}
 */
async function loadMicroEthSigner({ G1, G2 }, input) {
  const { KZG } = await import('micro-eth-signer/kzg.js');
  const kzg = new KZG({
    encoding: 'fast_v1',
    g1_lagrange: coordinatesOf(G1, await mainnet.g1Lagrange()),
    g2_monomial: coordinatesOf(G2, await mainnet.g2Monomial()),
  });
  const { blob, commitment, proof } = textsOf(input);
  return {
    commitment: () => kzg.blobToKzgCommitment(blob),
    proof: () => kzg.computeBlobProof(blob, commitment),
    verify: () => kzg.verifyBlobProof(blob, commitment, proof),
  };
}

/**
 * @param {Group<any>} group
 * @param {Uint8Array} encodings compressed, published points
 * @returns {string[]} `x y` in hexadecimal; for G2 two numbers each, with a comma
 */
function coordinatesOf(group, encodings) {
  const points = group.points(encodings, { check: false });
  const text = (/** @type {any} */ { c0, c1 }) => `${c0.toString(16)},${c1.toString(16)}`;
  const number = (/** @type {any} */ value) =>
    typeof value === 'bigint' ? value.toString(16) : text(value);
  const texts = Array.from({ length: points.length }, (_, i) => {
    const { x, y } = /** @type {any} */ (points.at(i).toAffine());
    return `${number(x)} ${number(y)}`;
  });
  points.dispose();
  return texts;
}

/** @param {Input} input */
const textsOf = ({ blob, commitment, proof }) => ({
  ...{
    blob: toPrefixedHex(blob),
    commitment: toPrefixedHex(commitment),
    proof: toPrefixedHex(proof),
  },
});
