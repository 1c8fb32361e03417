/**
 * A group as users see it: points in, points out. All inputs are validated here; the mathematics is the engine's.
 */
import { InputError } from '../errors.js';
import { Context, foreignError } from './context.js';
import { decodePoint, decodePoints } from './decode.js';
import { runNow, runWithBreaks } from '../port/steps.js';
import {
  readBoolean,
  readFunction,
  readInteger,
  readOptions,
  readSignal,
  readWord,
} from '../input/options.js';
import { Point } from './point.js';
import { PointVector, VectorStorage, vectorParts } from './point-vector.js';
import { randomDiscreteLogs, randomScalars } from './random.js';
import { SCALAR_BYTES, readScalars } from '../input/scalars.js';

/** @import { Progress, VectorHandle } from '../port/engine.js' */
/** @import { PointFormat } from './encodings/encoding.js' */
/** @import { FixedBasis } from './fixed-basis.js' */

/**
 * `format`: of bytes; by default what the first byte says. `check`: whether points must be in the group of prime order;
 * only that check can be skipped, and only for points known to be good (default true).
 * @typedef {{ format?: PointFormat, check?: boolean }} PointOptions
 */

/**
 * `endian`: byte order of scalars given as bytes (default `'be'`). `strict`: refuse scalars that are negative or not
 * below the order instead of reducing them (default false).
 * @typedef {{ endian?: 'be' | 'le', strict?: boolean }} MsmOptions
 */

/**
 * `signal` aborts; `onProgress` is told at most 20 times a second, and once more at 100 %, how far it is.
 * @typedef {{ signal?: AbortSignal, onProgress?: (progress: Progress) => unknown }} TaskOptions
 */

/**
 * Points of a multi-scalar multiplication: a vector; encodings back to back, decoded and checked first; or an array of
 * `Point`s and of coordinates, which points of @noble/curves have too.
 * @template [Coordinate=bigint]
 * @typedef {PointVector<Coordinate> | Uint8Array
 *   | readonly (Point<Coordinate> | { x: Coordinate, y: Coordinate })[]} MsmPoints
 */

/**
 * Bigints of any size and sign, or 32 bytes per scalar.
 * @typedef {readonly bigint[] | Uint8Array} Scalars
 */

const MAX_COUNT = 2 ** 31 - 1;

/** What the table of a fixed basis may take if nobody says anything else: 16 MiB. */
const DEFAULT_MEMORY = 2 ** 24;

/** Where a group keeps the phases of its last multiplication: for measurements, not part of the interface. */
const TIMINGS = Symbol.for('curvemill.timings');

/**
 * What lies behind a group. Only for this library's own protocols.
 * @type {(group: Group<any>) => Context}
 */
export let contextOf;

/**
 * `group.fixedBasis` for points of which the first so many are used more than the others. Only for this library's own protocols.
 * @type {(group: Group<any>, points: any, options: { memory?: number } & TaskOptions, first: number) => Promise<FixedBasis<any>>}
 */
export let fixedBasisOf;

/**
 * A group of prime order: its generator, its points, and multi-scalar multiplication. Variable time.
 * @template [Coordinate=bigint] of its points: bigint, or `Extension`, which is `{ c0, c1 }`, for G2
 */
export class Group {
  /** @type {Context} */
  #context;
  /** @type {Point<Coordinate>} */
  #generator;
  /** @type {Point<Coordinate>} */
  #identity;

  static {
    fixedBasisOf = (group, points, options, first) => group.#fixedBasis(points, options, first);
    contextOf = (group) => group.#context;
  }

