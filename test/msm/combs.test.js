/**
 * Combs and buckets of an Edwards group as one table: counts against formulas, what is taken when, exceptional inputs, memory.
 * Points have known logarithms.
 */
import { beforeAll, describe, expect, it } from 'vitest';

import { createBigintEdwardsEngine } from '../../src/engines/bigint-edwards.js';
import { ResourceError } from '../../src/errors.js';
import { normalize } from '../../src/group/projective.js';
import { combCutter, describeCombs } from '../../src/msm/fixed/comb.js';
import { combTableSteps } from '../../src/msm/fixed/comb-msm.js';
import { magnitudeBits } from '../../src/msm/fixed/magnitude.js';
import { combLayout, combWork, planTables, takesCombs } from '../../src/msm/fixed/plan-combs.js';
import { tableBytes } from '../../src/msm/fixed/table.js';
import { multiplesOfGenerator } from '../../src/msm/multiples.js';
import { BANDERWAGON } from '../../src/msm/prices.js';
import { chainPricesOf, pricesOf } from '../../src/msm/pricing.js';
import { coordinatesOf } from '../../src/reference/coordinates.js';
import * as edwards from '../../src/reference/edwards.js';
import { mod, toBytesLE } from '../../src/reference/modular.js';
import { banderwagon } from '../../wasm-gen/curves/banderwagon.js';
import { randomStream } from '../wasm-gen/field-module.js';
import { batchKernels, canonical, msmKernels } from '../wasm/kernels.js';
import { finish } from './harness.js';

const { order, p } = banderwagon;
const SIZE = 32;

/** What points know of an instance that is gone. */
const afterwards = {
  config: banderwagon,
  field: coordinatesOf(banderwagon),
  fieldBytes: SIZE,
  lifetime: { ended: true },
};

/** @param {bigint[]} scalars */
const scalarBytes = (scalars) => Uint8Array.from(scalars.flatMap((k) => [...toBytesLE(k, SIZE)]));

const edgeScalars = [
  ...[0n, 1n, 2n, order - 2n, order - 1n, order, order + 1n, (1n << 256n) - 1n],
  ...[order >> 1n, (order >> 1n) + 1n, (order >> 1n) - 1n, 1n << 255n, 1n << 128n],
  // Digits that are all as large as they can be, and one more: every window carries, or none does.
  ...['80', '88', '8421', '7f', 'ff', 'aa', '10', '20', '40'].map((digits) =>
    BigInt(`0x${digits.repeat(64 / digits.length)}`),
  ),
];

/** What cuts scalars: the code for kernels that do not, and those that do. */
const cutters = {
  /** @param {any} harness @param {any} tables */
  javascript: (harness, tables) => combCutter({ ...harness, order }, tables),
  /** Adds up what stands in the table, too, which is nothing. @param {any} harness @param {any} tables */
  fma: ({ arena, batch }, { combs, limit }) => {
    const { entryBytes, extended } = batch.elements;
    const description = describeCombs(combs, entryBytes);
    const at = arena.allocate(4 * description.length, 'description');
    const sum = arena.allocate(3 * SIZE, 'sum');
    arena.i32.set(description, at >> 2);
    const { perLayer, c } = combs[0].layout;
    return (scalars, count, positions, { references, stride, counts }) => {
      const rows = [references, stride, counts, perLayer, c, 0];
      return extended.msm(sum, scalars, count, positions, at, limit, ...rows);
    };
  },
};

