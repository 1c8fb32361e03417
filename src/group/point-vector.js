/// <reference lib="esnext.disposable" preserve="true" />
/**
 * A list of points in the memory of an engine, decoded and checked once, ready for many multi-scalar multiplications.
 */
import { InputError } from '../errors.js';
import { readInteger, readWord } from '../input/options.js';
import { Point } from './point.js';

/** @import { VectorHandle } from '../port/engine.js' */
/** @import { Context } from './context.js' */
/** @import { PointFormat } from './encodings/encoding.js' */

/**
 * The points of a vector, owned by the vector that was made first and shared by its views. Running multiplications
 * retain it: then a disposal takes effect when the last of them is over.
 */
export class VectorStorage {
  #context;
  #handle;
  #users = 0;
  #disposed = false;

  /**
   * Owns the handle from now on.
   * @param {Context} context
   * @param {VectorHandle} handle
   */
  constructor(context, handle) {
    this.#context = context;
    this.#handle = handle;
  }

  /** The engine's list; not to be used after the disposal unless retained before it. */
  get handle() {
    return this.#handle;
  }

  /** Keeps the points alive until the matching `release`. */
  retain() {
    this.#users++;
  }

  /** Ends what `retain` began. */
  release() {
    this.#users--;
    this.#freeIfUnused();
  }

  /** Frees the points as soon as nobody uses them. */
  dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#freeIfUnused();
  }

  #freeIfUnused() {
    // A disposed engine has freed everything already.
    if (this.#disposed && this.#users === 0 && !this.#context.lifetime.ended) {
      this.#context.engine.free(this.#handle);
    }
  }
}

/**
 * @typedef {{ context: Context, storage: VectorStorage, start: number, end: number }} VectorParts
 */

/**
 * What a living vector stands for. Only for the files of this folder.
 * @type {(vector: PointVector<any>) => VectorParts}
 */
export let vectorParts;

/**
 * A list of points of a group. Holds memory of its instance until it is disposed; a multi-scalar multiplication never
 * changes it.
 * @template [Coordinate=bigint] of its points, as for `Point`
 */
export class PointVector {
  /** For messages and consoles: bundlers rename classes. */
  static name = 'PointVector';

  /** @type {VectorParts} */
  #parts;
  /** @type {PointVector<Coordinate> | undefined} */
  #parent;
  #disposed = false;

  static {
    vectorParts = (vector) => {
      vector.#check();
      return vector.#parts;
    };
  }

  /**
   * Not for users: vectors come from a group.
   * @param {VectorParts} parts
   * @param {PointVector<Coordinate>} [parent] the vector of which this is a view
   */
  constructor(parts, parent) {
    this.#parts = parts;
    this.#parent = parent;
  }

  /** Number of points. Also readable after the disposal. */
  get length() {
    return this.#parts.end - this.#parts.start;
  }

  /**
   * The point at an index.
   * @param {number} index integer, 0 ≤ index < length
   * @returns {Point<Coordinate>}
   * @throws {InputError} no such index, or the vector or the instance is disposed
   */
  at(index) {
    this.#check();
    const { context, storage, start } = this.#parts;
    const i = start + readInteger(index, 0, this.length - 1, 'index');
    return new Point(context, context.engine.toAffine(storage.handle, i, i + 1));
  }

  /**
   * A view of the points from `start` to `end`, without a copy. It dies with this vector; disposing of the view alone
   * leaves this vector as it is.
   * @param {number} start integer, 0 ≤ start ≤ end
   * @param {number} end integer, start ≤ end ≤ length; excluded
   * @returns {PointVector<Coordinate>}
   * @throws {InputError} no such range, or the vector or the instance is disposed
   */
  slice(start, end) {
    this.#check();
    readInteger(end, 0, this.length, 'end');
    readInteger(start, 0, end, 'start');
    const parts = this.#parts;
    return new PointVector({ ...parts, start: parts.start + start, end: parts.start + end }, this);
  }

  /**
   * The encodings of all points back to back, a fresh array.
   * @param {PointFormat} [format] a format of the group, `'compressed'` by default
   * @returns {Uint8Array<ArrayBuffer>}
   * @throws {InputError} no such format, or the vector or the instance is disposed
   * @throws {PointError} secp256k1 only: infinity is among the points, which has no encoding that could stand in a list
   */
  toBytes(format) {
    this.#check();
    const { context, storage, start, end } = this.#parts;
    const { encoding, engine } = context;
    const chosen = readWord(format, encoding.formats, encoding.formats[0], 'format');
    return chosen === encoding.ofEngine && engine.toEncodings
      ? engine.toEncodings(storage.handle, start, end)
      : encoding.encode(engine.toAffine(storage.handle, start, end), chosen);
  }

  /**
   * Frees the memory; when an `msmAsync` is still using it, then at its end. Views die too. Later calls do nothing.
   */
  dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    if (this.#parent === undefined) this.#parts.storage.dispose();
  }

  /** `dispose`, for `using` declarations. Where the runtime has no `Symbol.dispose`, nobody will look for it. */
  [Symbol.dispose]() {
    this.dispose();
  }

  #check() {
    this.#parts.context.lifetime.check();
    /** @type {PointVector<Coordinate> | undefined} */
    let vector = this;
    for (; vector !== undefined; vector = vector.#parent) {
      if (vector.#disposed) {
        throw new InputError('expected a living PointVector, got a disposed one or a view of one');
      }
    }
  }
}
