/** The affine and the Jacobian group law, against @noble/curves and exhaustively on a small curve. */
import { describe, expect, it } from 'vitest';
import * as jacobian from '../../src/reference/jacobian.js';
import * as weierstrass from '../../src/reference/weierstrass.js';
import { bls12381G1 as curve } from '../../wasm-gen/curves/bls12-381.js';
import { nobleMultiple } from '../support/oracle.js';
import { assertProperty, fc } from '../support/property.js';

const G = curve.generator;
const scalar = fc.bigInt({ min: 0n, max: curve.order - 1n });

/** @param {bigint} k */
const expected = (k) => {
  const point = nobleMultiple(k);
  return point.is0() ? null : point.toAffine();
};

/** y² = x³ + 2x + 3 over the field of 97 elements: 100 points, so there are points of order 2. */
const small = { p: 97n, a: 2n, b: 3n, order: 5n };

/** @type {import('../../src/reference/weierstrass.js').AffinePoint[]} */
const smallPoints = [null];
for (let x = 0n; x < small.p; x++) {
  for (let y = 0n; y < small.p; y++) {
    if (weierstrass.isOnCurve(small, { x, y })) smallPoints.push({ x, y });
  }
}

describe('group law against @noble/curves', () => {
  it('multiply agrees, affine and Jacobian', () => {
    assertProperty(
      fc.property(scalar, (k) => {
        expect(weierstrass.multiply(curve, G, k)).toEqual(expected(k));
        const product = jacobian.multiply(curve, jacobian.fromAffine(G), k);
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
    expect(weierstrass.isOnCurve(curve, G)).toBe(true);
    expect(weierstrass.isOnCurve(curve, null)).toBe(true);
    expect(weierstrass.isOnCurve(curve, { x: G.x, y: G.y + 1n })).toBe(false);
    expect(weierstrass.isOnCurve(curve, { x: G.x + curve.p, y: G.y })).toBe(false);
    expect(weierstrass.isOnCurve(curve, { x: G.x, y: G.y - curve.p })).toBe(false);
    expect(weierstrass.isOnCurve(curve, { x: 0n, y: 0n })).toBe(false);
  });

  it('isInSubgroup tells the generator from a point of order 3', () => {
    expect(weierstrass.isInSubgroup(curve, G)).toBe(true);
    expect(weierstrass.isInSubgroup(curve, null)).toBe(true);
    const threeTorsion = { x: 0n, y: 2n };
    expect(weierstrass.multiply(curve, threeTorsion, 3n)).toBeNull();
    expect(weierstrass.isInSubgroup(curve, threeTorsion)).toBe(false);
  });
});

describe('group law, all pairs of points of a small curve', () => {
  it('has 100 points', () => {
    expect(smallPoints).toHaveLength(100);
  });

  it('is commutative and closed, and Jacobian agrees with affine', () => {
    for (const P of smallPoints) {
      for (const Q of smallPoints) {
        const sum = weierstrass.add(small, P, Q);
        expect(weierstrass.isOnCurve(small, sum)).toBe(true);
        expect(weierstrass.add(small, Q, P)).toEqual(sum);
        for (const z of [1n, 5n]) {
          const scaled = scale(jacobian.fromAffine(Q), z);
          const jacobianSum = jacobian.add(small, scale(jacobian.fromAffine(P), 3n), scaled);
          expect(jacobian.toAffine(small, jacobianSum)).toEqual(sum);
        }
      }
    }
  });

  it('is associative', () => {
    const add = weierstrass.add.bind(null, small);
    for (const P of smallPoints) {
      for (const Q of smallPoints.slice(0, 20)) {
        for (const R of smallPoints.slice(10, 30)) {
          expect(add(add(P, Q), R)).toEqual(add(P, add(Q, R)));
        }
      }
    }
  });

  it('negate is the inverse, double the sum with itself', () => {
    for (const P of smallPoints) {
      expect(weierstrass.add(small, P, weierstrass.negate(small, P))).toBeNull();
      const double = weierstrass.add(small, P, P);
      expect(weierstrass.double(small, P)).toEqual(double);
      const jacobianDouble = jacobian.double(small, scale(jacobian.fromAffine(P), 7n));
      expect(jacobian.toAffine(small, jacobianDouble)).toEqual(double);
    }
  });
});

/**
 * The same point with another Z.
 * @param {jacobian.JacobianPoint} point
 * @param {bigint} z
 */
function scale({ X, Y, Z }, z) {
  const { p } = small;
  return { X: (X * z ** 2n) % p, Y: (Y * z ** 3n) % p, Z: (Z * z) % p };
}
