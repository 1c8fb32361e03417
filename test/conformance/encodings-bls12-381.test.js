/** Encodings of zkcrypto/bls12_381, ethereum/bls12-381-tests and others, valid and invalid. */
import { describe, expect, it } from 'vitest';
import { expectPointError, thrownBy } from '../support/errors.js';
import { concat, fromHex, toHex } from '../support/hex.js';
import { conformance } from '../support/vectors.js';

const FORMATS = ['compressed', 'uncompressed'];

/** @param {any} context @param {any} data */
function testValid(context, { rows }) {
  it.each(FORMATS)('every row decodes to k · G and encodes to itself (%s)', (format) => {
    const { group } = context;
    for (const row of rows) {
      const point = group.point(fromHex(row[format]));
      expect(point.equals(group.generator.multiply(BigInt(row.k)))).toBe(true);
      expect(toHex(point.toBytes(format))).toBe(row[format]);
    }
  });

  it.each(FORMATS)('all rows in one list (%s)', (format) => {
    const bytes = concat(...rows.map((row) => fromHex(row[format])));
    const vector = context.group.points(bytes);
    expect(vector).toHaveLength(rows.length);
    for (const other of FORMATS) {
      expect(toHex(vector.toBytes(other))).toBe(rows.map((row) => row[other]).join(''));
    }
    vector.dispose();
  });
}

/** @param {any} context @param {any} data */
function testDecoding(context, { cases }) {
  const valid = cases.filter((vector) => vector.valid);
  const outside = cases.filter((vector) => vector.onCurve);
  const invalid = cases.filter((vector) => !vector.valid && !vector.onCurve);

  /** @param {string} hex */
  const formatOf = (hex) =>
    hex.length === 2 * context.oracle.sizes.compressed ? 'compressed' : 'uncompressed';

  it('the file has cases of all kinds', () => {
    expect([valid, outside, invalid].every((list) => list.length > 0)).toBe(true);
  });

  it.each(valid)('$name: accepted', ({ bytes }) => {
    expect(toHex(context.group.point(fromHex(bytes)).toBytes(formatOf(bytes)))).toBe(bytes);
  });

  describe.each(outside)('$name', ({ bytes }) => {
    it('refused by the subgroup check, alone and in a list', () => {
      const { group } = context;
      const good = group.generator.toBytes(formatOf(bytes));
      expectPointError(() => group.point(fromHex(bytes)), 'not-in-subgroup');
      expectPointError(
        () => group.points(concat(good, fromHex(bytes), good)),
        'not-in-subgroup',
        1,
      );
    });

    it('accepted without it', () => {
      const point = context.group.point(fromHex(bytes), { check: false });
      expect(toHex(point.toBytes(formatOf(bytes)))).toBe(bytes);
      expect(point.isInSubgroup()).toBe(false);
    });
  });

  it.each(invalid)('$name: refused, checked or not', ({ bytes }) => {
    const input = fromHex(bytes);
    for (const check of [true, false]) {
      const { reason } = thrownBy(() => context.group.point(input, { check }));
      expect(['length', 'flags', 'range', 'not-on-curve']).toContain(reason);
    }
    for (const format of FORMATS) {
      const { code } = thrownBy(() => context.group.point(input, { format, check: false }));
      expect(code).toBe('ERR_POINT');
    }
  });
}

for (const group of ['g1', 'g2']) {
  conformance(`bls12-381/serde-valid-${group}.json`, testValid);
  conformance(`bls12-381/deserialize-${group}.json`, testDecoding);
}
