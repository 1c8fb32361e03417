/** Points from bytes and coordinates: what is accepted, and the error of everything else. */
import { describe, expect, it } from 'vitest';
import { forEachBackend } from '../support/backends.js';
import { expectInputError, expectPointError } from '../support/errors.js';
import { concat, fromHex, toHex } from '../support/hex.js';
import { nobleMultiple, order, p } from '../support/oracle.js';
import { assertProperty, fc } from '../support/property.js';

const SIZES = { compressed: 48, uncompressed: 96 };

/**
 * @param {bigint} k
 * @param {string} format
 */
const encoded = (k, format) => nobleMultiple(k).toBytes(format === 'compressed');

/**
 * A copy with one byte changed.
 * @param {Uint8Array} bytes
 * @param {number} index
 * @param {(byte: number) => number} change
 */
function changed(bytes, index, change) {
  const copy = new Uint8Array(bytes);
  copy[index] = change(copy[index]);
  return copy;
}

/**
 * An integer in place of x or y of an uncompressed encoding, or of x in a compressed one.
 * @param {bigint} n
 */
const field = (n) => fromHex(n.toString(16).padStart(96, '0'));

/** On the curve, of order 3. */
const outside = { x: 0n, y: 2n };

const testDecoding = (/** @type {any} */ context) => {
  describe.each(Object.entries(SIZES))('%s', (format, size) => {
    it('goes there and back, as @noble/curves encodes', () => {
      assertProperty(
        fc.property(fc.bigInt({ min: 0n, max: order - 1n }), (k) => {
          const bytes = encoded(k, format);
          expect(bytes).toHaveLength(size);
          for (const options of [undefined, {}, { format }, { format, check: false }]) {
            expect(toHex(context.G1.point(bytes, options).toBytes(format))).toBe(toHex(bytes));
          }
        }),
        10,
      );
    });

    it('both signs of y', () => {
      for (const k of [1n, -1n, 2n, -2n, 3n, -3n]) {
        const bytes = encoded(k, format);
        expect(toHex(context.G1.point(bytes).toBytes(format))).toBe(toHex(bytes));
      }
    });

    it('the identity', () => {
      const point = context.G1.point(encoded(0n, format));
      expect(point.isIdentity()).toBe(true);
      expect(toHex(point.toBytes(format))).toBe(toHex(encoded(0n, format)));
    });

    it('a list, and the index of a bad point in it', () => {
      const parts = [1n, 0n, -5n, 7n, 0n].map((k) => encoded(k, format));
      const vector = context.G1.points(concat(...parts));
      expect(vector).toHaveLength(5);
      expect(toHex(vector.toBytes(format))).toBe(toHex(concat(...parts)));
      vector.dispose();
      for (let i = 0; i < parts.length; i++) {
        const bad = [...parts];
        bad[i] = changed(parts[1], size - 1, () => 1);
        expectPointError(() => context.G1.points(concat(...bad), { format }), 'flags', i);
      }
    });

    it('wrong lengths', () => {
      const bytes = encoded(5n, format);
      for (const length of [1, size - 1, size + 1, 2 * size, 47, 49, 95, 97, 144]) {
        if (length === size) continue;
        const other = new Uint8Array(length);
        other.set(bytes.subarray(0, length));
        expectPointError(() => context.G1.point(other), 'length');
        expectPointError(() => context.G1.point(other, { format }), 'length');
        if (length % size === 0) continue;
        expectPointError(() => context.G1.points(other), 'length');
      }
      expectPointError(() => context.G1.point(new Uint8Array()), 'length');
    });

    it('flags that the format does not have', () => {
      const wrong = format === 'compressed' ? [0x00, 0x20, 0x40, 0x60, 0xc0, 0xe0] : [0x20, 0x60];
      for (const flags of wrong) {
        const bytes = changed(encoded(5n, format), 0, (byte) => (byte & 0x1f) | flags);
        expectPointError(() => context.G1.point(bytes, { format }), 'flags');
      }
    });

    it('an infinity that is not all zero', () => {
      for (const index of [0, 1, 24, 47, size - 1]) {
        const bytes = changed(encoded(0n, format), index, (byte) => byte | 1);
        expectPointError(() => context.G1.point(bytes), 'flags');
      }
      const sorted = changed(encoded(0n, format), 0, (byte) => byte | 0x20);
      expectPointError(() => context.G1.point(sorted), 'flags');
    });

    it('an x that is not below p, although it fits: even with check: false', () => {
      const top = format === 'compressed' ? 0x80 : 0x00;
      for (const x of [p, p + 1n, p + 4n, 2n ** 381n - 1n]) {
        const tail = format === 'compressed' ? [] : [field(2n)];
        const bytes = changed(concat(field(x), ...tail), 0, (byte) => byte | top);
        for (const check of [true, false]) {
          expectPointError(() => context.G1.point(bytes, { check }), 'range');
        }
        const list = concat(encoded(1n, format), bytes);
        expectPointError(() => context.G1.points(list), 'range', 1);
      }
    });

    it('a point outside the subgroup only with check: false', () => {
      const y = format === 'compressed' ? [] : [field(outside.y)];
      const bytes = changed(concat(field(outside.x), ...y), 0, (byte) =>
        format === 'compressed' ? byte | 0x80 : byte,
      );
      expectPointError(() => context.G1.point(bytes), 'not-in-subgroup');
      const list = concat(encoded(1n, format), encoded(0n, format), bytes);
      expectPointError(() => context.G1.points(list), 'not-in-subgroup', 2);
      const point = context.G1.point(bytes, { check: false });
      expect(point.toAffine()).toEqual(outside);
      expect(toHex(point.toBytes(format))).toBe(toHex(bytes));
      const vector = context.G1.points(list, { check: false });
      expect(vector.at(2).isInSubgroup()).toBe(false);
      vector.dispose();
    });
  });

  it('an uncompressed y that is not below p', () => {
    for (const y of [p, p + 2n, 2n ** 384n - 1n]) {
      expectPointError(() => context.G1.point(concat(field(0n), field(y))), 'range');
    }
  });

  it('uncompressed coordinates off the curve, (0, 0) too, even with check: false', () => {
    const { x, y } = nobleMultiple(5n).toAffine();
    const finite = [
      [x, y + 1n],
      [x + 1n, y],
      [0n, 0n],
      [0n, 1n],
    ];
    for (const [badX, badY] of finite) {
      for (const check of [true, false]) {
        expectPointError(
          () => context.G1.point(concat(field(badX), field(badY)), { check }),
          'not-on-curve',
        );
      }
      const list = concat(encoded(1n, 'uncompressed'), field(badX), field(badY));
      expectPointError(() => context.G1.points(list), 'not-on-curve', 1);
    }
  });

  it('two formats in one list', () => {
    const mixed = concat(encoded(1n, 'compressed'), encoded(2n, 'uncompressed'));
    expectPointError(() => context.G1.points(mixed), 'flags', 1);
    const swapped = concat(
      encoded(2n, 'uncompressed'),
      ...[1n, 3n].map((k) => encoded(k, 'compressed')),
    );
    expectPointError(() => context.G1.points(swapped), 'flags', 1);
    expectPointError(
      () => context.G1.points(encoded(2n, 'uncompressed'), { format: 'compressed' }),
      'flags',
      0,
    );
  });

  it('no points make an empty vector', () => {
    for (const empty of [new Uint8Array(), []]) {
      const vector = context.G1.points(empty);
      expect(vector).toHaveLength(0);
      expect(vector.toBytes()).toEqual(new Uint8Array());
      vector.dispose();
    }
  });

  it('a Buffer, and a view that begins inside its buffer', () => {
    const bytes = concat(encoded(3n, 'compressed'), encoded(4n, 'compressed'));
    const shifted = new Uint8Array(200).fill(0xff);
    shifted.set(bytes, 7);
    for (const input of [Buffer.from(bytes), shifted.subarray(7, 7 + bytes.length)]) {
      const vector = context.G1.points(input);
      expect(toHex(vector.toBytes())).toBe(toHex(bytes));
      vector.dispose();
      expect(context.G1.point(input.subarray(48)).equals(context.G1.generator.multiply(4n))).toBe(
        true,
      );
    }
  });

  it('bytes in shared memory', () => {
    const shared = new Uint8Array(new SharedArrayBuffer(96));
    shared.set(encoded(6n, 'uncompressed'));
    expect(context.G1.point(shared).equals(context.G1.generator.multiply(6n))).toBe(true);
  });

  it('does not change its input', () => {
    const bytes = concat(encoded(3n, 'compressed'), encoded(0n, 'compressed'));
    const before = toHex(bytes);
    context.G1.points(bytes).dispose();
    expect(toHex(bytes)).toBe(before);
  });

  it('coordinates: in range, on the curve, in the subgroup', () => {
    const { G1 } = context;
    const { x, y } = nobleMultiple(5n).toAffine();
    expect(G1.point({ x, y }).equals(G1.generator.multiply(5n))).toBe(true);
    for (const [bad, reason] of /** @type {[any, string][]} */ ([
      [{ x: x + p, y }, 'range'],
      [{ x, y: -1n }, 'range'],
      [{ x: p, y }, 'range'],
      [{ x, y: y + 1n }, 'not-on-curve'],
      [{ x: 0n, y: 0n }, 'not-on-curve'],
    ])) {
      for (const check of [true, false]) {
        expectPointError(() => G1.point(bad, { check }), reason);
        expectPointError(() => G1.points([{ x, y }, bad], { check }), reason, 1);
      }
    }
    expectPointError(() => G1.point(outside), 'not-in-subgroup');
    expect(G1.point(outside, { check: false }).toAffine()).toEqual(outside);
  });

  it('arrays of points and of coordinates, also mixed', () => {
    const { G1 } = context;
    const vector = G1.points([G1.generator, nobleMultiple(2n).toAffine(), G1.identity]);
    const expected = [1n, 2n, 0n].map((k) => encoded(k, 'compressed'));
    expect(toHex(vector.toBytes())).toBe(toHex(concat(...expected)));
    vector.dispose();
  });

  it('values that change while being read are used as they were read', () => {
    const { G1 } = context;
    const { x, y } = nobleMultiple(5n).toAffine();
    const list = [];
    const shortened = { x, y };
    Object.defineProperty(list, 0, {
      get() {
        list.length = 1;
        return shortened;
      },
    });
    list.push(shortened, shortened);
    expectInputError(() => G1.points(list));

    let reads = 0;
    const unsteady = {
      get x() {
        return reads++ === 0 ? x : p;
      },
      y,
    };
    expect(G1.point(unsteady).toAffine()).toEqual({ x, y });
    expect(reads).toBe(1);
  });

  it('an array with a point that was let in unchecked is checked again, unless told not to', () => {
    const { G1 } = context;
    const point = G1.point(outside, { check: false });
    expectPointError(() => G1.points([G1.generator, point]), 'not-in-subgroup', 1);
    const vector = G1.points([G1.generator, point], { check: false });
    expect(vector.at(1).toAffine()).toEqual(outside);
    vector.dispose();
  });

  it('anything else is an InputError', () => {
    const { G1 } = context;
    const hex = toHex(encoded(1n, 'compressed'));
    const neither = [undefined, null, 5, 5n, hex, {}, new ArrayBuffer(48), new Uint16Array(48)];
    neither.push(new Uint8ClampedArray(48), new DataView(new ArrayBuffer(48)), { x: 1, y: 2 });
    for (const bad of [...neither, [encoded(1n, 'compressed')]]) {
      expectInputError(() => G1.point(bad));
    }
    for (const bad of neither) {
      expectInputError(() => G1.points(bad));
      expectInputError(() => G1.points([G1.generator, bad]));
    }
    // A hole is no point.
    expectInputError(() => G1.points(new Array(2)));
  });

  it('a detached buffer is an InputError', () => {
    const bytes = encoded(1n, 'compressed');
    structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
    expectInputError(() => context.G1.point(bytes));
    expectInputError(() => context.G1.points(bytes));
  });

  it('unknown or ill-typed options are InputErrors', () => {
    const { G1 } = context;
    const bytes = encoded(1n, 'compressed');
    /** @type {any[]} */
    const wrong = [null, true, 'compressed', [], { fromat: 'compressed' }, { format: 'sec1' }];
    wrong.push(
      { format: null },
      { check: 0 },
      { check: 'false' },
      { check: null },
      { strict: true },
    );
    for (const options of wrong) {
      expectInputError(() => G1.point(bytes, options));
      expectInputError(() => G1.points(bytes, options));
    }
    expect(G1.point(bytes, { format: undefined, check: undefined }).equals(G1.generator)).toBe(
      true,
    );
  });

  it('points of another instance are InputErrors', async () => {
    const other = await context.createOther();
    try {
      expectInputError(() => context.G1.points([other.G1.generator]));
    } finally {
      other.dispose();
    }
  });
};

forEachBackend('decoding', testDecoding, 'bls12-381-g1', { withBigint: true });
