import { describe, expect, it } from 'vitest';
import { forEachGroup } from '../support/backends.js';
import { expectInputError } from '../support/errors.js';
import { toHex } from '../support/hex.js';

const N = 10;

forEachGroup('PointVector', (context) => {
  const { sizes, infinityInLists, compressedMultiple, pointsWithLogs, progression } =
    context.oracle;

  /** The points G, 2G, …, 10G. */
  const multiples = () => context.group.points(progression(1n, 1n, N));

  /**
   * @param {any} point
   * @param {bigint} k
   */
  const isMultiple = (point, k) =>
    expect(toHex(point.toBytes())).toBe(toHex(compressedMultiple(k)));

  it('has a length and gives every point', () => {
    const vector = multiples();
    expect(vector.length).toBe(N);
    for (let i = 0; i < N; i++) isMultiple(vector.at(i), BigInt(i + 1));
    vector.dispose();
  });

  it('at takes integers from 0 to length − 1 only', () => {
    const vector = multiples();
    for (const bad of [-1, N, 0.5, NaN, '0', undefined, null, 0n, Infinity]) {
      expectInputError(() => vector.at(bad));
    }
    isMultiple(vector.at(9), 10n);
    vector.dispose();
  });

  it('slice is a view; slices of slices too', () => {
    const vector = multiples();
    const slice = vector.slice(2, 8);
    expect(slice.length).toBe(6);
    isMultiple(slice.at(0), 3n);
    isMultiple(slice.at(5), 8n);
    const inner = slice.slice(1, 3);
    const size = sizes.compressed;
    expect(toHex(inner.toBytes())).toBe(toHex(vector.toBytes().subarray(3 * size, 5 * size)));
    isMultiple(context.group.msm(inner, [2n, 3n]), 2n * 4n + 3n * 5n);
    expect(vector.slice(0, N)).toHaveLength(N);
    expect(vector.slice(N, N)).toHaveLength(0);
    expect(vector.slice(4, 4).toBytes()).toHaveLength(0);
    expect(context.group.msm(vector.slice(4, 4), []).isIdentity()).toBe(true);
    vector.dispose();
  });

  it('slice takes 0 ≤ start ≤ end ≤ length only', () => {
    const vector = multiples();
    for (const [start, end] of [
      [-1, 3],
      [3, 2],
      [0, N + 1],
      [N + 1, N + 1],
      [0.5, 2],
      [0, NaN],
      [0, undefined],
      [undefined, undefined],
      ['0', '2'],
    ]) {
      expectInputError(() => vector.slice(start, end));
    }
    vector.dispose();
  });

  it('toBytes in both formats, compressed by default', () => {
    const logs = infinityInLists ? [5n, 0n, -5n] : [5n, 1n, -5n];
    const bytes = pointsWithLogs(logs);
    const vector = context.group.points(bytes);
    // Lists of the oracle are uncompressed where the first byte tells.
    const listFormat = bytes.length > logs.length * sizes.compressed ? 'uncompressed' : undefined;
    expect(toHex(vector.toBytes(listFormat))).toBe(toHex(bytes));
    const compressed = logs.map((k) => toHex(compressedMultiple(k))).join('');
    expect(toHex(vector.toBytes())).toBe(compressed);
    expect(toHex(vector.toBytes('compressed'))).toBe(compressed);
    for (const bad of ['', 'hybrid', null, 48]) expectInputError(() => vector.toBytes(bad));
    vector.dispose();
  });

  it('an MSM does not change it', () => {
    const vector = multiples();
    const before = toHex(vector.toBytes('little-endian'));
    const scalars = Array.from({ length: N }, (_, i) => BigInt(i + 1) ** 60n);
    context.group.msm(vector, scalars);
    expect(toHex(vector.toBytes('little-endian'))).toBe(before);
    vector.dispose();
  });

  describe('disposal', () => {
    /**
     * Everything that reads a vector.
     * @param {any} vector
     */
    const uses = (vector) => [
      () => vector.at(0),
      () => vector.slice(0, 1),
      () => vector.toBytes(),
      () => context.group.msm(vector, new Uint8Array(32 * vector.length)),
    ];

    it('ends every use, may be repeated, and leaves others alone', () => {
      const [vector, other] = [multiples(), multiples()];
      vector.dispose();
      vector.dispose();
      uses(vector).forEach((use) => expectInputError(use));
      isMultiple(other.at(0), 1n);
      other.dispose();
    });

    it('ends the views', () => {
      const vector = multiples();
      const slice = vector.slice(1, 5);
      const inner = slice.slice(0, 2);
      vector.dispose();
      for (const view of [slice, inner]) {
        uses(view).forEach((use) => expectInputError(use));
      }
    });

    it('of a view ends the view and its views only', () => {
      const vector = multiples();
      const slice = vector.slice(1, 5);
      const inner = slice.slice(0, 2);
      slice.dispose();
      for (const view of [slice, inner]) {
        uses(view).forEach((use) => expectInputError(use));
      }
      isMultiple(vector.at(1), 2n);
      vector.dispose();
    });

    it('leaves points that were taken out', () => {
      const vector = multiples();
      const point = vector.at(3);
      vector.dispose();
      isMultiple(point.double(), 8n);
    });

    it.runIf(typeof Symbol.dispose === 'symbol')('by Symbol.dispose', () => {
      const vector = multiples();
      vector[Symbol.dispose]();
      uses(vector).forEach((use) => expectInputError(use));
    });

    it('memory is given back: many vectors one after the other', () => {
      const bytes = progression(1n, 1n, 200);
      // BigInts lie in no memory of an instance.
      const times = context.backend === 'bigint' ? 3 : 50;
      for (let i = 0; i < times; i++) context.group.points(bytes, { check: false }).dispose();
      const vector = context.group.points(bytes, { check: false });
      isMultiple(vector.at(199), 200n);
      vector.dispose();
    });
  });

  it('a vector of another instance is refused', async () => {
    const other = await context.createOther();
    const group = context.groupOf(other);
    const vector = group.points([group.generator]);
    expectInputError(() => context.group.msm(vector, [1n]));
    isMultiple(group.msm(vector, [4n]), 4n);
    other.dispose();
  });
});
