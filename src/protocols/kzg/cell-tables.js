/** Tables of multiples of the fixed points of cells, on the caller's thread and in workers. */

import { reporting } from '../../port/steps.js';
import { CELL_ELEMENTS } from './scalars.js';

/** @import { Engine, FixedTable } from '../../port/engine.js' */
/** @import { FixedPoints } from './fk20.js' */

/**
 * Makes those tables of cells that are missing.
 * @param {Engine} engine
 * @param {FixedPoints} fixed receives the tables
 * @param {number} memory of each table, in bytes
 * @returns {Promise<Generator<any, void, void>>}
 */
export async function tableSteps(engine, { handle, tables }, memory) {
  const steps = [];
  const count = handle.length / CELL_ELEMENTS;
  for (let k = tables.length; k < count; k++) {
    const [start, end] = [CELL_ELEMENTS * k, CELL_ELEMENTS * (k + 1)];
    steps.push({ k, making: await engine.fixedTableSteps(handle, start, end, memory) });
  }
  // Together: a table is made in less than a slice, and slices end in a turn of the event loop.
  return keeping(steps, tables, count);
}

/**
 * Makes tables and keeps them, unless another call was faster.
 * @type {(steps: readonly { k: number, making: Generator<any, FixedTable | null, void> }[],
 *   tables: Array<FixedTable | null>, total: number) => Generator<any, void, void>}
 */
function* keeping(steps, tables, total) {
  for (const { k, making } of steps) {
    if (tables.length > k) continue;
    yield { phase: 'prepare', done: k, total };
    const table = yield* reporting(making, (step) => ({
      ...{ phase: 'prepare', total },
      done: k + step.done / step.total,
    }));
    if (tables.length === k) tables.push(table);
    else table?.free();
  }
}
