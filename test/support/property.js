/**
 * fast-check with a seed that is printed, so that every run can be repeated:
 * CURVEMILL_SEED=… npx vitest run.
 */
import fc from 'fast-check';
import { expect } from 'vitest';

const seed = Number(process.env.CURVEMILL_SEED ?? Math.floor(Math.random() * 2 ** 31));
console.info(`fast-check seed: CURVEMILL_SEED=${seed}`);

/**
 * Asserts a property over a number of runs, which count as comparisons of the test.
 * @param {import('fast-check').IRawProperty<any>} property
 * @param {number} [numRuns]
 */
export function assertProperty(property, numRuns = 100) {
  expect(numRuns).toBeGreaterThan(0);
  return fc.assert(property, { seed, numRuns });
}

export { fc };
