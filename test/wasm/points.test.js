import { beforeAll, describe, expect, it } from 'vitest';

import { endomorphismMap } from '../../src/reference/endomorphism.js';
import * as jacobian from '../../src/reference/jacobian.js';
import { mod, toBytesLE } from '../../src/math/modular.js';
import { isOnCurve, multiply, negate, rightSide } from '../../src/reference/weierstrass.js';
import { coefficientsOf, elementOf } from '../support/elements.js';
import { outsiders } from '../support/outsiders.js';
import { checksOf } from '../support/exports.js';
import { randomStream } from '../wasm-gen/field-module.js';
import { isAffine, isJacobianOf, testJacobian } from './jacobian-tests.js';
import { canonical, curves, elementBytes, fromCanonical, limbs30Kernel } from './kernels.js';

/** @typedef {import('../../src/reference/weierstrass.js').AffinePoint<any>} AffinePoint */
/** @import { Kind } from '../support/exports.js' */
/** @import { Limbs30 } from './kernels.js' */

/** Prime divisors of cofactors. @type {Record<string, bigint[]>} */
const SMALL_ORDERS = {
  'bls12-381-g1': [3n, 11n, 10177n, 859267n, 52437899n],
  'bls12-381-g2': [13n, 23n, 2713n, 11953n, 262069n],
};

