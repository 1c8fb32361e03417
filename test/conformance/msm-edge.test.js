/**
 * Edge cases of multi-scalar multiplication with known results. The short list leaves out those
 * about a few points, equal, opposite or infinite, whatever their scalars: curves over tiny primes
 * have all of them (own-curves/tiny.test.js).
 */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { concat, fromHex, toHex } from '../support/hex.js';
import { isWhole, some } from '../support/extent.js';
import { conformance } from '../support/vectors.js';

/** @param {string} hex a hexadecimal integer below 2^256, without padding */
const scalarOf = (hex) => fromHex(hex.padStart(64, '0'));

/** Cases that tiny curves have, too. */
const COVERED = new RegExp(
  [
    '^n = \\d(, scalar 0|, infinity)?$',
    '^(all|infinity first|every second|P 40 times, equal|P, -P|bucket reduction|points at G) ?',
    '^(P [+-] P|P, Q, P, Q|P, Q, -\\(P\\+Q\\)|2P, P, P, -2P, -P, -P), equal scalars',
    '^random, n = (5|8|16|31)$',
  ].join('|'),
);

/** Terms that the short list multiplies one by one, at most. */
const FEW = 20;

/** @param {any} context @param {any} data */
function testEdges(context, { pool, cases, big }) {
  const { infinityInLists, progression } = context.oracle;
  const isOracle = context.backend === 'bigint';

  /**
   * The points of a case: encodings back to back, or, where infinity cannot stand
   * among them, `Point`s.
   */
  const input = (indices) => {
    const encodings = indices.map((index) => fromHex(pool[index]));
    return infinityInLists || indices.every((index) => pool[index] !== '00')
      ? concat(...encodings)
      : encodings.map((bytes) => context.group.point(bytes));
  };

  /** Multiples of the points in the pool: cases repeat them. @type {Map<string, any>} */
  const products = new Map();

  const taken = cases.filter(({ name }) => isWhole || !COVERED.test(name));
  describe.each(taken)('$name', ({ p, k, expected }) => {
    const bytes = concat(...k.map(scalarOf));
    const bigints = k.map((hex) => BigInt(`0x${hex}`));
    const littleEndian = concat(...k.map((hex) => scalarOf(hex).reverse()));

    /** @param {any} sum */
    const isExpected = (sum) => expect(toHex(sum.toBytes('uncompressed'))).toBe(expected);

    it('from a vector, with scalars in every form', async () => {
      const { group } = context;
      // The oracle's subgroup checks of long lists are tested by those lists that are read.
      const check = !isOracle || p.length < 32;
      const vector = group.points(input(p), { format: 'uncompressed', check });
      isExpected(await group.msmAsync(vector, littleEndian, { endian: 'le' }));
      // Scalars are read before an engine is asked, whichever it is.
      if (check) {
        isExpected(group.msm(vector, bytes));
        isExpected(group.msm(vector, bigints));
      }
      vector.dispose();
    });

    it.skipIf(!isWhole)('from a part of a longer vector', () => {
      const { group } = context;
      const points = p.map((index) => group.point(fromHex(pool[index]), { check: false }));
      const vector = group.points([group.generator, ...points, group.generator]);
      isExpected(group.msm(vector.slice(1, 1 + p.length), bytes));
      vector.dispose();
    });

    // Hundreds of multiplications, one by one: on two backends for all cases, on two for shorter.
    const all = isWhole ? Infinity : FEW;
    const limit = { bigint: 20, wide: 50 }[context.backend] ?? all;
    const itMultiplies = p.length > limit ? it.skip : it;
    itMultiplies('by multiplications and additions of points', () => {
      const { group } = context;
      const vector = group.points(input(p), { check: false });
      let sum = group.identity;
      bigints.forEach((scalar, i) => {
        const key = `${p[i]} ${scalar}`;
        if (!products.has(key)) products.set(key, vector.at(i).multiply(scalar));
        sum = sum.add(products.get(key));
      });
      isExpected(sum);
      vector.dispose();
    });
  });

  for (const { name, n, start, label, expected } of some(big, 1, `big ${context.backend}`)) {
    context.it(n)(name, () => {
      const points = progression(BigInt(`0x${start}`), 1n, n);
      const scalars = new Uint8Array(32 * n);
      const index = Buffer.alloc(4);
      for (let i = 0; i < n; i++) {
        index.writeUInt32BE(i);
        scalars.set(createHash('sha256').update(label).update(index).digest(), 32 * i);
      }
      const vector = context.group.points(points);
      const sum = context.group.msm(vector, scalars);
      expect(toHex(sum.toBytes('uncompressed'))).toBe(expected);
      vector.dispose();
    });
  }
}

conformance('bls12-381/msm-edge-g1.json', testEdges);
conformance('bls12-381/msm-edge-g2.json', testEdges);
conformance('secp256k1/msm-edge.json', testEdges);
