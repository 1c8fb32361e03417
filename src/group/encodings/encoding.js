/**
 * Type of an encoding: it converts between users' bytes and an engine's canonical points. An
 * encoding handles flags and byte order only; the engine checks that coordinates are in range
 * and on the curve.
 */

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
 * `formats` by name, without those of forms.js; the first is the default of `toBytes`. `formatOf`
 * detects the format of one or more encodings from the first byte. `ofEngine` is the format that an
 * engine with `toEncodings` writes itself, if any.
 * @typedef {{
 *   readonly formats: Readonly<Record<string, Format>>,
 *   readonly ofEngine?: PointFormat,
 *   formatOf(bytes: Uint8Array): PointFormat,
 * }} Encoding
 */

export {};
