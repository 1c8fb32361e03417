/**
 * Drives the step generator of an engine's MSM: in one go, or with breaks for the event loop, progress and abort.
 */

/** @import { Progress } from './engine.js' */
/** @import { Lifetime } from './lifetime.js' */

/** Milliseconds of work between two breaks: a frame of a 60 Hz page has 16. */
const SLICE_MS = 12;

/** Milliseconds between two progress reports: at most 20 per second. */
const REPORT_MS = 50;

/**
 * Steps with a result: a canonical point, a table.
 * @template Result
 * @typedef {Generator<Progress, Result, void>} Steps
 */

/**
 * Runs all steps now.
 * @template Result
 * @param {Steps<Result>} steps
 * @returns {Result} what they return
 */
export function runNow(steps) {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * Runs the steps with a break about every 12 ms. Between steps it looks at the signal and at the lifetime, and reports
 * progress at most 20 times a second, then once when everything is done. Whatever ends the run (an abort, the end of
 * the instance, an `onProgress` that throws) closes the generator, so that the engine releases its scratch memory.
 * @template Result
 * @param {Steps<Result>} steps
 * @param {{
 *   signal: AbortSignal | undefined,
 *   onProgress: ((progress: Progress) => unknown) | undefined,
 *   lifetime: Lifetime,
 * }} control
 * @returns {Promise<Result>} what the steps return; rejects with `signal.reason` on abort
 */
export async function runWithBreaks(steps, { signal, onProgress, lifetime }) {
  const close = () => steps.return(/** @type {any} */ (undefined));
  const forget = lifetime.onEnd(close);
  const throwIfOver = () => {
    lifetime.check();
    if (signal?.aborted) throw signal.reason;
  };
  let total = 1;
  let furthest = 0;
  let lastReport = -Infinity;
  let sliceStart = now();
  try {
    for (;;) {
      throwIfOver();
      const step = steps.next();
      const time = now();
      if (step.done) {
        onProgress?.({ phase: 'done', done: total, total });
        return step.value;
      }
      total = step.value.total;
      furthest = Math.max(furthest, step.value.done);
      if (onProgress && time - lastReport >= REPORT_MS) {
        onProgress({ phase: step.value.phase, done: furthest, total });
        lastReport = now();
      }
      if (time - sliceStart >= SLICE_MS) {
        await eventLoop();
        sliceStart = now();
      }
    }
  } finally {
    forget();
    close();
  }
}

/**
 * Resolves after the event loop had a turn, by the fastest way that the runtime has: a timer of 0 ms may take 4.
 * @returns {Promise<void>}
 */
function eventLoop() {
  const { setImmediate } = /** @type {{ setImmediate?: (callback: () => void) => void }} */ (
    globalThis
  );
  return new Promise((resolve) => {
    if (setImmediate !== undefined) {
      setImmediate(resolve);
    } else if (typeof MessageChannel === 'function') {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(undefined);
    } else {
      setTimeout(resolve, 0);
    }
  });
}

/** @returns {number} milliseconds */
function now() {
  return typeof performance === 'object' ? performance.now() : Date.now();
}
