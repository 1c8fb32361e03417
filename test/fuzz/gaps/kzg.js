/** Asynchronous calls of KZG. */
import { mainnet } from '../../../src/trusted-setup.js';

/** @import { Gaps } from './index.js' */

/** The published points of the ceremony. */
const publishedSetup = async () => ({
  g1Lagrange: await mainnet.g1Lagrange(),
  g1Monomial: await mainnet.g1Monomial(),
  g2Monomial: await mainnet.g2Monomial(),
});

/** @template T @param {T} item @param {number} n @returns {T[]} */
const times = (item, n) => Array(n).fill(item);

/** @param {{ bls: any }} means @returns {Gaps} */
export function kzgGaps({ bls }) {
  /** @type {Promise<any> | undefined} */
  let kept;
  /** A setup with a blob, its commitment, cells and proofs. */
  const opened = async () => {
    const kzg = await bls.kzg(mainnet);
    const blob = new Uint8Array(2 ** 17).map((_, i) => (i % 32 ? (i * 31) & 255 : 0));
    const commitment = kzg.blobToKzgCommitment(blob);
    const proof = kzg.computeBlobKzgProof(blob, commitment);
    const [cells, proofs] = kzg.computeCellsAndKzgProofs(blob);
    return { kzg, blob, commitment, proof, cells, proofs };
  };
  const made = () => (kept ??= opened());
  /** @param {(parts: any) => () => Promise<any>} call */
  const using = (call) => async () => call(await made());
  const z = new Uint8Array(32).fill(3);
  return {
    'Bls12381.kzg, curvemill/trusted-setup': () => async () => (await bls.kzg(mainnet)).dispose(),
    'Bls12381.kzg, bytes': async () => {
      const setup = await publishedSetup();
      return async () => (await bls.kzg(setup)).dispose();
    },
    'Bls12381.kzg, text': async () => {
      const { g1Lagrange, g1Monomial, g2Monomial } = await publishedSetup();
      const lines = (/** @type {Uint8Array} */ bytes, /** @type {number} */ size) =>
        Array.from({ length: bytes.length / size }, (_, i) =>
          Buffer.from(bytes.subarray(i * size, (i + 1) * size)).toString('hex'),
        );
      const points = [...lines(g1Lagrange, 48), ...lines(g2Monomial, 96), ...lines(g1Monomial, 48)];
      const text = ['4096', '65', ...points].join('\n');
      return async () => (await bls.kzg(text)).dispose();
    },
    'Bls12381.kzg, 4096 coordinates': async () => {
      const vector = bls.G1.randomPoints(4096, 1);
      const list = Array.from({ length: 4096 }, (_, i) => vector.at(i).toAffine());
      return async () => (await bls.kzg({ g1LagrangeBitReversed: list })).dispose();
    },
    'Kzg.prepare': () => async () => {
      const kzg = await bls.kzg(mainnet);
      await kzg.prepare();
      kzg.dispose();
    },
    'Kzg.prepare, another setup': async () => {
      const setup = await publishedSetup();
      return async () => {
        const kzg = await bls.kzg(setup);
        await kzg.prepare();
        kzg.dispose();
      };
    },
    'Kzg.blobToKzgCommitmentAsync': using(
      ({ kzg, blob }) =>
        () =>
          kzg.blobToKzgCommitmentAsync(blob),
    ),
    'Kzg.computeKzgProofAsync': using(
      ({ kzg, blob }) =>
        () =>
          kzg.computeKzgProofAsync(blob, z),
    ),
    'Kzg.computeBlobKzgProofAsync': using(
      ({ kzg, blob, commitment }) =>
        () =>
          kzg.computeBlobKzgProofAsync(blob, commitment),
    ),
    'Kzg.computeCellsAsync': using(
      ({ kzg, blob }) =>
        () =>
          kzg.computeCellsAsync(blob),
    ),
    'Kzg.computeCellsAndKzgProofsAsync': using(
      ({ kzg, blob }) =>
        () =>
          kzg.computeCellsAndKzgProofsAsync(blob),
    ),
    'Kzg.recoverCellsAndKzgProofsAsync, 64 cells': using(({ kzg, cells }) => {
      const half = Array.from({ length: 64 }, (_, i) => 2 * i);
      return () =>
        kzg.recoverCellsAndKzgProofsAsync(
          half,
          half.map((i) => cells[i]),
        );
    }),
    'Kzg.recoverCellsAndKzgProofsAsync, 127 cells': using(({ kzg, cells }) => {
      const most = Array.from({ length: 127 }, (_, i) => i);
      return () => kzg.recoverCellsAndKzgProofsAsync(most, cells.slice(0, 127));
    }),
    'Kzg.verifyKzgProofAsync': using(({ kzg, blob, commitment }) => {
      const [proof, y] = kzg.computeKzgProof(blob, z);
      return () => kzg.verifyKzgProofAsync(commitment, z, y, proof);
    }),
    'Kzg.verifyBlobKzgProofAsync': using(
      ({ kzg, blob, commitment, proof }) =>
        () =>
          kzg.verifyBlobKzgProofAsync(blob, commitment, proof),
    ),
    'Kzg.verifyBlobKzgProofBatchAsync, 64 blobs': using(
      ({ kzg, blob, commitment, proof }) =>
        () =>
          kzg.verifyBlobKzgProofBatchAsync(
            times(blob, 64),
            times(commitment, 64),
            times(proof, 64),
          ),
    ),
    'Kzg.verifyCellKzgProofBatchAsync, 1024 cells': using(({ kzg, commitment, cells, proofs }) => {
      const column = Array.from({ length: 1024 }, (_, i) => i >> 3);
      const [own, tied] = [column.map((i) => cells[i]), column.map((i) => proofs[i])];
      return () => kzg.verifyCellKzgProofBatchAsync(times(commitment, 1024), column, own, tied);
    }),
    'Kzg.verifyCellKzgProofBatchAsync, 1024 commitments': using(({ kzg, cells, proofs }) => {
      const commitments = bls.G1.randomPoints(1024, 1).toBytes();
      const all = Array.from({ length: 1024 }, (_, i) => commitments.slice(48 * i, 48 * i + 48));
      const column = all.map((_, i) => i & 127);
      const [own, tied] = [column.map((i) => cells[i]), column.map((i) => proofs[i])];
      return () => kzg.verifyCellKzgProofBatchAsync(all, column, own, tied);
    }),
  };
}
