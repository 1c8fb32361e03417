/** Integers of 32 bytes, little-endian, as the engines take them. */
import { SCALAR_BYTES, toBytesLE } from '../../math/integers.js';
import { compareLE, copyReversed, isZero } from '../../input/bytes.js';

/**
 * The big-endian integer at `start`, as little-endian bytes.
 * @type {(bytes: Uint8Array, start: number) => Uint8Array}
 */
export function reversed(bytes, start) {
  const result = new Uint8Array(SCALAR_BYTES);
  copyReversed(bytes, start, result, 0, SCALAR_BYTES);
  return result;
}

/**
 * Affine coordinates back to back, a canonical point.
 * @type {(point: { x: bigint, y: bigint }) => Uint8Array}
 */
export function bytesOfPoint({ x, y }) {
  return toBytesLE(x + (y << 256n), 2 * SCALAR_BYTES);
}

/**
 * Whether 0 < value < bound for the value at `start`.
 * @type {(bytes: Uint8Array, start: number, bound: Uint8Array) => boolean}
 */
export function isBetween(bytes, start, bound) {
  return compareLE(bytes, start, bound) < 0 && !isZero(bytes, start, start + SCALAR_BYTES);
}

/**
 * a + b.
 * @param {Uint8Array} a
 * @param {Uint8Array} b
 * @returns {Uint8Array} the lower 256 bits
 */
export function sum(a, b) {
  const result = new Uint8Array(SCALAR_BYTES);
  let carry = 0;
  for (let i = 0; i < SCALAR_BYTES; i++) {
    carry += a[i] + b[i];
    result[i] = carry;
    carry >>= 8;
  }
  return result;
}

/**
 * a − b.
 * @param {Uint8Array} a
 * @param {Uint8Array} b at most a
 * @returns {Uint8Array}
 */
export function difference(a, b) {
  const result = new Uint8Array(SCALAR_BYTES);
  let borrow = 0;
  for (let i = 0; i < SCALAR_BYTES; i++) {
    borrow += a[i] - b[i];
    result[i] = borrow;
    borrow >>= 8;
  }
  return result;
}

/**
 * The value modulo the order.
 * @param {Uint8Array} value below twice the order; always true for an order above 2^255
 * @param {Uint8Array} order
 * @returns {Uint8Array}
 */
export function reduced(value, order) {
  return compareLE(value, 0, order) < 0 ? value : difference(value, order);
}

/**
 * Copies the big-endian integer at `from`, reduced modulo the order, to `to`, little-endian.
 * @param {Uint8Array} source
 * @param {number} from
 * @param {Uint8Array} target
 * @param {number} to
 * @param {Uint8Array} order above 2^255
 */
export function copyReduced(source, from, target, to, order) {
  copyReversed(source, from, target, to, SCALAR_BYTES);
  if (compareLE(target, to, order) < 0) return;
  target.set(difference(target.subarray(to, to + SCALAR_BYTES), order), to);
}
