/** Scalars of asynchronous calls: what is left of reading them, in steps. */

import { SCALAR_BYTES } from './scalars.js';

/** @import { Progress } from '../port/engine.js' */
/** @import { ScalarsRead } from './scalars.js' */

/** Scalars converted in a step, a millisecond or less. */
const STEP = 2 ** 13;

/**
 * @param {ScalarsRead} scalars
 * @returns {Generator<Progress, void, void>}
 * @throws {import('../errors.js').ScalarError} strict, and a scalar is not below the order
 */
export function* finishSteps({ bytes, finish }) {
  const total = bytes.length / SCALAR_BYTES;
  for (let start = 0; start < total; start += STEP) {
    if (start > 0) yield { phase: 'scalars', done: start, total };
    finish(start, Math.min(total, start + STEP));
  }
}
