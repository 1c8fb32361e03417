/// <reference lib="esnext.disposable" preserve="true" />
/**
 * A list of points in the memory of an engine, decoded and checked once, ready for repeated
 * multi-scalar multiplications.
 */
import { InputError } from '../errors.js';
import { hexOf } from '../input/bytes.js';
import { describe } from '../input/describe.js';
import { readInteger, readWord } from '../input/options.js';
import { GroupContext, foreignError } from './context.js';
import { copyPoints, decodingOf } from './decode.js';
import { INSPECT, SEND_BYTES, provideCompared } from './objects.js';
import { Point } from './point.js';

/** @import { VectorHandle } from '../port/engine.js' */
/** @import { PointsTaken } from './async.js' */
/** @import { PointFormat } from './encodings/encoding.js' */

/**
 * Reference-counted points of a vector, shared with its views. Running multiplications retain it; a
 * disposal takes effect when the last of them ends.
 */
export class VectorStorage {
  #context;
  #handle;
  #users = 0;
  #disposed = false;
  /** How often vectors with views were disposed of: while it stays, live ones stay so. */
  disposals = 0;
  /** How often points were overwritten: while it stays, what was found of them holds. */
  changes = 0;

  /**
   * Takes ownership of the handle.
   * @param {GroupContext} context
   * @param {VectorHandle} handle
   * @param {boolean} [areMembers] whether all points are known to be in the group of prime order
   */
  constructor(context, handle, areMembers = false) {
    this.#context = context;
    this.#handle = handle;
    this.areMembers = areMembers;
  }

  /** The engine's handle; invalid after disposal unless retained before. */
  get handle() {
    return this.#handle;
  }

  /** Whether a running call uses the points, which must not change then. */
  get isRetained() {
    return this.#users > 0;
  }

  /** To be called when points have been overwritten. @param {boolean} areMembers the new ones */
  changed(areMembers) {
    this.areMembers &&= areMembers;
    this.changes++;
    // Workers keep what the list held before.
    this.#context.engine.parallel?.forget(this.#handle);
  }

  /** Keeps the points alive until the matching `release`. */
  retain() {
    this.#users++;
  }

  /** Undoes one `retain`. */
  release() {
    this.#users--;
    this.#freeIfUnused();
  }

  /** Frees the points as soon as they are no longer retained. */
  dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#freeIfUnused();
  }

  #freeIfUnused() {
    // A disposed engine has freed everything already.
    if (this.#disposed && this.#users === 0 && !this.#context.lifetime.ended) {
      const { engine } = this.#context;
      engine.parallel?.forget(this.#handle);
      engine.free(this.#handle);
    }
  }
}

/**
 * @typedef {{ context: GroupContext, storage: VectorStorage, start: number, end: number }}
 *   VectorParts
 */

/**
 * The parts of a vector that is not disposed. Only for the files of this folder.
 * @type {(vector: PointVector<any, any>) => VectorParts}
 */
export let vectorParts;

/** Whether a value is a vector, no proxy of one. @type {(value: unknown) => boolean} */
export let isVector;

/** The parts of a vector, disposed or not. @type {(value: unknown) => VectorParts} */
let partsOf;

/** The canonical points of a vector. @this {PointVector<any, any>} */
function canonicalOf() {
  const { context, storage, start, end } = vectorParts(this);
  return context.engine.toAffine(storage.handle, start, end);
}

/**
 * A list of points of a group. Holds memory of its instance until it is disposed; only `add` and
 * `subtract` of the group change one, if it is their `out`.
 * @template [Coordinate=bigint] of its points, as for `Point`
 * @template {string} [Format=PointFormat]
 */
export class PointVector {
  /** For messages and consoles: bundlers rename classes. */
  static name = 'PointVector';

  /** Makes structured cloning throw. */
  cloning = SEND_BYTES;

  /** @type {VectorParts} */
  #parts;
  /** @type {PointVector<Coordinate, Format> | undefined} */
  #parent;
  #disposed = false;
  #hasViews = false;
  /** `disposals` when this and all vectors that it is a view of were seen to be alive. */
  #seenAlive = -1;

  static {
    // A caller of the constructor has no context.
    isVector = (value) =>
      typeof value === 'object' &&
      value !== null &&
      #parts in value &&
      value.#parts?.context instanceof GroupContext;
    partsOf = (value) => {
      if (isVector(value)) return /** @type {PointVector} */ (value).#parts;
      throw new InputError(
        `this: expected a PointVector of this library, no proxy of one, got ${describe(value)}`,
      );
    };
    vectorParts = (vector) => {
      const parts = partsOf(vector);
      vector.#check();
      return parts;
    };
  }

  /**
   * Internal: vectors come from a group.
   * @param {VectorParts} parts
   * @param {PointVector<Coordinate, Format>} [parent] the vector of which this is a view
   */
  constructor(parts, parent) {
    this.#parts = parts;
    this.#parent = parent;
    provideCompared(this, canonicalOf);
  }

  /** Number of points. Also readable after the disposal. */
  get length() {
    const { start, end } = partsOf(this);
    return end - start;
  }

  /**
   * The point at an index.
   * @param {number} index integer, 0 ≤ index < length
   * @returns {Point<Coordinate, Format>}
   * @throws {InputError} no such index, or the vector or the instance is disposed
   */
  at(index) {
    const { context, storage, start } = vectorParts(this);
    const i = start + readInteger(index, 0, this.length - 1, 'index');
    const affine = context.engine.toAffine(storage.handle, i, i + 1);
    return new Point(context, affine, undefined, storage.areMembers);
  }

