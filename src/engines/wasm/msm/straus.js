/**
 * Straus' method with interleaved width-w NAF, for few points: no buckets, but a table of odd multiples of each point.
 *
 * The additions are bucket accumulation too: the digits at bit b of all halves name the table entries whose sum is E_b,
 * and the MSM is Σ_b 2^b·E_b as in reduce.js. So even here almost all additions are affine and share inversions.
 */

/** @import { BatchKernel } from '../kernels/kernel.js' */
/** @import { Accumulator } from './accumulate.js' */

/**
 * Bytes of the tables of n points at width w: rows of odd multiples 3, 5, …, the doubles, and all rows' images.
 * @param {BatchKernel} kernel
 * @param {number} n
 * @param {number} w
 * @param {number} parts of a scalar: each after the first needs images
 */
export function strausTableBytes({ pointBytes }, n, w, parts) {
  return parts * 2 ** (w - 2) * n * pointBytes;
}

/**
 * Rows of odd multiples: row k of the points and of their images holds the multiples 2k + 1.
 * @param {Accumulator} accumulator
 * @param {{ base: number, points: number, parts: number, w: number, table: number }} input
 * @returns {number[][]} for each part of a scalar, the addresses of the rows
 */
export function oddMultiples(accumulator, { base, points, parts, w, table }) {
  const { kernel } = accumulator;
  const { pointBytes } = kernel;
  const rowBytes = points * pointBytes;
  const doubles = table;
  const rows = [base];
  if (w > 2)
    accumulator.addAll(points, (i) => [
      doubles + i * pointBytes,
      base + i * pointBytes,
      base + i * pointBytes,
    ]);
  for (let k = 1; k < 2 ** (w - 2); k++) {
    const row = table + k * rowBytes;
    const before = rows[k - 1];
    accumulator.addAll(points, (i) => [
      row + i * pointBytes,
      before + i * pointBytes,
      doubles + i * pointBytes,
    ]);
    rows.push(row);
  }
  const tables = [rows];
  for (let part = 1; part < parts; part++) {
    const images = table + part * 2 ** (w - 2) * rowBytes;
    tables.push(
      tables[part - 1].map((row, k) => {
        const image = images + k * rowBytes;
        kernel.endomorphism(image, row, points);
        return image;
      }),
    );
  }
  return tables;
}

/**
 * Width-w NAF of a two's complement integer: calls `digit(position, value)` with odd values below 2^(w−1) in absolute
 * value, at least w positions apart.
 * @param {Int32Array} words memory
 * @param {number} at index of the lowest word
 * @param {number} count words of the integer, whose highest bit is the sign
 * @param {number} bits of its absolute value, or more: no digit stands above this position
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
    // Bits that do not differ from the carry are digits 0.
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
    // A negative number ends in an endless run of ones from `bits` on, which a last carry turns into zeros.
    const high = shift === 0 ? 0 : wordAt(word + 1) << (32 - shift);
    const value = ((low | high) & mask) + carry;
    carry = value >> (w - 1);
    digit(position, value - (carry << w));
    position += w;
  }
}

/**
 * The buckets of all bits: references to table entries.
 * @param {Int32Array} memory
 * @param {{ halves: number, halfBytes: number, points: number, w: number, stride: number }} input address of the halves,
 * and shape
 * @param {number[][]} tables for each part of a scalar, the rows
 * @param {number} bits of the largest half
 * @returns {{ references: Int32Array, starts: Int32Array }} bits + 1 buckets
 */
export function gatherBits(memory, { halves, halfBytes, points, w, stride }, tables, bits) {
  /** @type {number[]} */
  const entries = [];
  const starts = new Int32Array(bits + 2);
  for (let half = 0; half < tables.length * points; half++) {
    const part = Math.floor(half / points);
    const table = tables[part];
    const column = (half - part * points) * stride;
    const word = (halves + half * halfBytes) >> 2;
    wnaf(memory, word, halfBytes >> 2, bits, w, (position, value) => {
      const address = table[Math.abs(value) >> 1] + column;
      entries.push(position, value < 0 ? address | 1 : address);
      starts[position + 1]++;
    });
  }
  for (let b = 0; b <= bits; b++) starts[b + 1] += starts[b];
  const next = starts.slice();
  const references = new Int32Array(entries.length / 2);
  for (let i = 0; i < entries.length; i += 2) references[next[entries[i]]++] = entries[i + 1];
  return { references, starts };
}
