/**
 * The encodings of EIP-2537 for G1: a field element is 64 bytes big-endian of which the first 16 are zero, a point is
 * x then y, infinity is all zero; a scalar is 32 bytes big-endian and not reduced. Points of `add` need not be in the
 * subgroup. Enough to run its test vectors through the public interface.
 */
import { concat } from './hex.js';

const FIELD = 64;
const POINT = 2 * FIELD;
const SCALAR = 32;
const PADDING = 16;

/** What this helper itself refuses: lengths and padding, which have no counterpart in the interface. */
export class EncodingError extends Error {}

/**
 * @param {any} G1
 * @param {Uint8Array} input two points
 */
export function add(G1, input) {
  if (input.length !== 2 * POINT) throw new EncodingError('invalid input length');
  const options = { check: false };
  const P = G1.point(zcash(input.subarray(0, POINT)), options);
  return eip(P.add(G1.point(zcash(input.subarray(POINT)), options)));
}

/**
 * @param {any} G1
 * @param {Uint8Array} input a point and a scalar
 */
export function multiply(G1, input) {
  if (input.length !== POINT + SCALAR) throw new EncodingError('invalid input length');
  const scalar = BigInt(`0x${Buffer.from(input.subarray(POINT)).toString('hex')}`);
  return eip(G1.point(zcash(input.subarray(0, POINT))).multiply(scalar));
}

/**
 * @param {any} G1
 * @param {Uint8Array} input pairs of a point and a scalar, at least one
 */
export function msm(G1, input) {
  const size = POINT + SCALAR;
  const n = input.length / size;
  if (n === 0 || !Number.isInteger(n)) throw new EncodingError('invalid input length');
  const pairs = Array.from({ length: n }, (_, i) => input.subarray(i * size, (i + 1) * size));
  const points = concat(...pairs.map((pair) => zcash(pair.subarray(0, POINT))));
  const scalars = concat(...pairs.map((pair) => pair.subarray(POINT)));
  return eip(G1.msm(points, scalars));
}

/** @param {Uint8Array} point 128 bytes */
function zcash(point) {
  const [x, y] = [point.subarray(0, FIELD), point.subarray(FIELD)];
  for (const coordinate of [x, y]) {
    if (coordinate.subarray(0, PADDING).some((byte) => byte !== 0)) {
      throw new EncodingError('invalid field element top bytes');
    }
  }
  const bytes = concat(x.subarray(PADDING), y.subarray(PADDING));
  if (bytes.every((byte) => byte === 0)) bytes[0] = 0x40;
  return bytes;
}

/** @param {any} point */
function eip(point) {
  const bytes = new Uint8Array(POINT);
  if (point.isIdentity()) return bytes;
  const encoded = point.toBytes('uncompressed');
  bytes.set(encoded.subarray(0, FIELD - PADDING), PADDING);
  bytes.set(encoded.subarray(FIELD - PADDING), FIELD + PADDING);
  return bytes;
}
