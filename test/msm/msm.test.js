import { beforeAll, describe, expect, it } from 'vitest';

import { ResourceError } from '../../src/errors.js';
import { msmSteps } from '../../src/engines/wasm/msm/msm.js';
import { pricesOn } from '../../wasm-gen/cost-model.js';
import { windowsFor } from '../../src/engines/wasm/msm/work.js';
import { mod, toBytesLE } from '../../src/math/modular.js';
import { splitParameters } from '../../wasm-gen/scalar/lattice.js';
import { randomStream } from '../wasm-gen/field-module.js';
import { batchKernels, curve, curves } from '../wasm/kernels.js';
import { createHarness, finish } from './harness.js';
import { some } from '../support/extent.js';

/** @import { Problem } from '../../src/engines/wasm/msm/plan.js' */
/** @import { Harness } from './harness.js' */

const { order } = curve;

/** Every batch kernel of every curve. */
const combinations = curves.flatMap((config) =>
  batchKernels.map((kernelName) => ({ config, kernelName })),
);

/** @param {bigint[]} scalars */
const scalarBytes = (scalars) => Uint8Array.from(scalars.flatMap((k) => [...toBytesLE(k, 32)]));

/**
 * All tuples of n entries.
 * @template T
 * @param {readonly T[]} entries
 * @param {number} n
 * @returns {T[][]}
 */
const tuples = (entries, n) =>
  n === 0 ? [[]] : tuples(entries, n - 1).flatMap((tuple) => entries.map((e) => [...tuple, e]));

/**
 * Scalars whose parts are the largest, of either sign: the corners of the cell around 0, as
 * combinations of a short basis.
 * @param {{ order: bigint, endomorphism: { lambda: bigint } }} config
 */
function corners({ order: r, endomorphism: { lambda } }) {
  const { basis } = splitParameters(r, lambda);
  return tuples([1n, -1n], basis.length).flatMap((signs) => {
    const entries = basis[0].map((_, j) => basis.reduce((sum, v, i) => sum + signs[i] * v[j], 0n));
    const corner = entries.reduceRight((value, entry) => value * lambda + entry / 2n, 0n);
    return [-1n, 0n, 1n].map((step) => mod(corner + step, r));
  });
}

const bucketsOf =
  (/** @type {number} */ c) =>
  (/** @type {Problem} */ { bits }) =>
    /** @type {const} */ ({ strategy: 'buckets', c, windows: windowsFor(bits, c), first: 0 });
const strausOf = (/** @type {number} */ w) => () =>
  /** @type {const} */ ({ strategy: 'straus', w });

const tablesOf =
  (/** @type {number} */ c) =>
  (/** @type {Problem} */ { bits }) =>
    /** @type {const} */ ({ strategy: 'tables', c, windows: windowsFor(bits, c) });

/** @type {Array<{ name: string, plan: any }>} */
const plans = [
  ...[2, 3, 4, 5, 6].map((c) => ({ name: `tables, c = ${c}`, plan: tablesOf(c) })),
  ...Array.from({ length: 15 }, (_, i) => ({ name: `c = ${i + 2}`, plan: bucketsOf(i + 2) })),
  ...[2, 3, 4, 5, 6].map((w) => ({ name: `w = ${w}`, plan: strausOf(w) })),
];

describe.each(some(combinations, 5, 'forced plans'))(
  'forced plans, $config.name [$kernelName]',
  ({ config, kernelName }) => {
    const { order } = config;
    const lambda = mod(config.endomorphism.lambda, order);
    const N = 300;
    const random = randomStream(99n);
    /** @type {Harness} */
    let harness;
    /** @type {bigint[]} */
    let logs;
    /** @type {number} */
    let points;
    beforeAll(async () => {
      harness = await createHarness(kernelName, config);
      // A few equal points, and one at infinity.
      logs = Array.from({ length: N }, (_, i) =>
        i % 50 === 49 ? 0n : i % 10 === 9 ? 77n : random(60),
      );
      points = harness.pointsOf(logs);
    });

    const contextOf = (/** @type {any} */ plan) => {
      const { arena, batch, single, scalar } = harness;
      const prices = pricesOn(config, { batch: batch.name, single: single.name });
      return { arena, batch, single, scalarKernel: scalar, prices, timings: {}, plan };
    };

    /** @param {any} plan @param {bigint[]} scalars @param {number} [from] first point */
    function check(plan, scalars, from = 0) {
      const { arena, batch } = harness;
      const used = arena.used;
      const start = points + from * batch.pointBytes;
      const steps = msmSteps(contextOf(plan), start, scalars.length, scalarBytes(scalars));
      const result = finish(steps);
      const sum = scalars.reduce((all, k, i) => all + k * logs[from + i], 0n);
      expect(Buffer.from(result).toString('hex')).toBe(
        Buffer.from(harness.multipleBytes(sum)).toString('hex'),
      );
      expect(arena.used).toBe(used);
    }

    const LIMIT = 1n << 256n;
    const edge = [
      0n,
      1n,
      2n,
      order - 1n,
      order,
      order + 1n,
      LIMIT - 1n,
      lambda,
      lambda - 1n,
      order - lambda,
      1n << 255n,
      BigInt(`0x${'80'.repeat(32)}`),
      BigInt(`0x${'88'.repeat(32)}`),
      BigInt(`0x${'8421'.repeat(16)}`),
      (1n << 128n) - 1n,
      1n << 127n,
      1n << 128n,
      ...corners(config),
    ];

    describe.each(
      some(
        plans.map((entry, place) => ({ ...entry, place })),
        6,
        `${config.name} ${kernelName}`,
      ),
    )('$name', ({ plan, place }) => {
      it.each([1, 2, 3, 37, N])('are correct for %i points', (n) => {
        check(
          plan,
          Array.from({ length: n }, () => random(256)),
        );
      });

      it('are correct for edge scalars', () => {
        check(plan, edge);
        // Alone, a third of them with each plan: neighbours have the others.
        edge.forEach((k, i) => (i - place) % 3 === 0 && check(plan, [k]));
      });

      it('are correct for long scalars among short ones', () => {
        // A short scalar may leave its point's images unneeded.
        const short = (/** @type {number} */ i) => (i % 7 === 0 ? 0n : random(64 + (i % 64)));
        for (const long of [[20], [0], [39], [13, 14, 30]]) {
          check(
            plan,
            Array.from({ length: 40 }, (_, i) => (long.includes(i) ? random(256) : short(i))),
          );
        }
      });

      it('are correct for scalars that are short, equal, or cancel', () => {
        check(
          plan,
          Array.from({ length: 64 }, (_, i) => BigInt(i % 2)),
        );
        check(
          plan,
          Array.from({ length: 64 }, () => random(8)),
        );
        check(
          plan,
          Array.from({ length: 64 }, () => 0xdeadbeefn),
        );
        // Points 9, 19, 29, 39 are equal: k and −k meet in every bucket.
        check(
          plan,
          Array.from({ length: 31 }, (_, i) => (i === 9 ? 5n : i === 19 ? order - 5n : 0n)),
          0,
        );
        check(plan, [0n, 0n]);
      });
    });

    it('give the same for every plan', () => {
      const scalars = scalarBytes(Array.from({ length: 50 }, () => random(256)));
      const results = plans.map(({ plan }) =>
        Buffer.from(finish(msmSteps(contextOf(plan), points, 50, scalars))).toString('hex'),
      );
      expect(new Set(results).size).toBe(1);
    });
  },
);

