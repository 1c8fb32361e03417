/**
 * Positions in a list of points, from callers. Copied, so that the positions used are those that
 * were checked.
 */
import { InputError } from '../errors.js';
import { elementsOf } from './bytes.js';
import { readList } from './lists.js';
import { readInteger } from './options.js';

/**
 * Positions in a list.
 * @param {unknown} indices an array or typed array of integers
 * @param {number} length of the list of points
 * @returns {number[]} a copy: V8 allocates arrays in less time than typed ones
 * @throws {InputError} not a list, more positions than points, or a position out of range
 */
export function readIndices(indices, length) {
  const read = (/** @type {unknown} */ index, /** @type {number} */ i) =>
    readInteger(index, 0, length - 1, 'position', i);
  const count = elementsOf(indices);
  if (count === undefined) {
    const expected = `an array of integers, at most one per point (${length})`;
    return readList(indices, 'indices', read, expected, length);
  }
  if (count > length) {
    throw new InputError(`indices: expected at most one per point (${length}), got ${count}`);
  }
  const list = /** @type {ArrayLike<unknown>} */ (indices);
  const result = [];
  for (let i = 0; i < count; i++) result.push(read(list[i], i));
  return result;
}
