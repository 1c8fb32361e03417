/**
 * Keys and signatures as callers pass them, to canonical points of the groups of prime order; and
 * sums of such points.
 */
import { InputError, PointError } from '../../errors.js';
import { decodingOfEncodings } from '../../group/decode.js';
import { isPoint, readPoint } from '../../group/point.js';
import { readVector } from '../../group/point-vector.js';
import { allocate, copyBytesOf, isBytes, isZero, readBytes } from '../../input/bytes.js';
import { readList } from '../../input/lists.js';
import { fromBytesLE } from '../../math/integers.js';
import { atIndex } from '../../port/point-errors.js';
import { runNow } from '../../port/steps.js';
import { readMember } from '../pairing/members.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { VectorParts } from '../../group/point-vector.js' */

/**
 * A point as it was passed: a copy of its compressed encoding, or a `Point` of the group; neither
 * decoded nor checked yet.
 * @typedef {{ encoding: Uint8Array, point?: undefined }
 *   | { encoding?: undefined, point: unknown }} Given
 */

/** Points known to be in the group, but not whether any of them is infinity. */
const UNCHECKED = { curve: false, subgroup: false };

const SCALAR_BYTES = 32;

/** Whether a canonical point is infinity. @param {Uint8Array} point */
export const isInfinity = (point) => isZero(point, 0, point.length);

/**
 * @param {GroupContext} context
 * @param {unknown} value compressed bytes or a `Point`
 * @param {string} what the argument, for messages
 * @param {number} [index]
 * @returns {Given}
 * @throws {InputError} neither, another length, a point of another group or instance
 */
export function readGiven(context, value, what, index) {
  if (isPoint(value)) {
    readPoint(value, context, what, index);
    return { encoding: undefined, point: value };
  }
  const { size } = context.encoding.formats.compressed;
  return { encoding: copyBytesOf(value, [size], what, index), point: undefined };
}

/**
 * A list of points.
 * @param {GroupContext} context
 * @param {unknown} list an array of what `readGiven` takes, or encodings back to back
 * @param {string} what the argument, for messages
 * @returns {Given[]}
 * @throws as `readGiven`, with the index
 */
export function readGivens(context, list, what) {
  if (!isBytes(list)) {
    const expected = 'an array, a PointVector or a Uint8Array';
    return readList(list, what, (value, i) => readGiven(context, value, what, i), expected);
  }
  const bytes = new Uint8Array(readBytes(list, what));
  const { size } = context.encoding.formats.compressed;
  if (bytes.length % size !== 0) {
    throw new InputError(`${what}: expected a multiple of ${size} bytes, got ${bytes.length}`);
  }
  return Array.from({ length: bytes.length / size }, (_, i) => ({
    encoding: bytes.subarray(i * size, (i + 1) * size),
    point: undefined,
  }));
}

/**
 * @param {GroupContext} context
 * @param {Given} given
 * @param {number} [index]
 * @returns {Uint8Array} the canonical point
 * @throws {PointError} no point of the group of prime order
 */
export function decodeGiven(context, { encoding, point }, index) {
  if (encoding === undefined) return readMember(point, context, 'point', index);
  const { engine, encoding: own } = context;
  try {
    const { source, checks } = decodingOfEncodings(own.formats.compressed.decode(encoding));
    const isMember = engine.hashing?.isMember;
    if (!isMember) return engine.decodeOne(source, checks);
    const affine = engine.decodeOne(source, { ...checks, subgroup: false });
    if (!isInfinity(affine) && !isMember(affine)) throw new PointError('not-in-subgroup');
    return affine;
  } catch (error) {
    throw error instanceof PointError ? errorAt(error, index) : error;
  }
}

/**
 * The same for a list, which is faster than one by one where it is long.
 * @param {GroupContext} context
 * @param {readonly Given[]} list
 * @returns {Uint8Array[]}
 * @throws {PointError} with the index of a bad point
 */
