/**
 * How long an instance lives. Its groups share one lifetime, refuse work after its end, and stop running work at it.
 */
import { InputError } from '../errors.js';

/** The life of one instance, from its creation to `end`. */
export class Lifetime {
  #ended = false;
  /** @type {Set<() => void>} */
  #stops = new Set();

  /** Whether `end` was called. */
  get ended() {
    return this.#ended;
  }

  /**
   * Throws once the instance is disposed.
   * @throws {InputError}
   */
  check() {
    if (this.#ended) throw new InputError('expected a living instance, got a disposed one');
  }

  /**
   * Registers work that must be stopped before the instance goes.
   * @param {() => void} stop
   * @returns {() => void} to be called when the work is over
   */
  onEnd(stop) {
    this.#stops.add(stop);
    return () => this.#stops.delete(stop);
  }

  /** Stops all running work. Later calls do nothing. */
  end() {
    this.#ended = true;
    for (const stop of this.#stops) stop();
    this.#stops.clear();
  }
}
