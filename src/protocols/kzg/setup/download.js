/** Parts of a setup that are downloaded: when it is opened, or with their first use. */

import { CurvemillError, EnvironmentError } from '../../../errors.js';
import { describe } from '../../../input/describe.js';

/** @import { Control } from '../../../port/engine.js' */

/**
 * A part, downloaded if it is a function.
 * @param {unknown} part
 * @param {string} what for messages
 * @returns {Promise<unknown>}
 * @throws {EnvironmentError} the download fails
 */
export async function loaded(part, what) {
  if (typeof part !== 'function') return part;
  try {
    return await part();
  } catch (cause) {
    if (cause instanceof CurvemillError) throw cause;
    const got = cause instanceof Error ? `the error '${cause.message}'` : describe(cause);
    throw new EnvironmentError(`${what}: expected its points, got ${got}`, { cause });
  }
}

/**
 * One download for all calls that wait for it at a time. After one that fails, the next call tries
 * again.
 * @template Part
 */
export class LatePart {
  #load;
  /** @type {Promise<Part> | undefined} */
  #loading;

  /** @param {() => Promise<Part>} load rejects, and never throws */
  constructor(load) {
    this.#load = load;
  }

  /**
   * @param {Pick<Control, 'signal' | 'lifetime'>} control what ends a call's wait; the download
   *   goes on for others
   * @returns {Promise<Part>}
   */
  async value(control) {
    throwIfOver(control);
    this.#loading ??= this.#load().finally(() => (this.#loading = undefined));
    return untilOver(this.#loading, control);
  }
}

/** @param {Pick<Control, 'signal' | 'lifetime'>} control */
function throwIfOver({ signal, lifetime }) {
  if (signal?.aborted) throw signal.reason;
  lifetime.check();
}

/**
 * The result of a download, which may never come: an abort, and the end of the instance, end the
 * wait.
 * @template Result
 * @param {Promise<Result>} download
 * @param {Pick<Control, 'signal' | 'lifetime'>} control
 * @returns {Promise<Result>}
 */
export async function untilOver(download, control) {
  const { signal, lifetime } = control;
  // It may fail when nobody waits any longer.
  download.catch(() => {});
  /** @type {() => void} */
  let stop = () => {};
  const over = new Promise((resolve) => (stop = () => resolve(undefined)));
  const forget = lifetime.onEnd(stop);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    throwIfOver(control);
    const result = await Promise.race([download, over]);
    throwIfOver(control);
    return /** @type {Result} */ (result);
  } finally {
    signal?.removeEventListener('abort', stop);
    forget();
  }
}
