/**
 * Asynchronous multiplications over a fixed basis: by the tables of workers, in slices over the
 * table of this thread, or without one. Imported by the first of them.
 */
import { finishSteps } from '../input/scalars.js';
import { readTask } from '../input/tasks.js';
import { runSteps } from '../port/slices.js';
import { spread } from './fixed-basis.js';

/** @import { FixedParts, FixedTable } from '../port/engine.js' */
/** @import { ScalarsRead } from '../input/scalars.js' */
/** @import { GroupContext } from './context.js' */
/** @import { VectorStorage } from './point-vector.js' */

/**
 * The parts of a basis, kept alive by the caller.
 * @typedef {{ context: GroupContext, table: FixedTable | undefined,
 *   inWorkers: FixedParts | null | undefined,
 *   points: { storage: VectorStorage, start: number, end: number, length: number } | undefined }}
 *   BasisParts
 */

/**
 * @param {BasisParts} basis
 * @param {ScalarsRead} scalars a copy
 * @param {number[] | undefined} positions
 * @param {{ signal?: unknown, onProgress?: unknown }} options
 * @returns {Promise<Uint8Array>} the canonical sum
 */
export async function fixedSum(basis, scalars, positions, options) {
  const { bytes } = scalars;
  const { context, table, inWorkers, points } = basis;
  const { engine, lifetime } = context;
  const control = { ...readTask(options), lifetime };
  await runSteps(finishSteps(scalars), { ...control, onProgress: undefined });
  lifetime.check();
  if (inWorkers) return inWorkers.msm(bytes, positions, control);
  if (table?.msmSteps) return runSteps(table.msmSteps(bytes, positions), control);
  if (table || !points || bytes.length === 0) {
    const sum = table ? table.msm(bytes, positions) : new Uint8Array(2 * context.field.bytes);
    control.onProgress?.({ phase: 'done', done: 1, total: 1 });
    return sum;
  }
  const { handle } = points.storage;
  const { scalars: all, last } = spread(points, bytes, positions);
  return engine.parallel
    ? engine.parallel.msm(handle, points.start, last, all, control)
    : runSteps(engine.msmSteps(handle, points.start, last, all), control);
}
