/** Prices of curves: those fitted, and estimates for curves without. */
import { describe, expect, it } from 'vitest';

import { costOf, planMsm } from '../../src/engines/wasm/msm/plan.js';
import { windowTablePricesOf } from '../../src/engines/wasm/msm/fixed/window-table-prices.js';
import { pricesWith } from '../../src/engines/wasm/msm/pricing.js';
import { kernelPrices, pricesBeside, singlesOf } from '../../wasm-gen/kernel-prices.js';
import { curves } from '../../src/curves/index.js';
import { secp256k1 } from '../../src/curves/secp256k1.js';
import { estimatePrices, pricesOf, readPrices, shapeOf } from '../../wasm-gen/prices.js';
import { compared } from '../support/compared.js';

const KINDS = [
  ...['additions', 'batches', 'digits', 'buckets', 'images', 'points', 'bits', 'lastAdditions'],
  'calls',
];

const KERNELS = [
  { batch: 'limbs30', single: 'limbs30' },
  { batch: 'fma', single: 'limbs30' },
  { batch: 'wide64', single: 'wide64' },
];

/** As a curve that was never measured. @param {any} config */
function estimateOf(config) {
  const others = curves.filter((other) => other !== config);
  const known = others.map((other) => ({ shape: shapeOf(other), prices: pricesOf(other) }));
  return estimatePrices(shapeOf(config), known);
}

describe.each(curves)('prices of $name', (config) => {
  it('are fitted, and say where', () => {
    const read = readPrices(config.name);
    for (const kernel of ['limbs30', 'fma']) {
      expect(Object.keys(read?.prices[kernel] ?? {})).toEqual(expect.arrayContaining(KINDS));
      expect(Object.keys(read?.fitted[kernel] ?? {})).toEqual(
        expect.arrayContaining(['device', 'engine', 'commit', 'date']),
      );
    }
    for (const [kernel, { checks, ...prices }] of Object.entries(pricesOf(config))) {
      expect(prices).toEqual(read?.prices[kernel]);
      expect((checks ?? 0) > 50 * prices.additions).toBe(config.traits.subgroupSums);
    }
  });

  it('have an addition for the chains of every kernel that makes some', () => {
    for (const prices of [pricesOf(config), estimateOf(config)])
      for (const single of config.traits.chains)
        expect(kernelPrices(prices, { batch: 'limbs30', single }).chainAdditions).toBeGreaterThan(
          0,
        );
  });

  it.each(/** @type {string[][]} */ ([[], ['wide64'], ['fma', 'wide64']]))(
    'are beside each batch kernel for every pair, with the chains %s',
    (...chains) => {
      const config = { ...secp256k1, traits: { ...secp256k1.traits, chains } };
      const fitted = { ...pricesOf(config) };
      fitted.limbs30 = {
        ...fitted.limbs30,
        chains: Object.fromEntries(chains.map((single) => [single, 1])),
      };
      for (const batch of ['limbs30', 'fma', 'wide64']) {
        const singles = singlesOf(batch, chains);
        // What choose.js asks for: of the faster kernels, wide64 is single wherever it is used.
        expect(singles).toEqual(
          expect.arrayContaining(batch === 'limbs30' ? ['limbs30'] : ['limbs30', 'wide64']),
        );
        const beside = pricesBeside(fitted, batch, singles);
        for (const single of singles) {
          const prices = /** @type {Record<string, number>} */ (pricesWith(beside, single));
          for (const kind of KINDS) expect(prices[kind]).toBeGreaterThan(0);
          expect('chainAdditions' in prices).toBe(chains.includes(single));
        }
      }
    },
  );

  describe.each(KERNELS)('estimated from other curves, $batch', (kernels) => {
    const fitted = kernelPrices(pricesOf(config), kernels);
    const estimated = kernelPrices(estimateOf(config), kernels);
    // Whatever its split: the curve's own one does not matter here.
    const problems = Array.from({ length: 81 }, (_, i) => {
      const points = Math.round(2 ** (i / 4));
      const pairs = kernels.batch !== 'fma';
      return { points, parts: 2, bits: 127, filled: 2 * points, pairs, chains: false };
    });

    it('are within a factor of 2, additions within 1.3', () => {
      expect(Math.abs(Math.log(estimated.additions / fitted.additions))).toBeLessThan(
        Math.log(1.3),
      );
      for (const problem of problems) {
        const guess = costOf(planMsm(problem, estimated).work, estimated);
        const ratio = guess / costOf(planMsm(problem, fitted).work, fitted);
        if (!(ratio > 0.5 && ratio < 2)) expect.fail(`${problem.points} points: ${ratio}`);
        compared();
      }
    });

    it('lead to plans that cost little more than the best', () => {
      for (const problem of problems) {
        const cost = costOf(planMsm(problem, estimated).work, fitted);
        const loss = cost / costOf(planMsm(problem, fitted).work, fitted);
        if (!(loss < 1.2)) expect.fail(`${problem.points} points: ${loss}`);
        compared();
      }
    });
  });
});

describe('prices', () => {
  it('of chains are estimated also if the nearest curve makes none', () => {
    const known = curves.map((other) => {
      const prices = pricesOf(other);
      if (other === secp256k1) prices.limbs30 = { ...prices.limbs30, chains: {} };
      return { shape: shapeOf(other), prices };
    });
    const { chains = {} } = estimatePrices(shapeOf(secp256k1), known).limbs30;
    expect(Object.keys(chains)).toEqual([...secp256k1.traits.chains]);
    for (const price of Object.values(chains)) expect(price).toBeGreaterThan(0);
  });

  it('of a curve that was not measured are estimated', () => {
    expect(readPrices('nowhere')).toBe(null);
    const prices = pricesOf({ ...secp256k1, name: 'nowhere' });
    expect(prices).toEqual(
      estimatePrices(shapeOf(secp256k1), [
        { shape: shapeOf(secp256k1), prices: pricesOf(secp256k1) },
      ]),
    );
    for (const kernel of ['limbs30', 'fma'])
      for (const kind of KINDS)
        expect(prices[kernel][/** @type {'bits'} */ (kind)]).toBeGreaterThan(0);
  });

  it('of images are nothing without an endomorphism, and the larger field costs more', () => {
    const config = { ...secp256k1, endomorphism: undefined };
    const without = pricesOf({ ...config, name: 'nowhere' });
    expect(without.limbs30.images).toBe(0);
    const extended = pricesOf({ ...config, name: 'nowhere', extension: { nonResidue: -1n } });
    expect(extended.limbs30.additions).toBeGreaterThan(2 * without.limbs30.additions);
  });

  it('on wide64 are shares of those on limbs30; a last sum is cheaper on the kernels that are fast alone', () => {
    const fitted = pricesOf(secp256k1);
    const limbs30 = kernelPrices(fitted, { batch: 'limbs30', single: 'limbs30' });
    const wide64 = kernelPrices(fitted, { batch: 'wide64', single: 'wide64' });
    expect(wide64.additions).toBeLessThan(limbs30.additions);
    expect(wide64.bits).toBeLessThan(limbs30.bits);
    expect(wide64.digits).toBe(limbs30.digits);
    expect(windowTablePricesOf('wide64').additions).toBeLessThan(
      windowTablePricesOf('limbs30').additions,
    );
  });
});
