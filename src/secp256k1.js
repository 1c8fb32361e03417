/**
 * secp256k1: combines the curve's parameters with an engine. No algorithms here.
 * Everything in this library runs in variable time: for public data only.
 */
import { secp256k1 } from './generated/curves/secp256k1.js';
import { createFrom } from './secp256k1-instance.js';

export { Secp256k1 } from './secp256k1-instance.js';

/** @import { Secp256k1 } from './secp256k1-instance.js' */

/** @typedef {import('./secp256k1-instance.js').Secp256k1Sums} Secp256k1Sums */
/**
 * @template {boolean} [Has=boolean]
 * @typedef {import('./secp256k1-instance.js').Secp256k1Options<Has>} Secp256k1Options
 */

/** The signature code, imported in parallel with the kernels, by instances with signatures only. */
const loadSignatures = () => import('./protocols/signatures/signatures.js');

/**
 * Creates an instance: selects kernels, compiles and self-tests them, and reserves memory. Dispose
 * of it when done.
 * @template {boolean} [Has=true]
 * @param {Secp256k1Options<Has>} [options]
 * @returns {Promise<Has extends false ? Secp256k1Sums : Secp256k1>}
 * @throws {InputError} wrong options
 * @throws {EnvironmentError} the runtime forbids WebAssembly or lacks the kernel asked for
 * @example
 * const secp = await createSecp256k1();
 * const points = secp.group.points(encodings);   // 33 or 65 bytes per point
 * const sum = secp.group.msm(points, scalars);   // 32 bytes per scalar, or bigints
 * sum.toBytes();                                 // 33 bytes
 * secp.dispose();
 * @example
 * const secp = await createSecp256k1({ signatures: false });   // sums alone
 */
export async function createSecp256k1(options) {
  return createFrom(options, secp256k1, loadSignatures);
}
