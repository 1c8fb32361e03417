/** The calls of KZG. */
import { mainnet } from '../../../src/trusted-setup.js';
import { outsiderOf } from '../../hostile/outsider.js';
import { tried } from './tried.js';

/** @import { Calls } from './index.js' */

const of = (/** @type {number} */ n, /** @type {(i: number) => any} */ item) =>
  Array.from({ length: n }, (_, i) => item(i));

const CELLS = 128;
const all = of(CELLS, (i) => i);

const element = (/** @type {bigint} */ k) =>
  Uint8Array.from(Buffer.from(k.toString(16).padStart(64, '0'), 'hex'));
const hexOf = (/** @type {Uint8Array} */ bytes) => `0x${Buffer.from(bytes).toString('hex')}`;

/**
 * Blobs by what they are made of: the first is random.
 * @param {any} bls
 */
function blobsOf({ G1 }) {
  const filled = (/** @type {bigint} */ k) =>
    new Uint8Array(Buffer.concat(of(4096, () => element(k))));
  return /** @type {Record<string, Uint8Array>} */ ({
    random: G1.randomScalars(4096, 1),
    zeros: new Uint8Array(2 ** 17),
    'equal elements': filled(G1.order / 3n),
    'elements order − 1': filled(G1.order - 1n),
    'elements 1': filled(1n),
  });
}

/**
 * @param {any} bls
 * @param {any} kzg
 * @param {Record<string, Uint8Array>} blobs
 * @param {Calls} calls
 */
function blobCalls(bls, kzg, blobs, calls) {
  const { order } = bls.G1;
  const blob = blobs.random;
  const each = (/** @type {(blob: Uint8Array) => any} */ call) =>
    Object.fromEntries(Object.entries(blobs).map(([name, bytes]) => [name, () => call(bytes)]));
  const z = element(order / 7n);
  const late = blob.slice().fill(255, blob.length - 32);
  calls['Kzg.blobToKzgCommitment'] = {
    ...each((bytes) => kzg.blobToKzgCommitment(bytes)),
    'the last is not below the order': tried(() => kzg.blobToKzgCommitment(late)),
  };
  calls['Kzg.commitToEvaluations, 4096 scalars'] = each((bytes) => kzg.commitToEvaluations(bytes));
  const texts = Object.fromEntries(
    Object.entries(blobs).map(([name, bytes]) => [name, hexOf(bytes)]),
  );
  calls['KzgHex.blobToKzgCommitment'] = {
    ...Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, () => kzg.hex.blobToKzgCommitment(text)]),
    ),
    'the last is no digit': tried(() =>
      kzg.hex.blobToKzgCommitment(`${texts.random.slice(0, -1)}g`),
    ),
  };
  calls['Kzg.computeKzgProof'] = {
    ...each((bytes) => kzg.computeKzgProof(bytes, z)),
    'in the domain': () => kzg.computeKzgProof(blob, element(1n)),
  };
  const sixth = Object.values(blobs).concat(blob);
  const commitments = sixth.map((bytes) => kzg.blobToKzgCommitment(bytes));
  const proofs = sixth.map((bytes, i) => kzg.computeBlobKzgProof(bytes, commitments[i]));
  calls['Kzg.computeBlobKzgProof'] = each((bytes) =>
    kzg.computeBlobKzgProof(bytes, commitments[sixth.indexOf(bytes)]),
  );
  const outside = outsiderOf(bls.G1).toBytes();
  const [proof, y] = kzg.computeKzgProof(blob, z);
  calls['Kzg.verifyKzgProof, 16 times'] = {
    random: () => of(16, () => kzg.verifyKzgProof(commitments[0], z, y, proof)),
    'a false one': () => of(16, () => kzg.verifyKzgProof(commitments[0], z, y, proofs[0])),
    infinity: () => of(16, () => kzg.verifyKzgProof(commitments[1], z, y, proofs[1])),
    'a proof outside the group': () =>
      of(
        16,
        tried(() => kzg.verifyKzgProof(commitments[0], z, y, outside)),
      ),
  };
  const opening = [commitments[0], z, y, proof].map(hexOf);
  calls['KzgHex.verifyProof, 16 times'] = {
    random: () => of(16, () => kzg.hex.verifyProof(...opening)),
    'a false one': () => of(16, () => kzg.hex.verifyProof(...opening.with(3, hexOf(proofs[0])))),
  };
  calls['Kzg.verifyBlobKzgProof'] = {
    ...each((bytes) => {
      const i = sixth.indexOf(bytes);
      return kzg.verifyBlobKzgProof(bytes, commitments[i], proofs[i]);
    }),
    'a false one': () => kzg.verifyBlobKzgProof(blob, commitments[0], proofs[1]),
  };
  const six = (/** @type {any[]} */ list) => of(6, () => list[0]);
  calls['Kzg.verifyBlobKzgProofBatch, 6 blobs'] = {
    random: () => kzg.verifyBlobKzgProofBatch(six(sixth), six(commitments), six(proofs)),
    'other blobs': () => kzg.verifyBlobKzgProofBatch(sixth, commitments, proofs),
    'the last is false': () =>
      kzg.verifyBlobKzgProofBatch(six(sixth), six(commitments), [
        ...six(proofs).slice(1),
        proofs[1],
      ]),
    'the first is false': () =>
      kzg.verifyBlobKzgProofBatch(six(sixth), six(commitments), six(proofs).with(0, proofs[1])),
    'the last is outside the group': tried(() =>
      kzg.verifyBlobKzgProofBatch(six(sixth), six(commitments), six(proofs).with(5, outside)),
    ),
  };
}

