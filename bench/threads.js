/**
 * The cost and the gain of threads, by processor time, which a busy machine disturbs less than a
 * clock: instances of one curve, created without `threads`, with 1, with 2, and with 2 of which a
 * worker has ended, in turns. A pool of one worker computes on the caller's thread.
 *
 *   node bench/threads.js [--curve bls12-381-g1] [--sizes 10,12,14] [--rounds 15]
 *
 * For each size: milliseconds of all threads together for one sum, the least of the rounds, and the
 * median of its ratios to `msm` without threads. Those of two workers tell how much of the work is
 * done twice; times are measured by `scripts/evaluate-msm.js --threads`.
 */
import { parseArgs } from 'node:util';
import { isUsageError, parseInteger, parseList, parseName } from '../scripts/lib/cli.js';
import { curveNames, defaultCurve, openCurve } from '../scripts/lib/curves.js';
import { describeCommit, describeDevice, describeEngine } from '../scripts/lib/device.js';
import { ensureBuilt } from '../scripts/lib/ensure-built.js';
import { helpIfAsked } from '../scripts/lib/help.js';
import { median } from '../scripts/lib/stats.js';

helpIfAsked(import.meta.url);

const MAX_ROUNDS = 1000;
/** Sums of a sample: as many as have this many points together. */
const SAMPLE_POINTS = 2 ** 14;
const WARM_UP = 4;

/** Key of the options of an instance that are made for tests. */
const INTERNALS = Symbol.for('curvemill.workers');

/**
 * @param {string} curve
 * @param {object} [settings]
 */
const open = (curve, settings) =>
  openCurve(curve, /** @type {any} */ ({ backend: 'auto', ...settings }));

/** An instance with two workers, one of which ends. @param {string} curve */
async function openWidow(curve) {
  /** @type {any} */
  let pool;
  const onPool = (/** @type {any} */ own) => (pool = own);
  const opened = await open(curve, { threads: 2, [INTERNALS]: { onPool } });
  const [slot] = pool.slots;
  slot.replacements = 0;
  slot.port.end();
  slot.port.onDeath('ended on purpose');
  if (opened.instance.threads !== 1) throw new Error('expected one worker to be left');
  return opened;
}

/**
 * @param {string} curve
 * @param {number[]} logSizes
 * @param {number} rounds
 */
async function measure(curve, logSizes, rounds) {
  ensureBuilt();
  const crews = {
    'no threads': await open(curve),
    'threads: 1': await open(curve, { threads: 1 }),
    'pool of one': await openWidow(curve),
    'threads: 2': await open(curve, { threads: 2 }),
  };
  console.log(`${describeEngine()}; ${describeDevice()}; commit ${describeCommit()}`);
  for (const logSize of logSizes) {
    const n = 2 ** logSize;
    /** @type {Record<string, () => unknown>} */
    const subjects = {};
    for (const [name, { group }] of Object.entries(crews)) {
      const [points, scalars] = [group.randomPoints(n, 1), group.randomScalars(n, 2)];
      subjects[`${name}, msm`] = () => group.msm(points, scalars);
      subjects[`${name}, msmAsync`] = () => group.msmAsync(points, scalars);
    }
    delete subjects['threads: 2, msm'];
    console.log(`2^${logSize} points of ${curve}:`);
    console.table(await inTurns(subjects, Math.max(1, SAMPLE_POINTS / n), rounds));
  }
  for (const { instance } of Object.values(crews)) instance.dispose();
}

/**
 * @param {Record<string, () => unknown>} subjects the first is what others are compared with
 * @param {number} repeats
 * @param {number} rounds
 */
async function inTurns(subjects, repeats, rounds) {
  /** @type {Record<string, number[]>} */
  const samples = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const [name, run] of Object.entries(subjects)) {
      const before = process.cpuUsage();
      for (let i = 0; i < repeats; i++) await run();
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) samples[name].push((user + system) / 1000 / repeats);
    }
  }
  const [base] = Object.values(samples);
  return Object.fromEntries(
    Object.entries(samples).map(([name, own]) => [
      name,
      {
        'least ms': Math.min(...own).toFixed(2),
        'ratio of least': (Math.min(...own) / Math.min(...base)).toFixed(3),
        'median of ratios': median(own.map((ms, i) => ms / base[i])).toFixed(3),
      },
    ]),
  );
}

try {
  const { values } = parseArgs({
    options: {
      curve: { type: 'string', default: defaultCurve },
      sizes: { type: 'string', default: '10,12,14' },
      rounds: { type: 'string', default: '15' },
    },
  });
  await measure(
    parseName(values.curve, '--curve', curveNames),
    parseList(values.sizes, '--sizes', 0, 20),
    parseInteger(values.rounds, '--rounds', 1, MAX_ROUNDS),
  );
} catch (error) {
  if (!isUsageError(error)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
