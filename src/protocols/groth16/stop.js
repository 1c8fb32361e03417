/**
 * Ends a call that reads a stream: for an abort, the end of the instance, or a failure of work
 * beside the reading. A stream may keep its reader waiting for ever.
 */

/** @import { Lifetime } from '../../port/lifetime.js' */

/** A signal that aborts with another one, at the end of an instance, and for any failure. */
export class Stop {
  #signal = new OwnSignal();
  #end;

  /** @param {AbortSignal | undefined} signal @param {Lifetime} lifetime */
  constructor(signal, lifetime) {
    const abort = () => this.fail(signal?.reason);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    const look = () => {
      try {
        lifetime.check();
      } catch (error) {
        this.fail(error);
      }
    };
    look();
    const forget = lifetime.onEnd(look);
    this.#end = () => {
      signal?.removeEventListener('abort', abort);
      forget();
    };
  }

  get signal() {
    return /** @type {AbortSignal} */ (/** @type {unknown} */ (this.#signal));
  }

  /** Aborts for an error; the first one counts. @param {unknown} error */
  fail = (error) => this.#signal.abort(error);

  /** Later aborts do nothing. */
  end() {
    this.#end();
  }
}

/**
 * The members of an AbortSignal that this library uses. A bare engine, such as Hermes, has no
 * AbortController.
 */
class OwnSignal {
  aborted = false;
  /** @type {unknown} */
  reason = undefined;
  /** @type {Set<() => void>} */
  #listeners = new Set();

  /** @param {'abort'} _type @param {() => void} listener */
  addEventListener(_type, listener) {
    this.#listeners.add(listener);
  }

  /** @param {'abort'} _type @param {() => void} listener */
  removeEventListener(_type, listener) {
    this.#listeners.delete(listener);
  }

  /** @param {unknown} reason */
  abort(reason) {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of [...this.#listeners]) listener();
    this.#listeners.clear();
  }
}
