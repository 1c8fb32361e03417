import { describe, expect, it } from 'vitest';
import { secp256k1 } from '../../src/curves/secp256k1.js';
import { forEachBackend } from '../support/backends.js';
import { expectPointError } from '../support/errors.js';
import { fromHex, toHex } from '../support/hex.js';
import * as facts from './secp256k1.js';

describe('config of secp256k1', () => {
  it('has the published prime and order', () => {
    expect(secp256k1.p).toBe(BigInt(`0x${facts.prime}`));
    expect(secp256k1.order).toBe(facts.order);
    expect(secp256k1.endomorphism).toEqual(facts.endomorphism);
  });
});

forEachBackend(
  'known answers of secp256k1',
  (context) => {
    it.each(facts.multiples)('$k · G ($source)', ({ k, compressed }) => {
      const { group } = context;
      expect(toHex(group.generator.multiply(k).toBytes())).toBe(compressed);
      expect(group.point(fromHex(compressed)).equals(group.generator.multiply(k))).toBe(true);
      expect(toHex(group.msm([group.generator], [k]).toBytes())).toBe(compressed);
    });

    it('the generator, uncompressed', () => {
      expect(toHex(context.group.generator.toBytes('uncompressed'))).toBe(facts.generator);
    });

    it('the endomorphism multiplies by its eigenvalue', () => {
      const { group } = context;
      const { x, y } = group.generator.toAffine();
      const image = group.point({ x: (x * facts.endomorphism.beta) % secp256k1.p, y });
      expect(image.equals(group.generator.multiply(facts.endomorphism.lambda))).toBe(true);
    });

    it.each([
      ['not-on-curve', facts.notOnCurve],
      ['range', facts.outOfRange],
    ])('an x that is %s is refused, checked or not', (reason, hex) => {
      for (const check of [true, false]) {
        expectPointError(() => context.group.point(fromHex(hex), { check }), reason);
      }
    });

    it('every point of the curve is in the group', () => {
      const { group } = context;
      const point = group.point({ x: 1n, y: group.point(fromHex(facts.xIsOne)).toAffine().y });
      expect(point.isInSubgroup()).toBe(true);
      expect(point.multiply(group.order - 1n).equals(point.negate())).toBe(true);
    });
  },
  'secp256k1',
);
