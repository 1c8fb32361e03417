/**
 * Window tables and buckets of an Edwards group as one table: counts against formulas, what is
 * taken when, exceptional inputs, memory. Points have known logarithms.
 */
import { beforeAll, describe, expect, it } from 'vitest';

import { createBigintEngine } from '../../src/verkle/engine/bigint.js';
import { ResourceError } from '../../src/errors.js';
import { normalize } from '../../src/verkle/engine/normalize.js';
import { describeTables, scalarCutter } from '../../src/verkle/engine/window-table.js';
import { elementsOf } from '../../src/verkle/engine/elements.js';
import { windowTableSteps } from '../../src/verkle/engine/window-table-msm.js';
import {
  PART_ORDER,
  fixedWindowLayout,
  operationCounts,
  rowLayout,
  slidingLayout,
} from '../../src/verkle/engine/window-table-layouts.js';
import { magnitudeBits } from '../../src/engines/wasm/msm/fixed/magnitude.js';
import { planTables, usesWindowTables } from '../../src/verkle/engine/plan-window-tables.js';
import { entriesOf, tableBytes } from '../../src/engines/wasm/msm/fixed/table.js';
import { multiplesOfGenerator } from '../../src/engines/wasm/msm/multiples.js';
import { pricesOn } from '../../wasm-gen/cost-model.js';
import { coordinatesOf } from '../../src/math/coordinates.js';
import { runNow } from '../../src/port/steps.js';
import * as edwards from '../../src/reference/edwards.js';
import { mod, toBytesLE } from '../../src/math/modular.js';
import { banderwagon } from '../../src/curves/banderwagon.js';
import { splitParameters } from '../../wasm-gen/scalar/lattice.js';
import { randomStream } from '../wasm-gen/field-module.js';
import { batchKernels, canonical, msmKernels } from '../wasm/kernels.js';
import { finish } from '../msm/harness.js';
import { rounds, some } from '../support/extent.js';

const { order, p } = banderwagon;
const { lambda } = banderwagon.endomorphism;
const { basis: latticeBasis, bounds } = splitParameters(order, lambda);
const SIZE = 32;

/** The stand-in for the engine of a disposed instance, as its points see it. */
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
  // One part is 0, or both are: multiples of λ, of either sign, and the largest that are split so.
  ...[lambda, order - lambda, lambda + 1n, lambda * lambda, 2n * lambda, lambda << 100n].map((k) =>
    mod(k, order),
  ),
  // Negative parts of low word 0, whose negation carries into the next word.
  ...[1n, 5n, 2n ** 40n].flatMap((m) => [
    mod(-(m << 64n) + 3n * lambda, order),
    mod(3n - (m << 64n) * lambda, order),
  ]),
  // Parts as long as they can be, of all signs: near (±v1 ± v2)/2.
  ...[
    [1n, 1n],
    [1n, -1n],
    [-1n, 1n],
    [-1n, -1n],
  ].flatMap(([i, j]) => {
    const [a, b] = [0, 1].map(
      (part) => (i * latticeBasis[0][part] + j * latticeBasis[1][part]) / 2n,
    );
    return [-1n, 0n, 1n].map((d) => mod(a + d + lambda * (b - d), order));
  }),
  // Parts that are a single digit, a power of two, all ones.
  ...[1n, (1n << 64n) - 1n, 1n << 64n, 1n << 63n, (1n << 125n) - 1n, 0xffn << 60n].flatMap(
    (part) => [
      part,
      mod(-part, order),
      mod(lambda * part, order),
      mod((1n - lambda) * part, order),
    ],
  ),
];

/** The layouts of a kernel: of parts where it has two lanes. @param {string} name */
const layoutsOf = (name) => {
  const split = name === 'fma';
  const span = split ? PART_ORDER : order;
  return {
    split,
    row: (/** @type {number} */ windows) => rowLayout(span, windows),
    /** With doublings: windows of so many bits, or sliding ones. */
    rows: (/** @type {number} */ bits, /** @type {number} */ perLayer) =>
      split ? slidingLayout(span, bits, perLayer) : fixedWindowLayout(span, bits, perLayer),
    /** Of whole scalars in a kernel that splits scalars. */
    whole: (/** @type {number} */ windows) => ({ ...rowLayout(order, windows), whole: true }),
  };
};

