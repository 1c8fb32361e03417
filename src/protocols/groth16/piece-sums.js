/**
 * Sums over lists of points, piece by piece: on this thread, or each on a worker that is free,
 * while this thread reads and decodes the next ones.
 */
import { allocate, isBytes } from '../../input/bytes.js';
import { SCALAR_BYTES } from '../../math/integers.js';
import { runSteps } from '../../port/slices.js';

/** @import { Control, EngineParallel, TaskPart } from '../../port/engine.js' */
/** @import { StoredScalars } from '../../port/scalar-lists.js' */
/** @import { GroupContext } from '../../group/context.js' */
/** @import { Curve } from './curve.js' */
/** @import { KeyPoints } from './key-points.js' */

/** Scalars of all places of a piece. @typedef {Uint8Array | StoredScalars} Scalars */

/**
 * Points of a sum. `id`: its number; `worker`: of the one that keeps them, if there is one.
 * @typedef {KeyPoints & { id: number, context: GroupContext,
 *   worker: number | undefined }} SummedPiece
 */

/** Sums that are computed beside each other. */
export class PieceSums {
  /** @type {EngineParallel | null} null: this thread alone */
  #parallel;
  #fail;
  /** Canonical points, by number. @type {Map<number, Uint8Array>} */
  #sums = new Map();
  /** Pieces that workers compute, or that wait for one. @type {Set<Promise<void>>} */
  #running = new Set();
  /** The first failure of a worker's. @type {{ error: unknown } | undefined} */
  #failure;

  /**
   * @param {Curve} curve
   * @param {(error: unknown) => void} fail told the failure of a piece that nobody awaits
   */
  constructor(curve, fail) {
    this.#fail = fail;
    const { parallel } = curve.g1.engine;
    this.#parallel = parallel && parallel.workers > 1 ? parallel : null;
  }

  /** Whether `add` leaves work to others. */
  get isParallel() {
    return this.#parallel !== null;
  }

  /**
   * Adds Σ k_i·P_i of a piece. Resolves when another piece may come: no more of them wait than one
   * beside those that workers compute.
   * @param {SummedPiece} piece
   * @param {Scalars} scalars alive until `after`
   * @param {Control} control
   * @param {() => void} after called when the piece is no longer used
   * @returns {Promise<void>}
   */
  async add(piece, scalars, control, after) {
    const adding = this.#sumOf(piece, scalars, control)
      .then((sum) => {
        control.lifetime.check();
        const { engine } = piece.context;
        const before = this.#sums.get(piece.id);
        this.#sums.set(piece.id, before ? engine.add(before, sum) : sum);
      })
      .finally(after);
    if (!this.#parallel) return adding;
    const running = adding
      .catch((error) => {
        this.#failure ??= { error };
        this.#fail(error);
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
    while (this.#running.size > this.#parallel.workers) await Promise.race(this.#running);
    if (this.#failure) throw this.#failure.error;
  }

  /** @returns {Promise<ReadonlyMap<number, Uint8Array>>} by number; none without pieces */
  async all() {
    await Promise.all(this.#running);
    if (this.#failure) throw this.#failure.error;
    return this.#sums;
  }

  /** @type {(piece: SummedPiece, scalars: Scalars, control: Control) => Promise<Uint8Array>} */
  async #sumOf(piece, scalars, control) {
    const { storage, length, places, worker, context } = piece;
    const { engine } = context;
    const here = async (/** @type {Control} */ own) => {
      const finite = places ? copyOf(scalars, places) : scalars;
      try {
        return await runSteps(engine.msmSteps(storage.handle, 0, length, finite), own);
      } finally {
        if (finite !== scalars) /** @type {Uint8Array} */ (finite).fill(0);
      }
    };
    if (!engine.parallel || !this.#parallel) return here(control);
    /** @type {TaskPart} */
    const part = {
      weight: length,
      isMovable: true,
      message() {
        const bytes = copyOf(scalars, places);
        return { input: { scalars: bytes, share: null }, transfer: [bytes.buffer] };
      },
      here,
      points: { handle: storage.handle, start: 0, end: length, worker },
    };
    const [sum] = await engine.parallel.run('sum', [part], control);
    return sum;
  }
}

/**
 * A copy of the scalars of the points that are there.
 * @param {Scalars} scalars
 * @param {Uint32Array | null} places null: all
 * @returns {Uint8Array<ArrayBuffer>}
 */
function copyOf(scalars, places) {
  const isStored = !isBytes(scalars);
  const values = isStored
    ? /** @type {StoredScalars} */ (scalars).bytes()
    : /** @type {Uint8Array<ArrayBuffer>} */ (scalars);
  if (!places) return isStored ? values : values.slice();
  const bytes = allocate(SCALAR_BYTES * places.length);
  const step = SCALAR_BYTES / 4;
  const from = new Uint32Array(values.buffer, values.byteOffset, values.length / 4);
  const to = new Uint32Array(bytes.buffer);
  for (let i = 0, goal = 0; i < places.length; i++) {
    const source = places[i] * step;
    for (let j = 0; j < step; j++) to[goal++] = from[source + j];
  }
  if (isStored) values.fill(0);
  return bytes;
}
