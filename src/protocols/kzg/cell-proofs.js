/**
 * The prover of the cells of blobs (fk20.js) under one setup: it holds the fixed points,
 * and their tables if there are any.
 */
import { contextOf } from '../../group/group.js';
import { vectorParts } from '../../group/point-vector.js';
import { TOTAL, scaled, sharedProgress } from '../../port/progress.js';
import { runSteps } from '../../port/slices.js';
import { forked, reporting, runNow } from '../../port/steps.js';
import { CELLS, EXTENDED, G1_BYTES } from './scalars.js';
import { tableSteps } from './cell-tables.js';
import { fixedPointSteps, monomialSteps, partSteps, proofSteps, rootsOf } from './fk20.js';
import { UNCHECKED } from '../../port/point-checks.js';

/** @import { Group } from '../../group/group.js' */
/** @import { PointVector } from '../../group/point-vector.js' */
/** @import { Task } from '../../input/tasks.js' */
/** @import { Control, FixedTable, VectorHandle } from '../../port/engine.js' */
/** @import { PointTransforms } from '../../port/polynomials.js' */
/** @import { Steps } from '../../port/steps.js' */
/** @import { Extension } from './cells.js' */
/** @import { LatePart } from './setup/download.js' */
/** @import { FixedPoints, ProofPart, Prover } from './fk20.js' */

/** Share of the transforms of the fixed points in what `prepare` makes. */
const FIXED_POINTS = 0.6;

/** Share of the sums in the proofs of a blob. */
const SUMS_SHARE = 0.6;

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
  #roots;
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
    const { config, engine, lifetime } = this.#context;
    /** @type {Prover} */
    this.#prover = { engine, transforms, lifetime };
    this.#roots = rootsOf(config.order);
  }

  /**
   * Makes the fixed points and their tables: on this thread, and in workers those of their cells.
   * @param {Task} task
   */
  async prepare({ signal, onProgress }) {
    const { engine, lifetime } = this.#context;
    await this.#arrival({ signal, lifetime });
    const share = this.#fixed || this.#source.points ? 0 : FIXED_POINTS;
    const report = sharedProgress(onProgress);
    await runSteps(this.#fixedPoints(), { signal, onProgress: report(0, share), lifetime });
    const making = await tableSteps(engine, this.#fixedParts, this.#memoryOfEach);
    const task = { signal, lifetime };
    await Promise.all([
      runSteps(making, { ...task, onProgress: report(share, 1) }),
      this.#isParallel && this.#prepareParts({ ...task, onProgress: undefined }),
    ]);
  }

  /** @type {(control: Control) => Promise<void>} */
  async #prepareParts(control) {
    const { prepareParts } = await import('./parts.js');
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
    return { prover: this.#prover, fixed: this.#fixedParts, memory, roots: this.#roots };
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
    const setup = { roots: this.#roots, size: 2 * engine.fieldBytes };
    const proofs = yield* proofSteps(setup, remainders, 1, ([part]) => this.#partAlone(part));
    return [cells, this.#encoded(proofs)];
  }

  /** @type {(part: ProofPart) => Generator<any, Uint8Array[], void>} */
  *#partAlone(part) {
    const steps = partSteps(this.#prover, part, this.#fixedParts);
    const points = yield* reporting(steps, (part) =>
      part.phase === 'sums'
        ? scaled(part, [0, SUMS_SHARE])
        : { phase: part.phase, done: TOTAL * SUMS_SHARE, total: TOTAL },
    );
    return [points];
  }

  /**
   * On workers.
   * @type {(extension: Extension, remainders: Uint8Array,
   *   control: Control) => Promise<[cells: Uint8Array[], proofs: Uint8Array[]]>}
   */
  async #inParts(extension, remainders, { signal, lifetime, onProgress }) {
    const { proveInParts } = await import('./parts.js');
    lifetime.check();
    const memory = this.#tables.length === CELLS ? this.#memoryOfEach : 0;
    const { firstDone, result } = proveInParts(this.#setup(memory), remainders, {
      ...{ signal, lifetime },
      // The end of the call is not that of its proofs.
      onProgress: sharedProgress(onProgress)(0, 1),
    });
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
   * @type {(control: Pick<Control, 'signal' | 'lifetime'>) => Promise<void>}
   */
  async #arrival(control) {
    const points = await this.#source.later?.value(control);
    // Meanwhile another call may have computed them.
    if (points && this.#source.later) this.#source = { ...NOTHING, points };
  }

  /** Makes the fixed points, unless they are there. @type {() => Generator<any, void, void>} */
  *#fixedPoints() {
    if (this.#fixed) return;
    const { engine, lifetime } = this.#context;
    const { monomial, points } = this.#source;
    const handle = points
      ? engine.decode({ affine: points }, UNCHECKED)
      : yield* fixedPointSteps(this.#prover, yield* this.#monomial(), this.#roots);
    if (this.#fixed) {
      // Another call was faster.
      if (!lifetime.ended) engine.free(handle);
      return;
    }
    this.#fixed = handle;
    this.#source = NOTHING;
    monomial?.dispose();
  }

  /** The monomial form, canonical. @type {() => Generator<any, Uint8Array, void>} */
  *#monomial() {
    const { config, engine } = this.#context;
    const { monomial, lagrange } = this.#source;
    if (lagrange) return yield* monomialSteps(this.#prover, lagrange, config.order);
    const { storage, start, end } = vectorParts(/** @type {PointVector} */ (monomial));
    return engine.toAffine(storage.handle, start, end);
  }
}
