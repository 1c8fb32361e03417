/**
 * The tasks of engines themselves: sums, tables of fixed points, and lists that are read. Tasks of
 * protocols stand beside them (src/worker.js).
 */

import { packError } from './messages.js';
import { PointError } from '../errors.js';

/** @import { PointChecks, PointSource, SumShare } from '../port/engine.js' */
/** @import { PackedError } from './messages.js' */
/** @import { Call, Place, Task, TaskList } from './worker.js' */

/** @typedef {Place & { points: TaskList }} Context */

/** @type {Record<string, Task>} by name */
export const engineTasks = { sum, outside, decode, table, tableSum, overwrite };

/**
 * A sum, or some windows of one.
 * @param {Context} context
 * @param {{ scalars: Uint8Array, share: SumShare | null }} input
 * @param {Call} call
 */
async function sum({ engine, transfer, points: { handle, start, end } }, { scalars, share }, call) {
  try {
    return await call.run(
      share
        ? transfer.shareSteps(handle, start, end, scalars, share)
        : engine.msmSteps(handle, start, end, scalars),
    );
  } finally {
    // A prover's may be secret.
    scalars.fill(0);
  }
}

/**
 * Overwrites free memory.
 * @type {(context: Context, input: object, call: Call) => Promise<void>}
 */
function overwrite({ transfer }, input, call) {
  return call.run(transfer.overwriteSteps());
}

/**
 * A share of the check of a whole list for the subgroup.
 * @type {(context: Context, input: { shares: number }, call: Call) => Promise<number>}
 */
function outside({ transfer, points }, { shares }, call) {
  return call.run(transfer.outsideSteps(points.handle, shares));
}

/**
 * Reads points, and puts them where they are kept, if this worker keeps them.
 * @param {Context} context
 * @param {{ source: PointSource, checks: PointChecks, length: number }} input
 * @param {Call} call
 * @returns {Promise<{ bytes: Uint8Array } | { bad: PackedError }>} in the kernel's form, or the
 *   first bad point
 */
async function decode({ engine, decodeSteps, transfer, points }, { source, checks, length }, call) {
  const part = (/** @type {number} */ start, /** @type {number} */ end) => ({
    source: rangeOf(source, length, start, end),
    checks,
  });
  try {
    const handle = await call.run(decodeSteps({ length, subgroup: checks.subgroup, part }));
    const bytes = transfer.read(handle, 0, length);
    engine.free(handle);
    if (points) transfer.write(points.handle, points.start, bytes);
    return { bytes: call.give(bytes) };
  } catch (error) {
    if (error instanceof PointError) return { bad: packError(error) };
    throw error;
  }
}

/**
 * Adds a table to points, which are freed.
 * @param {Context} context
 * @param {{ memory: number }} input
 * @param {Call} call
 * @returns {Promise<boolean>} whether it has one: not if none would help, or nothing stays here
 */
export async function table({ engine, points }, { memory }, call) {
  const { handle, start, end, tables, isKept } = points;
  if (!isKept) return false;
  const made = await call.run(await engine.fixedTableSteps(handle, start, end, memory));
  tables.push(made);
  engine.free(handle);
  return made?.msmSteps !== undefined;
}

/**
 * A sum of points that have a table.
 * @param {Context} context
 * @param {{ scalars: Uint8Array, places: Int32Array }} input
 * @param {Call} call
 */
function tableSum({ points: { tables } }, { scalars, places }, call) {
  const [own] = tables;
  if (!own?.msmSteps) throw new Error('expected points with a table');
  return call.run(own.msmSteps(scalars, places));
}

/**
 * @param {PointSource} source
 * @param {number} length of it, in points
 * @param {number} start
 * @param {number} end
 * @returns {PointSource}
 */
function rangeOf({ xs, signs, affine, factor }, length, start, end) {
  const cut = (/** @type {Uint8Array} */ bytes) => {
    const size = bytes.length / length;
    return bytes.subarray(start * size, end * size);
  };
  return xs ? { xs: cut(xs), signs: cut(signs) } : { affine: cut(affine), factor };
}
