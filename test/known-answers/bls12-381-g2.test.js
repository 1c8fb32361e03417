import { describe, expect, it } from 'vitest';
import { endomorphismMap, endomorphismOf } from '../../src/reference/endomorphism.js';
import { curveOf } from '../../src/reference/weierstrass.js';
import { bls12381G2 } from '../../src/curves/bls12-381.js';
import { forEachBackend } from '../support/backends.js';
import { expectPointError } from '../support/errors.js';
import { fromHex, toHex } from '../support/hex.js';
import * as facts from './bls12-381-g2.js';

describe('config of BLS12-381 G2', () => {
  it('has the published endomorphism', () => {
    const { factorX, factorY } = endomorphismOf(curveOf(bls12381G2));
    const { lambda } = bls12381G2.endomorphism;
    expect({ lambda, factorX, factorY }).toEqual(facts.endomorphism);
  });
});

forEachBackend(
  'known answers of BLS12-381 G2',
  (context) => {
    it.each(facts.multiples)('$k · G ($source)', ({ k, compressed }) => {
      const { G2 } = context;
      expect(toHex(G2.generator.multiply(k).toBytes())).toBe(compressed);
      expect(G2.point(fromHex(compressed)).equals(G2.generator.multiply(k))).toBe(true);
      expect(toHex(G2.msm([G2.generator], [k]).toBytes())).toBe(compressed);
    });

    it('the endomorphism multiplies by its eigenvalue', () => {
      const { G2 } = context;
      const image = endomorphismMap(curveOf(bls12381G2))(G2.generator.toAffine());
      expect(G2.point(image).equals(G2.generator.multiply(facts.endomorphism.lambda))).toBe(true);
    });

    it('a point outside the group is refused', () => {
      const bytes = fromHex(facts.outside);
      expectPointError(() => context.G2.point(bytes), 'not-in-subgroup');
      expect(context.G2.point(bytes, { check: false }).isInSubgroup()).toBe(false);
    });

    it('an x without a point is refused, checked or not', () => {
      const bytes = fromHex(facts.notOnCurve);
      for (const check of [true, false]) {
        expectPointError(() => context.G2.point(bytes, { check }), 'not-on-curve');
      }
    });
  },
  'bls12-381-g2',
);
