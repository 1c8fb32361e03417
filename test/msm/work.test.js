/**
 * The work that plans count against the work that the algorithms do, in field multiplications of
 * the kernels' calls.
 */
import { beforeAll, describe, expect, it } from 'vitest';

import { Accumulator, accumulatorBytes } from '../../src/engines/wasm/msm/accumulate.js';
import { allocateParts } from '../../src/engines/wasm/kernels/arena.js';
import { runNow } from '../../src/port/steps.js';
import { msmSteps } from '../../src/engines/wasm/msm/msm.js';
import { plansFor } from '../../src/engines/wasm/msm/plan.js';
import { bucketPlan } from '../../src/engines/wasm/msm/work.js';
import { productsOf } from '../../bench/msm/products.js';
import { curves as configs } from '../../src/curves/index.js';
import { productsOn } from '../../wasm-gen/cost-model.js';
import { Reduction, windowProblems } from '../../src/engines/wasm/msm/reduce.js';
import { reductionWork } from '../../src/engines/wasm/msm/reduction-work.js';
import { randomStream } from '../wasm-gen/field-module.js';
import { batchKernels, curves } from '../wasm/kernels.js';
import { createHarness, finish } from './harness.js';
import { compared } from '../support/compared.js';

/** @import { Harness } from './harness.js' */
/** @import { Plan } from '../../src/engines/wasm/msm/work.js' */

/** Strategies for few points would take long for many. */
const FEW = 64;

/** Field multiplications of an addition, 5M + 1S, and of a sum with its difference, 7M + 2S. */
const [ADDITION, BOTH] = [6, 9];

/**
 * The batch kernel, and a counter of its multiplications.
 * @param {Harness} harness
 */
function countingKernel({ arena, batch }) {
  const done = { multiplications: 0 };
  const { pairs } = batch;
  const kernel = {
    ...batch,
    batchAdd: (/** @type {number[]} */ ...args) => {
      done.multiplications += ADDITION * args[1];
      return batch.batchAdd(...args);
    },
    pairs: pairs && {
      addBoth: (/** @type {number[]} */ ...args) => {
        done.multiplications += BOTH * args[1];
        return pairs.addBoth(...args);
      },
    },
    sumBuckets: (/** @type {number[]} */ ...args) => {
      const [, starts, , count] = args;
      const at = arena.i32.subarray(starts >> 2, (starts >> 2) + count + 1);
      for (let b = 0; b < count; b++)
        done.multiplications += ADDITION * Math.max(0, at[b + 1] - at[b] - 1);
      return batch.sumBuckets(...args);
    },
  };
  return { kernel, done };
}

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
    const { arena, single, scalar } = harness;
    const { kernel, done } = countingKernel(harness);
    const context = { arena, batch: kernel, single, scalarKernel: scalar, timings: {} };
    const forced = { ...context, prices: /** @type {any} */ (null), plan: () => plan };
    finish(msmSteps(forced, points, n, scalars));
    return done.multiplications / ADDITION;
  }

  // Scalars below 2^128 are not split on secp256k1; elsewhere their parts differ in length.
  const kinds = config.name === 'secp256k1' ? ['long', 'long and short'] : ['long'];
  const cases = [8, 64, 512].flatMap((n) => kinds.map((kind) => ({ n, kind })));
  it.each(cases)(
    'agrees with the operations performed for $n points and $kind scalars',
    ({ n, kind }) => {
      const random = randomStream(7n);
      const { arena, scalar } = harness;
      const points = harness.pointsOf(Array.from({ length: n }, () => random(60)));
      const scalars = Uint8Array.from({ length: 32 * n }, (_, i) => {
        return kind !== 'long' && i % 64 >= 48 ? 0 : Number(random(8));
      });
      const { parts, partBytes } = scalar;
      const [split, source, report] = [parts * n * partBytes, 32 * n, 8].map((bytes) =>
        arena.allocate(bytes, 'scalars'),
      );
      arena.u8.set(scalars, source);
      const bits = scalar.split(split, source, n, report);
      const filled = arena.i32[report >> 2];
      const problem = { points: n, parts, bits, filled, pairs: true, chains: false };
      for (const plan of plansFor(problem)) {
        if (plan.strategy !== 'buckets' && n > FEW) continue;
        const counted = plan.work.additions / additionsOf(plan, points, n, scalars);
        const name = `${plan.strategy} ${plan.strategy === 'straus' ? plan.w : /** @type {any} */ (plan).c}`;
        // Random scalars of few points scatter; counts that ignored empty buckets were off by a
        // third.
        const tolerance = n < FEW ? 0.2 : 0.07;
        if (Math.abs(counted - 1) > tolerance) expect.fail(`${name}: ${counted.toFixed(3)}`);
        compared();
      }
    },
  );
});

