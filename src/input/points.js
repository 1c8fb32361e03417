/**
 * Points from callers: either encodings, left to the group; or objects, converted to canonical
 * bytes back to back. The classes of group/ are a layer above, so the caller passes the function
 * that recognises a `Point`.
 */
import { allocate, isBytes, joined, readBytes } from './bytes.js';
import { canonicalOf, readElements } from './coordinates.js';
import { readList } from './lists.js';
import { readingOf } from './reading.js';

/** @import { Coordinates } from '../math/coordinates.js' */
/** @import { Progress } from '../port/engine.js' */

/** Members that encodings lack, and `each`, which only an array of them has. */
export const BYTES = { affine: undefined, known: undefined, rest: undefined, each: undefined };

/** Points converted in a step: a millisecond or two. */
const STEP = 2 ** 8;

/**
 * The canonical bytes of a `Point` of the group; undefined for anything but a `Point`; throws for
 * one of another group.
 * @typedef {(value: unknown, index?: number) => Uint8Array | undefined} BytesOfPoint
 */

/**
 * Either encodings back to back, and `each` where they came as an array; or canonical bytes in
 * range, which are `known` to be points if all came from `Point`s. Those of a list are there once
 * `rest` has run, once, which throws its errors.
 * @typedef {{ bytes: Uint8Array, affine?: undefined, known?: undefined, rest?: undefined,
 *     each?: readonly Uint8Array[] }
 *   | { bytes?: undefined, affine: Uint8Array, known: boolean, each?: undefined,
 *     rest?: Generator<Progress, void, void> }} PointsRead
 */

/**
 * A list of points. What the caller could change is read now, and converted by `rest`.
 * @param {unknown} points bytes, an array of them, or an array of `Point`s and of `{ x, y }`
 * @param {Coordinates<any>} field
 * @param {BytesOfPoint} bytesOfPoint
 * @returns {PointsRead} `rest` throws a `PointError` for coordinates out of range, with the `index`
 * @throws {InputError} any other value
 */
export function readPoints(points, field, bytesOfPoint) {
  if (isBytes(points)) return { ...BYTES, bytes: readBytes(points, 'points') };
  let known = true;
  /** @type {Array<{ point: any, i: number }>} */
  const projective = [];
  /** @type {Uint8Array[]} */
  const each = [];
  const read = (/** @type {unknown} */ point, /** @type {number} */ i) => {
    // The first says what all are.
    if (i ? each.length : isBytes(point)) {
      each.push(new Uint8Array(readBytes(point, 'point', i)));
      return undefined;
    }
    const canonical = bytesOfPoint(point, i);
    known &&= canonical !== undefined;
    if (canonical || !isProjective(point, i)) return canonical ?? readElements(point, field, i);
    projective.push({ point, i });
    return undefined;
  };
  const expected = 'a Uint8Array or an array of points';
  /** Canonical bytes or elements. @type {any[]} */
  const items = readList(points, 'points', read, expected);
  if (each.length > 0) return { ...BYTES, bytes: joined(each), each };
  if (projective.length > 0) readProjective(projective, field, items);
  const size = 2 * field.bytes;
  const affine = allocate(items.length * size);
  return { bytes: undefined, affine, known, rest: convert(), each: undefined };

  function* convert() {
    for (let i = 0; i < items.length; i++) {
      if (i > 0 && i % STEP === 0) yield { phase: 'points', done: i, total: items.length };
      const item = items[i];
      affine.set(isBytes(item) ? item : canonicalOf(item, field, i), i * size);
    }
  }
}

/**
 * Points of @noble/curves are projective: x and y of each would cost an inversion (160 µs in G1).
 * @param {any} point
 * @param {number} i
 * @returns {boolean}
 */
const isProjective = (point, i) =>
  readingOf('points', i, () => typeof point?.constructor?.Fp?.invertBatch === 'function');

/**
 * Reads them with one inversion, of their own field. Nothing that it says is trusted.
 * @param {Array<{ point: any, i: number }>} list not empty
 * @param {Coordinates<any>} field
 * @param {any[]} items their elements are set
 */
function readProjective(list, field, items) {
  const inverses = readingOf('points', list[0].i, () =>
    list[0].point.constructor.Fp.invertBatch(list.map(({ point }) => point.Z)),
  );
  list.forEach(({ point, i }, j) => {
    const affine = readingOf('point', i, () => point.toAffine(inverses[j]));
    items[i] = readElements(affine, field, i);
  });
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
  if (isBytes(point)) return { ...BYTES, bytes: readBytes(point, 'point') };
  const canonical = bytesOfPoint(point);
  const affine = canonical ?? canonicalOf(readElements(point, field), field);
  return { bytes: undefined, affine, known: canonical !== undefined, rest: undefined };
}
