import { beforeAll, describe, expect, it } from 'vitest';

import { msmSteps } from '../../src/engines/wasm/msm/msm.js';
import { plansFor } from '../../src/engines/wasm/msm/plan.js';
import { PRICES } from '../../src/engines/wasm/msm/prices.js';
import { SAVED_BY_PAIR } from '../../src/engines/wasm/msm/reduction-work.js';
import { randomStream } from '../wasm-gen/field-module.js';
import { curves } from '../wasm/kernels.js';
import { createHarness, finish } from './harness.js';

/** @import { Harness } from './harness.js' */
/** @import { Plan } from '../../src/engines/wasm/msm/plan.js' */

/** Strategies for few points would take long for many. */
const FEW = 64;

describe.each(curves)('work that plans count, $name', (config) => {
  /** @type {Harness} */
  let harness;
  beforeAll(async () => {
    harness = await createHarness('limbs30', config);
  });

  /**
   * Carries a plan out and counts additions.
   * @param {Plan} plan
   * @param {number} points
   * @param {number} n
   * @param {Uint8Array} scalars
   */
  function additionsOf(plan, points, n, scalars) {
    const { arena, batch, single, scalar } = harness;
    let additions = 0;
    const counting = {
      ...batch,
      batchAdd: (/** @type {number[]} */ ...args) => {
        additions += args[1];
        return batch.batchAdd(...args);
      },
      batchAddBoth: (/** @type {number[]} */ ...args) => {
        additions += (2 - SAVED_BY_PAIR) * args[1];
        return batch.batchAddBoth(...args);
      },
      sumBuckets: (/** @type {number[]} */ ...args) => {
        const [, starts, , count] = args;
        const at = arena.i32.subarray(starts >> 2, (starts >> 2) + count + 1);
        for (let b = 0; b < count; b++) additions += Math.max(0, at[b + 1] - at[b] - 1);
        return batch.sumBuckets(...args);
      },
    };
    const prices = PRICES[config.name].limbs30;
    const context = { arena, batch: counting, single, scalarKernel: scalar, prices };
    finish(msmSteps({ ...context, timings: {}, plan: () => plan }, points, n, scalars));
    return additions;
  }

  // Scalars below 2^128 are not split on secp256k1; elsewhere their parts differ in length.
  const kinds = config.name === 'secp256k1' ? ['long', 'long and short'] : ['long'];
  const cases = [8, 64, 512].flatMap((n) => kinds.map((kind) => ({ n, kind })));
  it.each(cases)('agrees with what is done for $n points and $kind scalars', ({ n, kind }) => {
    const random = randomStream(7n);
    const { arena, scalar } = harness;
    const points = harness.pointsOf(Array.from({ length: n }, () => random(60)));
    const scalars = Uint8Array.from({ length: 32 * n }, (_, i) => {
      return kind !== 'long' && i % 64 >= 48 ? 0 : Number(random(8));
    });
    const { parts, halfBytes } = scalar;
    const [halves, source] = [parts * n * halfBytes, 32 * n].map((bytes) =>
      arena.allocate(bytes, 'scalars'),
    );
    arena.u8.set(scalars, source);
    const bits = scalar.split(halves, source, n);
    const filled = Array.from({ length: parts * n }, (_, i) => {
      const half = arena.u8.subarray(halves + i * halfBytes, halves + (i + 1) * halfBytes);
      return half.some((byte) => byte !== 0);
    }).filter(Boolean).length;
    for (const plan of plansFor(parts * n, bits, parts, undefined, filled, true)) {
      if (plan.strategy !== 'buckets' && n > FEW) continue;
      const counted = plan.work.additions / additionsOf(plan, points, n, scalars);
      const name = `${plan.strategy} ${plan.strategy === 'straus' ? plan.w : plan.c}`;
      // Random scalars of few points scatter; counts that ignored empty buckets were off by a third.
      const tolerance = n < FEW ? 0.2 : 0.07;
      if (Math.abs(counted - 1) > tolerance) expect.fail(`${name}: ${counted.toFixed(3)}`);
    }
  });
});
