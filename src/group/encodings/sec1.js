/**
 * The encoding of SEC 1 version 2.0, section 2.3.3. Big-endian, after a prefix byte:
 *
 * - 02 or 03: `compressed`, x alone; 03 if y is odd;
 * - 04: `uncompressed`, x then y;
 * - 00, and nothing else: infinity. Valid for a single point only, since the encodings in a list
 *   have equal length.
 *
 * Strict: each point has exactly one encoding per format. The hybrid form
 * (06 or 07, x, y) is refused.
 */
import { PointError } from '../../errors.js';
import { allocate, copyReversed, isZero } from '../../input/bytes.js';

/** @import { Encoding, Format } from './encoding.js' */

const EVEN = 0x02;
const ODD = 0x03;
const UNCOMPRESSED = 0x04;
const IDENTITY = new Uint8Array(1);

/** The encoding for a prime field. @type {(field: { fieldBytes: number }) => Encoding} */
export function createSec1Encoding({ fieldBytes }) {
  const formats = { compressed: compressed(fieldBytes), uncompressed: uncompressed(fieldBytes) };
  return {
    formats,
    formatOf(bytes) {
      if (bytes[0] === EVEN || bytes[0] === ODD) return 'compressed';
      if (bytes[0] === UNCOMPRESSED) return 'uncompressed';
      // Neither is valid; the format that fits the length reports the reason.
      return bytes.length % formats.uncompressed.size === 0 ? 'uncompressed' : 'compressed';
    },
  };
}

/** @type {(fieldBytes: number) => Format} */
function compressed(fieldBytes) {
  const size = 1 + fieldBytes;
  return {
    size,
    identity: IDENTITY,
    decode(bytes) {
      const n = bytes.length / size;
      const xs = allocate(n * fieldBytes);
      const signs = allocate(n);
      for (let i = 0, at = 0; i < n; i++, at += size) {
        if (bytes[at] !== EVEN && bytes[at] !== ODD) {
          throw flagsError(bytes[at], i, 'compressed: 0x02 or 0x03');
        }
        signs[i] = bytes[at] - EVEN;
        copyReversed(bytes, at + 1, xs, i * fieldBytes, fieldBytes);
      }
      return { xs, signs };
    },
    encode(affine) {
      const n = affine.length / (2 * fieldBytes);
      const bytes = allocate(n * size);
      for (let i = 0, x = 0, at = 0; i < n; i++, x += 2 * fieldBytes, at += size) {
        refuseInfinity(affine, x, 2 * fieldBytes, i);
        bytes[at] = EVEN + (affine[x + fieldBytes] & 1);
        copyReversed(affine, x, bytes, at + 1, fieldBytes);
      }
      return bytes;
    },
  };
}

/** @type {(fieldBytes: number) => Format} */
function uncompressed(fieldBytes) {
  const size = 1 + 2 * fieldBytes;
  return {
    size,
    identity: IDENTITY,
    decode(bytes) {
      const n = bytes.length / size;
      const affine = allocate(2 * n * fieldBytes);
      for (let i = 0, at = 0, x = 0; i < n; i++, at += size, x += 2 * fieldBytes) {
        if (bytes[at] !== UNCOMPRESSED) throw flagsError(bytes[at], i, 'uncompressed: 0x04');
        // The engine reads all zeros as infinity; here they encode (0, 0), which is not on the
        // curve because b ≠ 0.
        if (isZero(bytes, at + 1, at + size)) throw new PointError('not-on-curve', i);
        copyReversed(bytes, at + 1, affine, x, fieldBytes);
        copyReversed(bytes, at + 1 + fieldBytes, affine, x + fieldBytes, fieldBytes);
      }
      return { affine };
    },
    encode(affine) {
      const n = affine.length / (2 * fieldBytes);
      const bytes = allocate(n * size);
      for (let i = 0, x = 0, at = 0; i < n; i++, x += 2 * fieldBytes, at += size) {
        refuseInfinity(affine, x, 2 * fieldBytes, i);
        bytes[at] = UNCOMPRESSED;
        copyReversed(affine, x, bytes, at + 1, fieldBytes);
        copyReversed(affine, x + fieldBytes, bytes, at + 1 + fieldBytes, fieldBytes);
      }
      return bytes;
    },
  };
}

/**
 * @type {(affine: Uint8Array, start: number, size: number, index: number) => void}
 * @throws {PointError} the point that starts there is infinity
 */
function refuseInfinity(affine, start, size, index) {
  if (!isZero(affine, start, start + size)) return;
  throw new PointError('flags', index, {
    expected: 'a finite point (infinity is a single byte, which cannot stand among others)',
    got: 'infinity',
  });
}

/** @type {(byte: number, index: number, expected: string) => PointError} */
function flagsError(byte, index, expected) {
  const got = `an encoding that begins with 0x${byte.toString(16).padStart(2, '0')}`;
  return new PointError('flags', index, {
    expected: `the first byte of the format (${expected})`,
    got,
  });
}
