/** Coordinates from callers → canonical bytes. */
import { InputError, PointError } from '../errors.js';
import { isZero } from './bytes.js';
import { describe, nameOf } from './describe.js';
import { readingOf } from './reading.js';

/** @import { Coordinates } from '../math/coordinates.js' */

/**
 * The coordinates of a point that is not infinity, as values that nobody can change.
 * @param {unknown} point `{ x, y }`, bigints or `{ c0, c1 }` of bigints
 * @param {Coordinates<any>} field
 * @param {number} [index] in a list
 * @returns {any[]} x and y, of the form of elements
 * @throws {InputError} any other value
 */
export function readElements(point, { degree }, index) {
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
export function canonicalOf(elements, field, index) {
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
