/** The forms of provers, from first principles: what they say, what is refused, sums from them. */
import { describe, expect, it } from 'vitest';
import { curves } from '../../src/curves/index.js';
import { fromBytesLE, toBytesLE } from '../../src/math/integers.js';
import * as edwards from '../../src/reference/edwards.js';
import { subgroupTest } from '../../src/reference/endomorphism.js';
import { curveOf, rightSide } from '../../src/reference/weierstrass.js';
import { forEachGroup } from '../support/backends.js';
import { expectInputError, expectPointError, isPointError, thrownBy } from '../support/errors.js';
import { concat, toHex } from '../support/hex.js';
import { coefficientsOf, elementOf } from '../support/elements.js';

const FORMS = /** @type {const} */ (['little-endian', 'montgomery-le']);

/**
 * A point of the curve outside the group.
 * @param {any} config
 */
function outsideOf(config) {
  const curve = config.edwards ? config : curveOf(config);
  const isOutside = config.edwards
    ? (/** @type {any} */ point) => !edwards.isInSubgroup(curve, point)
    : (/** @type {any} */ point) => !subgroupTest(curve)(point);
  const lift = (/** @type {bigint} */ n) => {
    if (config.edwards) return edwards.liftX(curve, n);
    const x = elementOf(config.extension ? [n, 1n] : [n]);
    const y = curve.field.squareRoot(rightSide(curve, x));
    return y === null ? null : { x, y };
  };
  for (let n = 1n; ; n++) {
    const point = lift(n);
    if (point && isOutside(point)) return point;
  }
}

/** The power of 2 that R is, by the bits of the prime: as arkworks, halo2 and gnark-crypto do. */
const R_BITS = { 254: 256, 255: 256, 256: 256, 381: 384 };

forEachGroup('forms of provers', (context) => {
  const config = () => /** @type {any} */ (curves.find(({ name }) => name === context.group.name));

  /**
   * Both forms of a point, by definition.
   * @param {any} point
   * @param {string} format
   */
  const formOf = (point, format) => {
    const { p } = config();
    const bits = R_BITS[p.toString(2).length];
    const R = format === 'montgomery-le' ? 1n << BigInt(bits) : 1n;
    const { x, y } = point.toAffine();
    const coefficients = [...coefficientsOf(x), ...coefficientsOf(y)];
    return concat(...coefficients.map((c) => toBytesLE((c * R) % p, bits / 8)));
  };

  describe.each(FORMS)('%s', (format) => {
    it('is as defined, for points and lists, and read back', async () => {
      const { group } = context;
      const vector = group.randomPoints(5, 3);
      const each = Array.from({ length: 5 }, (_, i) => vector.at(i));
      const expected = concat(...each.map((point) => formOf(point, format)));
      expect(toHex(vector.toBytes(format))).toBe(toHex(expected));
      expect(toHex(concat(...each.map((point) => point.toBytes(format))))).toBe(toHex(expected));
      for (const options of [{ format }, { format, check: 'each' }, { format, check: false }]) {
        expect(toHex(group.points(expected, options).toBytes())).toBe(toHex(vector.toBytes()));
        const later = await group.pointsAsync(expected, options);
        expect(toHex(later.toBytes())).toBe(toHex(vector.toBytes()));
      }
      for (const point of each) {
        for (const check of [true, false]) {
          const read = group.point(formOf(point, format), { format, check });
          expect(read.equals(point)).toBe(true);
        }
      }
    });

    it('infinity is all zero, alone and in lists', () => {
      const { group } = context;
      const size = formOf(group.generator, format).length;
      const zeros = new Uint8Array(size);
      expect(group.identity.toBytes(format)).toEqual(zeros);
      expect(group.point(zeros, { format }).isIdentity()).toBe(true);
      const bytes = concat(zeros, formOf(group.generator, format), zeros);
      const points = group.points(bytes, { format });
      expect(points.at(0).isIdentity() && points.at(2).isIdentity()).toBe(true);
      expect(points.at(1).equals(group.generator)).toBe(true);
      expect(points.toBytes(format)).toEqual(bytes);
      expect(group.points(new Uint8Array(), { format })).toHaveLength(0);
    });

    it('a coordinate that is not below the prime is refused, with its index', () => {
      const { group } = context;
      const { p } = config();
      const good = formOf(group.generator, format);
      const size = R_BITS[p.toString(2).length] / 8;
      const most = (1n << BigInt(8 * size)) - 1n;
      for (let at = 0; at < good.length; at += size) {
        for (const value of [p, p + fromBytesLE(good.subarray(at, at + size)), most]) {
          if (value > most) continue;
          const bad = new Uint8Array(good);
          bad.set(toBytesLE(value, size), at);
          for (const check of [true, false]) {
            const one = thrownBy(() => group.point(bad, { format, check }));
            isPointError(one, 'range');
            const list = () => group.points(concat(good, bad), { format, check });
            expectPointError(list, 'range', 1);
          }
        }
        // Below it, but off the curve.
        const off = new Uint8Array(good);
        const coefficient = fromBytesLE(good.subarray(at, at + size));
        off.set(toBytesLE((coefficient + 1n) % p, size), at);
        const list = () => group.points(concat(good, off), { format, check: false });
        expectPointError(list, 'not-on-curve', 1);
      }
    });

    it('wrong lengths are refused', () => {
      const { group } = context;
      const good = formOf(group.generator, format);
      for (const length of [1, good.length - 1, good.length + 1]) {
        const bytes = new Uint8Array(length);
        for (const read of ['point', 'points']) {
          const error = thrownBy(() => group[read](bytes, { format }));
          isPointError(error, 'length');
        }
      }
      const two = concat(good, good);
      const error = thrownBy(() => group.point(two, { format }));
      isPointError(error, 'length');
    });

    it('gives the sums that other formats give', async () => {
      const { group } = context;
      const vector = group.randomPoints(9, 4);
      const scalars = group.randomScalars(9, 5);
      const points = group.points(vector.toBytes(format), { format });
      const sum = group.msm(vector, scalars);
      expect(group.msm(points, scalars).equals(sum)).toBe(true);
      expect((await group.msmAsync(points.slice(0, 9), scalars)).equals(sum)).toBe(true);
    });
  });

  it('the subgroup is checked', () => {
    const { group } = context;
    // Elsewhere every point of the curve is in the group.
    if (!config().traits.subgroup) return void expect(config().cofactor).toBeDefined();
    const outside = outsideOf(config());
    for (const format of FORMS) {
      const bytes = group.point(outside, { check: false }).toBytes(format);
      const error = thrownBy(() => group.points(concat(bytes, bytes), { format }));
      isPointError(error, 'not-in-subgroup', 0);
    }
  });

  it('unknown formats are refused', () => {
    const { group } = context;
    expectInputError(() => group.generator.toBytes('montgomery'));
  });

  if (context.oracle.name === 'banderwagon') {
    it('either representative is read, and the one with the larger y written', () => {
      const { group } = context;
      const { p } = config();
      const { x, y } = group.generator.toAffine();
      const other = concat(toBytesLE(p - BigInt(x), 32), toBytesLE(p - BigInt(y), 32));
      const read = group.points(other, { format: 'little-endian' });
      expect(read.at(0).equals(group.generator)).toBe(true);
      expect(read.toBytes('montgomery-le')).toEqual(group.generator.toBytes('montgomery-le'));
    });
  }
});