/** The bit where the windows of a layer begin. @param {any} layout @param {number} layer */
const bitOf = ({ c, perLayer, windows, narrow = 0 }, layer) =>
  c * perLayer * layer - Math.max(0, layer - (windows - narrow));

/** Both ways to cut scalars: in JavaScript, and by kernels that can. */
const cutters = {
  /** @param {any} harness @param {any} tables */
  javascript: (harness, tables) => scalarCutter({ ...harness, order }, tables),
  /**
   * Adds up what stands in the table, too, which is nothing.
   * @param {any} harness
   * @param {any} tables
   */
  fma: ({ arena, batch }, { windowTables, limit }) => {
    const { entryBytes, extended } = batch.model;
    const description = describeTables(windowTables, entryBytes);
    const at = arena.allocate(4 * description.length, 'description');
    const sum = arena.allocate(8 * batch.model.projectiveLimbs, 'sum');
    const job = arena.allocate(36, 'job');
    arena.i32.set(description, at >> 2);
    const { perLayer, c } = windowTables[0].layout;
    return (scalars, count, positions, { references, stride, counts }) => {
      const words = [sum, scalars, at, limit, references, stride, counts, perLayer, c];
      arena.i32.set(words, job >> 2);
      return extended.msm(job, count, positions, 0);
    };
  },
};

describe.each(batchKernels.map((name) => (name === 'fma' ? name : 'javascript')))(
  'digits of window tables, %s',
  (name) => {
    let harness;

    beforeAll(async () => {
      const kernel = name === 'fma' ? 'fma' : 'limbs30';
      harness = await msmKernels(kernel, { config: /** @type {any} */ (banderwagon) });
    });

    const { row, rows, whole, split } = layoutsOf(name);
    const lists = split ? 2 : 1;
    const layouts = split
      ? [
          ...[8, 9, 11, 12, 16, 32, 42].map(row),
          ...[15, 16, 17, 23, 24, 84].map(whole),
          ...[
            [2, 1],
            [3, 127],
            [5, 9],
            [7, 22],
            [8, 64],
            [13, 32],
          ].map(([width, perLayer]) => rows(width, perLayer)),
        ]
      : [
          ...[15, 16, 17, 23, 24, 84].map(row),
          ...[
            [3, 1],
            [4, 5],
            [5, 2],
            [7, 6],
            [8, 1],
            [10, 2],
            [11, 23],
            [16, 1],
            [17, 1],
          ].map(([c, perLayer]) => rows(c, perLayer)),
        ];

    it.each(some(layouts, 4, name))(
      '$c bits, $windows windows, width $width, whole $whole, $perLayer rows: entries add up to the scalar',
      (layout) => {
        const { arena, batch } = harness;
        const { entryBytes } = batch.model;
        const { c, perLayer, width, windows, layers, multiples, narrow = 0 } = layout;
        const entries = entriesOf(layout);
        const wide = (layers - narrow) * multiples;
        const [from, n, place] = [2, 3, 4];
        const stride = 4 * Math.ceil(windows / perLayer);
        const table = arena.allocate(n * entries * entryBytes, 'table');
        const references = arena.allocate(lists * perLayer * stride, 'rows');
        const counts = arena.allocate(4 * lists * perLayer, 'counts');
        const [bytes, positions] = [arena.allocate(64, 'scalars'), arena.allocate(8, 'positions')];
        const tables = {
          windowTables: [{ from, to: from + n, layout, table }],
          limit: 2 * windows - 1,
        };
        const cut = cutters[name](harness, tables);
        const clear = () => arena.i32.fill(0, counts >> 2, (counts >> 2) + lists * perLayer);
        const random = randomStream(9n);
        const scalars = [...edgeScalars, ...Array.from({ length: rounds(50) }, () => random(256))];
        arena.i32.set([1000, place], positions >> 2);
        for (const scalar of scalars) {
          clear();
          arena.u8.set(scalarBytes([0n, scalar]), bytes);
          const sums = [0n, 0n];
          let total = cut(bytes, 2, positions, { references, stride, counts });
          for (let list = 0; list < lists * perLayer; list++) {
            const row = Math.floor(list / lists);
            const length = arena.i32[(counts >> 2) + list];
            total -= length;
            expect(4 * length).toBeLessThanOrEqual(stride);
            for (let i = 0; i < length; i++) {
              const reference = arena.i32[((references + list * stride) >> 2) + i];
              const entry = ((reference & -2) - table) / entryBytes - (place - from) * entries;
              expect(entry >= 0 && entry < entries).toBe(true);
              const isNarrow = entry >= wide;
              const size = isNarrow ? multiples / 2 : multiples;
              const index = isNarrow ? entry - wide : entry;
              const layer = Math.floor(index / size) + (isNarrow ? layers - narrow : 0);
              const term = BigInt(width ? 2 * (index % size) + 1 : (index % size) + 1);
              const shifted = term << BigInt(bitOf(layout, layer) + c * row);
              sums[list % lists] += reference & 1 ? -shifted : shifted;
            }
          }
          expect(mod(sums[0] + lambda * sums[1] - scalar, order)).toBe(0n);
          if (layout.whole) expect(sums[1]).toBe(0n);
          else if (split)
            sums.forEach((sum, i) => expect(sum <= bounds[i] && -sum <= bounds[i]).toBe(true));
          expect(total).toBe(0);
        }
        // Of its own position a scalar has no table, and two are too many: nothing is done.
        clear();
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
      },
    );
  },
);

