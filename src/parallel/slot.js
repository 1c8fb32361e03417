/** A place in the pool, and the worker that has it: a worker that ends is followed by another. */

/** @import { Job } from './job.js' */
/** @import { Port } from './start-worker.js' */

/**
 * Part `i` of a job, as a worker computes it.
 * @typedef {{ id: number, job: Job, i: number }} Call
 */

/** How often the worker of a slot is replaced. */
const REPLACEMENTS = 1;

/** The state of a place. The pool changes it; parts of jobs refer to it. */
export class Slot {
  /** @type {'starting' | 'live' | 'asleep' | 'dead'} */
  state = 'starting';
  /** @type {Port | null} of the worker, while it lives */
  port = null;
  /** @type {Call | null} what it computes */
  call = null;
  /** Counts its workers: what one kept is gone with it. */
  epoch = 0;
  replacements = REPLACEMENTS;
  /** Milliseconds since it was last heard of, while it computes. */
  silentMs = 0;
  /** Bytes of its memory that hold no points and no tables. */
  scratch = 0;
  /** Tables that it keeps: it is not put to sleep with them. */
  tables = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  /** @param {number} index */
  constructor(index) {
    /** @readonly */
    this.index = index;
  }

  /** Whether a worker is up. */
  get isLive() {
    return this.state === 'live';
  }

  /** Tells the worker something that has no answer. @param {object} message */
  tell(message) {
    this.port?.post(message);
  }
}