describe.each(batchKernels.map((name) => (name === 'fma' ? name : 'javascript')))(
  'digits of combs, %s',
  (name) => {
    let harness;

    beforeAll(async () => {
      const kernel = name === 'fma' ? 'fma' : 'limbs30';
      harness = await msmKernels(kernel, { config: /** @type {any} */ (banderwagon) });
    });

    it.each([
      [3, 1],
      [4, 5],
      [5, 2],
      [7, 6],
      [8, 1],
      [10, 2],
      [11, 23],
      [16, 1],
      [17, 1],
    ])('c = %i, %i windows a layer: entries add up to the scalar', (c, perLayer) => {
      const { arena, batch } = harness;
      const { entryBytes } = batch.elements;
      const layout = combLayout(order, c, perLayer);
      const { windows, layers, multiples, lastMultiples = multiples } = layout;
      const entries = (layers - 1) * multiples + lastMultiples;
      const [from, n, place] = [2, 3, 4];
      const stride = 4 * Math.ceil(windows / perLayer);
      const table = arena.allocate(n * entries * entryBytes, 'table');
      const references = arena.allocate(perLayer * stride, 'rows');
      const counts = arena.allocate(4 * perLayer, 'counts');
      const [bytes, positions] = [arena.allocate(64, 'scalars'), arena.allocate(8, 'positions')];
      const tables = { combs: [{ from, to: from + n, layout, table }], limit: 2 * windows - 1 };
      const cut = cutters[name](harness, tables);
      const random = randomStream(9n);
      const scalars = [...edgeScalars, ...Array.from({ length: 50 }, () => random(256))];
      arena.i32.set([1000, place], positions >> 2);
      for (const scalar of scalars) {
        arena.i32.fill(0, counts >> 2, (counts >> 2) + perLayer);
        arena.u8.set(scalarBytes([0n, scalar]), bytes);
        let sum = 0n;
        let total = cut(bytes, 2, positions, { references, stride, counts });
        for (let row = 0; row < perLayer; row++) {
          const length = arena.i32[(counts >> 2) + row];
          total -= length;
          expect(4 * length).toBeLessThanOrEqual(stride);
          for (let i = 0; i < length; i++) {
            const reference = arena.i32[((references + row * stride) >> 2) + i];
            const entry = ((reference & -2) - table) / entryBytes - (place - from) * entries;
            expect(entry >= 0 && entry < entries).toBe(true);
            const layer = Math.floor(entry / multiples);
            const term = BigInt((entry % multiples) + 1) << BigInt(c * (layer * perLayer + row));
            sum += reference & 1 ? -term : term;
          }
        }
        expect(mod(sum - scalar, order)).toBe(0n);
        expect(total).toBe(0);
      }
      // Of its own position a scalar has no comb, and two are too many: nothing is done.
      arena.i32.fill(0, counts >> 2, (counts >> 2) + perLayer);
      arena.u8.set(scalarBytes([5n, 7n]), bytes);
      const rows = { references, stride, counts };
      expect(cut(bytes, 1, 0, rows)).toBe(-1);
      expect(cut(bytes, 2, positions, rows)).toBe(-1);
      arena.i32.set([from, from + n - 1], positions >> 2);
      expect(cut(bytes, 2, positions, rows)).toBe(-1);
      arena.i32.set([from, from + n], positions >> 2);
      expect(cut(bytes, 2, positions, rows)).toBe(-1);
      expect(arena.i32[counts >> 2]).toBe(0);
      expect(cut(bytes, 0, 0, rows)).toBe(0);
    });
  },
);

describe('plans', () => {
  const kernels = { batch: 'fma', single: 'limbs30' };
  const basis = {
    order,
    pointBytes: 96,
    entryBytes: 96,
    prices: pricesOf(BANDERWAGON, kernels),
    chain: chainPricesOf('fma'),
  };

  it('keep to the memory, and serve all points, whatever it is', () => {
    for (const [n, first] of [
      [1, 0],
      [5, 5],
      [6, 5],
      [256, 5],
      [256, 0],
      [1000, 0],
    ]) {
      for (let memory = 100; memory < 2 ** 29; memory = 5 * memory + 1000) {
        const tables = planTables({ ...basis, n, first }, memory);
        if (tables === null) continue;
        const { combs, buckets, limit } = tables;
        const bytes = combs.map(({ from, to, layout }) => tableBytes(layout, to - from, 96));
        const all = bytes.reduce((sum, b) => sum + b, buckets ? tableBytes(buckets, n, 96) : 0);
        expect(all).toBeLessThanOrEqual(memory);
        if (!buckets) {
          expect(limit).toBe(Infinity);
          expect(combs[0].from).toBe(0);
          expect(combs.at(-1)?.to).toBe(n);
        }
        combs.slice(0, -1).forEach(({ layout }) => expect(layout.perLayer).toBe(1));
        expect(combs.slice(1).every(({ from }, i) => from === combs[i].to)).toBe(true);
      }
    }
  });

  it('take combs for few scalars, by number and position', () => {
    const layout = combLayout(order, 8, 2);
    const head = { from: 0, to: 5, layout: combLayout(order, 10, 1) };
    const rest = { from: 5, to: 256, layout };
    const tables = { combs: [head, rest], buckets: layout, limit: 3 * 26 + 2 * 32 };
    expect(takesCombs(tables, [])).toBe(true);
    expect(takesCombs(tables, [0, 1, 4, 5, 255])).toBe(true);
    expect(takesCombs(tables, [0, 5, 6, 7, 255])).toBe(false);
    expect(takesCombs({ ...tables, combs: [head] }, [0, 4])).toBe(true);
    expect(takesCombs({ ...tables, combs: [head] }, [0, 5])).toBe(false);
    expect(takesCombs({ ...tables, combs: [], limit: 0 }, [0])).toBe(false);
  });
});

