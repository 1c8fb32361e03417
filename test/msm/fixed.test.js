/**
 * Tables of fixed points: covers, digits, and multiplications with every kind of layout, by
 * known logarithms.
 */

import { beforeAll, describe, expect, it } from 'vitest';
import { ResourceError } from '../../src/errors.js';
import { coverDigits } from '../../src/engines/wasm/msm/fixed/cover.js';
import { fixedCost, fixedWork, planTable } from '../../src/engines/wasm/msm/fixed/plan.js';
import { runNow } from '../../src/port/steps.js';
import { DigitCutter } from '../../src/engines/wasm/msm/fixed/digits.js';
import { fixedTableSteps } from '../../src/engines/wasm/msm/fixed/fixed-msm.js';
import { highestDigit, magnitudeBits } from '../../src/engines/wasm/msm/fixed/magnitude.js';
import { costOf, planMsm } from '../../src/engines/wasm/msm/plan.js';
import { windowsFor } from '../../src/engines/wasm/msm/work.js';
import { mod, toBytesLE } from '../../src/math/modular.js';
import { pricesOn } from '../../wasm-gen/cost-model.js';
import { some } from '../support/extent.js';
import { randomStream } from '../wasm-gen/field-module.js';
import { batchKernels, curve, curves } from '../wasm/kernels.js';
import { createHarness, finish } from './harness.js';

/** @import { Harness } from './harness.js' */

/** @param {bigint[]} scalars */
const scalarBytes = (scalars) => Uint8Array.from(scalars.flatMap((k) => [...toBytesLE(k, 32)]));

/** @param {bigint} order @param {number} c @param {number} multiples @param {number} perLayer */
function layoutOf(order, c, multiples, perLayer) {
  const windows = windowsFor(magnitudeBits(order), c);
  return { c, windows, multiples, layers: Math.ceil(windows / perLayer), perLayer };
}

const MULTIPLES = [1, 2, 3, 4, 5, 8, 12, 31, 64, 100];

/** @param {bigint} order */
const edgeScalars = (order) => [
  ...[0n, 1n, 2n, order - 2n, order - 1n, order, order + 1n, (1n << 256n) - 1n],
  ...[order >> 1n, (order >> 1n) + 1n, (order >> 1n) - 1n, 1n << 255n, 1n << 128n],
  ...['80', '88', '8421', '7f', 'ff', 'aa'].map((digits) =>
    BigInt(`0x${digits.repeat(64 / digits.length)}`),
  ),
];

describe('covers', () => {
  for (const c of [2, 3, 4, 7, 8, 11]) {
    for (const multiples of MULTIPLES.filter((m) => m <= 2 ** (c - 1))) {
      it(`c = ${c}, ${multiples} multiples: every digit is a multiple of its bucket`, () => {
        const q = 2 ** c;
        for (const top of [1, 3, q / 4, q / 2, q - 1]) {
          const { values, bucketOf, choiceOf } = runNow(coverDigits(c, multiples, top));
          expect(new Set(values).size).toBe(values.length);
          const wrong = Array.from({ length: q - 1 }, (_, i) => i + 1).filter((u) => {
            const [m, carry] = [(choiceOf[u] >> 1) + 1, choiceOf[u] & 1];
            const product = m * values[bucketOf[u]];
            return m > multiples || product !== (carry ? q - u : u) || (u <= top && carry !== 0);
          });
          expect(wrong, `highest digit ${top}`).toEqual([]);
          expect([bucketOf[0], choiceOf[0], bucketOf[q], choiceOf[q]]).toEqual([-1, 0, -1, 1]);
        }
      });
    }
  }

  it('one multiple needs the buckets of signed digits, all multiples a single one', () => {
    expect(runNow(coverDigits(10, 1, 1)).values).toHaveLength(512);
    expect([...runNow(coverDigits(10, 512, 1)).values]).toEqual([1]);
    expect(runNow(coverDigits(10, 3, 1)).values.length).toBeLessThan(220);
  });
});

describe.each(curves)('digits, $name', ({ order }) => {
  it.each([
    [2, 1, 1],
    [3, 2, 4],
    [5, 1, 2],
    [8, 3, 1],
    [13, 8, 1],
    [15, 1, 3],
    [16, 1, 16],
    [17, 2, 1],
  ])('c = %i, %i multiples, %i windows a layer: add up to the scalar', (c, multiples, perLayer) => {
    const layout = layoutOf(order, c, multiples, perLayer);
    const { layers, windows } = layout;
    const cover = runNow(coverDigits(c, multiples, highestDigit(order, c, windows)));
    const pointBytes = 16;
    const cutter = new DigitCutter(order, layout, cover, { table: 0, pointBytes });
    const random = randomStream(7n);
    const scalars = [...edgeScalars(order), ...Array.from({ length: 50 }, () => random(256))];
    scalars.forEach((scalar) => {
      const sets = layout.perLayer * cover.values.length;
      const memory = new Int32Array(2 * windows + sets);
      const at = { digits: 0, buckets: windows, counts: 2 * windows };
      const count = cutter.cut(scalarBytes([scalar]), [3], memory, at, 0, 1, 0);
      const [references, buckets] = [memory, memory.subarray(windows)];
      expect(memory.subarray(2 * windows).reduce((sum, n) => sum + n, 0)).toBe(count);
      let sum = 0n;
      for (let i = 0; i < count; i++) {
        const entry = (references[i] & -2) / pointBytes - 3 * layers * multiples;
        const layer = Math.floor(entry / multiples);
        const bucket = buckets[i];
        const set = Math.floor(bucket / cover.values.length);
        const value = BigInt(cover.values[bucket % cover.values.length]);
        const product = BigInt((entry % multiples) + 1) * value;
        const term = product << BigInt(c * (layer * perLayer + set));
        sum += references[i] & 1 ? -term : term;
      }
      expect(mod(sum - scalar, order)).toBe(0n);
      expect(sum < 0n ? -sum <= order / 2n : sum <= order / 2n).toBe(true);
    });
  });
});

