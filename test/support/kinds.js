/**
 * Kinds of operands (`exports.js`) that exports of every module take: integers, lists, and values
 * that stand a few bytes behind their places.
 */
import { fromBytesLE, toBytesLE } from '../../src/math/modular.js';

/** @import { Kind } from './exports.js' */

/**
 * Integers as so many bytes, the lowest first.
 * @param {() => Uint8Array} memory
 * @param {number} bytes
 * @returns {Kind}
 */
export function integerKind(memory, bytes) {
  return {
    ...{ layout: `integer of ${bytes} bytes`, bytes, isRight: Object.is },
    // Every bit is wrong in one of them.
    blanks: [0n, (1n << BigInt(8 * bytes)) - 1n],
    write: (address, value) => memory().set(toBytesLE(value, bytes), address),
    read: (address) => fromBytesLE(memory().subarray(address, address + bytes)),
  };
}

/**
 * Lists of values of a kind, one behind the other.
 * @param {Kind} kind
 * @param {number} count
 * @returns {Kind}
 */
export function listOf({ layout, bytes, blanks, write, read, isRight }, count) {
  const places = Array.from({ length: count }, (_, i) => i * bytes);
  return {
    ...{ layout: `${count} × ${layout}`, bytes: count * bytes },
    blanks: blanks.map((blank) => places.map(() => blank)),
    write: (address, values) => places.forEach((at, i) => write(address + at, values[i])),
    read: (address) => places.map((at) => read(address + at)),
    isRight: (found, expected) =>
      expected.length === count && places.every((_, i) => isRight(found[i], expected[i])),
  };
}

/**
 * A kind whose values stand so many bytes behind their places, where calls find them.
 * @param {Kind} kind
 * @param {number} by
 * @returns {Kind}
 */
export const shifted = (kind, by) => ({
  ...kind,
  ...{ layout: `${kind.layout}, ${by} bytes on`, bytes: kind.bytes + by, tag: by },
  write: (address, value) => kind.write(address + by, value),
  read: (address) => kind.read(address + by),
});
