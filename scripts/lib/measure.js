import { median } from './stats.js';

/** A warm-up lasts at least this long, so that the engine's optimising compilers have finished. */
const WARM_UP_MS = 500;
const WARM_UP_RUNS = 2;

/**
 * Something to time. `phases`, if the code under test keeps such a record, returns the phase times
 * of the last run.
 * @typedef {{ run: () => unknown, phases?: () => Record<string, number> | null }} Contestant
 * @typedef {{ samples: number[], phases: Record<string, number> | null }} Timing
 */

/**
 * Runs a function until it is warm.
 * @param {() => unknown} run
 */
export async function warmUp(run) {
  const start = performance.now();
  for (let i = 0; i < WARM_UP_RUNS || performance.now() - start < WARM_UP_MS; i++) await run();
}

/**
 * Times contestants alternately (a, b, c, a, b, c, …), so that other load on the machine affects
 * all of them.
 * @param {readonly Contestant[]} contestants
 * @param {number} runs
 * @param {(done: number) => unknown} onRound awaited before each round; what it throws ends the
 *   measurement
 * @returns {Promise<Timing[]>} in the order of the contestants
 */
export async function timeAlternately(contestants, runs, onRound) {
  const samples = contestants.map(() => /** @type {number[]} */ ([]));
  const phases = contestants.map(() => /** @type {Record<string, number>[]} */ ([]));
  for (let round = 0; round < runs; round++) {
    await onRound(round);
    for (const [i, { run, phases: readPhases }] of contestants.entries()) {
      const start = performance.now();
      await run();
      samples[i].push(performance.now() - start);
      const record = readPhases?.();
      if (record) phases[i].push({ ...record });
    }
  }
  return contestants.map((_, i) => ({ samples: samples[i], phases: medianPhases(phases[i]) }));
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