  /**
   * Not for users: groups come from an instance.
   * @param {Context} context
   */
  constructor(context) {
    this.#context = context;
    this.#generator = decodePoint(context, context.config.generator, { check: false });
    this.#identity = new Point(context, new Uint8Array(2 * context.fieldBytes));
    Object.defineProperty(this, TIMINGS, { get: () => context.engine.timings });
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
   * @param {Uint8Array | { x: Coordinate, y: Coordinate }} point an encoding, or affine coordinates, which infinity has none of
   * @param {PointOptions} [options]
   * @returns {Point<Coordinate>}
   * @throws {PointError} `reason`: `'length'`, `'flags'`, `'range'`, `'not-on-curve'`, or, unless `check: false`,
   *   `'not-in-subgroup'`
   * @throws {InputError} wrong types or options, a detached buffer, or a disposed instance
   */
  point(point, options) {
    const { lifetime } = this.#context;
    lifetime.check();
    return decodePoint(this.#context, point, this.#readPointOptions(options, 'point'));
  }

  /**
   * Decodes and checks a list of points, and keeps it in the memory of the instance until it is disposed. By far the
   * most expensive part is the check of the subgroup.
   * @param {Uint8Array | readonly (Point<Coordinate> | { x: Coordinate, y: Coordinate })[]} points encodings of one format
   *   back to back, or an array of `Point`s of this group and of coordinates
   * @param {PointOptions} [options]
   * @returns {PointVector<Coordinate>}
   * @throws {PointError} as for `point`, with the `index` of the bad point
   * @throws {InputError} wrong types or options, points of another group or instance, a detached buffer, or a disposed
   *   instance
   * @throws {ResourceError} not enough memory
   */
  points(points, options) {
    this.#context.lifetime.check();
    const read = this.#readPointOptions(options, 'points');
    return this.#vector(decodePoints(this.#context, points, read));
  }

  /**
   * Multi-scalar multiplication Σ scalar_i · point_i, at once and on this thread. Right for every input in the group;
   * undefined for points that were let in by `check: false` and are outside it. No points: the identity.
   * @param {MsmPoints<Coordinate>} points
   * @param {Scalars} scalars as many as points; reduced modulo the order unless `strict`
   * @param {MsmOptions} [options]
   * @returns {Point<Coordinate>}
   * @throws {ScalarError} `strict`, with the `index` of the scalar
   * @throws {PointError} bad encodings or coordinates among `points`
   * @throws {InputError} different lengths, wrong types or options, disposed or foreign objects, a detached buffer
   * @throws {ResourceError} not enough memory
   */
  msm(points, scalars, options) {
    const known = readOptions(options, ['endian', 'strict'], 'msm');
    const task = this.#prepare(points, scalars, known);
    try {
      return task.steps === undefined ? this.#identity : this.#point(runNow(task.steps));
    } finally {
      task.release();
    }
  }

  /**
   * `msm` with breaks: gives way to the event loop about every 12 ms, reports progress, can be aborted. The inputs are
   * read before it returns; they may be changed and disposed of afterwards.
   * @param {MsmPoints<Coordinate>} points
   * @param {Scalars} scalars
   * @param {MsmOptions & TaskOptions} [options]
   * @returns {Promise<Point<Coordinate>>} rejects with what `msm` throws; with `signal.reason` on abort; with an
   *   `InputError` when the instance is disposed meanwhile; with what `onProgress` throws
   */
  async msmAsync(points, scalars, options) {
    const known = readOptions(options, ['endian', 'strict', 'signal', 'onProgress'], 'msmAsync');
    const signal = readSignal(known.signal, 'signal');
    const onProgress = readFunction(known.onProgress, 'onProgress');
    if (signal?.aborted) throw signal.reason;

    const { lifetime } = this.#context;
    const task = this.#prepare(points, scalars, known);
    try {
      if (task.steps === undefined) {
        onProgress?.({ phase: 'done', done: 1, total: 1 });
        return this.#identity;
      }
      return this.#point(await runWithBreaks(task.steps, { signal, onProgress, lifetime }));
    } finally {
      task.release();
    }
  }

  /**
   * Points for many multiplications: builds a table of their multiples, in pieces that give way to the event loop about
   * every 12 ms. The more memory, the faster the multiplications; for a few thousand points half of what they gain comes
   * with as much memory as 20 times the points.
   * @param {MsmPoints<Coordinate>} points read before it returns; they may be disposed of afterwards
   * @param {{ memory?: number } & TaskOptions} [options] `memory`: bytes that the table may have (default 16 MiB); with less
   *   than one point's for each point there is no table, and multiplications are those of `msm` over the points
   * @returns {Promise<FixedBasis<Coordinate>>} rejects with an `InputError` for wrong types or options; with a `PointError`
   *   for bad points; with a `ResourceError` if the table does not fit into the instance's memory, before any work; with
   *   `signal.reason` on abort; with an `InputError` when the instance is disposed meanwhile; with what `onProgress`
   *   throws
   */
  async fixedBasis(points, options) {
    return this.#fixedBasis(points, options, 0);
  }

  /**
   * @param {unknown} points
   * @param {unknown} options
   * @param {number} first points used more than the others
   */
  async #fixedBasis(points, options, first) {
    const known = readOptions(options, ['memory', 'signal', 'onProgress'], 'fixedBasis');
    const signal = readSignal(known.signal, 'signal');
    const onProgress = readFunction(known.onProgress, 'onProgress');
    const { memory = DEFAULT_MEMORY } = known;
    const bytes = readInteger(memory, 0, Number.MAX_SAFE_INTEGER, 'memory (bytes)');
    if (signal?.aborted) throw signal.reason;
    this.#context.lifetime.check();
    const borrowed = this.#borrow(points);
    try {
      const { buildFixedBasis } = await this.#context.loadFixedBasis();
      const basis = { memory: bytes, first, signal, onProgress };
      return await buildFixedBasis(this.#context, borrowed, basis);
    } finally {
      borrowed.storage.release();
    }
  }

  /**
   * Pseudo-random points with known discrete logarithms, for tests and benchmarks; the same on every backend.
   * @param {number} n integer, not negative
   * @param {number} seed integer, 0 ≤ seed < 2^53
   * @returns {PointVector<Coordinate>}
   * @throws {InputError} no such numbers, or a disposed instance
   * @throws {ResourceError} not enough memory
   */
  randomPoints(n, seed) {
    const { engine, lifetime } = this.#context;
    lifetime.check();
    readInteger(n, 0, MAX_COUNT, 'n');
    readInteger(seed, 0, Number.MAX_SAFE_INTEGER, 'seed');
    return this.#vector(engine.fromDiscreteLogs(n, () => randomDiscreteLogs(n, seed)));
  }

  /**
   * Pseudo-random scalars, uniform below the order, for tests and benchmarks; the same on every backend.
   * @param {number} n integer, not negative
   * @param {number} seed integer, 0 ≤ seed < 2^53
   * @returns {Uint8Array<ArrayBuffer>} 32·n bytes, each scalar big-endian
   * @throws {InputError} no such numbers
   * @throws {ResourceError} not enough memory
   */
  randomScalars(n, seed) {
    readInteger(n, 0, MAX_COUNT, 'n');
    readInteger(seed, 0, Number.MAX_SAFE_INTEGER, 'seed');
    return randomScalars(n, seed, this.order);
  }

  /**
   * Reads the inputs of a multiplication and retains the points.
   * @param {unknown} points
   * @param {unknown} scalars
   * @param {Record<string, unknown>} options
   * @returns {{ steps: Generator<Progress, Uint8Array, void> | undefined, release: () => void }} no steps when there
   *   are no points; `release` must be called at the end
   */
  #prepare(points, scalars, options) {
    const { engine, lifetime, config } = this.#context;
    lifetime.check();
    const scalarBytes = readScalars(scalars, {
      endian: readWord(options.endian, ['be', 'le'], 'be', 'endian'),
      strict: readBoolean(options.strict, false, 'strict'),
      order: config.order,
    });
    const { storage, start, end } = this.#borrow(points);
    const release = () => storage.release();
    const n = end - start;
    if (scalarBytes.length !== n * SCALAR_BYTES) {
      release();
      throw new InputError(
        `scalars: expected as many as points (${n}), got ${scalarBytes.length / SCALAR_BYTES}`,
      );
    }
    const steps = n === 0 ? undefined : engine.msmSteps(storage.handle, start, end, scalarBytes);
    return { steps, release };
  }

  /**
   * Points as a retained part of a storage. Points that are no vector yet go away with the `release`.
   * @param {unknown} points
   * @returns {{ storage: VectorStorage, start: number, end: number }}
   */
  #borrow(points) {
    const context = this.#context;
    if (points instanceof PointVector) {
      const parts = vectorParts(points);
      if (parts.context !== context) {
        throw foreignError('points', 'PointVector', context, parts.context);
      }
      parts.storage.retain();
      return parts;
    }
    // `Point`s have been checked when they were made, unless the user declined it.
    const check = !Array.isArray(points) || !points.every((point) => point instanceof Point);
    const handle = decodePoints(context, points, { check });
    const storage = new VectorStorage(context, handle);
    storage.retain();
    storage.dispose();
    return { storage, start: 0, end: handle.length };
  }

  /**
   * @param {unknown} options
   * @param {string} where
   * @returns {{ format: PointFormat | undefined, check: boolean }}
   */
  #readPointOptions(options, where) {
    const { format, check } = readOptions(options, ['format', 'check'], where);
    return {
      format: readWord(format, this.#context.encoding.formats, undefined, 'format'),
      check: readBoolean(check, true, 'check'),
    };
  }

  /** @param {VectorHandle} handle @returns {PointVector<Coordinate>} */
  #vector(handle) {
    const context = this.#context;
    const storage = new VectorStorage(context, handle);
    return new PointVector({ context, storage, start: 0, end: handle.length });
  }

  /** @param {Uint8Array} affine @returns {Point<Coordinate>} */
  #point(affine) {
    return new Point(this.#context, affine);
  }
}

/**
 * The group surface over an engine.
 * @param {ConstructorParameters<typeof Context>[0]} parts
 * @template [Coordinate=bigint]
 * @returns {Group<Coordinate>}
 */
export function createGroup(parts) {
  return new Group(new Context(parts));
}
