import { beforeAll, describe, expect, it } from 'vitest';

import { mod } from '../../src/math/modular.js';
import { isOnCurve, negate, rightSide } from '../../src/reference/weierstrass.js';
import { coefficientsOf, elementOf } from '../support/elements.js';
import { outsiders } from '../support/outsiders.js';
import { canonical, elementBytes } from '../wasm/kernels.js';
import { castOf } from './cast.js';
import { testCurves } from './configs/index.js';
import { kernelNames, kernelOf } from './kernels.js';

/** @typedef {import('../../src/reference/weierstrass.js').AffinePoint<any>} AffinePoint */
/** @import { Kernel } from './kernels.js' */

describe.each(testCurves)('points of $name', (config) => {
  const cast = castOf(config);
  const { curve, element, randomElement, times, nextX, curvePoint, smallOrders, phi } = cast;
  const { p, field, order, cofactor, generator: G } = curve;
  const { all, inside } = cast;
  const signOf = (/** @type {any} */ y) =>
    Number(curve.rootSign === 'odd' ? field.isOdd(y) : field.isLarger(y));

  describe.each(kernelNames)('%s', (name) => {
    /** @type {Kernel} */
    let kernel;
    beforeAll(async () => {
      kernel = await kernelOf(config, name);
    });

    /** Coordinates that are out of range. */
    const tooLarge = () => {
      const end = 1n << BigInt((8 * kernel.size) / kernel.degree);
      const bad = [p, p + 1n, end - 1n].filter((value) => value < end);
      return bad.flatMap((value) =>
        coefficientsOf(G.x).map((_, i) => elementOf(coefficientsOf(G.x).with(i, value))),
      );
    };

    it('points_from_affine and points_to_affine go there and back', () => {
      expect(kernel.read(kernel.place(all), all.length)).toEqual(all);
    });

    it('points_from_affine names the first coordinate out of range', () => {
      const { arena, wasm, size } = kernel;
      const target = kernel.allocate(kernel.pointBytes * 4);
      const source = kernel.allocate(2 * size * 3);
      for (const value of tooLarge()) {
        for (const coordinate of [0, size]) {
          for (const index of [0, 1, 2]) {
            [G, null, G].forEach((point, i) =>
              arena.u8.set(canonical(point, size), source + 2 * size * i),
            );
            arena.u8.set(elementBytes(value, size), source + 2 * size * index + coordinate);
            expect(wasm.points_from_affine(target, source, 3)).toBe(index);
          }
        }
      }
    });

    it('a factor multiplies the coordinates that are read and written', () => {
      const { arena, wasm, size, degree, pointBytes } = kernel;
      const factor = kernel.allocate(size);
      const [target, bytes] = [
        kernel.allocate(pointBytes * all.length),
        kernel.allocate(2 * size * all.length),
      ];
      for (const k of [1n, 2n, p - 1n, (1n << BigInt((8 * size) / degree)) % p, p / 3n]) {
        const by = (/** @type {any} */ a) => field.multiply(a, element(k));
        const expected = all.map((point) => point && { x: by(point.x), y: by(point.y) });
        const encodings = expected.map((point) => canonical(point, size));
        arena.u8.set(elementBytes(element(k), size), factor);
        wasm.points_to_affine(bytes, kernel.place(all), all.length, factor);
        encodings.forEach((encoding, i) => {
          const at = bytes + 2 * size * i;
          expect(arena.u8.slice(at, at + 2 * size)).toEqual(new Uint8Array(encoding));
        });
        all.forEach((point, i) => arena.u8.set(canonical(point, size), bytes + 2 * size * i));
        expect(wasm.points_from_affine(target, bytes, all.length, factor)).toBe(-1);
        expect(kernel.read(target, all.length)).toEqual(expected);
      }
    });

    it('points_on_curve names the first point off the curve', () => {
      const check = (/** @type {AffinePoint[]} */ points) =>
        kernel.wasm.points_on_curve(kernel.place(points), points.length);
      expect(check(all)).toBe(-1);
      expect(check([])).toBe(-1);
      const bad = [
        { x: G.x, y: field.add(G.y, field.one) },
        { x: G.y, y: G.x },
        { x: field.zero, y: element(3n, 1n) },
        { x: element(2n, 1n), y: field.zero },
      ];
      for (const point of bad) {
        expect(isOnCurve(curve, point)).toBe(false);
        for (const index of all.keys()) expect(check(all.with(index, point))).toBe(index);
      }
    });

    it('points_decompress finds the root that the sign names', () => {
      // y = 0 is its own negative, which no sign names.
      const finite = all.filter((point) => point !== null && !field.isZero(point.y));
      const both = finite.flatMap((point) => [point, negate(curve, point)]);
      const list = both.map((point) => ({ x: point?.x, sign: signOf(point?.y) }));
      expect(kernel.decompress(list)).toEqual({ result: -1, points: both });
      expect(kernel.decompress([]).result).toBe(-1);
    });

    it('points_decompress finds the root 0 for the sign 0 alone', ({ skip }) => {
      const halves = all.filter((point) => point !== null && field.isZero(point.y));
      skip(halves.length === 0, 'no point of this curve has y = 0');
      for (const point of halves) {
        expect(kernel.decompress([{ x: point?.x, sign: 0 }]).points).toEqual([point]);
        expect(kernel.decompress([{ x: point?.x, sign: 1 }]).result).toBe(1);
      }
    });

    it('points_decompress distinguishes random x with a point from those without', () => {
      for (let i = 0; i < 60; i++) {
        const x = randomElement();
        const y = field.squareRoot(rightSide(curve, x));
        const { result, points } = kernel.decompress([{ x, sign: 1 }]);
        if (y === null) expect(result).toBe(1);
        else expect(points).toEqual([{ x, y: signOf(y) === 1 ? y : field.negate(y) }]);
      }
    });

    it('points_decompress gives infinity for its sign and any x', () => {
      const list = [field.zero, field.one, ...tooLarge()].map((x) => ({ x, sign: 2 }));
      expect(kernel.decompress(list)).toEqual({ result: -1, points: list.map(() => null) });
    });

    it('points_decompress names the first bad x and the reason', () => {
      const good = { x: G.x, sign: 0 };
      const notOnCurve = { x: nextX(field.one, false), sign: 1 };
      expect(kernel.decompress([notOnCurve]).result).toBe(1);
      for (const x of tooLarge()) {
        const outOfRange = { x, sign: 1 };
        expect(kernel.decompress([outOfRange]).result).toBe(0);
        expect(kernel.decompress([good, good, notOnCurve, outOfRange]).result).toBe(5);
        expect(kernel.decompress([good, good, good, outOfRange, notOnCurve]).result).toBe(6);
      }
    });

    it('points_endomorphism is there where there is one, and multiplies by λ on the group', () => {
      const { wasm } = kernel;
      expect(typeof wasm.points_endomorphism).toBe(phi ? 'function' : 'undefined');
      if (!phi || !config.endomorphism) return;
      const target = kernel.place(all.map((point) => (point === null ? G : null)));
      wasm.points_endomorphism(target, kernel.place(all), all.length);
      const images = kernel.read(target, all.length);
      expect(images).toEqual(all.map(phi));
      const { points_endomorphism_squared: squared } = wasm;
      expect(typeof squared).toBe(config.extension ? 'function' : 'undefined');
      if (squared) {
        squared(target, kernel.place(all), all.length);
        expect(kernel.read(target, all.length)).toEqual(all.map((point) => phi(phi(point))));
      }
      const lambda = mod(config.endomorphism.lambda, order);
      expect(images.slice(0, inside.length)).toEqual(inside.map((point) => times(point, lambda)));
    });

    it('points_in_subgroup is there where not every point is in the group', () => {
      const { wasm } = kernel;
      expect(typeof wasm.points_in_subgroup).toBe(cofactor === 1n ? 'undefined' : 'function');
    });

    describe.runIf(cofactor > 1n)('points_in_subgroup', () => {
      const check = (/** @type {AffinePoint[]} */ points) =>
        kernel.wasm.points_in_subgroup(kernel.place(points), points.length);

      it('accepts the group', () => {
        expect(check(inside)).toBe(-1);
        expect(check([])).toBe(-1);
        const cleared = Array.from({ length: 5 }, () =>
          times(curvePoint(randomElement()), cofactor),
        );
        expect(check(cleared)).toBe(-1);
      });

      it.each(smallOrders)('refuses points of order $q, alone and added to others', ({ q, T }) => {
        expect(isOnCurve(curve, T)).toBe(true);
        expect(times(T, q)).toBe(null);
        const map = phi ?? ((/** @type {AffinePoint} */ point) => point);
        for (const point of outsiders(curve, { q, T }, { inside, smallOrders, map })) {
          // Twice a point of order 2.
          if (point === null) continue;
          expect(check([point])).toBe(0);
          expect(check([...inside, point])).toBe(inside.length);
        }
      });

      it('refuses points whose order is a power of 2, or has all of the cofactor', () => {
        for (let i = 0; i < 8; i++) {
          const point = times(curvePoint(randomElement()), order);
          if (point !== null) expect(check([G, point])).toBe(1);
        }
        expect(check([G, null, curvePoint(randomElement())])).toBe(2);
      });
    });
  });
});
