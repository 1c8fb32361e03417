/** Domain separation tags of hashes (RFC 9380, section 3.1). */
import { InputError } from '../errors.js';
import { readBytes } from './bytes.js';
import { describe } from './describe.js';

/**
 * A tag: bytes, or a string of ASCII characters, as standards print them. It may not be empty; the
 * RFC recommends at least 16 bytes. There is no default: a tag is an application's own.
 * @param {unknown} value
 * @param {string} what the argument, for messages
 * @returns {Uint8Array}
 * @throws {InputError} neither, another character, or none
 */
export function readTag(value, what) {
  const bytes = typeof value === 'string' ? asciiOf(value, what) : readBytesOrRefuse(value, what);
  if (bytes.length === 0) {
    throw new InputError(`${what}: expected a tag of at least one byte, got an empty one`);
  }
  return bytes;
}

/** @type {(text: string, what: string) => Uint8Array<ArrayBuffer>} */
function asciiOf(text, what) {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) {
      throw new InputError(
        `${what}: expected ASCII characters or bytes, got the code ${code} at index ${i}`,
      );
    }
    bytes[i] = code;
  }
  return bytes;
}

/** @param {unknown} value @param {string} what */
function readBytesOrRefuse(value, what) {
  if (typeof value !== 'object') {
    throw new InputError(`${what}: expected a string or a Uint8Array, got ${describe(value)}`);
  }
  return readBytes(value, what);
}
