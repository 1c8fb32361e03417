/**
 * Runs the steps of a long computation: in one go, or in time slices that yield to the event loop,
 * with progress and abort.
 */

/** @import { Progress } from './engine.js' */
/** @import { Lifetime } from './lifetime.js' */

/** Milliseconds of work per slice: a frame of a 60 Hz page has 16. */
const SLICE_MS = 12;

/** Milliseconds between progress reports: at most 20 per second. */
const REPORT_MS = 50;

/**
 * Steps of a computation with a result, such as a canonical point or a table.
 * @template Result
 * @typedef {Generator<Progress, Result, void>} Steps
 */

/**
 * Runs all steps now and ignores what they yield.
 * @template Result
 * @param {Generator<unknown, Result, void>} steps
 * @returns {Result} what they return
 */
export function runNow(steps) {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * The same steps with mapped progress reports. Closing them closes the underlying generator.
 * @template Step, Result, Report
 * @param {Generator<Step, Result, void>} steps
 * @param {(step: Step) => Report} report
 * @returns {Generator<Report, Result, void>}
 */
export function* reporting(steps, report) {
  try {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      yield report(step.value);
    }
  } finally {
    steps.return(/** @type {any} */ (undefined));
  }
}

/**
 * Runs the steps in slices of about 12 ms. Between steps it checks the signal and the lifetime.
 * Progress is reported at most 20 times a second, and once at the end. Any early exit (an abort,
 * the end of the instance, an `onProgress` that throws) closes the generator, which makes the
 * engine free its scratch memory.
 * @template Result
 * @param {Steps<Result>} steps
 * @param {{
 *   signal: AbortSignal | undefined,
 *   onProgress: ((progress: Progress) => unknown) | undefined,
 *   lifetime: Lifetime,
 * }} control
 * @returns {Promise<Result>} the result of the steps; rejects with `signal.reason` on abort
 */
export async function runSteps(steps, { signal, onProgress, lifetime }) {
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
 * Resolves after a turn of the event loop, by the runtime's fastest means: a timer of 0 ms may
 * take 4.
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

/**
 * The clock for progress reports and timings. Its resolution depends on the runtime.
 * @returns {number} milliseconds
 */
export function now() {
  return typeof performance === 'object' ? performance.now() : Date.now();
}
