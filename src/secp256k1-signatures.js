/** Signatures over secp256k1: what an instance that verifies some imports beside its kernels. */
export { signatureMembers } from './engines/signatures.js';
export { Schnorr } from './protocols/bip340.js';
export { Ecdsa } from './protocols/ecdsa.js';
