/** Every byte as two digits; without Buffer, which browsers lack. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * A number from bytes.
 * @param {Uint8Array} bytes
 * @param {'le' | 'be'} [endian]
 * @returns {bigint}
 */
export function bytesToBigint(bytes, endian = 'le') {
  const ordered = endian === 'be' ? bytes : Uint8Array.from(bytes).reverse();
  return BigInt(`0x${Array.from(ordered, (byte) => HEX[byte]).join('') || '0'}`);
}

/**
 * Little-endian bytes of a number.
 * @param {bigint} value
 * @param {number} length
 * @returns {Uint8Array}
 */
export function bigintToBytes(value, length) {
  const hex = value.toString(16).padStart(2 * length, '0');
  return Uint8Array.from({ length }, (_, i) => {
    const end = hex.length - 2 * i;
    return parseInt(hex.slice(end - 2, end), 16);
  });
}

/**
 * Cuts a byte array into pieces of one length.
 * @param {Uint8Array} bytes
 * @param {number} length
 * @returns {Uint8Array[]}
 */
export function chunks(bytes, length) {
  return Array.from({ length: bytes.length / length }, (_, i) =>
    bytes.subarray(i * length, (i + 1) * length),
  );
}

/**
 * @param {readonly Uint8Array[]} parts
 * @returns {Uint8Array} one after the other
 */
export function concat(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/**
 * @param {Uint8Array} bytes
 * @returns {string} in hexadecimal
 */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => HEX[byte]).join('');
}

/**
 * @param {Uint8Array} bytes
 * @returns {string} hexadecimal, as libraries of Ethereum write it
 */
export const toPrefixedHex = (bytes) => `0x${toHex(bytes)}`;

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
export const areEqual = (a, b) =>
  a.length === b.length && Array.from(a).every((byte, i) => byte === b[i]);
