/** What users hand to the protocols: read, and refused with typed errors where it has the wrong type or length. */
import { InputError } from '../errors.js';
import { readBytes } from './bytes.js';
import { describe, nameOf } from './options.js';

/**
 * Bytes of a certain length.
 * @param {unknown} value
 * @param {readonly number[]} lengths the allowed ones
 * @param {string} what the argument, for messages
 * @param {number} [index] in a list
 * @returns {Uint8Array}
 * @throws {InputError} no bytes, or of another length
 */
export function readBytesOf(value, lengths, what, index) {
  const bytes = readBytes(value, what, index);
  if (!lengths.includes(bytes.length)) {
    throw new InputError(
      `${nameOf(what, index)}: expected ${lengths.join(' or ')} bytes, got ${bytes.length}`,
    );
  }
  return bytes;
}

/**
 * A list of objects with fields. A hole in the array counts as undefined: it must not pass for an item that is fine.
 * @param {unknown} items
 * @returns {Record<string, unknown>[]}
 * @throws {InputError} no array, or an item of it is no object
 */
export function readItems(items) {
  if (!Array.isArray(items)) {
    throw new InputError(`items: expected an array, got ${describe(items)}`);
  }
  const list = Array.from(items);
  list.forEach((item, i) => {
    if (typeof item !== 'object' || item === null) {
      throw new InputError(`item at index ${i}: expected an object, got ${describe(item)}`);
    }
  });
  return list;
}
