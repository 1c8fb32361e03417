/**
 * Points from callers: either bytes, left to an encoding; or objects, converted to canonical bytes
 * back to back. The classes of group/ are a layer above, so the caller passes the function that
 * recognises a `Point`.
 */
import { allocate, isBytes, readBytes } from './bytes.js';
import { readCoordinates } from './coordinates.js';
import { readList } from './lists.js';

/** @import { Coordinates } from '../math/coordinates.js' */

/**
 * The canonical bytes of a `Point` of the group; undefined for anything but a `Point`; throws for
 * one of another group.
 * @typedef {(value: unknown, index?: number) => Uint8Array | undefined} BytesOfPoint
 */

/**
 * Either encodings, or canonical bytes in range; these are `known` to be points if all
 * came from `Point`s.
 * @typedef {{ bytes: Uint8Array, affine?: undefined, known?: undefined }
 *   | { bytes?: undefined, affine: Uint8Array, known: boolean }} PointsRead
 */

/**
 * A list of points.
 * @param {unknown} points bytes, or an array of `Point`s and of `{ x, y }`
 * @param {Coordinates<any>} field
 * @param {BytesOfPoint} bytesOfPoint
 * @returns {PointsRead}
 * @throws {InputError} any other value
 * @throws {import('../errors.js').PointError} coordinates out of range, with the `index`
 */
export function readPoints(points, field, bytesOfPoint) {
  if (isBytes(points)) return { bytes: readBytes(points, 'points') };
  let known = true;
  const read = (/** @type {unknown} */ point, /** @type {number} */ i) => {
    const canonical = bytesOfPoint(point, i);
    known &&= canonical !== undefined;
    return canonical ?? readCoordinates(point, field, i);
  };
  const expected = 'a Uint8Array or an array of points';
  const items = readList(points, 'points', read, { expected });
  const size = 2 * field.bytes;
  const affine = allocate(items.length * size);
  items.forEach((item, i) => affine.set(item, i * size));
  return { affine, known };
}

/**
 * A single point.
 * @param {unknown} point bytes, a `Point` or `{ x, y }`
 * @param {Coordinates<any>} field
 * @param {BytesOfPoint} bytesOfPoint
 * @returns {PointsRead}
 * @throws {InputError} any other value
 * @throws {import('../errors.js').PointError} coordinates out of range
 */
export function readOnePoint(point, field, bytesOfPoint) {
  if (isBytes(point)) return { bytes: readBytes(point, 'point') };
  const canonical = bytesOfPoint(point);
  return { affine: canonical ?? readCoordinates(point, field), known: canonical !== undefined };
}
