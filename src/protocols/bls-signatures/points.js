/** Keys and signatures as callers pass them: bytes, `Point`s and vectors. */
import { Point, isMember, isPoint, readPoint } from '../../group/point.js';
import { readVector } from '../../group/point-vector.js';
import { contentToCopy, isBytes, readBytes } from '../../input/bytes.js';
import { readList } from '../../input/lists.js';
import { runNow } from '../../port/steps.js';
import { NO_LENGTH, NO_POINT, isInfinity, ones, sumOf } from './decoding.js';

/** @import { GroupContext } from '../../group/context.js' */
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
 * Of a vector whose points were all found to be in the group: the positions of infinity among them,
 * and their sum, once it is needed. It holds until the vector has other points: as long as it has
 * had so many `changes`.
 * @typedef {{ changes: number, infinite: ReadonlySet<number>,
 *   sum: Uint8Array | undefined }} CheckedKeys
 */

/** @type {WeakMap<object, CheckedKeys>} */
const checked = new WeakMap();

/**
 * A vector of keys, whose points are checked once.
 * @param {GroupContext} context
 * @param {unknown} vector
 * @param {string} what the argument, for messages
 * @returns {VectorParts & { keys: CheckedKeys }}
 * @throws {InputError} a disposed vector, or one of another group or instance
 * @throws {PointError} a point outside the group of prime order, with the index
 */
export function readKeyVector(context, vector, what) {
  const parts = readVector(vector, context, what);
  const key = /** @type {object} */ (vector);
  const { changes } = parts.storage;
  if (checked.get(key)?.changes !== changes) {
    if (!parts.storage.areMembers) {
      const affine = affineOf(context, parts);
      context.engine.free(context.engine.decode({ affine }, { curve: false, subgroup: true }));
    }
    const places = vectorPoints(context, parts).flatMap((P, i) => (isInfinity(P) ? i : []));
    checked.set(key, { changes, infinite: new Set(places), sum: undefined });
  }
  return { ...parts, keys: /** @type {CheckedKeys} */ (checked.get(key)) };
}

/** @type {(context: GroupContext, parts: VectorParts) => Uint8Array<ArrayBuffer>} */
const affineOf = ({ engine }, { storage, start, end }) =>
  engine.toAffine(storage.handle, start, end);

/**
 * The canonical points of a vector.
 * @type {(context: GroupContext, parts: VectorParts) => Uint8Array[]}
 */
export function vectorPoints(context, parts) {
  const affine = affineOf(context, parts);
  const size = 2 * context.field.bytes;
  return Array.from({ length: parts.end - parts.start }, (_, i) =>
    affine.subarray(i * size, (i + 1) * size),
  );
}

/**
 * The sum of keys of a vector: of those chosen; or of all, which is kept, less the others, where
 * these are fewer. If infinity, which is no key, is among those chosen, the sum is infinity.
 * @param {GroupContext} context
 * @param {ReturnType<typeof readKeyVector>} parts
 * @param {readonly number[] | undefined} chosen positions, all different; by default all
 * @returns {Uint8Array | undefined} canonical; undefined for no keys
 */
export function sumOfKeys(context, { storage, start, end, keys }, chosen) {
  const { engine, field } = context;
  const n = end - start;
  const count = chosen?.length ?? n;
  if (count === 0) return undefined;
  const { infinite } = keys;
  if (chosen ? chosen.some((i) => infinite.has(i)) : infinite.size > 0)
    return new Uint8Array(2 * field.bytes);
  const sumAt = (/** @type {readonly number[]} */ positions) =>
    sumOf(
      context,
      positions.map((i) => engine.toAffine(storage.handle, start + i, start + i + 1)),
    );
  if (chosen && 2 * count <= n) return sumAt(chosen);
  keys.sum ??= runNow(engine.msmSteps(storage.handle, start, end, ones(n)));
  if (count === n) return keys.sum;
  const present = new Set(chosen);
  const missing = sumAt(Array.from({ length: n }, (_, i) => i).filter((i) => !present.has(i)));
  const rest = new Point(context, keys.sum).subtract(new Point(context, missing));
  return readPoint(rest, context, 'publicKeys');
}
