/**
 * Points from outside → a list in the engine: encodings, coordinates or `Point`s, read, checked, and freed again when a
 * check fails. What fails first is reported: lengths, then flags, then ranges, then the curve, then the subgroup; of
 * several bad points the first one.
 */
import { InputError, PointError } from '../errors.js';
import { allocate, hintFor, isBytes, isZero, readBytes, sameBytes } from '../input/bytes.js';
import { describe, nameOf } from '../input/options.js';
import { Point, readPoint } from './point.js';

/** @import { PointChecks, VectorHandle } from '../port/engine.js' */
/** @import { Context } from './context.js' */
/** @import { Decoded, PointFormat } from './encodings/encoding.js' */

/**
 * The format of bytes from outside, and whether the subgroup is checked.
 * @typedef {{ format?: PointFormat, check: boolean }} DecodeOptions
 */

/**
 * A list of points.
 * @param {Context} context
 * @param {unknown} points encodings of one format back to back, or an array of `Point`s of this group and of `{ x, y }`
 * @param {DecodeOptions} options
 * @returns {VectorHandle} to be freed by the caller
 * @throws {PointError} with the `index` of the first bad point
 * @throws {InputError} something else than points, or points of another group or instance
 */
export function decodePoints(context, points, options) {
  if (Array.isArray(points)) return decodeList(context, points, options);
  if (isBytes(points)) return decodeBytes(context, readBytes(points, 'points'), options);
  throw new InputError(
    `points: expected a Uint8Array or an array of points, got ${describe(points)}`,
  );
}

/**
 * A single point.
 * @param {Context} context
 * @param {unknown} point an encoding, or `{ x, y }`
 * @param {DecodeOptions} options
 * @returns {Point<any>}
 * @throws {PointError} without an index
 * @throws {InputError} neither bytes nor coordinates
 */
export function decodePoint(context, point, options) {
  try {
    const affine = isBytes(point)
      ? decodeSingle(context, readBytes(point, 'point'), options)
      : onlyPoint(context, decodeList(context, [point], options, true));
    return new Point(context, affine);
  } catch (error) {
    if (!(error instanceof PointError)) throw error;
    const { reason, expected, got, cause } = error;
    throw new PointError(reason, undefined, { expected, got, cause });
  }
}

/**
 * @param {Context} context
 * @param {VectorHandle} handle of a list of one, which is freed
 * @returns {Uint8Array}
 */
function onlyPoint({ engine }, handle) {
  try {
    return engine.toAffine(handle, 0, 1);
  } finally {
    engine.free(handle);
  }
}

/**
 * @param {Context} context
 * @param {Uint8Array} bytes
 * @param {DecodeOptions} options
 * @returns {Uint8Array} the canonical point
 */
function decodeSingle(context, bytes, options) {
  const { encoding, engine } = context;
  if (bytes.length === 0) {
    throw new PointError('length', undefined, { expected: 'an encoding', got: '0 bytes' });
  }
  if (encoding.identity && sameBytes(bytes, encoding.identity)) {
    return new Uint8Array(2 * context.fieldBytes);
  }
  const { format = encoding.formatOf(bytes), check } = options;
  const size = encoding.sizeOf(format);
  if (bytes.length !== size) throw lengthError(format, `${size}`, bytes.length);
  const decoded = encoding.decode(bytes, format);
  return engine.readOne
    ? engine.readOne(decoded, checksOf(decoded, check))
    : onlyPoint(context, toList(context, decoded, check));
}

/**
 * @param {Context} context
 * @param {Uint8Array} bytes
 * @param {DecodeOptions} options
 * @returns {VectorHandle}
 */
function decodeBytes(context, bytes, { format, check }) {
  const { encoding, engine } = context;
  if (bytes.length === 0) return engine.fromAffine(bytes);
  const chosen = format ?? encoding.formatOf(bytes);
  const size = encoding.sizeOf(chosen);
  if (bytes.length % size !== 0) throw lengthError(chosen, `a multiple of ${size}`, bytes.length);

  return toList(context, encoding.decode(bytes, chosen), check);
}

/**
 * @param {Context} context
 * @param {Decoded} decoded
 * @param {boolean} check
 * @returns {VectorHandle}
 */
