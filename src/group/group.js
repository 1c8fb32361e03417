/**
 * The public interface of a group. `input/` validates arguments; the engine does the arithmetic.
 */
import { GroupContext } from './context.js';
import { copyPoints, decodePoint, decodingOf, trustedPoint } from './decode.js';
import { runNow } from '../port/steps.js';
import { readInteger, readOptions, readPointOptions } from '../input/options.js';
import { provideMethods } from './objects.js';
import { Point } from './point.js';
import { PointVector, VectorStorage, borrowPoints, copyOrError } from './point-vector.js';
import { randomDiscreteLogs, randomScalars } from './random.js';
import { copyScalars, requireOneEach } from '../input/scalars.js';
import { combined } from './vector-sums.js';

/** @import { Progress, VectorHandle } from '../port/engine.js' */
/** @import { PointFormat } from './encodings/encoding.js' */
/** @import { FixedBasis } from './fixed-basis.js' */
/** @import { ScalarField } from './scalars/scalar-field.js' */
/** @import { ScalarFormat, ScalarVector } from './scalars/scalar-vector.js' */

/**
 * `format`: of bytes; by default detected from the first byte, except for `'little-endian'` and
 * `'montgomery-le'`. `check`: whether points must be in
 * the group of prime order; only this check can be skipped, and only for points known to be in the
 * group (default true).
 * @template {string} [Format=PointFormat]
 * @typedef {{ format?: Format, check?: boolean | 'each' }} PointOptions
 */

/**
 * The same for a list. `check: true` may check the group by 81 random sums of the points where that
 * is faster; it accepts a list with a point outside the group with a probability below 2^-128,
 * whoever chose the points. `'each'` checks every point, without such an error, as a single one is.
 * @template {string} [Format=PointFormat]
 * @typedef {PointOptions<Format>} PointListOptions
 */

/**
 * `endian`: byte order of scalars given as bytes (default `'be'`), or their `format`; in Montgomery
 * form they are multiplied by 2^−256. `strict`: refuse scalars that are negative or not below the
 * order instead of reducing them (default false).
 * @typedef {{ endian?: 'be' | 'le', format?: ScalarFormat, strict?: boolean }} MsmOptions
 */

/**
 * `signal` aborts; `onProgress` gets the progress at most 20 times a second, and once more at 100
 * %.
 * @typedef {{ signal?: AbortSignal, onProgress?: (progress: Progress) => unknown }} TaskOptions
 */

/**
 * A list of points: encodings of one format, back to back or in an array; or an array of `Point`s
 * of this group and of coordinates, which points of @noble/curves have too.
 * @template [Coordinate=bigint]
 * @typedef {Uint8Array | readonly Uint8Array[]
 *   | readonly (Point<Coordinate> | { x: Coordinate, y: Coordinate })[]} PointList
 */

/**
 * Points of a multi-scalar multiplication: a vector, or a list, decoded and checked first.
 * @template [Coordinate=bigint]
 * @typedef {PointVector<Coordinate> | PointList<Coordinate>} MsmPoints
 */

/**
 * Bigints of any size and sign, 32 bytes per scalar, or a vector of the group's scalar field, which
 * is not copied through JavaScript.
 * @typedef {readonly bigint[] | Uint8Array | ScalarVector} Scalars
 */

const MAX_COUNT = 2 ** 31 - 1;

const SCALAR_OPTIONS = ['endian', 'format', 'strict'];

/**
 * Key of the phase times and the plan of a group's last multiplication: for measurements, not part
 * of the public interface.
 */
const LAST = Symbol.for('curvemill.last');

/**
 * The asynchronous calls, once they are imported: importing a module again costs about as much as
 * waking a worker.
 * @type {typeof import('./async.js') | undefined}
 */
let asyncCalls;
const loadAsync = async () => (asyncCalls ??= await import('./async.js'));

/**
 * The context of a group. Only for this library's own protocols.
 * @type {(group: Group<any>) => GroupContext}
 */
export let contextOf;

