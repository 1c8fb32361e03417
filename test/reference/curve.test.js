/**
 * The affine and the Jacobian group law, against @noble/curves and exhaustively on small curves.
 */

import * as jacobian from '../../src/reference/jacobian.js';
import * as weierstrass from '../../src/reference/weierstrass.js';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { describe, expect, it } from 'vitest';
import { endomorphismMap, subgroupTest } from '../../src/reference/endomorphism.js';
import { bls12381G1, bls12381G2 } from '../../src/curves/bls12-381.js';
import { secp256k1 } from '../../src/curves/secp256k1.js';
import { assertProperty, fc } from '../support/property.js';
import { rounds } from '../support/extent.js';

const { curveOf } = weierstrass;

/**
 * Curves with the point class of @noble/curves and points of small orders, which
 * divide the cofactor.
 * @type {any[]}
 */
const groups = [
  {
    curve: curveOf(bls12381G1),
    NoblePoint: bls12_381.G1.Point,
    torsion: torsionOf(curveOf(bls12381G1), [3n, 11n, 10177n, 859267n, 52437899n]),
  },
  {
    curve: curveOf(bls12381G2),
    NoblePoint: bls12_381.G2.Point,
    torsion: torsionOf(curveOf(bls12381G2), [13n, 23n, 2713n, 11953n, 262069n]),
  },
];

/** @param {any} curve @param {bigint[]} orders prime divisors of the cofactor */
function torsionOf(curve, orders) {
  return orders.map((q) => ({ q, point: pointOfOrder(curve, q) }));
}

/** @param {any} curve @param {bigint} q a prime divisor of the cofactor */
function pointOfOrder(curve, q) {
  const { field, cofactor, order } = curve;
  let rest = BigInt(cofactor * order);
  while (rest % q === 0n) rest /= q;
  const times = (/** @type {any} */ point, /** @type {bigint} */ k) =>
    jacobian.toAffine(curve, jacobian.multiply(curve, jacobian.fromAffine(curve, point), k));
  for (let x = field.one; ; x = field.add(x, field.one)) {
    const y = field.squareRoot(weierstrass.rightSide(curve, x));
    let point = y === null ? null : times({ x, y }, rest);
    if (point === null) continue;
    for (let next = times(point, q); next !== null; next = times(point, q)) point = next;
    return point;
  }
}

/**
 * All points of a small curve, infinity first.
 * @param {any} curve
 * @param {any[]} elements of its field
 */
function allPoints(curve, elements) {
  const points = elements.flatMap((x) => elements.map((y) => ({ x, y })));
  return [null, ...points.filter((point) => weierstrass.isOnCurve(curve, point))];
}

const integers = (/** @type {bigint} */ p) =>
  Array.from({ length: Number(p) }, (_, i) => BigInt(i));

/** y² = x³ + 2x + 3 over the field of 97 elements: 100 points, so there are points of order 2. */
const overPrimeField = curveOf({ p: 97n, a: 2n, b: 3n, order: 5n });

/** y² = x³ + u·x + 1 over the field of 7² elements. */
const overExtension = curveOf({
  p: 7n,
  extension: { nonResidue: -1n },
  a: { c0: 0n, c1: 1n },
  b: { c0: 1n, c1: 0n },
  order: 5n,
});

const smallCurves = [
  {
    title: 'over a prime field',
    small: overPrimeField,
    smallPoints: allPoints(overPrimeField, integers(97n)),
  },
  {
    title: 'over a quadratic extension',
    small: overExtension,
    smallPoints: allPoints(
      overExtension,
      integers(7n).flatMap((c0) => integers(7n).map((c1) => ({ c0, c1 }))),
    ),
  },
];

