/** The last sum: Σ 2^b·E_b over all bits, from the top, on the single kernel. */

/** @import { SingleKernel } from '../wasm/kernel.js' */

/**
 * @param {SingleKernel} kernel
 * @param {Int32Array} bits a reference for every bit, 0 for none
 * @param {number} scratch address of a Jacobian point, which holds the result afterwards
 */
export function sumBits(kernel, bits, scratch) {
  let started = false;
  for (let b = bits.length - 1; b >= 0; b--) {
    if (started) kernel.double(scratch, scratch);
    if (bits[b] === 0) continue;
    if (started) kernel.addAffine(scratch, bits[b]);
    else kernel.fromAffine(scratch, bits[b]);
    started = true;
  }
  return started;
}
