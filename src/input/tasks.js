/** The options of asynchronous work, read by what the first such call imports. */
import { InputError } from '../errors.js';
import { describe } from './describe.js';
import { readInteger, readOptions } from './options.js';
import { readingOf } from './lists.js';

/** @import { Progress } from '../port/engine.js' */

/**
 * @typedef {{ signal: AbortSignal | undefined,
 *   onProgress: ((progress: Progress) => unknown) | undefined }} Task
 */

/** Default memory for the table of a fixed basis: 16 MiB. */
const DEFAULT_MEMORY = 2 ** 24;

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
 * An AbortSignal, recognised by its members, or undefined.
 * @param {unknown} value
 * @param {string} what the argument, for messages
 * @returns {AbortSignal | undefined}
 */
function readSignal(value, what) {
  if (value === undefined) return undefined;
  const isSignal = readingOf(what, undefined, () => {
    const signal = /** @type {AbortSignal | null} */ (value);
    return (
      typeof signal === 'object' &&
      typeof signal?.aborted === 'boolean' &&
      typeof signal.addEventListener === 'function' &&
      typeof signal.removeEventListener === 'function'
    );
  });
  if (!isSignal) throw new InputError(`${what}: expected an AbortSignal, got ${describe(value)}`);
  return /** @type {AbortSignal} */ (value);
}

/**
 * The options of asynchronous work.
 * @type {(options: { signal?: unknown, onProgress?: unknown }) => Task}
 * @throws the signal's reason, if it is already aborted
 */
export function readTask(options) {
  // Nothing is inherited, through objects of this library either.
  const own = /** @type {typeof options} */ (Object.assign(Object.create(null), options));
  const signal = readSignal(own.signal, 'signal');
  const onProgress = readFunction(own.onProgress, 'onProgress');
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
