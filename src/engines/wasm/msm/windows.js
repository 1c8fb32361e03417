/** How many windows of signed digits a number needs. Imports nothing. */

/**
 * The smallest number of windows W for which every |k| < 2^bits is Σ_{j<W} d_j·2^(cj) with digits that `digits` of
 * the scalar module gives: those of Booth's recoding, |d_j| ≤ 2^(c−1), which represent exactly the integers from
 * −2^(cW−1) to 2^(cW−1) − 1. So cW ≥ bits + 1, but nothing at all for bits = 0.
 *
 * (Digits up to 2^(c−1) − 1 only would reach just (2^(c−1) − 1)·(2^(cW) − 1)/(2^c − 1) < 2^(cW−1) − 1 and need another
 * window where c divides bits + 1, such as 9 instead of 8 windows of 16 for 127 bits. The buckets are the same.)
 * @param {number} bits not negative
 * @param {number} c bits of a window, at least 2
 * @returns {number}
 */
export function windowsFor(bits, c) {
  return bits > 0 ? Math.ceil((bits + 1) / c) : 0;
}
