/**
 * Objects from callers may be proxies or have getters: to look at them runs the caller's code.
 */
import { CurvemillError, InputError } from '../errors.js';
import { nameOf } from './describe.js';

/**
 * Whether a value is an array. A revoked proxy is none.
 * @param {unknown} value
 * @returns {value is unknown[]}
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
