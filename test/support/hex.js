/** Bytes as hexadecimal text, for expectations that can be read and compared. */
import { joined } from '../../src/input/bytes.js';

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => Buffer.from(bytes).toString('hex');

/** @param {string} hex */
export const fromHex = (hex) => new Uint8Array(Buffer.from(hex, 'hex'));

/** @param {readonly Uint8Array[]} parts */
export const concat = (...parts) => joined(parts);
