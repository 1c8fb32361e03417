/** The calls of the area `hostile`, with plain arguments. */
import { mainnet } from '../../../src/trusted-setup.js';
import { blsItems } from '../../protocols/bls-items.js';
import { FIELD_CALLS, fieldMeans } from './fields.js';

/** @import { Context } from '../context.js' */

const BATCH_FIELDS = { signature: 64, message: 10, hash: 32, publicKey: 32 };

/** Instances, and the parts of arguments. @param {Context} context */
export async function means(context) {
  const [bls, secp, bw] = await Promise.all(
    ['bls12-381', 'secp256k1', 'banderwagon'].map((path) => context.instance(path)),
  );
  const kept = /** @type {any} */ (bls);
  kept.fuzzed ??= { G1: bls.G1.randomPoints(5, 1).toBytes(), scalars: bls.G1.randomScalars(5, 2) };
  const tree = context.isSlow ? null : await (bw.fuzzedTree ??= bw.verkle({ memory: 2 ** 20 }));
  const kzg = context.isSlow ? null : await (kept.fuzzedKzg ??= bls.kzg(mainnet));
  kept.fuzzedItems ??= context.isSlow ? [] : blsItems(bls, 'minPk', 2);
  return {
    ...(await fieldMeans(context)),
    bls,
    secp,
    bw,
    tree,
    kzg,
    signed: kept.fuzzedItems,
    points: kept.fuzzed.G1,
    scalars: kept.fuzzed.scalars,
  };
}

const scalar = (/** @type {number} */ byte) => new Uint8Array(32).fill(byte, 0, 31);

/**
 * Calls with plain arguments.
 * @typedef {Record<string, { args: (m: any) => any[], call: (m: any, ...args: any[]) => any }>}
 *   HostileCalls
 */

