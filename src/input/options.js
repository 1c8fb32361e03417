/**
 * Validation of options and small arguments. Every failure is an `InputError` that names the
 * expected and the actual value; unknown option names are refused, so that a typo cannot silently
 * select a default.
 */
import { InputError } from '../errors.js';
import { describe, nameOf } from './describe.js';
import { isList, readingOf } from './lists.js';

/** No options, and no prototype to inherit any from. @type {Record<string, unknown>} */
const NONE = Object.freeze({ __proto__: null });

/**
 * The options of a call: own properties with known names, each read once. What the object inherits
 * is no option: nobody else's `Object.prototype` decides what is checked.
 * @param {unknown} options
 * @param {readonly string[]} known the names that the call takes
 * @param {string} where the call, for messages
 * @returns {Record<string, unknown>}
 */
export function readOptions(options, known, where) {
  if (options === undefined) return NONE;
  if (typeof options !== 'object' || options === null || isList(options)) {
    throw new InputError(`${where}: expected an object of options, got ${describe(options)}`);
  }
  /** @type {Record<string, unknown>} */
  const read = { __proto__: null };
  return readingOf(where, undefined, () => {
    // No array of names is built: multiplications that take microseconds read options, too.
    for (const name in options) {
      if (!Object.hasOwn(options, name)) continue;
      if (!known.includes(name)) {
        throw new InputError(
          `${where}: expected only the options ${known.join(', ')}, got ${describe(name)}`,
        );
      }
      read[name] = /** @type {Record<string, unknown>} */ (options)[name];
    }
    return read;
  });
}

/**
 * One own option, before the others are read.
 * @type {(options: unknown, name: string | symbol) => any}
 */
export const ownOption = (options, name) =>
  readingOf(String(name), undefined, () =>
    Object.hasOwn(Object(options), name) ? /** @type {any} */ (options)[name] : undefined,
  );

/**
 * One of several words.
 * @template {string} Word
 * @template [Fallback=Word]
 * @param {unknown} value
 * @param {readonly Word[]} allowed
 * @param {Fallback} fallback for undefined
 * @param {string} what the argument, for messages
 * @returns {Word | Fallback}
 */
export function readWord(value, allowed, fallback, what) {
  if (value === undefined) return fallback;
  if (!(/** @type {readonly unknown[]} */ (allowed).includes(value))) {
    const words = allowed.map((word) => `'${word}'`).join(', ');
    throw new InputError(`${what}: expected one of ${words}, got ${describe(value)}`);
  }
  return /** @type {Word} */ (value);
}

/**
 * A boolean, without coercion, or a word.
 * @template {string} [Word=never]
 * @param {unknown} value
 * @param {boolean} fallback for undefined
 * @param {string} what the argument, for messages
 * @param {Word} [word]
 * @returns {boolean | Word}
 */
export function readBoolean(value, fallback, what, word) {
  if (value === undefined) return fallback;
  if (typeof value !== 'boolean' && value !== word) {
    const more = word ? `'${word}', ` : '';
    throw new InputError(`${what}: expected ${more}true or false, got ${describe(value)}`);
  }
  return /** @type {boolean | Word} */ (value);
}

/**
 * An integer from `min` to `max`, both included.
 * @param {unknown} value
 * @param {number} min
 * @param {number} max
 * @param {string} what the argument, for messages
 * @param {number} [index] in a list
 * @returns {number}
 */
export function readInteger(value, min, max, what, index) {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw new InputError(
      `${nameOf(what, index)}: expected an integer from ${min} to ${max}, got ${describe(value)}`,
      { index },
    );
  }
  return value;
}

/**
 * A number, whatever its value.
 * @param {unknown} value
 * @param {string} what the argument, for messages
 * @param {number} [index] in a list
 * @returns {number}
 */
export function readNumber(value, what, index) {
  if (typeof value === 'number') return value;
  throw new InputError(`${nameOf(what, index)}: expected a number, got ${describe(value)}`, {
    index,
  });
}

/**
 * How points are decoded.
 * @template {string} Format
 * @param {unknown} options
 * @param {readonly Format[]} formats
 * @param {string} where the call, for messages
 * @param {readonly string[]} [more] names of options that the caller reads itself
 * @returns {{ format: Format | undefined, check: boolean | 'each' }}
 */
export function readPointOptions(options, formats, where, more = []) {
  const { format, check } = readOptions(options, ['format', 'check', ...more], where);
  return {
    format: readWord(format, formats, undefined, 'format'),
    check: readBoolean(check, true, 'check', 'each'),
  };
}
