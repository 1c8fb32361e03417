/** The cost model: prices of every curve and pair of kernels, from two numbers a kernel. */
import { describe, expect, it } from 'vitest';

import { costOf, planMsm, pricesWith } from '../../src/engines/wasm/msm/plan.js';
import { curves } from '../../src/curves/index.js';
import { secp256k1 } from '../../src/curves/secp256k1.js';
import { pricesBeside, pricesOn, singlesOf } from '../../wasm-gen/cost-model.js';
import { COSTS } from '../../wasm-gen/kernels.js';

const KINDS = [
  ...[
    'additions',
    'batches',
    'digits',
    'buckets',
    'images',
    'points',
    'bits',
    'combinationAdditions',
  ],
  'calls',
];

const LIMBS30 = { batch: 'limbs30', single: 'limbs30' };
const WIDE64 = { batch: 'wide64', single: 'wide64' };

describe.each(curves)('prices of $name', (config) => {
  it.each(Object.keys(COSTS))('beside %s: all kinds, and additions for chains', (batch) => {
    const singles = singlesOf(batch, config.traits.chains);
    // What registry.js asks for: of the faster kernels, wide64 is single wherever it is used.
    expect(singles).toEqual(
      expect.arrayContaining(batch === 'limbs30' ? ['limbs30'] : ['limbs30', 'wide64']),
    );
    const beside = pricesBeside(config, batch, singles);
    for (const single of singles) {
      const prices = /** @type {Record<string, number>} */ (pricesWith(beside, single));
      expect(prices).toEqual(pricesOn(config, { batch, single }));
      for (const kind of KINDS) expect(prices[kind]).toBeGreaterThan(0);
      expect('chainAdditions' in prices).toBe(config.traits.chains.includes(single));
      expect(prices.checks > 50 * prices.additions).toBe(config.traits.subgroupSums);
    }
  });

  it('rise with both numbers of a kernel', () => {
    const of = (/** @type {object} */ numbers) =>
      pricesOn(config, LIMBS30, { ...COSTS, limbs30: { ...COSTS.limbs30, ...numbers } });
    const [before, limb, product] = [of({}), of({ limb: 1 }), of({ product: 100 })];
    for (const kind of /** @type {const} */ ([
      'additions',
      'bits',
      'combinationAdditions',
      'batches',
    ])) {
      expect(limb[kind]).toBeGreaterThan(before[kind]);
      expect(product[kind]).toBeGreaterThan(before[kind]);
    }
    expect(limb.digits).toBe(before.digits);
  });

  it('grow with the number of points without a jump', () => {
    for (const kernels of [LIMBS30, { batch: 'fma', single: 'limbs30' }, WIDE64]) {
      const prices = pricesOn(config, kernels);
      const costs = Array.from({ length: 261 }, (_, i) => {
        const points = Math.round(2 ** (i / 16));
        const pairs = kernels.batch !== 'fma';
        const problem = { points, parts: 2, bits: 127, filled: 2 * points, pairs, chains: false };
        return { points, cost: costOf(planMsm(problem, prices).work, prices) };
      });
      costs.slice(1).forEach(({ points, cost }, i) => {
        const before = costs[i];
        expect(cost).toBeGreaterThanOrEqual(before.cost);
        expect(cost / before.cost).toBeLessThan(1.05 * (points / before.points));
      });
    }
  });
});

describe('the cost model', () => {
  it('of images is nothing without an endomorphism, and the larger field costs more', () => {
    const without = pricesOn({ ...secp256k1, endomorphism: undefined }, LIMBS30);
    expect(without.images).toBe(0);
    const extended = pricesOn({ ...secp256k1, extension: { nonResidue: -1n } }, LIMBS30);
    expect(extended.additions).toBeGreaterThan(2 * without.additions);
  });

  it('of a doubling is more where a ≠ 0', () => {
    const general = pricesOn({ ...secp256k1, a: 1n }, LIMBS30);
    expect(general.bits).toBeGreaterThan(pricesOn(secp256k1, LIMBS30).bits);
    expect(general.additions).toBe(pricesOn(secp256k1, LIMBS30).additions);
  });

  it('of wide64 is below that of limbs30, but for work that is no product', () => {
    const [limbs30, wide64] = [LIMBS30, WIDE64].map((roles) => pricesOn(secp256k1, roles));
    expect(wide64.additions).toBeLessThan(limbs30.additions);
    expect(wide64.bits).toBeLessThan(limbs30.bits);
    expect(wide64.digits).toBe(limbs30.digits);
  });
});
