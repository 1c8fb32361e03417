/** First answers by tiny-secp256k1, which compiles its WebAssembly when it is imported. */
import { verify, verifySchnorr } from 'tiny-secp256k1';

/** @import { Job } from './page.js' */

/** @type {Job} */
export const ecdsa = async ({ signature, hash, publicKey }) =>
  verify(hash, publicKey, signature, true);

/** @type {Job} */
export const bip340 = async ({ signature, message, publicKey }) =>
  verifySchnorr(message, publicKey, signature);
