/// <reference lib="esnext.disposable" preserve="true" />
/**
 * Fixed-base multi-scalar multiplication: points with a precomputed table of their multiples.
 */
import { InputError } from '../errors.js';
import { runSteps } from '../port/slices.js';
import { runNow } from '../port/steps.js';
import { readIndices } from '../input/indices.js';
import { readOptions } from '../input/options.js';
import { readTableTask } from '../input/tasks.js';
import { provideMethods } from './objects.js';
import { Point, pointParts } from './point.js';
import { lent } from './point-vector.js';
import { copyScalars } from '../input/scalars.js';
import { SCALAR_BYTES } from '../math/integers.js';

/** @import { Task } from '../input/tasks.js' */
/** @import { FixedParts, Engine, FixedTable } from '../port/engine.js' */
/** @import { PointFormat } from './encodings/encoding.js' */
/** @import { PointsTaken } from './async.js' */
/** @import { GroupContext } from './context.js' */
/** @import { MsmOptions, Scalars, TaskOptions } from './group.js' */
/** @import { ScalarsRead } from '../input/scalars.js' */
/** @import { VectorParts } from './point-vector.js' */

/** @typedef {Pick<VectorParts, 'storage' | 'start' | 'end'>} PointRange */

/**
 * `indices`: positions of the scalars in the basis, all different; by default 0, 1, 2, …. The
 * others: as for `Group.msm`.
 * @typedef {{ indices?: ArrayLike<number> } & MsmOptions} FixedMsmOptions
 */

const OPTIONS = ['indices', 'endian', 'format', 'strict'];

/**
 * Key of a basis's operation counts of its last multiplication: for measurements, not part of the
 * public interface.
 */
const COUNTS = Symbol.for('curvemill.counts');

/**
 * Σ scalar·point + `plus`, without validation: scalars are 32 bytes little-endian each, at most one
 * per point, each with its position. Only for this library's own protocols.
 * @type {(basis: FixedBasis<any>, scalars: Uint8Array, positions: ArrayLike<number>,
 *   plus?: Point) => Point}
 */
export let sumOf;

/**
 * A basis with a table of the points of one without. Only for this library's own protocols.
 * @type {(basis: FixedBasis<any>, options: Task & { memory: number }) => Promise<FixedBasis<any>>}
 */
export let withTable;

/**
 * A list of points and a table of their multiples. Holds memory of its instance until disposed.
 * @template [Coordinate=bigint] of its points, as for `Point`
 * @template {string} [Format=PointFormat]
 */
export class FixedBasis {
  /** @type {GroupContext} */
  #context;
  /** @type {FixedTable | undefined} */
  #table;
  /** @type {PointRange | undefined} */
  #points;
  /** @type {FixedParts | null | undefined} */
  #inWorkers;
  /** Ends the wait for the end of the instance. */
  #forget;
  #users = 0;
  #disposed = false;
  /** By position: the number of the last call that used it. @type {Float64Array} */
  #lastUse;
  #calls = 0;

