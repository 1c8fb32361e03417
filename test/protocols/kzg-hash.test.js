/** The hash of challenges: the runtime's, the engine's where it has none, and the same verdicts. */
import { sha256 as reference } from '@noble/hashes/sha2.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBls12381 } from '../../src/bls12-381.js';
import { openHash } from '../../src/protocols/kzg/scalars.js';
import { absorb, sha256 } from '../../src/protocols/sha256.js';
import { mainnet } from '../../src/trusted-setup.js';
import { rounds } from '../support/extent.js';
import { concat, toHex } from '../support/hex.js';

const own = { digest: sha256, absorb, lanes: null };
const { getBuiltinModule } = process;

/** Replaces what the runtime gives as `node:crypto`. @param {unknown} module */
const giving = (module) =>
  vi
    .spyOn(process, 'getBuiltinModule')
    .mockImplementation((/** @type {any} */ name) =>
      name === 'node:crypto' ? module : /** @type {any} */ (getBuiltinModule(name)),
    );

afterEach(() => vi.restoreAllMocks());

describe('the hash of challenges', () => {
  it("is the runtime's, in parts and in steps", async () => {
    const hash = await openHash(own);
    expect(hash.digest).not.toBe(sha256);
    const message = Uint8Array.from({ length: 5000 }, (_, i) => 31 * i);
    const expected = toHex(reference(message));
    expect(toHex(hash.digest([message]))).toBe(expected);
    for (const cut of [0, 1, 64, 100, 4999]) {
      const parts = [message.subarray(0, cut), message.subarray(cut)];
      expect(toHex(hash.digest(parts))).toBe(expected);
      const { midstate, left } = hash.absorb([parts[0]]);
      // A midstate may be used twice, and stays what it was.
      for (let i = 0; i < 2; i++) {
        expect(toHex(hash.digest([left, parts[1]], midstate))).toBe(expected);
        const next = hash.absorb([left, parts[1]], midstate);
        expect(toHex(hash.digest([next.left], next.midstate))).toBe(expected);
        expect(next.midstate.bytes + next.left.length).toBe(message.length);
      }
    }
  });

  it.each([
    ['no module', undefined],
    ['a module without hashes', {}],
    [
      'a refusal',
      {
        createHash: () => {
          throw new Error('not supported');
        },
      },
    ],
    ['wrong digests', { createHash: () => getBuiltinModule('node:crypto').createHash('sha512') }],
    [
      'hashes that cannot be copied',
      {
        createHash(/** @type {string} */ name) {
          const hash = getBuiltinModule('node:crypto').createHash(name);
          return { update: hash.update.bind(hash), digest: hash.digest.bind(hash) };
        },
      },
    ],
  ])("is the engine's where the runtime has %s", async (_, module) => {
    giving(module);
    expect((await openHash(own)).digest).toBe(sha256);
  });

  it('changes no proof and no verdict', async () => {
    const bls = await createBls12381();
    const fast = await bls.kzg(mainnet);
    giving(undefined);
    const slow = await bls.kzg(mainnet);
    vi.restoreAllMocks();
    const blobs = Array.from({ length: rounds(8) }, (_, i) => bls.G1.randomScalars(4096, i));
    const commitments = blobs.map(fast.blobToKzgCommitment);
    const [proofs, same] = [fast, slow].map((kzg) =>
      blobs.map((blob, i) => kzg.computeBlobKzgProof(blob, commitments[i])),
    );
    expect(toHex(concat(...same))).toBe(toHex(concat(...proofs)));
    const wrong = [proofs[1], ...proofs.slice(1)];
    const indices = Array.from({ length: 128 }, (_, i) => i);
    const [cells, cellProofs] = fast.computeCellsAndKzgProofs(blobs[0]);
    const ofCells = indices.map(() => commitments[0]);
    for (const kzg of [fast, slow]) {
      expect(kzg.verifyBlobKzgProof(blobs[0], commitments[0], proofs[0])).toBe(true);
      expect(kzg.verifyBlobKzgProofBatch(blobs, commitments, proofs)).toBe(true);
      expect(kzg.verifyBlobKzgProofBatch(blobs, commitments, wrong)).toBe(false);
      expect(await kzg.verifyBlobKzgProofBatchAsync(blobs, commitments, proofs)).toBe(true);
      expect(kzg.verifyCellKzgProofBatch(ofCells, indices, cells, cellProofs)).toBe(true);
      const turned = [cellProofs[1], cellProofs[0], ...cellProofs.slice(2)];
      expect(kzg.verifyCellKzgProofBatch(ofCells, indices, cells, turned)).toBe(false);
    }
    bls.dispose();
  });
});
