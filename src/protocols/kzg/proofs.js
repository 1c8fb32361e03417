/**
 * The proofs of all cells of a blob at once, by the method of Feist and Khovratovich.
 *
 * Symbols: f = Σ_{i<64} X^i·F_i(X^64) the polynomial, a_k the roots of order 128, S_j = [τ^j]G1,
 * h_m = [Σ_j f_{j+64(m+1)}·τ^j]G1.
 *
 * The quotient of f by X^64 − a_k is Σ_m a_k^m·(f without its lowest 64(m + 1) coefficients, moved
 * down), so the proof of cell k is π_k = Σ_{m<63} a_k^m·h_m, a transform of the h_m. With
 * j = 64t + i, h_m = Σ_i Σ_t f_{64(t+m+1)+i}·S_{64t+i} is the coefficient m + 1 of
 * Σ_i F_i(Y)·B_i(Y), B_i = Σ_t S_{64t+i}·Y^−t, whose exponents −63 … 63 are distinct modulo 128. So
 * 1. the fixed points B_i(a_k), once for a setup: 64 transforms of 128 points;
 * 2. u_k = Σ_i (F_i(a_k)/128)·B_i(a_k): 128 sums of 64 points. Their scalars are the remainders of
 *    f modulo X^64 − a_k, from which the cells are computed, too;
 * 3. a transform backward of the u_k gives the h_m, and one forward of those the π_k.
 *
 * Source: Feist, Khovratovich, "Fast amortized KZG proofs", ePrint 2023/033.
 */
import { contextOf } from '../../group/group.js';
import { vectorParts } from '../../group/point-vector.js';
import { TOTAL, partOf } from '../../port/progress.js';
import { runSteps } from '../../port/slices.js';
import { forked, reporting, runNow } from '../../port/steps.js';
import { invert, power } from '../../math/modular.js';
import {
  CELLS,
  CELL_ELEMENTS,
  EXTENDED,
  FIELD_ELEMENTS,
  G1_BYTES,
  PRIMITIVE_ROOT,
} from './scalars.js';
import { scalarsFrom, sumSteps, tableSteps, transformSteps } from './proof-steps.js';

/** @import { Group } from '../../group/group.js' */
/** @import { PointVector } from '../../group/point-vector.js' */
/** @import { Task } from '../../input/tasks.js' */
/** @import { Control, FixedTable, VectorHandle } from '../../port/engine.js' */
/** @import { PointTransforms } from '../../port/polynomials.js' */
/** @import { Steps } from '../../port/steps.js' */
/** @import { Extension } from './cells.js' */
/** @import { LatePart } from './late-part.js' */
/** @import { FixedPoints, Prover } from './proof-steps.js' */

const UNCHECKED = { curve: false, subgroup: false };

/** Share of the transforms of the fixed points in what `prepare` makes. */
const FIXED_POINTS = 0.6;

/** Share of the sums in the proofs of a blob, of `TOTAL`. */
const SUMS = 600;

/**
 * Source of the fixed points: the monomial form, or they themselves, canonical, those of a cell
 * back to back, perhaps downloaded with their first use. Where that cannot be awaited, they are
 * computed from the Lagrange form, canonical and bit-reversed.
 * @typedef {{ monomial?: PointVector, points?: Uint8Array, later?: LatePart<Uint8Array>,
 *   lagrange?: Uint8Array }} CellPoints
 */

/** @type {CellPoints} */
const NOTHING = { monomial: undefined, points: undefined, later: undefined, lagrange: undefined };

/** Proofs of cells under one setup. */
export class CellProofs {
  #context;
  /** @type {CellPoints} */
  #source;
  #memory;
  #prover;
  #transforms;
  #roots;
  #inverses;
  /** @type {VectorHandle | undefined} */
  #fixed;
  /** @type {Array<FixedTable | null>} */
  #tables = [];

  /**
   * @param {Group} group
   * @param {CellPoints} source owned from now on
   * @param {PointTransforms} transforms of the group's engine
   * @param {number} memory limit of all tables, in bytes
   */
  constructor(group, source, transforms, memory) {
    this.#context = contextOf(group);
    this.#source = { ...NOTHING, ...source };
    this.#memory = memory;
    this.#transforms = transforms;
    const { config, engine, lifetime } = this.#context;
    /** @type {Prover} */
    this.#prover = { engine, transforms, lifetime };
    this.#roots = tableOf(config.order, CELLS);
    this.#inverses = this.#roots.map((root) => invert(root, config.order));
  }

