/**
 * Signature verification as one lazily loaded module: instances without signatures do not load it.
 */
export { signatures } from '../../engines/wasm/signatures.js';
export { Schnorr } from './bip340.js';
export { Ecdsa } from './ecdsa.js';
