/**
 * Compressed points with flags in the spare bits of x: big-endian, flags in the first byte. A
 * coordinate c0 + c1·u is c1 then c0, so the bytes are the canonical ones in reverse. The larger of
 * y and −y is the one with the larger c1, or with the larger c0 where c1 is zero.
 *
 * Strict: each point has exactly one encoding, and nothing else is accepted.
 */
import { PointError } from '../../errors.js';
import { toBytesLE } from '../../math/integers.js';
import { allocate, compareLE, copyReversed, isZero } from '../../input/bytes.js';

/** @import { Format } from './encoding.js' */

/**
 * The coordinates: `fieldBytes` of one, which has `degree` coefficients.
 * @typedef {{ prime: bigint, fieldBytes: number, degree: number }} EncodedField
 */

/**
 * The flags that a mask covers: of finite points, by their y, and of infinity, whose other bits are
 * all zero. `expected`: in words, for errors.
 * @typedef {{ mask: number, smaller: number, larger: number, infinity: number, expected: string }}
 *   Flags
 */

/** Sign byte that denotes infinity to an engine. */
const SIGN_INFINITY = 2;

/**
 * @param {EncodedField} field its prime leaves the bits of the mask free
 * @param {Flags} flags
 * @returns {Format}
 */
export function compressed({ prime, fieldBytes: size, degree }, flags) {
  const { mask, smaller, larger, infinity, expected } = flags;
  /** y is the larger root if and only if its highest nonzero coefficient exceeds this. */
  const half = toBytesLE((prime - 1n) / 2n, size / degree);
  const isLarger = (/** @type {Uint8Array} */ affine, /** @type {number} */ y) => {
    let at = y + size - half.length;
    while (at > y && isZero(affine, at, at + half.length)) at -= half.length;
    return compareLE(affine, at, half) > 0;
  };
  return {
    size,
    decode(bytes) {
      const xs = reversed(bytes, size);
      const signs = allocate(bytes.length / size);
      for (let i = 0, at = 0; at < bytes.length; i++, at += size) {
        const flag = bytes[at] & mask;
        xs[at + size - 1] &= ~mask;
        if (flag === infinity && isZero(xs, at, at + size)) signs[i] = SIGN_INFINITY;
        else if (flag === larger) signs[i] = 1;
        else if (flag !== smaller) throw flagsError(bytes[at], i, `compressed: ${expected}`);
      }
      return { xs, signs };
    },
    encode(affine) {
      const bytes = allocate(affine.length / 2);
      for (let at = 0; at < bytes.length; at += size) {
        const x = 2 * at;
        copyReversed(affine, x, bytes, at, size);
        if (isZero(affine, x, x + 2 * size)) bytes[at] = infinity;
        else bytes[at] |= isLarger(affine, x + size) ? larger : smaller;
      }
      return bytes;
    },
  };
}

/**
 * @param {Uint8Array} bytes
 * @param {number} size
 * @returns {Uint8Array<ArrayBuffer>} a copy in which every so many bytes are in reverse order
 */
export function reversed(bytes, size) {
  const copy = allocate(bytes.length);
  for (let at = 0; at < copy.length; at += size) copyReversed(bytes, at, copy, at, size);
  return copy;
}

/**
 * @param {number} byte with the flags
 * @param {number} index
 * @param {string} expected
 * @returns {PointError}
 */
export function flagsError(byte, index, expected) {
  return new PointError('flags', index, {
    expected: `the flags of the format (${expected})`,
    got: `an encoding that begins with 0x${byte.toString(16).padStart(2, '0')}`,
  });
}
