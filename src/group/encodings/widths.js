/**
 * Formats of coordinates whose bytes fill no words of 64 bits, as only curves of users' own have
 * them.
 */
import { allocate } from '../../input/bytes.js';

/** @import { Coordinates } from '../../math/coordinates.js' */
/** @import { Decoded, Format } from './encoding.js' */

/**
 * A format, for coordinates as an engine has them.
 * @param {Format} format for those as encodings have them
 * @param {Coordinates<any>} encoded
 * @param {Coordinates<any>} ofEngine
 * @returns {Format}
 */
export function inWords(format, encoded, ofEngine) {
  if (encoded.bytes === ofEngine.bytes) return format;
  const [size, words] = [encoded, ofEngine].map(({ bytes, degree }) => bytes / degree);
  const { encode, encodeMultiplied } = { encodeMultiplied: undefined, ...format };
  /** @type {(write: NonNullable<Format['encodeMultiplied']>) => Format['encode']} */
  const encoder = (write) => (affine) => write(resized(affine, words, size));
  return {
    ...format,
    decode(bytes) {
      /** Nothing is inherited. @type {{ __proto__: null } & Decoded} */
      const { xs, affine, ...rest } = { __proto__: null, ...format.decode(bytes) };
      const widened = xs
        ? { xs: resized(xs, size, words) }
        : { affine: resized(/** @type {Uint8Array} */ (affine), size, words) };
      return /** @type {Decoded} */ ({ ...rest, ...widened });
    },
    encode: encoder(encode),
    ...(encodeMultiplied && { encodeMultiplied: encoder(encodeMultiplied) }),
  };
}

/**
 * Integers of another length: zeros are appended, or taken away.
 * @param {Uint8Array} bytes integers back to back, little-endian
 * @param {number} from bytes of each
 * @param {number} to
 * @returns {Uint8Array<ArrayBuffer>}
 */
function resized(bytes, from, to) {
  const count = bytes.length / from;
  const target = allocate(count * to);
  for (let i = 0; i < count; i++)
    target.set(bytes.subarray(i * from, i * from + Math.min(from, to)), i * to);
  return target;
}
