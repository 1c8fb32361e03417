/**
 * A number from bytes.
 *
 * @param {Uint8Array} bytes
 * @param {'le' | 'be'} [endian]
 * @returns {bigint}
 */
export function bytesToBigint(bytes, endian = 'le') {
  const ordered = endian === 'be' ? bytes : Uint8Array.from(bytes).reverse();
  return BigInt(`0x${Buffer.from(ordered).toString('hex') || '0'}`);
}

/**
 * Little-endian bytes of a number.
 *
 * @param {bigint} value
 * @param {number} length
 * @returns {Uint8Array}
 */
export function bigintToBytes(value, length) {
  const hex = value.toString(16).padStart(2 * length, '0');
  return Uint8Array.from(Buffer.from(hex, 'hex')).reverse();
}

/**
 * Cuts a byte array into pieces of one length.
 *
 * @param {Uint8Array} bytes
 * @param {number} length
 * @returns {Uint8Array[]}
 */
export function chunks(bytes, length) {
  return Array.from({ length: bytes.length / length }, (_, i) =>
    bytes.subarray(i * length, (i + 1) * length),
  );
}
