/**
 * A point: an immutable value that holds its canonical bytes, or projective coordinates that are
 * normalized on first use. It needs no disposal and outlives its instance.
 */
import { InputError } from '../errors.js';
import { SCALAR_BYTES, fromBytesBE, mod } from '../math/integers.js';
import { hexOf, isBytes, isZero, readBytesOf, sameBytes } from '../input/bytes.js';
import { GroupContext, foreignError } from './context.js';
import { describe, nameOf } from '../input/describe.js';
import { readWord } from '../input/options.js';
import { INSPECT, SEND_BYTES } from './objects.js';

/** @import { PointFormat } from './encodings/encoding.js' */

/**
 * An element c0 + c1·u of the quadratic extension.
 * @typedef {{ c0: bigint, c1: bigint }} Extension
 */

/** @typedef {(context: GroupContext, form: any) => Uint8Array} Normalize */

/**
 * The canonical bytes of a point, and the group it belongs to. Only for the files of this folder.
 * @type {(point: unknown, what?: string, index?: number) =>
 *   { context: GroupContext, affine: Uint8Array }}
 * @throws {InputError} no point: a proxy of one, or an object with its prototype, is none
 */
export let pointParts;

/**
 * Whether a point is in the group of prime order; tested at most once. Only for this library.
 * @type {(point: Point<any, any>) => boolean}
 */
export let isMember;

/** Whether a value is a point. @type {(value: unknown) => boolean} */
export let isPoint;

/**
 * A point of a group. Equal points have equal bytes.
 *
 * A point that was decoded with `check: false` may lie outside the group of prime order; sums
 * of such points are correct, but `multiply` and multi-scalar multiplications are undefined.
 * See `isInSubgroup`.
 * @template [Coordinate=bigint] bigint, or `Extension` for a curve over the quadratic extension
 * @template {string} [Format=PointFormat] names of formats, `ElementFormat` for Banderwagon
 */
export class Point {
  /** For messages and consoles: bundlers rename classes. */
  static name = 'Point';

  /** Makes structured cloning throw. */
  cloning = SEND_BYTES;

  /** @type {GroupContext} */
  #context;
  /** @type {Uint8Array} */
  #bytes;
  /** Converts another form to canonical bytes. @type {Normalize | undefined} */
  #normalize;
  /** Whether the point is known to be in the group of prime order. */
  #isMember;

