/**
 * Points from outside → a list in the engine: encodings, coordinates or `Point`s, read, checked, and freed again when a
 * check fails. What fails first is reported: lengths, then flags, then ranges, then the curve, then the subgroup; of
 * several bad points the first one.
 */
import { InputError, PointError } from '../errors.js';
import { toBytesLE } from '../reference/modular.js';
import { allocate, isBytes, readBytes, sameBytes } from './bytes.js';
import { describe } from './options.js';
import { Point, readPoint } from './point.js';

/** @import { VectorHandle } from '../engines/engine.js' */
/** @import { Context } from './context.js' */

/**
 * The format of bytes from outside, and whether the subgroup is checked.
 * @typedef {{ format?: string, check: boolean }} DecodeOptions
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
 * @returns {Point}
 * @throws {PointError} without an index
 * @throws {InputError} neither bytes nor coordinates
 */
export function decodePoint(context, point, options) {
  const { engine } = context;
  try {
    const handle = isBytes(point)
      ? decodeSingle(context, readBytes(point, 'point'), options)
      : decodeList(context, [point], options);
    try {
      return new Point(context, engine.toAffine(handle, 0, 1));
    } finally {
      engine.free(handle);
    }
  } catch (error) {
    if (!(error instanceof PointError)) throw error;
    const { reason, expected, got, cause } = error;
    throw new PointError(reason, undefined, { expected, got, cause });
  }
}

/**
 * @param {Context} context
 * @param {Uint8Array} bytes
 * @param {DecodeOptions} options
 * @returns {VectorHandle}
 */
function decodeSingle(context, bytes, options) {
  const { encoding } = context;
  if (bytes.length === 0) {
    throw new PointError('length', undefined, { expected: 'an encoding', got: '0 bytes' });
  }
  if (encoding.identity && sameBytes(bytes, encoding.identity)) {
    return context.engine.fromAffine(new Uint8Array(2 * context.fieldBytes));
  }
  const { format = encoding.formatOf(bytes) } = options;
  const size = encoding.sizeOf(format);
  if (bytes.length !== size) throw lengthError(format, `${size}`, bytes.length);
  return decodeBytes(context, bytes, { ...options, format });
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

  const decoded = encoding.decode(bytes, chosen);
  // A y computed from x is on the curve.
  return 'affine' in decoded
    ? checked(context, engine.fromAffine(decoded.affine), {
        curve: true,
        verify: decoded.verify,
        subgroup: check,
      })
    : checked(context, engine.fromCompressed(decoded.xs, decoded.signs), {
        curve: false,
        subgroup: check,
      });
}

/**
 * @param {Context} context
 * @param {unknown[]} points
 * @param {DecodeOptions} options
 * @returns {VectorHandle}
 */
function decodeList(context, points, { check }) {
  const { engine } = context;
  const size = 2 * engine.fieldBytes;
  const affine = allocate(points.length * size);
  let curve = false;
  for (let i = 0; i < points.length; i++) {
    const point = points[i];
    if (point instanceof Point) {
      affine.set(readPoint(point, context, `point at index ${i}`), i * size);
    } else {
      curve = true;
      affine.set(readCoordinates(point, context, i), i * size);
    }
  }
  return checked(context, engine.fromAffine(affine), { curve, subgroup: check });
}

/**
 * @param {unknown} point
 * @param {Context} context
 * @param {number} index
 * @returns {Uint8Array} canonical bytes, in range; not known to be on the curve
 */
function readCoordinates(point, { fieldBytes, config: { p } }, index) {
  const { x, y } = /** @type {{ x?: unknown, y?: unknown }} */ (point ?? {});
  if (typeof x !== 'bigint' || typeof y !== 'bigint') {
    throw new InputError(
      `point at index ${index}: expected bytes, a Point or { x, y } of bigints, got ${describe(point)}`,
    );
  }
  for (const coordinate of [x, y]) {
    if (coordinate < 0n || coordinate >= p) {
      throw new PointError('range', index, { got: describe(coordinate) });
    }
  }
  // The engine would take all zero for infinity.
  if (x === 0n && y === 0n) throw new PointError('not-on-curve', index);
  const bytes = new Uint8Array(2 * fieldBytes);
  bytes.set(toBytesLE(x, fieldBytes));
  bytes.set(toBytesLE(y, fieldBytes), fieldBytes);
  return bytes;
}

/**
 * Checks a fresh list, and frees it when a check throws.
 * @param {Context} context
 * @param {VectorHandle} handle
 * @param {{ curve: boolean, verify?: () => void, subgroup: boolean }} which
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