describe.each(groups)(
  'group law against @noble/curves, $curve.name',
  ({ curve, NoblePoint, torsion }) => {
    const G = curve.generator;
    const scalar = fc.bigInt({ min: 0n, max: curve.order - 1n });

    /** @param {bigint} k */
    const expected = (k) => {
      const point = NoblePoint.BASE.multiplyUnsafe(((k % curve.order) + curve.order) % curve.order);
      if (point.is0()) return null;
      const { x, y } = point.toAffine();
      return curve.extension ? { x: { c0: x.c0, c1: x.c1 }, y: { c0: y.c0, c1: y.c1 } } : { x, y };
    };

    it('multiply agrees, affine and Jacobian', () => {
      assertProperty(
        fc.property(scalar, (k) => {
          expect(weierstrass.multiply(curve, G, k)).toEqual(expected(k));
          const product = jacobian.multiply(curve, jacobian.fromAffine(curve, G), k);
          expect(jacobian.toAffine(curve, product)).toEqual(expected(k));
        }),
        10,
      );
    });

    it('multiply by 0, 1, the order and negative integers', () => {
      expect(weierstrass.multiply(curve, G, 0n)).toBeNull();
      expect(weierstrass.multiply(curve, G, 1n)).toEqual(G);
      expect(weierstrass.multiply(curve, G, curve.order)).toBeNull();
      expect(weierstrass.multiply(curve, G, -1n)).toEqual(weierstrass.negate(curve, G));
      expect(weierstrass.multiply(curve, G, -3n)).toEqual(expected(-3n));
    });

    it('add agrees', () => {
      assertProperty(
        fc.property(scalar, scalar, (k, l) => {
          const [P, Q] = [expected(k), expected(l)];
          expect(weierstrass.add(curve, P, Q)).toEqual(expected(k + l));
        }),
        20,
      );
    });

    it('isOnCurve refuses other points and coordinates out of range', () => {
      const { field, p } = curve;
      const shifted = (/** @type {any} */ a, /** @type {any} */ by) =>
        typeof a === 'bigint' ? a + by : { c0: a.c0, c1: a.c1 + by };
      expect(weierstrass.isOnCurve(curve, G)).toBe(true);
      expect(weierstrass.isOnCurve(curve, null)).toBe(true);
      expect(weierstrass.isOnCurve(curve, { x: G.x, y: field.add(G.y, field.one) })).toBe(false);
      expect(weierstrass.isOnCurve(curve, { x: shifted(G.x, p), y: G.y })).toBe(false);
      expect(weierstrass.isOnCurve(curve, { x: G.x, y: shifted(G.y, -p) })).toBe(false);
      expect(weierstrass.isOnCurve(curve, { x: field.zero, y: field.zero })).toBe(false);
    });

    it('the membership tests tell the group from points of small order', () => {
      const byEndomorphism = subgroupTest(curve);
      const G5 = weierstrass.multiply(curve, G, 5n);
      for (const point of [null, G, G5, weierstrass.negate(curve, G5)]) {
        expect(weierstrass.isInSubgroup(curve, point)).toBe(true);
        expect(byEndomorphism(point)).toBe(true);
      }
      for (const { q, point } of torsion) {
        expect(weierstrass.isOnCurve(curve, point)).toBe(true);
        expect(weierstrass.multiply(curve, point, q)).toBeNull();
        expect(weierstrass.isInSubgroup(curve, point)).toBe(false);
        const twice = weierstrass.double(curve, point);
        for (const outside of [point, twice, weierstrass.add(curve, point, G5)])
          expect(byEndomorphism(outside)).toBe(false);
      }
    });
  },
);

describe.each([...groups.map(({ curve }) => ({ curve })), { curve: curveOf(secp256k1) }])(
  'endomorphism of $curve.name',
  ({ curve }) => {
    it('multiplies the points of the group by its eigenvalue', () => {
      const map = endomorphismMap(curve);
      for (const k of [1n, 2n, 0x123456789abcdefn]) {
        const P = weierstrass.multiply(curve, curve.generator, k);
        expect(map(P)).toEqual(weierstrass.multiply(curve, P, curve.endomorphism.lambda));
      }
      expect(map(null)).toBeNull();
    });
  },
);

describe.each(smallCurves)(
  'group law, all pairs of points of a small curve $title',
  ({ small, smallPoints }) => {
    const { field } = small;
    const element = (/** @type {bigint} */ n) => field.scale(field.one, n);

    /** The same point with another Z. @param {any} point @param {bigint} z */
    const scale = ({ X, Y, Z }, z) => ({
      X: field.scale(X, z ** 2n),
      Y: field.scale(Y, z ** 3n),
      Z: field.multiply(Z, element(z)),
    });

    it('has points of order 2', () => {
      expect(smallPoints.length).toBeGreaterThan(35);
      expect(smallPoints.some((point) => point !== null && field.isZero(point.y))).toBe(true);
    });

    it('is commutative and closed, and Jacobian agrees with affine', () => {
      for (const P of smallPoints) {
        for (const Q of smallPoints) {
          const sum = weierstrass.add(small, P, Q);
          if (!weierstrass.isOnCurve(small, sum)) expect.fail('not closed');
          expect(weierstrass.equals(small, weierstrass.add(small, Q, P), sum)).toBe(true);
          for (const z of [1n, 5n]) {
            const scaled = scale(jacobian.fromAffine(small, Q), z);
            const jacobianSum = jacobian.add(
              small,
              scale(jacobian.fromAffine(small, P), 3n),
              scaled,
            );
            expect(weierstrass.equals(small, jacobian.toAffine(small, jacobianSum), sum)).toBe(
              true,
            );
          }
        }
      }
    });

    it('is associative', () => {
      const add = weierstrass.add.bind(null, small);
      for (const P of smallPoints) {
        for (const Q of smallPoints.slice(0, rounds(20))) {
          for (const R of smallPoints.slice(10, 10 + rounds(20))) {
            expect(weierstrass.equals(small, add(add(P, Q), R), add(P, add(Q, R)))).toBe(true);
          }
        }
      }
    });

    it('negate is the inverse, double the sum with itself', () => {
      for (const P of smallPoints) {
        expect(weierstrass.add(small, P, weierstrass.negate(small, P))).toBeNull();
        const double = weierstrass.add(small, P, P);
        expect(weierstrass.double(small, P)).toEqual(double);
        const jacobianDouble = jacobian.double(small, scale(jacobian.fromAffine(small, P), 5n));
        expect(jacobian.toAffine(small, jacobianDouble)).toEqual(double);
      }
    });
  },
);
