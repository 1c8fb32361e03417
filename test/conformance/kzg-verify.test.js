/**
 * EIP-4844 and EIP-7594: verification under the ceremony's setup (ethereum/c-kzg-4844, and others).
 * On the kernels: opening the setup takes other backends too long. 15 seconds.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CurvemillError } from '../../src/errors.js';
import { mainnet } from '../../src/trusted-setup.js';
import { fromHex } from '../support/hex.js';
import { blobOf, ceremony, cellsOf } from '../support/kzg.js';
import { conformance } from '../support/vectors.js';

const FUNCTIONS = {
  'kzg/eip4844.json': ['verifyKzgProof', 'verifyBlobKzgProof', 'verifyBlobKzgProofBatch'],
  'kzg/eip7594.json': ['verifyCellKzgProofBatch'],
};

for (const [file, names] of Object.entries(FUNCTIONS)) {
  conformance(file, (context, data, find) => {
    const isKernel = context.backend === 'fma' || context.backend === 'portable';
    /** @type {any} */
    let kzg;
    describe.skipIf(!isKernel)('verification', () => {
      beforeAll(async () => {
        kzg = await context.bls.kzg(file.includes('7594') ? mainnet : ceremony());
      });
      afterAll(() => kzg?.dispose());

      const list = (/** @type {any} */ given) =>
        Array.isArray(given) ? given.map(fromHex) : Array(given.times).fill(fromHex(given.repeat));
      const blob = (/** @type {string} */ name) => blobOf(data.blobs[name], find);
      /** @type {Record<string, (vector: any) => any[]>} the arguments */
      const inputs = {
        verifyKzgProof: ({ commitment, z, y, proof }) => [commitment, z, y, proof].map(fromHex),
        verifyBlobKzgProof: (vector) => [
          blob(vector.blob),
          ...[vector.commitment, vector.proof].map(fromHex),
        ],
        verifyBlobKzgProofBatch: ({ blobs, commitments, proofs }) => [
          blobs.map(blob),
          list(commitments),
          list(proofs),
        ],
        verifyCellKzgProofBatch({ commitments, cellIndices, cells, proofs }) {
          const read = cellsOf(data, find);
          const given = [read.list(cells, cellIndices), read.proofs(proofs, cellIndices)];
          return [list(commitments), cellIndices, ...given];
        },
      };
      it.each(names)('%s', async (name) => {
        for (const [i, vector] of data[name].entries()) {
          const given = inputs[name](vector);
          const call = i % 3 ? kzg[name] : kzg[`${name}Async`];
          const verdict = await (async () => call(...given))().catch((error) => error);
          if (vector.expected !== null) expect(verdict, vector.name).toBe(vector.expected);
          else expect(verdict, vector.name).toBeInstanceOf(CurvemillError);
        }
      });
    });
  });
}

it('the ceremony of the package is the published one', async () => {
  for (const [name, bytes] of Object.entries(ceremony())) {
    expect(await mainnet[/** @type {'g1Lagrange'} */ (name)](), name).toEqual(bytes);
  }
});
