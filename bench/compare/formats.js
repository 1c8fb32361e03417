/**
 * The input files: numbers little-endian, 4 bytes each; points in their curve's uncompressed form,
 * those of Banderwagon compressed.
 *
 *   terms      n, n points, n scalars of 32 bytes, big-endian; Pallas's points little-endian
 *   elements   n, n scalars of 32 bytes, big-endian
 *   pairs      n, n first points, n second points
 *   positions  k, k positions in the basis, k scalars of 32 bytes, little-endian
 *   points     n, n points
 *   product    n, n points of G1, n of G2, whose product of pairings is one
 *   signatures n, n compressed signatures in G2, n messages of 32 bytes, n compressed keys
 *   committee  n, a compressed signature in G2, a message of 32 bytes, n keys
 *   messages   n, n messages of 32 bytes
 */
import { concat } from '../../scripts/lib/bytes.js';

const SCALAR_BYTES = 32;

/**
 * Elements at 64 positions all over a list of n: enough to tell transforms apart.
 * @param {Uint8Array} values of 32 bytes each
 * @returns {Uint8Array}
 */
export function summary(values) {
  const n = values.length / SCALAR_BYTES;
  const starts = Array.from({ length: 64 }, (_, i) => SCALAR_BYTES * ((97 * i) % n));
  return concat(starts.map((at) => values.subarray(at, at + SCALAR_BYTES)));
}

/**
 * @param {Uint8Array} input
 * @returns {number}
 */
export function readCount(input) {
  return new DataView(input.buffer, input.byteOffset).getUint32(0, true);
}

/**
 * @param {Uint8Array<ArrayBuffer>} input
 */
export function readTerms(input) {
  const middle = input.length - readCount(input) * SCALAR_BYTES;
  return { points: input.slice(4, middle), scalars: input.slice(middle) };
}

/**
 * @param {Uint8Array<ArrayBuffer>} input
 */
export function readPoints(input) {
  return input.slice(4);
}

/**
 * @param {Uint8Array<ArrayBuffer>} input
 */
export function readPositions(input) {
  const k = readCount(input);
  const view = new DataView(input.buffer, input.byteOffset);
  const positions = Array.from({ length: k }, (_, i) => view.getUint32(4 + 4 * i, true));
  return { positions, scalars: input.slice(4 + 4 * k) };
}

/**
 * @param {number} count
 * @param {readonly Uint8Array[]} parts
 * @returns {Uint8Array}
 */
export function writeInput(count, ...parts) {
  return concat([integers([count]), ...parts]);
}

/**
 * @param {readonly number[]} values
 * @returns {Uint8Array}
 */
export function integers(values) {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  values.forEach((value, i) => view.setUint32(4 * i, value, true));
  return bytes;
}
