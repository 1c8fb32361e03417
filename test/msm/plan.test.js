import { describe, expect, it } from 'vitest';

import { PlanCache, costOf, planMsm, plansFor } from '../../src/engines/wasm/msm/plan.js';
import { pricesOn } from '../../wasm-gen/cost-model.js';
import { bucketPlan, chainPlan, strausPlan, tablePlan } from '../../src/engines/wasm/msm/work.js';
import { curves } from '../../src/curves/index.js';
import { compared } from '../support/compared.js';
import { some } from '../support/extent.js';

/** @import { Problem } from '../../src/engines/wasm/msm/plan.js' */

const all = curves.flatMap((config) =>
  ['limbs30', 'fma'].map((batch) => {
    const prices = pricesOn(config, { batch, single: 'limbs30' });
    return { curve: config.name, batch, prices };
  }),
);

/**
 * Scalars whose parts are all as long.
 * @param {number} points
 * @param {number} bits
 * @param {Partial<Problem>} [others]
 * @returns {Problem}
 */
function problem(points, bits, { parts = 2, ...others } = {}) {
  return { points, parts, bits, filled: parts * points, pairs: false, chains: false, ...others };
}

/** Prices of no curve, with a chain of points that costs much. */
const PRICES = {
  additions: 300,
  batches: 4000,
  digits: 20,
  buckets: 20,
  images: 80,
  bits: 600,
  combinationAdditions: 1800,
  points: 30,
  calls: 17000,
  chainAdditions: 700,
};

describe.each(some(all, 3, 'plans'))(
  'planMsm with the prices of $curve, $batch',
  ({ batch, prices }) => {
    const pairs = batch !== 'fma';
    const plan = (/** @type {number} */ points, /** @type {number} */ bits, parts = 2) =>
      planMsm(problem(points, bits, { parts, pairs }), prices);
    const cost = (/** @type {number} */ points, /** @type {number} */ bits) =>
      costOf(plan(points, bits).work, prices);

    /**
     * Asserts that a plan can be carried out.
     * @param {number} points
     * @param {number} bits
     * @param {number} parts
     */
    function check(points, bits, parts) {
      const chosen = plan(points, bits, parts);
      const what = `${points} points, ${parts} parts of ${bits} bits`;
      const nanoseconds = costOf(chosen.work, prices);
      if (!(nanoseconds > 0 && Number.isFinite(nanoseconds)))
        expect.fail(`${what}: cost ${nanoseconds}`);
      for (const [kind, amount] of Object.entries(chosen.work))
        if (!(amount >= 0 && Number.isFinite(amount))) expect.fail(`${what}: ${amount} ${kind}`);
      compared();
      if (chosen.strategy === 'straus') {
        if (!(Number.isInteger(chosen.w) && chosen.w >= 2 && chosen.w <= 6))
          expect.fail(`${what}: w`);
        return;
      }
      if (chosen.strategy === 'chain') expect.fail(`${what}: a chain`);
      const { c, windows } = chosen;
      if (!(Number.isInteger(c) && c >= 2 && c <= 24)) expect.fail(`${what}: c = ${c}`);
      // Digits of c bits reach from −2^(cW−1) to 2^(cW−1) − 1.
      if (!(windows * c >= bits + 1 && (windows - 1) * c < bits + 1))
        expect.fail(`${what}: ${windows} windows of ${c}`);
    }

    it('is defined for 1 to 2500 points with parts of 1 to 128 bits', () => {
      for (let bits = 1; bits <= 128; bits++) {
        const step = bits === 64 ? 3 : 211;
        for (let points = 1; points <= 2500; points += step) check(points, bits, 2);
      }
    });

    it.each([1, 2, 4])('is defined up to 2^21 points with %i parts', (parts) => {
      for (let k = 0; k <= 21; k++)
        for (const points of [2 ** k - 1, 2 ** k, 2 ** k + 1]) {
          if (points === 0) continue;
          for (const bits of [1, 2, 8, 63, 64, 126, 127, 128, 255, 256]) check(points, bits, parts);
        }
    });

    it('takes the cheapest of its candidates', () => {
      for (const points of [1, 4, 20, 50, 500, 2 ** 14, 2 ** 19])
        for (const bits of [1, 8, 64, 127]) {
          const costs = plansFor(problem(points, bits, { pairs })).map(({ work }) =>
            costOf(work, prices),
          );
          expect(cost(points, bits)).toBe(Math.min(...costs));
        }
    });

    it('never plans more work for fewer points', () => {
      let last = 0;
      for (let points = 1; points < 2 ** 19; points = Math.ceil(points * 1.03)) {
        expect(cost(points, 127)).toBeGreaterThan(last);
        last = cost(points, 127);
        points += 1;
      }
    });

    it('has no jump between neighbouring sizes', () => {
      for (let points = 4; points < 2500; points++)
        expect(cost(points + 1, 127)).toBeLessThan(cost(points, 127) * (1 + 2 / points));
    });

    it('widens windows as points grow in number', () => {
      const widths = [9, 11, 13, 15, 17, 19].map((k) => {
        const chosen = plan(2 ** k, 127);
        return chosen.strategy === 'buckets' ? chosen.c : 0;
      });
      expect(widths).toEqual(widths.toSorted((a, b) => a - b));
      expect(widths[0]).toBeGreaterThan(2);
    });
  },
);

