/** Pallas and Vesta as pasta_curves and arkworks have them: multiples and sums in every format. */
import { describe, expect, it } from 'vitest';
import { expectInputError, expectPointError, isPointError, thrownBy } from '../support/errors.js';
import { concat, fromHex, toHex } from '../support/hex.js';
import { conformance } from '../support/vectors.js';

const FORMATS = ['compressed', 'little-endian', 'montgomery-le'];

for (const name of ['pallas', 'vesta']) {
  conformance(`pasta/multiples-${name}.json`, (context, { rows }) => {
    it.each(FORMATS)('every row decodes to k · G and encodes to itself (%s)', (format) => {
      const { group } = context;
      for (const row of rows) {
        const point = group.point(fromHex(row[format]), { format });
        expect(point.equals(group.generator.multiply(BigInt(`0x${row.k}`)))).toBe(true);
        expect(toHex(point.toBytes(format))).toBe(row[format]);
      }
    });

    it.each(FORMATS)('all rows in one list (%s)', (format) => {
      const bytes = concat(...rows.map((row) => fromHex(row[format])));
      const vector = context.group.points(bytes, { format, check: 'each' });
      expect(vector).toHaveLength(rows.length);
      for (const other of FORMATS)
        expect(toHex(vector.toBytes(other))).toBe(rows.map((row) => row[other]).join(''));
      vector.dispose();
    });

    describe('what is no encoding', () => {
      const last = (/** @type {number} */ byte) => new Uint8Array(32).fill(byte, 31);

      it('zeros with the bit of an odd y', () => {
        expectPointError(() => context.group.point(last(0x80)), 'not-on-curve');
      });

      it('a coordinate that is not below the prime', () => {
        for (const byte of [0x7f, 0xff])
          expectPointError(() => context.group.point(last(byte)), 'range');
      });

      it('a list with such a one, by its index', () => {
        const bytes = concat(context.group.generator.toBytes(), last(0), last(0x7f));
        const error = thrownBy(() => context.group.points(bytes));
        isPointError(error, 'range', 2);
      });

      it('another length, or a format that is none of these curves', () => {
        expectPointError(() => context.group.point(new Uint8Array(33)), 'length');
        const point = new Uint8Array(64);
        expectInputError(() => context.group.point(point, { format: 'uncompressed' }));
      });
    });
  });

  conformance(`pasta/msm-${name}.json`, (context, { rows }) => {
    it.each(rows)('a sum of $n', ({ logs, scalars, expected }) => {
      const { generator } = context.group;
      const points = logs.map((log) => generator.multiply(BigInt(`0x${log}`)));
      const bytes = concat(...scalars.map((scalar) => fromHex(scalar.padStart(64, '0'))));
      const sum = context.group.msm(points, bytes);
      for (const format of FORMATS) expect(toHex(sum.toBytes(format))).toBe(expected[format]);
    });
  });
}