  static {
    sumOf = (basis, scalars, positions, plus) => {
      basis.#check();
      basis.#refuseTwice(positions);
      const affine = plus && pointParts(plus).affine;
      return new Point(basis.#context, basis.#multiply(scalars, positions, affine));
    };
    withTable = async (basis, options) => {
      basis.#check();
      const points = /** @type {any} */ (basis.#points);
      basis.#users++;
      try {
        return await buildFixedBasis(basis.#context, points, options);
      } finally {
        basis.#users--;
        basis.#freeIfUnused();
      }
    };
  }

  /**
   * Internal: see `Group.fixedBasis`.
   * @param {GroupContext} context
   * @param {{ length: number, table?: FixedTable, points?: PointRange,
   *   inWorkers?: FixedParts | null }} parts a table, perhaps with shares of it in workers; or
   *   retained points; or neither if there are no points
   */
  constructor(context, parts) {
    provideMethods(this);
    const none = { table: undefined, points: undefined, inWorkers: undefined };
    const { length, table, points, inWorkers } = { ...none, ...parts };
    this.#inWorkers = inWorkers;
    this.#context = context;
    this.#table = table;
    this.#points = points;
    this.#lastUse = new Float64Array(length);
    // A reference held after `dispose()` does not keep the instance's memory alive.
    this.#forget = context.lifetime.onEnd(() => this.#release());
    /**
     * Number of points.
     * @type {number}
     * @readonly
     */
    this.length = length;
    /**
     * Bytes of the table: at most the `memory` that was granted, 0 if that was not enough for one.
     * @type {number}
     * @readonly
     */
    this.bytes = table?.bytes ?? 0;
    Object.defineProperty(this, COUNTS, { get: () => this.#table?.counts });
  }

  /**
   * Multi-scalar multiplication Σ scalar_i · point_i over the points of the basis, synchronously.
   * @param {Scalars} scalars at most one per point, reduced modulo the order unless `strict`;
   *   missing ones are 0
   * @param {FixedMsmOptions} [options]
   * @returns {Point<Coordinate, Format>}
   * @throws {ScalarError} `strict`, with the `index` of the scalar
   * @throws {InputError} more scalars than points; indices that are not integers below the length,
   *   repeat, or differ in number from the scalars; wrong types or options; a disposed basis or
   *   instance
   * @throws {ResourceError} not enough working memory
   */
  msm(scalars, options) {
    const { bytes, finish, positions, factor } = this.#read(scalars, options, OPTIONS, true);
    finish(0, bytes.length / SCALAR_BYTES);
    if (!this.#table) return this.#point(this.#multiply(bytes, positions), factor);
    return this.#point(this.#table.sum(bytes, positions), factor);
  }

  /**
   * @type {(sum: Uint8Array | readonly number[],
   *   factor: bigint | null) => Point<Coordinate, Format>}
   */
  #point(sum, factor) {
    const point = new Point(
      this.#context,
      sum,
      Array.isArray(sum) ? this.#table?.normalize : undefined,
    );
    return /** @type {any} */ (factor ? point.multiply(factor) : point);
  }

  /**
   * `msm` on all threads, where one takes more than a few milliseconds: each worker has a table of
   * its share of the points. On one thread, in slices: yields to the event loop about every 12 ms.
   * The inputs are read before it returns.
   * @param {Scalars} scalars as for `msm`
   * @param {FixedMsmOptions & TaskOptions} [options]
   * @returns {Promise<Point<Coordinate, Format>>} rejects with what `msm` throws; with
   *   `signal.reason` on abort; with an `InputError` when the instance is disposed meanwhile; with
   *   what `onProgress` throws
   */
  msmAsync(scalars, options) {
    return this.#context.handled(this.#sum(scalars, options));
  }

  /**
   * Frees the memory, once running `msmAsync` calls have ended. Later calls of `msm` throw, later
   * disposals do nothing.
   */
  dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#freeIfUnused();
  }

  #freeIfUnused() {
    if (!this.#disposed || this.#users > 0) return;
    this.#inWorkers?.free();
    // A disposed engine has already freed everything.
    if (!this.#context.lifetime.ended) this.#table?.free();
    this.#points?.storage.release();
    this.#forget();
    this.#release();
  }

  #release() {
    this.#table = undefined;
    this.#points = undefined;
    this.#inWorkers = undefined;
  }

  /**
   * `dispose`, for `using` declarations. Unused where the runtime lacks `Symbol.dispose`.
   */
  [Symbol.dispose]() {
    this.dispose();
  }

  /**
   * Reads the arguments of a multiplication.
   * @param {unknown} scalars
   * @param {unknown} options
   * @param {readonly string[]} names of the options
   * @param {boolean} inPlace whether the scalars are used before anything else happens
   * @returns {ScalarsRead & { positions: number[] | undefined, known: Record<string, unknown> }}
   */
  #read(scalars, options, names, inPlace) {
    const known = readOptions(options, names, 'msm');
    const { indices, endian, format, strict } = known;
    // Reading a list may run the caller's code, so the scalars, which may not be copied, and
    // anything that code could dispose of are read last.
    const positions = indices === undefined ? undefined : readIndices(indices, this.length);
    const { lifetime, config } = this.#context;
    const how = { endian, format, strict, order: config.order, inPlace, lifetime };
    const { bytes, finish, factor, ...rest } = copyScalars(scalars, how);
    this.#check();
    const count = bytes.length / SCALAR_BYTES;
    if (count > this.length) {
      throw new InputError(
        `scalars: expected at most one per point (${this.length}), got ${count}`,
      );
    }
    if (positions) {
      if (positions.length !== count) {
        throw new InputError(
          `indices: expected one per scalar (${count}), got ${positions.length}`,
        );
      }
      this.#refuseTwice(positions);
    }
    return { ...rest, bytes, finish, factor, positions, known };
  }

  /** @type {(scalars: unknown, options: unknown) => Promise<Point<Coordinate, Format>>} */
  async #sum(scalars, options) {
    const names = [...OPTIONS, 'signal', 'onProgress'];
    const read = this.#read(scalars, options, names, false);
    const { positions, known } = read;
    this.#users++;
    try {
      const { fixedSum } = await import('./fixed-async.js');
      const parts = { context: this.#context, table: this.#table, inWorkers: this.#inWorkers };
      const points = this.#points && { ...this.#points, length: this.length };
      const sum = await fixedSum({ ...parts, points }, read, positions, known);
      return this.#point(sum, read.factor);
    } finally {
      this.#users--;
      this.#freeIfUnused();
    }
  }

  /**
   * @param {Uint8Array} scalars
   * @param {ArrayLike<number> | undefined} positions
   * @param {Uint8Array} [plus] a canonical point that is added
   * @returns {Uint8Array} a canonical point
   */
  #multiply(scalars, positions, plus) {
    if (this.#table) return this.#table.msm(scalars, positions, plus);
    const sum = this.#multiplyWithoutTable(scalars, positions);
    return plus ? this.#context.engine.add(sum, plus) : sum;
  }

  /**
   * @param {Uint8Array} scalars
   * @param {ArrayLike<number> | undefined} positions
   * @returns {Uint8Array} a canonical point
   */
  #multiplyWithoutTable(scalars, positions) {
    if (!this.#points || scalars.length === 0) return new Uint8Array(2 * this.#context.field.bytes);
    const { storage, start, end } = this.#points;
    const { engine } = this.#context;
    const all = spread({ start, end, length: this.length }, scalars, positions);
    return runNow(engine.msmSteps(storage.handle, start, all.last, all.scalars));
  }

  /**
   * @param {ArrayLike<number>} positions of points of the basis
   * @throws {InputError} two are the same
   */
  #refuseTwice(positions) {
    const call = ++this.#calls;
    for (let i = 0; i < positions.length; i++) {
      const index = positions[i];
      if (this.#lastUse[index] === call) {
        throw new InputError(`indices: expected distinct ones, got ${index} twice`);
      }
      this.#lastUse[index] = call;
    }
  }

  #check() {
    this.#context.lifetime.check();
    if (this.#disposed) {
      throw new InputError('expected a live FixedBasis, Kzg or Verkle, got a disposed one');
    }
  }
}

/**
 * A scalar for each point of a basis from `start` to `last`.
 * @type {(points: { start: number, end: number, length: number }, scalars: Uint8Array,
 *   positions: ArrayLike<number> | undefined) => { scalars: Uint8Array, last: number }}
 */
export function spread({ start, end, length }, scalars, positions) {
  if (positions === undefined) return { scalars, last: start + scalars.length / SCALAR_BYTES };
  const all = new Uint8Array(length * SCALAR_BYTES);
  for (let i = 0; i < positions.length; i++) {
    const scalar = scalars.subarray(i * SCALAR_BYTES, (i + 1) * SCALAR_BYTES);
    all.set(scalar, positions[i] * SCALAR_BYTES);
  }
  return { scalars: all, last: end };
}

/**
 * Implements `Group.fixedBasis`.
 * @param {GroupContext} context
 * @param {PointsTaken} points
 * @param {object} options not validated yet
 * @returns {Promise<FixedBasis<any>>}
 */
export async function fixedBasisOf(context, { kept, copied, error }, options) {
  if (!kept && !copied) throw error;
  const task = readTableTask(options, 'fixedBasis');
  if (!copied) return buildFixedBasis(context, /** @type {VectorParts} */ (kept), task);
  const { decodeAsync, BY_DEFAULT } = await import('./async.js');
  const handle = await decodeAsync(context, copied, BY_DEFAULT, { signal: task.signal });
  const parts = lent(context, handle);
  try {
    return await buildFixedBasis(context, parts, task);
  } finally {
    parts.storage.release();
  }
}

/**
 * A basis without a table.
 * @param {GroupContext} context
 * @param {PointRange} points retained by the basis
 * @returns {FixedBasis<any>}
 */
export function basisWithoutTable(context, points) {
  points.storage.retain();
  return new FixedBasis(context, { length: points.end - points.start, points });
}

/**
 * Builds a basis in slices.
 * @param {GroupContext} context
 * @param {PointRange} points retained by the caller
 *   until this settles, and by the basis for its lifetime if it needs them
 * @param {Task & { memory: number }} options
 * @param {Engine['fixedTableSteps']} [makeTable]
 * @returns {Promise<FixedBasis<any>>}
 */
export async function buildFixedBasis(
  context,
  points,
  { memory, signal, onProgress },
  makeTable = context.engine.fixedTableSteps,
) {
  const { storage, start, end } = points;
  const length = end - start;
  if (length === 0) {
    onProgress?.({ phase: 'done', done: 1, total: 1 });
    return new FixedBasis(context, { length });
  }
  const { engine, lifetime } = context;
  const { handle } = storage;
  /** @type {FixedTable | null} */
  let table = null;
  try {
    const steps = await makeTable(handle, start, end, memory);
    lifetime.check();
    const keeping = (function* () {
      table = yield* steps;
      return table;
    })();
    const made = await runSteps(keeping, { signal, onProgress, lifetime });
    if (made === null) return basisWithoutTable(context, points);
    const own = { signal, onProgress: undefined, lifetime };
    const inWorkers = await engine.parallel?.fixedTable(handle, start, end, memory, made, own);
    return new FixedBasis(context, { length, table: made, inWorkers });
  } catch (error) {
    // The last progress report may throw after the table is complete.
    if (!lifetime.ended) /** @type {FixedTable | null} */ (table)?.free();
    throw error;
  }
}