describe('the work of plans', () => {
  it('of tables, for one point: 8 multiples of it and 32 windows', () => {
    expect(tablePlan(problem(1, 127), 4)).toEqual({
      strategy: 'tables',
      c: 4,
      windows: 32,
      work: {
        // 7 for the table; 31 times less than one for two digits, 15/16 of which are not 0.
        additions: 7 + 32 * (2 * (15 / 16) - 1),
        batches: 3 + 1,
        digits: 64,
        buckets: 32,
        images: 8,
        bits: 124,
        combinationAdditions: 32,
        points: 1,
        calls: 1,
      },
      part: { additions: 7, batches: 3, images: 8, points: 1 },
    });
  });

  it('of a chain, for two points: tables of 2 multiples, a digit in 4 bits', () => {
    const { work } = chainPlan(problem(2, 127), 3);
    expect(work).toMatchObject({ additions: 0, batches: 1, images: 4, bits: 127, points: 2 });
    expect(work.digits).toBe((4 * 127) / 4);
    expect(work.chainAdditions).toBeCloseTo(127 + 4.4, 10);
  });

  it('of bits, for one point: a digit in every third bit at w = 2, each added somewhere', () => {
    const { work } = strausPlan(problem(1, 126, { parts: 1 }), 2);
    expect(work.additions + work.combinationAdditions).toBeCloseTo(42, 10);
    expect(work).toMatchObject({ images: 0, bits: 126, buckets: 126 });
  });

  it('of buckets, for many points: every digit and every bucket is added', () => {
    // 2^20 digits of 8 bits, 255/256 of which fall into 128 buckets: 127 columns and
    // rows of 16 by 8.
    const { work, windows } = bucketPlan(problem(2 ** 20, 7, { parts: 1 }), 8);
    expect(windows).toBe(1);
    expect(work.additions).toBeGreaterThan((2 ** 20 * 255) / 256 - 128 + 2 * 100);
    expect(work.additions).toBeLessThan((2 ** 20 * 255) / 256 - 128 + 2 * 128);
    expect(work).toMatchObject({
      digits: 2 ** 20,
      buckets: 128,
      images: 0,
      combinationAdditions: 8,
    });
  });

  it('of buckets, with pairs: places for sums and differences, and fewer multiplications', () => {
    const one = problem(4096, 127);
    const alone = bucketPlan(one, 11).work;
    const both = bucketPlan({ ...one, pairs: true }, 11).work;
    expect([alone.buckets, both.buckets]).toEqual([12 * 1024, 2 * 12 * 1024]);
    // Half an addition for each of 11 windows' pairs: 31 rows of 15, nearly all of whose
    // buckets are filled.
    expect(alone.additions - both.additions).toBeGreaterThan(11 * 0.9 * 0.5 * 31 * 15);
  });

  it('has an image for every part of a scalar but the first, and digits only of parts that are not 0', () => {
    for (const parts of [1, 2, 4]) {
      const { work } = bucketPlan(problem(100, 64, { parts }), 8);
      expect(work.images).toBe(100 * (parts - 1));
      expect(work.points).toBe(100);
    }
    const few = bucketPlan(problem(1000, 64, { filled: 1000 }), 8).work;
    const alone = bucketPlan(problem(1000, 64, { parts: 1 }), 8).work;
    expect(few.additions).toBe(alone.additions);
  });
});

describe('choices', () => {
  it.each([
    [1, 'tables 5'],
    [4, 'tables 5'],
    [16, 'tables 5'],
    [64, 'buckets 6'],
    [1024, 'buckets 10'],
    [2 ** 16, 'buckets 16'],
  ])('for %i points: %s', (points, expected) => {
    const plan = planMsm(problem(points, 127), PRICES);
    expect(`${plan.strategy} ${'c' in plan ? plan.c : plan.w}`).toBe(expected);
  });

  it('are chains for few points, if they may be', () => {
    const strategies = [1, 2, 20].map(
      (points) => planMsm(problem(points, 127, { chains: true }), PRICES).strategy,
    );
    expect(strategies).toEqual(['chain', 'chain', 'tables']);
    expect(plansFor(problem(1, 127)).some(({ strategy }) => strategy === 'chain')).toBe(false);
  });
});

describe('PlanCache', () => {
  /** @param {number} n */
  const problems = (n) => Array.from({ length: n }, (_, i) => problem(i + 1, 127));

  it('plans as planMsm, whatever a problem differs in', () => {
    const base = problem(2, 127);
    for (const abilities of [{}, { parts: 4, filled: 8 }, { pairs: true }, { chains: true }]) {
      const cache = new PlanCache(PRICES, { ...base, ...abilities });
      const others = [{}, { points: 3, filled: 6 }, { bits: 64 }, { filled: 2 }];
      for (const other of others) {
        const changed = { ...base, ...abilities, ...other };
        expect(cache.planFor(changed)).toEqual(planMsm(changed, PRICES));
      }
      expect(cache.size).toBe(others.length);
    }
  });

  it('keeps all it has when it is full and asked for one of them', () => {
    const cache = new PlanCache(PRICES, problem(1, 127), 8);
    const plans = problems(8).map((one) => cache.planFor(one));
    for (let round = 0; round < 3; round++)
      problems(8).forEach((one, i) => expect(cache.planFor(one)).toBe(plans[i]));
  });

  it('gives up the oldest, and only that, for a new one', () => {
    const cache = new PlanCache(PRICES, problem(1, 127), 8);
    const plans = problems(8).map((one) => cache.planFor(one));
    const newest = cache.planFor(problem(9, 127));
    expect(cache.size).toBe(8);
    problems(8).forEach((one, i) => {
      if (i > 0) expect(cache.planFor(one)).toBe(plans[i]);
    });
    expect(cache.planFor(problem(9, 127))).toBe(newest);
    expect(cache.planFor(problem(1, 127))).not.toBe(plans[0]);
  });

  it('keeps 64 unless it is told otherwise', () => {
    const cache = new PlanCache(PRICES, problem(1, 127));
    for (const one of problems(100)) cache.planFor(one);
    expect(cache.size).toBe(64);
  });
});