/** c, multiples, windows a layer. Tiny curves have tables of every size (own-curves/tiny). */
const SHAPES = [
  [3, 1, 1],
  [4, 8, 1],
  [5, 3, 3],
  [7, 1, 40],
  [8, 4, 2],
  [10, 512, 1],
  [11, 2, 1],
  [13, 31, 1],
  [15, 1, 1],
];

const combinations = curves.flatMap((config) =>
  batchKernels.map((kernelName) => ({ config, kernelName })),
);

describe.each(combinations)(
  'fixed points, $config.name [$kernelName]',
  ({ config, kernelName }) => {
    const { order } = config;
    const N = 60;
    const random = randomStream(5n);
    /** @type {Harness} */
    let harness;
    /** @type {bigint[]} */
    let logs;
    /** @type {number} */
    let points;
    /** @type {any} */
    let context;
    beforeAll(async () => {
      harness = await createHarness(kernelName, config);
      // Equal points, an arithmetic progression whose sums collide, opposite ones by their
      // scalars, and infinity.
      logs = Array.from({ length: N }, (_, i) =>
        i % 20 === 19 ? 0n : i % 5 === 4 ? 77n : i < 20 ? BigInt(i + 1) : random(60),
      );
      points = harness.pointsOf(logs);
      const { arena, batch, single, scalar } = harness;
      const prices = pricesOn(config, { batch: kernelName, single: 'limbs30' });
      context = { arena, batch, single, scalarKernel: scalar, prices, timings: {}, order };
    });

    /** @param {any} table @param {bigint[]} scalars @param {number[]} [positions] */
    function check(table, scalars, positions) {
      const { arena } = harness;
      const used = arena.used;
      const result = table.msm(scalarBytes(scalars), positions);
      const sum = scalars.reduce((all, k, i) => all + k * logs[positions?.[i] ?? i], 0n);
      expect(Buffer.from(result).toString('hex')).toBe(
        Buffer.from(harness.multipleBytes(sum)).toString('hex'),
      );
      expect(arena.used).toBe(used);
    }

    const shapes = some(SHAPES, 3, `${config.name} ${kernelName}`);
    describe.each(shapes)('c = %i, %i multiples, %i windows a layer', (c, multiples, perLayer) => {
      it('are correct for random, edge, equal, opposite and few scalars', () => {
        const used = harness.arena.used;
        const layout = layoutOf(order, c, multiples, perLayer);
        const n = multiples > 100 ? 5 : N;
        const table = /** @type {any} */ (
          finish(fixedTableSteps(context, { points, n, memory: 0, layout }))
        );
        expect(table.bytes).toBe(n * layout.layers * multiples * harness.batch.pointBytes);
        const scalars = Array.from({ length: n }, () => random(256));
        check(table, scalars);
        const { additions, doublings } = table.counts;
        expect(additions).toBeLessThanOrEqual(3 * n * layout.windows + perLayer * c);
        expect(doublings).toBeLessThan(perLayer * c);
        check(table, edgeScalars(order).slice(0, n));
        check(table, new Array(n).fill(order - 1n));
        check(table, new Array(n).fill(scalars[0]));
        // 77·G stands at 4, 9, …: opposite scalars cancel.
        if (n > 9) check(table, [scalars[1], order - mod(scalars[1], order)], [4, 9]);
        check(table, []);
        const [plus] = [harness.multipleBytes(logs[2])];
        const sum = table.msm(scalarBytes([4n]), [0], plus);
        expect(sum).toEqual(harness.multipleBytes(4n * logs[0] + logs[2]));
        expect(table.msm(scalarBytes([]), [], plus)).toEqual(plus);
        check(table, [0n, 0n]);
        check(table, [5n], [n - 1]);
        check(table, [scalars[0], 0n, scalars[2]], [3, 0, 1]);
        table.free();
        expect(harness.arena.used).toBe(used);
      });
    });

    it('a plain sum of table entries takes an addition less than it has digits', () => {
      const layout = layoutOf(order, 8, 128, 1);
      const table = /** @type {any} */ (
        finish(fixedTableSteps(context, { points, n: 4, memory: 0, layout }))
      );
      // Digits of one, none zero.
      const scalar = BigInt(`0x00${'01'.repeat(30)}`);
      check(table, [scalar, scalar, scalar]);
      expect(table.counts).toEqual({ additions: 3 * 30 - 1, doublings: 0 });
      table.free();
    });

    it('counts about as many additions as the plan expects', () => {
      const layout = layoutOf(order, 8, 3, 1);
      const table = /** @type {any} */ (
        finish(fixedTableSteps(context, { points, n: 19, memory: 0, layout }))
      );
      const buckets = runNow(coverDigits(8, 3, 1)).values.length;
      const wanted = fixedWork(layout, buckets, 19).additions;
      const scalars = Array.from({ length: 19 }, () => mod(random(256), order));
      check(table, scalars);
      expect(table.counts.additions).toBeGreaterThan(0.7 * wanted);
      expect(table.counts.additions).toBeLessThan(1.3 * wanted);
      table.free();
    });

    it('building frees everything when it is closed early', () => {
      const { arena } = harness;
      const used = arena.used;
      const layout = layoutOf(order, 8, 4, 1);
      const steps = fixedTableSteps(context, { points, n: N, memory: 0, layout });
      for (let i = 0; i < 3; i++) expect(steps.next().done).toBe(false);
      steps.return(/** @type {any} */ (undefined));
      expect(arena.used).toBe(used);
    });

    it('reports progress that rises to its total', () => {
      const layout = layoutOf(order, 8, 4, 1);
      const steps = fixedTableSteps(context, { points, n: N, memory: 0, layout });
      let last = { done: 0, total: 0 };
      for (;;) {
        const { done, value } = steps.next();
        if (done) {
          /** @type {any} */ (value).free();
          break;
        }
        expect(value.done).toBeGreaterThanOrEqual(last.done);
        last = value;
      }
      expect(last.done).toBe(last.total);
    });

    it('a table that does not fit is refused before any work', () => {
      const { arena } = harness;
      const used = arena.used;
      const layout = layoutOf(order, 17, 2 ** 16, 1);
      const steps = fixedTableSteps(context, { points, n: N, memory: 0, layout });
      expect(() => steps.next()).toThrow(ResourceError);
      expect(arena.used).toBe(used);
    });
  },
);

