/** Work between two yields of a sum, counted in the kernels' calls: none grows with the list. */
import { beforeAll, describe, expect, it } from 'vitest';
import { Accumulator, accumulatorBytes } from '../../src/engines/wasm/msm/accumulate.js';
import { msmSteps } from '../../src/engines/wasm/msm/msm.js';
import { bucketPlan } from '../../src/engines/wasm/msm/work.js';
import { curves } from '../wasm/kernels.js';
import { createHarness } from './harness.js';

/** @import { Harness } from './harness.js' */

/** Scalars, parts or points of a call, at most. */
const MOST = 2 ** 14;

const N = 40_000;

describe.each(curves.slice(0, 1))('steps, $name', (config) => {
  /** @type {Harness} */
  let harness;
  beforeAll(async () => {
    harness = await createHarness('limbs30', config);
  });

  it('split, map and cut some of the scalars and points at a time', () => {
    const { arena, batch, single, scalar } = harness;
    /** Largest call, and calls between two yields. */
    const seen = { most: 0, total: 0 };
    const counting = (/** @type {any} */ call, /** @type {number} */ place) =>
      (/** @type {number[]} */ ...args) => {
        seen.most = Math.max(seen.most, args[place]);
        seen.total += args[place];
        return call(...args);
      }; // prettier-ignore
    const { endomorphism } = /** @type {any} */ (batch);
    const context = {
      ...{ arena, single, prices: /** @type {any} */ ({}), timings: {} },
      batch: { ...batch, endomorphism: { ...endomorphism, map: counting(endomorphism.map, 2) } },
      scalarKernel: {
        ...scalar,
        split: counting(scalar.split, 2),
        digits: counting(scalar.digits, 2),
      },
      plan: (/** @type {any} */ problem) => bucketPlan(problem, 12),
    };
    const points = arena.allocate(N * batch.pointBytes, 'points');
    const scalars = new Uint8Array(32 * N).map((_, i) => (i * 31) & 255);
    const steps = msmSteps(context, points, N, scalars);
    let yields = 0;
    for (const { phase, done } of steps) {
      if (phase === 'sort' && done > 0) break;
      yields++;
    }
    arena.free(points);
    expect(seen.most).toBeLessThanOrEqual(MOST);
    // Scalars, images and digits of two parts.
    expect(seen.total).toBe(N + N + 2 * N);
    expect(yields).toBeGreaterThanOrEqual(seen.total / MOST);
  });

  it('add with differences a batch at a time', () => {
    const { arena, batch } = harness;
    const scratch = arena.allocate(accumulatorBytes(batch), 'scratch');
    /** @type {number[]} */
    const calls = [];
    const addBoth = (/** @type {number} */ _, /** @type {number} */ count) => calls.push(count);
    const kernel = /** @type {any} */ ({ ...batch, pairs: { addBoth } });
    const yields = [...new Accumulator(kernel, arena, scratch, scratch).addBoth(scratch, 5000)];
    arena.free(scratch);
    expect(calls).toEqual([2048, 2048, 904]);
    expect(yields.length).toBe(calls.length);
  });
});
