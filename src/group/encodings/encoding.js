/**
 * Type of an encoding: it converts between users' bytes and an engine's canonical points. An
 * encoding handles flags and byte order only; the engine checks that coordinates are in range
 * and on the curve. An encoding has as many bytes a coefficient as the prime, an engine whole words
 * of 64 bits: `forEngine` of an encoding converts where these differ (widths.js).
 */

/** @import { Engine, PointSource } from '../../port/engine.js' */

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
 * its encoding if it is valid for single points only. `encodeMultiplied` encodes a list that
 * nobody else holds, and whose coordinates the engine has multiplied by `factor`, if there is one.
 * @typedef {{
 *   readonly size: number,
 *   decode(bytes: Uint8Array): Decoded,
 *   encode(affine: Uint8Array): Uint8Array<ArrayBuffer>,
 *   readonly identity?: Uint8Array,
 *   readonly factor?: Uint8Array,
 *   encodeList?(engine: Engine, handle: object, start: number,
 *     end: number): Uint8Array<ArrayBuffer>,
 *   encodeMultiplied?(affine: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>,
 * }} Format
 */

/**
 * `formats` by name, without those of provers; the first is the default of `toBytes`. `formatOf`
 * detects the format of one or more encodings from the first byte. `forEngine`: the format for
 * coordinates in whole words, where the prime's bytes fill none.
 * @typedef {{
 *   readonly formats: Readonly<Record<string, Format>>,
 *   readonly forEngine?: (format: Format) => Format,
 *   formatOf(bytes: Uint8Array): PointFormat,
 * }} Encoding
 */
