/**
 * The encodings of Banderwagon elements {(x, y), (−x, −y)}. *Canonical* is the one
 * with the larger y.
 *
 * - `compressed`, 32 bytes: big-endian x of the canonical one; the identity is all zero
 *   (crate-crypto/go-ipa banderwagon/element.go, rust-verkle banderwagon/src/element.rs);
 * - `uncompressed`, 64 bytes: big-endian x, then y, of the canonical one (go-ipa); the
 *   identity is 0, p − 1;
 * - `uncompressed-le`, 64 bytes: little-endian x, then y (arkworks; rust-verkle and
 *   verkle-cryptography-wasm). Either representative is accepted; the canonical one is written,
 *   except that the identity is 0, 1.
 *
 * The first two are strict: an element has exactly one encoding. There are no flag bits;
 * `PointError('flags')` says that y is not the larger one. In the forms of provers (forms.js), too,
 * either representative is read, and the canonical one is written.
 */
import { PointError } from '../errors.js';
import { toBytesLE } from '../math/integers.js';
import { allocate, compareLE, copyReversed, isZero } from '../input/bytes.js';

/** @import { Encoding, Format } from '../group/encodings/encoding.js' */

/** Up to this number, coordinates are reversed byte by byte. */
const FEW = 8;

/**
 * A config whose generator is the canonical representative.
 * @template {{ p: bigint, generator: { x: bigint, y: bigint } }} Config
 * @param {Config} config
 * @returns {Config}
 */
export function canonicalGenerator(config) {
  const { p, generator } = config;
  const { x, y } = generator;
  return 2n * y > p ? config : { ...config, generator: { x: p - x, y: p - y } };
}

/**
 * The encoding for a prime field.
 * @type {(field: { prime: bigint, fieldBytes: number }) => Encoding}
 */
export function createBanderwagonEncoding({ prime, fieldBytes }) {
  /** y is the larger root if and only if it exceeds this. */
  const half = toBytesLE((prime - 1n) / 2n, fieldBytes);
  const minusOne = toBytesLE(prime - 1n, fieldBytes);
  return {
    formats: {
      compressed: compressed(fieldBytes),
      uncompressed: uncompressed(fieldBytes, half, minusOne),
      'uncompressed-le': littleEndian(fieldBytes),
    },
    formatOf: () => 'compressed',
  };
}

/** @type {(fieldBytes: number) => Format} */
function compressed(fieldBytes) {
  return {
    size: fieldBytes,
    decode(bytes) {
      const xs = allocate(bytes.length);
      reverseCoordinates(bytes, fieldBytes, xs, fieldBytes, fieldBytes);
      return { xs, signs: allocate(bytes.length / fieldBytes).fill(1) };
    },
    encode(affine) {
      const bytes = allocate(affine.length / 2);
      reverseCoordinates(affine, 2 * fieldBytes, bytes, fieldBytes, fieldBytes);
      return bytes;
    },
    encodeList: (engine, handle, start, end) =>
      /** @type {any} */ (engine).elements.toEncodings(handle, start, end),
  };
}

/**
 * @param {number} fieldBytes
 * @param {Uint8Array} half (p − 1)/2, little-endian
 * @param {Uint8Array} minusOne p − 1, little-endian
 * @returns {Format}
 */
function uncompressed(fieldBytes, half, minusOne) {
  return {
    size: 2 * fieldBytes,
    decode(bytes) {
      const affine = new Uint8Array(bytes);
      swap(affine, fieldBytes);
      refuseZeros(affine, fieldBytes);
      return { affine, verify: () => refuseSmaller(affine, fieldBytes, half) };
    },
    encode(affine) {
      const bytes = withIdentity(affine, fieldBytes, minusOne);
      swap(bytes, fieldBytes);
      return bytes;
    },
  };
}

/** @type {(fieldBytes: number) => Format} */
function littleEndian(fieldBytes) {
  return {
    size: 2 * fieldBytes,
    decode(bytes) {
      const affine = new Uint8Array(bytes);
      refuseZeros(affine, fieldBytes);
      return { affine };
    },
    encode: (affine) => withIdentity(affine, fieldBytes, Uint8Array.of(1)),
  };
}

/**
 * @param {Uint8Array} affine canonical points
 * @param {number} fieldBytes
 * @param {Uint8Array} y of the identity, little-endian
 * @returns {Uint8Array<ArrayBuffer>} a copy with that y where all is zero
 */
function withIdentity(affine, fieldBytes, y) {
  const bytes = new Uint8Array(affine);
  for (let at = fieldBytes; at < bytes.length; at += 2 * fieldBytes) {
    if (isZero(bytes, at, at + fieldBytes)) bytes.set(y, at);
  }
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
 * Copies a coordinate from every `step` bytes to every `stride` bytes in reverse byte order: for
 * lists four bytes at a time, through views whose creation costs as much as a dozen coordinates.
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
 * @type {(affine: Uint8Array, fieldBytes: number) => void}
 * @throws {PointError} all zeros: infinity to the engine, but (0, 0) here, which is
 *   not on the curve
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