describe('plans of tables', () => {
  const prices = pricesOn(curve, { batch: 'fma', single: 'limbs30' });
  const bits = magnitudeBits(curve.order);
  const pointBytes = 128;
  const KERNELS = { pairs: false, chains: false };

  /**
   * Those of n points without a table, whose scalars have so many parts.
   * @param {number} n
   * @param {number} parts
   */
  const problem = (n, parts) => {
    const partBits = { 1: 254, 2: 127, 4: 64 }[parts];
    if (partBits === undefined) throw new Error(`${parts} parts`);
    return { points: n, parts, bits: partBits, filled: n * parts, ...KERNELS };
  };

  /** @param {number} n @param {number} memory @param {number} [parts] */
  const planned = (n, memory, parts = 2) =>
    planTable(problem(n, parts), { bits, memory, pointBytes }, prices);

  it('stay within the memory, for any memory', () => {
    for (const n of [1, 5, 256, 4096]) {
      for (let memory = 0; memory < 2 ** 28; memory = 2 * memory + 1000) {
        const layout = planned(n, memory);
        if (layout === null) continue;
        const { c, windows, layers, perLayer, multiples } = layout;
        expect(n * layers * multiples * pointBytes).toBeLessThanOrEqual(memory);
        expect(layers * perLayer).toBeGreaterThanOrEqual(windows);
        expect(c * windows).toBeGreaterThan(bits);
      }
    }
  });

  it('have no table where not even the points fit', () => {
    expect(planned(100, 12_799)).toBe(null);
  });

  it('of few points and much memory are plain sums', () => {
    const layout = planned(2, 2 ** 24);
    expect(layout?.multiples).toBe(2 ** ((layout?.c ?? 0) - 1));
  });

  it('have a table exactly where it costs less than the points without one, in as many parts as there are', () => {
    for (const parts of [1, 2, 4])
      for (const n of [1, 2, 8, 64, 256, 4096])
        for (const rows of [1, 1.5, 2, 3, 4, 6, 8, 16]) {
          const layout = planned(n, n * rows * pointBytes, parts);
          const least = costOf(planMsm(problem(n, parts), prices).work, prices);
          if (layout) expect(fixedCost(layout, n, prices)).toBeLessThan(least);
        }
    // Of two points, in rows of the points' size: the fewer parts, the more doublings a table
    // saves.
    const worth = (/** @type {number} */ rows) =>
      [1, 2, 4].map((parts) => planned(2, rows * 2 * pointBytes, parts) !== null);
    expect(worth(6)).toEqual([true, false, false]);
    expect(worth(12)).toEqual([true, true, false]);
    expect(worth(24)).toEqual([true, true, true]);
  });
});
