/**
 * Notices workers that say nothing: no page hears of a worker that somebody else ended, or that
 * loops.
 */
import { everyWhile } from './waking.js';

/** @import { Slot } from './slot.js' */

/** Looks at the workers that compute, as long as there are any. */
export class Watchdog {
  #slots;
  #silentMs;
  #onSilence;
  /** @type {(() => void) | undefined} */
  #end;

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
    if (this.#end) return;
    const { end, timer } = everyWhile(this.#silentMs, (elapsed) => this.#look(elapsed));
    this.#end = end;
    timer.unref?.();
  }

  stop() {
    this.#end?.();
    this.#end = undefined;
  }

  /** @param {number} elapsed */
  #look(elapsed) {
    const busy = this.#slots.filter(({ call }) => call);
    if (busy.length === 0) this.stop();
    for (const slot of busy) {
      slot.silentMs += elapsed;
      if (slot.silentMs > this.#silentMs) this.#onSilence(slot);
    }
  }
}
