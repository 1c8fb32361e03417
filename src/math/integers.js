/**
 * Integers as residues and as bytes, loaded by every instance. The arithmetic, which WebAssembly
 * does itself, is in `modular.js`. BigInt throughout. Imports nothing.
 */

/** Bytes of a scalar, little-endian: in all arguments of engines, and in lists. */
export const SCALAR_BYTES = 32;

/**
 * The residue of a in [0, m).
 * @param {bigint} a any integer
 * @param {bigint} m positive
 * @returns {bigint}
 */
export function mod(a, m) {
  const residue = a % m;
  return residue < 0n ? residue + m : residue;
}

/**
 * Byte length of n: the least k with n < 256^k.
 * @param {bigint} n positive
 * @returns {number}
 */
export function byteLength(n) {
  return Math.ceil(n.toString(16).length / 2);
}

/**
 * Bytes of the words of 64 bits that n fills: what an integer below n takes inside the library,
 * where `byteLength` is what its encodings take.
 * @param {bigint} n positive
 * @returns {number} a multiple of 8
 */
export function wordBytes(n) {
  return 8 * Math.ceil(byteLength(n) / 8);
}

/**
 * An integer from little-endian bytes.
 * @param {Uint8Array} bytes any length
 * @returns {bigint}
 */
export function fromBytesLE(bytes) {
  // Words of 8 bytes, after the leftover bytes at the upper end.
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let n = 0n;
  let i = bytes.length;
  while (i % 8) n = (n << 8n) | BigInt(bytes[--i]);
  while (i > 0) n = (n << 64n) | words.getBigUint64((i -= 8), true);
  return n;
}

/**
 * An integer from big-endian bytes.
 * @param {Uint8Array} bytes any length
 * @returns {bigint}
 */
export function fromBytesBE(bytes) {
  let n = 0n;
  for (const byte of bytes) n = (n << 8n) | BigInt(byte);
  return n;
}

/**
 * An integer as little-endian bytes.
 * @param {bigint} n 0 ≤ n < 256^length
 * @param {number} length
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function toBytesLE(n, length) {
  if (n < 0n || n >> BigInt(8 * length) !== 0n) {
    throw new RangeError(`expected an integer of at most ${length} bytes, got ${n}`);
  }
  const bytes = new Uint8Array(length);
  const words = new DataView(bytes.buffer);
  let rest = n;
  let i = 0;
  for (; i + 8 <= length; i += 8, rest >>= 64n) words.setBigUint64(i, rest, true);
  for (; i < length; i++, rest >>= 8n) bytes[i] = Number(rest & 0xffn);
  return bytes;
}

/**
 * Multiplies integers modulo p.
 * @param {Uint8Array} bytes integers back to back, little-endian
 * @param {number} size bytes of each
 * @param {bigint} factor
 * @param {bigint} p
 * @returns {Uint8Array<ArrayBuffer>} the products
 */
export function scaleIntegers(bytes, size, factor, p) {
  const products = new Uint8Array(bytes);
  for (let at = 0; at < bytes.length; at += size) {
    const product = (fromBytesLE(bytes.subarray(at, at + size)) * factor) % p;
    products.set(toBytesLE(product, size), at);
  }
  return products;
}

/**
 * An integer as big-endian bytes.
 * @param {bigint} n 0 ≤ n < 256^length
 * @param {number} length
 * @returns {Uint8Array}
 */
export function toBytesBE(n, length) {
  return toBytesLE(n, length).reverse();
}
