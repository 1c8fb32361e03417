/**
 * Lists of objects from outside. Fields are read once each, so that those used are those checked.
 */
import { InputError } from '../errors.js';
import { readList, readingOf } from './lists.js';
import { describe, nameOf } from './describe.js';

/**
 * A list of objects with fields. A hole in the array counts as undefined and is refused.
 * @template Item
 * @param {unknown} items
 * @param {readonly string[]} fields
 * @param {(fields: Record<string, unknown>, index: number) => Item} read
 * @param {string} [what] the list, for messages
 * @param {number} [index] of the list in another one
 * @returns {Item[]} what `read` returns for each
 * @throws {InputError} no array, or an item of it is no object
 */
export function readItems(items, fields, read, what = 'items', index) {
  const readOne = (/** @type {unknown} */ item, /** @type {number} */ i) =>
    read(readFields(item, fields, 'item', i), i);
  return readList(items, what, readOne, 'an array', Infinity, index);
}

/** Items of a batch, at most. */
const MOST_ITEMS = 2 ** 24;

/** Characters of names in a message, at most. */
const MOST_NAMES = 80;

/**
 * The items of a batch: objects that have all of the fields.
 * @template Item
 * @param {unknown} items
 * @param {readonly string[]} fields
 * @param {(fields: Record<string, unknown>, index: number) => Item} read
 * @returns {Item[]} what `read` returns for each
 * @throws {InputError} no array, one of more than 2^24; an item that is no object, or that lacks a
 *   field, with its index and the names of what it has instead
 */
export function readBatch(items, fields, read) {
  const readOne = (/** @type {unknown} */ item, /** @type {number} */ index) => {
    const values = readFields(item, fields, 'item', index);
    const missing = fields.find((name) => values[name] === undefined);
    if (missing === undefined) return read(values, index);
    const names = readingOf('item', index, () => Object.keys(Object(item)).join(', '));
    const got = names.length > MOST_NAMES ? `${names.slice(0, MOST_NAMES)} …` : names || 'nothing';
    throw new InputError(
      `${nameOf('item', index)}: expected ${fields.join(', ')}, got no ${missing} but ${got}`,
      { index },
    );
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
    for (const name of fields) {
      // What every object has is no field of this one.
      const isGiven = !(name in Object.prototype) || Object.hasOwn(value, name);
      values[name] = isGiven ? /** @type {any} */ (value)[name] : undefined;
    }
    return values;
  });
}
