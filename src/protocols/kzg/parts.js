/**
 * The proofs of a blob's cells on workers: the parts of fk20.js. A worker keeps the fixed points of
 * its cells, and their tables if there are any on the caller's thread, too. Imported by the first
 * such call, and by the script of workers.
 */
import { runSteps } from '../../port/slices.js';
import { forked } from '../../port/steps.js';
import { tableSteps } from './cell-tables.js';
import { cellParts, partSteps, proofSteps } from './fk20.js';
import { CELL_ELEMENTS } from './scalars.js';

/** @import { Control, Engine, EngineParallel, TaskPart } from '../../port/engine.js' */
/** @import { PointTransforms } from '../../port/polynomials.js' */
/** @import { Steps } from '../../port/steps.js' */
/** @import { FixedPoints, ProofPart, Prover, Roots } from './fk20.js' */

/** The name of the task in workers. */
const TASK = 'cells';

/** Where the rounds begin and end, as shares of the whole. */
const SHARES = /** @type {const} */ ([
  [0, 0.72],
  [0.72, 0.88],
  [0.88, 1],
]);

/**
 * `memory`: of the tables of each cell in workers, 0 without tables.
 * @typedef {{ prover: Prover, fixed: FixedPoints, memory: number, roots: Roots }} ProofSetup
 */

/** @param {ProofSetup} setup */
const parallelOf = ({ prover }) => /** @type {EngineParallel} */ (prover.engine.parallel);

/**
 * @param {ProofSetup} setup
 * @param {Uint8Array} remainders as `proofSteps` takes them
 * @param {Control} control
 * @returns {{ firstDone: Promise<void>, result: Promise<Uint8Array> }} when a worker has nothing
 *   left to do in a round, unless the result is rejected before; and 128 canonical points, the
 *   proofs
 */
export function proveInParts(setup, remainders, control) {
  let onAnswer = () => {};
  /** @type {Promise<void>} */
  const firstDone = new Promise((resolve) => (onAnswer = resolve));
  const parallel = parallelOf(setup);
  const count = Math.max(1, parallel.workers);
  const size = 2 * setup.prover.engine.fieldBytes;
  const done = (/** @type {Uint8Array} */ points) => (onAnswer(), points);
  const steps = proofSteps({ roots: setup.roots, size }, remainders, count, (parts, round) => {
    const tasks = parts.map((part, worker) => ({ ...taskPart(setup, part, worker), done }));
    const run = (/** @type {Control} */ own) => parallel.run(TASK, tasks, own);
    return forked(/** @type {any} */ (undefined), run, SHARES[round]);
  });
  const result = runSteps(steps, control);
  // The caller may be busy with the cells.
  result.catch(() => {});
  return { firstDone, result };
}

/**
 * Makes the tables of each worker's cells, where it does not have them.
 * @type {(setup: ProofSetup, control: Control) => Promise<void>}
 */
export async function prepareParts(setup, control) {
  const { fixed, memory } = setup;
  const parallel = parallelOf(setup);
  const parts = cellParts(Math.max(1, parallel.workers)).map((cells, worker) => ({
    weight: cells.count,
    message: () => ({ input: { part: null, memory }, transfer: [] }),
    here: () => null,
    points: pointsOf(fixed, cells, worker),
  }));
  await parallel.run(TASK, parts, control);
}

/** @type {(setup: ProofSetup, part: ProofPart, worker: number) => TaskPart} */
function taskPart({ prover, fixed, memory }, part, worker) {
  const hasSums = part.kind === 'sums';
  return {
    weight: part.count,
    // Copied: another worker may have to take the part.
    message: () => ({ input: { part, memory: hasSums ? memory : 0 }, transfer: [] }),
    here: (control) => runSteps(partSteps(prover, part, fixed, part.first), control),
    ...(hasSums && { points: pointsOf(fixed, part, worker) }),
  };
}

/**
 * @param {FixedPoints} fixed of all cells
 * @param {{ first: number, count: number }} cells
 * @param {number} worker
 */
const pointsOf = ({ handle }, { first, count }, worker) => ({
  ...{ handle, worker },
  start: CELL_ELEMENTS * first,
  end: CELL_ELEMENTS * (first + count),
});

/** A worker's engine is there as long as the worker. */
const lifetime = { ended: false };

/**
 * The transforms of each engine, which keep the digits of roots: 140 of them in the three parts of
 * a blob on one of two workers, in 2 ms.
 * @type {WeakMap<Engine, PointTransforms>}
 */
const opened = new WeakMap();

/** @param {Engine} engine */
async function transformsOf(engine) {
  const { pointTransforms } = engine;
  const transforms =
    opened.get(engine) ??
    (await /** @type {NonNullable<typeof pointTransforms>} */ (pointTransforms)());
  opened.set(engine, transforms);
  return transforms;
}

/**
 * The task of a worker.
 * @param {{ engine: Engine, points?: FixedPoints & { isKept: boolean } }} place
 * @param {{ part: ProofPart | null, memory: number }} input `memory`: of the table of each cell,
 *   which is made first where the points stay; 0: none. No part: tables alone
 * @param {{ run: <Result>(steps: Steps<Result>) => Promise<Result> }} call
 * @returns {Promise<Uint8Array | null>}
 */
export async function cellTask({ engine, points }, { part, memory }, call) {
  if (points?.isKept && memory > 0) await call.run(await tableSteps(engine, points, memory));
  if (part === null) return null;
  const transforms = await transformsOf(engine);
  return call.run(partSteps({ engine, transforms, lifetime }, part, points));
}
