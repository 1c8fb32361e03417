/**
 * The forms in which provers hold points in memory: x, then y, little-endian, without flags; G2: c0
 * before c1. Infinity is all zero. They exist for every curve.
 *
 * - `little-endian`: the integers;
 * - `montgomery-le`: those times R modulo the prime p, R = 256^B for a prime of B bytes.
 *
 * Of a Banderwagon element either representative is read, and the one with the larger y is written.
 */
import { byteLength, scaleIntegers, toBytesLE } from '../../math/integers.js';

/** @import { Format } from './encoding.js' */

/**
 * @param {bigint} p the prime
 * @param {number} fieldBytes of a coordinate
 * @returns {Record<'little-endian' | 'montgomery-le', Format>}
 */
export function proverForms(p, fieldBytes) {
  /** @param {number} bits of R @returns {Format} */
  const form = (bits) => {
    const R = (1n << BigInt(bits)) % p;
    let inverse = 1n;
    for (let i = 0; i < bits; i++) inverse = (inverse & 1n ? inverse + p : inverse) >> 1n;
    const bytesOf = (/** @type {bigint} */ k) => (bits ? toBytesLE(k, fieldBytes) : undefined);
    const factor = bytesOf(inverse);
    return {
      size: 2 * fieldBytes,
      isCanonical: true,
      factor: bytesOf(R),
      decode: (affine) => ({ affine, factor }),
      encode: (affine) => scaleIntegers(affine, R, p),
    };
  };
  return { 'little-endian': form(0), 'montgomery-le': form(8 * byteLength(p)) };
}
