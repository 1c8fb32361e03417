/** The calls that are measured. */
import { groupCalls } from './groups.js';
import { kzgCalls } from './kzg.js';
import { pairingCalls } from './pairings.js';
import { pointCalls } from './points.js';
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

export const sections = {
  groups: groupCalls,
  points: pointCalls,
  signatures: signatureCalls,
  pairings: pairingCalls,
  kzg: kzgCalls,
  verkle: verkleCalls,
};
