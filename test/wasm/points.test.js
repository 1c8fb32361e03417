import { beforeAll, describe, expect, it } from 'vitest';

import { mod, toBytesLE } from '../../src/math/modular.js';
import { multiply, negate } from '../../src/reference/weierstrass.js';
import { coefficientsOf, elementOf } from '../support/elements.js';
import { checksOf } from '../support/exports.js';
import { isWhole } from '../support/extent.js';
import { randomStream } from '../wasm-gen/field-module.js';
import { isAffine, isJacobianOf, testJacobian } from './jacobian-tests.js';
import { contextOf, testLists } from './list-tests.js';
import { canonical, curves, elementBytes, fromCanonical, limbs30Kernel } from './kernels.js';

/** @typedef {import('../../src/reference/weierstrass.js').AffinePoint<any>} AffinePoint */
/** @import { Kind } from '../support/exports.js' */
/** @import { Limbs30 } from './kernels.js' */
/** @import { Lists } from './list-tests.js' */

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

  const context = contextOf(curve, SMALL_ORDERS[curve.name] ?? []);
  const { element, times, psi: phi, curvePoint, smallOrders, bits } = context;
  const randomElement = () => elementOf(Array.from({ length: degree }, () => random(bits - 1)));

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

  /**
   * Lists in all representatives, by their places.
   * @param {Limbs30} kernel
   * @returns {Lists}
   */
  function listsOf({ arena, wasm, pointBytes, fieldBytes, writePoint, readPoint }) {
    const at = arena.allocate(240 * pointBytes, 'test');
    const target = at + 120 * pointBytes;
    const bytes = arena.allocate(120 * (fieldBytes + 1), 'test');
    const read = (/** @type {number} */ count, from = at) =>
      Array.from({ length: count }, (_, i) => readPoint(from + i * pointBytes));
    const put = (/** @type {AffinePoint[]} */ points) =>
      points.forEach((point, i) =>
        writePoint(at + i * pointBytes, point, { x: i % 2 === 1, y: i % 3 === 1 }),
      );
    const mapped = (/** @type {Function} */ map) => (/** @type {AffinePoint[]} */ points) => {
      put(points);
      map(target, at, points.length);
      return read(points.length, target);
    };
    const after = (/** @type {Function} */ check) => (/** @type {AffinePoint[]} */ points) => {
      put(points);
      return check(at, points.length);
    };
    return {
      read,
      decompress(list) {
        const signs = bytes + fieldBytes * list.length;
        list.forEach(({ x, sign }, i) => {
          arena.u8.set(elementBytes(x, fieldBytes), bytes + fieldBytes * i);
          arena.u8[signs + i] = sign;
        });
        return wasm.points_decompress(at, bytes, signs, list.length);
      },
      recordsOnCurve: (count) => wasm.points_on_curve(at, count),
      firstOffCurve: after(wasm.points_on_curve),
      firstOutsideSubgroup: after(wasm.points_in_subgroup),
      endomorphism: mapped(wasm.points_endomorphism),
      ...(degree > 1 && { squared: mapped(wasm.points_endomorphism_squared) }),
    };
  }

  // Release builds have the same text without its assertions.
  const builds = curve === curves[0] || isWhole ? ['debug', 'release'] : ['debug'];
  describe.each(builds)('%s build', (build) => {
    /** @type {Limbs30} */
    let kernel;
    /** @type {import('./jacobian-tests.js').Opened} */
    let opened;
    /** @type {Lists} */
    let lists;
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
      lists = listsOf(kernel);
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

    testLists(context, () => lists);

    it.runIf(cofactor === 1n)(
      'points_in_subgroup is not there where every point is in the group',
      () => {
        expect(kernel.wasm.points_in_subgroup).toBe(undefined);
      },
    );

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