const SHAPE = { points: 1024, bits: 128, filled: 2048, parts: 2, pairs: true, chains: true };

describe('products of phases', () => {
  const kernels = { batch: 'limbs30', single: 'limbs30' };

  it.each(configs)('of $name: those of a plan, each in one phase', (config) => {
    const products = productsOn(config, kernels);
    for (const points of [1, 2, 30, 1024]) {
      for (const plan of plansFor({ ...SHAPE, points, filled: 2 * points })) {
        const phases = Object.values(productsOf({ plan, curve: config.name, kernels }) ?? {});
        const total = Object.entries(plan.work).reduce(
          (sum, [kind, amount]) => sum + amount * (products.get(kind) ?? 0),
          0,
        );
        const sum = (/** @type {'multiplications' | 'inversions'} */ kind) =>
          phases.reduce((all, phase) => all + phase[kind], 0);
        expect(sum('multiplications') / total).toBeCloseTo(1, 9);
        expect(sum('inversions')).toBeCloseTo(plan.work.batches, 6);
      }
    }
  });

  it('none without a plan', () => {
    expect(productsOf({ plan: null, curve: 'secp256k1', kernels })).toBe(null);
  });

  it.each([7, 8, 9, 10])('agrees with what accumulation and reduction do, c = %i', async (c) => {
    const n = 512;
    const harness = await createHarness('limbs30');
    const { arena, single, scalar } = harness;
    const { kernel, done } = countingKernel(harness);
    const random = randomStream(5n);
    const points = harness.pointsOf(Array.from({ length: n }, () => random(60)));
    const scalars = Uint8Array.from({ length: 32 * n }, () => Number(random(8)));
    /** @type {any} */
    const context = { arena, batch: kernel, single, scalarKernel: scalar, timings: {} };
    context.plan = (/** @type {any} */ problem) => bucketPlan(problem, c);
    const counted = new Map();
    const steps = msmSteps(context, points, n, scalars);
    for (let before = 0, step = steps.next(); !step.done; step = steps.next()) {
      const { phase } = step.value;
      const some = done.multiplications - before;
      before += some;
      counted.set(phase, (counted.get(phase) ?? 0) + some);
    }
    const products = productsOf({ plan: context.last, curve: 'bls12-381-g1', kernels });
    for (const phase of ['accumulate', 'reduce']) {
      const found = new Map(Object.entries(products ?? {})).get(phase);
      const { multiplications, inversions } = found ?? { multiplications: 0, inversions: 0 };
      // The product of a batch's denominators is in no addition.
      const ratio = (multiplications - ADDITION * inversions) / counted.get(phase);
      expect(Math.abs(ratio - 1), `${phase}: ${ratio}`).toBeLessThan(0.07);
    }
  });
});

describe.each([
  { name: 'limbs30', pairs: true },
  { name: 'fma', pairs: false },
])('work of a reduction [$name]', ({ name, pairs }) => {
  const isPossible = batchKernels.includes(name);

  it.runIf(isPossible).each([5, 6, 7, 8, 9, 10, 11, 12])(
    'agrees with what is done for c = %i, all buckets filled',
    async (c) => {
      const harness = await createHarness(name);
      const { arena, batch } = harness;
      const buckets = 2 ** (c - 1);
      const points = harness.pointsOf(Array.from({ length: buckets }, (_, i) => 3 * i + 7));
      const { kernel, done } = countingKernel(harness);
      const scratch = arena.allocate(accumulatorBytes(batch), 'scratch');
      const reduction = new Reduction(windowProblems(1, c), kernel);
      const { at } = allocateParts(
        arena,
        {
          ...reduction.parts,
          sums: reduction.lastingSums * batch.pointBytes,
          references: 4 * (buckets + 1),
        },
        'reduction',
      );
      const accumulator = new Accumulator(kernel, arena, scratch, at.sums);
      for (let v = 0; v <= buckets; v++)
        arena.i32[(at.references >> 2) + v] = v === 0 ? 0 : points + (v - 1) * batch.pointBytes;
      runNow(reduction.steps(accumulator, at.references, at));
      const counted =
        (ADDITION * reductionWork(c, buckets, pairs).additions) / done.multiplications;
      expect(Math.abs(counted - 1)).toBeLessThan(c < 8 ? 0.1 : 0.03);
    },
  );
});
