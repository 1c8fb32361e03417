/** SEC 1 encodings, valid and invalid. */
import { expect, it } from 'vitest';
import { expectPointError, thrownBy } from '../support/errors.js';
import { fromHex, toHex } from '../support/hex.js';
import { conformance } from '../support/vectors.js';

/** Why the encodings of the list `own` are refused. */
const REASONS = {
  'x + p (x = 1), 02': 'range',
  'hybrid with the wrong parity: invalid everywhere': 'flags',
  '65 zero bytes': 'flags',
  'x = 5 has no y': 'not-on-curve',
  'prefix 04 with 33 bytes': 'length',
  '32 bytes (x-only) is not SEC1': 'length',
  'y + 1': 'not-on-curve',
  empty: 'length',
  'x = 2^256-1': 'range',
  'the same with y + p: must be refused': 'range',
};

conformance('secp256k1/sec1.json', (context, { isPoint, pointCompress, own }) => {
  it.each(isPoint)('$bytes is a point: $valid', ({ bytes, valid }) => {
    const encoded = fromHex(bytes);
    const decode = () => context.group.point(encoded);
    if (!valid) {
      expect(['length', 'flags', 'range', 'not-on-curve']).toContain(thrownBy(decode).reason);
      return;
    }
    const format = encoded.length === 33 ? 'compressed' : 'uncompressed';
    expect(toHex(decode().toBytes(format))).toBe(bytes);
    const vector = context.group.points(encoded);
    expect(toHex(vector.toBytes(format))).toBe(bytes);
    vector.dispose();
  });

  it.each(pointCompress)('$point, compressed', ({ point, compress, expected }) => {
    const format = compress ? 'compressed' : 'uncompressed';
    expect(toHex(context.group.point(fromHex(point)).toBytes(format))).toBe(expected);
  });

  it.each(own.filter(({ valid }) => valid === false))('$name', ({ name, bytes }) => {
    for (const options of [undefined, { check: false }]) {
      expectPointError(() => context.group.point(fromHex(bytes), options), REASONS[name]);
    }
  });

  // Whether they are accepted is a matter of policy: here they are points.
  it.each(own.filter(({ valid }) => valid === null))('$name', ({ bytes }) => {
    const point = context.group.point(fromHex(bytes));
    expect(point.isIdentity()).toBe(true);
    expect(toHex(point.toBytes())).toBe(bytes);
  });
});
