import { describe, expect, test } from 'vitest';
import { parseList, parseThreads } from '../../scripts/lib/command-line.js';
import { median, quantile, standardDeviation } from '../../scripts/lib/stats.js';

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
