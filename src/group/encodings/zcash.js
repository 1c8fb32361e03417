/**
 * The zcash encoding of BLS12-381 points (appendix of draft-irtf-cfrg-pairing-friendly-curves,
 * notes/serialization.rs of zkcrypto/bls12_381). Big-endian; x alone is `compressed`, x then y is
 * `uncompressed`. The three highest bits of the first byte are flags:
 *
 * - 0x80 the encoding is compressed;
 * - 0x40 the point is infinity: all bits but these two are zero;
 * - 0x20 y is the larger of y and p − y: compressed, finite points only.
 *
 * A coordinate c0 + c1·u of G2 is c1 then c0, so here, too, the bytes are the canonical ones
 * in reverse; the larger of y and −y is the one with the larger c1, or with the larger c0
 * where c1 is zero.
 *
 * Strict: each point has exactly one encoding per format, and nothing else is accepted.
 */
import { PointError } from '../../errors.js';
import { toBytesLE } from '../../math/integers.js';
import { allocate, compareLE, copyReversed, isZero } from '../../input/bytes.js';

/** @import { Encoding, Format } from './encoding.js' */

const COMPRESSED = 0x80;
const INFINITY = 0x40;
const LARGER = 0x20;
const FLAGS = COMPRESSED | INFINITY | LARGER;

/** Sign byte that denotes infinity to an engine. */
const SIGN_INFINITY = 2;

/**
 * The encoding for one coordinate field. Its prime must leave the three highest bits free.
 * @param {{ prime: bigint, fieldBytes: number, degree?: number }} field `fieldBytes` of a
 *   coordinate, which has `degree` coefficients
 * @returns {Encoding}
 */
export function createZcashEncoding({ prime, fieldBytes, degree = 1 }) {
  const size = fieldBytes / degree;
  /** y is the larger root if and only if its highest nonzero coefficient exceeds this. */
  const half = toBytesLE((prime - 1n) / 2n, size);
  const isLarger = (/** @type {Uint8Array} */ affine, /** @type {number} */ y) => {
    let at = y + fieldBytes - size;
    while (at > y && isZero(affine, at, at + size)) at -= size;
    return compareLE(affine, at, half) > 0;
  };

  return {
    formats: {
      compressed: compressed(fieldBytes, isLarger),
      uncompressed: uncompressed(fieldBytes),
    },
    formatOf: (bytes) => (bytes[0] & COMPRESSED ? 'compressed' : 'uncompressed'),
  };
}

/**
 * @param {number} fieldBytes
 * @param {(affine: Uint8Array, y: number) => boolean} isLarger whether the y at this place
 *   is the larger root
 * @returns {Format}
 */
function compressed(fieldBytes, isLarger) {
  const size = fieldBytes;
  return {
    size,
    decode(bytes) {
      const n = bytes.length / size;
      const xs = allocate(bytes.length);
      const signs = allocate(n);
      for (let i = 0, at = 0; i < n; i++, at += size) {
        const flags = bytes[at] & FLAGS;
        if (flags === (COMPRESSED | INFINITY) && isInfinity(bytes, at, size)) {
          signs[i] = SIGN_INFINITY;
        } else if (flags === COMPRESSED || flags === (COMPRESSED | LARGER)) {
          signs[i] = flags & LARGER ? 1 : 0;
          copyReversed(bytes, at, xs, at, size);
          xs[at + size - 1] &= ~FLAGS;
        } else {
          throw flagsError(
            bytes,
            at,
            i,
            'compressed: 0x80, with 0x20 by the sign of y, or 0xc0 and zeros',
          );
        }
      }
      return { xs, signs };
    },
    encode(affine) {
      const n = affine.length / (2 * fieldBytes);
      const bytes = allocate(n * size);
      for (let i = 0; i < n; i++) {
        const x = 2 * i * fieldBytes;
        const y = x + fieldBytes;
        const at = i * fieldBytes;
        if (isZero(affine, x, y + fieldBytes)) {
          bytes[at] = COMPRESSED | INFINITY;
        } else {
          copyReversed(affine, x, bytes, at, fieldBytes);
          bytes[at] |= isLarger(affine, y) ? COMPRESSED | LARGER : COMPRESSED;
        }
      }
      return bytes;
    },
  };
}

/**
 * @param {number} fieldBytes
 * @returns {Format}
 */
function uncompressed(fieldBytes) {
  const size = 2 * fieldBytes;
  return {
    size,
    decode(bytes) {
      const n = bytes.length / size;
      const affine = allocate(bytes.length);
      for (let i = 0, at = 0; i < n; i++, at += size) {
        const flags = bytes[at] & FLAGS;
        if (flags === INFINITY && isInfinity(bytes, at, size)) continue;
        if (flags !== 0) throw flagsError(bytes, at, i, 'uncompressed: none, or 0x40 and zeros');
        // The engine reads all zeros as infinity; here they encode (0, 0), which is not on the
        // curve because b ≠ 0.
        if (isZero(bytes, at, at + size)) throw new PointError('not-on-curve', i);
        copyReversed(bytes, at, affine, at, fieldBytes);
        copyReversed(bytes, at + fieldBytes, affine, at + fieldBytes, fieldBytes);
      }
      return { affine };
    },
    encode(affine) {
      const bytes = allocate(affine.length);
      for (let x = 0; x < affine.length; x += 2 * fieldBytes) {
        const y = x + fieldBytes;
        if (isZero(affine, x, y + fieldBytes)) {
          bytes[x] = INFINITY;
        } else {
          copyReversed(affine, x, bytes, x, fieldBytes);
          copyReversed(affine, y, bytes, y, fieldBytes);
        }
      }
      return bytes;
    },
  };
}

/**
 * Whether nothing but flags is set in the encoding at `at`.
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {number} size
 * @returns {boolean}
 */
function isInfinity(bytes, at, size) {
  return (bytes[at] & ~FLAGS) === 0 && isZero(bytes, at + 1, at + size);
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {number} index
 * @param {string} expected
 * @returns {PointError}
 */
function flagsError(bytes, at, index, expected) {
  const got = `an encoding that begins with 0x${bytes[at].toString(16).padStart(2, '0')}`;
  return new PointError('flags', index, { expected: `the flags of the format (${expected})`, got });
}