describe.each(curves)('points of $name', (curve) => {
  const { p, field, order, cofactor, generator: G, b } = curve;
  const { degree } = field;
  const { lambda } = curve.endomorphism;
  const random = randomStream(31n);

  /** Faster than the definition, for long scalars. @param {AffinePoint} point @param {bigint} k */
  const times = (point, k) =>
    jacobian.toAffine(curve, jacobian.multiply(curve, jacobian.fromAffine(curve, point), k));
  const phi = endomorphismMap(curve);

  /** n, and in an extension n + c1·u. @param {bigint} n @param {bigint} [c1] */
  const element = (n, c1 = 0n) => elementOf([n, c1].slice(0, degree));
  const randomElement = () => elementOf(Array.from({ length: degree }, () => random(bits - 1)));

  /**
   * Points of the curve, rarely in the group: the first with x at least so.
   * @param {any} x
   * @returns {NonNullable<AffinePoint>}
   */
  function curvePoint(x) {
    for (; ; x = field.add(x, field.one)) {
      const y = field.squareRoot(rightSide(curve, x));
      if (y !== null) return { x, y };
    }
  }

  /** A point of a prime order q that divides the cofactor. @param {bigint} q */
  function pointOfOrder(q) {
    let rest = cofactor * order;
    while (rest % q === 0n) rest /= q;
    for (let x = field.one; ; x = field.add(x, field.one)) {
      let point = times(curvePoint(x), rest);
      if (point === null) continue;
      for (let next = times(point, q); next !== null; next = times(point, q)) point = next;
      return point;
    }
  }

  /** The first x at least so that no point has. @param {any} x */
  function rootless(x) {
    while (field.squareRoot(rightSide(curve, x)) !== null) x = field.add(x, field.one);
    return x;
  }

  const bits = p.toString(2).length;
  const smallOrders = (SMALL_ORDERS[curve.name] ?? []).map((q) => ({ q, T: pointOfOrder(q) }));
  /** Points with x = 0, if there are any. */
  const y0 = field.squareRoot(b);
  const atZero = y0 === null ? [] : [y0, field.negate(y0)].map((y) => ({ x: field.zero, y }));
  const P = multiply(curve, G, 5n);
  const cast = [
    null,
    G,
    P,
    negate(curve, P),
    multiply(curve, G, 10n),
    phi(P),
    phi(phi(P)),
    ...atZero,
    curvePoint(element(1000n)),
    ...smallOrders.slice(1, 2).map(({ T }) => T),
  ];

  /** @param {Limbs30} kernel @returns {{ jacobian: Kind, affine: Kind }} */
  const kinds = ({ writePoint, readPoint, writeJacobian, readJacobian, ...sizes }) => ({
    jacobian: {
      ...{ layout: 'jacobian', bytes: sizes.jacobianBytes, read: readJacobian },
      blanks: [G, null].map((point) => ({ point, z: field.one })),
      write: (address, { point, z, shifted }) => writeJacobian(address, point, z, shifted),
      isRight: isJacobianOf(field),
    },
    affine: {
      ...{ layout: 'affine', bytes: sizes.pointBytes, read: readPoint },
      blanks: [G, null].map((point) => ({ point })),
      write: (address, { point, ...form }) => writePoint(address, point, form),
      isRight: isAffine(field),
    },
  });

  describe.each([{ build: 'debug' }, { build: 'release' }])('$build build', ({ build }) => {
    /** @type {Limbs30} */
    let kernel;
    /** @type {import('./jacobian-tests.js').Opened} */
    let opened;
    /** @type {number} bytes of a coordinate */
    let size;
    /** @type {number} two points and a Jacobian one, then room for bytes */
    let at;
    /** @type {number} */
    let second;
    /** @type {number} */
    let chain;
    /** @type {number} */
    let bytes;
    beforeAll(async () => {
      kernel = await limbs30Kernel({ debug: build === 'debug', config: curve });
      size = kernel.fieldBytes;
      at = kernel.arena.allocate(100 * kernel.pointBytes, 'test');
      second = at + kernel.pointBytes;
      chain = kernel.arena.allocate(2 * kernel.jacobianBytes, 'test');
      bytes = kernel.arena.allocate(100 * 2 * size, 'test');
      const { arena, wasm, jacobianBytes } = kernel;
      const places = arena.allocate(3 * jacobianBytes, 'test');
      const check = checksOf(
        wasm,
        () => arena.u8,
        (i) => places + i * jacobianBytes,
      );
      opened = { check, ...kinds(kernel) };
    });

    /** Coordinates that are out of range. */
    const tooLarge = () => {
      const end = 1n << BigInt((8 * size) / degree);
      const bad = [p, p + 1n, coefficientsOf(G.x)[0] + p, end - 1n].filter((value) => value < end);
      return bad.flatMap((value) =>
        coefficientsOf(G.x).map((_, i) => elementOf(coefficientsOf(G.x).with(i, value))),
      );
    };
    const scales = [
      ...[1n, 2n, p - 1n].map((n) => element(n)),
      randomElement(),
      ...(degree > 1 ? [element(0n, 1n)] : []),
    ];

    testJacobian({
      ...{ curve, cast, opened: () => opened },
      halves: [{ x: element(12n, 7n), y: field.zero }],
      variants: scales.flatMap((z) => [false, true].map((shifted) => ({ z, shifted }))),
      forms: [false, true].flatMap((x) => [false, true].map((y) => ({ x, y }))),
    });

    it('jacobian chains: a double-and-add of random scalars', () => {
      const { wasm, writePoint, readPoint, arena, flagWord } = kernel;
      for (let i = 0; i < 5; i++) {
        const k = random(order.toString(2).length);
        writePoint(second, P);
        arena.i32[(chain >> 2) + flagWord] = 1;
        for (const bit of k.toString(2)) {
          wasm.jacobian_double(chain, chain);
          if (bit === '1') wasm.jacobian_add_affine(chain, second);
        }
        wasm.jacobian_to_affine(at, chain);
        expect(readPoint(at)).toEqual(times(P, k));
      }
    });

    it('points_from_affine reads canonical points', () => {
      const { wasm, arena, readPoint, pointBytes } = kernel;
      cast.forEach((point, i) => arena.u8.set(canonical(point, size), bytes + 2 * size * i));
      expect(wasm.points_from_affine(at, bytes, cast.length)).toBe(-1);
      cast.forEach((point, i) => expect(readPoint(at + i * pointBytes)).toEqual(point));
      expect(wasm.points_from_affine(at, bytes, 0)).toBe(-1);
    });

    it('points_from_affine names the first coordinate out of range', () => {
      const { wasm, arena } = kernel;
      const bad = tooLarge();
      for (const value of bad) {
        for (const coordinate of [0, size]) {
          for (const index of [0, 1, cast.length - 1]) {
            cast.forEach((point, i) => arena.u8.set(canonical(point, size), bytes + 2 * size * i));
            arena.u8.set(elementBytes(value, size), bytes + 2 * size * index + coordinate);
            if (index > 0)
              arena.u8.set(toBytesLE(p, size / degree), bytes + 2 * size * (cast.length - 1));
            expect(wasm.points_from_affine(at, bytes, cast.length)).toBe(index);
          }
        }
      }
    });

    it('points_to_affine writes canonical points of every representative', () => {
      const { wasm, arena, writePoint, pointBytes } = kernel;
      for (let shift = 0; shift < 4; shift++) {
        cast.forEach((point, i) =>
          writePoint(at + i * pointBytes, point, { x: Boolean(shift & 1), y: Boolean(shift & 2) }),
        );
        arena.u8.fill(0xa5, bytes, bytes + 2 * size * (cast.length + 1));
        wasm.points_to_affine(bytes, at, cast.length);
        cast.forEach((point, i) =>
          expect(
            fromCanonical(arena.u8.slice(bytes + 2 * size * i, bytes + 2 * size * (i + 1)), degree),
          ).toEqual(point),
        );
        const end = bytes + 2 * size * cast.length;
        expect(arena.u8.subarray(end, end + 2 * size).every((byte) => byte === 0xa5)).toBe(true);
      }
    });

    /** @param {Array<{ x: any, sign: number }>} list */
    function decompress(list) {
      const { wasm, arena } = kernel;
      const signs = bytes + size * list.length;
      list.forEach(({ x, sign }, i) => {
        arena.u8.set(elementBytes(x, size), bytes + size * i);
        arena.u8[signs + i] = sign;
      });
      return wasm.points_decompress(at, bytes, signs, list.length);
    }

    const signOf = (/** @type {any} */ y) =>
      Number(curve.rootSign === 'odd' ? field.isOdd(y) : field.isLarger(y));

    it('points_decompress finds the root that the sign names', () => {
      const { readPoint, pointBytes } = kernel;
      const finite = /** @type {any[]} */ (cast.filter((point) => point !== null));
      const both = finite.flatMap((point) => [point, negate(curve, point)]);
      const list = both.map((point) => ({ x: point.x, sign: signOf(point.y) }));
      expect(decompress(list)).toBe(-1);
      both.forEach((point, i) => expect(readPoint(at + i * pointBytes)).toEqual(point));
    });

    it('points_decompress gives infinity for its sign and any x', () => {
      const { readPoint, pointBytes } = kernel;
      const list = [field.zero, field.one, ...tooLarge()].map((x) => ({ x, sign: 2 }));
      expect(decompress(list)).toBe(-1);
      list.forEach((_, i) => expect(readPoint(at + i * pointBytes)).toBe(null));
      expect(decompress([])).toBe(-1);
    });

    it('points_decompress names the first bad x and the reason', () => {
      const good = { x: G.x, sign: 0 };
      const notOnCurve = { x: rootless(field.one), sign: 1 };
      const outOfRange = tooLarge().map((x) => ({ x, sign: 1 }));
      expect(decompress([notOnCurve])).toBe(1);
      expect(decompress([good, good, notOnCurve, outOfRange[0]])).toBe(5);
      for (const bad of outOfRange) {
        expect(decompress([bad])).toBe(0);
        expect(decompress([good, good, good, bad, notOnCurve])).toBe(6);
      }
    });

    it('points_on_curve names the first point off the curve', () => {
      const { wasm, writePoint, pointBytes } = kernel;
      const put = (/** @type {AffinePoint[]} */ points) =>
        points.forEach((point, i) =>
          writePoint(at + i * pointBytes, point, { x: i % 2 === 1, y: i % 3 === 1 }),
        );
      put(cast);
      expect(wasm.points_on_curve(at, cast.length)).toBe(-1);
      expect(wasm.points_on_curve(at, 0)).toBe(-1);
      for (let index = 0; index < cast.length; index++) {
        for (const bad of [
          { x: G.x, y: field.add(G.y, field.one) },
          { x: G.y, y: G.x },
          { x: field.zero, y: field.zero },
          { x: field.zero, y: element(3n) },
        ]) {
          expect(isOnCurve(curve, bad)).toBe(false);
          put(cast.with(index, bad));
          expect(wasm.points_on_curve(at, cast.length)).toBe(index);
        }
      }
    });

    it.runIf(cofactor === 1n)(
      'points_in_subgroup is not there where every point is in the group',
      () => {
        expect(kernel.wasm.points_in_subgroup).toBe(undefined);
      },
    );

    describe.runIf(cofactor > 1n)('points_in_subgroup', () => {
      /** @param {AffinePoint[]} points @param {boolean} [shifted] */
      function firstOutsideSubgroup(points, shifted = false) {
        const { wasm, writePoint, pointBytes } = kernel;
        points.forEach((point, i) =>
          writePoint(at + i * pointBytes, point, { x: shifted, y: shifted }),
        );
        return wasm.points_in_subgroup(at, points.length);
      }

      const inside = [
        null,
        G,
        P,
        negate(curve, P),
        phi(P),
        times(G, order - 1n),
        times(G, mod(lambda, order)),
      ];

      it('points_in_subgroup accepts the group', () => {
        for (const shifted of [false, true]) expect(firstOutsideSubgroup(inside, shifted)).toBe(-1);
        expect(firstOutsideSubgroup([])).toBe(-1);
        const cleared = Array.from({ length: 5 }, () =>
          times(curvePoint(randomElement()), cofactor),
        );
        expect(firstOutsideSubgroup(cleared)).toBe(-1);
      });

      it.each(smallOrders)(
        'points_in_subgroup refuses points of order $q, alone and added to others',
        ({ q, T }) => {
          expect(isOnCurve(curve, T)).toBe(true);
          expect(times(T, q)).toBe(null);
          const others = { inside, smallOrders, map: phi };
          for (const point of outsiders(curve, { q, T }, others)) {
            expect(firstOutsideSubgroup([point])).toBe(0);
            expect(firstOutsideSubgroup([...inside, point], true)).toBe(inside.length);
          }
        },
      );

      it('points_in_subgroup refuses (0, ±2) and random points of the curve', () => {
        for (const point of atZero) {
          expect(firstOutsideSubgroup([point])).toBe(0);
          expect(firstOutsideSubgroup([G, null, point, G], true)).toBe(2);
        }
        for (let i = 0; i < 5; i++)
          expect(firstOutsideSubgroup([G, curvePoint(randomElement())])).toBe(1);
      });
    });

    describe.each([
      { name: 'points_endomorphism', has: true, image: phi },
      {
        name: 'points_endomorphism_squared',
        has: degree > 1,
        image: (/** @type {AffinePoint} */ point) => phi(phi(point)),
      },
    ])('$name', ({ name, has, image }) => {
      it('is there where it is of use', () => {
        expect(typeof kernel.wasm[name]).toBe(has ? 'function' : 'undefined');
      });

      it.runIf(has)('writes the images of a list, and nothing else', () => {
        const { wasm, writePoint, readPoint, pointBytes } = kernel;
        const target = at + 50 * pointBytes;
        cast.forEach((point, i) => {
          writePoint(at + i * pointBytes, point, { x: i % 2 === 0, y: i % 3 === 0 });
          writePoint(target + i * pointBytes, point === null ? G : null);
        });
        writePoint(target + cast.length * pointBytes, P);
        for (const count of [cast.length, 0]) {
          wasm[name](target, at, count);
          cast.forEach((point, i) => {
            expect(readPoint(target + i * pointBytes)).toEqual(image(point));
            expect(readPoint(at + i * pointBytes)).toEqual(point);
          });
          expect(readPoint(target + cast.length * pointBytes)).toEqual(P);
        }
      });
    });

    it('points_endomorphism multiplies by λ on the group', () => {
      expect(cast[1]).toEqual(G);
      expect(phi(G)).toEqual(times(G, mod(lambda, order)));
    });
  });
});
