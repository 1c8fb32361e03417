/**
 * Sums of table entries in extended coordinates, in debug builds, against the BigInt reference:
 * entries, chains, exceptional pairs. Wide arithmetic is lowered to plain instructions.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import * as edwards from '../../src/reference/edwards.js';
import { fromBytesLE, mod } from '../../src/math/modular.js';
import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { emitEdwardsFmaKernel } from '../../wasm-gen/verkle/fma/index.js';
import { emitEdwardsKernel } from '../../wasm-gen/verkle/index.js';
import { banderwagon } from '../../src/curves/banderwagon.js';
import { randomStream } from '../wasm-gen/field-module.js';
import { instantiate } from '../support/instantiate.js';
import { batchKernels, canonical, fromCanonical } from '../wasm/kernels.js';

const { p, order, generator } = banderwagon;
const { lambda } = banderwagon.endomorphism;
const SIZE = 32;
/** @import { EdwardsPoint } from '../../src/reference/edwards.js' */

/** @param {EdwardsPoint} point */
const other = ({ x, y }) => ({ x: mod(-x, p), y: mod(-y, p) });
/** @param {EdwardsPoint} point */
const negate = ({ x, y }) => ({ x: mod(-x, p), y });

/** Points of the group: multiples of G and their other representatives, and both neutral ones. */
const multiples = [];
for (let i = 0, P = generator; i < 20; i++, P = edwards.add(banderwagon, P, generator)) {
  multiples.push(i % 3 === 1 ? other(P) : P);
}
const T = { x: 0n, y: p - 1n };
const points = [edwards.IDENTITY, T, ...multiples];

