/** The calls that are measured. */
import { groupCalls } from './groups.js';
import { evmCalls } from './evm.js';
import { groth16Calls } from './groth16.js';
import { kzgCalls } from './kzg.js';
import { pairingCalls } from './pairings.js';
import { pointCalls } from './points.js';
import { scalarCalls } from './scalars.js';
import { signatureCalls } from './signatures.js';
import { verkleCalls } from './verkle.js';

/**
 * Inputs of a call, by name: the first is the random one.
 * @typedef {Record<string, () => unknown>} Variants
 */
/**
 * By a name that begins with the class and the method.
 * @typedef {Record<string, Variants>} Calls
 */

/** One of each entry. @typedef {Record<'bls' | 'secp' | 'bw' | 'bn' | 'pasta', any>} Instances */

export const sections = {
  groups: groupCalls,
  points: pointCalls,
  scalars: scalarCalls,
  signatures: signatureCalls,
  pairings: pairingCalls,
  evm: evmCalls,
  groth16: groth16Calls,
  kzg: kzgCalls,
  verkle: verkleCalls,
};
