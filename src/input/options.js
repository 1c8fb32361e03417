/**
 * Validation of options and small arguments. Every failure is an `InputError` that names the
 * expected and the actual value; unknown option names are refused, so that a typo cannot silently
 * select a default.
 */
import { InputError } from '../errors.js';

/** @import { Progress } from '../port/engine.js' */

/**
 * @typedef {{ signal: AbortSignal | undefined,
 *   onProgress: ((progress: Progress) => unknown) | undefined }} Task
 */

/** Default memory for the table of a fixed basis: 16 MiB. */
const DEFAULT_MEMORY = 2 ** 24;

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
 * A boolean, without coercion.
 * @param {unknown} value
 * @param {boolean} fallback for undefined
 * @param {string} what the argument, for messages
 * @returns {boolean}
 */
export function readBoolean(value, fallback, what) {
  if (value === undefined) return fallback;
  if (typeof value !== 'boolean') {
    throw new InputError(`${what}: expected true or false, got ${describe(value)}`);
  }
  return value;
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
 * A function, or undefined.
 * @param {unknown} value
 * @param {string} what the argument, for messages
 * @returns {((...args: any[]) => unknown) | undefined}
 */
export function readFunction(value, what) {
  if (value === undefined) return undefined;
  if (typeof value !== 'function') {
    throw new InputError(`${what}: expected a function, got ${describe(value)}`);
  }
  return /** @type {(...args: any[]) => unknown} */ (value);
}

/**
 * An AbortSignal (of any realm or polyfill, recognised by its members), or undefined.
 * @param {unknown} value
 * @param {string} what the argument, for messages
 * @returns {AbortSignal | undefined}
 */
function readSignal(value, what) {
  if (value === undefined) return undefined;
  const signal = /** @type {AbortSignal} */ (value);
  if (
    typeof value !== 'object' ||
    value === null ||
    typeof signal.aborted !== 'boolean' ||
    typeof signal.addEventListener !== 'function'
  ) {
    throw new InputError(`${what}: expected an AbortSignal, got ${describe(value)}`);
  }
  return signal;
}

/**
 * The options of asynchronous work.
 * @param {{ signal?: unknown, onProgress?: unknown }} options
 * @returns {Task}
 * @throws the signal's reason, if it is already aborted
 */
export function readTask(options) {
  const signal = readSignal(options.signal, 'signal');
  const onProgress = readFunction(options.onProgress, 'onProgress');
  if (signal?.aborted) throw signal.reason;
  return { signal, onProgress };
}

/**
 * The options of an asynchronous table build.
 * @param {unknown} options
 * @param {string} where the call, for messages
 * @param {number} [defaultMemory] bytes
 * @returns {Task & { memory: number }}
 */
export function readTableTask(options, where, defaultMemory = DEFAULT_MEMORY) {
  const known = readOptions(options, ['memory', 'signal', 'onProgress'], where);
  const { memory = defaultMemory } = known;
  const bytes = readInteger(memory, 0, Number.MAX_SAFE_INTEGER, 'memory (bytes)');
  return { memory: bytes, ...readTask(known) };
}

/**
 * How points are decoded.
 * @template {string} Format
 * @param {unknown} options
 * @param {readonly Format[]} formats
 * @param {string} where the call, for messages
 * @param {readonly string[]} [more] names of options that the caller reads itself
 * @returns {{ format: Format | undefined, check: boolean }}
 */
export function readPointOptions(options, formats, where, more = []) {
  const { format, check } = readOptions(options, ['format', 'check', ...more], where);
  return {
    format: readWord(format, formats, undefined, 'format'),
    check: readBoolean(check, true, 'check'),
  };
}