/** @type {HostileCalls} */
export const CALLS = {
  ...FIELD_CALLS,
  'msm of bytes': {
    args: (m) => [m.points.slice(), m.scalars.slice(), { endian: 'le' }],
    call: (m, ...args) => m.bls.G1.msm(...args),
  },
  'msm of lists': {
    args: (m) => [
      Array.from({ length: 4 }, (_, i) => affine(m, i)),
      [5n, -1n, 0n, 2n ** 200n],
      { strict: false },
    ],
    call: (m, ...args) => m.bls.G1.msm(...args),
  },
  msmAsync: {
    args: (m) => [m.points.slice(), m.scalars.slice(), { endian: 'be', onProgress() {} }],
    call: (m, ...args) => m.bls.G1.msmAsync(...args),
  },
  points: {
    args: (m) => [[affine(m, 0), affine(m, 1), affine(m, 2)], { check: 'each' }],
    call: (m, ...args) => m.bls.G1.points(...args).toBytes(),
  },
  pointsAsync: {
    args: (m) => [m.points.slice(), { format: 'compressed' }],
    call: async (m, ...args) => (await m.bls.G1.pointsAsync(...args)).toBytes(),
  },
  point: {
    args: (m) => [affine(m, 3), { check: true }],
    call: (m, ...args) => m.bls.G1.point(...args),
  },
  'fixed basis': {
    args: (m) => [m.points.slice(), [1n, 2n, 3n], { indices: [4, 0, 2] }],
    async call(m, points, scalars, options) {
      const basis = await m.bls.G1.fixedBasis(points, { memory: 2 ** 16 });
      try {
        return basis.msm(scalars, options);
      } finally {
        basis.dispose();
      }
    },
  },
  multiply: { args: () => [12345n], call: (m, k) => m.bls.G1.generator.multiply(k) },
  'schnorr.verifyBatch': {
    args: () => [items(3)],
    call: (m, list) => m.secp.schnorr.verifyBatch(list),
  },
  'ecdsa.findInvalid': {
    args: () => [items(3), { lowS: true }],
    call: (m, ...args) => m.secp.ecdsa.findInvalid(...args),
  },
  'schnorr.findInvalidAsync': {
    args: () => [items(2), { onProgress() {} }],
    call: (m, ...args) => m.secp.schnorr.findInvalidAsync(...args),
  },
  signatureFromDer: {
    args: () => [Uint8Array.of(48, 6, 2, 1, 1, 2, 1, 1)],
    call: (m, der) => m.secp.ecdsa.signatureFromDer(der),
  },
  'eip2537.g1Msm': {
    args: () => [new Uint8Array(320)],
    call: (m, input) => m.bls.eip2537.g1Msm(input),
  },
  'minPk.verify': {
    args: (m) => m.signed.slice(0, 1).flatMap((item) => Object.values(copied(item))),
    call: (m, ...args) => args.length > 0 && m.bls.minPk.verify(...args),
  },
  'minPk.findInvalid': {
    args: (m) => [
      m.signed.flatMap((item) => [copied(item), { ...copied(item), signature: new Uint8Array(9) }]),
      { dst: 'QUUX-V01-CS02' },
    ],
    call: (m, ...args) => m.bls.minPk.findInvalid(...args),
  },
  'minPk.verifyBatchAsync': {
    args: (m) => [m.signed.map(copied), { onProgress() {}, dst: 'QUUX-V01-CS02' }],
    call: (m, ...args) => m.bls.minPk.verifyBatchAsync(...args),
  },
  'minPk.aggregateVerify': {
    args: (m) => [
      m.bls.G2.generator.toBytes(),
      m.signed.map(({ message }) => message.slice()),
      m.signed.map(({ publicKey }) => publicKey.slice()),
    ],
    call: (m, ...args) => m.bls.minPk.aggregateVerify(...args),
  },
  'minPk.aggregatePublicKeys': {
    args: (m) => [[m.bls.G1.generator.toBytes(), m.points.slice(0, 48)]],
    call: (m, list) => m.bls.minPk.aggregatePublicKeys(list),
  },
  pairingCheck: {
    args: (m) => [
      [
        [m.bls.G1.generator, m.bls.G2.generator],
        [m.bls.G1.generator.negate(), m.bls.G2.generator],
      ],
    ],
    call: (m, pairs) => m.bls.pairingCheck(pairs),
  },
  hashToCurve: {
    args: () => [scalar(7)],
    call: (m, message) => m.bls.G2.hashToCurve(message, { dst: 'QUUX-V01-CS02' }),
  },
  'kzg.computeKzgProof': {
    args: () => [new Uint8Array(2 ** 17), scalar(3).reverse()],
    call: (m, ...args) => m.kzg?.computeKzgProof(...args),
  },
  'kzg.verifyKzgProofAsync': {
    args: () => [infinity(), scalar(0), scalar(0), infinity(), { onProgress() {} }],
    call: (m, ...args) => m.kzg?.verifyKzgProofAsync(...args),
  },
  'kzg.verifyBlobKzgProofBatchAsync': {
    args: () => [[new Uint8Array(2 ** 17)], [infinity()], [infinity()]],
    call: (m, ...args) => m.kzg?.verifyBlobKzgProofBatchAsync(...args),
  },
  'kzg.verifyCellKzgProofBatch': {
    args: () => [[infinity()], [5], [new Uint8Array(2048)], [infinity()]],
    call: (m, ...args) => m.kzg?.verifyCellKzgProofBatch(...args),
  },
  'kzg.commitToEvaluations': {
    args: () => [[1n, 2n, 3n]],
    call: (m, ...args) => m.kzg?.commitToEvaluations(...args),
  },
  commitToScalars: {
    args: () => [[scalar(1), scalar(2), scalar(3)]],
    call: (m, v) => m.tree?.commitToScalars(v),
  },
  commitSparse: {
    args: () => [
      [
        [3, scalar(1)],
        [200, scalar(2)],
      ],
    ],
    call: (m, v) => m.tree?.commitSparse(v),
  },
  updateCommitmentSparse: {
    args: (m) => [
      m.tree?.zeroCommitment ?? null,
      [{ index: 3, oldScalar: scalar(0), newScalar: scalar(7) }],
    ],
    call: (m, ...args) => m.tree?.updateCommitmentSparse(...args),
  },
  hashCommitments: {
    args: (m) => [m.tree ? [m.tree.zeroCommitment, m.tree.commitToScalars([scalar(9)])] : []],
    call: (m, list) => m.tree?.hashCommitments(list),
  },
  getTreeKey: {
    args: () => [scalar(4), scalar(5), 6],
    call: (m, ...args) => m.tree?.getTreeKey(...args),
  },
  verifyProof: {
    args: () => [
      new Uint8Array(576),
      [
        {
          serializedCommitment: new Uint8Array(32),
          indexValuePairs: [{ index: 1, value: scalar(0) }],
        },
      ],
    ],
    call: (m, ...args) => m.tree?.verifyProof(...args),
  },
};

/** An item of a batch with bytes of its own. @param {any} item */
const copied = ({ signature, message, publicKey }) => ({
  signature: signature.slice(),
  message: message.slice(),
  publicKey: publicKey.slice(),
});

/** Infinity in G1, compressed: of a blob of zeros, the commitment and each proof. */
const infinity = () => new Uint8Array(48).fill(0xc0, 0, 1);

/** @param {any} m @param {number} i */
export const affine = (m, i) => m.bls.G1.point(m.points.slice(48 * i, 48 * i + 48)).toAffine();

/** @param {number} n */
const items = (n) =>
  Array.from({ length: n }, () => ({
    ...Object.fromEntries(
      Object.entries(BATCH_FIELDS).map(([name, size]) => [name, new Uint8Array(size).fill(1)]),
    ),
    recoveryId: 0,
  }));
