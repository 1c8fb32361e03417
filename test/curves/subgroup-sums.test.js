/**
 * Random sums of points in place of subgroup checks of each: debug builds of all kernels, for
 * every curve with the trait and for curves without it.
 */

import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { bls12381G1, bls12381G2 } from '../../src/curves/bls12-381.js';
import { readPointKernels, readScalarKernel } from '../../src/engines/wasm/kernels/kernel.js';
import { firstOutsideBySums } from '../../src/engines/wasm/subgroup/check.js';
import { Membership } from '../../src/engines/wasm/decode.js';
import { combinationSteps } from '../../src/engines/wasm/subgroup/sums.js';
import { planSums, SEARCH_SUMS, SUMS } from '../../src/engines/wasm/subgroup/plan.js';
import { ResourceError } from '../../src/errors.js';
import { runNow } from '../../src/port/steps.js';
import { add, multiply, negate } from '../../src/reference/weierstrass.js';
import { checkedConfig } from '../../wasm-gen/curve/config.js';
import { emitScalarModule } from '../../wasm-gen/scalar/index.js';
import { outsiders } from '../support/outsiders.js';
import { instantiate } from '../support/instantiate.js';
import { namedExports } from '../support/named-exports.js';
import { castOf } from './cast.js';
import { bn254G2 } from '../../src/curves/bn254.js';
import { tiny } from './configs/tiny.js';
import { wei25519 } from './configs/wei25519.js';
import { kernelNames, kernelOf } from './kernels.js';
import { some } from '../support/extent.js';

/** @typedef {import('../../src/reference/weierstrass.js').AffinePoint<any>} AffinePoint */

/** So that sums pay as soon as there are more points than sums. */
const prices = /** @type {any} */ ({
  ...{ additions: 1, batches: 1, digits: 1, buckets: 1, calls: 1, checks: 1e9 },
});

/** Points of a list; sums of these in 27 groups at most. */
const N = 84;

/**
 * The parts of a check on a kernel.
 * @param {any} config
 * @param {string} name
 */
async function partsOf(config, name) {
  const kernel = await kernelOf(config, name);
  const { arena } = kernel;
  // Coordinates of infinity are what stood in memory: debug builds want field elements there.
  const { allocate } = arena;
  arena.allocate = (bytes, purpose) => {
    const address = allocate.call(arena, bytes, purpose);
    arena.u8.fill(0, address, address + bytes);
    return address;
  };
  const range = { staticBase: 100 * 1024, staticEnd: 120 * 1024 };
  const module = emitScalarModule(config, range);
  const scalar = await instantiate({ module }, arena.memory);
  const { traits } = config;
  const exports = namedExports(kernel.wasm, name, traits);
  const { batch } = readPointKernels(/** @type {any} */ (name), exports);
  const scalarKernel = readScalarKernel(namedExports(scalar, 'scalar', traits));
  return { kernel, parts: { arena, batch, scalarKernel, prices, traits } };
}

afterEach(() => vi.unstubAllGlobals());

