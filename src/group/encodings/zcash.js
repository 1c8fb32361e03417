/**
 * The zcash encoding of BLS12-381 points (appendix of draft-irtf-cfrg-pairing-friendly-curves,
 * notes/serialization.rs of zkcrypto/bls12_381). Big-endian; x alone is `compressed`, x then y is
 * `uncompressed`. The three highest bits of the first byte are flags:
 *
 * - 0x80 the encoding is compressed;
 * - 0x40 the point is infinity: all bits but these two are zero;
 * - 0x20 y is the larger of y and p − y: compressed, finite points only.
 */
import { PointError } from '../../errors.js';
import { isZero } from '../../input/bytes.js';
import { compressed, flagsError, reversed } from './flagged.js';

/** @import { Encoding, Format } from './encoding.js' */
/** @import { EncodedField } from './flagged.js' */

const COMPRESSED = 0x80;
const INFINITY = 0x40;
const LARGER = 0x20;
const FLAGS = COMPRESSED | INFINITY | LARGER;

/**
 * The encoding for one coordinate field. Its prime must leave the three highest bits free.
 * @type {(field: EncodedField) => Encoding}
 */
export const createZcashEncoding = (field) => ({
  formats: {
    compressed: compressed(field, {
      mask: FLAGS,
      smaller: COMPRESSED,
      larger: COMPRESSED | LARGER,
      infinity: COMPRESSED | INFINITY,
      expected: '0x80, with 0x20 by the sign of y, or 0xc0 and zeros',
    }),
    uncompressed: uncompressed(field.fieldBytes),
  },
  formatOf: (bytes) => (bytes[0] & COMPRESSED ? 'compressed' : 'uncompressed'),
});

/** @type {(fieldBytes: number) => Format} */
function uncompressed(fieldBytes) {
  const size = 2 * fieldBytes;
  return {
    size,
    decode(bytes) {
      const affine = reversed(bytes, fieldBytes);
      for (let i = 0, at = 0; at < bytes.length; i++, at += size) {
        const flags = bytes[at] & FLAGS;
        if (flags === INFINITY) affine[at + fieldBytes - 1] -= INFINITY;
        const isEmpty = isZero(affine, at, at + size);
        if (flags === INFINITY && isEmpty) continue;
        if (flags !== 0) throw flagsError(bytes[at], i, 'uncompressed: none, or 0x40 and zeros');
        // The engine reads all zeros as infinity; here they encode (0, 0), which is not on the
        // curve because b ≠ 0.
        if (isEmpty) throw new PointError('not-on-curve', i);
      }
      return { affine };
    },
    encode(affine) {
      const bytes = reversed(affine, fieldBytes);
      for (let at = 0; at < bytes.length; at += size) {
        if (isZero(bytes, at, at + size)) bytes[at] = INFINITY;
      }
      return bytes;
    },
  };
}
