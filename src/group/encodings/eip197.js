/**
 * The encodings of BN254 points, for a prime that leaves two bits free:
 *
 * - `uncompressed`: big-endian x, then y, without flags; infinity is all zero (EIP-196, EIP-197);
 * - `compressed`: big-endian x, two flags in the first byte: 0x80 for a finite point, with 0x40
 *   where y is the larger of y and −y; 0x40 alone for infinity (gnark-crypto ecc/bn254/marshal.go);
 * - `compressed-le`: little-endian x, two flags in the last byte: 0x80 where y is the larger one,
 *   0x40 for infinity (arkworks ec/src/models/short_weierstrass/serialization_flags.rs).
 *
 * The last one must be named where bytes are read.
 */
import { compressed, reversed } from './flagged.js';

/** @import { Encoding, Format } from './encoding.js' */
/** @import { EncodedField } from './flagged.js' */

const FLAGS = 0xc0;

/** The encoding for one coordinate field. @type {(field: EncodedField) => Encoding} */
export const createEip197Encoding = (field) => ({
  formats: {
    compressed: compressed(field, {
      mask: FLAGS,
      smaller: 0x80,
      larger: 0xc0,
      infinity: 0x40,
      expected: '0x80, with 0x40 by the sign of y, or 0x40 and zeros',
    }),
    uncompressed: uncompressed(field.fieldBytes),
    'compressed-le': backwards(
      compressed(field, {
        mask: FLAGS,
        smaller: 0,
        larger: 0x80,
        infinity: 0x40,
        expected: 'read from the end: none, 0x80 by the sign of y, or 0x40 and zeros',
      }),
    ),
  },
  formatOf: (bytes) => (bytes[0] & FLAGS ? 'compressed' : 'uncompressed'),
});

/** The engine, too, has all zeros for infinity. @type {(fieldBytes: number) => Format} */
const uncompressed = (fieldBytes) => ({
  size: 2 * fieldBytes,
  decode: (bytes) => ({ affine: reversed(bytes, fieldBytes) }),
  encode: (affine) => reversed(affine, fieldBytes),
});

/** The format with all bytes of an encoding in reverse order. @type {(format: Format) => Format} */
const backwards = ({ size, decode, encode }) => ({
  size,
  decode: (bytes) => decode(reversed(bytes, size)),
  encode: (affine) => reversed(encode(affine), size),
});
