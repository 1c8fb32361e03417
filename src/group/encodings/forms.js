/**
 * The forms in which provers hold points in memory: x, then y, little-endian, without flags; G2: c0
 * before c1. Infinity is all zero. They exist for every curve.
 *
 * - `little-endian`: the integers;
 * - `montgomery-le`: those times R modulo the prime p, R = 2^(64·w) for a prime of w words of 64
 *   bits.
 */

import { byteLength, scaleIntegers, toBytesLE, wordBytes } from '../../math/integers.js';

/** @import { Format } from './encoding.js' */

/**
 * @param {bigint} p the prime
 * @param {number} degree of the coordinates
 * @returns {Record<'little-endian' | 'montgomery-le', Format>}
 */
export function proverForms(p, degree) {
  const size = byteLength(p);
  const words = wordBytes(p);
  const [R, inverse] = montgomeryRadix(p, 8 * words);
  const factor = toBytesLE(inverse, degree * words);
  return {
    'little-endian': {
      size: 2 * degree * size,
      decode: (affine) => ({ affine }),
      encode: (affine) => new Uint8Array(affine),
      encodeMultiplied: (affine) => affine,
    },
    'montgomery-le': {
      size: 2 * degree * size,
      factor: toBytesLE(R, degree * words),
      decode: (affine) => ({ affine, factor }),
      encode: (affine) => scaleIntegers(affine, size, R, p),
      encodeMultiplied: (affine) => affine,
    },
  };
}

/**
 * 2^bits and its inverse, modulo p.
 * @param {bigint} p odd
 * @param {number} bits
 */
function montgomeryRadix(p, bits) {
  let inverse = 1n;
  for (let i = 0; i < bits; i++) inverse = (inverse & 1n ? inverse + p : inverse) >> 1n;
  return [(1n << BigInt(bits)) % p, inverse];
}
