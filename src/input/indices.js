/**
 * Positions in a list of points, from callers. Copied, so that the positions used are those that
 * were checked.
 */
import { InputError } from '../errors.js';
import { describe, readInteger } from './options.js';

/**
 * Positions in a list.
 * @param {unknown} indices an array or typed array of integers
 * @param {number} length of the list of points
 * @returns {number[]} a copy: V8 allocates arrays in less time than typed ones
 * @throws {InputError} not a list, more positions than points, or a position out of range
 */
export function readIndices(indices, length) {
  const isList = Array.isArray(indices) || (ArrayBuffer.isView(indices) && 'length' in indices);
  if (!isList) {
    throw new InputError(`indices: expected an array of integers, got ${describe(indices)}`);
  }
  const list = /** @type {ArrayLike<unknown>} */ (indices);
  const count = list.length;
  if (!(count <= length)) {
    throw new InputError(`indices: expected at most one per point (${length}), got ${count}`);
  }
  const result = [];
  for (let i = 0; i < count; i++) {
    result.push(readInteger(list[i], 0, length - 1, 'position', i));
  }
  return result;
}
