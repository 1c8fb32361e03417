/**
 * Points from callers: either bytes, left to an encoding; or objects, converted to canonical bytes
 * back to back. The classes of group/ are a layer above, so the caller passes the function that
 * recognises a `Point`.
 */
import { InputError } from '../errors.js';
import { allocate, isBytes, readBytes } from './bytes.js';
import { readCoordinates } from './coordinates.js';
import { describe } from './options.js';

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
  if (!Array.isArray(points)) {
    throw new InputError(
      `points: expected a Uint8Array or an array of points, got ${describe(points)}`,
    );
  }
  // The length is read once: reading an item may run the caller's code.
  const { length } = points;
  const size = 2 * field.bytes;
  const affine = allocate(length * size);
  let known = true;
  for (let i = 0; i < length; i++) {
    const point = points[i];
    const canonical = bytesOfPoint(point, i);
    if (canonical === undefined) known = false;
    affine.set(canonical ?? readCoordinates(point, field, i), i * size);
  }
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
