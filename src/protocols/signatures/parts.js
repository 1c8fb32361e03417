/**
 * Batches of signatures in parts: on workers, each part with random coefficients of its own; or in
 * slices on the caller's thread. Imported by the first such call.
 */
import { readTask } from '../../input/tasks.js';
import { runSteps } from '../../port/slices.js';
import { now } from '../../port/steps.js';
import { packItems } from './packing.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { Progress } from '../../port/engine.js' */
/** @import { BatchCall, BatchEquations } from './batch.js' */
/** @import { Items } from './packing.js' */

/** Signatures of a part for a worker: at least, at most. */
const [FEWEST, MOST] = [128, 1024];

/** Signatures of the first slice, and milliseconds that a slice should take. */
const [FIRST, SLICE_MS] = [16, 8];

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
    return runSteps(sliceSteps(equations, what, list, how), control);
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

/**
 * A batch for each slice.
 * @param {BatchEquations} equations
 * @param {'verify' | 'findInvalid'} what
 * @param {Items} list
 * @param {object} how
 * @returns {Generator<Progress, boolean | number[], void>}
 */
function* sliceSteps(equations, what, list, how) {
  const total = list.length;
  /** @type {number[]} */
  const invalid = [];
  let size = FIRST;
  for (let start = 0; start < total;) {
    const end = Math.min(total, start + size);
    const began = now();
    const result = equations[what](list.slice(start, end), how);
    if (result === false) return false;
    if (result !== true) invalid.push(...result.map((i) => start + i));
    const perItem = (now() - began) / (end - start);
    size = Math.min(4 * size, MOST, Math.max(FIRST, Math.floor(SLICE_MS / perItem)));
    start = end;
    yield { phase: 'signatures', done: end, total };
  }
  return what === 'verify' || invalid;
}
