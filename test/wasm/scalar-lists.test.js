/**
 * Lists of scalar fields in generated modules, debug builds, against BigInts: every operation, on
 * random values and on extremes, at even and odd positions; transforms longer than a block.
 */
import { describe, expect, it } from 'vitest';
import { createScalarLists as onBigInt } from '../../src/engines/bigint/scalar-lists.js';
import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { readModule } from '../../src/engines/wasm/polynomials.js';
import { createScalarLists, readListModule } from '../../src/engines/wasm/scalar-lists.js';
import { bls12381G1 } from '../../src/curves/bls12-381.js';
import { constantsOf } from '../../src/group/scalars/products.js';
import {
  forwardSteps,
  interpolateSteps,
  oddSteps,
  reverseSteps,
} from '../../src/group/scalars/transforms.js';
import { toBytesLE } from '../../src/math/integers.js';
import { power } from '../../src/math/modular.js';
import { runNow } from '../../src/port/steps.js';
import { emitFieldListModule, emitPolynomialModule } from '../../wasm-gen/polynomial/index.js';
import { bn254G1 } from '../../src/curves/bn254.js';
import { pallas } from '../../src/curves/pasta.js';
import { instantiate } from '../support/instantiate.js';
import { namedExports } from '../support/named-exports.js';
import { randomStream } from '../wasm-gen/field-module.js';

const KIB = 1024;

/** Fields of 255 bits, of 254, and one whose prime is just above 2^254. */
const FIELDS = /** @type {const} */ ([
  ['bls12-381', bls12381G1.order, 7n],
  ['bn254', bn254G1.order, 5n],
  ['pallas', pallas.order, 5n],
]);

/** @param {bigint[]} values */
const bytesOf = (values) => {
  const bytes = new Uint8Array(32 * values.length);
  values.forEach((value, i) => bytes.set(toBytesLE(value, 32), 32 * i));
  return bytes;
};
const hex = (/** @type {Uint8Array} */ bytes) => Buffer.from(bytes).toString('hex');

/** Instances by kernel and field. @type {Map<string, ReturnType<typeof instantiated>>} */
const known = new Map();

/** @type {typeof instantiated} */
function listsOn(kernel, field) {
  const key = [kernel, field.order, field.debug].join(' ');
  const lists = known.get(key) ?? instantiated(kernel, field);
  known.set(key, lists);
  return lists;
}

/**
 * @param {string} kernel
 * @param {{ order: bigint, generator: bigint, debug?: boolean }} field
 */
async function instantiated(kernel, { order, generator, debug = true }) {
  const arena = new Arena(2 ** 26);
  const config = { name: 'field', order };
  const load = async (
    /** @type {typeof emitPolynomialModule} */ emit,
    /** @type {number} */ base,
  ) => {
    const place = { staticBase: base * KIB, staticEnd: (base + 16) * KIB, debug };
    const exports = await instantiate(
      emit(config, /** @type {any} */ (kernel), place),
      arena.memory,
    );
    return namedExports(exports, 'polynomials', bls12381G1.traits);
  };
  const [first, second] = [
    await load(emitPolynomialModule, 8),
    await load(emitFieldListModule, 24),
  ];
  const parts = { arena, order, source: { generator, modules: {} }, bytes: 32 };
  return { arena, lists: createScalarLists(readModule(first), readListModule(second), parts) };
}

const N = 64;

/** Any 256 bits, by index. @type {Record<string, (random: any, i: number, p: bigint) => bigint>} */
const KINDS = {
  random: (random) => random(256),
  'the largest': (_, i, p) => [p - 1n, 2n ** 256n - 1n][i % 2],
  'around multiples of the order': (_, i, p) =>
    [0n, 1n, p, p + 1n, p - 2n, 2n * p - 1n, 2n * p][i % 7] % 2n ** 256n,
};

/** @typedef {import('../../src/port/scalar-lists.js').ScalarLists} Lists */