/** @param {any[]} windowTables */
const withTables = (windowTables) => windowTables.map((plan) => ({ ...plan, table: 0 }));

describe('plans', () => {
  const pricesFor = (/** @type {string} */ batch) =>
    pricesOn(banderwagon, { batch, single: 'limbs30' });
  const basis = {
    order,
    pointBytes: 96,
    entryBytes: 96,
    split: true,
    abilities: { parts: 2, pairs: false, chains: false },
  };

  const portable = {
    order,
    pointBytes: 80,
    entryBytes: 112,
    split: false,
    abilities: { parts: 2, pairs: true, chains: false },
  };

  it.each([
    ['split scalars', basis, pricesFor('fma')],
    ['whole scalars', portable, pricesFor('limbs30')],
  ])('stay within the memory and serve all points, for any memory: %s', (name, basis, prices) => {
    const sizes = [
      [1, 0],
      [5, 5],
      [6, 5],
      [256, 5],
      [256, 0],
      [1000, 0],
    ];
    for (const [n, first] of some(sizes, 3, `plans of ${name}`)) {
      for (let memory = 100; memory < 2 ** 29; memory = 5 * memory + 1000) {
        const tables = runNow(planTables({ ...basis, n, first }, memory, prices));
        if (tables === null) continue;
        const { windowTables, buckets, limit } = tables;
        const bytes = windowTables.map(({ from, to, layout }) =>
          tableBytes(layout, to - from, basis.entryBytes),
        );
        const all = bytes.reduce(
          (sum, b) => sum + b,
          buckets ? tableBytes(buckets, n, basis.pointBytes) : 0,
        );
        expect(all).toBeLessThanOrEqual(memory);
        if (!buckets) {
          expect(limit).toBe(Infinity);
          expect(windowTables[0].from).toBe(0);
          expect(windowTables.at(-1)?.to).toBe(n);
        }
        windowTables.slice(0, -1).forEach(({ layout }) => expect(layout.perLayer).toBe(1));
        // A kernel that cuts scalars accepts sliding windows, or a single row.
        if (basis.split) expect(() => describeTables(withTables(windowTables), 96)).not.toThrow();
        expect(windowTables.slice(1).every(({ from }, i) => from === windowTables[i].to)).toBe(
          true,
        );
      }
    }
  });

  it('a kernel that cuts scalars takes windows in one row alone, of 256 bits at most', () => {
    const describe = (layout) => describeTables(withTables([{ from: 0, to: 1, layout }]), 96);
    expect(() => describe(fixedWindowLayout(PART_ORDER, 5, 2))).toThrow(RangeError);
    expect(() => describe({ ...fixedWindowLayout(order, 13, 1), whole: true })).toThrow(RangeError);
    expect(describe({ ...fixedWindowLayout(order, 16, 1), whole: true })).toHaveLength(19 + 2);
    expect(describe(slidingLayout(PART_ORDER, 5, 9))).toHaveLength(19 + 2);
  });

  it('take window tables for few scalars, by number and position', () => {
    const layout = fixedWindowLayout(order, 8, 2);
    const head = { from: 0, to: 5, layout: fixedWindowLayout(order, 10, 1) };
    const rest = { from: 5, to: 256, layout };
    const tables = { windowTables: [head, rest], buckets: layout, limit: 3 * 26 + 2 * 32 };
    expect(usesWindowTables(tables, [])).toBe(true);
    expect(usesWindowTables(tables, [0, 1, 4, 5, 255])).toBe(true);
    expect(usesWindowTables(tables, [0, 5, 6, 7, 255])).toBe(false);
    expect(usesWindowTables({ ...tables, windowTables: [head] }, [0, 4])).toBe(true);
    expect(usesWindowTables({ ...tables, windowTables: [head] }, [0, 5])).toBe(false);
    expect(usesWindowTables({ ...tables, windowTables: [], limit: 0 }, [0])).toBe(false);
  });
});

