/**
 * Type of an encoding: the bridge between the bytes that users hold and the canonical points of an engine.
 * An encoding reads flags and byte orders only; whether coordinates are in range and on the curve is the engine's part.
 */

/**
 * What an engine needs: canonical points back to back, or x-coordinates with a sign byte each (0 or 1 picks the root,
 * 2 means infinity). `verify` is called once the points are known to be on the curve, and throws `PointError('flags', index)`
 * for what only then can be called a wrong encoding of a point.
 * @typedef {{ affine: Uint8Array, verify?: () => void } | { xs: Uint8Array, signs: Uint8Array }} Decoded
 */

/**
 * The formats of all groups: `'uncompressed-le'` is Banderwagon's alone.
 * @typedef {'compressed' | 'uncompressed' | 'uncompressed-le'} PointFormat
 */

/**
 * `formats` are the names of the formats, the default of `toBytes` first. `identity` is the encoding of infinity where
 * only a single point can be written so, whatever the format; null where infinity has a full encoding in every format.
 * `formatOf` tells the format of one or more encodings by the first byte. `sizeOf` is the number of bytes of one point. `decode` takes a whole number of encodings of one format and throws
 * `PointError('flags' | 'not-on-curve', index)`. `encode` takes canonical points back to back,
 * and throws `PointError('flags', index)` for infinity if it has an `identity`. `ofEngine` is the format that an engine with
 * `toEncodings` writes itself, if there is one.
 * @typedef {{
 *   readonly formats: readonly PointFormat[],
 *   readonly identity: Uint8Array | null,
 *   readonly ofEngine?: PointFormat,
 *   formatOf(bytes: Uint8Array): PointFormat,
 *   sizeOf(format: PointFormat): number,
 *   decode(bytes: Uint8Array, format: PointFormat): Decoded,
 *   encode(affine: Uint8Array, format: PointFormat): Uint8Array<ArrayBuffer>,
 * }} Encoding
 */

export {};
