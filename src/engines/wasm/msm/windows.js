/** Number of windows of a signed-digit recoding. Imports nothing. */

/**
 * The smallest number of windows W such that every |k| < 2^bits equals Σ_{j<W} d_j·2^(cj) with the
 * digits that the scalar module's `digits` produces: Booth recoding, |d_j| ≤ 2^(c−1), which
 * represents exactly the integers from −2^(cW−1) to 2^(cW−1) − 1. Hence cW ≥ bits + 1, and W = 0
 * for bits = 0.
 *
 * (Digits bounded by 2^(c−1) − 1 would reach only (2^(c−1) − 1)·(2^(cW) − 1)/(2^c − 1) < 2^(cW−1) −
 * 1, and cost another window whenever c divides bits + 1: 9 instead of 8 windows of 16 bits for 127
 * bits. The number of buckets is the same.)
 * @param {number} bits at least 0
 * @param {number} c bits per window, at least 2
 * @returns {number}
 */
export function windowsFor(bits, c) {
  return bits > 0 ? Math.ceil((bits + 1) / c) : 0;
}
