/**
 * The encoding of points of Pallas and Vesta, 32 bytes: little-endian x; the highest bit of the
 * last byte is set where y is odd; the identity is all zero (zcash/pasta_curves, src/curves.rs). It
 * is the only one: pasta_curves has no uncompressed bytes.
 *
 * No point has x = 0, as 5 is no square: a point and the identity have nothing in common, and zeros
 * with the bit of an odd y are no point.
 */
import { allocate, isZero } from '../../input/bytes.js';

/** @import { EncodedField } from './flagged.js' */
/** @import { Encoding } from './encoding.js' */

const ODD = 0x80;

/** Sign byte that denotes infinity to an engine. */
const SIGN_INFINITY = 2;

/**
 * The encoding for a prime that leaves the highest bit free.
 * @type {(field: Pick<EncodedField, 'fieldBytes'>) => Encoding}
 */
export const createPastaEncoding = ({ fieldBytes: size }) => ({
  formats: {
    compressed: {
      size,
      decode(bytes) {
        const xs = new Uint8Array(bytes);
        const signs = allocate(bytes.length / size);
        for (let i = 0, at = 0; at < bytes.length; i++, at += size) {
          const last = at + size - 1;
          if (isZero(bytes, at, at + size)) signs[i] = SIGN_INFINITY;
          else signs[i] = bytes[last] & ODD ? 1 : 0;
          xs[last] &= ~ODD;
        }
        return { xs, signs };
      },
      encode(affine) {
        const bytes = allocate(affine.length / 2);
        for (let at = 0; at < bytes.length; at += size) {
          const x = 2 * at;
          bytes.set(affine.subarray(x, x + size), at);
          if (affine[x + size] & 1) bytes[at + size - 1] |= ODD;
        }
        return bytes;
      },
    },
  },
  formatOf: () => 'compressed',
});
