/** Bytes from hexadecimal text of callers. */
import { InputError } from '../errors.js';
import { describe, nameOf } from './describe.js';

/**
 * The bytes of hexadecimal digits, with or without 0x.
 * @param {unknown} value
 * @param {string} what the argument, for messages
 * @param {number} [index] in a list
 * @returns {Uint8Array<ArrayBuffer>}
 * @throws {InputError} no string of an even number of hexadecimal digits
 */
export function readHex(value, what, index) {
  const digits = typeof value === 'string' && value.startsWith('0x') ? value.slice(2) : value;
  if (typeof digits !== 'string' || digits.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(digits)) {
    throw new InputError(
      `${nameOf(what, index)}: expected hexadecimal digits, two a byte, got ${describe(value)}`,
      { index },
    );
  }
  const bytes = new Uint8Array(digits.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = (digitAt(digits, 2 * i) << 4) | digitAt(digits, 2 * i + 1);
  }
  return bytes;
}

/** Of a letter the low bits are 1 to 6. @type {(digits: string, at: number) => number} */
function digitAt(digits, at) {
  const code = digits.charCodeAt(at);
  return code < 0x40 ? code & 15 : (code & 15) + 9;
}

/** Hexadecimal digits, with 0x. @type {(bytes: Uint8Array) => string} */
export function toHex(bytes) {
  let text = '0x';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}
