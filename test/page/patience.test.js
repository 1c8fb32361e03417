/** Which contestants of the page are too slow for the next size. */
import { expect, it } from 'vitest';
import { expectedMs } from '../../bench/page/measure-sums.js';

it.each([
  ['nothing was measured before', [], 16, 0],
  ['all runs are alike', [2, 2], 16, 512],
  ['a run was interrupted', [90, 1], 16, 256],
  ['a run of a slow library', [4000, 3900], 1024, 15_600],
])('%s', (_, samples, n, ms) => expect(expectedMs({ samples, n }, 12)).toBe(ms));