/**
 * A group of prime order: its generator, its points, and multi-scalar multiplication. Variable
 * time.
 *
 * Methods throw an `InputError` for wrong types or options, detached buffers, and, where they need
 * the instance, after its disposal; and a `ResourceError` if memory does not suffice. Their
 * comments say what else. Asynchronous ones reject with what their synchronous twins throw, with
 * `signal.reason` on abort, with an `InputError` when the instance is disposed in the meantime, and
 * with what `onProgress` throws.
 * @template [Coordinate=bigint] of its points: bigint, or `Extension`, which is `{ c0, c1 }`,
 *   for G2
 * @template {string} [Format=PointFormat] names of formats, `ElementFormat` for Banderwagon
 */
export class Group {
  /** @type {GroupContext} */
  #context;
  /** @type {Point<Coordinate, Format>} */
  #generator;
  /** @type {Point<Coordinate, Format>} */
  #identity;

  static {
    contextOf = (group) => group.#context;
  }

  /**
   * Internal: groups come from an instance.
   * @param {GroupContext} context
   */
  constructor(context) {
    provideMethods(this);
    this.#context = context;
    this.#generator = trustedPoint(context, context.config.generator);
    this.#identity = new Point(context, new Uint8Array(2 * context.field.bytes));
    Object.defineProperty(this, LAST, { get: () => context.engine.last() });
  }

  /** Name of the group, such as `'bls12-381-g1'`. */
  get name() {
    return this.#context.config.name;
  }

  /** The prime order of the group. */
  get order() {
    return this.#context.config.order;
  }

  /** The standard generator. */
  get generator() {
    return this.#generator;
  }

  /** The neutral element, the point at infinity. */
  get identity() {
    return this.#identity;
  }

