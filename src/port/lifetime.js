/**
 * The lifetime of an instance. Its groups share it: after its end they refuse work, and running
 * work stops.
 */
import { InputError } from '../errors.js';

/** The lifetime of one instance, from its creation to `end`. */
export class Lifetime {
  #ended = false;
  /** @type {Set<() => void>} */
  #stops = new Set();
  /**
   * Of the work that runs in slices (slices.js): when the last slice began and ended, and the last
   * turn of the event loop that any of it waits for.
   */
  slice = { began: -Infinity, ended: -Infinity, turn: Promise.resolve() };

  /** Whether `end` was called. */
  get ended() {
    return this.#ended;
  }

  /**
   * @throws {InputError} the instance is disposed
   */
  check() {
    if (this.#ended) throw new InputError('expected a live instance, got a disposed one');
  }

  /**
   * Registers work that must stop before the instance is disposed.
   * @param {() => void} stop
   * @returns {() => void} to be called once the work is finished
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
