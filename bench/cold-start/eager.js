/** First answers by this package, with the kernels of most engines in the application's file. */
import { createSecp256k1 } from 'curvemill/secp256k1/eager';

/** @import { Job } from './page.js' */

/** @type {Job} */
export async function ecdsa({ signature, hash, publicKey }, step) {
  const { ecdsa } = await createSecp256k1();
  step('create');
  return ecdsa.verify(signature, hash, publicKey);
}

/** @type {Job} */
export async function bip340({ signature, message, publicKey }, step) {
  const { schnorr } = await createSecp256k1();
  step('create');
  return schnorr.verify(signature, message, publicKey);
}
