/** Certificates of the Internet Computer, for @dfinity/agent and @icp-sdk/core. */
import { readInstance } from './parts/instances.js';

/** @import { Bls12381 } from '../bls12-381.js' */

/**
 * The option `blsVerify` of `Certificate.create`, and of agents: whether a signature of 48 bytes in
 * G1 is a subnet's, whose key is 96 bytes in G2, without the DER around it. Whatever is malformed
 * gives false.
 * @param {Bls12381} bls
 * @example
 * import { icp } from 'curvemill/adapters/icp';
 * const { blsVerify } = icp(await createBls12381());
 * const certificate = await Certificate.create({ ...options, blsVerify });
 */
export function icp(bls) {
  const { minSig } = readInstance(bls, ['minSig'], 'createBls12381');
  const dst = minSig.tags.nul;
  return {
    /**
     * @param {Uint8Array} publicKey 96 bytes
     * @param {Uint8Array} signature 48 bytes
     * @param {Uint8Array} message
     * @returns {boolean}
     * @throws {InputError} other types, or a disposed instance
     */
    blsVerify: (publicKey, signature, message) =>
      minSig.verify(signature, message, publicKey, { dst }),
  };
}
