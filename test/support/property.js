/**
 * fast-check with a seed that is printed, so that every run can be repeated:
 * CURVEMILL_SEED=… npx vitest run.
 */
import fc from 'fast-check';

const seed = Number(process.env.CURVEMILL_SEED ?? Math.floor(Math.random() * 2 ** 31));
console.info(`fast-check seed: CURVEMILL_SEED=${seed}`);

/**
 * Asserts a property over a number of runs.
 * @param {import('fast-check').IRawProperty<any>} property
 * @param {number} [numRuns]
 */
export const assertProperty = (property, numRuns = 100) => fc.assert(property, { seed, numRuns });

export { fc };
