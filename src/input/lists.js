/**
 * Lists from callers: arrays, read by index to a length that is read once. Nothing is allocated for
 * items that are not there, so an array that only claims to be long costs nothing.
 *
 * Objects from callers may be proxies or have getters: to look at them runs the caller's code.
 */

import { CurvemillError, InputError } from '../errors.js';
import { describe, nameOf } from './describe.js';

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

/**
 * Whether a value is an array. A revoked proxy is none.
 * @type {(value: unknown) => value is unknown[]}
 */
export function isList(value) {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

/**
 * Calls a getter or a proxy of the caller. Its exception becomes the cause of an `InputError`.
 * @template T
 * @param {string} what the argument, for messages
 * @param {number | undefined} index in a list
 * @param {() => T} get
 * @returns {T}
 */
export function readingOf(what, index, get) {
  try {
    return get();
  } catch (cause) {
    if (cause instanceof CurvemillError) throw cause;
    throw new InputError(`${nameOf(what, index)}: expected a readable value, got one that throws`, {
      cause,
      index,
    });
  }
}

/**
 * Reads an item of a list by a function that does not know its index: its `InputError` gets it.
 * @template T
 * @param {number} index
 * @param {() => T} read
 * @param {string} [where] before the message
 * @returns {T}
 */
export function indexed(index, read, where) {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause;
    throw new InputError(where ? `${where}: ${cause.message}` : cause.message, { cause, index });
  }
}
