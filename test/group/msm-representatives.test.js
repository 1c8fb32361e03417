/**
 * Banderwagon's elements have two points each, which differ by the point of order 2: lists may hold
 * either, so sums inside an MSM meet both, and that point itself.
 */
import { describe, expect, it } from 'vitest';
import { toBytesLE } from '../../src/math/modular.js';
import { forEachBackend } from '../support/backends.js';
import { concat, toHex } from '../support/hex.js';

/**
 * The two points of the identity and of a few multiples of the generator, which are opposite, equal
 * or each other's images.
 */
const points = ({ order, p, lambda, nobleMultiple }) =>
  [0n, 1n, -1n, 2n, 3n, lambda, -lambda].flatMap((log) => {
    const { x, y } = nobleMultiple(log).toAffine();
    const other = { x: x && p - x, y: p - y };
    return [{ x, y }, other].map((point) => ({
      log: ((log % order) + order) % order,
      bytes: concat(toBytesLE(point.x, 32), toBytesLE(point.y, 32)),
    }));
  });

forEachBackend(
  'msm of either point of an element',
  (context) => {
    const { order, lambda, compressedMultiple } = context.oracle;
    const scalars = [1n, 2n, 3n, lambda, -lambda, order - 1n, (order - 1n) / 2n, 2n ** 256n - 1n];

    describe.each([2, 3, 7, 14, 40, 120])('%i points', (n) => {
      it('with equal, opposite and different scalars, with a table and without', async () => {
        const all = points(context.oracle);
        for (const pool of [2, 4, all.length]) {
          const list = Array.from({ length: n }, (_, i) => all[(i * i + (i >> 1)) % pool]);
          const bytes = concat(...list.map((point) => point.bytes));
          const vector = context.group.points(bytes, { format: 'uncompressed-le' });
          const basis = await context.group.fixedBasis(vector, { memory: 2 ** 17 });
          for (const scalarOf of [
            () => 1n,
            () => order - 2n,
            (i) => (i % 2 ? 5n : -5n),
            (i) => scalars[i % scalars.length],
          ]) {
            const ks = list.map((_, i) => scalarOf(i));
            const log = list.reduce((sum, point, i) => BigInt(point.log * ks[i]) + sum, 0n);
            const expected = toHex(compressedMultiple(log));
            expect(toHex(context.group.msm(vector, ks).toBytes())).toBe(expected);
            expect(toHex(basis.msm(ks).toBytes())).toBe(expected);
          }
          basis.dispose();
          vector.dispose();
        }
      });
    });
  },
  'banderwagon',
);
