/**
 * secp256k1 for pages that need an answer soon: as secp256k1.js, but the kernels with relaxed SIMD
 * and the signatures are imported statically. Where an engine runs these, as Chromium and Firefox
 * do, creating an instance requests nothing.
 */
import { secp256k1 } from './generated/curves/secp256k1.eager.js';
import { Ecdsa, Schnorr, signatures } from './protocols/signatures/signatures.js';
import { createFrom } from './secp256k1-instance.js';

export { Secp256k1 } from './secp256k1-instance.js';

/** @import { Secp256k1 } from './secp256k1-instance.js' */

/** @typedef {import('./secp256k1-instance.js').Secp256k1Sums} Secp256k1Sums */
/**
 * @template {boolean} [Has=boolean]
 * @typedef {import('./secp256k1-instance.js').Secp256k1Options<Has>} Secp256k1Options
 */

/** The signature code, which is there. */
const loadSignatures = async () => ({ Ecdsa, Schnorr, signatures });

/**
 * Creates an instance, as `createSecp256k1` of `curvemill/secp256k1` does.
 * @template {boolean} [Has=true]
 * @param {Secp256k1Options<Has>} [options]
 * @returns {Promise<Has extends false ? Secp256k1Sums : Secp256k1>}
 * @throws {InputError} wrong options
 * @throws {EnvironmentError} the runtime forbids WebAssembly or lacks the kernel asked for
 */
export async function createSecp256k1(options) {
  return createFrom(options, secp256k1, loadSignatures);
}
