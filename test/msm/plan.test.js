import { describe, expect, it } from 'vitest';

import { bucketPlan, planMsm, strausPlan } from '../../src/msm/plan.js';

/** Asserts that a plan can be carried out. @param {number} halves @param {number} bits */
function check(halves, bits) {
  const plan = planMsm(halves, bits);
  const what = `${halves} halves of ${bits} bits`;
  if (!(plan.cost > 0 && Number.isFinite(plan.cost))) expect.fail(`${what}: cost ${plan.cost}`);
  if (plan.strategy === 'straus') {
    if (!(Number.isInteger(plan.w) && plan.w >= 2 && plan.w <= 6)) expect.fail(`${what}: w`);
    return plan;
  }
  const { c, windows } = plan;
  if (!(Number.isInteger(c) && c >= 2 && c <= 24)) expect.fail(`${what}: c = ${c}`);
  // Digits of c bits reach from −2^(cW−1) to 2^(cW−1) − 1.
  if (!(windows * c >= bits + 1 && (windows - 1) * c < bits + 1))
    expect.fail(`${what}: ${windows} windows of ${c}`);
  return plan;
}

describe('planMsm', () => {
  it('is defined for 2 to 5000 halves of 1 to 128 bits', () => {
    for (let bits = 1; bits <= 128; bits++) {
      const step = bits % 32 === 0 || bits === 1 || bits === 127 ? 1 : 37;
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
        const { cost } = planMsm(halves, bits);
        for (let c = 2; c <= 18; c++)
          expect(bucketPlan(halves, bits, c).cost).toBeGreaterThanOrEqual(cost);
        for (let w = 2; w <= 6; w++)
          expect(strausPlan(halves, bits, w).cost).toBeGreaterThanOrEqual(cost);
      }
    }
  });

  it('never plans more work for fewer points', () => {
    let last = 0;
    for (let halves = 2; halves < 2 ** 20; halves = Math.ceil(halves * 1.03) + 1) {
      const { cost } = planMsm(halves, 127);
      expect(cost).toBeGreaterThan(last);
      last = cost;
    }
  });

  it('widens windows as points grow in number', () => {
    const widths = [10, 12, 14, 16, 18, 20].map((k) => {
      const plan = planMsm(2 ** k, 127);
      return plan.strategy === 'buckets' ? plan.c : 0;
    });
    expect(widths).toEqual(widths.toSorted((a, b) => a - b));
    expect(widths[0]).toBeGreaterThan(2);
  });
});
