/** Shares by windows: which windows, and when they are cheaper than shares of the points. */
import { describe, expect, it } from 'vitest';
import { costOf, fullProblem, planMsm } from '../../src/engines/wasm/msm/plan.js';
import { planShares } from '../../src/engines/wasm/msm/shares.js';
import { areLong, cutFor } from '../../src/parallel/plan.js';

const prices = {
  ...{ additions: 307, batches: 4000, digits: 19.4, buckets: 22.2, images: 81.3 },
  ...{ bits: 292, combinationAdditions: 910, points: 25.9, calls: 17300, checks: 0 },
};
const problemOf = (/** @type {number} */ n, parts = 2) =>
  fullProblem({ parts, pairs: false, chains: false }, n, 255);
const times = {
  whole: (/** @type {number} */ n) => costOf(planMsm(problemOf(n), prices).work, prices) / 1e6,
  share: (/** @type {number} */ n, /** @type {number} */ count) =>
    planShares(problemOf(n), prices, count).milliseconds,
};

describe('shares', () => {
  it('follow each other, up to the top', () => {
    for (const n of [1, 100, 4096]) {
      for (const count of [2, 3, 8, 16]) {
        const { shares } = planShares(problemOf(n), prices, count);
        expect(shares.length).toBe(count);
        expect(shares.map(({ first }) => first)).toEqual([
          0,
          ...shares.slice(0, -1).map(({ end }) => end),
        ]);
        expect(shares.every(({ first, end }) => (end ?? Infinity) > first)).toBe(true);
        expect(shares.at(-1)?.end).toBe(null);
      }
    }
  });

  it('of more workers than windows: none', () => {
    expect(planShares(problemOf(4096, 4), prices, 100)).toEqual({
      shares: [],
      milliseconds: Infinity,
    });
  });

  it('pay for few points on few workers', () => {
    expect(cutFor(64, 2, times).workers).toBe(1);
    expect(cutFor(4096, 2, times)).toEqual({ workers: 2, byWindows: true });
    expect(cutFor(2 ** 14, 8, times)).toEqual({ workers: 8, byWindows: false });
    expect(cutFor(2 ** 18, 2, times)).toEqual({ workers: 2, byWindows: false });
  });

  it('are for long scalars', () => {
    const scalars = new Uint8Array(32 * 8);
    expect(areLong(scalars)).toBe(false);
    for (let i = 0; i < 8; i++) {
      expect(areLong(scalars)).toBe(i >= 6);
      scalars[32 * i + 16 + 2 * i] = 1;
    }
    scalars.fill(0).fill(1, 0, 16);
    expect(areLong(scalars)).toBe(false);
  });
});
