/** Batches in slices on the caller's thread: as many items at a time as a slice has room for. */
import { now } from '../../port/steps.js';

/** @import { Progress } from '../../port/engine.js' */

/** Milliseconds that a slice should take, and that it may take if its items are invalid. */
const [SLICE_MS, MOST_MS] = [8, 10];

/** Times as long as a valid item that finding an invalid one may take, unless the caller knows. */
const SEARCH = 2.5;

/** The same next to items of a slice that has invalid ones. */
const SEARCH_AGAIN = 1.5;

/**
 * A batch for each slice.
 * @template Some
 * @param {'verify' | 'findInvalid'} what
 * @param {(some: Some) => boolean | number[]} check does it for some items
 * @param {{ readonly length: number, slice: (start: number, end: number) => Some }} list
 * @param {{ first: number, most: number, search?: number }} sizes items of the first slice, and of
 *   the largest; `search`: times as long as a valid item may take to find an invalid one
 * @returns {Generator<Progress, boolean | number[], void>} whether all are valid; or the
 *   indices of those that are not
 */
export function* sliceSteps(what, check, list, sizes) {
  const { first, most, search } = { search: SEARCH, ...sizes };
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
    // Who chooses the items may begin with valid ones.
    const found = Array.isArray(result) && result.length > 0;
    const factor = what === 'verify' ? 1 : found ? SEARCH_AGAIN : search;
    const wanted = Math.min(SLICE_MS, MOST_MS / factor) / perItem;
    size = Math.min(4 * size, most, Math.max(first, Math.floor(wanted)));
    start = end;
    yield { phase: 'signatures', done: end, total };
  }
  return what === 'verify' || invalid;
}
