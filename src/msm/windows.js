/** How many windows of signed digits a number needs. Imports nothing. */

/**
 * The smallest number of windows W for which every |k| < 2^bits is Σ_{j<W} d_j·2^(cj) with digits
 * −2^(c−1) ≤ d_j ≤ 2^(c−1) − 1.
 *
 * Such sums are exactly the integers from −h·U to (h − 1)·U, with h = 2^(c−1) and U = (2^(cW) − 1)/(2^c − 1): the
 * biased digits d_j + h are the digits of k + h·U in base 2^c. The upper end is the nearer one, so W must satisfy
 *
 *   (h − 1)·(2^(cW) − 1) ≥ (2^bits − 1)·(2h − 1),  or  2^(cW) ≥ 2^(bits+1) − 1 + δ  with δ = (2^bits − 1)/(h − 1).
 *
 * - bits = 0: 2^(cW) ≥ 1, so W = 0.
 * - 1 ≤ bits < c: 0 < δ ≤ 1, and W = 1 satisfies it, since 2^c ≥ 2^(bits+1).
 * - bits ≥ c: 1 < δ ≤ 2^bits − 1, so the right side lies above 2^(bits+1) and below 2^(bits+2): cW ≥ bits + 2.
 *
 * The last case costs a bit more than the sign: 127 bits need 9 windows of 16, because 2^127 − 1 is just out of reach
 * of 8. Where all |k| happen to be within (h − 1)·U for fewer windows, the digits of the windows above are all zero.
 * @param {number} bits not negative
 * @param {number} c bits of a window, at least 2
 * @returns {number}
 */
export function windowsFor(bits, c) {
  if (bits < c) return bits > 0 ? 1 : 0;
  return Math.ceil((bits + 2) / c);
}
