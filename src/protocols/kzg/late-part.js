/** A part of a setup that is downloaded with its first use. */

/** @import { Control } from '../../port/engine.js' */

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
  async value({ signal, lifetime }) {
    const throwIfOver = () => {
      if (signal?.aborted) throw signal.reason;
      lifetime.check();
    };
    throwIfOver();
    this.#loading ??= this.#load().finally(() => (this.#loading = undefined));
    /** @type {() => void} */
    let stop = () => {};
    const over = new Promise((resolve) => (stop = () => resolve(undefined)));
    const forget = lifetime.onEnd(stop);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const part = await Promise.race([this.#loading, over]);
      throwIfOver();
      return /** @type {Part} */ (part);
    } finally {
      signal?.removeEventListener('abort', stop);
      forget();
    }
  }
}
