/** Batches of signatures in slices. Imported by the first asynchronous call. */
import { readTask } from '../../input/tasks.js';
import { LONG_COPY, runSteps } from '../../port/slices.js';
import { sliceSteps } from '../signatures/slices.js';

/** @import { Lifetime } from '../../port/lifetime.js' */
/** @import { BlsEquations, Item } from './equations.js' */

/**
 * @typedef {{ what: 'verify' | 'findInvalid', list: readonly (Item | null)[], tag: Uint8Array }}
 *   BlsBatch
 */

/**
 * Signatures of the first slice, and of the largest. Those of the next slice may cost more than
 * those before, which shared a message: so never many. The final exponentiation, a fixed cost,
 * weighs less in larger slices.
 */
const SIZES = { first: 4, most: 16 };

/**
 * @param {BlsEquations} equations
 * @param {BlsBatch} batch
 * @param {{ lifetime: Lifetime, signal?: unknown, onProgress?: unknown }} options
 * @returns {Promise<boolean | number[]>}
 */
export async function runSlices(equations, { what, list, tag }, { lifetime, ...options }) {
  const check = (/** @type {(Item | null)[]} */ some) => equations[what](some, { tag });
  const control = { ...readTask(options), lifetime };
  const bytes = list.reduce((sum, item) => sum + (item?.message.length ?? 0), 0);
  const quiet = { ...control, onProgress: undefined, turnFirst: bytes > LONG_COPY };
  await runSteps(equations.expandSteps(list, tag), quiet);
  return runSteps(sliceSteps(what, check, list, SIZES), control);
}
