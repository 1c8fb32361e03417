/** The steps of a long computation, run in one go. In time slices: slices.js. */

/** @import { Progress } from './engine.js' */

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
 * The clock for progress reports and timings. Its resolution depends on the runtime.
 * @returns {number} milliseconds
 */
export function now() {
  return typeof performance === 'object' ? performance.now() : Date.now();
}
