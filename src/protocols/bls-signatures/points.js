/** Keys and signatures as callers pass them: bytes, `Point`s and vectors. */
import { isMember, isPoint, readPoint } from '../../group/point.js';
import { readVector } from '../../group/point-vector.js';
import { contentToCopy, isBytes, readBytes } from '../../input/bytes.js';
import { readList } from '../../input/lists.js';
import { runNow } from '../../port/steps.js';
import { NO_LENGTH, NO_POINT, isInfinity, ones } from './decoding.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { Point } from '../../group/point.js' */
/** @import { VectorParts } from '../../group/point-vector.js' */
/** @import { Given } from './decoding.js' */

/**
 * @param {GroupContext} context
 * @param {unknown} value compressed bytes or a `Point`
 * @param {string} what the argument, for messages
 * @param {number} [index]
 * @returns {Given}
 * @throws {InputError} neither, or a point of another group or instance
 */
export function readGiven(context, value, what, index) {
  if (isPoint(value)) {
    const affine = readPoint(value, context, what, index);
    return isMember(/** @type {Point<any>} */ (value)) ? affine : NO_POINT;
  }
  const { size } = context.encoding.formats.compressed;
  const bytes = contentToCopy(value, [size], NO_LENGTH, what, index);
  return bytes === NO_LENGTH ? bytes : new Uint8Array(bytes);
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
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    (i + 1) * size > bytes.length ? NO_LENGTH : bytes.subarray(i * size, (i + 1) * size),
  );
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
