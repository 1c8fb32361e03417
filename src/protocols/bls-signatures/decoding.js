/**
 * Keys and signatures as bytes, to canonical points of the groups of prime order; and sums of such
 * points. Here and in workers.
 */
import { PointError } from '../../errors.js';
import { allocate, isZero, joined } from '../../input/bytes.js';
import { SCALAR_BYTES, fromBytesLE } from '../../math/integers.js';
import { runNow } from '../../port/steps.js';
import { UNCHECKED } from '../../port/point-checks.js';

/** @import { Encoding } from '../../group/encodings/encoding.js' */
/** @import { Coordinates } from '../../math/coordinates.js' */
/** @import { Engine, VectorHandle } from '../../port/engine.js' */

/**
 * A group as the equations see it. In a worker there is no other.
 * @typedef {{ readonly engine: Engine, readonly field: Coordinates<any>,
 *   readonly encoding: Encoding,
 *   readonly config: { readonly generator: { readonly x: any, readonly y: any } } }} BlsGroup
 */

/**
 * A point as it was passed: its compressed encoding, neither decoded nor checked; a canonical point
 * that is known to be in the group; or no bytes for one that is known not to be.
 * @typedef {Uint8Array} Given
 */

/** For what is no point of the group. @type {Given} */
export const NO_POINT = new Uint8Array();

/** For bytes of a wrong length. @type {Given} */
export const NO_LENGTH = new Uint8Array();

/** @param {Given} given without bytes @param {number} [index] */
const refusalOf = (given, index) =>
  new PointError(given === NO_LENGTH ? 'length' : 'not-in-subgroup', index);

/** Decompression yields points on the curve. */
const CHECKS = { curve: false, subgroup: true };

/** Whether a canonical point is infinity. @type {(point: Uint8Array) => boolean} */
export const isInfinity = (point) => isZero(point, 0, point.length);

/**
 * @param {BlsGroup} group
 * @param {Given} given
 * @param {number} [index]
 * @returns {Uint8Array} the canonical point
 * @throws {PointError} no point of the group of prime order
 */
export function decodeGiven({ engine, encoding, field }, given, index) {
  if (given.length === 0) throw refusalOf(given, index);
  if (given.length === 2 * field.bytes) return given;
  try {
    const source = encoding.formats.compressed.decode(given);
    const isMember = engine.hashing?.isMember;
    if (!isMember) return engine.decodeOne(source, CHECKS);
    const affine = engine.decodeOne(source, UNCHECKED);
    if (!isInfinity(affine) && !isMember(affine)) throw new PointError('not-in-subgroup');
    return affine;
  } catch (error) {
    throw error instanceof PointError ? new PointError(error.reason, index, error) : error;
  }
}

/**
 * The same for a list, which is faster than one by one where it is long.
 * @type {(group: BlsGroup, list: readonly Given[]) => Uint8Array[]}
 * @throws {PointError} with the index of the first bad point
 */
export function decodeGivens(group, list) {
  const { engine, encoding, field } = group;
  const format = encoding.formats.compressed;
  const refused = list.findIndex(({ length }) => length === 0);
  const tried = refused < 0 ? list : list.slice(0, refused);
  const places = tried.flatMap(({ length }, i) => (length === format.size ? i : []));
  const points = [...tried];
  if (places.length < 2) {
    for (const i of places) points[i] = decodeGiven(group, tried[i], i);
  } else {
    const size = 2 * field.bytes;
    const affine = decodeAll(
      engine,
      () => format.decode(joined(places.map((i) => tried[i]))),
      places,
    );
    places.forEach((i, j) => (points[i] = affine.subarray(j * size, (j + 1) * size)));
  }
  if (refused >= 0) throw refusalOf(list[refused], refused);
  return points;
}

/**
 * @param {Engine} engine
 * @param {() => import('../../group/encodings/encoding.js').Decoded} read
 * @param {readonly number[]} places of the points, for errors
 * @returns {Uint8Array} canonical points
 */
function decodeAll(engine, read, places) {
  /** @type {VectorHandle | undefined} */
  let handle;
  try {
    handle = engine.decode(read(), CHECKS);
    return engine.toAffine(handle, 0, handle.length);
  } catch (error) {
    if (!(error instanceof PointError)) throw error;
    throw new PointError(error.reason, places[error.index ?? 0], error);
  } finally {
    if (handle) engine.free(handle);
  }
}

/**
 * The same, with null in place of an encoding that is no point of the group.
 * @type {(group: BlsGroup, list: readonly Given[]) => (Uint8Array | null)[]}
 */
export function decodeValid(group, list) {
  return (
    orNull(() => decodeGivens(group, list)) ??
    list.map((given) => orNull(() => decodeGiven(group, given)))
  );
}

/**
 * The result, or null where a call throws a `PointError`.
 * @template T
 * @param {() => T} call
 * @returns {T | null}
 */
export function orNull(call) {
  try {
    return call();
  } catch (error) {
    if (error instanceof PointError) return null;
    throw error;
  }
}

/**
 * Σ scalar_i·P_i.
 * @param {{ readonly engine: Engine }} group
 * @param {readonly Uint8Array[]} points canonical, of the group; one or more
 * @param {Uint8Array} [scalars] 32 bytes little-endian each; by default all are one
 * @returns {Uint8Array} the canonical sum
 */
export function sumOf({ engine }, points, scalars) {
  if (points.length === 1) {
    return scalars ? engine.multiply(points[0], fromBytesLE(scalars)) : points[0];
  }
  if (!scalars && points.length === 2) return engine.add(points[0], points[1]);
  const handle = engine.decode({ affine: joined(points) }, UNCHECKED);
  try {
    return runNow(engine.msmSteps(handle, 0, points.length, scalars ?? ones(points.length)));
  } finally {
    engine.free(handle);
  }
}

/** @param {number} n @returns {Uint8Array} n scalars of 32 bytes little-endian, all one */
export function ones(n) {
  const scalars = allocate(n * SCALAR_BYTES);
  for (let i = 0; i < n; i++) scalars[i * SCALAR_BYTES] = 1;
  return scalars;
}
