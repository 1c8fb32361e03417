/**
 * The Lagrange points as the ceremony published them, from those that are ready for engines: nobody
 * downloads, and no archive holds, the same points twice.
 */

/** Bytes of a coordinate. */
const SIZE = 48;

/** Flags of compressed points: compressed; y is the larger root. */
const [COMPRESSED, LARGER] = [0x80, 0x20];

/**
 * Compresses points of the setup, none of which is infinity.
 * @param {Uint8Array} ready x and y of 48 bytes each, little-endian, in bit-reversed order
 * @param {bigint} prime of the coordinates
 * @returns {Uint8Array<ArrayBuffer>} x of 48 bytes, big-endian, with flags, in natural order
 */
export function compressedLagrange(ready, prime) {
  const half = bigEndian(prime / 2n);
  const points = bitReversed(ready, 2 * SIZE);
  const bytes = new Uint8Array(points.length / 2);
  for (let at = 0; at < bytes.length; at += SIZE) {
    const x = points.subarray(2 * at, 2 * at + SIZE).reverse();
    const y = points.subarray(2 * at + SIZE, 2 * at + 2 * SIZE).reverse();
    bytes.set(x, at);
    const digit = y.findIndex((byte, i) => byte !== half[i]);
    bytes[at] |= y[digit] > half[digit] ? COMPRESSED | LARGER : COMPRESSED;
  }
  return bytes;
}

/** @type {(value: bigint) => Uint8Array<ArrayBuffer>} */
function bigEndian(value) {
  const bytes = new Uint8Array(SIZE);
  for (let i = SIZE - 1, rest = value; i >= 0; i--, rest >>= 8n) bytes[i] = Number(rest & 255n);
  return bytes;
}

/**
 * Points in bit-reversed order.
 * @param {Uint8Array} points a power of two of them
 * @param {number} size bytes of a point
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function bitReversed(points, size) {
  const result = new Uint8Array(points.length);
  const n = points.length / size;
  for (let i = 0, j = 0; i < n; i++) {
    result.set(points.subarray(size * j, size * (j + 1)), size * i);
    // The next in reversed binary: carries run to the right.
    let bit = n / 2;
    for (; bit > 0 && j & bit; bit /= 2) j ^= bit;
    j |= bit;
  }
  return result;
}
