/** The jobs of pages whose downloads are measured, each as an application would write it. */
import { createBls12381 } from 'curvemill/bls12-381';
import { createBn254 } from 'curvemill/bn254';
import { createSecp256k1 } from 'curvemill/secp256k1';
import { mainnet } from 'curvemill/trusted-setup';

/** @param {any} data @returns {Promise<boolean>} */
export async function feed({ items, invalid }) {
  const { schnorr } = await createSecp256k1();
  return !schnorr.verifyBatch(items) && isSame(schnorr.findInvalid(items), invalid);
}

/** @param {any} data @returns {Promise<boolean>} */
export async function feedInSteps({ items, invalid }) {
  const { schnorr } = await createSecp256k1();
  return isSame(await schnorr.verifyFeedAsync(items), invalid);
}

/** @param {any} data @returns {Promise<boolean>} */
export async function msm({ points, scalars, sum }) {
  const { G1 } = await createBls12381({ groups: ['G1'] });
  const vector = await G1.pointsAsync(points);
  return isSame((await G1.msmAsync(vector, scalars)).toBytes(), sum);
}

/** @param {any} data @returns {Promise<boolean>} */
export async function blsVerification({ signature, message, publicKey }) {
  const { minPk } = await createBls12381({ hashing: 'G2' });
  return minPk.verify(signature, message, publicKey);
}

/** @param {any} data @returns {Promise<boolean>} */
export async function kzgCommitment({ blob, commitment }) {
  const bls = await createBls12381();
  const kzg = await bls.kzg(mainnet);
  return isSame(kzg.blobToKzgCommitment(blob), commitment);
}

/** @param {any} data @returns {Promise<boolean>} */
export async function kzgCells({ blob, proof }) {
  const bls = await createBls12381();
  const kzg = await bls.kzg(mainnet);
  const [, proofs] = await kzg.computeCellsAndKzgProofsAsync(blob);
  return isSame(proofs[127], proof);
}

/** @param {any} data @returns {Promise<boolean>} */
export async function kzgVerification({ blob, commitment, proof }) {
  const bls = await createBls12381({ hashing: false });
  const { verification } = mainnet.ready;
  const kzg = await bls.kzg({ ready: { verification } });
  return kzg.verifyBlobKzgProof(blob, commitment, proof);
}

/** @param {any} data @returns {Promise<boolean>} */
export async function groth16Verification({ key, publicSignals, proof }) {
  const bn = await createBn254();
  const groth16 = await bn.groth16();
  return groth16.verifyingKey(key).verify(publicSignals, proof);
}

/** @param {any} data @returns {Promise<boolean>} */
export async function groth16Proof({ zkey, wtns, publicSignals }) {
  const bn = await createBn254();
  const groth16 = await bn.groth16();
  const made = await groth16.prove(zkey, wtns);
  return isSame(made.publicSignals, publicSignals);
}

/** @param {ArrayLike<unknown>} a @param {ArrayLike<unknown>} b */
const isSame = (a, b) => a.length === b.length && Array.from(a).every((item, i) => item === b[i]);