  /**
   * Decodes and checks one point.
   * @param {Uint8Array | { x: Coordinate, y: Coordinate }} point an encoding, or affine coordinates
   *   of a point other than infinity
   * @param {PointOptions<Format>} [options]
   * @returns {Point<Coordinate, Format>}
   * @throws {PointError} `reason`: `'length'`, `'flags'`, `'range'`, `'not-on-curve'`, or, unless
   *   `check: false`, `'not-in-subgroup'`
   */
  point(point, options) {
    const { formatNames, lifetime } = this.#context;
    lifetime.check();
    return decodePoint(this.#context, point, readPointOptions(options, formatNames, 'point'));
  }

  /**
   * Decodes and checks a list of points, and keeps it in the memory of the instance until it is
   * disposed. On BLS12-381 most of the cost is the subgroup check of a short list, and the square
   * roots of compressed points in a long one. The code of the random sums loads in the background,
   * so calls right after creation may check point by point; `pointsAsync` waits for it.
   * @param {PointList<Coordinate>} points
   * @param {PointListOptions<Format>} [options]
   * @returns {PointVector<Coordinate, Format>}
   * @throws {PointError} as for `point`, with the `index` of the bad point
   * @throws {InputError} points of another group or instance
   */
  points(points, options) {
    const { formatNames, lifetime } = this.#context;
    lifetime.check();
    const read = readPointOptions(options, formatNames, 'points');
    const { source, checks } = decodingOf(this.#context, points, read);
    return this.#vector(this.#context.engine.decode(source, checks), checks.subgroup !== false);
  }

  /**
   * `points` on all threads; on one, in slices: yields to the event loop about every 12 ms. The
   * input is read before it returns and may be changed afterwards.
   * @param {PointList<Coordinate>} points
   * @param {PointListOptions<Format> & TaskOptions} [options]
   * @returns {Promise<PointVector<Coordinate, Format>>} of several bad points, the rejection always
   *   names the first
   */
  pointsAsync(points, options) {
    return this.#context.handled(this.#decode(points, options));
  }

  /**
   * a_i + b_i for all points of two vectors, synchronously; a fraction of a microsecond each.
   * @param {PointVector<Coordinate, Format>} a
   * @param {PointVector<Coordinate, Format>} b of the same length
   * @param {{ out?: PointVector<Coordinate, Format> }} [options] `out`: where the sums go, also an
   *   operand, or a part of one; no running call may use it. After an error it is as it was
   * @returns {PointVector<Coordinate, Format>} a new one, or `out`
   * @throws {InputError} different lengths; disposed or foreign vectors; an `out` that is in use
   * @example
   * const sums = G1.add(points, points);     // doubled; points.at(0).double() is sums.at(0)
   */
  add(a, b, options) {
    return combined(this.#context, [a, b], options, 'add');
  }

  /**
   * a_i − b_i: as `add`.
   * @param {PointVector<Coordinate, Format>} a
   * @param {PointVector<Coordinate, Format>} b
   * @param {{ out?: PointVector<Coordinate, Format> }} [options]
   * @returns {PointVector<Coordinate, Format>}
   */
  subtract(a, b, options) {
    return combined(this.#context, [a, b], options, 'subtract');
  }

  /**
   * Multi-scalar multiplication Σ scalar_i · point_i, synchronously. Correct for all inputs in
   * the group; undefined for points outside it that were admitted by `check: false`. The empty
   * sum is the identity.
   * @param {MsmPoints<Coordinate>} points
   * @param {Scalars} scalars one per point; reduced modulo the order unless `strict`
   * @param {MsmOptions} [options]
   * @returns {Point<Coordinate, Format>}
   * @throws {ScalarError} `strict`, with the `index` of the scalar
   * @throws {PointError} bad encodings or coordinates among `points`
   * @throws {InputError} different lengths; disposed or foreign objects
   */
  msm(points, scalars, options) {
    const known = readOptions(options, SCALAR_OPTIONS, 'msm');
    const context = this.#context;
    context.lifetime.check();
    const read = this.#read(scalars, known, 'memory');
    read.finish(0, read.count);
    const { storage, start, end } = borrowPoints(context, points);
    try {
      requireOneEach(read, end - start);
      if (start === end) return this.#identity;
      // Reading the points may have run the caller's code.
      const given = read.stored ? this.#read(scalars, known, 'memory').stored : read.bytes;
      const { engine } = context;
      const steps = engine.msmSteps(storage.handle, start, end, /** @type {Uint8Array} */ (given));
      return this.#point(runNow(steps), read.factor);
    } finally {
      storage.release();
    }
  }

  /**
   * `msm` on all threads; on one, in slices: yields to the event loop about every 12 ms. Reports
   * progress and can be aborted. The inputs are read before it returns; they may be changed and
   * disposed of afterwards. With workers, these keep their shares of a `PointVector` until it is
   * disposed of.
   * @param {MsmPoints<Coordinate>} points
   * @param {Scalars} scalars
   * @param {MsmOptions & TaskOptions} [options]
   * @returns {Promise<Point<Coordinate, Format>>}
   */
  msmAsync(points, scalars, options) {
    return this.#context.handled(this.#sum(points, scalars, options));
  }

  /**
   * Fixed-base multiplication: reads the points as `pointsAsync` does and builds a table of their
   * multiples in slices, yielding to the event loop about every 12 ms. More memory makes
   * multiplications faster; for a few thousand points, a table of 20 times the points' size gives
   * half of the possible gain.
   * @param {MsmPoints<Coordinate>} points read before it returns; they may be
   *   disposed of afterwards
   * @param {{ memory?: number } & TaskOptions} [options] `memory`: byte limit of the table (default
   *   16 MiB); if it does not hold one entry per point, no table is built and multiplications fall
   *   back to `msm`
   * @returns {Promise<FixedBasis<Coordinate, Format>>} rejects with a `PointError` for bad points;
   *   with a `ResourceError` if the table does not fit into the instance's memory, before any work
   */
  async fixedBasis(points, options) {
    const task = readOptions(options, ['memory', 'signal', 'onProgress'], 'fixedBasis');
    this.#context.lifetime.check();
    const list = copyOrError(this.#context, points);
    try {
      const { fixedBasisOf } = await import('./fixed-basis.js');
      return /** @type {any} */ (await fixedBasisOf(this.#context, list, task));
    } finally {
      list.kept?.storage.release();
    }
  }

  /**
   * The field of the group's scalars, the integers modulo its order: vectors of them, and
   * transforms. The same object at every call, of all groups of the instance with this order. Its
   * code is imported by the first call.
   * @returns {Promise<ScalarField>} rejects with an `InputError` for a group whose order less one
   *   has no power of two that transforms can use (secp256k1, Banderwagon)
   */
  async scalarField() {
    this.#context.lifetime.check();
    const { scalarFieldOf } = await import('./scalars/scalar-field.js');
    return scalarFieldOf(this.#context);
  }

  /**
   * Pseudo-random points with known discrete logarithms, for tests and benchmarks; the same
   * on every backend.
   * @param {number} n integer, not negative
   * @param {number} seed integer, 0 ≤ seed < 2^53
   * @returns {PointVector<Coordinate, Format>}
   * @throws {InputError} a number out of range
   */
  randomPoints(n, seed) {
    const { engine, lifetime } = this.#context;
    lifetime.check();
    readInteger(n, 0, MAX_COUNT, 'n');
    readInteger(seed, 0, Number.MAX_SAFE_INTEGER, 'seed');
    return this.#vector(
      engine.fromDiscreteLogs(n, () => randomDiscreteLogs(n, seed)),
      true,
    );
  }

  /**
   * Pseudo-random scalars, uniform below the order, for tests and benchmarks; the same
   * on every backend.
   * @param {number} n integer, not negative
   * @param {number} seed integer, 0 ≤ seed < 2^53
   * @returns {Uint8Array<ArrayBuffer>} 32·n bytes, each scalar big-endian
   * @throws {InputError} a number out of range
   */
  randomScalars(n, seed) {
    readInteger(n, 0, MAX_COUNT, 'n');
    readInteger(seed, 0, Number.MAX_SAFE_INTEGER, 'seed');
    return randomScalars(n, seed, this.order);
  }

  /** @type {(points: unknown, options: unknown) => Promise<PointVector<Coordinate, Format>>} */
  async #decode(points, options) {
    const context = this.#context;
    context.lifetime.check();
    const more = ['signal', 'onProgress'];
    const known = readOptions(options, ['format', 'check', ...more], 'pointsAsync');
    const { signal, onProgress } = known;
    const how = readPointOptions(known, context.formatNames, 'pointsAsync', more);
    const copy = copyPoints(context, points);
    const { decodeAsync } = await loadAsync();
    const handle = await decodeAsync(context, copy, how, { signal, onProgress });
    return this.#vector(handle, how.check !== false);
  }

  /**
   * @type {(points: unknown, scalars: unknown,
   *   options: unknown) => Promise<Point<Coordinate, Format>>}
   */
  async #sum(points, scalars, options) {
    const known = readOptions(options, [...SCALAR_OPTIONS, 'signal', 'onProgress'], 'msmAsync');
    const { signal, onProgress } = known;
    const context = this.#context;
    context.lifetime.check();
    const read = this.#read(scalars, known, 'copy');
    const list = copyOrError(context, points);
    try {
      const { sumAsync } = await loadAsync();
      return this.#point(await sumAsync(context, list, read, { signal, onProgress }), read.factor);
    } finally {
      list.kept?.storage.release();
      read.free();
    }
  }

  /**
   * @param {unknown} scalars
   * @param {Record<string, unknown>} options
   * @param {'memory' | 'copy'} keep
   */
  #read(scalars, { endian, format, strict }, keep) {
    const { lifetime } = this.#context;
    return copyScalars(scalars, { endian, format, strict, order: this.order, keep, lifetime });
  }

  /**
   * @param {VectorHandle} handle
   * @param {boolean} [areMembers] whether the points are known to be in the group
   * @returns {PointVector<Coordinate, Format>}
   */
  #vector(handle, areMembers) {
    const context = this.#context;
    const storage = new VectorStorage(context, handle, areMembers);
    return new PointVector({ context, storage, start: 0, end: handle.length });
  }

  /** @type {(affine: Uint8Array, factor: bigint | null) => Point<Coordinate, Format>} */
  #point(affine, factor) {
    const point = new Point(this.#context, affine);
    return /** @type {any} */ (factor ? point.multiply(factor) : point);
  }
}

/**
 * Creates a group over an engine.
 * @param {ConstructorParameters<typeof GroupContext>[0]} parts
 * @template [Coordinate=bigint]
 * @template {string} [Format=PointFormat]
 * @returns {Group<Coordinate, Format>}
 */
export function createGroup(parts) {
  return new Group(new GroupContext(parts));
}
