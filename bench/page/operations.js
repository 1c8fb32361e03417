/**
 * The measurements of the tabs beside sums: single operations and batches, ours and those of
 * @noble/curves on the same input. Every result is checked before it is timed.
 */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { createBls12381 } from 'curvemill/bls12-381';
import { createSecp256k1 } from 'curvemill/secp256k1';
import { mainnet } from 'curvemill/trusted-setup';

/**
 * An operation of a contestant. `count`: in one run. `run` returns whether the result is right.
 * @typedef {{ operation: string, name: string, count: number, run: () => boolean }} Operation
 * @typedef {(progress: (words: string) => void) => Promise<Operation[]>} Prepare
 */

const SINGLES = 16;
const BATCH = 256;

/** @type {Record<string, Prepare>} */
export const preparations = { signatures: prepareSignatures, kzg: prepareKzg };

/** @type {Prepare} */
async function prepareSignatures(progress) {
  const secp = await createSecp256k1();
  progress('signing');
  const items = Array.from({ length: BATCH }, (_, i) => {
    const secret = new Uint8Array(32).fill(1 + (i % 8));
    const hash = new Uint8Array(32).fill(i);
    const recovered = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' });
    return {
      hash,
      signature: recovered.subarray(1),
      recoveryId: recovered[0],
      publicKey: secp256k1.getPublicKey(secret),
      bip340: schnorr.sign(hash, secret, new Uint8Array(32)),
    };
  });
  const some = items.slice(0, SINGLES);
  const feed = items.map(({ hash, bip340, publicKey }) => ({
    signature: bip340,
    message: hash,
    publicKey: publicKey.subarray(1),
  }));
  const few = feed.slice(0, SINGLES);
  const single = { count: SINGLES };
  const { ecdsa, schnorr: ours } = secp;
  const options = { prehash: false };
  return [
    {
      ...{ operation: 'ECDSA, one by one', name: 'curvemill', ...single },
      run: () => some.every((t) => ecdsa.verify(t.signature, t.hash, t.publicKey)),
    },
    {
      ...{ operation: 'ECDSA, one by one', name: 'noble', ...single },
      run: () => some.every((t) => secp256k1.verify(t.signature, t.hash, t.publicKey, options)),
    },
    {
      ...{ operation: `ECDSA, batch of ${BATCH}`, name: 'curvemill', count: BATCH },
      run: () => ecdsa.verifyBatch(items),
    },
    {
      ...{ operation: 'BIP-340, one by one', name: 'curvemill', ...single },
      run: () => few.every((t) => ours.verify(t.signature, t.message, t.publicKey)),
    },
    {
      ...{ operation: 'BIP-340, one by one', name: 'noble', ...single },
      run: () => few.every((t) => schnorr.verify(t.signature, t.message, t.publicKey)),
    },
    {
      ...{ operation: `BIP-340, batch of ${BATCH}`, name: 'curvemill', count: BATCH },
      run: () => ours.verifyBatch(feed),
    },
  ];
}

/** @type {Prepare} */
async function prepareKzg(progress) {
  const bls = await createBls12381();
  progress('preparing the trusted setup');
  const kzg = await bls.kzg(mainnet);
  const blob = new Uint8Array(4096 * 32);
  for (let i = 0; i < blob.length; i++) blob[i] = i % 32 === 0 ? 0 : (i * 73) % 251;
  progress('computing the first results');
  const commitment = kzg.blobToKzgCommitment(blob);
  const proof = kzg.computeBlobKzgProof(blob, commitment);
  const ours = { name: 'curvemill', count: 1 };
  return [
    {
      ...{ operation: 'commitment to a blob', ...ours },
      run: () => same(kzg.blobToKzgCommitment(blob), commitment),
    },
    {
      ...{ operation: 'proof of a blob', ...ours },
      run: () => same(kzg.computeBlobKzgProof(blob, commitment), proof),
    },
    {
      ...{ operation: 'verification of a blob', ...ours },
      run: () => kzg.verifyBlobKzgProof(blob, commitment, proof),
    },
    {
      ...{ operation: '128 cells and proofs', ...ours },
      run: () => kzg.computeCellsAndKzgProofs(blob)[1].length === 128,
    },
  ];
}

/** @param {Uint8Array} a @param {Uint8Array} b */
const same = (a, b) => a.every((byte, i) => byte === b[i]);