/** Operations on lists a and b of N elements, z of N + 2 and a constant c. */
const OPERATIONS = /** @type {Record<string, (q: Lists, l: any) => any>} */ ({
  'read and write': (q, { z, a }) => q.copy(z, a, N),
  add: (q, { z, a, b }) => q.add(z, a, b, N),
  'add in place': (q, { z, a, b }) => (q.copy(z, a, N), q.add(z, z, b, N)),
  'add to itself, often': (q, { z, a }) => {
    q.copy(z, a, N);
    for (let i = 0; i < 100; i++) q.add(z, z, z, N);
  },
  subtract: (q, { z, a, b }) => q.subtract(z, a, b, N),
  'subtract and add': (q, { z, a, b }) => {
    q.copy(z, a, N);
    for (let i = 0; i < 50; i++) (q.subtract(z, b, z, N), q.add(z, z, a, N));
  },
  'an odd number': (q, { z, a, b }) => q.add(z, a, b, 5),
  dot: (q, { z, a, b }) => {
    const row = q.create(2);
    q.dot(row, a, b, N);
    const parts = q.at(row, 1);
    q.add(z, row, z, 1);
    if (q.elements === 2) (q.move(row, parts, 1), q.add(z, z, row, 1));
    q.clear(q.at(z, 2), N);
    q.move(q.at(z, 1), a, 1);
  },
  ...Object.fromEntries(
    [
      ...[0, 1, 2, 5].map((from) => [from, 0]),
      ...[0, 1, 4, 7].map((from) => [from, 1]),
      ...[0, 3].map((from) => [from, 3]),
    ].flatMap(([from, to]) =>
      [0, 1, 2, 7, 8].map((count) => [
        `move ${count} from ${from} to ${to}`,
        (/** @type {Lists} */ q, /** @type {any} */ { z, a }) =>
          q.move(q.at(z, to), q.at(a, from), count),
      ]),
    ),
  ),
  'read times a constant': (q, { z, a, c }) => q.readLE(z, q.writeLE(a, N), c),
  'write times a constant': (q, { z, a, c }) => q.readLE(z, q.writeLE(a, N, c)),
  ...Object.fromEntries(
    [1, 2, 4, 8, 16, 64].map((n) => [
      `reverse ${n}`,
      (/** @type {Lists} */ q, /** @type {any} */ { z, a }) => {
        q.copy(z, a, N);
        runNow(reverseSteps(q, z, n));
      },
    ]),
  ),
  sparse: (q, { z, a, b }) => {
    const [values, w] = [q.create(N), q.create(N)];
    q.copy(values, a, N);
    q.copy(w, b, N);
    q.readLE(values, bytesOf([1n, q.order - 1n]));
    const rows = [
      [],
      [0, 0],
      [1, 1],
      [0, 5, 63, 0],
      [3, 1, 4, 1, 5, 9, 2, 6, 5, 3],
      [9, 9],
      [9, 0],
    ];
    const starts = Uint32Array.from({ length: rows.length + 1 }, (_, i) =>
      rows.slice(0, i).reduce((sum, row) => sum + row.length / 2, 0),
    );
    const matrix = q.matrix({ starts, entries: Uint32Array.from(rows.flat()) });
    q.sparse(z, matrix, values, w, 0, 4);
    q.sparse(z, matrix, values, w, 4, 7);
    // Products are added to what is there.
    q.sparse(z, matrix, values, w, 1, 6);
    q.freeMatrix(matrix);
  },
});

describe.each(FIELDS)('lists of the scalar field of %s', (_, order, generator) => {
  describe.each(['limbs30', 'fma'])('%s', (kernel) => {
    it.each(Object.keys(KINDS))('all operations on values: %s', async (kind) => {
      const random = randomStream(3n);
      const values = () => Array.from({ length: N }, (_, i) => KINDS[kind](random, i, order));
      const inputs = [bytesOf(values()), bytesOf(values())];
      const constant = bytesOf([KINDS[kind](random, 1, order)]);
      const wasm = (await listsOn(kernel, { order, generator })).lists;
      const runs = [onBigInt(order, generator), wasm].map((q) => {
        const [a, b, z, c] = [N, N, N + 2, 1].map((length) => q.create(length));
        q.readLE(a, inputs[0]);
        q.readLE(b, inputs[1]);
        q.readLE(c, constant);
        return Object.entries(OPERATIONS).map(([name, run]) => {
          q.clear(z, N + 2);
          run(q, { a, b, z, c });
          // An operation may write one element past an odd number.
          if (name.startsWith('an odd')) (q.clear(q.at(z, 6), N - 6), q.move(q.at(z, 5), a, 1));
          return { name, bytes: hex(q.writeLE(z, N + 2)) };
        });
      });
      expect(runs[1]).toEqual(runs[0]);
    });

    it('stored scalars are their bytes, from any position', async () => {
      const { lists, arena } = await listsOn(kernel, { order, generator });
      const values = Array.from({ length: N }, (_, i) => BigInt(i) ** 40n % order);
      const list = lists.create(N);
      lists.readLE(list, bytesOf(values));
      const used = arena.used;
      for (const [start, count] of [
        [0, N],
        [1, N - 1],
        [2, 7],
        [3, 1],
        [5, 6],
      ]) {
        const stored = lists.stored(lists.at(list, start), count);
        expect(hex(stored.bytes())).toBe(hex(bytesOf(values.slice(start, start + count))));
      }
      expect(arena.used).toBe(used);
    });
  });
});