export function decodeGivens(context, list) {
  const { engine, encoding: own, field } = context;
  const places = list.flatMap(({ encoding }, i) => (encoding ? i : []));
  if (places.length < 2) return list.map((given, i) => decodeGiven(context, given, i));
  /** @type {Uint8Array} */
  let affine;
  try {
    const encodings = places.map((i) => /** @type {Uint8Array} */ (list[i].encoding));
    const { source, checks } = decodingOfEncodings(
      own.formats.compressed.decode(joined(encodings)),
    );
    const handle = engine.decode(source, checks);
    try {
      affine = engine.toAffine(handle, 0, handle.length);
    } finally {
      engine.free(handle);
    }
  } catch (error) {
    throw error instanceof PointError ? errorAt(error, places[error.index ?? 0]) : error;
  }
  const size = 2 * field.bytes;
  let at = 0;
  return list.map((given, i) =>
    given.encoding ? affine.subarray(at, (at += size)) : decodeGiven(context, given, i),
  );
}

/**
 * The same, with null in the place of what is no point of the group.
 * @param {GroupContext} context
 * @param {readonly Given[]} list
 * @returns {(Uint8Array | null)[]}
 */
export function decodeValid(context, list) {
  return (
    orNull(() => decodeGivens(context, list)) ??
    list.map((given, i) => orNull(() => decodeGiven(context, given, i)))
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
 * @param {GroupContext} context
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

/**
 * Whether one of the points of a vector is infinity, for vectors whose points were all found to be
 * in the group. Vectors do not change.
 * @type {WeakMap<object, boolean>}
 */
const checked = new WeakMap();

/**
 * A vector of keys, whose points are checked once.
 * @param {GroupContext} context
 * @param {unknown} vector
 * @param {string} what the argument, for messages
 * @returns {VectorParts & { hasInfinity: boolean }}
 * @throws {InputError} a disposed vector, or one of another group or instance
 * @throws {PointError} a point outside the group of prime order, with the index
 */
export function readKeyVector(context, vector, what) {
  const parts = readVector(vector, context, what);
  const key = /** @type {object} */ (vector);
  if (!checked.has(key)) {
    if (!parts.storage.areMembers) {
      const affine = affineOf(context, parts);
      context.engine.free(context.engine.decode({ affine }, { curve: false, subgroup: true }));
    }
    checked.set(key, vectorPoints(context, parts).some(isInfinity));
  }
  return { ...parts, hasInfinity: /** @type {boolean} */ (checked.get(key)) };
}

/** @param {GroupContext} context @param {VectorParts} parts */
const affineOf = ({ engine }, { storage, start, end }) =>
  engine.toAffine(storage.handle, start, end);

/**
 * The canonical points of a vector.
 * @param {GroupContext} context
 * @param {VectorParts} parts
 * @returns {Uint8Array[]}
 */
export function vectorPoints(context, parts) {
  const affine = affineOf(context, parts);
  const size = 2 * context.field.bytes;
  return Array.from({ length: parts.end - parts.start }, (_, i) =>
    affine.subarray(i * size, (i + 1) * size),
  );
}

/**
 * The sum of a vector's points.
 * @param {GroupContext} context
 * @param {VectorParts} parts one point or more
 * @returns {Uint8Array} canonical
 */
export const sumOfVector = ({ engine }, { storage, start, end }) =>
  runNow(engine.msmSteps(storage.handle, start, end, ones(end - start)));

/** @param {number} n @returns {Uint8Array} n scalars of 32 bytes little-endian, all one */
function ones(n) {
  const scalars = allocate(n * SCALAR_BYTES);
  for (let i = 0; i < n; i++) scalars[i * SCALAR_BYTES] = 1;
  return scalars;
}

/**
 * The same error for another place, or for none.
 * @param {PointError} error
 * @param {number} [index]
 */
const errorAt = (error, index) => atIndex(error, /** @type {number} */ (index));

/** @param {readonly Uint8Array[]} parts of equal lengths, one or more */
function joined(parts) {
  const [{ length }] = parts;
  const bytes = allocate(parts.length * length);
  parts.forEach((part, i) => bytes.set(part, i * length));
  return bytes;
}
