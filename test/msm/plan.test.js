import { describe, expect, it } from 'vitest';

import { costOf, planMsm, plansFor } from '../../src/engines/wasm/msm/plan.js';
import { PRICES } from '../../src/engines/wasm/msm/prices.js';

const all = Object.entries(PRICES).flatMap(([curve, kernels]) =>
  Object.entries(kernels).map(([kernel, prices]) => ({ curve, kernel, prices })),
);

describe.each(all)('planMsm with the prices of $curve, $kernel', ({ prices }) => {
  const cost = (/** @type {number} */ halves, /** @type {number} */ bits) =>
    costOf(planMsm(halves, bits, prices).work, prices);

  /** Asserts that a plan can be carried out. @param {number} halves @param {number} bits */
  function check(halves, bits) {
    const plan = planMsm(halves, bits, prices);
    const what = `${halves} halves of ${bits} bits`;
    const nanoseconds = costOf(plan.work, prices);
    if (!(nanoseconds > 0 && Number.isFinite(nanoseconds)))
      expect.fail(`${what}: cost ${nanoseconds}`);
    for (const [kind, amount] of Object.entries(plan.work))
      if (!(amount >= 0 && Number.isFinite(amount))) expect.fail(`${what}: ${amount} ${kind}`);
    if (plan.strategy === 'straus') {
      if (!(Number.isInteger(plan.w) && plan.w >= 2 && plan.w <= 6)) expect.fail(`${what}: w`);
      return;
    }
    const { c, windows } = plan;
    if (!(Number.isInteger(c) && c >= 2 && c <= 24)) expect.fail(`${what}: c = ${c}`);
    // Digits of c bits reach from −2^(cW−1) to 2^(cW−1) − 1.
    if (!(windows * c >= bits + 1 && (windows - 1) * c < bits + 1))
      expect.fail(`${what}: ${windows} windows of ${c}`);
  }

  it('is defined for 2 to 5000 halves of 1 to 128 bits', () => {
    for (let bits = 1; bits <= 128; bits++) {
      const step = [1, 64, 127].includes(bits) ? 1 : 37;
      for (let halves = 2; halves <= 5000; halves += step) check(halves, bits);
    }
  });

  it('is defined up to 2^22 halves', () => {
    for (let k = 1; k <= 22; k++) {
      for (const halves of [2 ** k - 1, 2 ** k, 2 ** k + 1]) {
        if (halves < 2) continue;
        for (const bits of [1, 2, 8, 63, 64, 126, 127, 128]) check(halves, bits);
      }
    }
  });

  it('takes the cheapest of its candidates', () => {
    for (const halves of [2, 8, 40, 100, 1000, 2 ** 15, 2 ** 20]) {
      for (const bits of [1, 8, 64, 127]) {
        const costs = plansFor(halves, bits).map(({ work }) => costOf(work, prices));
        expect(cost(halves, bits)).toBe(Math.min(...costs));
      }
    }
  });

  it('never plans more work for fewer points', () => {
    let last = 0;
    for (let halves = 2; halves < 2 ** 20; halves = Math.ceil(halves * 1.03) + 1) {
      expect(cost(halves, 127)).toBeGreaterThan(last);
      last = cost(halves, 127);
    }
  });

  it('has no jump between neighbouring sizes', () => {
    for (let halves = 8; halves < 5000; halves += 2)
      expect(cost(halves + 2, 127)).toBeLessThan(cost(halves, 127) * (1 + 4 / halves));
  });

  it('widens windows as points grow in number', () => {
    const widths = [10, 12, 14, 16, 18, 20].map((k) => {
      const plan = planMsm(2 ** k, 127, prices);
      return plan.strategy === 'buckets' ? plan.c : 0;
    });
    expect(widths).toEqual(widths.toSorted((a, b) => a - b));
    expect(widths[0]).toBeGreaterThan(2);
  });
});