describe.each(batchKernels)('window tables and buckets, %s', (kernelName) => {
  const N = 24;
  const FIRST = 3;
  const { row, rows, whole, split } = layoutsOf(kernelName);
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
    const prices = pricesOn(banderwagon, kernels);
    context = {
      arena,
      batch,
      single,
      scalarKernel: scalar,
      prices,
      timings: {},
      order,
    };
    const elements = elementsOf(batch);
    const model = arena.allocate(N * batch.pointBytes, 'model');
    points = arena.allocate(N * batch.pointBytes, 'points');
    const generator = write([banderwagon.generator]);
    multiplesOfGenerator(arena, batch, {
      target: model,
      dlogs: BigUint64Array.from(logs),
      writeGenerator: (address) => elements.toModel(address, generator, 1),
    });
    elements.fromModel(points, model, N);
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

  const engine = createBigintEngine(banderwagon);
  const generatorBytes = canonical(edwards.canonical(banderwagon, banderwagon.generator), SIZE);

  /** The canonical bytes of [k]G. @param {bigint} k */
  const multipleBytes = (k) => engine.multiply(generatorBytes, mod(k, order));

  const bucketLayout = { c: 8, windows: 32, multiples: 3, layers: 16, perLayer: 2 };

  /**
   * @param {{ head?: number, whole?: number, row?: number, rest?: [number, number], buckets?:
   *   boolean, limit?: number }} shape windows, of parts or whole scalars; `rest`: with doublings;
   *   `row`: instead of it
   */
  const tablesOf = ({ head, whole: wide, row: all, rest, buckets, limit = Infinity }) => {
    const from = head || wide ? FIRST : 0;
    const windowTables = [
      ...(head ? [{ from: 0, to: FIRST, layout: row(head) }] : []),
      ...(wide ? [{ from: 0, to: FIRST, layout: whole(wide) }] : []),
      ...(all ? [{ from, to: N, layout: row(all) }] : []),
      ...(rest ? [{ from, to: N, layout: rows(...rest) }] : []),
    ];
    return { windowTables, buckets: buckets ? bucketLayout : null, limit };
  };

  /** @param {any} tables @returns {any} */
  const build = (tables) =>
    finish(windowTableSteps(context, { points, n: N, first: FIRST, memory: 0, tables }));

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
      const projective = table.sum(scalarBytes(scalars), positions);
      expect(byDefinition(projective)).toEqual(wanted);
    }
    expect(harness.arena.used).toBe(used);
  };

  const shapes = [
    [{ head: 26, rest: [4, 3] }],
    [{ head: 16, rest: [6, 2], buckets: true, limit: 900 }],
    [{ rest: [7, 37], buckets: true, limit: 900 }],
    [{ row: 42 }],
    [{ head: 21, row: 32, buckets: true, limit: 300 }],
    [{ head: 22, buckets: true, limit: 100 }],
    [{ buckets: true, limit: 0 }],
    [{ head: 19, rest: [6, 22] }],
    ...(split
      ? [
          [{ rest: [2, 1] }],
          [{ rest: [3, 127], buckets: true, limit: 900 }],
          [{ head: 32, rest: [9, 40] }],
          [{ whole: 23, rest: [6, 22] }],
          [{ whole: 51, row: 32, buckets: true, limit: 300 }],
          [{ whole: 32, buckets: true, limit: 60 }],
        ]
      : []),
  ];
  it.each(some(shapes, 5, `tables ${kernelName}`))(
    '%j: right for random, edge, equal, opposite, few and no scalars',
    (/** @type {any} */ shape) => {
      const used = harness.arena.used;
      const table = build(tablesOf(shape));
      const own = randomStream(16n);
      const scalars = Array.from({ length: N }, () => own(256));
      check(table, scalars);
      for (let i = 0; i < edgeScalars.length; i += N) check(table, edgeScalars.slice(i, i + N));
      check(table, new Array(N).fill(order - 1n));
      check(table, []);
      check(table, [0n, 0n, 0n]);
      check(table, [order, 0n, order]);
      edgeScalars.forEach((scalar, i) =>
        check(table, [scalar], [i % 2 ? 0 : N - 1], BigInt(i % 3)),
      );
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
    },
  );

  it('operations are those of the formulas', () => {
    const head = row(16);
    const rest = split ? rows(6, 10) : rows(6, 5);
    const limit = 6 * rest.windows;
    const table = build(
      tablesOf({ head: 16, rest: split ? [6, 10] : [6, 5], buckets: true, limit }),
    );
    // All digits 1 but the highest three.
    const bits = Array.from({ length: head.windows - 3 }, (_, i) => BigInt(bitOf(head, i)));
    const k = bits.reduce((sum, bit) => sum + (1n << bit), 0n);
    check(table, [k, k], [0, 1]);
    expect(table.counts).toEqual({ additions: 2 * bits.length - 1, doublings: 0 });
    if (!split) {
      const ones = Array.from({ length: rest.windows - 2 }, (_, i) => 1n << BigInt(6 * i));
      const l = ones.reduce((sum, one) => sum + one);
      check(table, [l, 0n, l, k], [FIRST, 9, 10, 0], 9n);
      const additions = 2 * ones.length + bits.length;
      expect(table.counts).toEqual({ additions, doublings: 4 * 6 });
    }
    check(table, [1n], [FIRST]);
    expect(table.counts).toEqual({ additions: 0, doublings: 0 });
    // A highest digit of these scalars is not 0, or there were fewer doublings.
    const own = randomStream(17n);
    for (const n of [1, 2, 5]) {
      const scalars = Array.from({ length: n }, () => mod(own(256), order));
      const positions = scalars.map((_, i) => FIRST + 2 * i);
      check(table, scalars, positions);
      const wanted = operationCounts(rest, n, split);
      expect(table.counts.additions).toBeLessThanOrEqual((split ? 2 : 1) * n * rest.windows - 1);
      expect(table.counts.additions).toBeGreaterThan(0.8 * wanted.additions);
      expect(table.counts.doublings).toBe(wanted.doublings);
    }
    table.free();
  });

  const itIfSplit = split ? it : () => {};
  itIfSplit('adds whole scalars beside parts, and alone', () => {
    const table = build(tablesOf({ whole: 32, rest: [6, 10] }));
    const layout = whole(32);
    const ones = Array.from({ length: 31 }, (_, i) => 1n << BigInt(bitOf(layout, i)));
    const k = ones.reduce((a, b) => a + b);
    check(table, [k, k, mod(-k, order)], [0, 1, 2], 7n);
    expect(table.counts).toEqual({ additions: 3 * 31, doublings: 0 });
    for (let n = 1; n < 8; n++) {
      // An odd and an even number of entries, of one part or of both beside them.
      check(table, [mod(ones[0] * BigInt(n), order), (1n << BigInt(n)) - 1n], [0, 2]);
      check(table, [k, BigInt(n)], [1, FIRST]);
      check(table, [k, mod(BigInt(n) * lambda, order)], [1, FIRST + 2], 3n);
      check(table, [k, mod(-BigInt(n) * (1n + lambda), order), random(256)], [0, FIRST, N - 1]);
    }
    table.free();
  });

  itIfSplit('operations of sliding windows are those of the formulas', () => {
    const layout = rows(6, 10);
    const table = build(tablesOf({ rest: [6, 10] }));
    // A digit 1 in every eighth bit, of both parts: entries of rows 0, 8, 6, 4, 2.
    const part = Array.from({ length: 15 }, (_, i) => 1n << BigInt(8 * i)).reduce((a, b) => a + b);
    check(table, [part], [5]);
    expect(table.counts).toEqual({ additions: 14, doublings: 8 });
    check(table, [mod(part - lambda * part, order)], [5], 3n);
    expect(table.counts).toEqual({ additions: 30, doublings: 8 });
    for (const n of [1, 4, N]) {
      const scalars = Array.from({ length: n }, () => mod(random(256), order));
      check(table, scalars);
      const wanted = operationCounts(layout, n, true);
      expect(table.counts.additions).toBeGreaterThan(0.85 * wanted.additions);
      expect(table.counts.additions).toBeLessThan(1.15 * wanted.additions);
      expect(table.counts.doublings).toBe(wanted.doublings);
    }
    table.free();
  });

  it('bytes are those of the layouts', () => {
    const tables = tablesOf({ head: 23, rest: [6, 5], buckets: true });
    const { entryBytes } = harness.batch.model;
    const [head, rest] = tables.windowTables.map(({ layout }) => layout);
    const table = build(tables);
    expect(table.bytes).toBe(
      tableBytes(head, FIRST, entryBytes) +
        tableBytes(rest, N - FIRST, entryBytes) +
        tableBytes(bucketLayout, N, harness.batch.pointBytes),
    );
    // 23 windows of 126 + 1 bits are 12 of 6 bits and 11 of 5, and all of 252 + 1 have 11.
    expect(entriesOf(head)).toBe(split ? 12 * 2 ** 5 + 11 * 2 ** 4 : 23 * 2 ** 10);
    expect(magnitudeBits(order)).toBe(252);
    expect(magnitudeBits(PART_ORDER)).toBe(126);
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
    const rest = split ? [7, 10] : [6, 2];
    const tables = tablesOf(/** @type {any} */ ({ head: 20, rest, buckets: true }));
    const start = () =>
      windowTableSteps(context, { points, n: N, first: FIRST, memory: 0, tables });
    let last = { done: 0, total: 0 };
    let all = 0;
    for (const steps = start(); ; all++) {
      const { done, value } = steps.next();
      if (done) {
        /** @type {any} */ (value).free();
        break;
      }
      expect(value.done).toBeGreaterThanOrEqual(last.done);
      last = value;
    }
    expect(last.done).toBe(last.total);
    for (const rounds of [1, 5, all >> 1, all - 5, all]) {
      const steps = start();
      for (let i = 0; i < rounds; i++) if (steps.next().done) throw new Error('too early');
      steps.return(/** @type {any} */ (undefined));
      expect(arena.used).toBe(used);
    }
    const large = tablesOf({ head: 7, row: 7, buckets: true });
    const refused = windowTableSteps(context, {
      points,
      n: N,
      first: FIRST,
      memory: 0,
      tables: large,
    });
    expect(() => refused.next()).toThrow(ResourceError);
    expect(arena.used).toBe(used);
  });
});
