/** Kinds of operands (`exports.js`) that exports of every module take: bytes, and values out of place. */
import { fromBytesLE, toBytesLE } from '../../src/math/modular.js';

/** @import { Kind } from './exports.js' */

/**
 * Integers as so many bytes, the lowest first; negative ones in two's complement if `signed`.
 * @param {() => Uint8Array} memory
 * @param {number} bytes
 * @param {{ signed?: boolean }} [options]
 * @returns {Kind}
 */
export function integerKind(memory, bytes, { signed = false } = {}) {
  const bits = 8 * bytes;
  return {
    ...{ layout: `integer of ${bytes} bytes`, bytes, isRight: Object.is },
    // Every bit is wrong in one of them.
    blanks: signed ? [0n, -1n] : [0n, (1n << BigInt(bits)) - 1n],
    write: (address, value) => memory().set(toBytesLE(BigInt.asUintN(bits, value), bytes), address),
    read(address) {
      const value = fromBytesLE(memory().subarray(address, address + bytes));
      return signed ? BigInt.asIntN(bits, value) : value;
    },
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
