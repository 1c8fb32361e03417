import { describe, expect, test } from 'vitest';
import { parseList, parseThreads } from '../../scripts/lib/cli.js';
import { median, quantile, standardDeviation } from '../../scripts/lib/stats.js';
import { findOffenders, sweepSizes } from '../../scripts/lib/sweep.js';

describe('statistics', () => {
  test('median of odd and even lists, in any order', () => {
    expect(median([5, 1, 3])).toBe(3);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([7])).toBe(7);
    expect(() => median([])).toThrow(RangeError);
  });

  test('quantile between neighbours', () => {
    expect(quantile([0, 10], 0.25)).toBe(2.5);
    expect(quantile([3, 1, 2], 0)).toBe(1);
    expect(quantile([3, 1, 2], 1)).toBe(3);
  });

  test('standard deviation of a sample', () => {
    expect(standardDeviation([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(Math.sqrt(32 / 7));
    expect(standardDeviation([3])).toBe(0);
  });
});

describe('lists on the command line', () => {
  test('numbers and ranges, each once', () => {
    expect(parseList('14,16', '--sizes', 0, 22)).toEqual([14, 16]);
    expect(parseList('4-7,6,2', '--sizes', 0, 22)).toEqual([4, 5, 6, 7, 2]);
  });

  test.each(['', '4,', '7-4', '-3', '23', '1e1', '4..6'])('refuses %j', (text) => {
    expect(() => parseList(text, '--sizes', 0, 22)).toThrow('--sizes: expected');
  });
});

describe('threads on the command line', () => {
  test('numbers and auto, each once', () => {
    expect(parseThreads('1, 2,auto,2', '--threads')).toEqual([1, 2, 'auto']);
  });

  test.each(['', '0', '1,', 'all', '1-2', '1025'])('refuses %j', (text) => {
    expect(() => parseThreads(text, '--threads')).toThrow('--threads: expected');
  });
});

describe('sweep', () => {
  test('is dense where strategies change and sparse above', () => {
    const sizes = sweepSizes(2 ** 16);
    expect(sizes.slice(0, 600)).toEqual(Array.from({ length: 600 }, (_, i) => i + 1));
    expect(sizes.slice(600, 604)).toEqual([609, 724, 861, 1024]);
    expect(sizes.at(-1)).toBe(2 ** 16);
    expect(sweepSizes(3)).toEqual([1, 2, 3]);
  });

  test('finds each size that costs more than a larger one', () => {
    const rows = [1, 3, 2, 2.1, 9, 4].map((minMs, i) => ({
      n: i + 1,
      minMs,
      medianMs: minMs,
      samples: 1,
    }));
    const offenders = findOffenders(rows, 1.1);
    expect(offenders.map(({ n, largerN, ratio }) => [n, largerN, ratio])).toEqual([
      [2, 3, 1.5],
      [5, 6, 2.25],
    ]);
  });
});
