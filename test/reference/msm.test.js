import { describe, expect, it } from 'vitest';
import { msmSimple, msmWindows, msmWindowSteps, windowBits } from '../../src/reference/msm.js';
import { add, curveOf, multiply, negate } from '../../src/reference/weierstrass.js';
import { bls12381G1, bls12381G2 } from '../../src/curves/bls12-381.js';
import { nobleMultiple } from '../support/oracle.js';
import { rounds, some } from '../support/extent.js';
import { assertProperty, fc } from '../support/property.js';

const curve = curveOf(bls12381G1);
const scalar = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const smallLog = fc.bigInt({ min: -5n, max: 5n });

/** @param {bigint} k */
const point = (k) => multiply(curve, curve.generator, k);

/**
 * @param {bigint[]} logs
 * @param {bigint[]} scalars
 */
function expected(logs, scalars) {
  const sum = nobleMultiple(logs.reduce((total, log, i) => total + log * scalars[i], 0n));
  return sum.is0() ? null : sum.toAffine();
}

describe('reference MSM', () => {
  it('is infinity for no points', () => {
    expect(msmSimple(curve, [], [])).toBeNull();
    expect(msmWindows(curve, [], [])).toBeNull();
  });

  it('both ways agree with known discrete logarithms, equal and opposite points included', () => {
    assertProperty(
      fc.property(fc.array(fc.tuple(smallLog, scalar), { maxLength: 6 }), (terms) => {
        const logs = terms.map(([log]) => log);
        const scalars = terms.map(([, k]) => k);
        const points = logs.map(point);
        expect(msmSimple(curve, points, scalars)).toEqual(expected(logs, scalars));
        expect(msmWindows(curve, points, scalars)).toEqual(expected(logs, scalars));
      }),
      10,
    );
  });

  it('is correct for every window size', () => {
    const logs = [1n, 2n, -2n, 7n, 0n, 1n];
    const scalars = [0n, 1n, curve.order, 2n ** 256n - 1n, 5n, 0x8888888888888888n];
    const widths = Array.from({ length: 12 }, (_, i) => i + 1);
    for (const c of some(widths, 4, 'windows')) {
      expect(msmWindows(curve, logs.map(point), scalars, c)).toEqual(expected(logs, scalars));
    }
  });

  it('is correct for thousands of points in an arithmetic progression', () => {
    const n = rounds(2000);
    const step = point(3n);
    const points = [point(10n)];
    while (points.length < n) points.push(add(curve, points[points.length - 1], step));
    const logs = points.map((_, i) => 10n + 3n * BigInt(i));
    const scalars = points.map((_, i) => BigInt(i + 1) ** 40n % curve.order);
    expect(msmWindows(curve, points, scalars)).toEqual(expected(logs, scalars));
  });

  it('is correct on G2', () => {
    const G2 = curveOf(bls12381G2);
    const points = [1n, 1n, 5n, -5n, 0n].map((k) => multiply(G2, G2.generator, k));
    const scalars = [G2.order - 3n, 2n ** 200n + 1n, 7n, 7n, 9n];
    const sum = multiply(G2, G2.generator, 2n ** 200n - 2n);
    expect(msmSimple(G2, points, scalars)).toEqual(sum);
    expect(msmWindows(G2, points, scalars)).toEqual(sum);
  });

  it('does not reduce scalars: a point outside the group keeps its own order', () => {
    const threeTorsion = { x: 0n, y: 2n };
    const scalars = [curve.order];
    const product = curve.order % 3n === 1n ? threeTorsion : negate(curve, threeTorsion);
    expect(msmWindows(curve, [threeTorsion], scalars)).toEqual(product);
    expect(msmSimple(curve, [threeTorsion], scalars)).toEqual(product);
  });

  it('yields a count that grows to the total', () => {
    const points = Array.from({ length: 300 }, (_, i) => point(BigInt(i % 4)));
    const scalars = points.map((_, i) => 2n ** 100n + BigInt(i));
    let last = 0;
    for (const { done, total } of msmWindowSteps(curve, points, scalars)) {
      expect(done).toBeGreaterThanOrEqual(last);
      expect(done).toBeLessThanOrEqual(total);
      last = done;
    }
    expect(last).toBeGreaterThan(0);
  });

  it('windows grow with the number of points', () => {
    expect([0, 1, 64, 1024, 4096].map(windowBits)).toEqual([2, 2, 5, 9, 11]);
  });
});
