/** Batches of signatures in slices. Imported by the first asynchronous call. */
import { readTask } from '../../input/tasks.js';
import { runSteps } from '../../port/slices.js';
import { now } from '../../port/steps.js';

/** @import { Lifetime } from '../../port/lifetime.js' */
/** @import { Progress } from '../../port/engine.js' */
/** @import { BlsEquations, Item } from './equations.js' */

/**
 * @typedef {{ what: 'verify' | 'findInvalid', list: readonly (Item | null)[], tag: Uint8Array }}
 *   BlsBatch
 */

/**
 * Signatures of the first slice and the largest, and milliseconds that a slice should take. Those
 * of the next slice may cost more than those before, which shared a message: so never many.
 */
const [FIRST, MOST, SLICE_MS] = [4, 16, 10];

/**
 * @param {BlsEquations} equations
 * @param {BlsBatch} batch
 * @param {{ lifetime: Lifetime, signal?: unknown, onProgress?: unknown }} options
 * @returns {Promise<boolean | number[]>}
 */
export async function runSlices(equations, batch, { lifetime, ...options }) {
  return runSteps(steps(equations, batch), { ...readTask(options), lifetime });
}

/**
 * A batch for each slice.
 * @param {BlsEquations} equations
 * @param {BlsBatch} batch
 * @returns {Generator<Progress, boolean | number[], void>}
 */
function* steps(equations, { what, list, tag }) {
  const total = list.length;
  /** @type {number[]} */
  const invalid = [];
  let size = FIRST;
  for (let start = 0; start < total;) {
    const end = Math.min(total, start + size);
    const began = now();
    const result = equations[what](list.slice(start, end), { tag });
    if (result === false) return false;
    if (result !== true) for (const i of result) invalid.push(start + i);
    // The final exponentiation, a fixed cost, weighs less in larger slices.
    const perItem = (now() - began) / (end - start);
    size = Math.min(4 * size, MOST, Math.max(FIRST, Math.floor(SLICE_MS / perItem)));
    start = end;
    yield { phase: 'signatures', done: end, total };
  }
  return what === 'verify' || invalid;
}
