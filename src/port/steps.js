/**
 * A long computation in steps. It is written once, as a generator, and runs in one go (`runNow`),
 * or in slices of time and on all threads (slices.js).
 */

/** @import { Control, Progress } from './engine.js' */

/**
 * Steps of a computation with a result, such as a canonical point or a table. One that yields
 * undefined reports nothing.
 * @template Result
 * @typedef {Generator<Progress | Fork<any> | undefined, Result, any>} Steps
 */

/**
 * Work inside of a computation for which an asynchronous call has more means than one generator:
 * other threads, code that it imports. The code that runs the steps does it, and passes back its
 * result.
 * @template Result
 */
export class Fork {
  /**
   * @param {() => Result} now the same at once
   * @param {(control: Control) => Promise<Result>} later
   * @param {readonly [from: number, to: number] | null} share which part of the whole's progress it
   *   is; null: none
   */
  constructor(now, later, share) {
    this.now = now;
    this.later = later;
    this.share = share;
  }
}

/**
 * A fork as steps.
 * @template Result
 * @param {() => Result} now
 * @param {(control: Control) => Promise<Result>} later
 * @param {readonly [from: number, to: number] | null} [share] from 0 to 1
 * @returns {Generator<Fork<Result>, Result, any>}
 */
export function* forked(now, later, share = [0, 1]) {
  return yield new Fork(now, later, share);
}

/**
 * Runs all steps now and ignores what they yield.
 * @template Result
 * @param {Generator<unknown, Result, any>} steps
 * @returns {Result} what they return
 */
export function runNow(steps) {
  for (let step = steps.next(); ;) {
    if (step.done) return step.value;
    step = step.value instanceof Fork ? resume(steps, step.value.now) : steps.next();
  }
}

/**
 * @template Result
 * @param {Generator<unknown, Result, any>} steps
 * @param {() => unknown} work whose result, or error, they go on with
 */
function resume(steps, work) {
  let result;
  try {
    result = work();
  } catch (error) {
    return steps.throw(error);
  }
  return steps.next(result);
}

/**
 * The same steps, none of which forks, with mapped progress reports. Closing them closes the
 * underlying generator.
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
 * The same steps, without reports.
 * @template Result
 * @param {Generator<unknown, Result, void>} steps
 * @returns {Generator<undefined, Result, void>}
 */
export const quietly = (steps) => reporting(steps, () => undefined);

/** Milliseconds that a step over a list should take, and that a slower one than expected may. */
const [STEP_MS, MOST_MS] = [8, 10];

/**
 * Work on a list, as many items a step as take a few milliseconds by the time of those before.
 * @param {number} total
 * @param {{ phase: string, first: number, least?: number, most: number, ms?: number }} sizes items
 *   of the first step, of the smallest and of the largest; even ones suit kernels that take two at
 *   a time
 * @param {(start: number, end: number) => number | void} work may return how many times as long as
 *   these the next items may take
 * @returns {Generator<Progress, void, void>}
 */
export function* inSteps(total, sizes, work) {
  const { phase, first, most, least, ms } = { least: sizes.first, ms: STEP_MS, ...sizes };
  let size = first;
  for (let start = 0; start < total;) {
    const end = Math.min(total, start + size);
    const began = now();
    const slower = work(start, end) ?? 1;
    const perItem = (now() - began) / (end - start);
    const wanted = Math.min(4 * size, most, Math.min(ms, MOST_MS / slower) / perItem);
    size = Math.max(least, wanted & ~1);
    start = end;
    yield { phase, done: end, total };
  }
}

/**
 * The clock for progress reports and timings. Its resolution depends on the runtime.
 * @returns {number} milliseconds
 */
export function now() {
  return typeof performance === 'object' ? performance.now() : Date.now();
}
