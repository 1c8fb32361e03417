/**
 * Runs the steps of a long computation in time slices that yield to the event loop, with progress
 * and abort. Imported by the first asynchronous call.
 */

/* global setImmediate */
import { now } from './steps.js';

/** @import { Control } from './engine.js' */
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

/** Milliseconds between progress reports: at most 20 per second. */
export const REPORT_MS = 50;

/**
 * Runs the steps in slices of at most 12 ms: one ends where another step like the last would take
 * it beyond 10 (`sliceMs`). All work of an instance shares its slices: what begins where other work
 * has just ended continues the slice of that, and calls that run at the same time take turns.
 * Between steps it checks the signal and the lifetime.
 * Progress is reported at most 20 times a second, and once at the end. Any early exit (an abort,
 * the end of the instance, an `onProgress` that throws) closes the generator, which makes the
 * engine free its scratch memory.
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
  /** Of the first step; later ones may count otherwise. @type {number | undefined} */
  let total;
  let furthest = 0;
  let lastReport = -Infinity;
  const { slice } = lifetime;
  let stepStart = now();
  // Whether the event loop had a turn in between is not known.
  if (stepStart > slice.ended + SLICE_MS) slice.began = stepStart - COPYING_MS;
  let sliceEnd = slice.began + sliceMs;
  const turn = async () => {
    const isStuck = stepStart > slice.ended + PATIENCE_MS;
    slice.turn = isStuck ? eventLoop() : slice.turn.then(eventLoop, eventLoop);
    slice.ended = stepStart;
    await slice.turn;
    stepStart = slice.began = now();
    sliceEnd = stepStart + sliceMs;
  };
  try {
    if (turnFirst || stepStart > sliceEnd) await turn();
    for (;;) {
      throwIfOver();
      const step = steps.next();
      const time = now();
      if (step.done) {
        total ??= 1;
        onProgress?.({ phase: 'done', done: total, total });
        lifetime.check();
        return step.value;
      }
      const { done, total: ofStep } = step.value;
      total ??= ofStep;
      furthest = Math.max(furthest, ofStep === total ? done : (total * done) / ofStep);
      if (onProgress && time - lastReport >= REPORT_MS) {
        onProgress({ phase: step.value.phase, done: furthest, total });
        lastReport = now();
      }
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
 * Resolves after a turn of the event loop, by the runtime's fastest means: a timer of 0 ms may
 * take 4.
 * @returns {Promise<void>}
 */
function eventLoop() {
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
