import { beforeAll, describe, expect, it } from 'vitest';

import { Accumulator, accumulatorBytes } from '../../src/engines/wasm/msm/accumulate.js';
import { allocateParts } from '../../src/engines/wasm/kernels/arena.js';
import { Reduction, windowProblems } from '../../src/engines/wasm/msm/reduce.js';
import { batchKernels } from '../wasm/kernels.js';
import { createHarness, finish, randomIntegers, readWords, writeWords } from './harness.js';

/** @import { Harness } from './harness.js' */

describe.each([...batchKernels, 'wide64'])('bucket reduction [%s]', (name) => {
  const DLOGS = Array.from({ length: 5000 }, (_, i) => (i === 0 ? 0 : i));
  /** @type {Harness} */
  let harness;
  /** @type {number} */
  let points;
  beforeAll(async () => {
    harness = await createHarness(name);
    points = harness.pointsOf(DLOGS);
  });

  /**
   * v as Σ 2^b·d_b, −1 ≤ d_b ≤ 1, as problems are split.
   * @param {number} v up to 2^(bits − 1)
   * @param {number} bits
   * @returns {number[]}
   */
  function digitsOf(v, bits) {
    if (bits === 1) return [v];
    const size = 2 ** (bits >> 1);
    const half = harness.batch.pairs ? size / 2 : 1;
    const row = Math.floor((v + half - 1) / size);
    const column = v - size * row;
    const low = digitsOf(Math.abs(column), bits >> 1).map((d) => d * Math.sign(column));
    return [...low, ...digitsOf(row, bits - (bits >> 1))];
  }

  /**
   * Reduces buckets, by reference, in memory for `more` points besides those that the
   * reduction asks for.
   * @param {import('../../src/engines/wasm/msm/reduce.js').Problem[]} problems
   * @param {Int32Array} references
   * @param {(bits: Int32Array, accumulator: Accumulator, next: number) => void} use gets a
   *   reference a bit, and the address of the points besides
   * @param {number} [more]
   */
  function reduce(problems, references, use, more = 0) {
    const { arena, batch } = harness;
    const reduction = new Reduction(problems, batch);
    const buckets = writeWords(arena, references);
    const parts = {
      ...reduction.parts,
      scratch: accumulatorBytes(batch),
      sums: (reduction.lastingSums + more) * batch.pointBytes,
    };
    const { block, at } = allocateParts(arena, parts, 'reduction');
    const accumulator = new Accumulator(batch, arena, at.scratch, at.sums);
    const bits = finish(reduction.steps(accumulator, buckets, at));
    const next = at.sums + reduction.lastingSums * batch.pointBytes;
    expect(accumulator.nextSum).toBeLessThanOrEqual(next);
    use(readWords(arena, bits, reduction.bits), accumulator, next);
    arena.free(buckets);
    arena.free(block);
  }

  /** An empty bucket is worth 0. @param {(number | null)[]} buckets */
  const logs = (buckets) => buckets.map((log) => log ?? 0);

  /**
   * Reduces buckets and compares every bit's point with integers: bit b of a window gathers
   * the buckets whose value has this bit, or the negative of buckets that are counted down
   * from a larger one.
   * @param {number} c
   * @param {(number | null)[][]} windows the logarithm of bucket v at [v − 1]; null
   *   for an empty bucket
   */
  function check(c, windows) {
    const { batch, expectMultiples } = harness;
    const L = 2 ** (c - 1);
    const references = new Int32Array(windows.length * (L + 1));
    windows.forEach((buckets, w) => {
      buckets.forEach((log, i) => {
        if (log === null) return;
        const address = points + Math.abs(log) * batch.pointBytes;
        references[w * (L + 1) + i + 1] = log < 0 ? address | 1 : address;
      });
    });
    const digits = Array.from({ length: L }, (_, i) => digitsOf(i + 1, c));
    const expected = windows.flatMap((buckets) =>
      Array.from({ length: c }, (_, b) =>
        logs(buckets).reduce((sum, log, i) => sum + digits[i][b] * log, 0),
      ),
    );
    reduce(windowProblems(windows.length, c), references, (bits) => {
      expect(bits.length).toBe(windows.length * c);
      expectMultiples(bits, expected);
    });
    const value = logs(windows[0]).reduce((s, log, i) => s + (i + 1) * log, 0);
    expect(expected.slice(0, c).reduce((sum, log, b) => sum + log * 2 ** b, 0)).toBe(value);
  }

  const sizes = Array.from({ length: 11 }, (_, i) => i + 2);
  const random = randomIntegers(5);
  const signed = (/** @type {number} */ n) => (1 + random(n - 1)) * (random(2) ? 1 : -1);
  /** @param {number} c @param {(v: number) => number | null} log */
  const window = (c, log) => Array.from({ length: 2 ** (c - 1) }, (_, i) => log(i + 1));

  it('holds for any number of buckets', () => {
    const { batch, expectMultiples } = harness;
    for (let limit = 2; limit <= 70; limit++) {
      const bits = 32 - Math.clz32(limit - 1);
      const logs = Array.from({ length: limit }, (_, v) => (v && random(7) ? signed(5000) : 0));
      const references = Int32Array.from(logs, (log) => {
        const address = points + Math.abs(log) * batch.pointBytes;
        return log === 0 ? 0 : log < 0 ? address | 1 : address;
      });
      const sumBits = (
        /** @type {Int32Array} */ found,
        /** @type {Accumulator} */ accumulator,
        /** @type {number} */ next,
      ) => {
        let result = 0;
        for (let b = bits - 1; b >= 0; b--) {
          const terms = [result, result, found[b]].filter((reference) => reference !== 0);
          result = terms.length > 0 ? terms[0] : 0;
          for (const term of terms.slice(1)) {
            const [a, target] = [result, next];
            next += batch.pointBytes;
            accumulator.addAll(1, () => [target, a, term]);
            result = target | (a & 1);
          }
        }
        expectMultiples([result], [logs.reduce((sum, log, v) => sum + v * log, 0)]);
      };
      reduce([{ bit: 0, bits, offset: 0, limit }], references, sumBits, 2 * bits);
    }
  });

  it.each(sizes)('holds for full buckets, c = %i', (c) => {
    check(c, [window(c, () => signed(5000)), window(c, () => signed(5000))]);
  });

  it.each(sizes)('holds for sparse buckets, c = %i', (c) => {
    for (const density of [2, 5, 20, 100]) {
      const sparse = () => window(c, () => (random(density) ? null : signed(5000)));
      check(c, [sparse(), sparse(), sparse()]);
    }
  });

  it.each(sizes)('holds for a single bucket, first, last and between, c = %i', (c) => {
    const L = 2 ** (c - 1);
    const values = c <= 6 ? Array.from({ length: L }, (_, i) => i + 1) : [1, 2, 3, L / 2, L - 1, L];
    check(
      c,
      values.map((only) => window(c, (v) => (v === only ? 7 : null))),
    );
  });

  it.each(sizes)('holds for empty windows, c = %i', (c) => {
    check(c, [window(c, () => null), window(c, () => 3), window(c, () => null)]);
    check(c, [window(c, () => null)]);
  });

  it.each(sizes)('holds for equal, opposite and infinite buckets, c = %i', (c) => {
    check(c, [
      window(c, () => 5),
      window(c, () => -5),
      window(c, (v) => (v % 2 ? 5 : -5)),
      window(c, (v) => (v % 4 < 2 ? 5 : -5)),
      window(c, (v) => v),
      window(c, (v) => -v),
      window(c, () => 0),
      window(c, (v) => (v % 3 ? 0 : 9)),
      window(c, (v) => (v % 2 ? 1 : null)),
    ]);
  });
});
