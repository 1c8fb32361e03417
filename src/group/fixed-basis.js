/// <reference lib="esnext.disposable" preserve="true" />
/**
 * Points that stay the same over many multi-scalar multiplications, with a table of their multiples.
 */
import { InputError } from '../errors.js';
import { runNow, runWithBreaks } from '../port/steps.js';
import { describe, readBoolean, readInteger, readOptions, readWord } from '../input/options.js';
import { Point, pointParts } from './point.js';
import { normalize } from './projective.js';
import { SCALAR_BYTES, readScalars } from '../input/scalars.js';

/** @import { FixedTable, Progress } from '../port/engine.js' */
/** @import { Context } from './context.js' */
/** @import { VectorStorage } from './point-vector.js' */

/**
 * `indices`: positions of the scalars in the basis, all different; by default 0, 1, 2, …. `endian`, `strict`: as for
 * `Group.msm`.
 * @typedef {{ indices?: ArrayLike<number>, endian?: 'be' | 'le', strict?: boolean }} FixedMsmOptions
 */

const OPTIONS = ['indices', 'endian', 'strict'];
const ENDIANS = /** @type {const} */ (['be', 'le']);

/** Where a basis keeps the operations of its last multiplication: for measurements, not part of the interface. */
const COUNTS = Symbol.for('curvemill.counts');

/**
 * Σ scalar·point + `plus`, from scalars that are well-formed: 32 bytes little-endian each, fewer than points, and as many
 * positions. Only for this library's own protocols.
 * @type {(basis: FixedBasis<any>, scalars: Uint8Array, positions: ArrayLike<number>, plus?: Point) => Point}
 */
export let sumOf;

/**
 * A list of points and a table of their multiples. Holds memory of its instance until it is disposed.
 * @template [Coordinate=bigint] of its points, as for `Point`
 */
export class FixedBasis {
  /** @type {Context} */
  #context;
  /** @type {FixedTable | undefined} */
  #table;
  /** @type {{ storage: VectorStorage, start: number, end: number } | undefined} */
  #points;
  #disposed = false;
  /** By position: the last call that had it. @type {Float64Array} */
  #lastUse;
  #calls = 0;

