/**
 * Lists of objects and of positions from callers. Arrays are copied, so that the items used are the
 * items checked.
 */
import { InputError } from '../errors.js';
import { describe, readInteger } from './options.js';

/**
 * A list of objects with fields. A hole in the array counts as undefined and is refused.
 * @param {unknown} items
 * @returns {Record<string, unknown>[]}
 * @throws {InputError} not an array, or an item is not an object
 */
export function readItems(items) {
  if (!Array.isArray(items)) {
    throw new InputError(`items: expected an array, got ${describe(items)}`);
  }
  const list = Array.from(items);
  list.forEach((item, i) => {
    if (typeof item !== 'object' || item === null) {
      throw new InputError(`item at index ${i}: expected an object, got ${describe(item)}`);
    }
  });
  return list;
}

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
