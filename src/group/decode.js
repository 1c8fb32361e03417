/**
 * Points from callers → the input of an engine's decoder: `input/` reads them, an encoding checks
 * lengths and flags, and the engine does the rest. Checks run in the order length, flags, range,
 * curve, subgroup over the whole list; the first failing check is reported with the index of the
 * first point that fails it.
 */
import { PointError } from '../errors.js';
import { sameBytes } from '../input/bytes.js';
import { readOnePoint, readPoints } from '../input/points.js';
import { runNow } from '../port/steps.js';
import { Point, isPoint, readPoint } from './point.js';

/** @import { BytesOfPoint, PointsRead } from '../input/points.js' */
/** @import { PointChecks, PointSource } from '../port/engine.js' */
/** @import { GroupContext } from './context.js' */
/** @import { Decoded, Format, PointFormat } from './encodings/encoding.js' */

/**
 * The format of bytes, and whether the subgroup is checked. By default it is, unless all items are
 * `Point`s, which were checked when created (or the user opted out then). `'each'`: one by one.
 * @typedef {{ format?: PointFormat, check?: boolean | 'each' }} DecodeOptions
 */

/**
 * Arguments of `engine.decode`.
 * @typedef {{ source: PointSource, checks: PointChecks }} Decoding
 */

/**
 * A list of points, as `engine.decode` takes it.
 * @param {GroupContext} context
 * @param {unknown} points encodings of one format, back to back or in an array; or an array of
 *   `Point`s of this group and of `{ x, y }`
 * @param {DecodeOptions} options
 * @returns {Decoding}
 * @throws {PointError} with the `index` of the first bad point
 * @throws {InputError} anything but points, or points of another group or instance
 */
export function decodingOf(context, points, { format, check }) {
  const read = readPoints(points, context.field, recogniser(context));
  const { bytes, affine, known, rest, each } = read;
  if (rest) runNow(rest);
  if (bytes === undefined) return decodingOfCanonical(affine, known, check);
  if (bytes.length === 0 && !each) return decodingOfCanonical(bytes, true);
  return decodingOfEncodings(formatOf(context, bytes, each, format).decode(bytes), check);
}

/**
 * The format of a list of encodings.
 * @param {GroupContext} context
 * @param {Uint8Array} bytes one or more
 * @param {readonly Uint8Array[] | undefined} each of them, from an array
 * @param {PointFormat | undefined} named
 * @returns {Format}
 * @throws {PointError} they are not whole encodings
 */
export function formatOf({ encoding, formats }, bytes, each, named) {
  const name = named ?? encoding.formatOf(bytes);
  const format = formats[name];
  const { size } = format;
  each?.forEach(({ length }, i) => {
    if (length !== size) throw lengthError(name, `${size}`, length, i);
  });
  if (bytes.length % size !== 0) throw lengthError(name, `a multiple of ${size}`, bytes.length);
  return format;
}

/**
 * A list of points as it is now, read and copied; its `rest` has not run.
 * @param {GroupContext} context
 * @param {unknown} points as for `decodingOf`
 * @returns {PointsRead}
 */
export function copyPoints(context, points) {
  const read = readPoints(points, context.field, recogniser(context));
  return read.bytes ? { ...read, bytes: new Uint8Array(read.bytes) } : read;
}

/**
 * A single point.
 * @param {GroupContext} context
 * @param {unknown} point an encoding, `{ x, y }`, or a `Point` of this group
 * @param {DecodeOptions} options
 * @returns {Point<any, any>}
 * @throws {PointError} without an index
 * @throws {InputError} any other value, or a point of another group or instance
 */
export function decodePoint(context, point, options) {
  try {
    const { source, checks } = decodingOfOne(context, point, { format: undefined, ...options });
    const affine = context.engine.decodeOne(source, checks);
    return new Point(context, affine, undefined, checks.subgroup !== false);
  } catch (error) {
    if (!(error instanceof PointError)) throw error;
    throw new PointError(error.reason, undefined, error);
  }
}

/**
 * The generator of a config. It is not decoded: the first call of a kernel's function takes a page
 * long.
 * @param {GroupContext} context
 * @param {object} point `{ x, y }` of a member
 * @returns {Point<any, any>}
 */
export function trustedPoint(context, point) {
  const { affine } = readOnePoint(point, context.field, () => undefined);
  return new Point(context, affine, undefined, true);
}

/** @type {(context: GroupContext, point: unknown, options: DecodeOptions) => Decoding} */
function decodingOfOne(context, point, { format, check }) {
  const { encoding, formats, field } = context;
  const { bytes, affine, known } = readOnePoint(point, field, recogniser(context));
  if (bytes === undefined) return decodingOfCanonical(affine, known, check);
  if (bytes.length === 0) {
    throw new PointError('length', undefined, { expected: 'an encoding', got: '0 bytes' });
  }
  const name = format ?? encoding.formatOf(bytes);
  const { size, identity, decode } = formats[name];
  if (identity && sameBytes(bytes, identity)) {
    return decodingOfCanonical(new Uint8Array(2 * field.bytes), true);
  }
  if (bytes.length !== size) throw lengthError(name, `${size}`, bytes.length);
  return decodingOfEncodings(decode(bytes), check);
}

/**
 * @param {Uint8Array} affine canonical, in range
 * @param {boolean} known whether they came from `Point`s and need no further check
 * @param {boolean | 'each'} [check]
 * @returns {Decoding}
 */
export const decodingOfCanonical = (affine, known, check = !known) => ({
  source: { affine },
  checks: { curve: !known, subgroup: check },
});

/** @type {(decoded: Decoded, check?: boolean | 'each') => Decoding} */
export function decodingOfEncodings(decoded, check = true) {
  /** Nothing is inherited. @type {{ __proto__: null } & Decoded} */
  const { affine, verify } = { __proto__: null, ...decoded };
  // Decompression yields points on the curve.
  return { source: decoded, checks: { curve: affine !== undefined, verify, subgroup: check } };
}

/**
 * Returns the function by which `input/` recognises a `Point` of the group.
 * @type {(context: GroupContext) => BytesOfPoint}
 */
const recogniser = (context) => (value, index) =>
  isPoint(value) ? readPoint(value, context, 'point', index) : undefined;

/**
 * @param {string} format
 * @param {string} expected
 * @param {number} got
 * @param {number} [index] in an array
 * @returns {PointError}
 */
function lengthError(format, expected, got, index) {
  return new PointError('length', index, {
    expected: `${expected} bytes (${format})`,
    got: `${got}`,
  });
}
