/**
 * Batches of signatures in parts: on workers, each part with random coefficients of its own; or in
 * slices on the caller's thread. Imported by the first such call.
 */
import { readTask } from '../../input/tasks.js';
import { runSteps } from '../../port/slices.js';
import { packItems } from './packing.js';
import { sliceSteps } from './slices.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { BatchCall } from './batch.js' */
/** @import { Items } from './packing.js' */

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
 * @param {{ list: Items, how: object, signal?: unknown, onProgress?: unknown }} input
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
  if (!engine.parallel || workers < 2 || count < 2) {
    return runSteps(
      sliceSteps(what, (some) => equations[what](some, how), list, SLICES),
      control,
    );
  }
  const starts = Array.from({ length: count + 1 }, (_, i) => Math.floor((i * list.length) / count));
  const parts = starts.slice(0, -1).map((start, i) => {
    const items = list.slice(start, starts[i + 1]);
    return {
      weight: items.length,
      message() {
        const packed = packItems(protocol, items);
        const transfer = [...packed.bytes, ...packed.ends].map(({ buffer }) => buffer);
        return { input: { protocol, what, how, items: packed }, transfer };
      },
      here: () => equations[what](items, how),
    };
  });
  const results = await engine.parallel.run('signatures', parts, control);
  return what === 'verify'
    ? results.every(Boolean)
    : results.flatMap((found, i) => found.map((/** @type {number} */ j) => starts[i] + j));
}
