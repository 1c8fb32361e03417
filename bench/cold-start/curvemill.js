/** First answers by this package. */
import { createBls12381 } from 'curvemill/bls12-381';
import { createSecp256k1 } from 'curvemill/secp256k1';
import { mainnet } from 'curvemill/trusted-setup';
import { areEqual } from '../../scripts/lib/bytes.js';

/** @import { Job, Step } from './page.js' */

/** @type {Job} */
export async function ecdsa({ signature, hash, publicKey }, step, backend) {
  const { ecdsa } = await createSecp256k1({ backend });
  step('create');
  return ecdsa.verify(signature, hash, publicKey);
}

/** @type {Job} */
export async function bip340({ signature, message, publicKey }, step, backend) {
  const { schnorr } = await createSecp256k1({ backend });
  step('create');
  return schnorr.verify(signature, message, publicKey);
}

/** @type {Job} */
export async function msm({ points, scalars, sum }, step, backend) {
  const { G1 } = await createBls12381({ backend, groups: ['G1'] });
  step('create');
  const vector = G1.points(points);
  step('decode');
  return areEqual(G1.msm(vector, scalars).toBytes(), sum);
}

/** @type {Job} */
export async function commitment({ blob, commitment }, step, backend) {
  const kzg = await openKzg(backend, step);
  return areEqual(kzg.blobToKzgCommitment(blob), commitment);
}

/** @type {Job} */
export async function cells({ blob, proof }, step, backend) {
  const kzg = await openKzg(backend, step);
  const [, proofs] = await kzg.computeCellsAndKzgProofsAsync(blob);
  return areEqual(proofs[127], proof);
}

/** @param {any} backend @param {Step} step */
async function openKzg(backend, step) {
  // Commitments, cells and proofs need no more than G1.
  const bls = await createBls12381({ backend, groups: ['G1'] });
  step('create');
  const kzg = await bls.kzg(mainnet);
  step('open');
  return kzg;
}
