/** The asynchronous calls that are measured. */
import { groupGaps } from './groups.js';
import { kzgGaps } from './kzg.js';
import { signatureGaps } from './signatures.js';
import { verkleGaps } from './verkle.js';

/**
 * By a name that begins with the class and the method: makes arguments, and gives the call.
 * @typedef {Record<string, () => (() => Promise<any>) | Promise<() => Promise<any>>>} Gaps
 */

/** @param {{ bls: any, secp: any, bw: any, options: any, log: number }} means @returns {Gaps} */
export const allGaps = (means) => ({
  ...groupGaps(means),
  ...signatureGaps(means),
  ...kzgGaps(means),
  ...verkleGaps(means),
});
