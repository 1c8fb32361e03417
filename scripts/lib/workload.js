import { randomDiscreteLogs } from '../../src/group/random.js';
import { bytesToBigint, chunks } from './bytes.js';
import { openCurve } from './curves.js';
import { loadPeer } from './peers/index.js';

const SCALAR_BYTES = 32;
/** Up to this size the result is also compared with an independent library. */
const WITNESS_MAX = 2 ** 8;

/**
 * One multi-scalar multiplication to measure: points already decoded, scalars as bytes, and the
 * result known in advance.
 * @typedef {{
 *   curve: string,
 *   group: import('./curves.js').Group,
 *   points: import('./curves.js').Vector,
 *   scalars: Uint8Array,
 *   expected: import('./curves.js').Point,
 * }} Workload
 */

/**
 * Makes fixed pseudo-random points and scalars. Each point is a known multiple d of the generator
 * G, so the result is known without any multi-scalar multiplication: Σ
 * sᵢ·(dᵢ·G) = (Σ sᵢ·dᵢ mod r)·G.
 * @param {string} curve
 * @param {import('./curves.js').Group} group
 * @param {number} n
 * @param {number} seed
 * @returns {Workload}
 */
export function createWorkload(curve, group, n, seed) {
  const scalars = group.randomScalars(n, seed);
  return {
    curve,
    group,
    points: group.randomPoints(n, seed),
    scalars,
    expected: group.generator.multiply(knownLog(scalars, seed) % group.order),
  };
}

/**
 * The discrete logarithm of the result, Σ sᵢ·dᵢ, over the points of a seed.
 * @param {Uint8Array} scalars
 * @param {number} seed
 * @returns {bigint} not reduced
 */
export function knownLog(scalars, seed) {
  const logs = randomDiscreteLogs(scalars.length / SCALAR_BYTES, seed);
  return toNumbers(scalars).reduce((total, scalar, i) => total + scalar * logs[i], 0n);
}

/**
 * Whether a result is correct: it must be the known multiple of the generator and, for few points,
 * equal to the result of an independent library or, without one, of the BigInt reference.
 * @param {Workload} workload
 * @param {import('./curves.js').Point} result
 * @returns {Promise<boolean>}
 */
export async function verify(workload, result) {
  if (!result.equals(workload.expected)) return false;
  if (workload.points.length > WITNESS_MAX) return true;
  const witness = await loadPeer('noble', workload.curve);
  if (!witness) return agreesWithReference(workload, result);
  const task = prepareFor(witness, workload);
  return samePoint(task.read(task.run()), result.toAffine());
}

/**
 * @param {Workload} workload
 * @param {import('./curves.js').Point} result
 */
async function agreesWithReference({ curve, points, scalars }, result) {
  const { instance, group } = await openCurve(curve, { backend: 'bigint', threads: 1 });
  try {
    const sum = group.msm(points.toBytes('compressed'), scalars);
    return samePoint(sum.toAffine(), result.toAffine());
  } finally {
    instance.dispose();
  }
}

/**
 * Converts a workload to plain numbers for a peer.
 * @param {import('./peers/index.js').Peer} peer
 * @param {Workload} workload
 * @returns {import('./peers/index.js').Task}
 */
export function prepareFor(peer, { group, points, scalars }) {
  const encoded = points.toBytes('uncompressed');
  const isExtension = typeof group.generator.toAffine()?.x === 'object';
  const read = isExtension ? readExtension : readInteger;
  const affine = chunks(encoded, encoded.length / points.length).map((bytes) => {
    // SEC 1 has a byte before the coordinates.
    const coordinates = bytes.subarray(bytes.length % 2);
    const half = coordinates.length / 2;
    return { x: read(coordinates.subarray(0, half)), y: read(coordinates.subarray(half)) };
  });
  return peer.prepare(affine, toNumbers(scalars));
}

/** @param {Uint8Array} bytes */
const readInteger = (bytes) => bytesToBigint(bytes, 'be');

/** An element c0 + c1·u, whose encoding is c1 then c0. @param {Uint8Array} bytes */
function readExtension(bytes) {
  const half = bytes.length / 2;
  return { c0: readInteger(bytes.subarray(half)), c1: readInteger(bytes.subarray(0, half)) };
}

/**
 * Compares two points given as plain numbers.
 * @param {import('./peers/index.js').Affine} a
 * @param {import('./peers/index.js').Affine} b
 * @returns {boolean}
 */
export function samePoint(a, b) {
  return a && b ? sameCoordinate(a.x, b.x) && sameCoordinate(a.y, b.y) : a === b;
}

/**
 * @param {import('./peers/index.js').Coordinate} a
 * @param {import('./peers/index.js').Coordinate} b
 */
function sameCoordinate(a, b) {
  if (typeof a === 'bigint' || typeof b === 'bigint') return a === b;
  return a.c0 === b.c0 && a.c1 === b.c1;
}

/**
 * @param {Uint8Array} scalars
 * @returns {bigint[]}
 */
function toNumbers(scalars) {
  return chunks(scalars, SCALAR_BYTES).map((bytes) => bytesToBigint(bytes, 'be'));
}
