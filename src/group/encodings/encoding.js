/**
 * Type of an encoding: it converts between users' bytes and an engine's canonical points. An
 * encoding handles flags and byte order only; the engine checks that coordinates are in range
 * and on the curve.
 *
 * The forms in which provers hold points in memory: x, then y, little-endian, without flags; G2: c0
 * before c1. Infinity is all zero. They exist for every curve.
 *
 * - `little-endian`: the integers;
 * - `montgomery-le`: those times R modulo the prime p, R = 256^B for a prime of B bytes.
 *
 * Of a Banderwagon element either representative is read, and the one with the larger y is written.
 */

import { byteLength, scaleIntegers, toBytesLE } from '../../math/integers.js';

/** @import { PointSource } from '../../port/engine.js' */

/**
 * Input of an engine's decoder. `verify` is called once the points are known to be on the curve; it
 * throws `PointError('flags', index)` for non-canonical encodings that can only be detected then.
 * @typedef {PointSource & { readonly verify?: () => void }} Decoded
 */

/**
 * The formats of every group; the last two must be named where bytes are read.
 * @typedef {'compressed' | 'uncompressed' | 'little-endian' | 'montgomery-le'} PointFormat
 */

/** The formats of BN254. @typedef {PointFormat | 'compressed-le'} Eip197Format */

/** The formats of Pallas and Vesta. @typedef {Exclude<PointFormat, 'uncompressed'>} PastaFormat */

/** The formats of Banderwagon. @typedef {PointFormat | 'uncompressed-le'} ElementFormat */

/**
 * `size` is the number of bytes of one point. `decode` takes a whole number of encodings back to
 * back and throws `PointError('flags' | 'not-on-curve', index)`. `encode` takes canonical points
 * back to back, and throws `PointError('flags', index)` for infinity where there is an `identity`:
 * its encoding if it is valid for single points only. `isCanonical`: the encodings are canonical
 * points, with coordinates multiplied by `factor` if there is one: then `engine.toAffine` writes
 * lists.
 * @typedef {{
 *   readonly size: number,
 *   decode(bytes: Uint8Array): Decoded,
 *   encode(affine: Uint8Array): Uint8Array<ArrayBuffer>,
 *   readonly identity?: Uint8Array,
 *   readonly isCanonical?: boolean,
 *   readonly factor?: Uint8Array,
 * }} Format
 */

/**
 * `formats` by name, without those of provers; the first is the default of `toBytes`. `formatOf`
 * detects the format of one or more encodings from the first byte. `ofEngine` is the format that an
 * engine with `toEncodings` writes itself, if any.
 * @typedef {{
 *   readonly formats: Readonly<Record<string, Format>>,
 *   readonly ofEngine?: PointFormat,
 *   formatOf(bytes: Uint8Array): PointFormat,
 * }} Encoding
 */

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
