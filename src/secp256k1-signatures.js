/** Signatures over secp256k1: what an instance that verifies some imports beside its kernels. */
export { signatureMembers } from './engines/wasm/signatures.js';
export { Schnorr } from './protocols/signatures/bip340.js';
export { Ecdsa } from './protocols/signatures/ecdsa.js';