  static {
    sumOf = (basis, scalars, positions, plus) => {
      basis.#check();
      basis.#refuseTwice(positions);
      const affine = plus && pointParts(plus).affine;
      return new Point(basis.#context, basis.#multiply(scalars, positions, affine));
    };
  }

  /**
   * Not for users: see `Group.fixedBasis`.
   * @param {Context} context
   * @param {{ length: number, table?: FixedTable,
   *   points?: { storage: VectorStorage, start: number, end: number } }} parts
   *   a table, or retained points, or neither if there are no points
   */
  constructor(context, { length, table, points }) {
    this.#context = context;
    this.#table = table;
    this.#points = points;
    this.#lastUse = new Float64Array(length);
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
   * Multi-scalar multiplication Σ scalar_i · point_i over the points of the basis, at once and on this thread.
   * @param {readonly bigint[] | Uint8Array} scalars reduced modulo the order unless `strict`. Fewer than points: the others
   *   are zero
   * @param {FixedMsmOptions} [options]
   * @returns {Point<Coordinate>}
   * @throws {ScalarError} `strict`, with the `index` of the scalar
   * @throws {InputError} more scalars than points; indices that are not integers below the length, appear twice, or are not
   *   as many as scalars; wrong types or options; a disposed basis or instance
   * @throws {ResourceError} not enough memory to work in
   */
  msm(scalars, options) {
    const { indices, endian, strict } = readOptions(options, OPTIONS, 'msm');
    // To read a list may run the caller's code: last come the scalars, which are not copied, and what that code could dispose of.
    const positions = indices === undefined ? undefined : readIndices(indices, this.length);
    const bytes = readScalars(scalars, {
      endian: readWord(endian, ENDIANS, 'be', 'endian'),
      strict: readBoolean(strict, false, 'strict'),
      order: this.#context.config.order,
      inPlace: true,
    });
    this.#check();
    const count = bytes.length / SCALAR_BYTES;
    if (count > this.length) {
      throw new InputError(
        `scalars: expected at most as many as points (${this.length}), got ${count}`,
      );
    }
    if (positions) {
      if (positions.length !== count) {
        throw new InputError(
          `indices: expected as many as scalars (${count}), got ${positions.length}`,
        );
      }
      this.#refuseTwice(positions);
    }
    if (!this.#table?.msmProjective) {
      return new Point(this.#context, this.#multiply(bytes, positions));
    }
    const sum = this.#table.msmProjective(bytes, positions);
    return new Point(this.#context, sum, Array.isArray(sum) ? normalize : undefined);
  }

  /** Frees the memory. Later calls of `msm` throw, later disposals do nothing. */
  dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    // A disposed engine has freed everything already.
    if (!this.#context.lifetime.ended) this.#table?.free();
    this.#points?.storage.release();
    this.#table = undefined;
    this.#points = undefined;
  }

  /** `dispose`, for `using` declarations. Where the runtime has no `Symbol.dispose`, nobody will look for it. */
  [Symbol.dispose]() {
    this.dispose();
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
    if (!this.#points || scalars.length === 0) return new Uint8Array(2 * this.#context.fieldBytes);
    const { storage, start, end } = this.#points;
    const { engine } = this.#context;
    if (positions === undefined) {
      const last = start + scalars.length / SCALAR_BYTES;
      return runNow(engine.msmSteps(storage.handle, start, last, scalars));
    }
    const all = new Uint8Array(this.length * SCALAR_BYTES);
    for (let i = 0; i < positions.length; i++) {
      const scalar = scalars.subarray(i * SCALAR_BYTES, (i + 1) * SCALAR_BYTES);
      all.set(scalar, positions[i] * SCALAR_BYTES);
    }
    return runNow(engine.msmSteps(storage.handle, start, end, all));
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
        throw new InputError(`indices: expected different ones, got ${index} twice`);
      }
      this.#lastUse[index] = call;
    }
  }

  #check() {
    this.#context.lifetime.check();
    if (this.#disposed) {
      throw new InputError('expected a living FixedBasis, Kzg or Verkle, got a disposed one');
    }
  }
}

/**
 * Builds a basis in pieces.
 * @param {Context} context
 * @param {{ storage: VectorStorage, start: number, end: number }} points retained by the caller until this is over, and by the
 *   basis for its life if it needs them
 * @param {{ memory: number, first: number, signal: AbortSignal | undefined,
 *   onProgress: ((progress: Progress) => unknown) | undefined }} options
 * @returns {Promise<FixedBasis<any>>}
 */
export async function buildFixedBasis(context, points, { memory, first, signal, onProgress }) {
  const { storage, start, end } = points;
  const length = end - start;
  if (length === 0) {
    onProgress?.({ phase: 'done', done: 1, total: 1 });
    return new FixedBasis(context, { length });
  }
  /** @type {FixedTable | null} */
  let table = null;
  try {
    const { handle } = storage;
    const steps = await context.engine.fixedTableSteps(handle, start, end, memory, first);
    context.lifetime.check();
    const keeping = (function* () {
      table = yield* steps;
      return table;
    })();
    await runWithBreaks(keeping, { signal, onProgress, lifetime: context.lifetime });
  } catch (error) {
    // The last report may throw when the table is there already.
    /** @type {FixedTable | null} */ (table)?.free();
    throw error;
  }
  if (table !== null) return new FixedBasis(context, { length, table });
  storage.retain();
  return new FixedBasis(context, { length, points });
}

/**
 * @param {unknown} indices
 * @param {number} length of the basis
 * @returns {number[]} a copy: V8 allocates arrays in less time than typed ones
 */
function readIndices(indices, length) {
  const isList = Array.isArray(indices) || (ArrayBuffer.isView(indices) && 'length' in indices);
  if (!isList) {
    throw new InputError(`indices: expected an array of integers, got ${describe(indices)}`);
  }
  const list = /** @type {ArrayLike<unknown>} */ (indices);
  const count = list.length;
  if (!(count <= length)) {
    throw new InputError(`indices: expected at most as many as points (${length}), got ${count}`);
  }
  const result = [];
  for (let i = 0; i < count; i++) {
    result.push(readInteger(list[i], 0, length - 1, 'position', i));
  }
  return result;
}
