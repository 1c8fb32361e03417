/**
 * Validation of options and small arguments. Every failure is an `InputError` that names the
 * expected and the actual value; unknown option names are refused, so that a typo cannot silently
 * select a default.
 */
import { InputError } from '../errors.js';

/**
 * Describes a value in a few words, for messages.
 * @param {unknown} value
 * @returns {string}
 */
export function describe(value) {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return `an array of length ${value.length}`;
  switch (typeof value) {
    case 'string':
      return value.length > 40 ? `a string of ${value.length} characters` : `'${value}'`;
    case 'bigint': {
      const text = String(value);
      return text.length > 40 ? `a bigint of ${text.length} digits` : `${text}n`;
    }
    case 'function':
      return 'a function';
    case 'object':
      // An object's own description is not trusted: reading it may throw or give no string.
      try {
        return `an object (${String(Object.getPrototypeOf(value).constructor.name)})`;
      } catch {
        return 'an object (Object)';
      }
    default:
      return String(value);
  }
}

/**
 * The options object of a call, known names only.
 * @param {unknown} options
 * @param {readonly string[]} known the names that the call takes
 * @param {string} where the call, for messages
 * @returns {Record<string, unknown>}
 */
export function readOptions(options, known, where) {
  if (options === undefined) return {};
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new InputError(`${where}: expected an object of options, got ${describe(options)}`);
  }
  // No array of names is built: multiplications that take microseconds read options, too.
  for (const name in options) {
    if (!known.includes(name) && Object.hasOwn(options, name)) {
      throw new InputError(
        `${where}: expected only the options ${known.join(', ')}, got ${describe(name)}`,
      );
    }
  }
  return /** @type {Record<string, unknown>} */ (options);
}

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
 * The name of an argument in messages. Built only for an error, since lists have many items.
 * @param {string} what
 * @param {number} [index] in a list
 */
export const nameOf = (what, index) => (index === undefined ? what : `${what} at index ${index}`);

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
    );
  }
  return value;
}

/**
 * How points are decoded.
 * @template {string} Format
 * @template {string} [Check=never]
 * @param {unknown} options
 * @param {readonly Format[]} formats
 * @param {string} where the call, for messages
 * @param {Check} [word] for `check`, besides true and false
 * @param {readonly string[]} [more] names of options that the caller reads itself
 * @returns {{ format: Format | undefined, check: boolean | Check }}
 */
export function readPointOptions(options, formats, where, word, more = []) {
  const { format, check } = readOptions(options, ['format', 'check', ...more], where);
  return {
    format: readWord(format, formats, undefined, 'format'),
    check: readBoolean(check, true, 'check', word),
  };
}
