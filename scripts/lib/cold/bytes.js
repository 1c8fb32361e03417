/** Bytes as the libraries take them. */

/** @param {Uint8Array} bytes @param {number} size */
export const piecesOf = (bytes, size) =>
  Array.from({ length: bytes.length / size }, (_, i) => bytes.subarray(i * size, (i + 1) * size));

/** @param {Uint8Array} bytes */
export const hexOf = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {string} text @param {Uint8Array} bytes */
export const isText = (text, bytes) => text.toLowerCase() === `0x${hexOf(bytes)}`;

/** @param {Uint8Array} first @param {Uint8Array} second */
export const isSame = (first, second) =>
  first.length === second.length && first.every((byte, i) => byte === second[i]);
