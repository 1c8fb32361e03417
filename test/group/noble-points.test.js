/** Lists of points of @noble/curves, which are projective: their inversions are shared. */
import { expect, it } from 'vitest';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { forEachBackend } from '../support/backends.js';
import { expectInputError } from '../support/errors.js';
import { toHex } from '../support/hex.js';

const CLASSES = {
  'bls12-381-g1': bls12_381.G1.Point,
  'bls12-381-g2': bls12_381.G2.Point,
  secp256k1: secp256k1.Point,
};

for (const [name, Noble] of Object.entries(CLASSES)) {
  forEachBackend(`points of noble, ${name}`, define(Noble), name);
}

/** @param {any} Noble */
function define(Noble) {
  return (/** @type {any} */ context) => {
    /** Points with Z ≠ 1, for each a point with Z = 1. */
    const some = () => {
      const sums = [3n, 5n, 7n].map((k) => Noble.BASE.multiply(k).add(Noble.BASE));
      expect(sums.every(({ Z }) => !Noble.Fp.eql(Z, Noble.Fp.ONE))).toBe(true);
      return [...sums, Noble.BASE];
    };
    const hexOf = (points) => toHex(context.group.points(points).toBytes());

    it('are the points that their coordinates say', () => {
      const points = some();
      expect(hexOf(points)).toBe(hexOf(points.map((point) => point.toAffine())));
    });

    it('take one inversion together', () => {
      let inversions = 0;
      const Fp = {
        invertBatch: (list) => {
          inversions++;
          return Noble.Fp.invertBatch(list);
        },
      };
      class Counted {
        static Fp = Fp;
        constructor(point) {
          this.point = point;
        }
        get Z() {
          return this.point.Z;
        }
        get x() {
          throw new Error('an inversion for one point');
        }
        toAffine(inverse) {
          return this.point.toAffine(inverse);
        }
      }
      const points = some();
      expect(hexOf(points.map((point) => new Counted(point)))).toBe(hexOf(points));
      expect(inversions).toBe(1);
    });

    it('may stand beside others', () => {
      const [first, second] = some();
      const mixed = [first, context.group.generator, second.toAffine()];
      const plain = [first.toAffine(), context.group.generator, second.toAffine()];
      expect(hexOf(mixed)).toBe(hexOf(plain));
    });

    it('are refused if they are infinity, or no points', () => {
      const [first] = some();
      expect(() => context.group.points([first, Noble.ZERO])).toThrow(/index 1.*\(0, 0\)/);
      expectInputError(() => context.group.points([first, undefined]));
      const sparse = [first];
      sparse.length = 2 ** 32 - 1;
      expectInputError(() => context.group.points(sparse));
    });

    it('are read like any other list where the class lies', () => {
      class Liar {
        static Fp = { invertBatch: () => [] };
        toAffine() {
          return { x: 1n, y: 1n };
        }
      }
      expect(() => context.group.points([new Liar()])).toThrow(/index 0/);
    });
  };
}
