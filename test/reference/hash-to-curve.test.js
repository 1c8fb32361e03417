/** Hashing without WebAssembly, against its definitions. The vectors are in test/conformance. */

import { describe, expect, it } from 'vitest';
import { curves } from '../../src/curves/index.js';
import {
  cofactorClearing,
  isogenyMap,
  kernelOf,
  mapToCurve,
  simplifiedSwu,
} from '../../src/reference/hash-to-curve.js';
import { curveOf, isInSubgroup, isOnCurve, multiply } from '../../src/reference/weierstrass.js';

const hashed = curves.filter((curve) => 'hashing' in curve);

describe.each(hashed)('hashing to $name', (config) => {
  const curve = /** @type {any} */ (curveOf(/** @type {any} */ (config)));
  const { field } = curve;
  const hashing = /** @type {any} */ (config).hashing;
  const isogenous = { ...curve, a: hashing.a, b: hashing.b };
  const element = (/** @type {bigint} */ n) => (field.degree === 1 ? n : { c0: n, c1: n * n });
  const elements = [0n, 1n, 2n, 3n, 5n].map(element);
  const isogeny = isogenyMap({ field, ...hashing });
  const [P, Q] = elements.slice(3).map((u) => isogeny(simplifiedSwu(field, hashing, u)));

  it('maps to the isogenous curve, with the sign of the element', () => {
    for (const u of elements) {
      const point = simplifiedSwu(field, hashing, u);
      expect(isOnCurve(isogenous, point)).toBe(true);
      expect(field.isOdd(point.y)).toBe(field.isOdd(u));
    }
  });

  it('has an isogeny of the degree of its divisor, to the curve', () => {
    const degree = 2 * kernelOf({ field, ...hashing }).length + 1;
    expect(hashing.divisor ** 2n).toBe(BigInt(degree ** 2));
    for (const point of [P, Q]) expect(isOnCurve(curve, point)).toBe(true);
    expect(isogeny({ x: hashing.kernel, y: field.one })).toBe(null);
    expect(isogeny(null)).toBe(null);
  });

  it('clears the cofactor by the endomorphism as by the multiplier', () => {
    const expected = multiply(curve, P, hashing.multiplier);
    expect(cofactorClearing(curve, hashing)(P)).toEqual(expected);
    expect(isInSubgroup(curve, expected)).toBe(true);
    expect(hashing.multiplier % curve.order).not.toBe(0n);
  });

  it('adds the images of two elements, equal and opposite ones too', () => {
    const map = mapToCurve(curve, hashing);
    const [u] = elements.slice(3);
    expect(map([u, u])).toEqual(multiply(curve, map([u]), 2n));
    expect(map([u, field.negate(u)])).toBe(null);
  });
});
