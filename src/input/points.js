/**
 * Points from callers: either encodings, left to the group; or objects, converted to canonical
 * bytes back to back. The classes of group/ are a layer above, so the caller passes the function
 * that recognises a `Point`.
 */

import { allocate, isBytes, isZero, joined, readBytes } from './bytes.js';
import { readingOf, readList } from './lists.js';
import { InputError, PointError } from '../errors.js';
import { describe, nameOf } from './describe.js';

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
 * @type {(point: any, i: number) => boolean}
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

/**
 * The coordinates of a point that is not infinity, as values that nobody can change.
 * @param {unknown} point `{ x, y }`, bigints or `{ c0, c1 }` of bigints
 * @param {Coordinates<any>} field
 * @param {number} [index] in a list
 * @returns {any[]} x and y, of the form of elements
 * @throws {InputError} any other value
 */
function readElements(point, { degree }, index) {
  const elements = readingOf('point', index, () => {
    const { x, y } = /** @type {{ x?: unknown, y?: unknown }} */ (point ?? {});
    return [readElement(x, degree), readElement(y, degree)];
  });
  if (elements.includes(undefined)) {
    const form = degree === 1 ? 'bigints' : '{ c0, c1 } of bigints';
    throw new InputError(
      `${nameOf('point', index)}: expected ${index ? '' : 'bytes, '}a Point or { x, y } of ${form}, got ${describe(point)}`,
      { index },
    );
  }
  return elements;
}

/**
 * @param {readonly any[]} elements x and y, as read
 * @param {Coordinates<any>} field
 * @param {number} [index] in a list
 * @returns {Uint8Array} x and y in range; not known to be on the curve
 * @throws {PointError} a coordinate out of range, or (0, 0)
 */
function canonicalOf(elements, field, index) {
  const bytes = new Uint8Array(2 * field.bytes);
  elements.forEach((element, i) => {
    if (!field.isElement(element)) {
      throw new PointError('range', index, { got: describeElement(element) });
    }
    bytes.set(field.toBytes(element), i * field.bytes);
  });
  // Engines read all zeros as infinity.
  if (isZero(bytes, 0, bytes.length)) {
    throw new PointError('not-on-curve', index, { got: '(0, 0); infinity is group.identity' });
  }
  return bytes;
}

/**
 * @param {unknown} value
 * @param {number} degree of the field: 1 or 2
 * @returns {any} a copy if the value has the form of an element, else undefined
 */
function readElement(value, degree) {
  if (degree === 1) return typeof value === 'bigint' ? value : undefined;
  const { c0, c1 } = /** @type {{ c0?: unknown, c1?: unknown }} */ (value ?? {});
  return typeof c0 === 'bigint' && typeof c1 === 'bigint' ? { c0, c1 } : undefined;
}

/** @param {any} element of the right form */
function describeElement(element) {
  if (typeof element === 'bigint') return describe(element);
  return `{ c0: ${describe(element.c0)}, c1: ${describe(element.c1)} }`;
}
