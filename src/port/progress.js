/**
 * Progress of a call that is made of parts: one rise from 0 to 1, and when it is worth a report.
 */
import { now } from './steps.js';

/** @import { Control, Progress } from './engine.js' */

/** Of a call that is made of parts. */
export const TOTAL = 1000;

/** Milliseconds between reports: at most 20 per second. */
const REPORT_MS = 50;

/** A share of the whole that is reported at once, so that short calls do not leap to their end. */
const LEAP = 1 / 4;

/**
 * Parts that may run at the same time: reports of the whole, of which each part is a share. The end
 * of the whole is reported by the call alone.
 * @param {Control['onProgress']} onProgress
 * @returns {(from: number, to: number) => Control['onProgress']} reports of a part, as of its share
 */
export function sharedProgress(onProgress) {
  let all = 0;
  return (from, to) => {
    let own = 0;
    return (
      onProgress &&
      (({ phase, done, total }) => {
        const share = Math.max(own, ((to - from) * done) / total);
        all += share - own;
        own = share;
        return phase === 'done'
          ? undefined
          : onProgress({ phase, done: TOTAL * Math.min(all, 1), total: TOTAL });
      })
    );
  };
}

/**
 * A report of a part as one of the whole.
 * @param {Progress} part
 * @param {readonly number[]} share of the part: where it begins and ends, from 0 to 1
 * @returns {Progress} of `TOTAL`
 */
export const scaled = ({ phase, done, total }, [from, to]) => ({
  phase,
  done: TOTAL * (from + ((to - from) * done) / total),
  total: TOTAL,
});

/** When progress is worth a report: seldom, but for leaps. */
export class Pace {
  #time = -Infinity;
  #share = 0;

  /** @param {number} share of the whole that is done @returns {boolean} whether to report it */
  isDue(share) {
    const time = now();
    if (time - this.#time < REPORT_MS && share - this.#share < LEAP) return false;
    this.#time = time;
    this.#share = share;
    return true;
  }
}
