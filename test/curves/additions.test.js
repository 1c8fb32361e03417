import { beforeAll, describe, expect, it } from 'vitest';

import { add, double, multiply, negate } from '../../src/reference/weierstrass.js';
import { castOf } from './cast.js';
import { testCurves } from './configs/index.js';
import { tiny } from './configs/tiny.js';
import { kernelNames, kernelOf } from './kernels.js';

/** @typedef {import('../../src/reference/weierstrass.js').AffinePoint<any>} AffinePoint */
/** @import { Kernel } from './kernels.js' */

describe.each(testCurves)('additions on $name', (config) => {
  const cast = castOf(config);
  const { curve, times, curvePoint, randomElement, random } = cast;
  const { generator: G, order } = curve;
  const all = [...cast.all, curvePoint(randomElement())];
  const pairs = all.flatMap((_, i) => all.map((_, j) => ({ i, j })));
  /**
   * The sum that a pair stands for: A ± B.
   * @param {{ i: number, j: number }} pair
   * @param {number} sign
   */
  const sumOf = ({ i, j }, sign) => add(curve, all[i], sign ? negate(curve, all[j]) : all[j]);
  const sums = [0, 1].map((sign) => pairs.map((pair) => sumOf(pair, sign)));

  describe.each(kernelNames)('%s', (name) => {
    /** @type {Kernel} */
    let kernel;
    beforeAll(async () => {
      kernel = await kernelOf(config, name);
    });

    it('batch_add adds all pairs with both signs, in one list', () => {
      const points = kernel.place(all);
      const at = (/** @type {number} */ i) => points + i * kernel.pointBytes;
      for (const sign of [0, 1]) {
        // The sign of the sum is that of A, which the caller keeps.
        for (const signs of [
          [0, sign],
          [1, 1 - sign],
        ]) {
          const entries = pairs.map(({ i, j }) => ({ A: at(i) | signs[0], B: at(j) | signs[1] }));
          expect(kernel.addAll(entries)).toEqual(sums[sign]);
        }
      }
    });

    it('batch_add takes lists of any length and writes to the places of A and B', () => {
      for (const count of [1, 2, 3, 7, 8]) {
        for (const to of ['A', 'B']) {
          const chosen = Array.from({ length: count }, () => ({
            i: Number(random(16)) % all.length,
            j: Number(random(16)) % all.length,
            sign: Number(random(1)),
          }));
          const points = kernel.place(chosen.flatMap(({ i, j }) => [all[i], all[j]]));
          const entries = chosen.map(({ sign }, k) => {
            const [A, B] = [2 * k, 2 * k + 1].map((n) => points + n * kernel.pointBytes);
            return { A, B: B | sign, target: to === 'A' ? A : B };
          });
          expect(kernel.addAll(entries)).toEqual(chosen.map((pair) => sumOf(pair, pair.sign)));
        }
      }
      kernel.wasm.batch_add(0, 0, 0);
    });

    it('batch_add_both gives sums and differences', ({ skip }) => {
      skip(!kernel.wasm.batch_add_both, 'this kernel does not pair additions');
      const points = kernel.place(all);
      const at = (/** @type {number} */ i) => points + i * kernel.pointBytes;
      for (const sign of [0, 1]) {
        const entries = pairs.map(({ i, j }) => ({ A: at(i), B: at(j) | sign }));
        const expected = pairs.flatMap((_, k) => [sums[sign][k], sums[1 - sign][k]]);
        expect(kernel.addAll(entries, 'batch_add_both')).toEqual(expected);
      }
    });

    /** Chains: not every kernel has them. */
    const hasChain = () => kernel.jacobianBytes > 0;

    it('has chains, or states none', () => {
      const { chains } = config.traits;
      if (chains.includes(name)) expect(hasChain()).toBe(true);
      expect(typeof kernel.wasm.odd_multiples).toBe(
        chains.includes(name) ? 'function' : 'undefined',
      );
    });

    it('jacobian_double and jacobian_add_affine are complete, for any Z', ({ skip }) => {
      skip(!hasChain(), 'this kernel has no chains');
      const { wasm } = kernel;
      const points = kernel.place([...all, ...all.map((A) => add(curve, A, negate(curve, G)))]);
      const at = (/** @type {number} */ i) => points + i * kernel.pointBytes;
      const [chain, copy] = [0, 1].map(() => kernel.allocate(kernel.jacobianBytes));
      const starts = [
        (/** @type {number} */ i) => wasm.jacobian_from_affine(chain, at(i)),
        (/** @type {number} */ i) => {
          wasm.jacobian_from_affine(chain, at(all.length + i));
          wasm.jacobian_add_affine(chain, at(1));
        },
      ];
      expect(all[1]).toEqual(G);
      for (const start of starts) {
        for (const [i, A] of all.entries()) {
          start(i);
          expect(kernel.readJacobian(chain)).toEqual(A);
          wasm.jacobian_double(copy, chain);
          expect(kernel.readJacobian(copy)).toEqual(double(curve, A));
          expect(kernel.readJacobian(chain)).toEqual(A);
          wasm.jacobian_double(chain, chain);
          wasm.jacobian_double(chain, chain);
          expect(kernel.readJacobian(chain)).toEqual(multiply(curve, A, 4n));
        }
        for (const [k, { i, j }] of pairs.entries()) {
          for (const sign of [0, 1]) {
            start(i);
            wasm.jacobian_add_affine(chain, at(j) | sign);
            expect(kernel.readJacobian(chain)).toEqual(sums[sign][k]);
          }
        }
      }
    });

    it('jacobian_chain multiplies by random scalars', ({ skip }) => {
      skip(!hasChain(), 'this kernel has no chains');
      const { wasm, arena } = kernel;
      const points = kernel.place(all);
      const chain = kernel.allocate(kernel.jacobianBytes);
      const bits = order.toString(2).length;
      const references = kernel.allocate(4 * bits);
      for (const [i, A] of all.entries()) {
        const k = random(bits);
        for (let bit = 0; bit < bits; bit++) {
          const isSet = (k >> BigInt(bit)) & 1n;
          arena.i32[references / 4 + bit] = isSet ? points + i * kernel.pointBytes : 0;
        }
        wasm.jacobian_chain(chain, references, 1, bits, 1);
        expect(kernel.readJacobian(chain)).toEqual(times(A, k));
      }
    });

    it.for([1, 2, 8])('odd_multiples makes tables of %i rows', (rows, { skip }) => {
      const { wasm } = kernel;
      skip(!wasm.odd_multiples, 'this kernel has no chains');
      const list = cast.inside;
      const n = list.length;
      const tables = kernel.allocate((n * rows + 1) * kernel.pointBytes);
      const work = kernel.allocate(n * (rows + 1) * kernel.jacobianBytes);
      wasm.odd_multiples(tables, kernel.place(list), n, rows, work);
      const expected = list.flatMap((point) =>
        Array.from({ length: rows }, (_, k) => multiply(curve, point, BigInt(2 * k + 1))),
      );
      expect(kernel.read(tables, n * rows)).toEqual(expected);
    });
  });
});

