/** Integers as bytes. */

/** @param {bigint} value @param {number} size */
export const toBytesBE = (value, size) =>
  new Uint8Array(Buffer.from(value.toString(16).padStart(2 * size, '0'), 'hex'));

/** @param {Uint8Array} bytes */
export const fromBytesBE = (bytes) =>
  bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