function toList(context, decoded, check) {
  const { engine } = context;
  const handle =
    'affine' in decoded
      ? engine.fromAffine(decoded.affine)
      : engine.fromCompressed(decoded.xs, decoded.signs);
  return checked(context, handle, checksOf(decoded, check));
}

/**
 * @param {Decoded} decoded
 * @param {boolean} subgroup
 * @returns {PointChecks}
 */
function checksOf(decoded, subgroup) {
  // A y computed from x is on the curve.
  return 'affine' in decoded
    ? { curve: true, verify: decoded.verify, subgroup }
    : { curve: false, subgroup };
}

/**
 * @param {Context} context
 * @param {unknown[]} points
 * @param {DecodeOptions} options
 * @param {boolean} [isSingle] whether messages speak of a single point
 * @returns {VectorHandle}
 */
function decodeList(context, points, { check }, isSingle = false) {
  const { engine } = context;
  const size = 2 * engine.fieldBytes;
  const affine = allocate(points.length * size);
  let curve = false;
  for (let i = 0; i < points.length; i++) {
    const point = points[i];
    const index = isSingle ? undefined : i;
    if (point instanceof Point) {
      affine.set(readPoint(point, context, 'point', index), i * size);
    } else {
      curve = true;
      affine.set(readCoordinates(point, context, index), i * size);
    }
  }
  return checked(context, engine.fromAffine(affine), { curve, subgroup: check });
}

/**
 * @param {unknown} point
 * @param {Context} context
 * @param {number | undefined} index in a list
 * @returns {Uint8Array} canonical bytes, in range; not known to be on the curve
 */
function readCoordinates(point, { field }, index) {
  const { x, y } = /** @type {{ x?: unknown, y?: unknown }} */ (point ?? {});
  const bytes = new Uint8Array(2 * field.bytes);
  for (const coordinate of [x, y]) {
    if (!hasForm(coordinate, field.degree)) {
      const form = field.degree === 1 ? 'bigints' : '{ c0, c1 } of bigints';
      const orBytes = index === undefined ? 'bytes, ' : '';
      throw new InputError(
        `${nameOf('point', index)}: expected ${orBytes}a Point or { x, y } of ${form}${hintFor(point)}, got ${describe(point)}`,
      );
    }
  }
  [x, y].forEach((coordinate, i) => {
    if (!field.isElement(coordinate)) {
      throw new PointError('range', index, { got: describeCoordinate(coordinate) });
    }
    bytes.set(field.toBytes(coordinate), i * field.bytes);
  });
  // The engine would take all zero for infinity.
  if (isZero(bytes, 0, bytes.length)) throw new PointError('not-on-curve', index);
  return bytes;
}

/**
 * @param {unknown} coordinate
 * @param {number} degree of the field: 1 or 2
 */
function hasForm(coordinate, degree) {
  if (degree === 1) return typeof coordinate === 'bigint';
  const { c0, c1 } = /** @type {{ c0?: unknown, c1?: unknown }} */ (coordinate ?? {});
  return typeof c0 === 'bigint' && typeof c1 === 'bigint';
}

/** @param {any} coordinate of the right form */
function describeCoordinate(coordinate) {
  if (typeof coordinate === 'bigint') return describe(coordinate);
  return `{ c0: ${describe(coordinate.c0)}, c1: ${describe(coordinate.c1)} }`;
}

/**
 * Checks a fresh list, and frees it when a check throws.
 * @param {Context} context
 * @param {VectorHandle} handle
 * @param {PointChecks} which
 * @returns {VectorHandle} the same
 */
function checked({ engine }, handle, { curve, verify, subgroup }) {
  try {
    if (curve) engine.checkOnCurve(handle);
    verify?.();
    if (subgroup) engine.checkSubgroup(handle);
    return handle;
  } catch (error) {
    engine.free(handle);
    throw error;
  }
}

/**
 * @param {string} format
 * @param {string} expected
 * @param {number} got
 * @returns {PointError}
 */
function lengthError(format, expected, got) {
  return new PointError('length', undefined, {
    expected: `${expected} bytes (${format})`,
    got: `${got}`,
  });
}
