/**
 * Width-w NAF: a number as Σ d_b·2^b with odd digits |d_b| < 2^(w−1), at most one in
 * any w positions.
 *
 * Source: Solinas, "Efficient arithmetic on Koblitz curves" (Designs, Codes and Cryptography 19,
 * 2000).
 */

/**
 * Recodes a two's complement integer in width-w NAF. Calls `digit(position, value)` for every
 * non-zero digit, lowest first; values are odd, |value| < 2^(w−1), and positions at least w apart.
 * @param {Int32Array} words wasm memory
 * @param {number} at index of the lowest word
 * @param {number} count number of words; the highest bit is the sign
 * @param {number} bits upper bound on the bit length of the absolute value; no digit has a position
 *   above it
 * @param {number} w
 * @param {(position: number, value: number) => void} digit
 */
export function wnaf(words, at, count, bits, w, digit) {
  const sign = words[at + count - 1] >> 31;
  const wordAt = (/** @type {number} */ word) => (word < count ? words[at + word] : sign);
  const mask = (1 << w) - 1;
  let carry = 0;
  for (let position = 0; position <= bits;) {
    const word = position >> 5;
    const shift = position & 31;
    const low = wordAt(word) >>> shift;
    // Bits equal to the carry give zero digits.
    const different = (carry ? ~low << shift : low << shift) >>> shift;
    if (different === 0) {
      position = (word + 1) << 5;
      continue;
    }
    const skipped = 31 - Math.clz32(different & -different);
    if (skipped > 0) {
      position += skipped;
      continue;
    }
    // The sign extension of a negative number is a run of ones from `bits` on; the last carry turns
    // it into zeros.
    const high = shift === 0 ? 0 : wordAt(word + 1) << (32 - shift);
    const value = ((low | high) & mask) + carry;
    carry = value >> (w - 1);
    digit(position, value - (carry << w));
    position += w;
  }
}
