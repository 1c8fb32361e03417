/**
 * Ends a proof by a stream: for an abort, the end of the instance, or a failure of work beside the
 * reading. A stream may keep its reader waiting for ever.
 */

/** @import { Lifetime } from '../../port/lifetime.js' */

/** A signal that aborts with another one, at the end of an instance, and for any failure. */
export class Stop {
  #controller = new AbortController();
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
    return this.#controller.signal;
  }

  /** Aborts for an error; the first one counts. @param {unknown} error */
  fail = (error) => this.#controller.abort(error);

  /** Later aborts do nothing. */
  end() {
    this.#end();
  }
}
