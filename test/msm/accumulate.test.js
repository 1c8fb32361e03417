import { beforeAll, describe, expect, it } from 'vitest';

import {
  Accumulator,
  TILE,
  accumulatorBytes,
  lastingSums,
} from '../../src/engines/wasm/msm/accumulate.js';
import { batchKernels } from '../wasm/kernels.js';
import { createHarness, randomIntegers, readWords, writeWords } from './harness.js';

/** @import { Harness } from './harness.js' */

/**
 * A reference as tests write it: the point's index, and −1 for its negative.
 * @typedef {[index: number, sign: number]} Term
 */

describe.each(batchKernels)('bucket accumulation [%s]', (name) => {
  const DLOGS = Array.from({ length: 3000 }, (_, i) => i + 1);
  /** @type {Harness} */
  let harness;
  /** @type {number} */
  let points;
  /** @type {Uint8Array} */
  let before;
  beforeAll(async () => {
    harness = await createHarness(name);
    points = harness.pointsOf(DLOGS);
    before = pointsBytes();
  });

  const pointsBytes = () => {
    const { arena, batch } = harness;
    return arena.u8.slice(points, points + DLOGS.length * batch.pointBytes);
  };

  /**
   * Sums buckets and compares with integers.
   * @param {Term[][]} buckets
   */
  function check(buckets) {
    const { arena, batch, expectMultiples } = harness;
    const terms = buckets.flat();
    const references = writeWords(
      arena,
      terms.map(([i, sign]) => (points + i * batch.pointBytes) | (sign < 0 ? 1 : 0)),
    );
    const ends = [0];
    buckets.forEach((bucket, b) => ends.push(ends[b] + bucket.length));
    const starts = writeWords(arena, ends);
    const scratch = arena.allocate(accumulatorBytes(batch), 'scratch');
    const sumsBytes = lastingSums(buckets.length, terms.length) * batch.pointBytes;
    const sums = arena.allocate(sumsBytes, 'sums');
    const accumulator = new Accumulator(batch, arena, scratch, sums);
    let last = 0;
    for (const done of accumulator.sumBuckets({ references, starts, count: buckets.length })) {
      expect(done).toBeGreaterThanOrEqual(last);
      last = done;
    }
    expect(last).toBe(terms.length);
    expect(accumulator.nextSum).toBeLessThanOrEqual(sums + sumsBytes);
    const additions = buckets.reduce((all, { length }) => all + Math.max(0, length - 1), 0);
    expect(accumulator.additions).toBe(additions);
    const result = readWords(arena, starts, buckets.length);
    buckets.forEach((bucket, b) => {
      if (bucket.length === 0) expect(result[b]).toBe(0);
    });
    expectMultiples(
      result,
      buckets.map((bucket) => bucket.reduce((sum, [i, sign]) => sum + sign * DLOGS[i], 0)),
    );
    expect(Buffer.compare(pointsBytes(), before)).toBe(0);
    for (const block of [references, starts, scratch, sums]) arena.free(block);
  }

  /** @param {number} length @param {(i: number) => Term} term @returns {Term[]} */
  const bucket = (length, term) => Array.from({ length }, (_, i) => term(i));
  const random = randomIntegers(11);
  const randomTerm = () => /** @type {Term} */ ([random(DLOGS.length), random(2) ? 1 : -1]);

  it('agrees with another implementation about the multiples of the generator', () => {
    const { pointsOf, bytesOf, arena, batch } = harness;
    const logs = [0n, 1n, 2n, 4095n, 4096n, 4097n, 2n ** 24n, 2n ** 36n - 1n, 2n ** 60n - 1n];
    const at = pointsOf(logs);
    const bytes = bytesOf(logs.map((_, i) => at + i * batch.pointBytes));
    logs.forEach((log, i) =>
      expect(bytes.slice(96 * i, 96 * (i + 1))).toEqual(harness.multipleBytes(log)),
    );
    arena.free(at);
  });

  it('sums buckets of every length from 0 to 70', () => {
    check(Array.from({ length: 71 }, (_, length) => bucket(length, randomTerm)));
    check(Array.from({ length: 71 }, (_, i) => bucket(70 - i, (j) => [j, 1])));
    for (let length = 0; length <= 70; length++) check([bucket(length, (j) => [j + length, -1])]);
  });

  it('sums nothing, and empty buckets', () => {
    check([]);
    check([[]]);
    check([[], [], [[4, -1]], [], []]);
  });

  it('sums equal references: doublings in every round', () => {
    check([2, 3, 4, 5, 7, 8, 16, 31, 64, 100].map((length) => bucket(length, () => [5, 1])));
    check([2, 3, 4, 5, 7, 8, 16, 31, 64, 100].map((length) => bucket(length, () => [5, -1])));
    check([bucket(TILE + 17, () => [9, 1])]);
  });

  it('sums alternating signs: infinity in every round', () => {
    const lengths = [2, 3, 4, 5, 6, 7, 8, 9, 31, 32, 33];
    check(lengths.map((length) => bucket(length, (i) => [5, i % 2 ? -1 : 1])));
    check(lengths.map((length) => bucket(length, (i) => [5, i % 4 < 2 ? -1 : 1])));
    check(lengths.map((length) => bucket(length, (i) => [i % 2, i % 4 < 2 ? -1 : 1])));
    check([bucket(2 * TILE, (i) => [3, i % 2 ? -1 : 1])]);
  });

  it('sums progressions, in which partial sums are equal and opposite', () => {
    check([
      bucket(16, (i) => [i, 1]),
      bucket(16, (i) => [i % 4, i < 8 ? 1 : -1]),
      // 1 + 4 = 2 + 3; 1 + 2 = 3; P, Q, −(P + Q).
      [
        [0, 1],
        [3, 1],
        [1, 1],
        [2, 1],
      ],
      [
        [0, 1],
        [1, 1],
        [2, 1],
      ],
      [
        [0, 1],
        [1, 1],
        [2, -1],
      ],
      [
        [0, 1],
        [3, 1],
        [1, -1],
        [2, -1],
      ],
      [
        [0, 1],
        [0, 1],
        [0, -1],
        [0, -1],
      ],
    ]);
  });

  it('writes the predicted number of sums when every bucket is cut into a full slice and one of two', () => {
    for (const count of [1, 2, 5])
      check(Array.from({ length: count }, () => bucket(TILE + 2, randomTerm)));
    check([bucket(6 * TILE + 2, randomTerm)]);
  });

  it.each([TILE - 1, TILE, TILE + 1, 2 * TILE, 2 * TILE + 1, 3 * TILE + 5])(
    'sums a bucket of %i references between others',
    (length) => {
      check([
        bucket(3, randomTerm),
        [],
        bucket(length, randomTerm),
        bucket(2, randomTerm),
        bucket(1, randomTerm),
      ]);
    },
  );

  it('sums tiles that end anywhere', () => {
    check(Array.from({ length: 3000 }, () => bucket(random(6), randomTerm)));
    check(Array.from({ length: 9000 }, (_, i) => bucket(i % 3 === 2 ? 2 : i % 3, randomTerm)));
    check([bucket(TILE - 1, randomTerm), bucket(2, randomTerm), bucket(TILE - 2, randomTerm)]);
  });

  it('sums mixtures of large and small buckets', () => {
    const lengths = [5, TILE + 3, 0, 1, 2 * TILE + 2, TILE, 7, TILE + 1, TILE + 1, 2, 0];
    check(lengths.map((length) => bucket(length, randomTerm)));
    for (let run = 0; run < 5; run++) {
      const mixed = Array.from({ length: 200 }, () => {
        const length = random(20) === 0 ? random(1500) : random(9);
        return bucket(length, randomTerm);
      });
      check(mixed);
    }
  });

  it('runs lists of additions longer than a batch', () => {
    const { arena, batch, expectMultiples } = harness;
    const count = TILE + 3;
    const scratch = arena.allocate(accumulatorBytes(batch), 'scratch');
    const target = arena.allocate(count * batch.pointBytes, 'sums');
    const accumulator = new Accumulator(batch, arena, scratch, 0);
    const at = (/** @type {number} */ i) => points + (i % DLOGS.length) * batch.pointBytes;
    const to = (/** @type {number} */ i) => target + i * batch.pointBytes;
    for (const n of [0, 1, TILE / 2, TILE / 2 + 1, count])
      accumulator.addAll(n, (i) => [to(i), at(i), at(7 * i)]);
    const logs = Array.from({ length: count }, (_, i) => (i % 3000) + ((7 * i) % 3000) + 2);
    expectMultiples(
      logs.map((_, i) => to(i)),
      logs,
    );
    arena.free(scratch);
    arena.free(target);
  });
});
