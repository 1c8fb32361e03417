import { describe, expect, it } from 'vitest';

import { digitsAddress, sortDigits, sortParts } from '../../src/engines/wasm/msm/sort.js';
import { allocateParts } from '../../src/engines/wasm/kernels/arena.js';
import { createHarness, randomIntegers, readWords } from './harness.js';

describe('sortDigits', async () => {
  const random = randomIntegers(3);
  const { arena, scalar } = await createHarness('limbs30');

  /**
   * Sorts and compares with buckets gathered by definition.
   * @param {{ windows: number, c: number, points: number }} shape
   * @param {(window: number, part: number) => number} digit
   */
  function check({ windows, c, points }, digit) {
    const count = 2 * points;
    const L = 2 ** (c - 1);
    const rows = Array.from({ length: windows }, (_, w) =>
      Int32Array.from({ length: count }, (__, i) => digit(w, i)),
    );
    const summands = { base: 65536, images: 1 << 20, points, stride: 128 };
    const address = (/** @type {number} */ i) =>
      i < points ? 65536 + 128 * i : (1 << 20) + 128 * (i - points);
    const shape = { windows, c, count, first: 0 };
    const { block, at: parts } = allocateParts(arena, sortParts(shape), 'digits');
    rows.forEach((row, w) => arena.i32.set(row, (digitsAddress(shape, parts) >> 2) + w * count));
    const sorting = sortDigits(arena, scalar, shape, summands, parts);
    const progress = [];
    let step = sorting.next();
    for (; !step.done; step = sorting.next()) progress.push(step.value);
    const sorted = step.value;
    const starts = readWords(arena, sorted.starts, sorted.count + 1);
    const references = readWords(arena, sorted.references, starts[sorted.count]);
    arena.free(block);
    expect(progress).toEqual(rows.map((_, w) => (w + 1) * count));
    const buckets = rows.flatMap((row) => {
      const own = Array.from({ length: L + 1 }, () => /** @type {number[]} */ ([]));
      row.forEach((d, i) => {
        if (d !== 0) own[Math.abs(d)].push(d < 0 ? address(i) | 1 : address(i));
      });
      return own;
    });
    let at = 0;
    buckets.forEach((bucket, b) => {
      expect(starts[b]).toBe(at);
      const got = Array.from(references.subarray(at, at + bucket.length)).sort((x, y) => x - y);
      expect(got).toEqual(bucket.sort((x, y) => x - y));
      at += bucket.length;
    });
    expect(starts[buckets.length]).toBe(at);
    expect(sorted.count).toBe(buckets.length);
  }

  it.each([2, 3, 4, 8, 11])('gathers random digits, c = %i', (c) => {
    const L = 2 ** (c - 1);
    for (const points of [1, 2, 7, 100])
      check({ windows: 3, c, points }, () => random(2 * L + 1) - L);
  });

  it('gathers digits that are all zero, all equal, all extreme', () => {
    for (const digit of [0, 1, -1, 8, -8]) check({ windows: 2, c: 4, points: 9 }, () => digit);
    check({ windows: 4, c: 4, points: 9 }, (w, i) => (w % 2 ? 0 : i % 2 ? 8 : -8));
  });

  it('does nothing without windows', () => {
    check({ windows: 0, c: 4, points: 3 }, () => 1);
  });
});
