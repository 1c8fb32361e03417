/** `batch_add` of the limbs30 kernel, on both representatives of each coordinate. */
import { beforeAll, describe, expect, it } from 'vitest';

import { invert, mod } from '../../src/math/modular.js';
import { equals, multiply } from '../../src/reference/weierstrass.js';
import { elementOf } from '../support/elements.js';
import { isWhole } from '../support/extent.js';
import { castOf, check, describeEntry, sumOf, testBatchAdd } from './batch-add-tests.js';
import { curves, limbs30Kernel } from './kernels.js';

/** @import { Entry, Kernel } from './batch-add-tests.js' */
/** @import { Limbs30 } from './kernels.js' */

/** A bit for each coordinate of a pair that is written as value + p. */
const SHIFTS = Array.from({ length: 16 }, (_, shift) => shift);

/** @param {number} shift @param {number} point 0 or 1 */
const formOf = (shift, point) => ({
  x: Boolean((shift >> (2 * point)) & 1),
  y: Boolean((shift >> (2 * point)) & 2),
});

/** @param {Limbs30} kernel @returns {Kernel & Limbs30} */
const adding = (kernel) => ({
  ...kernel,
  works: 1,
  writePair(a, b, { A, B, form: shift = 0 }) {
    kernel.writePoint(a, A, formOf(shift, 0));
    kernel.writePoint(b, B, formOf(shift, 1));
  },
});

describe.each(curves)('batch_add on $name', (curve) => {
  const { p, field, generator: G } = curve;
  const multiple = (/** @type {bigint} */ k) => multiply(curve, G, k);
  /** n, and in an extension n + c1·u. @param {bigint} n @param {bigint} [c1] */
  const element = (n, c1 = 0n) => elementOf([n, c1].slice(0, field.degree));
  /** Points with x = 0, of order 3, where there are any. */
  const y0 = field.squareRoot(curve.b);
  const threeTorsion = y0 === null ? [] : [y0, field.negate(y0)].map((y) => ({ x: field.zero, y }));
  const cast = castOf(curve, threeTorsion);

  /**
   * Sums and, behind them, differences.
   * @param {Kernel} kernel
   * @param {Entry[]} entries
   */
  function batchAddBoth({ arena, wasm, pointBytes, workBytes, writePair, readPoint }, entries) {
    const count = entries.length;
    const block = arena.allocate(4 * count * pointBytes + 12 * count + (count + 3) * workBytes, '');
    const at = (/** @type {number} */ i) => block + i * pointBytes;
    const work = at(4 * count);
    const list = work + (count + 3) * workBytes;
    entries.forEach((entry, i) => {
      const { signA = 0, signB = 0 } = entry;
      const [a, b, target] = [at(4 * i), at(4 * i + 1), at(4 * i + 2)];
      writePair(a, b, entry);
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

  const builds = curve === curves[0] || isWhole ? ['debug', 'release'] : ['debug'];
  describe.each(builds)('%s build', (build) => {
    /** @type {Kernel & Limbs30} */
    let kernel;
    beforeAll(async () => {
      kernel = adding(await limbs30Kernel({ debug: build === 'debug', config: curve }));
    });

    testBatchAdd({
      ...{ curve, opened: () => kernel, cast, forms: SHIFTS },
      few: SHIFTS.filter((shift) => build === 'debug' || shift % 5 === 0),
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
          return [0, 5, 10, 15].flatMap((form) => [
            { A, B: { x: after, y: element(17n) }, form },
            { A, B: { x: before, y: element(31n) }, form },
            { A, B: { x: after, y: element(31n) }, form, signA: 1, signB: 0 },
          ]);
        });
        check(kernel, curve, entries);
      }
    });

    it('adds and subtracts every case, alone and among others', () => {
      const ordinary = { A: multiple(11n), B: multiple(4n) };
      const points = cast.cast.concat(threeTorsion);
      for (const signA of [0, 1])
        for (const signB of [0, 1]) {
          const entries = points.flatMap((A, i) =>
            points.map((B, j) => ({ A, B, signA, signB, form: (i + 5 * j) % 16 })),
          );
          const mixed = entries.flatMap((entry) => [ordinary, entry]);
          for (const list of [entries, mixed, ...entries.map((entry) => [entry])]) {
            const found = batchAddBoth(kernel, list);
            list.forEach((entry, i) => {
              const opposite = { ...entry, signB: 1 - (entry.signB ?? 0) };
              const both = [sumOf(curve, entry), sumOf(curve, opposite)];
              both.forEach((expected, k) => {
                if (!equals(curve, found[2 * i + k], expected))
                  expect.fail(`${k ? 'difference' : 'sum'} of ${describeEntry(entry)}`);
              });
            });
          }
        }
      expect(() => kernel.wasm.batch_add_both(0, 0, 0)).not.toThrow();
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