/** Lengths with and without a level left over, and more than a block. */
const LENGTHS = [1, 2, 4, 8, 32, 64, 2 ** 11, 2 ** 13];

describe.each(['limbs30', 'fma'])('transforms, %s', (kernel) => {
  const [[, order, generator]] = FIELDS;

  it('are those of BigInts, of any block and root, and are reversed', async () => {
    const { lists, arena } = await listsOn(kernel, { order, generator, debug: false });
    const before = arena.used;
    const oracle = onBigInt(order, generator);
    const random = randomStream(9n);
    for (const n of LENGTHS) {
      const bytes = bytesOf(Array.from({ length: n }, () => random(256)));
      for (const how of [{}, { block: 1 }, { inverse: true }, { block: 3, inverse: true }]) {
        const [got, expected] = [lists, oracle].map((q) => {
          const list = q.create(n);
          q.readLE(list, bytes);
          runNow(forwardSteps(q, list, n, how));
          const values = hex(q.writeLE(list, n));
          q.free(list);
          return { n, how, values };
        });
        expect(got.values === expected.values, JSON.stringify({ n, how })).toBe(true);
      }
    }
    lists.dispose();
    expect(arena.used).toBe(before);
  });

  it('go from values at the roots of unity to those at the odd ones', async () => {
    const { lists, arena } = await listsOn(kernel, { order, generator, debug: false });
    const before = arena.used;
    const random = randomStream(10n);
    for (const n of LENGTHS) {
      const coefficients = Array.from({ length: n }, () => random(254) % order);
      const root = power(generator, (order - 1n) / BigInt(2 * n), order);
      const some = [0, 1, n - 1, n >> 1, n >> 2].filter((i) => i < n);
      const at = (/** @type {bigint} */ x) =>
        coefficients.reduceRight((sum, c) => (sum * x + c) % order, 0n);
      const list = lists.create(n);
      lists.readLE(list, bytesOf(coefficients));
      runNow(forwardSteps(lists, list, n));
      runNow(reverseSteps(lists, list, n));
      const field = {
        lists,
        order,
        constant: constantsOf(lists),
        context: /** @type {any} */ ({}),
      };
      runNow(oddSteps(field, list, { count: n }));
      runNow(reverseSteps(lists, list, n));
      for (const i of some) {
        const value = (at(power(root, BigInt(2 * i + 1), order)) * BigInt(n)) % order;
        expect(hex(lists.writeLE(lists.at(list, i & ~1), (i & 1) + 1)).slice(64 * (i & 1))).toBe(
          hex(bytesOf([value])),
        );
      }
      lists.free(list);
    }
    lists.dispose();
    expect(arena.used).toBe(before);
  });

  it('keep their ranges over many levels and repetitions, debug build', async () => {
    const { lists } = await listsOn(kernel, { order, generator });
    for (const n of [2, 4, 2 ** 13]) {
      const [list, start] = [lists.create(n), bytesOf(Array(n).fill(order - 1n))];
      lists.readLE(list, start);
      for (let i = 0; i < (n > 4 ? 3 : 200); i++) {
        runNow(forwardSteps(lists, list, n));
        runNow(reverseSteps(lists, list, n));
        runNow(interpolateSteps(lists, list, n));
      }
      const c = lists.create(1);
      const inverse = BigInt(n) ** (n > 4 ? 3n : 200n) % order;
      lists.readLE(c, bytesOf([inverse]));
      const expected = lists.create(n);
      lists.readLE(expected, start);
      lists.scale(expected, expected, c, n);
      expect(hex(lists.writeLE(list, n)) === hex(lists.writeLE(expected, n))).toBe(true);
    }
  });
});
