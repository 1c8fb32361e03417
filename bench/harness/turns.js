/**
 * Measuring in turns: a, b, c, c, b, a, …, so that other load on the machine affects all of them
 * alike, and none is always the first. Runs in Node, in pages and in workers.
 */
import { median, quantile } from '../../scripts/lib/stats.js';

/**
 * Something to time. `run` gets the number of the call.
 * @typedef {{ name: string, run: (call: number) => unknown }} Contestant
 */

/**
 * `rounds`: those in which nothing else disturbed the measurement, if the machine allows.
 * `sampleMs`: calls are repeated until a sample takes so long. `warmMs`: of each contestant before
 * the first round, and at least two calls. `onRound` is awaited before each round; what it throws
 * ends the measurement.
 *
 * @typedef {{ rounds: number, sampleMs?: number, warmMs?: number,
 *   onRound?: (round: number) => unknown }} Pace
 */

/**
 * Milliseconds of a call: of each contestant in each round. `quiet`: whether a round was.
 * @typedef {{ samples: number[][], quiet: boolean[] }} Turns
 */

/** A warm-up lasts at least this long, so that the engine's optimising compilers have finished. */
export const WARM_UP_MS = 500;
const WARM_UP_RUNS = 2;

/** Steps of the loop that tells whether the processor is ours: some 3 ms. */
const STEPS = 2_000_000;
/** How much longer the loop may take around a round than usual. */
const QUIET = 1.1;
/** So many times the rounds that were asked for are tried for quiet ones. */
const PATIENCE = 2;

/** A loop of known length, which stays in registers. @param {number} steps */
export function integers(steps) {
  let x = 1;
  for (let i = 0; i < steps; i++) x = (Math.imul(x, 1664525) + 1013904223) | 0;
  return x;
}

/**
 * Runs a function until it is warm.
 * @param {(call: number) => unknown} run
 * @param {number} [ms]
 * @returns {Promise<number>} milliseconds of a call, of those that took the second half of the time
 */
export async function warmUp(run, ms = WARM_UP_MS) {
  const start = performance.now();
  let half = start;
  let calls = 0;
  for (let i = 0; i < WARM_UP_RUNS || performance.now() - start < ms; i++) {
    if (i === 1 || performance.now() - start < ms / 2) [half, calls] = [performance.now(), 0];
    await run(i);
    calls++;
  }
  return (performance.now() - half) / calls;
}

/**
 * Times contestants in turns.
 * @param {readonly Contestant[]} contestants whose results were verified
 * @param {Pace} pace
 * @returns {Promise<Turns>}
 */
export async function takeTurns(contestants, pace) {
  const { rounds, sampleMs = 0, warmMs = WARM_UP_MS, onRound } = pace;
  /** @type {number[]} */
  const calls = [];
  for (const { run } of contestants) {
    calls.push(Math.max(1, Math.round(sampleMs / (await warmUp(run, warmMs)))));
  }
  const samples = contestants.map(() => /** @type {number[]} */ ([]));
  /** @type {number[]} */
  const loops = [];
  for (let round = 0; round < PATIENCE * rounds; round++) {
    if (round >= rounds && quietOf(loops).filter(Boolean).length >= rounds) break;
    await onRound?.(round);
    const before = timeLoop();
    const order = [...contestants.keys()];
    for (const i of round % 2 ? order.reverse() : order) {
      samples[i].push(await timeCalls(contestants[i].run, calls[i], round * calls[i]));
    }
    loops.push(Math.max(before, timeLoop()));
  }
  return { samples, quiet: quietOf(loops) };
}

function timeLoop() {
  const start = performance.now();
  integers(STEPS);
  return performance.now() - start;
}

/** @param {readonly number[]} loops milliseconds @returns {boolean[]} */
function quietOf(loops) {
  const bound = loops.length > 0 ? QUIET * quantile(loops, 0.25) : 0;
  return loops.map((ms) => ms <= bound);
}

/**
 * @param {(call: number) => unknown} run
 * @param {number} calls
 * @param {number} first number of the first call
 */
async function timeCalls(run, calls, first) {
  const start = performance.now();
  for (let i = first; i < first + calls; i++) {
    const result = run(i);
    if (result instanceof Promise) await result;
  }
  return (performance.now() - start) / calls;
}

/**
 * The samples of a contestant that count: of quiet rounds, or of all if hardly any was.
 * @param {Turns} turns
 * @param {number} contestant
 */
export function samplesOf({ samples, quiet }, contestant) {
  const counts = quiet.filter(Boolean).length >= Math.min(3, quiet.length);
  return samples[contestant].filter((_, round) => !counts || quiet[round]);
}

/**
 * Quartiles.
 * @param {readonly number[]} values
 */
export const spreadOf = (values) => ({
  low: quantile(values, 0.25),
  median: median(values),
  high: quantile(values, 0.75),
});

/**
 * The time of one contestant over that of another: the ratio of their medians, and the quartiles
 * of the ratios of a round.
 * @param {Turns} turns
 * @param {number} over
 * @param {number} under
 */
export function ratioOf(turns, over, under) {
  const [a, b] = [samplesOf(turns, over), samplesOf(turns, under)];
  const { low, high } = spreadOf(a.map((ms, round) => ms / b[round]));
  return { low, median: median(a) / median(b), high };
}
