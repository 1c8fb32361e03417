/** Edge cases of multi-scalar multiplication with known results. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { concat, fromHex, toHex } from '../support/hex.js';
import { progression } from '../support/oracle.js';
import { conformance } from '../support/vectors.js';

/** @param {string} hex a hexadecimal integer below 2^256, without padding */
const scalarOf = (hex) => fromHex(hex.padStart(64, '0'));

conformance('bls12-381/msm-edge-g1.json', (context, { pool, cases, big }) => {
  describe.each(cases)('$name', ({ p, k, expected }) => {
    const points = concat(...p.map((index) => fromHex(pool[index])));
    const bytes = concat(...k.map(scalarOf));
    const bigints = k.map((hex) => BigInt(`0x${hex}`));
    const littleEndian = concat(...k.map((hex) => scalarOf(hex).reverse()));

    /** @param {any} sum */
    const isExpected = (sum) => expect(toHex(sum.toBytes('uncompressed'))).toBe(expected);

    it('from a vector, with scalars in every form', async () => {
      const { G1 } = context;
      const vector = G1.points(points, { format: 'uncompressed' });
      isExpected(G1.msm(vector, bytes));
      isExpected(G1.msm(vector, bigints));
      isExpected(G1.msm(vector, littleEndian, { endian: 'le' }));
      isExpected(await G1.msmAsync(vector, bytes));
      vector.dispose();
    });

    it('from a part of a longer vector', () => {
      const { G1 } = context;
      const around = G1.generator.toBytes('uncompressed');
      const vector = G1.points(concat(around, points, around), { check: false });
      isExpected(G1.msm(vector.slice(1, 1 + p.length), bytes));
      vector.dispose();
    });

    it('by multiplications and additions of points', () => {
      const { G1 } = context;
      const vector = G1.points(points, { check: false });
      let sum = G1.identity;
      bigints.forEach((scalar, i) => {
        sum = sum.add(vector.at(i).multiply(scalar));
      });
      isExpected(sum);
      vector.dispose();
    });
  });

  for (const { name, n, start, label, expected } of big) {
    context.it(n)(name, () => {
      const points = progression(BigInt(`0x${start}`), 1n, n);
      const scalars = new Uint8Array(32 * n);
      const index = Buffer.alloc(4);
      for (let i = 0; i < n; i++) {
        index.writeUInt32BE(i);
        scalars.set(createHash('sha256').update(label).update(index).digest(), 32 * i);
      }
      const vector = context.G1.points(points);
      const sum = context.G1.msm(vector, scalars);
      expect(toHex(sum.toBytes('uncompressed'))).toBe(expected);
      vector.dispose();
    });
  }
});
