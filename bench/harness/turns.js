/**
 * Measuring in turns: a, b, c, c, b, a, …, so that other load on the machine affects all of them
 * alike, and none is always the first. Runs in Node, in pages and in workers.
 */
import { median, quantile } from '../../scripts/lib/stats.js';
import { othersOf, readLoad } from './load.js';

/** @import { Reading } from './load.js' */

/**
 * Something to time. `run` gets the number of the call. `phases`, if the code under test keeps such
 * a record, returns the phase times of the last run.
 * @typedef {{ run: (call: number) => unknown, phases?: () => Record<string, number> | null }}
 *   Contestant
 * @typedef {{ samples: number[], phases: Record<string, number> | null, isDisturbed: boolean }}
 *   Timing
 */

/**
 * `rounds`: those in which nothing else disturbed the measurement, if the machine allows. `tries`:
 * how many times as many are made at most; half of those must be quiet. `load` reads how busy the
 * machine is, `loop` times a loop of known length. `sampleMs`: calls are repeated until a sample
 * takes so long, after a warm-up of each contestant; without it, contestants are warm, and a sample
 * is one call. `onRound` is awaited before each round, with the samples of each contestant so far;
 * what it throws ends the measurement.
 *
 * @typedef {(round: number, samples: number[][]) => unknown} OnRound
 * @typedef {{ rounds: number, tries?: number, load?: () => Reading | null, loop?: () => number }}
 *   Patience
 * @typedef {Patience & { sampleMs?: number, onRound?: OnRound }} Pace
 */

/**
 * Milliseconds of a call: of each contestant in each round. `quiet`: whether a round was. `phases`:
 * medians, of each contestant. `isDisturbed`: too few rounds were quiet, or samples of those differ
 * too much, so these are no figures to cite.
 * @typedef {{ samples: number[][], quiet: boolean[], isDisturbed: boolean,
 *   phases: (Record<string, number> | null)[] }} Turns
 */

/** A warm-up lasts at least this long, so that the engine's optimising compilers have finished. */
const WARM_UP_MS = 500;
const WARM_UP_RUNS = 2;

/** Steps of the loop that tells whether the processor is ours: some 3 ms. */
const STEPS = 2_000_000;
/** How much longer the loop may take around a round than usual. */
const QUIET = 1.1;
/**
 * The share of the machine that others may use in a round: spread evenly, they take so much of the
 * measured time, and 5 % are what tells a ratio from a level one.
 */
const OTHERS = 0.05;
/**
 * The largest standard error of a ratio of two medians, which is what tells one from a level one,
 * too.
 */
const ERROR = 0.05;

/** A loop of known length, which stays in registers. @param {number} steps */
function integers(steps) {
  let x = 1;
  for (let i = 0; i < steps; i++) x = (Math.imul(x, 1664525) + 1013904223) | 0;
  return x;
}

/**
 * Runs a function until it is warm.
 * @param {(call: number) => unknown} run
 * @returns {Promise<number>} milliseconds of a call, of those that took the second half of the time
 */
export async function warmUp(run) {
  const start = performance.now();
  let half = start;
  let calls = 0;
  for (let i = 0; i < WARM_UP_RUNS || performance.now() - start < WARM_UP_MS; i++) {
    if (i === 1 || performance.now() - start < WARM_UP_MS / 2)
      [half, calls] = [performance.now(), 0];
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
  const { sampleMs = 0, onRound, ...patience } = pace;
  /** @type {number[]} */
  const calls = [];
  for (const { run } of contestants) {
    calls.push(sampleMs > 0 ? Math.max(1, Math.round(sampleMs / (await warmUp(run)))) : 1);
  }
  const samples = contestants.map(() => /** @type {number[]} */ ([]));
  const phases = contestants.map(() => /** @type {Record<string, number>[]} */ ([]));
  const judge = (/** @type {boolean[]} */ quiet) =>
    samples.every((_, i) => isSteady(samplesOf({ samples, quiet }, i)));
  const { quiet, isDisturbed } = await repeatRounds(patience, judge, async (round) => {
    await onRound?.(round, samples);
    const order = [...contestants.keys()];
    for (const i of round % 2 ? order.reverse() : order) {
      const { run, phases: readPhases } = contestants[i];
      samples[i].push(await timeCalls(run, calls[i], round * calls[i]));
      const record = readPhases?.();
      if (record) phases[i].push({ ...record });
    }
  });
  return { samples, quiet, isDisturbed, phases: phases.map(medianPhases) };
}

/**
 * Makes rounds until enough were quiet and their samples are steady, or patience ends.
 * @param {Patience} patience
 * @param {(quiet: boolean[]) => boolean} judge whether the samples so far are steady
 * @param {(round: number, quiet: boolean[]) => Promise<void>} measure `quiet`: the rounds before
 * @returns {Promise<{ quiet: boolean[], isDisturbed: boolean }>}
 */
export async function repeatRounds(patience, judge, measure) {
  const { rounds, tries = 2, load = readLoad, loop = timeLoop } = patience;
  /** @type {number[]} */
  const loops = [];
  const readings = [load()];
  const quiet = () => {
    const others = othersOf(readings);
    return quietOf(loops).map((isQuiet, round) => isQuiet && others[round] <= OTHERS);
  };
  const isEnough = (/** @type {boolean[]} */ found) =>
    found.filter(Boolean).length >= (tries * rounds) / 2 && judge(found);
  for (let round = 0; round < tries * rounds; round++) {
    const found = quiet();
    if (round >= rounds && isEnough(found)) break;
    const before = loop();
    await measure(round, found);
    loops.push(Math.max(before, loop()));
    readings.push(load());
  }
  const found = quiet();
  return { quiet: found, isDisturbed: !isEnough(found) };
}

/**
 * Whether the ratio of two such medians is certain enough. The standard error of the median of n
 * normal samples is 1.25·σ/√n, and their interquartile range 1.35·σ. For 11 samples the range is
 * 13 % of the median at most, for 22 samples 18 %.
 * @param {readonly number[]} samples
 */
export function isSteady(samples) {
  const { low, median: middle, high } = spreadOf(samples);
  const error = (1.25 * (high - low)) / 1.35 / Math.sqrt(samples.length);
  return Math.SQRT2 * error <= ERROR * middle;
}

/**
 * So many rounds, quiet or not, of contestants that are warm.
 * @param {readonly Contestant[]} contestants
 * @param {number} rounds
 * @param {OnRound} onRound
 * @returns {Promise<Timing[]>} in the order of the contestants
 */
export async function timeAlternately(contestants, rounds, onRound) {
  const turns = await takeTurns(contestants, { rounds, tries: 1, onRound });
  return contestants.map((_, i) => {
    const [samples, phases] = [turns.samples[i], turns.phases[i]];
    return { samples, phases, isDisturbed: turns.isDisturbed || !isSteady(samples) };
  });
}

/**
 * @param {readonly Record<string, number>[]} records one per run
 * @returns {Record<string, number> | null} the median of each phase
 */
function medianPhases(records) {
  const names = Object.keys(records[0] ?? {});
  if (names.length === 0) return null;
  return Object.fromEntries(
    names.map((name) => [name, median(records.map((record) => record[name] ?? 0))]),
  );
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
 * @param {Pick<Turns, 'samples' | 'quiet'>} turns
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
