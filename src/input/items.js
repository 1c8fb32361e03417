/**
 * Lists of objects from outside. The array is copied, so that the items used are the items checked.
 */
import { InputError } from '../errors.js';
import { describe } from './options.js';

/**
 * A list of objects with fields. A hole in the array counts as undefined and is refused.
 * @param {unknown} items
 * @returns {Record<string, unknown>[]}
 * @throws {InputError} no array, or an item of it is no object
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
