/**
 * Lists of objects from outside. Fields are read once each, so that those used are those checked.
 */
import { InputError } from '../errors.js';
import { readList } from './lists.js';
import { describe, nameOf } from './describe.js';
import { readingOf } from './reading.js';

/**
 * A list of objects with fields. A hole in the array counts as undefined and is refused.
 * @template Item
 * @param {unknown} items
 * @param {readonly string[]} fields
 * @param {(fields: Record<string, unknown>, index: number) => Item} read
 * @param {string} [what] the list, for messages
 * @returns {Item[]} what `read` returns for each
 * @throws {InputError} no array, or an item of it is no object
 */
export function readItems(items, fields, read, what = 'items') {
  return readList(items, what, (item, i) => read(readFields(item, fields, 'item', i), i));
}

/** Items of a list some of which may be malformed, at most. */
const MOST_ITEMS = 2 ** 24;

/**
 * A list of objects with fields, some of which may be malformed.
 * @template Item
 * @param {unknown} items
 * @param {readonly string[]} fields
 * @param {(fields: Record<string, unknown>) => Item} read
 * @param {() => Item} malformed called for an item that is no object, or that `read` refuses
 * @returns {Item[]}
 * @throws {InputError} no array, one with holes, which only claims to be long, or of more than 2^24
 */
export function readItemsOr(items, fields, read, malformed) {
  const readOne = (/** @type {unknown} */ item, /** @type {number} */ index) => {
    const isHole = () => !Object.hasOwn(/** @type {object} */ (items), index);
    if (item === undefined && readingOf('items', index, isHole)) {
      throw new InputError(`${nameOf('item', index)}: expected an object, got none`, { index });
    }
    try {
      return read(readFields(item, fields, 'item'));
    } catch (error) {
      if (error instanceof InputError) return malformed();
      throw error;
    }
  };
  const expected = `an array of at most ${MOST_ITEMS} items`;
  return readList(items, 'items', readOne, expected, MOST_ITEMS);
}

/**
 * The fields of an object.
 * @param {unknown} value
 * @param {readonly string[]} fields
 * @param {string} what the argument, for messages
 * @param {number} [index] in a list
 * @returns {Record<string, unknown>}
 * @throws {InputError} no object
 */
export function readFields(value, fields, what, index) {
  if (typeof value !== 'object' || value === null) {
    throw new InputError(`${nameOf(what, index)}: expected an object, got ${describe(value)}`, {
      index,
    });
  }
  return readingOf(what, index, () => {
    /** @type {Record<string, unknown>} */
    const values = { __proto__: null };
    for (const name of fields) values[name] = /** @type {any} */ (value)[name];
    return values;
  });
}
