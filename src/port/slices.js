/**
 * Runs the steps of a long computation in time slices that yield to the event loop, with progress
 * and abort. Imported by the first asynchronous call.
 */

/* global setImmediate */
import { Pace, scaled } from './progress.js';
import { Fork, now } from './steps.js';

/** @import { Control, Progress } from './engine.js' */
/** @import { Steps } from './steps.js' */

/**
 * Milliseconds of work per slice. A frame of a 60 Hz page has 16: the rest is for a step that takes
 * longer than the one before, and for a collection of garbage.
 */
const SLICE_MS = 10;

/** Of the first slice, for what a call does before it returns: copying arguments. */
const COPYING_MS = 5;

/** After which a turn that other work waits for is not expected to come: timers may be replaced. */
const PATIENCE_MS = 1000;

/** Bytes of arguments from which copying them gets a slice of its own. */
export const LONG_COPY = 2 ** 20;

/**
 * Runs the steps in slices of at most 12 ms: one ends where another step like the last would take
 * it beyond 10 (`sliceMs`). All work of an instance shares its slices: what begins where other work
 * has just ended continues the slice of that, and calls that run at the same time take turns.
 * Between steps it checks the signal and the lifetime.
 * Progress is reported 20 times a second, leaps at once, and the end once. Any early exit (an
 * abort, the end of the instance, an `onProgress` that throws) closes the generator, which makes
 * the engine free its scratch memory.
 * @template Result
 * @param {Steps<Result>} steps
 * @param {Control} control
 * @returns {Promise<Result>} the result of the steps; rejects with `signal.reason` on abort
 */
export async function runSteps(steps, control) {
  const own = /** @type {Control} */ ({ __proto__: null, ...control });
  const { signal, onProgress, lifetime, turnFirst, sliceMs = SLICE_MS } = own;
  const close = () => steps.return(/** @type {any} */ (undefined));
  const forget = lifetime.onEnd(close);
  const throwIfOver = () => {
    if (signal?.aborted) throw signal.reason;
    // Last: reading a signal may run the caller's code.
    lifetime.check();
  };
  const progress = new Reports(onProgress);
  const { slice } = lifetime;
  let stepStart = 0;
  let sliceEnd = 0;
  /** Other work may have ended a moment ago, or the event loop had a turn: that is not known. */
  const begin = () => {
    stepStart = now();
    if (stepStart > slice.ended + SLICE_MS) slice.began = stepStart - COPYING_MS;
    sliceEnd = slice.began + sliceMs;
  };
  const turn = async () => {
    const isStuck = stepStart > slice.ended + PATIENCE_MS;
    slice.turn = isStuck ? eventLoop() : slice.turn.then(eventLoop, eventLoop);
    slice.ended = stepStart;
    await slice.turn;
    stepStart = slice.began = now();
    sliceEnd = stepStart + sliceMs;
  };
  /** @param {Fork<any>} fork @returns {Promise<() => IteratorResult<any, Result>>} how to go on */
  const elsewhere = async ({ later, share }) => {
    slice.ended = now();
    try {
      const result = await later({ signal, lifetime, onProgress: progress.within(share) });
      return () => steps.next(result);
    } catch (error) {
      return () => steps.throw(error);
    } finally {
      begin();
    }
  };
  /** @type {(() => IteratorResult<any, Result>) | undefined} */
  let answer;
  try {
    begin();
    if (turnFirst || stepStart > sliceEnd) await turn();
    for (;;) {
      // The steps take what a fork gave them, which they may have to free.
      if (!answer) throwIfOver();
      const step = answer ? answer() : steps.next();
      answer = undefined;
      const time = now();
      if (step.done) {
        lifetime.check();
        progress.end();
        lifetime.check();
        return step.value;
      }
      if (step.value instanceof Fork) {
        answer = await elsewhere(step.value);
        continue;
      }
      if (step.value) progress.note(step.value);
      const took = time - stepStart;
      stepStart = now();
      if (stepStart + took > sliceEnd) await turn();
    }
  } finally {
    slice.ended = now();
    forget();
    close();
  }
}

/**
 * Reports of a computation: seldom, never back, of one total, and whole once, at the end. A
 * computation that begins with a fork has a total of its own.
 */
class Reports {
  #report;
  /** Of the first step; later ones may count otherwise. @type {number | undefined} */
  #total;
  #furthest = 0;
  #pace = new Pace();

  /** @param {Control['onProgress']} report */
  constructor(report) {
    this.#report = report;
  }

  /** @type {(progress: Progress) => void} */
  note({ phase, done, total }) {
    this.#total ??= total;
    const own = total === this.#total ? done : (this.#total * done) / total;
    this.#furthest = Math.max(this.#furthest, own);
    if (!this.#report || !this.#pace.isDue(this.#furthest / this.#total)) return;
    this.#report({ phase, done: this.#furthest, total: this.#total });
  }

  /**
   * Reports of a fork, as of its share.
   * @type {(share: readonly [from: number, to: number] | null) => Control['onProgress']}
   */
  within(share) {
    if (!this.#report || !share) return undefined;
    return (part) => {
      if (part.phase !== 'done') this.note(scaled(part, share));
    };
  }

  end() {
    const total = this.#total ?? 1;
    this.#report?.({ phase: 'done', done: total, total });
  }
}

/**
 * Resolves after a turn of the event loop, by the runtime's fastest means: a timer of 0 ms may
 * take 4.
 * @type {() => Promise<void>}
 */
export function eventLoop() {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') {
      setImmediate(resolve);
    } else if (typeof MessageChannel === 'function') {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(undefined);
    } else if (typeof setTimeout === 'function') {
      setTimeout(resolve, 0);
    } else {
      resolve(); // There is no event loop to yield to.
    }
  });
}