describe.each(batchKernels)('msmSteps [%s]', (kernelName) => {
  const random = randomStream(7n);
  /** @type {Harness} */
  let harness;
  beforeAll(async () => {
    harness = await createHarness(kernelName);
  });

  const context = () => {
    const { arena, batch, single, scalar } = harness;
    const prices = pricesOn(curve, { batch: batch.name, single: single.name });
    return { arena, batch, single, scalarKernel: scalar, prices, timings: {} };
  };

  /** @param {number} n */
  function problem(n) {
    const logs = Array.from({ length: n }, () => random(60));
    const scalars = Array.from({ length: n }, () => mod(random(256), order));
    const sum = logs.reduce((all, log, i) => all + log * scalars[i], 0n);
    return {
      points: harness.pointsOf(logs),
      bytes: scalarBytes(scalars),
      expected: harness.multipleBytes(sum),
    };
  }

  it.each([1, 5, 16, 64, 200, 1000, 6000])('is correct for %i points, with any plan', (n) => {
    const { points, bytes, expected } = problem(n);
    expect(finish(msmSteps(context(), points, n, bytes))).toEqual(expected);
    harness.arena.free(points);
  });

  it('is infinity for no points', () => {
    expect(finish(msmSteps(context(), 65536, 0, new Uint8Array()))).toEqual(new Uint8Array(96));
  });

  it('counts up to its total', () => {
    for (const n of [20, 3000]) {
      const { points, bytes } = problem(n);
      let last = 0;
      /** @type {Set<number>} */
      const totals = new Set();
      for (const { done, total } of msmSteps(context(), points, n, bytes)) {
        expect(done).toBeGreaterThanOrEqual(last);
        expect(done).toBeLessThanOrEqual(total);
        last = done;
        totals.add(total);
      }
      expect(totals.size).toBe(1);
      harness.arena.free(points);
    }
  });

  it('releases its memory when it is closed early, at any step', () => {
    const { points, bytes } = problem(3000);
    const used = harness.arena.used;
    for (let steps = 0; steps < 40; steps += 3) {
      const generator = msmSteps(context(), points, 3000, bytes);
      for (let i = 0; i < steps; i++) generator.next();
      generator.return(new Uint8Array());
      expect(harness.arena.used).toBe(used);
    }
    harness.arena.free(points);
  });

  it('survives growth of the memory and other MSMs between any two steps', () => {
    const first = problem(3000);
    const second = problem(700);
    const { arena } = harness;
    const one = msmSteps(context(), first.points, 3000, first.bytes);
    const two = msmSteps(context(), second.points, 700, second.bytes);
    /** @type {any} */
    let [a, b] = [one.next(), two.next()];
    /** @type {number[]} */
    const blocks = [];
    for (let i = 0; !(a.done && b.done); i++) {
      if (i % 4 === 0 && blocks.length < 20)
        blocks.push(arena.allocate(arena.memory.buffer.byteLength - arena.used + 1, 'growth'));
      if (!a.done) a = one.next();
      if (!b.done && i % 2) b = two.next();
    }
    expect(a.value).toEqual(first.expected);
    expect(b.value).toEqual(second.expected);
    blocks.forEach((block) => arena.free(block));
  });

  it('throws before any work if memory does not suffice, and leaves nothing behind', () => {
    const { points, bytes, expected } = problem(500);
    const { arena } = harness;
    const used = arena.used;
    const allocate = arena.allocate.bind(arena);
    for (let failing = 0; failing < 3; failing++) {
      let count = 0;
      arena.allocate = (size, purpose) => {
        if (count++ === failing) throw new ResourceError(purpose);
        return allocate(size, purpose);
      };
      const run = () => finish(msmSteps(context(), points, 500, bytes));
      expect(run).toThrow(ResourceError);
      expect(arena.used).toBe(used);
    }
    arena.allocate = allocate;
    expect(finish(msmSteps(context(), points, 500, bytes))).toEqual(expected);
    arena.free(points);
  });
});
