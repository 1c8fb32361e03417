import { beforeAll, describe, expect, it } from 'vitest';

import { endomorphismMap } from '../../src/reference/endomorphism.js';
import { invert, mod } from '../../src/math/modular.js';
import { add, equals, multiply, negate } from '../../src/reference/weierstrass.js';
import { coefficientsOf, elementOf } from '../support/elements.js';
import { assertProperty, fc } from '../support/property.js';
import { curves, limbs30Kernel } from './kernels.js';
import { isWhole } from '../support/extent.js';

/** @typedef {import('../../src/reference/weierstrass.js').AffinePoint<any>} AffinePoint */
/** @import { Limbs30 } from './kernels.js' */

describe.each(curves)('batch_add on $name', (curve) => {
  const { p, field, generator: G } = curve;

  const multiple = (/** @type {bigint} */ k) => multiply(curve, G, k);
  const phi = endomorphismMap(curve);
  /** n, and in an extension n + c1·u. @param {bigint} n @param {bigint} [c1] */
  const element = (n, c1 = 0n) => elementOf([n, c1].slice(0, field.degree));

  const P = multiple(5n);
  /** Points with x = 0, of order 3, where there are any. */
  const y0 = field.squareRoot(curve.b);
  const threeTorsion = y0 === null ? [] : [{ x: field.zero, y: y0 }];

  /**
   * Points among which every special case of an addition occurs.
   * @type {Array<{ name: string, point: AffinePoint }>}
   */
  const cast = [
    { name: '∞', point: null },
    { name: 'P', point: P },
    { name: '−P', point: negate(curve, P) },
    { name: 'Q', point: multiple(7n) },
    { name: '2P', point: multiple(10n) },
    { name: '−2P', point: multiple(-10n) },
    { name: 'φ(P)', point: phi(P) },
    { name: 'φ²(P)', point: phi(phi(P)) },
    { name: '−φ(P)', point: negate(curve, phi(P)) },
    ...threeTorsion.map((point) => ({ name: '(0, y)', point })),
    ...threeTorsion.map((point) => ({ name: '(0, −y)', point: negate(curve, point) })),
  ];

  /**
   * The sum that an entry stands for: A ± B.
   * @param {AffinePoint} A
   * @param {AffinePoint} B
   * @param {boolean} opposite
   */
  const sumOf = (A, B, opposite) => add(curve, A, opposite ? negate(curve, B) : B);

  /**
   * @typedef {{ A: AffinePoint, B: AffinePoint, signA?: number, signB?: number, shift?: number,
   *   place?: string }} Entry
   */

  /**
   * Runs one batched addition. Every entry has points of its own and, by `place`, writes to a point
   * of its own, to that of A, or to that of B; `shift` has a bit for each coordinate that is
   * written as value + p.
   * @param {Limbs30} kernel
   * @param {Entry[]} entries
   * @returns {AffinePoint[]}
   */
  function batchAdd(kernel, entries) {
    const { arena, wasm, pointBytes, workBytes, writePoint, readPoint } = kernel;
    const count = entries.length;
    const size = 3 * count * pointBytes + 12 * count + (count + 1) * workBytes + 64;
    const block = arena.allocate(size, 'test');
    const at = (/** @type {number} */ i) => block + i * pointBytes;
    const work = at(3 * count);
    const list = work + (count + 1) * workBytes;
    const guard = list + 12 * count;
    arena.i32[guard >> 2] = 0x5eed;
    entries.forEach(({ A, B, signA = 0, signB = 0, shift = 0, place }, i) => {
      const [a, b, own] = [at(3 * i), at(3 * i + 1), at(3 * i + 2)];
      writePoint(a, A, { x: Boolean(shift & 1), y: Boolean(shift & 2) });
      writePoint(b, B, { x: Boolean(shift & 4), y: Boolean(shift & 8) });
      // The previous contents of the target must not matter.
      writePoint(own, i % 2 ? null : G);
      const target = place === 'A' ? a : place === 'B' ? b : own;
      arena.i32.set([target, a | signA, b | signB], (list >> 2) + 3 * i);
    });
    try {
      wasm.batch_add(list, count, work);
      expect(arena.i32[guard >> 2]).toBe(0x5eed);
      return entries.map(({ A, B, place }, i) => {
        if (place !== 'A') expect(readPoint(at(3 * i))).toEqual(A);
        if (place !== 'B') expect(readPoint(at(3 * i + 1))).toEqual(B);
        return readPoint(at(3 * i + (place === 'A' ? 0 : place === 'B' ? 1 : 2)));
      });
    } finally {
      arena.free(block);
    }
  }

  /**
   * Sums and, behind them, differences.
   * @param {Limbs30} kernel
   * @param {Entry[]} entries
   * @returns {AffinePoint[]}
   */
  function batchAddBoth({ arena, wasm, pointBytes, workBytes, writePoint, readPoint }, entries) {
    const count = entries.length;
    const block = arena.allocate(4 * count * pointBytes + 12 * count + (count + 3) * workBytes, '');
    const at = (/** @type {number} */ i) => block + i * pointBytes;
    const work = at(4 * count);
    const list = work + (count + 3) * workBytes;
    entries.forEach(({ A, B, signA = 0, signB = 0, shift = 0 }, i) => {
      const [a, b, target] = [at(4 * i), at(4 * i + 1), at(4 * i + 2)];
      writePoint(a, A, { x: Boolean(shift & 1), y: Boolean(shift & 2) });
      writePoint(b, B, { x: Boolean(shift & 4), y: Boolean(shift & 8) });
      arena.i32.set([target, a | signA, b | signB], (list >> 2) + 3 * i);
    });
    try {
      wasm.batch_add_both(list, count, work);
      return entries.flatMap(({ A, B }, i) => {
        expect(readPoint(at(4 * i))).toEqual(A);
        expect(readPoint(at(4 * i + 1))).toEqual(B);
        return [readPoint(at(4 * i + 2)), readPoint(at(4 * i + 3))];
      });
    } finally {
      arena.free(block);
    }
  }

  /** @param {Entry} entry */
  const expectedSum = ({ A, B, signA = 0, signB = 0 }) => sumOf(A, B, signA !== signB);

  /** @param {Limbs30} kernel @param {Entry[]} entries */
  function check(kernel, entries) {
    const sums = batchAdd(kernel, entries);
    sums.forEach((sum, i) => {
      const expected = cachedSum(entries[i]);
      if (!equals(curve, sum, expected))
        expect.fail(`entry ${i} of ${entries.length}: ${describeEntry(entries[i])}`);
    });
  }

  /** @type {Map<string, AffinePoint>} */
  const sums = new Map();

  /** @param {Entry} entry */
  function cachedSum(entry) {
    const { A, B, signA = 0, signB = 0 } = entry;
    const parts = [A?.x, A?.y, B?.x, B?.y].map(
      (e) => e !== undefined && coefficientsOf(e).join('u'),
    );
    const key = [...parts, signA !== signB].join();
    const known = sums.get(key);
    if (known !== undefined) return known;
    const sum = expectedSum(entry);
    sums.set(key, sum);
    return sum;
  }

  /** @param {Entry} entry */
  const describeEntry = ({ A, B, signA, signB, shift, place }) =>
    JSON.stringify({ A, B, signA, signB, shift, place }, (_, value) =>
      typeof value === 'bigint' ? `0x${value.toString(16)}` : value,
    );

  /** All pairs of the cast, with all signs. @type {Entry[]} */
  const allPairs = cast.flatMap(({ point: A }) =>
    cast.flatMap(({ point: B }) =>
      [0, 1, 2, 3].map((signs) => ({ A, B, signA: signs & 1, signB: signs >> 1 })),
    ),
  );

  /**
   * One pair of each kind: sum, doubling, first, second, infinity.
   * @type {Array<{ kind: string } & Entry>}
   */
  const kinds = [
    { kind: 'a sum', A: P, B: multiple(7n), signA: 0, signB: 0 },
    { kind: 'a doubling', A: P, B: P, signA: 1, signB: 1 },
    { kind: 'a doubling by signs', A: P, B: negate(curve, P), signA: 0, signB: 1 },
    { kind: 'opposite points', A: P, B: negate(curve, P), signA: 1, signB: 1 },
    { kind: 'opposite signs', A: P, B: P, signA: 1, signB: 0 },
    { kind: 'infinity first', A: null, B: P, signA: 0, signB: 1 },
    { kind: 'infinity second', A: P, B: null, signA: 1, signB: 0 },
    { kind: 'infinity twice', A: null, B: null, signA: 0, signB: 1 },
  ];

  const ordinary = Array.from({ length: 12 }, (_, i) => ({
    A: multiple(BigInt(20 + i)),
    B: multiple(BigInt(60 + 3 * i)),
  }));

  const builds = curve === curves[0] || isWhole ? ['debug', 'release'] : ['debug'];
  describe.each(builds)('%s build', (build) => {
    /** @type {Limbs30} */
    let kernel;
    beforeAll(async () => {
      kernel = await limbs30Kernel({ debug: build === 'debug', config: curve });
    });

    it('adds every pair of the cast, in every combination of signs and representatives, alone', () => {
      for (const entry of allPairs) {
        for (let shift = 0; shift < 16; shift += build === 'debug' ? 1 : 5)
          check(kernel, [{ ...entry, shift }]);
      }
    });

    it('adds them all in one batch', () => {
      for (const shift of [0, 1, 4, 5, 10, 15]) {
        check(
          kernel,
          allPairs.map((entry) => ({ ...entry, shift })),
        );
        check(
          kernel,
          allPairs.toReversed().map((entry, i) => ({ ...entry, shift: (shift + i) % 16 })),
        );
      }
    });

    it.each(kinds)('$kind does not disturb the others, at any position of a batch', (special) => {
      for (let length = 1; length <= 9; length++) {
        for (let position = 0; position < length; position++) {
          const entries = /** @type {Entry[]} */ (ordinary.slice(0, length));
          check(kernel, entries.with(position, special));
        }
      }
    });

    it('takes all kinds in any order', () => {
      const entry = fc.record({
        pair: fc.integer({ min: 0, max: allPairs.length - 1 }),
        shift: fc.integer({ min: 0, max: 15 }),
        place: fc.constantFrom('own', 'A', 'B'),
      });
      assertProperty(
        fc.property(fc.array(entry, { maxLength: 40 }), (list) => {
          check(
            kernel,
            list.map(({ pair, shift, place }) => ({ ...allPairs[pair], shift, place })),
          );
        }),
        100,
      );
    });

    it('writes to the place of A or of B', () => {
      for (const place of ['A', 'B']) {
        check(
          kernel,
          allPairs.map((entry, i) => ({ ...entry, shift: i % 16, place })),
        );
      }
    });

    it('adds a point to itself in its own place', () => {
      const { arena, wasm, pointBytes, workBytes, writePoint, readPoint } = kernel;
      const block = arena.allocate(pointBytes + 12 + 2 * workBytes, 'test');
      const [work, list] = [block + pointBytes, block + pointBytes + 2 * workBytes];
      for (const { point } of cast) {
        for (const [a, b] of [
          [0, 0],
          [1, 1],
          [0, 1],
          [1, 0],
        ]) {
          writePoint(block, point, { x: true });
          arena.i32.set([block, block | a, block | b], list >> 2);
          wasm.batch_add(list, 1, work);
          expect(readPoint(block)).toEqual(sumOf(point, point, a !== b));
        }
      }
      arena.free(block);
    });

    it('reads one point in many entries', () => {
      const { arena, wasm, pointBytes, workBytes, writePoint, readPoint } = kernel;
      const count = 33;
      const block = arena.allocate((count + 1) * (pointBytes + workBytes) + 12 * count, 'test');
      const targets = block + pointBytes;
      const work = targets + count * pointBytes;
      const list = work + (count + 1) * workBytes;
      writePoint(block, P);
      for (let i = 0; i < count; i++) {
        const target = targets + i * pointBytes;
        writePoint(target, i === 7 ? P : i === 8 ? null : multiple(BigInt(i)));
        arena.i32.set([target, target, block | (i & 1)], (list >> 2) + 3 * i);
      }
      wasm.batch_add(list, count, work);
      for (let i = 0; i < count; i++) {
        const before = i === 7 ? P : i === 8 ? null : multiple(BigInt(i));
        expect(readPoint(targets + i * pointBytes)).toEqual(sumOf(before, P, Boolean(i & 1)));
      }
      expect(readPoint(block)).toEqual(P);
      arena.free(block);
    });

    it.each([0, 1, 2, 3, 31, 255, 2047])('adds %i pairs', (count) => {
      const entries = Array.from({ length: count }, (_, i) => allPairs[(i * 7) % allPairs.length]);
      check(kernel, entries);
    });

    it('writes nothing for no pairs', () => {
      const { arena, wasm } = kernel;
      const block = arena.allocate(4096, 'test');
      arena.u8.fill(0xa5, block, block + 4096);
      wasm.batch_add(block, 0, block + 64);
      expect(arena.u8.subarray(block, block + 4096).every((byte) => byte === 0xa5)).toBe(true);
      arena.free(block);
    });

    it('takes points with y = 0, which are their own negatives', () => {
      // On another curve y² = x³ + b, but batch_add does not know b.
      const twoTorsion = { x: element(77n, 5n), y: field.zero };
      for (let shift = 0; shift < 16; shift++) {
        for (let signs = 0; signs < 4; signs++) {
          const entry = {
            A: twoTorsion,
            B: twoTorsion,
            signA: signs & 1,
            signB: signs >> 1,
            shift,
          };
          expect(batchAdd(kernel, [ordinary[0], entry, ordinary[1]])).toEqual([
            expectedSum(ordinary[0]),
            null,
            expectedSum(ordinary[1]),
          ]);
        }
      }
    });

    it('is not misled by differences that end like zero', () => {
      // Chords do not depend on the curve's coefficients, so any two points will do.
      const { parameters } = kernel;
      const inverseR = invert(parameters.R, p);
      const A = { x: element(1000n, 2000n), y: element(31n) };
      for (const k of [1n, 2n, 3n, 1n << 200n, (p >> 40n) + 1n]) {
        // The Montgomery forms differ by a multiple of 2^w, in one coefficient or in each.
        const step = mod(k * (1n << BigInt(parameters.w)) * inverseR, p);
        const steps = [element(step), element(0n, step), element(step, step)];
        const entries = steps.slice(0, 2 * field.degree - 1).flatMap((difference) => {
          const [after, before] = [field.add(A.x, difference), field.subtract(A.x, difference)];
          return [0, 5, 10, 15].flatMap((shift) => [
            { A, B: { x: after, y: element(17n) }, shift },
            { A, B: { x: before, y: element(31n) }, shift },
            { A, B: { x: after, y: element(31n) }, shift, signA: 1, signB: 0 },
          ]);
        });
        check(kernel, entries);
      }
    });

    it('adds and subtracts every case, alone and among others', () => {
      const ordinary = { A: multiple(11n), B: multiple(4n) };
      for (const signA of [0, 1])
        for (const signB of [0, 1]) {
          const entries = cast.flatMap(({ point: A }, i) =>
            cast.map(({ point: B }, j) => ({ A, B, signA, signB, shift: (i + 5 * j) % 16 })),
          );
          const mixed = entries.flatMap((entry) => [ordinary, entry]);
          for (const list of [entries, mixed, ...entries.map((entry) => [entry])]) {
            const found = batchAddBoth(kernel, list);
            list.forEach((entry, i) => {
              const opposite = { ...entry, signB: 1 - (entry.signB ?? 0) };
              const both = [cachedSum(entry), cachedSum(opposite)];
              both.forEach((expected, k) => {
                if (!equals(curve, found[2 * i + k], expected))
                  expect.fail(`${k ? 'difference' : 'sum'} of ${describeEntry(entry)}`);
              });
            });
          }
        }
      expect(() => kernel.wasm.batch_add_both(0, 0, 0)).not.toThrow();
    });

    it('adds a progression, in which sums collide', () => {
      // i·G + j·G for all i, j up to 12: equal, opposite and infinite partial sums.
      const points = Array.from({ length: 25 }, (_, i) => multiple(BigInt(i - 12)));
      const entries = points.flatMap((A, i) =>
        points.map((B, j) => ({ A, B, shift: (i + 3 * j) % 16 })),
      );
      const results = batchAdd(kernel, entries);
      const all = Array.from({ length: 49 }, (_, i) => multiple(BigInt(i - 24)));
      results.forEach((sum, i) => {
        const expected = all[Math.floor(i / 25) + (i % 25)];
        if (!equals(curve, sum, expected)) expect.fail(`entry ${i}`);
      });
    });
  });

  describe('release build', () => {
    it('does not look at the coordinates of infinity', async () => {
      const kernel = await limbs30Kernel({ debug: false, config: curve });
      const { arena, wasm, pointBytes, workBytes, slotBytes, flagWord, writePoint, readPoint } =
        kernel;
      const block = arena.allocate(16 * pointBytes + 8 * workBytes, 'test');
      const at = (/** @type {number} */ i) => block + i * pointBytes;
      const [work, list] = [at(12), at(12) + 7 * workBytes];
      for (const fill of [0, -1, 0x7fffffff, 0x3fffffff]) {
        for (let i = 0; i < 12; i++) writePoint(at(i), multiple(BigInt(i + 1)));
        for (const i of [1, 2, 6, 7]) {
          arena.i32.fill(fill, at(i) >> 2, (at(i) + 2 * slotBytes) >> 2);
          arena.i32[(at(i) >> 2) + flagWord] = 1;
        }
        const entries = [
          [at(8), at(0), at(1) | 1],
          [at(9), at(2) | 1, at(3)],
          [at(10), at(4), at(5)],
          [at(11), at(6), at(7)],
        ];
        arena.i32.set(entries.flat(), list >> 2);
        wasm.batch_add(list, entries.length, work);
        expect([8, 9, 10, 11].map((i) => readPoint(at(i)))).toEqual([
          multiple(1n),
          multiple(-4n),
          multiple(11n),
          null,
        ]);
      }
    });
  });
});
