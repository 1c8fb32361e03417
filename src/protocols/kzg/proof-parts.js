/**
 * The proofs of a blob's cells on workers, in three rounds (proof-steps.js). A worker keeps the
 * fixed points of its cells, and their tables if there are any on the caller's thread, too.
 * Imported by the first such call.
 */
import { runSteps } from '../../port/slices.js';
import { CELLS, CELL_ELEMENTS, ELEMENT } from './scalars.js';
import { BLOCKS, COLUMNS, partSteps, scalarsFrom } from './proof-steps.js';

/** @import { Control, EngineParallel, TaskPart } from '../../port/engine.js' */
/** @import { FixedPoints, ProofPart, Prover } from './proof-steps.js' */

/** The name of the worker's task (proof-steps.js). */
const TASK = 'cells';

/** Where the rounds end, as shares of the whole. */
const ENDS = [0.72, 0.88, 1];

/**
 * `memory`: of the tables of each cell in workers, 0 without tables; `roots`, `inverses`: of order
 * 128, and their table inverted.
 * @typedef {{ prover: Prover, fixed: FixedPoints, memory: number, roots: readonly bigint[],
 *   inverses: readonly bigint[] }} ProofSetup
 */

/**
 * @param {ProofSetup} setup
 * @param {Uint8Array} remainders F_i(a_k)/128, 64 for each cell, 32 bytes big-endian each
 * @param {(from: number, to: number) => Control} controlOf of a stretch of the whole
 * @returns {{ firstDone: Promise<void>, result: Promise<Uint8Array> }} when a worker has nothing
 *   left to do in a round, unless the result is rejected before; and 128 canonical points, the
 *   proofs
 */
export function proveInParts(setup, remainders, controlOf) {
  let onAnswer = () => {};
  /** @type {Promise<void>} */
  const firstDone = new Promise((resolve) => (onAnswer = resolve));
  const result = prove(setup, remainders, controlOf, onAnswer);
  // The caller may be busy with the cells.
  result.catch(() => {});
  return { firstDone, result };
}

/**
 * @param {ProofSetup} setup
 * @param {Uint8Array} remainders
 * @param {(from: number, to: number) => Control} controlOf
 * @param {() => void} onAnswer called after each part
 */
async function prove({ prover, fixed, memory, ...tables }, remainders, controlOf, onAnswer) {
  const { roots, inverses } = tables;
  const { engine } = prover;
  const size = 2 * engine.fieldBytes;
  const parallel = /** @type {EngineParallel} */ (engine.parallel);
  const workers = Math.max(1, parallel.workers);
  const round = async (
    /** @type {readonly { weight: number, part: ProofPart }[]} */ work,
    /** @type {number} */ number,
  ) => {
    const parts = work.map(({ weight, part }, worker) => ({
      ...taskPart({ prover, fixed, memory }, { weight, part, worker }),
      done: (/** @type {Uint8Array} */ points) => (onAnswer(), points),
    }));
    return parallel.run(TASK, parts, controlOf(number === 0 ? 0 : ENDS[number - 1], ENDS[number]));
  };
  const cells = rangesOf(BLOCKS, workers).map(({ start, end }) => ({
    start: start * COLUMNS,
    end: end * COLUMNS,
  }));
  const columns = rangesOf(COLUMNS, workers);

  const bytes = ELEMENT * CELL_ELEMENTS;
  const sums = await round(
    cells.map(({ start, end }) => ({
      weight: end - start,
      part: {
        ...{ kind: 'sums', first: start, roots: inverses },
        scalars: scalarsFrom(remainders.subarray(bytes * start, bytes * end)),
      },
    })),
    0,
  );
  const points = new Uint8Array(CELLS * size);
  cells.forEach(({ start }, i) => points.set(sums[i], size * start));

  const turned = await round(
    columns.map(({ start, end }) => ({
      weight: end - start,
      part: {
        ...{ kind: 'columns', first: start, roots, inverses },
        points: columnsFrom(points, start, end, size),
      },
    })),
    1,
  );
  columns.forEach(({ start, end }, i) => columnsInto(points, turned[i], { start, end, size }));

  const proofs = await round(
    cells.map(({ start, end }) => ({
      weight: end - start,
      part: {
        ...{ kind: 'blocks', first: start, roots },
        points: points.slice(size * start, size * end),
      },
    })),
    2,
  );
  cells.forEach(({ start }, i) => points.set(proofs[i], size * start));
  return points;
}

/**
 * Makes the tables of each worker's cells, where it does not have them.
 * @param {Pick<ProofSetup, 'prover' | 'fixed' | 'memory'>} setup
 * @param {Control} control
 */
export async function prepareParts({ prover, fixed, memory }, control) {
  const parallel = /** @type {EngineParallel} */ (prover.engine.parallel);
  const parts = rangesOf(BLOCKS, Math.max(1, parallel.workers)).map(({ start, end }, worker) => ({
    weight: end - start,
    message: () => ({ input: { part: null, memory }, transfer: [] }),
    here: () => null,
    points: pointsOf(fixed, start * COLUMNS, end * COLUMNS, worker),
  }));
  await parallel.run(TASK, parts, control);
}

/**
 * @param {Pick<ProofSetup, 'prover' | 'fixed' | 'memory'>} setup
 * @param {{ weight: number, part: ProofPart, worker: number }} work
 * @returns {TaskPart}
 */
function taskPart({ prover, fixed, memory }, { weight, part, worker }) {
  const hasSums = part.kind === 'sums';
  return {
    weight,
    // Copied: another worker may have to take the part.
    message: () => ({ input: { part, memory: hasSums ? memory : 0 }, transfer: [] }),
    here: (control) => runSteps(partSteps(prover, part, fixed, part.first), control),
    ...(hasSums && { points: pointsOf(fixed, part.first, part.first + weight, worker) }),
  };
}

/**
 * @param {FixedPoints} fixed of all cells
 * @param {number} start
 * @param {number} end
 * @param {number} worker
 */
const pointsOf = ({ handle }, start, end, worker) => ({
  ...{ handle, worker },
  start: CELL_ELEMENTS * start,
  end: CELL_ELEMENTS * end,
});

/**
 * @param {number} length
 * @param {number} workers
 */
function rangesOf(length, workers) {
  const count = Math.min(length, workers);
  const at = (/** @type {number} */ i) => Math.floor((length * i) / count);
  return Array.from({ length: count }, (_, i) => ({ start: at(i), end: at(i + 1) }));
}

/**
 * @param {Uint8Array} points 16 rows of 8
 * @param {number} start
 * @param {number} end
 * @param {number} size of a point
 */
function columnsFrom(points, start, end, size) {
  const width = size * (end - start);
  const columns = new Uint8Array(BLOCKS * width);
  for (let row = 0; row < BLOCKS; row++) {
    const from = size * (COLUMNS * row + start);
    columns.set(points.subarray(from, from + width), width * row);
  }
  return columns;
}

/**
 * Puts columns back, each a place before the one it came from, modulo 8.
 * @param {Uint8Array} points 16 rows of 8
 * @param {Uint8Array} columns
 * @param {{ start: number, end: number, size: number }} from
 */
function columnsInto(points, columns, { start, end, size }) {
  const count = end - start;
  for (let i = 0; i < BLOCKS * count; i++) {
    const row = Math.floor(i / count);
    const column = (start + (i % count) + COLUMNS - 1) % COLUMNS;
    points.set(columns.subarray(size * i, size * (i + 1)), size * (COLUMNS * row + column));
  }
}
