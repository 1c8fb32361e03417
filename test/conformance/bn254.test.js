/**
 * BN254 as arkworks and gnark-crypto have it: multiples and sums in every format, values of the
 * pairing; and the precompiles of EIP-196 and EIP-197, valid and refused. Rows of go-ethereum are
 * not in this repository: they run where further vectors are.
 */
import { describe, expect, it } from 'vitest';
import { isInputError, isPointError, thrownBy } from '../support/errors.js';
import { concat, fromHex, toHex } from '../support/hex.js';
import { conformance, vectorsOf } from '../support/vectors.js';

const FORMATS = ['compressed', 'uncompressed', 'compressed-le', 'little-endian', 'montgomery-le'];

/** Formats that the first byte tells. */
const DETECTED = ['compressed', 'uncompressed'];

/** How each error of the vectors shows; null: an InputError. */
const REASONS = new Map([
  ['curve', 'not-on-curve'],
  ['range', 'range'],
  ['subgroup', 'not-in-subgroup'],
  ['length', null],
]);

for (const group of ['g1', 'g2']) {
  conformance(`bn254/multiples-${group}.json`, (context, { rows }) => {
    it.each(FORMATS)('every row decodes to k · G and encodes to itself (%s)', (format) => {
      const { group } = context;
      for (const row of rows) {
        const point = group.point(fromHex(row[format]), { format });
        expect(point.equals(group.generator.multiply(BigInt(`0x${row.k}`)))).toBe(true);
        expect(toHex(point.toBytes(format))).toBe(row[format]);
        if (DETECTED.includes(format))
          expect(group.point(fromHex(row[format])).equals(point)).toBe(true);
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
  });

  conformance(`bn254/msm-${group}.json`, (context, { rows }) => {
    it.each(rows)('a sum of $n', ({ logs, scalars, expected }) => {
      const { generator } = context.group;
      const points = logs.map((log) => generator.multiply(BigInt(`0x${log}`)));
      const bytes = concat(...scalars.map((scalar) => fromHex(scalar.padStart(64, '0'))));
      const sum = context.group.msm(points, bytes);
      for (const format of FORMATS) expect(toHex(sum.toBytes(format))).toBe(expected[format]);
    });
  });
}

conformance('bn254/pairing-gt.json', (context, { rows }) => {
  it('has the values of gnark-crypto and arkworks', () => {
    const { pairing, G1, G2 } = context.bn;
    for (const { a, b, value } of rows) {
      const P = G1.generator.multiply(BigInt(`0x${a}`));
      const e = pairing(P, G2.generator.multiply(BigInt(`0x${b}`)));
      expect(toHex(e.toBytes())).toBe(value);
    }
  });
});

conformance('bn254/evm.json', (context, data) => {
  describe.each([
    ['add', 'ecAdd'],
    ['mul', 'ecMul'],
    ['pairing', 'ecPairing'],
  ])('%s', (name, method) => {
    it.each(data[name])('$name ($origin)', ({ input, expected }) => {
      expect(toHex(context.bn.evm[method](fromHex(input)))).toBe(expected);
    });

    it.each(data[`${name}Fail`])('$name ($origin) fails', ({ input, error }) => {
      expect(REASONS.has(error), `an error that this test knows: ${error}`).toBe(true);
      const reason = REASONS.get(error);
      const thrown = thrownBy(() => context.bn.evm[method](fromHex(input)));
      if (reason) isPointError(thrown, reason, thrown.index);
      else isInputError(thrown);
    });
  });
});

describe('rows of go-ethereum', () => {
  const isThere = vectorsOf('bn254/evm.json').some(({ data }) =>
    data.add.some((/** @type {{ origin: string }} */ { origin }) => origin === 'go-ethereum'),
  );
  if (!isThere)
    console.warn('NOT TESTED: go-ethereum’s rows of EIP-196, which further vectors have');
  it.skipIf(!isThere)('are in further vectors', () => expect(isThere).toBe(true));
});
