import { randomDiscreteLogs } from '../../src/group/random.js';
import { bytesToBigint, chunks } from './bytes.js';
import { progress } from './cli.js';
import { median } from './stats.js';

const SCALAR_BYTES = 32;
/** Every n up to here is measured, since strategies change in that range. */
const DENSE_MAX = 600;
/** Milliseconds for which a small n is repeated in one pass: a single run would be noise. */
const SAMPLE_MS = 2;

/**
 * @typedef {{ n: number, minMs: number, medianMs: number, samples: number }} Row
 * @typedef {{ n: number, ms: number, largerN: number, largerMs: number, ratio: number }} Offender
 */

/**
 * The sizes of a sweep: every n up to 600, then every quarter power of two.
 * @param {number} max
 * @returns {number[]} rising
 */
export function sweepSizes(max) {
  const dense = Array.from({ length: Math.min(max, DENSE_MAX) }, (_, i) => i + 1);
  const sparse = [];
  for (let quarter = 0; 2 ** (quarter / 4) <= max; quarter++) {
    const n = Math.round(2 ** (quarter / 4));
    if (n > DENSE_MAX) sparse.push(n);
  }
  return [...dense, ...sparse];
}

/**
 * Times every size in several passes, each in another order, so that a slow moment of the machine
 * does not affect neighbouring sizes. A first pass warms up and verifies, and is not counted.
 * @param {import('./curves.js').Group} group
 * @param {readonly number[]} sizes
 * @param {number} passes
 * @param {number} seed
 * @returns {Row[]} in the order of the sizes
 */
export function sweep(group, sizes, passes, seed) {
  const max = Math.max(...sizes);
  const all = group.randomPoints(max, seed);
  const scalars = group.randomScalars(max, seed);
  /** @param {number} n */
  const msm = (n) => group.msm(all.slice(0, n), scalars.subarray(0, n * SCALAR_BYTES));
  try {
    verifyAll(group, sizes, scalars, seed, msm);
    const samples = new Map(sizes.map((n) => [n, /** @type {number[]} */ ([])]));
    for (let pass = 0; pass < passes; pass++) {
      for (const [i, n] of shuffled(sizes, pass + 1).entries()) {
        if (i % 16 === 0) progress(`pass ${pass + 1} of ${passes}: ${i} of ${sizes.length}`);
        samples.get(n)?.push(...sample(() => msm(n)));
      }
    }
    return [...samples].map(([n, times]) => ({
      n,
      minMs: times.reduce((least, time) => Math.min(least, time), Infinity),
      medianMs: median(times),
      samples: times.length,
    }));
  } finally {
    progress('');
    all.dispose();
  }
}

/**
 * Finds the sizes that cost more than a larger one times a limit, by their minimum: noise only ever
 * adds time, so the minimum is the figure that repeats.
 * @param {readonly Row[]} rows rising in n
 * @param {number} limit
 * @returns {Offender[]}
 */
export function findOffenders(rows, limit) {
  const offenders = [];
  let cheapest = rows[rows.length - 1];
  for (const row of [...rows].reverse()) {
    const ratio = row.minMs / cheapest.minMs;
    if (ratio > limit) {
      offenders.push({
        n: row.n,
        ms: row.minMs,
        largerN: cheapest.n,
        largerMs: cheapest.minMs,
        ratio,
      });
    }
    if (ratio < 1) cheapest = row;
  }
  return offenders.reverse();
}

/**
 * Checks every size against its known discrete logarithm; a wrong result ends the sweep.
 * @param {import('./curves.js').Group} group
 * @param {readonly number[]} sizes rising
 * @param {Uint8Array} scalars
 * @param {number} seed
 * @param {(n: number) => import('./curves.js').Point} msm
 */
function verifyAll(group, sizes, scalars, seed, msm) {
  const logs = randomDiscreteLogs(scalars.length / SCALAR_BYTES, seed);
  const factors = chunks(scalars, SCALAR_BYTES);
  let sum = 0n;
  let done = 0;
  for (const n of sizes) {
    progress(`verifying n = ${n}`);
    for (; done < n; done++) sum += bytesToBigint(factors[done], 'be') * logs[done];
    if (!msm(n).equals(group.generator.multiply(sum % group.order))) {
      throw new Error(`n = ${n}: the result is wrong`);
    }
  }
}

/**
 * @param {() => unknown} run
 * @returns {number[]} milliseconds of each run
 */
function sample(run) {
  const times = [];
  let total = 0;
  do {
    const start = performance.now();
    run();
    const time = performance.now() - start;
    times.push(time);
    total += time;
  } while (total < SAMPLE_MS);
  return times;
}

/**
 * Shuffles by a fixed rule (Fisher–Yates over a linear congruential generator): the same seed gives
 * the same order everywhere.
 * @param {readonly number[]} values
 * @param {number} seed
 * @returns {number[]}
 */
function shuffled(values, seed) {
  const result = [...values];
  let state = seed >>> 0;
  for (let i = result.length - 1; i > 0; i--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = Math.floor((state / 2 ** 32) * (i + 1));
    [result[i], result[j]] = [result[j], result[i]];
  }
  return result;
}
