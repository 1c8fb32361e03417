/**
 * Lists from callers: arrays, read by index to a length that is read once. Nothing is allocated for
 * items that are not there, so an array that only claims to be long costs nothing.
 */
import { InputError } from '../errors.js';
import { describe, nameOf } from './describe.js';
import { isList, readingOf } from './reading.js';

/**
 * Reads the items of a list. A hole is undefined.
 * @template Item
 * @param {unknown} value
 * @param {string} what the argument, for messages
 * @param {(item: unknown, index: number) => Item} read called once for each item; throws at the
 *   first that is refused
 * @param {string} [expected] for messages
 * @param {number} [most] the largest length
 * @param {number} [index] of the list in another one
 * @returns {Item[]} the results of `read`
 * @throws {InputError} no array, a longer one, or one that throws where it is read
 */
export function readList(value, what, read, expected = 'an array', most = Infinity, index) {
  const length = isList(value) ? readingOf(what, undefined, () => value.length) : -1;
  if (!Number.isSafeInteger(length) || length < 0 || length > most) {
    throw new InputError(`${nameOf(what, index)}: expected ${expected}, got ${describe(value)}`, {
      index,
    });
  }
  const list = /** @type {unknown[]} */ (value);
  /** @type {Item[]} */
  const items = [];
  for (let i = 0; i < length; i++) {
    items.push(
      read(
        readingOf(what, i, () => list[i]),
        i,
      ),
    );
  }
  return items;
}
