/**
 * What the answers should be, from an independent implementation (@noble/curves) and known discrete logarithms.
 */
import { normalizeZ } from '@noble/curves/abstract/curve.js';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bls12381G1 } from '../../wasm-gen/curves/bls12-381.js';
import { concat, fromHex } from './hex.js';

/** The point class of @noble/curves. */
export const NobleG1 = bls12_381.G1.Point;

export const { order, p } = bls12381G1;

/** @param {bigint} k any integer */
export const reduce = (k) => ((k % order) + order) % order;

/** @param {bigint} k any integer */
export const nobleMultiple = (k) => NobleG1.BASE.multiplyUnsafe(reduce(k));

/**
 * The zcash encoding from the coordinates: `toBytes` would check the point again, a millisecond each.
 * @param {any} point of @noble/curves, with Z = 1
 */
function uncompressed(point) {
  if (point.is0()) return fromHex(`40${'00'.repeat(95)}`);
  const { x, y } = point.toAffine();
  return fromHex([x, y].map((n) => n.toString(16).padStart(96, '0')).join(''));
}

/**
 * The compressed encoding of [k]G.
 * @param {bigint} k any integer
 */
export const compressedMultiple = (k) => nobleMultiple(k).toBytes(true);

/**
 * The compressed encoding of Σ scalar_i · [log_i]G.
 * @param {readonly bigint[]} logs
 * @param {readonly bigint[]} scalars
 */
export const expectedMsm = (logs, scalars) =>
  compressedMultiple(logs.reduce((sum, log, i) => sum + log * scalars[i], 0n));

/**
 * The points [start + i·step]G for i = 0 … n − 1, uncompressed, back to back.
 * @param {bigint} start
 * @param {bigint} step
 * @param {number} n
 */
export function progression(start, step, n) {
  const difference = nobleMultiple(step);
  const points = [];
  for (let i = 0, point = nobleMultiple(start); i < n; i++, point = point.add(difference)) {
    points.push(point);
  }
  return concat(...normalizeZ(NobleG1, points).map(uncompressed));
}

/**
 * The points [log_i]G, uncompressed, back to back.
 * @param {readonly bigint[]} logs
 */
export const pointsWithLogs = (logs) =>
  concat(...normalizeZ(NobleG1, logs.map(nobleMultiple)).map(uncompressed));

/**
 * @param {bigint} n
 * @returns {Uint8Array} 32 bytes, big-endian
 */
export const scalarBytes = (n) =>
  new Uint8Array(Buffer.from(n.toString(16).padStart(64, '0'), 'hex'));

/**
 * @param {Uint8Array} bytes 32 per scalar, big-endian
 * @returns {bigint[]}
 */
export const scalarsFromBytes = (bytes) =>
  Array.from({ length: bytes.length / 32 }, (_, i) =>
    BigInt(`0x${Buffer.from(bytes.subarray(32 * i, 32 * i + 32)).toString('hex')}`),
  );
