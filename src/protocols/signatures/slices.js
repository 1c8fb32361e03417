/** Batches in slices on the caller's thread: as many items at a time as a slice has room for. */
import { now } from '../../port/steps.js';

/** @import { Progress } from '../../port/engine.js' */

/** Milliseconds that a slice should take. */
const SLICE_MS = 8;

/**
 * A batch for each slice.
 * @template Item
 * @param {'verify' | 'findInvalid'} what
 * @param {(items: Item[]) => boolean | number[]} check does it for some items
 * @param {readonly Item[]} list
 * @param {{ first: number, most: number }} sizes items of the first slice, and of the largest
 * @returns {Generator<Progress, boolean | number[], void>} whether all are valid; or the
 *   indices of those that are not
 */
export function* sliceSteps(what, check, list, { first, most }) {
  const total = list.length;
  /** @type {number[]} */
  const invalid = [];
  let size = first;
  for (let start = 0; start < total;) {
    const end = Math.min(total, start + size);
    const began = now();
    const result = check(list.slice(start, end));
    if (result === false) return false;
    if (result !== true) for (const i of result) invalid.push(start + i);
    const perItem = (now() - began) / (end - start);
    size = Math.min(4 * size, most, Math.max(first, Math.floor(SLICE_MS / perItem)));
    start = end;
    yield { phase: 'signatures', done: end, total };
  }
  return what === 'verify' || invalid;
}