describe.each([...batchKernels, 'wide64'])('extended sums, %s, debug build', (name) => {
  let wasm;
  let arena;
  let table;
  let entryBytes;
  let at;

  beforeAll(async () => {
    arena = new Arena();
    const range = { staticBase: 1024, staticEnd: 60 * 1024, debug: true };
    const kernel =
      name === 'fma'
        ? emitEdwardsFmaKernel(banderwagon, range)
        : emitEdwardsKernel(banderwagon, /** @type {any} */ (name), range);
    wasm = await instantiate(kernel, arena.memory);
    entryBytes = wasm.entry_bytes.value;
    const n = points.length;
    const source = arena.allocate(n * wasm.point_bytes.value, 'points');
    at = {
      bytes: arena.allocate(2 * SIZE * n, 'bytes'),
      references: arena.allocate(1 << 16, 'references'),
      counts: arena.allocate(1 << 12, 'counts'),
      sum: arena.allocate(8 * wasm.projective_digits.value, 'sum'),
      element: arena.allocate(wasm.point_bytes.value, 'element'),
    };
    points.forEach((point, i) => arena.u8.set(canonical(point, SIZE), at.bytes + 2 * SIZE * i));
    expect(wasm.points_from_affine(source, at.bytes, n)).toBe(-1);
    table = arena.allocate(n * entryBytes, 'entries');
    wasm.extended_entries(table, source, n);
  });

  /** An odd number of entries at a time, too. */
  const reference = (index, negative = false) => (table + index * entryBytes) | Number(negative);

  /**
   * @param {number[][]} rows of references
   * @param {number} bits
   * @param {number} last a reference, or 0
   * @param {number[][]} images of two lanes: rows of the second, as many, whose sum is taken
   *   through the endomorphism
   * @returns {any} a point of the curve
   */
  const sum = (rows, bits = 1, last = 0, images = rows.map(() => [])) => {
    const lists = name === 'fma' ? rows.flatMap((row, i) => [row, images[i]]) : rows;
    const stride = 4 * Math.max(1, ...lists.map((row) => row.length));
    lists.forEach((row, i) => {
      arena.i32.set(row, (at.references + i * stride) >> 2);
      arena.i32[(at.counts >> 2) + i] = row.length;
    });
    const { length } = rows;
    expect(wasm.extended_sum(at.sum, at.references, stride, at.counts, length, bits, last)).toBe(1);
    for (let i = 0; i < 3; i++) {
      if (name === 'fma') {
        const digits = [...arena.f64.subarray(at.sum / 8 + 5 * i, at.sum / 8 + 5 * i + 5)];
        const value = digits.reduceRight((sum, d) => (sum << 52n) + BigInt(d), 0n);
        expect(digits.every((d) => Math.abs(d) <= 2 ** 51)).toBe(true);
        expect(4n * value <= 7n * p && -4n * value <= 7n * p).toBe(true);
      } else {
        const coordinate = arena.u8.slice(at.sum + i * SIZE, at.sum + (i + 1) * SIZE);
        expect(fromBytesLE(coordinate) < p).toBe(true);
      }
    }
    wasm.projective_to_affine(at.element, at.sum);
    wasm.points_to_affine(at.bytes, at.element, 1);
    return fromCanonical(arena.u8.slice(at.bytes, at.bytes + 2 * SIZE));
  };

  const entry = (index, negative) => (negative ? negate(points[index]) : points[index]);

  it('an entry alone is its point, with either sign', () => {
    points.forEach((_, i) => {
      for (const negative of [false, true]) {
        expect(sum([[reference(i, negative)]])).toEqual(entry(i, negative));
      }
    });
  });

  it('adds every pair: equal, opposite, neutral, by T', () => {
    for (let i = 0; i < 8; i++) {
      for (let j = 0; j < 8; j++) {
        for (const [s, t] of [
          [false, false],
          [true, false],
          [true, true],
        ]) {
          const want = edwards.add(banderwagon, entry(i, s), entry(j, t));
          expect(sum([[reference(i, s), reference(j, t)]])).toEqual(want);
          expect(sum([[reference(i, s)]], 1, reference(j, t))).toEqual(want);
        }
      }
    }
  });

  it('doubles every point', () => {
    points.forEach((point, i) => {
      const double = edwards.add(banderwagon, point, point);
      expect(sum([[], [reference(i)]])).toEqual(double);
    });
  });

  it('long chains, with runs of doublings, rows that are empty, and sums that vanish on the way', () => {
    const random = randomStream(3n);
    for (let round = 0; round < 12; round++) {
      const bits = 1 + (round % 5);
      const rows = Array.from({ length: 1 + (round % 7) }, () =>
        Array.from({ length: Number(random(4)) % 12 }, () => {
          const word = Number(random(16));
          return [word % points.length, (word >> 12) & 1];
        }),
      );
      if (round % 3 === 0)
        rows.push([
          [2, 0],
          [2, 1],
          [2, 1],
          [2, 0],
        ]);
      rows.push([]);
      if (rows.every((row) => row.length === 0)) rows[0].push([3, 0]);
      let want = edwards.IDENTITY;
      for (const row of [...rows].reverse()) {
        for (let i = 0; i < bits; i++) want = edwards.add(banderwagon, want, want);
        for (const [i, s] of row) want = edwards.add(banderwagon, want, entry(i, s === 1));
      }
      const references = rows.map((row) => row.map(([i, s]) => reference(i, s === 1)));
      expect(sum(references, bits)).toEqual(want);
      const more = edwards.add(banderwagon, want, entry(round, true));
      expect(sum(references, bits, reference(round, true))).toEqual(more);
    }
  });

  if (name === 'fma') {
    it('the sum of the second lane goes through the endomorphism', () => {
      const image = (point) => edwards.multiply(banderwagon, point, lambda);
      points.forEach((_, i) => {
        const rows = [[reference(3)], []];
        const alone = sum([[]], 1, 0, [[reference(i)]]);
        const wanted = image(points[i]);
        expect(edwards.canonical(banderwagon, alone)).toEqual(
          edwards.canonical(banderwagon, wanted),
        );
        // The image of twice the point, as an endomorphism keeps sums.
        const double = edwards.add(banderwagon, wanted, wanted);
        const want = edwards.add(banderwagon, points[3], double);
        const found = sum(rows, 1, 0, [[], [reference(i)]]);
        expect(edwards.canonical(banderwagon, found)).toEqual(edwards.canonical(banderwagon, want));
      });
    });

    it('both lanes: equal, opposite, vanishing, of different lengths', () => {
      const random = randomStream(5n);
      const entries = (/** @type {number} */ length) =>
        Array.from({ length }, () => [Number(random(16)) % points.length, Number(random(1))]);
      const total = (rows, bits) => {
        let value = edwards.IDENTITY;
        for (const row of [...rows].reverse()) {
          for (let i = 0; i < bits; i++) value = edwards.add(banderwagon, value, value);
          for (const [i, s] of row) value = edwards.add(banderwagon, value, entry(i, s === 1));
        }
        return value;
      };
      const cancelling = [
        [4, 0],
        [5, 1],
        [4, 1],
        [5, 0],
      ];
      for (let round = 0; round < 16; round++) {
        const bits = 1 + (round % 3);
        const count = 1 + (round % 5);
        const [rows, images] = [0, 1].map((half) =>
          Array.from({ length: count }, () =>
            round % 4 === half ? cancelling : entries(Number(random(4)) % 9),
          ),
        );
        rows[0].push([1, 0]);
        if (round % 8 === 2) images.splice(0, count, ...rows);
        const image = edwards.multiply(banderwagon, total(images, bits), lambda);
        const want = edwards.add(banderwagon, total(rows, bits), image);
        const [first, second] = [rows, images].map((half) =>
          half.map((row) => row.map(([i, s]) => reference(i, s === 1))),
        );
        const found = sum(first, bits, 0, second);
        expect(edwards.canonical(banderwagon, found)).toEqual(edwards.canonical(banderwagon, want));
      }
    });
  }

  it('many doublings stay in their ranges, and the order gives the neutral element', () => {
    const bits = [...order.toString(2)].reverse().map((bit) => (bit === '1' ? [reference(2)] : []));
    expect(edwards.isIdentity(sum(bits))).toBe(true);
    expect(sum([...new Array(500).fill([]), [reference(5)]])).toEqual(
      edwards.multiply(banderwagon, points[5], 1n << 500n),
    );
  });

  it('says so if something outside the group leads to a point without coordinates', () => {
    let outside;
    for (let x = 1n; !outside; x++) {
      const P = edwards.liftX(banderwagon, x);
      if (P !== null && !edwards.isInSubgroup(banderwagon, P)) outside = P;
    }
    // P + Ω for Ω at infinity is rP + P for r mod 2 … found as the sum that has no
    // affine coordinates.
    const multiple = edwards.multiply(banderwagon, outside, order - 1n);
    expect(() => edwards.add(banderwagon, outside, multiple)).toThrow();
    const two = arena.allocate(2 * wasm.point_bytes.value, 'points');
    [outside, multiple].forEach((point, i) =>
      arena.u8.set(canonical(point, SIZE), at.bytes + 2 * SIZE * i),
    );
    wasm.points_from_affine(two, at.bytes, 2);
    const entries = arena.allocate(2 * entryBytes, 'entries');
    wasm.extended_entries(entries, two, 2);
    // The last of all is the one that tells, whatever was added in which order before.
    arena.i32.set([entries, reference(3), reference(3, true)], at.references >> 2);
    arena.i32.set([3, 0], at.counts >> 2);
    const last = entries + entryBytes;
    expect(wasm.extended_sum(at.sum, at.references, 8, at.counts, 1, 1, last)).toBe(0);
  });
});
