/** The creators of all curves. Importing one curve from its own subpath keeps the others out of a bundle. */
export { createBanderwagon } from './banderwagon.js';
export { createBls12381 } from './bls12-381.js';
export { createSecp256k1 } from './secp256k1.js';