describe.each([bls12381G1, bls12381G2, bn254G2])('random sums of points of $name', (config) => {
  const { curve, inside, all, smallOrders, phi } = castOf(config);
  const map = phi ?? ((/** @type {AffinePoint} */ point) => point);

  it('has an odd cofactor', () => {
    expect(curve.cofactor % 2n).toBe(1n);
    expect(smallOrders.map(({ q }) => q)).toEqual(
      {
        'bls12-381-g1': [3n, 11n, 10177n, 859267n],
        'bls12-381-g2': [13n, 23n, 2713n, 11953n, 262069n],
      }[config.name] ?? [10069n],
    );
  });

  describe.each(some(kernelNames, 1, config.name))('%s', (name) => {
    /** @type {Awaited<ReturnType<typeof partsOf>>} */
    let opened;
    beforeAll(async () => {
      opened = await partsOf(config, name);
    });

    /** A list of N members, in which some places are taken by others. */
    const listWith = (/** @type {Record<number, AffinePoint>} */ planted) =>
      Array.from({ length: N }, (_, i) => (i in planted ? planted[i] : inside[i % inside.length]));

    /** The kernel of batches, and how many points it has checked one by one. */
    const counting = () => {
      const { batch } = opened.parts;
      const { firstOutside } = /** @type {any} */ (batch.subgroup);
      const count = { checked: 0 };
      const subgroup = {
        ...batch.subgroup,
        firstOutside(/** @type {number} */ points, /** @type {number} */ some) {
          count.checked += some;
          return firstOutside(points, some);
        },
      };
      return { batch: { ...batch, subgroup }, count };
    };

    /** @param {readonly AffinePoint[]} points @param {object} [other] parts */
    const firstOutsideSubgroup = (points, other = {}) => {
      const { kernel, parts } = opened;
      const address = kernel.place(points);
      const used = kernel.arena.used;
      const steps = firstOutsideBySums({ ...parts, ...other }, address, points.length);
      const found = runNow(steps);
      expect(kernel.arena.used).toBe(used);
      kernel.arena.free(address);
      return found;
    };

    it.each([[[1]], [[2, 1]], [[3, 3, 2]], [[5]]])(
      'sums what the digits say: groups of %j',
      (sizes) => {
        const { kernel, parts } = opened;
        const { arena } = kernel;
        // Equal and opposite points, small orders and infinity.
        const points = [...all, ...all, ...all.map((point) => negate(curve, point))];
        const address = kernel.place(points);
        const target = kernel.allocate(SUMS * kernel.pointBytes);
        let seed = 1;
        /** @type {number[][]} */
        const drawn = [];
        const draw = (/** @type {Int32Array} */ digits, /** @type {number} */ trits) => {
          const half = (3 ** trits - 1) / 2;
          for (let i = 0; i < digits.length; i++) {
            seed = (seed * 48271) % 2147483647;
            digits[i] = (seed % (2 * half + 1)) - half;
          }
          drawn.push([...digits]);
        };
        const list = { points: address, n: points.length };
        const count = runNow(combinationSteps(parts, list, sizes, { draw, target }));
        const expected = sizes.flatMap((k, group) =>
          Array.from({ length: k }, (_, trit) => {
            /** @type {AffinePoint} */
            let sum = null;
            points.forEach((point, i) => {
              const digit = drawn[group][i] + (3 ** k - 1) / 2;
              const c = (Math.floor(digit / 3 ** trit) % 3) - 1;
              if (c !== 0) sum = add(curve, sum, c < 0 ? negate(curve, point) : point);
            });
            return sum;
          }),
        );
        // In another order, up to the sign, and without infinity.
        const text = (/** @type {AffinePoint} */ point) =>
          JSON.stringify(point?.x, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
        const finite = expected.filter((point) => point !== null);
        expect(kernel.read(target, count).filter(Boolean).map(text).sort()).toEqual(
          finite.map(text).sort(),
        );
        expect(kernel.read(address, points.length)).toEqual(points);
        [address, target].forEach((block) => arena.free(block));
      },
    );

    it('accepts the group, and infinity alone', () => {
      expect(firstOutsideSubgroup(listWith({}))).toBe(-1);
      expect(firstOutsideSubgroup(Array.from({ length: N }, () => null))).toBe(-1);
      expect(firstOutsideSubgroup([])).toBe(-1);
    });

    // All of them on one kernel, some on the others: what a sum catches is the same.
    const isLowered = name === 'wide64';
    const step = name === kernelNames[0] ? 1 : isLowered ? 9 : 3;
    it.each(some(smallOrders, 3, `${config.name} ${name}`))(
      'refuses points of order $q, alone and added to others',
      ({ q, T }) => {
        outsiders(curve, { q, T }, { inside, smallOrders, map }).forEach((point, i) => {
          if (i % step !== 0) return;
          const at = (7 * i) % N;
          expect(firstOutsideSubgroup(listWith({ [at]: point }))).toBe(at);
        });
      },
    );

    it.each(some(smallOrders, 2, `${name} ${config.name}`))(
      'refuses points of order $q that cancel, or are repeated',
      ({ q, T }) => {
        const P = multiply(curve, curve.generator, 5n);
        const [plus, minus] = [add(curve, P, T), negate(curve, T)];
        expect(firstOutsideSubgroup(listWith({ 5: T, 40: minus }))).toBe(5);
        expect(firstOutsideSubgroup(listWith({ 80: plus, 81: minus }))).toBe(80);
        // As many as cancel in a sum without random coefficients; and nothing else.
        const repeated = q < 30n ? Number(q) : N - 2;
        expect(
          firstOutsideSubgroup(
            listWith(Object.fromEntries(Array.from({ length: repeated }, (_, i) => [i + 2, T]))),
          ),
        ).toBe(2);
        expect(firstOutsideSubgroup(Array.from({ length: N }, () => T))).toBe(0);
        expect(firstOutsideSubgroup(Array.from({ length: N }, (_, i) => (i % 2 ? T : minus)))).toBe(
          0,
        );
      },
    );

    // Which points are looked at is the same on every kernel; lowered arithmetic is slow.
    describe.skipIf(isLowered)('of a long list', () => {
      // Halves and quarters are searched by sums, eighths point by point.
      const long = 5 * SEARCH_SUMS;
      const bad = (/** @type {number[]} */ ...places) =>
        Array.from({ length: long }, (_, i) =>
          places.includes(i) ? smallOrders[0].T : inside[i % inside.length],
        );

      it('finds the first outsider by halves, and looks at fewer points than there are', () => {
        for (const places of [[long - 1], [100, 101, 250, 400]]) {
          const { batch, count } = counting();
          expect(firstOutsideSubgroup(bad(...places), { batch })).toBe(places[0]);
          // The sums of the list, twice those of a search, and a quarter of the points.
          expect(count.checked).toBeLessThanOrEqual(SUMS + 2 * SEARCH_SUMS + Math.ceil(long / 4));
        }
      });

      it('names a point that is outside even if sums of a half were wrong', () => {
        const { batch } = opened.parts;
        const { firstOutside } = /** @type {any} */ (batch.subgroup);
        let calls = 0;
        const subgroup = {
          ...batch.subgroup,
          // The second list of sums, in three calls, lies.
          firstOutside: (/** @type {number} */ points, /** @type {number} */ count) =>
            ++calls > 1 && calls < 5 ? -1 : firstOutside(points, count),
        };
        expect(firstOutsideSubgroup(bad(200), { batch: { ...batch, subgroup } })).toBe(200);
        // Until that point, after the search.
        expect(calls).toBeGreaterThan(4 + 200 / 32);
      });
    });

    it('takes a share of the sums, which is as sure as it is long', () => {
      const { kernel, parts } = opened;
      const { batch, count } = counting();
      const shareOf = (
        /** @type {readonly AffinePoint[]} */ points,
        /** @type {number} */ shares,
      ) => {
        count.checked = 0;
        const address = kernel.place(points);
        const steps = firstOutsideBySums({ ...parts, batch }, address, points.length, shares);
        const found = runNow(steps);
        kernel.arena.free(address);
        return found;
      };
      for (const shares of [2, 3, 5]) {
        expect(shareOf(listWith({}), shares)).toBe(-1);
        // Infinity needs no check.
        expect(count.checked).toBeLessThanOrEqual(Math.ceil(SUMS / shares));
        expect(count.checked).toBeGreaterThan(Math.ceil(SUMS / shares) - 3);
        expect(shareOf(listWith({ 30: smallOrders[0].T }), shares)).toBe(30);
      }
    });

    it('checks each point until sums are loaded, if they cannot be, and if asked to', async () => {
      const { kernel, parts } = opened;
      const address = kernel.place(listWith({ 9: smallOrders[0].T }));
      const sums = vi.fn(firstOutsideBySums);
      const lost = new Membership(parts, () => Promise.reject(new Error('no network')));
      const loaded = new Membership(parts, () => ({ firstOutsideBySums: sums }));
      const find = (/** @type {Membership} */ membership, /** @type {any} */ how = true) =>
        membership.firstOutsideSubgroup(parts.batch, address, N, how);
      expect(find(loaded)).toBe(9);
      expect(sums).not.toHaveBeenCalled();
      await Promise.all([lost.ready, loaded.ready]);
      expect([lost.bySums, loaded.bySums]).toEqual([undefined, sums]);
      expect(find(lost)).toBe(9);
      expect([find(loaded, 'each'), find(loaded, false)]).toEqual([9, -1]);
      expect(sums).not.toHaveBeenCalled();
      expect(find(loaded)).toBe(9);
      expect(sums).toHaveBeenCalledOnce();
      kernel.arena.free(address);
    });

    it('checks each point where sums do not pay, or nothing is random', () => {
      const bad = listWith({ 9: smallOrders[0].T });
      const never = () => {
        throw new Error('no random numbers here');
      };
      vi.stubGlobal('crypto', { getRandomValues: never });
      expect(firstOutsideSubgroup(bad)).toBe(9);
      vi.stubGlobal('crypto', undefined);
      expect(firstOutsideSubgroup(bad)).toBe(9);
      expect(firstOutsideSubgroup(bad, { prices: { ...prices, checks: 1e-9 } })).toBe(9);
    });

    it('frees its memory when it is closed, and when memory does not suffice', () => {
      const { kernel, parts } = opened;
      const { arena } = kernel;
      const address = kernel.place(listWith({}));
      const used = arena.used;
      for (const steps of [1, 5, 12]) {
        const running = firstOutsideBySums(parts, address, N);
        for (let i = 0; i < steps; i++) expect(running.next().done).toBe(false);
        expect(arena.used).toBeGreaterThan(used);
        running.return(0);
        expect(arena.used).toBe(used);
      }
      for (const fitting of [0, 1]) {
        let calls = 0;
        const { allocate } = arena;
        vi.spyOn(arena, 'allocate').mockImplementation((...request) => {
          if (calls++ === fitting) throw new ResourceError('none left');
          return allocate.call(arena, ...request);
        });
        expect(() => runNow(firstOutsideBySums(parts, address, N))).toThrow(ResourceError);
        vi.restoreAllMocks();
        expect(arena.used).toBe(used);
      }
      arena.free(address);
    });

    it('reports progress that never falls, of a constant total', () => {
      const { kernel, parts } = opened;
      for (const points of [listWith({}), listWith({ 70: smallOrders[0].T })]) {
        const address = kernel.place(points);
        const reports = [...firstOutsideBySums(parts, address, N)];
        expect(reports.length).toBeGreaterThan(20);
        reports.forEach(({ done, total }, i) => {
          expect(total).toBe(reports[0].total);
          expect(done).toBeLessThanOrEqual(total);
          expect(done).toBeGreaterThanOrEqual(reports[Math.max(0, i - 1)].done);
        });
        kernel.arena.free(address);
      }
    });
  });
});

describe.each([wei25519, tiny])('points of $name, whose cofactor is even', (config) => {
  const { inside, smallOrders } = castOf(config);

  it.each(kernelNames)('are checked one by one: %s', async (name) => {
    const { kernel, parts } = await partsOf(config, name);
    const [{ q, T }] = smallOrders;
    expect(q).toBe(2n);
    const points = Array.from({ length: N }, (_, i) => (i > 50 ? T : inside[i % inside.length]));
    const random = vi.fn();
    vi.stubGlobal('crypto', { getRandomValues: random });
    expect(runNow(firstOutsideBySums(parts, kernel.place(points), N))).toBe(51);
    expect(random).not.toHaveBeenCalled();
  });

  it('may not have the trait', () => {
    const traits = { ...config.traits, subgroupSums: true };
    expect(() => checkedConfig({ ...config, traits })).toThrow(/odd cofactor/);
  });
});

describe('the plan', () => {
  it('divides the sums, the largest groups first, where that pays', () => {
    for (let n = 0; n < 2 ** 21; n = Math.ceil(1.3 * n + 1)) {
      const sizes = planSums(n, SUMS, { ...prices, checks: 150 });
      expect(sizes === null).toBe(n <= SUMS || sizes === null);
      if (sizes === null) continue;
      expect(sizes.reduce((sum, k) => sum + k, 0)).toBe(SUMS);
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
      expect(sizes[0]).toBeLessThanOrEqual(10);
    }
    expect(planSums(4096, SUMS, { ...prices, checks: 150 })?.length).toBeLessThan(15);
    expect(planSums(SUMS, SUMS, prices)).toBe(null);
    expect(planSums(4096, SUMS, { ...prices, checks: undefined })).toBe(null);
  });
});
