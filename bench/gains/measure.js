/**
 * Rounds of one task: alone, on two workers, and alone while a twin of this thread does the same;
 * and a loop of half the task's length on each of two bare workers. Twins tell the ceiling of the
 * machine: two processors that share a core, a clock or a cache with each other do less than twice
 * the work of one, whatever the program. The loops tell that of a call: what remains where nothing
 * is prepared, computed twice or put together, but two threads have to wake and to answer. Runs in
 * Node and in pages.
 */
import { quantile } from '../../scripts/lib/stats.js';
import { integers } from './tasks.js';

/** @import { Task } from './tasks.js' */

/**
 * Another thread or process that does a task alone when it is told to.
 * @typedef {{ name: string, start: (count: number) => Promise<{ done: Promise<number> }>,
 *   loop: (share?: number) => Promise<number> }} Twin `start` resolves when the first of the calls
 *   begins, `loop` to the milliseconds of a loop of known length, or a share of it
 */

/**
 * A round: milliseconds of a call alone, on two workers, and beside each twin; of loops of half
 * that length on two bare workers; of the loop on this thread alone, and on the slower of both; and
 * the processor time of a call on two workers, of one alone. Calls are made twice in a row: `first`
 * finds caches and sleeping processors as something else left them.
 * @typedef {{ first: { one: number, two: number }, one: number, two: number, beside: number[],
 *   halves: number, ownLoop: number, loop: number, work: number }} Round
 */

/**
 * Rounds before those that count: so many, and until so many milliseconds have passed. Of short
 * calls a worker's engine compiles some only after a hundred.
 */
const [WARM_UP, WARM_UP_MS] = [6, 3000];
/** Calls beside a twin take so many milliseconds or more. */
const BESIDE_MS = 20;
/** How much longer the loop may take on both processors than usual on this thread alone. */
const QUIET = 1.1;

/**
 * @param {Task} task
 * @param {{ twins: readonly Twin[], bare: Twin }} others twins have the task; the first and the
 *   bare one, which has none, are threads of this process
 * @param {number} rounds
 * @returns {Promise<Round[]>}
 */
export async function measure({ alone, threaded = () => {} }, { twins, bare }, rounds) {
  /** @type {Round[]} */
  const samples = [];
  let least = Infinity;
  const warm = performance.now() + WARM_UP_MS;
  for (let round = -WARM_UP; round < rounds; round++) {
    if (round === 0 && performance.now() < warm) round = -1;
    const { ms: ownLoop } = await time(() => integers());
    const before = await loopOnBoth(twins[0]);
    const [firstOne, one] = [await time(alone), await time(alone)];
    const [firstTwo, two] = [await time(threaded), await time(threaded)];
    least = Math.min(least, before);
    const share = one.ms / 2 / least;
    const halves = () => Promise.all([twins[0], bare].map((twin) => twin.loop(share)));
    await halves();
    const { ms: halvesMs } = await time(halves);
    const beside = [];
    for (const twin of twins) beside.push(await timeBeside(twin, alone, one.ms));
    const loop = Math.max(before, await loopOnBoth(twins[0]));
    if (round < 0) continue;
    const first = { one: firstOne.ms, two: firstTwo.ms };
    const times = { first, one: one.ms, two: two.ms, halves: halvesMs, beside };
    samples.push({ ...times, ownLoop, loop, work: two.cpu / one.cpu });
  }
  return samples;
}

/** @param {readonly Round[]} rounds @returns {Round[]} those that nothing disturbed */
export function quietOf(rounds) {
  const bound =
    QUIET *
    quantile(
      rounds.map(({ ownLoop }) => ownLoop),
      0.5,
    );
  return rounds.filter(({ loop }) => loop < bound);
}

/**
 * Median and quartiles; NaN where a page has nothing to say.
 * @param {readonly Round[]} rounds
 * @param {(round: Round) => number} of
 */
export const spreadOf = (rounds, of) =>
  [0.25, 0.5, 0.75].map((q) =>
    rounds.length > 0
      ? quantile(
          rounds.map((round) => of(round) ?? NaN),
          q,
        )
      : NaN,
  );

/** @param {() => unknown} run */
async function time(run) {
  const cpu = globalThis.process?.cpuUsage;
  const before = cpu?.();
  const start = performance.now();
  await run();
  const ms = performance.now() - start;
  const { user, system } = cpu?.(before) ?? { user: NaN, system: NaN };
  return { ms, cpu: (user + system) / 1000 };
}

/**
 * Milliseconds of a call, all of it while the twin does the same.
 * @param {Twin} twin
 * @param {() => unknown} alone
 * @param {number} least milliseconds of a call
 */
async function timeBeside(twin, alone, least) {
  const count = Math.max(1, Math.ceil(BESIDE_MS / least));
  const { done } = await twin.start(count + 1);
  const start = performance.now();
  for (let i = 0; i < count; i++) await alone();
  const ms = (performance.now() - start) / count;
  await done;
  return ms;
}

/** Milliseconds of the loop, on the slower processor. @param {Twin} twin */
async function loopOnBoth(twin) {
  const other = twin.loop();
  const start = performance.now();
  integers();
  const own = performance.now() - start;
  return Math.max(own, await other);
}