/**
 * @param {any} bls
 * @param {any} kzg
 * @param {Record<string, Uint8Array>} blobs
 * @param {Calls} calls
 */
function cellCalls(bls, kzg, blobs, calls) {
  const blob = blobs.random;
  const each = (/** @type {(blob: Uint8Array) => any} */ call) =>
    Object.fromEntries(Object.entries(blobs).map(([name, bytes]) => [name, () => call(bytes)]));
  const commitments = Object.values(blobs).map((bytes) => kzg.blobToKzgCommitment(bytes));
  const outside = outsiderOf(bls.G1).toBytes();
  const [cells, cellProofs] = kzg.computeCellsAndKzgProofs(blob);
  const constant = kzg.computeCellsAndKzgProofs(blobs['equal elements']);
  calls['Kzg.computeCells'] = each((bytes) => kzg.computeCells(bytes));
  calls['Kzg.computeCellsAndKzgProofs'] = each((bytes) => kzg.computeCellsAndKzgProofs(bytes));
  const some = (/** @type {(i: number) => boolean} */ isKept, /** @type {any} */ list = cells) => {
    const kept = all.filter(isKept);
    return () =>
      kzg.recoverCellsAndKzgProofs(
        kept,
        kept.map((i) => list[i]),
      );
  };
  calls['Kzg.recoverCellsAndKzgProofs, 64 cells'] = {
    random: some((i) => (37 * i) % 128 < 64),
    'the first half': some((i) => i < 64),
    'every second': some((i) => i % 2 === 0),
    'equal elements': some((i) => i < 64, constant[0]),
  };
  calls['Kzg.recoverCellsAndKzgProofs, 127 cells'] = {
    random: some((i) => i !== 70),
    'the last is false': tried(some((i) => i !== 70, cells.with(127, cells[0]))),
  };
  const first = commitments[0];
  const distinct = bls.G1.randomPoints(CELLS, 9).toBytes();
  const others = of(CELLS, (i) => distinct.slice(48 * i, 48 * i + 48));
  const bad = cells[127].slice().fill(255, 2016);
  const batch = (/** @type {any} */ changed = {}) => {
    const { of: its = of(CELLS, () => first), indices = all, proofs = cellProofs } = changed;
    return tried(() => kzg.verifyCellKzgProofBatch(its, indices, changed.cells ?? cells, proofs));
  };
  calls['Kzg.verifyCellKzgProofBatch, 128 cells'] = {
    random: batch(),
    'the first is false': batch({ cells: cells.with(0, cells[1]) }),
    'the middle one is false': batch({ cells: cells.with(64, cells[1]) }),
    'the last is false': batch({ cells: cells.with(127, cells[0]) }),
    'other cells': batch({ cells: constant[0] }),
    'equal proofs': batch({ proofs: of(CELLS, () => cellProofs[0]) }),
    'one cell 128 times': batch({
      indices: of(CELLS, () => 5),
      cells: of(CELLS, () => cells[5]),
      proofs: of(CELLS, () => cellProofs[5]),
    }),
    'five commitments': batch({ of: of(CELLS, (i) => commitments[i % 5]) }),
    '128 commitments': batch({ of: others }),
    '128 commitments, the last outside the group': batch({ of: others.with(127, outside) }),
    'the last proof is outside the group': batch({ proofs: cellProofs.with(127, outside) }),
    'the last element is not below the order': batch({ cells: cells.with(127, bad) }),
  };
  const hex = (/** @type {any[]} */ list) => list.map(hexOf);
  const [hexCells, hexProofs] = [hex(cells), hex(cellProofs)];
  const [hexFirst, hexOthers] = [hex(of(CELLS, () => first)), hex(others)];
  calls['KzgHex.verifyCellKzgProofBatch, 128 cells'] = {
    random: () => kzg.hex.verifyCellKzgProofBatch(hexFirst, all, hexCells, hexProofs),
    '128 commitments': () => kzg.hex.verifyCellKzgProofBatch(hexOthers, all, hexCells, hexProofs),
    'the last is no digit': tried(() =>
      kzg.hex.verifyCellKzgProofBatch(
        hexOthers,
        all,
        hexCells,
        hexProofs.with(127, `${hexProofs[0].slice(0, -1)}g`),
      ),
    ),
  };
}

/**
 * @param {{ bls: any }} instances
 * @param {Calls} calls
 */
export async function kzgCalls({ bls }, calls) {
  const kzg = await bls.kzg(mainnet, { memory: 2 ** 24 });
  const blobs = blobsOf(bls);
  blobCalls(bls, kzg, blobs, calls);
  cellCalls(bls, kzg, blobs, calls);
}