  static {
    // A caller of the constructor has no context.
    isPoint = (value) =>
      typeof value === 'object' &&
      value !== null &&
      #context in value &&
      value.#context instanceof GroupContext;
    pointParts = (value, what = 'this', index) => {
      if (!isPoint(value)) {
        throw new InputError(
          `${nameOf(what, index)}: expected a Point of this library, no proxy of one, got ${describe(value)}`,
          { index },
        );
      }
      const point = /** @type {Point<any>} */ (value);
      return { context: point.#context, affine: point.#affine };
    };
    isMember = (point) => (point.#isMember ||= point.#context.engine.isInSubgroup(point.#affine));
  }

  /**
   * Internal: points come from a group.
   * @param {GroupContext} context
   * @param {any} bytes a canonical point, or another form of one; the new point owns it
   * @param {Normalize} [normalize] converts that form to canonical bytes
   * @param {boolean} [isMember] whether it is known to be in the group of prime order
   */
  constructor(context, bytes, normalize, isMember = false) {
    this.#context = context;
    this.#isMember = isMember;
    this.#bytes = bytes;
    this.#normalize = normalize;
    // Freezing takes 60 ns, against 3500 for a small multiplication, so it is deferred until the
    // point is first read: its fields are private anyway.
    if (!normalize) Object.freeze(this);
  }

  /** The canonical point. */
  get #affine() {
    if (this.#normalize) {
      this.#bytes = this.#normalize(this.#context, this.#bytes);
      this.#normalize = undefined;
      Object.freeze(this);
    }
    return this.#bytes;
  }

  /**
   * The sum.
   * @param {Point<Coordinate, Format>} other a point of the same group
   * @returns {Point<Coordinate, Format>}
   * @throws {InputError} `other` is not a point of this group, or the instance is disposed
   */
  add(other) {
    const { context, affine } = pointParts(this);
    return new Point(context, context.engine.add(affine, readPoint(other, context, 'point')));
  }

  /**
   * The difference.
   * @param {Point<Coordinate, Format>} other a point of the same group
   * @returns {Point<Coordinate, Format>}
   * @throws {InputError} `other` is not a point of this group, or the instance is disposed
   */
  subtract(other) {
    const { context, affine } = pointParts(this);
    const bytes = negated(readPoint(other, context, 'point'), context);
    return new Point(context, context.engine.add(affine, bytes));
  }

  /**
   * The negative.
   * @returns {Point<Coordinate, Format>}
   */
  negate() {
    const { context, affine } = pointParts(this);
    return new Point(context, negated(affine, context), undefined, this.#isMember);
  }

  /**
   * The double.
   * @returns {Point<Coordinate, Format>}
   * @throws {InputError} the instance is disposed
   */
  double() {
    const { context, affine } = pointParts(this);
    return new Point(context, context.engine.add(affine, affine));
  }

  /**
   * The multiple by an integer. Variable time: not for secret scalars.
   * @param {bigint | Uint8Array} scalar any integer, or 32 bytes big-endian; it is reduced modulo
   *   the order of the group
   * @returns {Point<Coordinate, Format>}
   * @throws {InputError} neither, or the instance is disposed
   */
  multiply(scalar) {
    const integer = readInteger(scalar);
    const { context, affine } = pointParts(this);
    const product = context.engine.multiply(affine, mod(integer, context.config.order));
    return new Point(context, product, undefined, this.#isMember);
  }

  /**
   * Whether two points are equal.
   * @param {Point<Coordinate, Format>} other a point of the same group
   * @returns {boolean}
   * @throws {InputError} `other` is not a point of this group
   */
  equals(other) {
    const { context, affine } = pointParts(this);
    return sameBytes(affine, readPoint(other, context, 'point'));
  }

  /**
   * Whether this is the neutral element, the point at infinity.
   * @returns {boolean}
   */
  isIdentity() {
    const { affine } = pointParts(this);
    return isZero(affine, 0, affine.length);
  }

  /**
   * Whether the point is in the group of prime order: always true unless it was decoded
   * with `check: false`.
   * @returns {boolean}
   * @throws {InputError} the instance is disposed
   */
  isInSubgroup() {
    pointParts(this).context.lifetime.check();
    return isMember(this);
  }

  /**
   * The encoding, a fresh array.
   * @param {Format} [format] a format of the group, `'compressed'` by default
   * @returns {Uint8Array<ArrayBuffer>}
   * @throws {InputError} no such format
   */
  toBytes(format) {
    const { context, affine } = pointParts(this);
    const { formats, formatNames } = context;
    const name = readWord(format, formatNames, formatNames[0], 'format');
    const { identity, encode } = formats[name];
    return identity && this.isIdentity() ? new Uint8Array(identity) : encode(affine);
  }

  /**
   * The encoding, hexadecimal without a prefix.
   * @param {Format} [format] as for `toBytes`
   * @returns {string}
   * @throws {InputError} no such format
   */
  toHex(format) {
    return hexOf(this.toBytes(format));
  }

  /** The compressed encoding, as `toHex`. */
  toString() {
    return this.toHex();
  }

  /** As `toString`. @returns {string} */
  toJSON() {
    return String(this);
  }

  /** For the console of Node, Deno and Bun. */
  [INSPECT]() {
    return `Point(${this})`;
  }

  /**
   * Compared first by deep equality. A property of each point would take half as long as reading
   * the point of a vector (0.7 µs).
   * @returns {string}
   */
  get [Symbol.toStringTag]() {
    return isPoint(this) ? `Point ${this}` : 'Point';
  }

  /**
   * The coordinates, or null for the identity.
   * @returns {{ x: Coordinate, y: Coordinate } | null} bigints; for a curve over the quadratic
   *   extension `{ c0, c1 }` each
   */
  toAffine() {
    const { context, affine } = pointParts(this);
    if (isZero(affine, 0, affine.length)) return null;
    const { field } = context;
    return {
      x: field.fromBytes(affine.subarray(0, field.bytes)),
      y: field.fromBytes(affine.subarray(field.bytes)),
    };
  }
}

/** @type {(scalar: unknown) => bigint} */
function readInteger(scalar) {
  if (typeof scalar === 'bigint') return scalar;
  if (isBytes(scalar)) return fromBytesBE(readBytesOf(scalar, [SCALAR_BYTES], 'scalar'));
  throw new InputError(`scalar: expected a bigint or 32 bytes, got ${describe(scalar)}`);
}

/**
 * The canonical bytes of a point of this group. Defined here and not in input/, because only a
 * `Point` knows its group.
 * @param {unknown} value
 * @param {GroupContext} context
 * @param {string} what the argument, for messages
 * @param {number} [index] in a list
 * @returns {Uint8Array} not to be changed
 * @throws {InputError} not a point, or a point of another group or instance
 */
export function readPoint(value, context, what, index) {
  const { context: other, affine } = pointParts(value, what, index);
  if (other !== context) throw foreignError(what, 'Point', context, other, index);
  return affine;
}

/**
 * @param {Uint8Array} affine a canonical point
 * @param {GroupContext} context
 * @returns {Uint8Array} its negative: y becomes p − y, or x on an Edwards curve p − x
 */
function negated(affine, { field, config }) {
  const result = new Uint8Array(affine);
  const at = Object.hasOwn(config, 'edwards') ? 0 : field.bytes;
  const coordinate = field.fromBytes(affine.subarray(at, at + field.bytes));
  result.set(field.toBytes(field.negate(coordinate)), at);
  return result;
}