  /**
   * Makes the fixed points and their tables: on this thread, and in workers those of their cells.
   * @param {Task} task
   */
  async prepare({ signal, onProgress }) {
    const { engine, lifetime } = this.#context;
    await this.#arrival({ signal, lifetime });
    const share = this.#fixed || this.#source.points ? 0 : FIXED_POINTS;
    const report = partOf(onProgress);
    await runSteps(this.#fixedPoints(), { signal, onProgress: report(0, share), lifetime });
    const making = await tableSteps(engine, this.#fixedParts, this.#memoryOfEach);
    const task = { signal, lifetime };
    await Promise.all([
      runSteps(making, { ...task, onProgress: report(share, 1) }),
      this.#isParallel && this.#prepareParts({ ...task, onProgress: undefined }),
    ]);
  }

  /** @param {Control} control */
  async #prepareParts(control) {
    const { prepareParts } = await import('./proof-parts.js');
    this.#context.lifetime.check();
    await prepareParts(this.#setup(this.#memoryOfEach), control);
  }

  /** Bytes of the table of a cell. */
  get #memoryOfEach() {
    return Math.floor(this.#memory / CELLS);
  }

  /** Whether more than one worker lives. */
  get #isParallel() {
    return (this.#context.engine.parallel?.workers ?? 0) > 1;
  }

  /** The fixed points, which are made, and their tables. @returns {FixedPoints} */
  get #fixedParts() {
    return { handle: /** @type {VectorHandle} */ (this.#fixed), tables: this.#tables };
  }

  /** @param {number} memory of the tables of each cell in workers */
  #setup(memory) {
    const [roots, inverses] = [this.#roots, this.#inverses];
    return { ...{ prover: this.#prover, fixed: this.#fixedParts }, ...{ memory, roots, inverses } };
  }

  /**
   * Cells and their proofs.
   * @param {Extension} extension
   * @returns {Steps<[cells: Uint8Array[], proofs: Uint8Array[]]>}
   */
  *withCells(extension) {
    const remainders = yield* extension.remainders();
    yield* forked(
      () => {},
      (control) => this.#arrival(control),
      null,
    );
    for (const { phase } of this.#fixedPoints()) yield { phase, done: 0, total: TOTAL };
    const alone = () => this.#alone(extension, remainders);
    if (!this.#isParallel) return yield* alone();
    return yield* forked(
      () => runNow(alone()),
      (control) => this.#inParts(extension, remainders, control),
    );
  }

  /**
   * @param {Extension} extension
   * @param {Uint8Array} remainders F_i(a_k)/128, 64 for each cell, 32 bytes big-endian each
   * @returns {Generator<any, [cells: Uint8Array[], proofs: Uint8Array[]], void>}
   */
  *#alone(extension, remainders) {
    const { engine } = this.#context;
    const cells = yield* extension.cells(remainders);
    const scalars = scalarsFrom(remainders);
    const sums = yield* reporting(
      sumSteps(engine, this.#fixedParts, scalars),
      ({ phase, done, total }) => ({ phase, done: (SUMS * done) / total, total: TOTAL }),
    );
    const size = 2 * engine.fieldBytes;
    const quotients = yield* this.#transformed(sums, this.#inverses, 'backward');
    const shifted = new Uint8Array(CELLS * size);
    shifted.set(quotients.subarray(size, size * CELL_ELEMENTS));
    return [cells, this.#encoded(yield* this.#transformed(shifted, this.#roots, 'forward'))];
  }

  /**
   * On workers.
   * @param {Extension} extension
   * @param {Uint8Array} remainders
   * @param {Control} control
   * @returns {Promise<[cells: Uint8Array[], proofs: Uint8Array[]]>}
   */
  async #inParts(extension, remainders, { signal, lifetime, onProgress }) {
    const { proveInParts } = await import('./proof-parts.js');
    lifetime.check();
    const report = partOf(onProgress);
    const memory = this.#tables.length === CELLS ? this.#memoryOfEach : 0;
    const { firstDone, result } = proveInParts(this.#setup(memory), remainders, (from, to) => ({
      ...{ signal, lifetime },
      onProgress: report(from, to),
    }));
    // Not before a worker has nothing to compute: all processors may be busy.
    await Promise.race([firstDone, result]);
    const quietly = { signal, lifetime, onProgress: undefined };
    const cells = await runSteps(extension.cells(remainders), quietly);
    const proofs = await result;
    return [cells, this.#encoded(proofs)];
  }

  /** @param {Uint8Array} proofs canonical @returns {Uint8Array[]} */
  #encoded(proofs) {
    const encoded = this.#context.encoding.formats.compressed.encode(proofs);
    return Array.from({ length: CELLS }, (_, k) => encoded.slice(G1_BYTES * k, G1_BYTES * (k + 1)));
  }

  /** The fixed points, canonical: `points` of a `CellPoints`. */
  points() {
    runNow(this.#fixedPoints());
    return this.#context.engine.toAffine(/** @type {VectorHandle} */ (this.#fixed), 0, EXTENDED);
  }

  dispose() {
    const { engine } = this.#context;
    this.#source.monomial?.dispose();
    this.#source = NOTHING;
    for (const table of this.#tables) table?.free();
    if (this.#fixed) {
      engine.parallel?.forget(this.#fixed);
      engine.free(this.#fixed);
    }
    this.#tables = [];
    this.#fixed = undefined;
  }

  /**
   * Waits for fixed points that come later.
   * @param {Pick<Control, 'signal' | 'lifetime'>} control
   */
  async #arrival(control) {
    const points = await this.#source.later?.value(control);
    // Meanwhile another call may have computed them.
    if (points && this.#source.later) this.#source = { ...NOTHING, points };
  }

  /** Makes the fixed points, unless they are there. @returns {Generator<any, void, void>} */
  *#fixedPoints() {
    if (this.#fixed) return;
    const { engine } = this.#context;
    const { monomial, points } = this.#source;
    const affine = points ?? (yield* this.#spread());
    const handle = engine.decode({ affine }, UNCHECKED);
    let isDone = false;
    try {
      const roots = this.#inverses;
      const levels = { count: EXTENDED, least: CELL_ELEMENTS, roots };
      if (!points) yield* this.#transforms.forward(handle, levels);
      isDone = this.#fixed === undefined;
    } finally {
      if (!isDone && !this.#context.lifetime.ended) engine.free(handle);
    }
    if (!isDone) return;
    this.#fixed = handle;
    this.#source = NOTHING;
    monomial?.dispose();
  }

  /**
   * The points that are transformed: the monomial form; exponents −64 … −127 are empty. From the
   * Lagrange form, S_j = Σ_i ω^(ij)·L_i.
   * @returns {Generator<any, Uint8Array, void>}
   */
  *#spread() {
    const { config, engine, field } = this.#context;
    const { monomial, lagrange } = this.#source;
    const affine = new Uint8Array(EXTENDED * 2 * field.bytes);
    if (lagrange) {
      const levels = { least: 1, roots: tableOf(config.order, FIELD_ELEMENTS) };
      affine.set(yield* transformSteps(this.#prover, lagrange, 'backward', levels));
    } else {
      const { storage, start, end } = vectorParts(/** @type {PointVector} */ (monomial));
      affine.set(engine.toAffine(storage.handle, start, end));
    }
    return affine;
  }

  /**
   * @param {Uint8Array} points 128, canonical
   * @param {readonly bigint[]} roots
   * @param {'forward' | 'backward'} direction
   * @returns {Generator<any, Uint8Array, void>}
   */
  #transformed(points, roots, direction) {
    return reporting(
      transformSteps(this.#prover, points, direction, { least: 1, roots }),
      ({ phase }) => ({ phase, done: SUMS, total: TOTAL }),
    );
  }
}

/**
 * The table of roots of scalars (port/polynomials.js), for transforms of `count` points.
 * @param {bigint} order
 * @param {number} count
 */
function tableOf(order, count) {
  const root = power(PRIMITIVE_ROOT, (order - 1n) / BigInt(count), order);
  const table = [1n];
  while (table.length < count / 2) {
    const factor = power(root, BigInt(count / 4 / table.length), order);
    table.push(...table.map((t) => (t * factor) % order));
  }
  return table;
}