  /**
   * A view of the points from `start` to `end`, without a copy. Disposing of this vector disposes
   * of the view; disposing of the view leaves this vector usable.
   * @param {number} start integer, 0 ≤ start ≤ end
   * @param {number} end integer, start ≤ end ≤ length; excluded
   * @returns {PointVector<Coordinate, Format>}
   * @throws {InputError} no such range, or the vector or the instance is disposed
   */
  slice(start, end) {
    const parts = vectorParts(this);
    readInteger(end, 0, this.length, 'end');
    readInteger(start, 0, end, 'start');
    this.#hasViews = true;
    const view = { ...parts, start: parts.start + start, end: parts.start + end };
    return new PointVector(view, this);
  }

  /**
   * The encodings of all points back to back, a fresh array.
   * @param {Format} [format] a format of the group, `'compressed'` by default
   * @returns {Uint8Array<ArrayBuffer>}
   * @throws {InputError} no such format, or the vector or the instance is disposed
   * @throws {PointError} secp256k1 only: the vector contains infinity, which has no
   *   fixed-length encoding
   */
  toBytes(format) {
    const { context, storage, start, end } = vectorParts(this);
    const { formats, formatNames, engine } = context;
    const name = readWord(format, formatNames, formatNames[0], 'format');
    const { factor, encode, encodeMultiplied = encode, encodeList } = formats[name];
    if (encodeList) return encodeList(engine, storage.handle, start, end);
    return encodeMultiplied(engine.toAffine(storage.handle, start, end, factor));
  }

  /**
   * The encodings of all points back to back, hexadecimal without a prefix.
   * @param {Format} [format] as for `toBytes`
   * @returns {string}
   * @throws {InputError} as `toBytes`
   * @throws {PointError} as `toBytes`
   */
  toHex(format) {
    return hexOf(this.toBytes(format));
  }

  /** A description: the number of points and the name of the group. */
  toString() {
    return `PointVector(${this.length} points of ${partsOf(this).context.config.name})`;
  }

  /** As `toString`. @returns {string} */
  toJSON() {
    return String(this);
  }

  /** For the console of Node, Deno and Bun. */
  [INSPECT]() {
    return `${this}`;
  }

  /**
   * Frees the memory, once running `msmAsync` calls that use it have ended. Views become unusable
   * too. Later disposals do nothing.
   */
  dispose() {
    const { storage } = partsOf(this);
    if (this.#disposed) return;
    this.#disposed = true;
    if (this.#hasViews) storage.disposals++;
    if (this.#parent === undefined) storage.dispose();
  }

  /**
   * `dispose`, for `using` declarations. Unused where the runtime lacks `Symbol.dispose`.
   */
  [Symbol.dispose]() {
    this.dispose();
  }

  #check() {
    const { context, storage } = this.#parts;
    context.lifetime.check();
    // A view of a view of … may be thousands deep.
    /** @type {PointVector<Coordinate, Format> | undefined} */
    let vector = this;
    while (vector && !vector.#disposed && vector.#seenAlive !== storage.disposals) {
      vector = vector.#parent;
    }
    if (this.#disposed || (vector && vector.#disposed)) {
      throw new InputError('expected a live PointVector, got a disposed one or a view of one');
    }
    this.#seenAlive = storage.disposals;
  }
}

/**
 * The parts of a vector of this group that is not disposed. Defined here and not in input/, because
 * only a `PointVector` knows its group.
 * @param {unknown} value
 * @param {GroupContext} context
 * @param {string} what the argument, for messages
 * @returns {VectorParts}
 * @throws {InputError} not a vector, a disposed one, or one of another group or instance
 */
export function readVector(value, context, what) {
  if (!isVector(value)) {
    throw new InputError(`${what}: expected a PointVector, got ${describe(value)}`);
  }
  const parts = vectorParts(/** @type {PointVector} */ (value));
  if (parts.context !== context) {
    throw foreignError(what, 'PointVector', context, parts.context);
  }
  return parts;
}

/**
 * Retains the points of a multiplication: those of a vector, or points decoded now and freed
 * by the `release`.
 * @param {GroupContext} context
 * @param {unknown} points a `PointVector`, or what `Group.points` takes
 * @returns {VectorParts} the caller must release the storage
 */
export function borrowPoints(context, points) {
  if (isVector(points)) {
    const parts = readVector(points, context, 'points');
    parts.storage.retain();
    return parts;
  }
  const { source, checks } = decodingOf(context, points, { format: undefined, check: undefined });
  return lent(context, context.engine.decode(source, checks));
}

/**
 * Points as they are now: retained or copied. Their error is thrown by what the call imports: in
 * `msm` those of the scalars come first.
 * @type {(context: GroupContext, points: unknown) => PointsTaken}
 */
export function copyOrError(context, points) {
  /** @type {PointsTaken} */
  const taken = { kept: undefined, copied: undefined, error: undefined };
  try {
    if (isVector(points)) taken.kept = borrowPoints(context, points);
    else taken.copied = copyPoints(context, points);
  } catch (error) {
    taken.error = error;
  }
  return taken;
}

/**
 * Points that are freed by their release.
 * @type {(context: GroupContext, handle: VectorHandle) => VectorParts}
 */
export function lent(context, handle) {
  const storage = new VectorStorage(context, handle);
  storage.retain();
  storage.dispose();
  return { context, storage, start: 0, end: handle.length };
}
