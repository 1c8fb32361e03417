/**
 * Notices workers that say nothing: no page hears of a worker that somebody else ended, or that
 * loops. Only the waking time of the caller's thread counts, as nothing is heard while it is busy.
 */
import { now } from '../port/steps.js';

/** @import { Slot } from './slot.js' */

/** Looks at the workers that compute, as long as there are any. */
export class Watchdog {
  #slots;
  #silentMs;
  #onSilence;
  /** @type {any} */
  #timer;
  #last = 0;

  /**
   * @param {readonly Slot[]} slots
   * @param {number} silentMs how long a computing worker may say nothing
   * @param {(slot: Slot) => void} onSilence
   */
  constructor(slots, silentMs, onSilence) {
    this.#slots = slots;
    this.#silentMs = silentMs;
    this.#onSilence = onSilence;
  }

  /** Watches until no worker computes. */
  start() {
    if (this.#timer !== undefined) return;
    this.#last = now();
    this.#timer = setInterval(() => this.#look(), this.#period);
    this.#timer.unref?.();
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  get #period() {
    return Math.max(20, this.#silentMs / 20);
  }

  #look() {
    const elapsed = Math.min(now() - this.#last, 2 * this.#period);
    this.#last = now();
    const busy = this.#slots.filter(({ call }) => call);
    if (busy.length === 0) this.stop();
    for (const slot of busy) {
      slot.silentMs += elapsed;
      if (slot.silentMs > this.#silentMs) this.#onSilence(slot);
    }
  }
}
