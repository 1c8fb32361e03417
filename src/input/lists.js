/**
 * Lists from callers: arrays, read by index to a length that is read once. Nothing is allocated for
 * items that are not there, so an array that only claims to be long costs nothing.
 */
import { InputError } from '../errors.js';
import { describe } from './describe.js';
import { isList, readingOf } from './reading.js';

/**
 * Reads the items of a list. A hole is undefined.
 * @template Item
 * @param {unknown} value
 * @param {string} what the argument, for messages
 * @param {(item: unknown, index: number) => Item} read called once for each item; throws at the
 *   first that is refused
 * @param {{ most?: number, expected?: string }} [limits] the largest length
 * @returns {Item[]} the results of `read`
 * @throws {InputError} no array, a longer one, or one that throws where it is read
 */
export function readList(value, what, read, { most = Infinity, expected = 'an array' } = {}) {
  const length = isList(value) ? readingOf(what, undefined, () => value.length) : -1;
  if (!Number.isSafeInteger(length) || length < 0 || length > most) {
    throw new InputError(`${what}: expected ${expected}, got ${describe(value)}`);
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
