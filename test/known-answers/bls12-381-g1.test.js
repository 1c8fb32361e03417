import { describe, expect, it } from 'vitest';
import { bls12381G1 } from '../../src/curves/bls12-381.js';
import { forEachBackend } from '../support/backends.js';
import { expectPointError } from '../support/errors.js';
import { fromHex, toHex } from '../support/hex.js';
import * as facts from './bls12-381-g1.js';

describe('config of BLS12-381 G1', () => {
  it('has the published prime and order', () => {
    expect(bls12381G1.p).toBe(BigInt(`0x${facts.prime}`));
    expect(bls12381G1.order).toBe(facts.order);
    expect(bls12381G1.endomorphism).toEqual(facts.endomorphism);
  });
});

forEachBackend('known answers of BLS12-381 G1', (context) => {
  it.each(facts.multiples)('$k · G ($source)', ({ k, compressed }) => {
    const { G1 } = context;
    expect(toHex(G1.generator.multiply(k).toBytes())).toBe(compressed);
    expect(G1.point(fromHex(compressed)).equals(G1.generator.multiply(k))).toBe(true);
    expect(toHex(G1.msm([G1.generator], [k]).toBytes())).toBe(compressed);
  });

  it('the endomorphism multiplies by its eigenvalue', () => {
    const { G1 } = context;
    const { x, y } = G1.generator.toAffine();
    const image = G1.point({ x: (x * facts.endomorphism.beta) % bls12381G1.p, y });
    expect(image.equals(G1.generator.multiply(facts.endomorphism.lambda))).toBe(true);
  });

  it.each(facts.orderThree)('the point %s of order 3 is refused', (hex) => {
    const bytes = fromHex(hex);
    expectPointError(() => context.G1.point(bytes), 'not-in-subgroup');
    const point = context.G1.point(bytes, { check: false });
    expect(point.isInSubgroup()).toBe(false);
    expect(point.double().equals(point.negate())).toBe(true);
    expect(point.double().add(point).isIdentity()).toBe(true);
  });

  it('an x without a point is refused, checked or not', () => {
    const bytes = fromHex(facts.notOnCurve);
    for (const check of [true, false]) {
      expectPointError(() => context.G1.point(bytes, { check }), 'not-on-curve');
    }
  });
});
