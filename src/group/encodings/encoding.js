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
 * The formats of all groups: `'uncompressed-le'` is Banderwagon's alone.
 * @typedef {'compressed' | 'uncompressed' | 'uncompressed-le'} PointFormat
 */

/**
 * `size` is the number of bytes of one point. `decode` takes a whole number of encodings back to
 * back and throws `PointError('flags' | 'not-on-curve', index)`. `encode` takes canonical points
 * back to back, and throws `PointError('flags', index)` for infinity where the encoding has an
 * `identity`.
 * @typedef {{
 *   readonly size: number,
 *   decode(bytes: Uint8Array): Decoded,
 *   encode(affine: Uint8Array): Uint8Array<ArrayBuffer>,
 * }} Format
 */

/**
 * `formats` by name; the first of `names` is the default of `toBytes`. `identity` is the encoding
 * of infinity if it is valid for single points only, whatever the format; null if infinity has a
 * full encoding in every format. `formatOf` detects the format of one or more encodings from the
 * first byte. `ofEngine` is the format that an engine with `toEncodings` writes itself, if any.
 * @typedef {{
 *   readonly names: readonly PointFormat[],
 *   readonly formats: Readonly<Record<string, Format>>,
 *   readonly identity: Uint8Array | null,
 *   readonly ofEngine?: PointFormat,
 *   formatOf(bytes: Uint8Array): PointFormat,
 * }} Encoding
 */

export {};
