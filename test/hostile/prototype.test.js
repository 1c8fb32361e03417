/** That no call reads `Object.prototype`, or is changed by what is there: see prototype.js. */
import { describe } from 'vitest';
import { createBanderwagon, createBls12381, createSecp256k1 } from '../../src/index.js';
import { mainnet } from '../../src/trusted-setup.js';
import { blsItems } from '../protocols/bls-items.js';
import { ecdsaItems, schnorrItems } from '../protocols/signing.js';
import { testPrototype } from './prototype.js';

const word = (/** @type {number} */ byte) => new Uint8Array(32).fill(byte);
/** Calls by kind. @param {any} all instances */
async function callsOf({ bls, secp, bw }) {
  const { G1, G2, minPk, eip2537 } = bls;
  const points = G1.randomPoints(300, 1);
  const scalars = G1.randomScalars(300, 2);
  const [bytes, coordinates] = [points.toBytes(), [points.at(3).toAffine(), G1.generator]];
  const prover = points.toBytes('montgomery-le');
  const others = [G2, secp.group, bw.group];
  const kzg = await bls.kzg(mainnet);
  const tree = await bw.verkle({ memory: 2 ** 18 });
  const blob = new Uint8Array(2 ** 17).fill(1);
  const vector = [1, 2, 3].map(word);
  const commitment = tree.commitToScalars(vector);
  const serializedCommitment = tree.serializeCommitment(commitment);
  const inputs = [{ serializedCommitment, vector, indices: [0] }];
  const claims = [{ serializedCommitment, indexValuePairs: [{ index: 0, value: vector[0] }] }];
  const proof = tree.createProof(inputs);
  const [schnorr, ecdsa] = [schnorrItems(20), ecdsaItems(20)];
  const items = blsItems(bls, 'minPk', 4);
  const forged = (/** @type {any[]} */ list, /** @type {string} */ name) =>
    list.map((item, i) => (i === 3 ? { ...item, [name]: word(9) } : item));
  const [first] = items;
  const pairs = [
    [G1.generator, G2.generator],
    [G1.generator.negate(), G2.generator],
  ];
  return {
    'sums of points': () => [
      ...[G1.msm(points, scalars), G1.msm(bytes, scalars), G1.msm([G1.generator], [5n])],
      ...others.map((group) => group.msm(group.randomPoints(60, 1), group.randomScalars(60, 2))),
    ],
    'sums in steps': async () => [
      await G1.msmAsync(points, scalars),
      await G1.msmAsync(bytes, scalars, { onProgress() {} }),
    ],
    'decoding and encoding': async () =>
      [
        ...[G1.points(bytes), G1.points(bytes, { check: 'each' }), G1.points(coordinates)],
        ...[G1.points(prover, { format: 'montgomery-le' }), await G1.pointsAsync(bytes)],
        ...others.map((group) => group.points(group.randomPoints(9, 1).toBytes())),
      ].map((list) => [list.toBytes(), list.slice(0, 2).toBytes('little-endian')]),
    'single points': () => {
      const P = G1.point(bytes.subarray(0, 48)).add(G1.generator).double().negate();
      return [P.multiply(7n), P.isInSubgroup(), P.equals(P), P.toBytes('uncompressed')];
    },
    'fixed bases': async () => {
      const sums = [];
      for (const memory of [0, 2 ** 20]) {
        const basis = await G1.fixedBasis(points, { memory });
        sums.push(basis.msm(scalars), basis.msm([3n, 4n], { indices: [5, 2] }));
        sums.push(await basis.msmAsync(scalars));
        basis.dispose();
      }
      return sums;
    },
    signatures: async () => [
      ...[secp.schnorr.verifyBatch(schnorr), secp.ecdsa.verifyBatch(ecdsa)],
      ...[secp.schnorr.findInvalid(forged(schnorr, 'message'))],
      ...[await secp.ecdsa.findInvalidAsync(forged(ecdsa, 'hash'))],
    ],
    'BLS signatures': async () => [
      ...[minPk.verify(first.signature, first.message, first.publicKey), minPk.verifyBatch(items)],
      ...[await minPk.findInvalidAsync(forged(items, 'message'))],
      minPk.aggregatePublicKeys(items.map(({ publicKey }) => publicKey)),
      minPk.aggregateVerify(first.signature, [first.message], first.publicKey),
    ],
    pairings: () => [
      ...[
        bls.pairingCheck(pairs),
        bls
          .pairing(...pairs[0])
          .pow(5n)
          .toBytes(),
      ],
      ...[G1.hashToCurve(word(1), { dst: 'QUUX-V01' }), eip2537.g1Msm(new Uint8Array(320))],
      eip2537.mapFpToG1(new Uint8Array(64)),
    ],
    'KZG in steps': () => kzg.computeCellsAndKzgProofsAsync(blob),
    KZG: () => {
      const [cells, proofs] = kzg.computeCellsAndKzgProofs(blob);
      const own = kzg.blobToKzgCommitment(blob);
      const blobProof = kzg.computeBlobKzgProof(blob, own);
      const half = Array.from({ length: 64 }, (_, i) => i);
      return [
        ...[own, proofs, kzg.verifyBlobKzgProof(blob, own, blobProof)],
        kzg.verifyCellKzgProofBatch([own, own], [0, 5], [cells[0], cells[5]], proofs.slice(0, 2)),
        kzg.recoverCellsAndKzgProofs(half, cells.slice(0, 64))[1],
      ];
    },
    Verkle: async () => [
      ...[tree.commitToScalars(vector), tree.commitSparse([[200, vector[0]]])],
      ...[tree.updateCommitment(commitment, 3, vector[0], vector[1])],
      ...[tree.hashCommitments([commitment]), tree.getTreeKey(vector[0], vector[1], 3)],
      ...[tree.verifyProof(proof, claims), await tree.verifyProofAsync(proof, claims)],
      await tree.createProofAsync(inputs),
    ],
    'opening a setup and a tree': async () => {
      const [setup, other] = await Promise.all([bls.kzg(mainnet), bw.verkle({ memory: 2 ** 14 })]);
      const found = [setup.blobToKzgCommitment(blob), other.commitToScalars(vector)];
      for (const part of [setup, other]) part.dispose();
      return found;
    },
  };
}

describe('Object.prototype', () => {
  testPrototype(async (backend, kept) => {
    /** @type {any[]} */
    const creators = [createBls12381, createSecp256k1, createBanderwagon];
    for (const create of creators) kept.push(await create({ backend }));
    const [bls, secp, bw] = kept;
    return callsOf({ bls, secp, bw });
  });
});
