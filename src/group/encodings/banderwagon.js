/**
 * The encodings of Banderwagon elements {(x, y), (−x, −y)}. *Canonical* is the one with the larger y.
 *
 * - `compressed`, 32 bytes: big-endian x of the canonical one; the identity is all zero
 *   (crate-crypto/go-ipa banderwagon/element.go, rust-verkle banderwagon/src/element.rs);
 * - `uncompressed`, 64 bytes: big-endian x, then y, of the canonical one (go-ipa); the identity is 0, p − 1;
 * - `uncompressed-le`, 64 bytes: little-endian x, then y (arkworks; rust-verkle and verkle-cryptography-wasm). Either
 *   one may be read; the canonical one is written, but 0, 1 for the identity.
 *
 * The first two are strict: an element has exactly one encoding. There are no flag bits; `PointError('flags')` says that
 * y is not the larger one.
 */
import { PointError } from '../../errors.js';
import { toBytesLE } from '../../math/integers.js';
import { allocate, compareLE, copyReversed, isZero } from '../../input/bytes.js';

/** @import { Decoded, Encoding } from './encoding.js' */

/** Up to so many coordinates are turned round byte by byte. */
const FEW = 8;

/**
 * The encoding for a prime field.
 * @param {{ prime: bigint, fieldBytes: number }} field
 * @returns {Encoding}
 */
export function createBanderwagonEncoding({ prime, fieldBytes }) {
  /** y is the larger one exactly when it is above this. */
  const half = toBytesLE((prime - 1n) / 2n, fieldBytes);
  const minusOne = toBytesLE(prime - 1n, fieldBytes);

  return {
    formats: ['compressed', 'uncompressed', 'uncompressed-le'],
    identity: null,
    ofEngine: 'compressed',
    formatOf: () => 'compressed',
    sizeOf: (format) => (format === 'compressed' ? fieldBytes : 2 * fieldBytes),
    decode(bytes, format) {
      if (format === 'compressed') return decodeCompressed(bytes, fieldBytes);
      const affine = new Uint8Array(bytes);
      if (format === 'uncompressed') swap(affine, fieldBytes);
      refuseZeros(affine, fieldBytes);
      return format === 'uncompressed'
        ? { affine, verify: () => refuseSmaller(affine, fieldBytes, half) }
        : { affine };
    },
    encode(affine, format) {
      if (format === 'compressed') return encodeCompressed(affine, fieldBytes);
      const bytes = new Uint8Array(affine);
      const one = format === 'uncompressed' ? minusOne : Uint8Array.of(1);
      for (let y = fieldBytes; y < bytes.length; y += 2 * fieldBytes) {
        if (isZero(bytes, y, y + fieldBytes)) bytes.set(one, y);
      }
      if (format === 'uncompressed') swap(bytes, fieldBytes);
      return bytes;
    },
  };
}

/**
 * @param {Uint8Array} bytes
 * @param {number} size bytes of one encoding
 * @returns {Decoded}
 */
function decodeCompressed(bytes, size) {
  const xs = allocate(bytes.length);
  reverseCoordinates(bytes, size, xs, size, size);
  return { xs, signs: allocate(bytes.length / size).fill(1) };
}

/**
 * @param {Uint8Array} affine canonical points
 * @param {number} fieldBytes
 * @returns {Uint8Array<ArrayBuffer>}
 */
function encodeCompressed(affine, fieldBytes) {
  const bytes = allocate(affine.length / 2);
  reverseCoordinates(affine, 2 * fieldBytes, bytes, fieldBytes, fieldBytes);
  return bytes;
}

/**
 * Reverses the byte order of every coordinate in place.
 * @param {Uint8Array} bytes
 * @param {number} size bytes of a coordinate
 */
function swap(bytes, size) {
  reverseCoordinates(bytes.slice(), size, bytes, size, size);
}

/**
 * Copies a coordinate from every `step` bytes to every `stride` bytes in reverse byte order: of a list four bytes at a time, for which
 * it takes views that cost as much as a dozen coordinates.
 * @param {Uint8Array} source
 * @param {number} step
 * @param {Uint8Array} target
 * @param {number} stride
 * @param {number} size bytes of a coordinate, a multiple of 4
 */
function reverseCoordinates(source, step, target, stride, size) {
  if (target.length <= FEW * stride) {
    for (let read = 0, write = 0; write < target.length; read += step, write += stride) {
      copyReversed(source, read, target, write, size);
    }
    return;
  }
  const from = new DataView(source.buffer, source.byteOffset, source.length);
  const to = new DataView(target.buffer, target.byteOffset, target.length);
  for (let read = 0, write = 0; write < target.length; read += step, write += stride) {
    for (let i = 0; i < size; i += 4) {
      to.setUint32(write + i, from.getUint32(read + size - 4 - i, true));
    }
  }
}

/**
 * @param {Uint8Array} affine
 * @param {number} fieldBytes
 * @throws {PointError} all zero means infinity to the engine; here it says (0, 0), which is not on the curve
 */
function refuseZeros(affine, fieldBytes) {
  const size = 2 * fieldBytes;
  for (let at = 0; at < affine.length; at += size) {
    if (isZero(affine, at, at + size)) throw new PointError('not-on-curve', at / size);
  }
}

/**
 * @param {Uint8Array} affine points of the curve
 * @param {number} fieldBytes
 * @param {Uint8Array} half (p − 1)/2, little-endian
 * @throws {PointError} a y is not the larger one
 */
function refuseSmaller(affine, fieldBytes, half) {
  for (let y = fieldBytes; y < affine.length; y += 2 * fieldBytes) {
    if (compareLE(affine, y, half) > 0) continue;
    throw new PointError('flags', (y - fieldBytes) / (2 * fieldBytes), {
      expected: 'the one of (x, y) and (−x, −y) with the larger y',
      got: 'the other',
    });
  }
}
