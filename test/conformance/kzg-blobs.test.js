/**
 * EIP-4844: commitments, openings and proofs of blobs under the ceremony's setup
 * (ethereum/c-kzg-4844, and others). 8 seconds.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CurvemillError } from '../../src/errors.js';
import { mainnet } from '../../src/trusted-setup.js';
import { thrownBy } from '../support/errors.js';
import { fromHex, toHex } from '../support/hex.js';
import { blobOf } from '../support/kzg.js';
import { conformance } from '../support/vectors.js';

/** Valid cases of a list; on slower backends fewer, as each is a sum of 4096 points. */
const VALID = { fma: Infinity, portable: 6, bigint: 0, wide: 0 };

conformance('kzg/eip4844.json', (context, data, find) => {
  const hasSums = context.backend === 'fma' || context.backend === 'portable';
  /** @type {any} */
  let kzg;
  beforeAll(async () => {
    kzg = await context.bls.kzg(
      hasSums ? mainnet : { g1LagrangeBitReversed: context.G1.randomPoints(4096, 1) },
    );
  });
  afterAll(() => kzg?.dispose());
  const blob = (/** @type {string} */ name) => blobOf(data.blobs[name], find);

  /** @type {Record<string, (vector: any) => unknown>} */
  const calls = {
    blobToKzgCommitment: (vector) => toHex(kzg.blobToKzgCommitment(blob(vector.blob))),
    computeKzgProof(vector) {
      const [proof, y] = kzg.computeKzgProof(blob(vector.blob), fromHex(vector.z));
      return { proof: toHex(proof), y: toHex(y) };
    },
    computeBlobKzgProof: (vector) =>
      toHex(kzg.computeBlobKzgProof(blob(vector.blob), fromHex(vector.commitment))),
  };
  describe.each(Object.keys(calls))('%s', (name) => {
    const call = calls[name];
    it('refuses malformed input', () => {
      for (const vector of data[name]) {
        if (vector.expected === null)
          expect(
            thrownBy(() => call(vector)),
            vector.name,
          ).toBeInstanceOf(CurvemillError);
      }
    });

    it.skipIf(!hasSums)('gives the results of c-kzg', () => {
      const valid = data[name].filter((/** @type {any} */ { expected }) => expected !== null);
      const step = Math.max(1, valid.length / VALID[/** @type {'fma'} */ (context.backend)]);
      for (let i = 0; i < valid.length; i += step) {
        const vector = valid[Math.floor(i)];
        expect(call(vector), vector.name).toEqual(vector.expected);
      }
    });
  });

  it.skipIf(!hasSums)('the asynchronous twins give the same, and take copies', async () => {
    const vector = data.computeBlobKzgProof.find((/** @type {any} */ { expected }) => expected);
    const bytes = blob(vector.blob);
    const commitment = fromHex(vector.commitment);
    const { blobToKzgCommitmentAsync, computeBlobKzgProofAsync, computeKzgProofAsync } = kzg;
    const promises = [
      blobToKzgCommitmentAsync(bytes),
      computeBlobKzgProofAsync(bytes, commitment, { onProgress: () => {} }),
      computeKzgProofAsync(bytes, new Uint8Array(32)),
    ];
    bytes.fill(255);
    commitment.fill(0);
    const [own, proof, opening] = await Promise.all(promises);
    expect(toHex(proof)).toBe(vector.expected);
    const same = blob(vector.blob);
    expect(toHex(own)).toBe(toHex(kzg.blobToKzgCommitment(same)));
    expect(opening).toEqual(kzg.computeKzgProof(same, new Uint8Array(32)));
  });
});