describe.each(kernelNames)('the tiny group, all of it [%s]', (name) => {
  const { curve } = castOf(tiny);
  const n = Number(curve.order);
  /** All multiples of the generator; entry k is [k]G. @type {AffinePoint[]} */
  const group = [null];
  while (group.length < n) group.push(add(curve, group[group.length - 1], curve.generator));
  const logs = Array.from({ length: n * n }, (_, k) => [Math.floor(k / n), k % n]);

  it.each([true, false])(
    'all pairs, added and doubled in lists and in chains (debug: %s)',
    async (debug) => {
      const kernel = await kernelOf(tiny, name, { debug });
      const { wasm } = kernel;
      const points = kernel.place(group);
      const at = (/** @type {number} */ i) => points + i * kernel.pointBytes;
      expect(add(curve, group[n - 1], curve.generator)).toBe(null);
      expect(wasm.points_in_subgroup(points, n)).toBe(-1);
      for (const sign of [0, 1]) {
        const expected = logs.map(([i, j]) => group[(i + (sign ? n - j : j)) % n]);
        expect(kernel.addAll(logs.map(([i, j]) => ({ A: at(i), B: at(j) | sign })))).toEqual(
          expected,
        );
      }
      if (kernel.jacobianBytes === 0) return;
      const chain = kernel.allocate(kernel.jacobianBytes);
      const sums = logs.map(([i, j]) => {
        // 2·[i/2]G: Z is not 1.
        wasm.jacobian_from_affine(chain, at((i * ((n + 1) / 2)) % n));
        wasm.jacobian_double(chain, chain);
        wasm.jacobian_add_affine(chain, at(j));
        return kernel.readJacobian(chain);
      });
      expect(sums).toEqual(logs.map(([i, j]) => group[(i + j) % n]));
    },
  );
});