describe.each(batchKernels)('combs and buckets, %s', (kernelName) => {
  const N = 24;
  const FIRST = 3;
  const random = randomStream(15n);
  // Equal and opposite points, the identity among both parts.
  const logs = Array.from({ length: N }, (_, i) =>
    i % 7 === 2 ? 0n : i % 5 === 1 ? 77n : random(60),
  );
  let harness;
  let context;
  let points;

  beforeAll(async () => {
    harness = await msmKernels(kernelName, { config: /** @type {any} */ (banderwagon) });
    const { arena, batch, single, scalar } = harness;
    const kernels = { batch: batch.name, single: single.name };
    const prices = pricesOf(BANDERWAGON, kernels);
    const chain = chainPricesOf(batch.name);
    context = { arena, batch, single, scalarKernel: scalar, prices, chain, timings: {}, order };
    const model = arena.allocate(N * batch.pointBytes, 'model');
    points = arena.allocate(N * batch.pointBytes, 'points');
    const generator = write([banderwagon.generator]);
    multiplesOfGenerator(arena, batch, {
      target: model,
      dlogs: BigUint64Array.from(logs),
      writeGenerator: (address) => batch.elements.toModel(address, generator, 1),
    });
    batch.elements.fromModel(points, model, N);
  });

  /** @param {{ x: bigint, y: bigint }[]} list */
  function write(list) {
    const { arena, batch } = harness;
    const bytes = arena.allocate(2 * SIZE * list.length, 'bytes');
    const target = arena.allocate(batch.pointBytes * list.length, 'points');
    list.forEach((point, i) => arena.u8.set(canonical(point, SIZE), bytes + 2 * SIZE * i));
    batch.fromAffineBytes(target, bytes, list.length);
    return target;
  }

  const engine = createBigintEdwardsEngine(banderwagon);
  const generatorBytes = canonical(edwards.canonical(banderwagon, banderwagon.generator), SIZE);

  /** The canonical bytes of [k]G. @param {bigint} k */
  const multipleBytes = (k) => engine.multiply(generatorBytes, mod(k, order));

  const bucketLayout = { c: 8, windows: 32, multiples: 3, layers: 16, perLayer: 2 };

  /** @param {{ head?: [number, number], rest?: [number, number], buckets?: boolean, limit?: number }} shape c, windows a layer */
  const tablesOf = ({ head, rest, buckets, limit = Infinity }) => {
    const from = head ? FIRST : 0;
    const combs = [
      ...(head ? [{ from: 0, to: FIRST, layout: combLayout(order, ...head) }] : []),
      ...(rest ? [{ from, to: N, layout: combLayout(order, ...rest) }] : []),
    ];
    return { combs, buckets: buckets ? bucketLayout : null, limit };
  };

  const build = (tables) =>
    finish(combTableSteps(context, { points, n: N, first: FIRST, memory: 0, tables }));

  /** The canonical bytes of a projective point. */
  const byDefinition = (projective) =>
    Array.isArray(projective) ? normalize(/** @type {any} */ (afterwards), projective) : projective;

  /** @param {any} table @param {bigint[]} scalars @param {number[]} [positions] */
  const check = (table, scalars, positions, plus = 0n) => {
    const used = harness.arena.used;
    const sum = scalars.reduce((all, k, i) => all + k * logs[positions?.[i] ?? i], plus);
    const bytes = plus === 0n ? undefined : multipleBytes(plus);
    const wanted = multipleBytes(sum);
    expect(table.msm(scalarBytes(scalars), positions, bytes)).toEqual(wanted);
    if (plus === 0n) {
      const projective = table.msmProjective(scalarBytes(scalars), positions);
      expect(byDefinition(projective)).toEqual(wanted);
    }
    expect(harness.arena.used).toBe(used);
  };

  it.each([
    [{ head: [5, 1], rest: [4, 3] }],
    [{ head: [8, 1], rest: [6, 2], buckets: true, limit: 200 }],
    [{ rest: [7, 37], buckets: true, limit: 150 }],
    [{ rest: [3, 1] }],
    [{ head: [6, 1], buckets: true, limit: 100 }],
    [{ buckets: true, limit: 0 }],
  ])('%j: right for random, edge, equal, opposite, few and no scalars', (shape) => {
    const used = harness.arena.used;
    const table = build(tablesOf(/** @type {any} */ (shape)));
    const scalars = Array.from({ length: N }, () => random(256));
    check(table, scalars);
    check(table, edgeScalars);
    check(table, new Array(N).fill(order - 1n));
    check(table, []);
    check(table, [0n, 0n, 0n]);
    check(table, [order, 0n, order]);
    edgeScalars.forEach((scalar, i) => check(table, [scalar], [i % 2 ? 0 : N - 1], BigInt(i % 3)));
    check(table, [scalars[0], 0n, scalars[1]], [20, 5, 1], 3n);
    // 77·G stands at 1, 6, 11, …: opposite scalars cancel, equal ones double.
    check(table, [scalars[1], order - mod(scalars[1], order)], [1, 6]);
    check(table, [scalars[1], scalars[1]], [1, 11]);
    check(table, [1n, 1n], [1, 6], -2n * 77n);
    check(table, [], [], 5n);
    check(table, [5n], [2]);
    // Zeros among many do not count.
    check(
      table,
      Array.from({ length: N }, (_, i) => (i === 17 ? scalars[0] : 0n)),
    );
    table.free();
    expect(harness.arena.used).toBe(used);
  });

  it('operations are those of the formulas', () => {
    const table = build(tablesOf({ head: [8, 1], rest: [6, 5], buckets: true, limit: 6 * 43 }));
    const [head, rest] = [combLayout(order, 8, 1), combLayout(order, 6, 5)];
    // All digits 1 but the highest, which is 0.
    const ones = (/** @type {number} */ c, /** @type {number} */ windows) =>
      Array.from({ length: windows - 1 }, (_, i) => 1n << BigInt(c * i)).reduce((a, b) => a + b);
    const k = ones(8, head.windows);
    check(table, [k, k], [0, 1]);
    expect(table.counts).toEqual({ additions: 2 * (head.windows - 1) - 1, doublings: 0 });
    const l = ones(6, rest.windows);
    check(table, [l, 0n, l, k], [FIRST, 9, 10, 0], 9n);
    const additions = 2 * (rest.windows - 1) + head.windows - 1 + 1 - 1;
    expect(table.counts).toEqual({ additions, doublings: 4 * 6 });
    check(table, [1n], [FIRST]);
    expect(table.counts).toEqual({ additions: 0, doublings: 0 });
    for (const n of [1, 2, 5]) {
      const scalars = Array.from({ length: n }, () => mod(random(256), order));
      const positions = scalars.map((_, i) => FIRST + 2 * i);
      check(table, scalars, positions);
      const wanted = combWork(rest, n);
      expect(table.counts.additions).toBeLessThanOrEqual(n * rest.windows - 1);
      expect(table.counts.additions).toBeGreaterThan(0.8 * wanted.additions);
      expect(table.counts.doublings).toBe(wanted.doublings);
    }
    table.free();
  });

  it('bytes are those of the layouts', () => {
    const tables = tablesOf({ head: [8, 1], rest: [6, 5], buckets: true });
    const { entryBytes } = harness.batch.elements;
    const [head, rest] = tables.combs.map(({ layout }) => layout);
    const table = build(tables);
    expect(table.bytes).toBe(
      tableBytes(head, FIRST, entryBytes) +
        tableBytes(rest, N - FIRST, entryBytes) +
        tableBytes(bucketLayout, N, harness.batch.pointBytes),
    );
    expect(head.lastMultiples).toBe(Number((order >> 1n) >> 248n) + 1);
    expect(magnitudeBits(order)).toBe(252);
    table.free();
  });

  it('a point outside the group may be added', () => {
    const table = build(tablesOf({ rest: [5, 2] }));
    let outside;
    for (let x = 1n; !outside; x++) {
      const P = edwards.liftX(banderwagon, x);
      if (P !== null && !edwards.isInSubgroup(banderwagon, P)) outside = P;
    }
    const sum = edwards.multiply(banderwagon, banderwagon.generator, mod(3n * logs[0], order));
    const bytes = canonical(edwards.add(banderwagon, outside, sum), SIZE);
    const result = table.msm(scalarBytes([order - 3n]), [0], bytes);
    const same = [outside, { x: mod(-outside.x, p), y: mod(-outside.y, p) }];
    expect(same.map((point) => Buffer.from(canonical(point, SIZE)).toString('hex'))).toContain(
      Buffer.from(result).toString('hex'),
    );
    check(table, [4n], [1]);
    table.free();
  });

  it('building frees everything when it is closed early, or does not fit; progress rises to its total', () => {
    const { arena } = harness;
    const used = arena.used;
    const tables = tablesOf({ head: [8, 1], rest: [6, 2], buckets: true });
    for (const rounds of [1, 5, 400, 600]) {
      const steps = combTableSteps(context, { points, n: N, first: FIRST, memory: 0, tables });
      for (let i = 0; i < rounds; i++) if (steps.next().done) throw new Error('too early');
      steps.return(/** @type {any} */ (undefined));
      expect(arena.used).toBe(used);
    }
    const large = tablesOf({ head: [17, 1], rest: [17, 1], buckets: true });
    const refused = combTableSteps(context, {
      points,
      n: N,
      first: FIRST,
      memory: 0,
      tables: large,
    });
    expect(() => refused.next()).toThrow(ResourceError);
    expect(arena.used).toBe(used);
    let last = { done: 0, total: 0 };
    for (
      const steps = combTableSteps(context, { points, n: N, first: FIRST, memory: 0, tables });
      ;
    ) {
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
});
