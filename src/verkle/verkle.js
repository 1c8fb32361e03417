/**
 * Opens Verkle commitments: tables for the basis, and for the generator, which proofs need.
 *
 * Tree keys and leaf roots need G_0 … G_4 only, so the basis favours these. How it shares its
 * memory between them and the others is decided in
 * src/verkle/engine/plan-window-tables.js.
 */
import { buildFixedBasis } from '../group/fixed-basis.js';
import { contextOf } from '../group/group.js';
import { borrowPoints } from '../group/point-vector.js';
import { readTableTask } from '../input/tasks.js';
import { Verkle } from './commitments.js';

/** @import { ElementFormat } from '../group/encodings/encoding.js' */
/** @import { Group, TaskOptions } from '../group/group.js' */
/** @import { PointVector } from '../group/point-vector.js' */
/** @import { ElementEngine } from './engine/elements.js' */

/** @typedef {{ memory?: number } & TaskOptions} VerkleOptions */

/** Number of leading points that are used most. */
const FIRST = 5;

/** Default memory for the tables: 16 MiB. */
const DEFAULT_MEMORY = 2 ** 24;

/**
 * Memory for the table of the generator, which proofs need; taken from what the other tables leave.
 */
const INNER_MEMORY = 2 ** 16;

/**
 * Implements `Banderwagon.verkle`.
 * @param {Group<bigint, ElementFormat>} group
 * @param {PointVector<bigint, ElementFormat>} crs the basis
 * @param {VerkleOptions} [options]
 * @returns {Promise<Verkle>}
 */
export async function createVerkle(group, crs, options) {
  const task = readTableTask(options, 'verkle', DEFAULT_MEMORY);
  // Loaded while the tables are built.
  const loading = import('./proofs/proofs.js');
  loading.catch(() => {});
  const basis = await basisOf(group, crs, task, FIRST);
  try {
    const { Proofs } = await loading;
    const memory = Math.min(INNER_MEMORY, task.memory - basis.bytes);
    const rest = { ...task, memory, onProgress: undefined };
    const inner = await basisOf(group, [group.generator], rest, 0);
    return new Verkle(group, { basis, inner, proofs: new Proofs(group, basis, inner) });
  } catch (error) {
    basis.dispose();
    throw error;
  }
}

/**
 * @param {Group<bigint, ElementFormat>} group
 * @param {unknown} points
 * @param {Parameters<typeof buildFixedBasis>[2]} task
 * @param {number} first number of leading points used more often than the others
 */
async function basisOf(group, points, task, first) {
  const context = contextOf(group);
  const borrowed = borrowPoints(context, points);
  try {
    const { tableSteps } = /** @type {ElementEngine} */ (context.engine);
    return await buildFixedBasis(context, borrowed, task, (handle, start, end, memory) =>
      tableSteps(handle, start, end, memory, first),
    );
  } finally {
    borrowed.storage.release();
  }
}
