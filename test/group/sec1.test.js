/** SEC 1 encodings: what is accepted, and the error of everything else. */
import { describe, expect, it } from 'vitest';
import { forEachBackend } from '../support/backends.js';
import { expectInputError, expectPointError } from '../support/errors.js';
import { concat, fromHex, toHex } from '../support/hex.js';
import { oracles } from '../support/oracle.js';
import { assertProperty, fc } from '../support/property.js';

const { order, p, sizes, nobleMultiple } = oracles.secp256k1;

/**
 * @param {bigint} k not a multiple of the order
 * @param {string} format
 */
const encoded = (k, format) => nobleMultiple(k).toBytes(format === 'compressed');

/**
 * A copy with another first byte.
 * @param {Uint8Array} bytes
 * @param {number} first
 */
function withFirst(bytes, first) {
  const copy = new Uint8Array(bytes);
  copy[0] = first;
  return copy;
}

/** @param {bigint} n @returns {Uint8Array} 32 bytes, big-endian */
const field = (n) => fromHex(n.toString(16).padStart(64, '0'));

/** The only first bytes of each format. */
const FIRST = { compressed: [2, 3], uncompressed: [4] };

forEachBackend(
  'SEC 1',
  (context) => {
    describe.each(Object.entries(sizes))('%s', (format, size) => {
      it('goes there and back, as @noble/curves encodes', () => {
        assertProperty(
          fc.property(fc.bigInt({ min: 1n, max: order - 1n }), (k) => {
            const bytes = encoded(k, format);
            expect(bytes).toHaveLength(size);
            for (const options of [undefined, {}, { format }, { format, check: false }]) {
              expect(toHex(context.group.point(bytes, options).toBytes(format))).toBe(toHex(bytes));
            }
          }),
          20,
        );
      });

      it('lists, and the index of a bad point in them', () => {
        const parts = [1n, -1n, -5n, 7n].map((k) => encoded(k, format));
        const vector = context.group.points(concat(...parts));
        expect(vector).toHaveLength(4);
        expect(toHex(vector.toBytes(format))).toBe(toHex(concat(...parts)));
        vector.dispose();
        for (let i = 0; i < parts.length; i++) {
          for (const first of [0, 1, 5, 6, 7, 0xff]) {
            const bad = parts.with(i, withFirst(parts[i], first));
            for (const options of [{ format }, { format, check: false }]) {
              expectPointError(() => context.group.points(concat(...bad), options), 'flags', i);
            }
          }
        }
      });

      it('every other first byte is refused, with every length', () => {
        const bytes = encoded(5n, format);
        for (let first = 0; first < 256; first++) {
          const { group } = context;
          const changed = withFirst(bytes, first);
          if (FIRST[format].includes(first)) {
            if (format === 'uncompressed' || first === bytes[0]) continue;
            expect(group.point(changed).equals(group.point(bytes).negate())).toBe(true);
            continue;
          }
          const known = first >= 2 && first <= 4;
          expectPointError(() => group.point(changed), known ? 'length' : 'flags');
          expectPointError(() => group.point(changed, { format }), 'flags');
        }
      });

      it('wrong lengths', () => {
        const bytes = encoded(5n, format);
        for (const length of [2, 32, 33, 34, 64, 65, 66, 130]) {
          if (length === size) continue;
          const other = new Uint8Array(length);
          other.set(bytes.subarray(0, length));
          for (const options of [undefined, { format }]) {
            expectPointError(() => context.group.point(other, options), 'length');
            if (length % size === 0) continue;
            expectPointError(() => context.group.points(other, options), 'length');
          }
        }
      });

      it('coordinates that are not below the prime', () => {
        const { x, y } = nobleMultiple(5n).toAffine();
        const large = [p, p + 1n, 2n ** 256n - 1n];
        for (const bad of large) {
          const pairs = [
            [bad, y],
            [x, bad],
          ];
          for (const [badX, badY] of format === 'compressed' ? pairs.slice(0, 1) : pairs) {
            const bytes =
              format === 'compressed'
                ? concat(new Uint8Array([2]), field(badX))
                : concat(new Uint8Array([4]), field(badX), field(badY));
            expectPointError(() => context.group.point(bytes), 'range');
            expectPointError(
              () => context.group.points(concat(encoded(1n, format), bytes), { format }),
              'range',
              1,
            );
          }
        }
      });
    });

    it('points that are not on the curve', () => {
      const { x, y } = nobleMultiple(5n).toAffine();
      const compressed = concat(new Uint8Array([3]), field(5n));
      const uncompressed = [
        [0n, 0n],
        [0n, 1n],
        [x, y + 1n],
        [y, x],
        [p - 1n, p - 1n],
      ].map(([a, b]) => concat(new Uint8Array([4]), field(a), field(b)));
      for (const bytes of [compressed, ...uncompressed]) {
        expectPointError(() => context.group.point(bytes), 'not-on-curve');
        expectPointError(() => context.group.point(bytes, { check: false }), 'not-on-curve');
      }
      expectPointError(() => context.group.point({ x: 0n, y: 0n }), 'not-on-curve');
    });

    it('the hybrid form is refused, also with the right parity', () => {
      for (const k of [5n, -5n]) {
        const bytes = encoded(k, 'uncompressed');
        const hybrid = withFirst(bytes, 6 + (bytes[64] & 1));
        for (const options of [undefined, { format: 'uncompressed' }]) {
          expectPointError(() => context.group.point(hybrid, options), 'flags');
        }
        expectPointError(() => context.group.points(hybrid), 'flags', 0);
        expectInputError(() => context.group.point(hybrid, { format: 'hybrid' }));
      }
    });

    describe('infinity', () => {
      it('is the single byte 00 for a point, in every format', () => {
        const { group } = context;
        for (const format of [undefined, 'compressed', 'uncompressed']) {
          expect(toHex(group.identity.toBytes(format))).toBe('00');
          for (const check of [true, false]) {
            const point = group.point(new Uint8Array(1), { format, check });
            expect(point.isIdentity()).toBe(true);
            expect(point.equals(group.identity)).toBe(true);
          }
        }
        expectInputError(() => group.identity.toBytes('hybrid'));
        const bytes = group.identity.toBytes();
        bytes[0] = 9;
        expect(toHex(group.identity.toBytes())).toBe('00');
      });

      it('is nothing else', () => {
        for (const length of [2, 33, 65]) {
          expectPointError(
            () => context.group.point(new Uint8Array(length)),
            length === 2 ? 'length' : 'flags',
          );
        }
        expectPointError(() => context.group.point(new Uint8Array()), 'length');
      });

      it('cannot stand in flat bytes, neither read nor written', () => {
        const { group } = context;
        expectPointError(() => group.points(new Uint8Array(1)), 'length');
        expectPointError(() => group.msm(new Uint8Array(1), [1n]), 'length');
        const finite = encoded(1n, 'compressed');
        expectPointError(() => group.points(concat(finite, new Uint8Array(1))), 'length');
        expectPointError(() => group.points(concat(finite, new Uint8Array(33))), 'flags', 1);
        const vector = group.points([group.generator, group.identity]);
        expect(vector.at(1).isIdentity()).toBe(true);
        expect(group.msm(vector, [3n, 5n]).equals(group.generator.multiply(3n))).toBe(true);
        for (const format of [undefined, 'compressed', 'uncompressed']) {
          expectPointError(() => vector.toBytes(format), 'flags', 1);
        }
        vector.dispose();
      });
    });

    it('nothing is outside the subgroup', () => {
      const { group } = context;
      const vector = group.points(encoded(7n, 'uncompressed'), { check: true });
      expect(vector.at(0).isInSubgroup()).toBe(true);
      expect(group.identity.isInSubgroup()).toBe(true);
      vector.dispose();
    });
  },
  'secp256k1',
);
