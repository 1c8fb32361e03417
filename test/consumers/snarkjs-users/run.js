/**
 * Proofs and verifications by the packages' own code: `node run.js FILE` reads its arguments from a
 * file of JSON, and prints what it found as JSON in its last line. Not imported by anything.
 */
import { readFile } from 'node:fs/promises';
import { ArtifactsOrigin, init, testPublicKeyHash, verify } from '@anon-aadhaar/core';
import { Group } from '@semaphore-protocol/group';
import { Identity } from '@semaphore-protocol/identity';
import { generateProof, verifyProof } from '@semaphore-protocol/proof';
import { groth16 } from 'snarkjs';

const { semaphore, wasm, zkey, url, circuit, input, aadhaar } = JSON.parse(
  await readFile(process.argv[2], 'utf8'),
);

/** Semaphore: a proof of its ceremony's key, verified by the key in its package. */
async function ofSemaphore() {
  const identity = new Identity('curvemill');
  const group = new Group([identity.commitment, 7n]);
  const proof = await generateProof(identity, group, 'hello', 'scope', 1, semaphore);
  const wrong = { ...proof, message: String(BigInt(proof.message) + 1n) };
  return [await verifyProof(proof), await verifyProof(wrong)];
}

/** zk-email: files by their addresses; a CommonJS package. */
async function ofEmail() {
  const { default: email } = await import('@zk-email/helpers/dist/chunked-zkey.js');
  const { proof, publicSignals } = await email.generateProof(input, url, circuit);
  const wrong = publicSignals.map((/** @type {string} */ signal) => String(BigInt(signal) + 1n));
  return [
    await email.verifyProof(proof, publicSignals, url, circuit),
    await email.verifyProof(proof, wrong, url, circuit),
  ];
}

/** Anon Aadhaar: its verification of nine signals, by a key of our own. */
async function ofAadhaar() {
  await init({
    ...{ wasmURL: wasm, zkeyURL: zkey, vkeyURL: aadhaar.vkey },
    artifactsOrigin: ArtifactsOrigin.local,
  });
  const { proof: groth16Proof, publicSignals } = await groth16.prove(aadhaar.zkey, aadhaar.wtns);
  const names = ['pubkeyHash', 'nullifier', 'timestamp', 'ageAbove18', 'gender', 'pincode'];
  const all = [...names, 'state', 'nullifierSeed', 'signalHash'];
  const signals = Object.fromEntries(all.map((name, i) => [name, publicSignals[i]]));
  const proof = { ...signals, pubkeyHash: testPublicKeyHash, groth16Proof };
  return [await verify({ proof }, true), await verify({ proof: { ...proof, gender: '0' } }, true)];
}

const { log } = console;
console.log = () => {}; // zk-email prints its inputs
const found = {
  semaphore: await ofSemaphore(),
  email: await ofEmail(),
  aadhaar: await ofAadhaar(),
};
log(`\n${JSON.stringify(found)}`);
process.exit(0);
