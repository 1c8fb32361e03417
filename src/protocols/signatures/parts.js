/**
 * Batches of signatures in parts: on workers, each part with random coefficients of its own; or in
 * slices on the caller's thread. Imported by the first such call.
 */
import { readTask } from '../../input/tasks.js';
import { runSteps } from '../../port/slices.js';
import { startOf } from './packing.js';
import { sliceSteps } from './slices.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { BatchCall } from './batch.js' */
/** @import { Field, Packing } from './packing.js' */

/** Signatures of a part for a worker: at least, at most. */
const [FEWEST, MOST] = [128, 1024];

/**
 * Signatures of the first slice. A slice never grows beyond a part. A search for invalid ones takes
 * up to 1.4 single checks an item, a batch of valid ones 0.33.
 */
const SLICES = { first: 16, most: MOST, search: 4.5 };

/**
 * @param {GroupContext} context
 * @param {BatchCall} call
 * @param {{ list: Packing, how: object, signal?: unknown, onProgress?: unknown }} input
 * @returns {Promise<boolean | number[]>}
 */
export async function runParts(context, { protocol, equations, what }, { list, how, ...options }) {
  const { engine, lifetime } = context;
  const control = { ...readTask(options), lifetime };
  const workers = engine.parallel?.workers ?? 1;
  const count = Math.min(
    Math.floor(list.length / FEWEST),
    Math.max(workers, Math.ceil(list.length / MOST)),
  );
  const check = (/** @type {any[]} */ items) => equations[what](items, how);
  if (!engine.parallel || workers < 2 || count < 2) {
    return runSteps(sliceSteps(what, check, list, SLICES), control);
  }
  const starts = Array.from({ length: count + 1 }, (_, i) => Math.floor((i * list.length) / count));
  const parts = starts.slice(0, -1).map((start, i) => {
    const end = starts[i + 1];
    return {
      weight: end - start,
      message() {
        const fields = list.fields.map((field) => rangeOf(field, start, end));
        const transfer = fields.flatMap(({ bytes, ends }) => [bytes.buffer, ends.buffer]);
        return { input: { protocol, what, how, fields, count: end - start }, transfer };
      },
      here: () => check(list.slice(start, end)),
    };
  });
  const results = await engine.parallel.run('signatures', parts, control);
  return what === 'verify'
    ? results.every(Boolean)
    : results.flatMap((found, i) => found.map((/** @type {number} */ j) => starts[i] + j));
}

/**
 * @param {Field} field
 * @param {number} start
 * @param {number} end
 * @returns {Field & { ends: Float64Array<ArrayBuffer> }} a copy of a range of items
 */
function rangeOf(field, start, end) {
  const { bytes, ends } = field;
  const from = startOf(field, start);
  const own = new Float64Array(end - start);
  for (let i = start; i < end; i++) own[i - start] = ends[i] - from;
  return { bytes: bytes.slice(from, ends[end - 1]), ends: own };
}
