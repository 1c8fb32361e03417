/** Inputs of the jobs whose downloads are measured, and what they must give. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { schnorr } from '@noble/curves/secp256k1.js';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { root } from '../paths.js';

const ITEMS = 64;
const POINTS = 2048;

/** A file of a small circuit. @param {string} name */
const circuit = (name) =>
  brotliDecompressSync(readFileSync(join(root, 'test/vectors/groth16', `cubic.${name}.br`)));

/** @param {string} name */
const json = (name) => JSON.parse(String(circuit(`${name}.json`)));

/** Signatures, the last of which is not valid. */
function feed() {
  const items = Array.from({ length: ITEMS }, (_, i) => {
    const secretKey = new Uint8Array(32).fill(i + 1);
    const message = new Uint8Array(32).fill(i);
    return {
      message,
      publicKey: schnorr.getPublicKey(secretKey),
      signature: schnorr.sign(message, secretKey, message),
    };
  });
  items[ITEMS - 1].message = new Uint8Array(32);
  return { items, invalid: [ITEMS - 1] };
}

function blsVerification() {
  const { longSignatures } = bls12_381;
  const secretKey = new Uint8Array(32).fill(5);
  const message = new TextEncoder().encode('a message');
  const tag = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_';
  const signed = longSignatures.sign(longSignatures.hash(message, tag), secretKey);
  return {
    ...{ message, signature: signed.toBytes() },
    publicKey: longSignatures.getPublicKey(secretKey).toBytes(),
  };
}

/** @returns {Promise<Record<string, object>>} by job */
export async function makeData() {
  const { createBls12381 } = await import('curvemill/bls12-381');
  const { mainnet } = await import('curvemill/trusted-setup');
  const bls = await createBls12381();
  const { G1 } = bls;
  const scalars = G1.randomScalars(POINTS, 1);
  const vector = G1.randomPoints(POINTS, 1);
  const kzg = await bls.kzg(mainnet);
  const blob = new Uint8Array(131072).fill(3, 31, 32);
  const commitment = kzg.blobToKzgCommitment(blob);
  const proof = kzg.computeBlobKzgProof(blob, commitment);
  const [, proofs] = kzg.computeCellsAndKzgProofs(blob);
  const msm = { points: vector.toBytes(), scalars, sum: G1.msm(vector, scalars).toBytes() };
  bls.dispose();
  const [key, publicSignals] = [json('vkey'), json('public')];
  return {
    feed: feed(),
    feedInSteps: feed(),
    msm,
    blsVerification: blsVerification(),
    kzgVerification: { blob, commitment, proof },
    kzgCommitment: { blob, commitment },
    kzgCells: { blob, proof: proofs[127] },
    groth16Verification: { key, publicSignals, proof: json('proof') },
    groth16Proof: { zkey: circuit('zkey'), wtns: circuit('wtns'), publicSignals },
  };
}
