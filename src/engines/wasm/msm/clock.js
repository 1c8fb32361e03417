/** Milliseconds per phase of a computation. */

import { now } from '../../../port/steps.js';

/**
 * Accumulates milliseconds per phase. Time during which a generator is suspended counts towards the
 * current phase.
 */
export class PhaseClock {
  /** @param {Record<string, number>} timings cleared, then filled */
  constructor(timings) {
    for (const phase of Object.keys(timings)) delete timings[phase];
    this.timings = timings;
    this.last = now();
  }

  /** @param {string} phase */
  end(phase) {
    const time = now();
    const before = Object.hasOwn(this.timings, phase) ? this.timings[phase] : 0;
    this.timings[phase] = before + time - this.last;
    this.last = time;
  }
}
