/**
 * x^((Q−1)/2) and x^Q for an odd Q given as a product of factors with few ones:
 *   x^n = (x^((n−1)/2))²·x,  x^((mn−1)/2) = (x^n)^((m−1)/2)·x^((n−1)/2).
 * Each factor but the first costs two multiplications besides its window, and there are as many
 * squarings as Q has bits. For Banderwagon's field: 220 squarings and 31 multiplications; a sliding
 * window over (Q−1)/2 takes 222 and about 50.
 */

import { slidingWindow, WINDOW } from './addition-chain.js';

/**
 * @typedef {{ squarings: number, odd: number }} Step  `squarings` squarings, then a multiplication
 *   by x^odd; none if `odd` is 0
 */
/**
 * @typedef {{ first: number, steps: Step[], odds: number[] }} Stage  starts at x^first; `odds`: the
 *   odd powers it needs, with all smaller ones
 */

/**
 * The windows for (n−1)/2 of each factor, each of the width that takes the fewest products.
 * @param {readonly bigint[]} factors odd, above 3
 * @returns {Stage[]}
 */
export function halfPowerStages(factors) {
  return factors.map((n) => {
    const widths = Array.from({ length: WINDOW }, (_, i) => i + 1);
    const stages = widths.map((width) => stageOf((n - 1n) / 2n, width));
    return stages.reduce((best, stage) => (productsOf(stage) < productsOf(best) ? stage : best));
  });
}

/** @type {(exponent: bigint, width: number) => Stage} */
function stageOf(exponent, width) {
  const [{ odd: first }, ...steps] = slidingWindow(exponent, width);
  const largest = Math.max(first, ...steps.map(({ odd }) => odd));
  return { first, steps, odds: Array.from({ length: (largest + 1) / 2 }, (_, i) => 2 * i + 1) };
}

/** @type {(stage: Stage) => number} */
function productsOf({ steps, odds }) {
  // x² and the odd powers above x; squarings and multiplications of the steps.
  const table = odds.length > 1 ? odds.length : 0;
  return steps.reduce((sum, { squarings, odd }) => sum + squarings + (odd ? 1 : 0), table);
}

/**
 * Writes the stages in terms of a field's operations on places: `base` holds x, and at the end x^Q;
 * `result` receives x^((Q−1)/2).
 * @template Place
 * @param {readonly bigint[]} factors
 * @param {{ place: () => Place, squareTimes: (z: Place, x: Place, count: number) => void,
 *   multiply: (z: Place, x: Place, y: Place) => void }} operations z may be x or y
 * @param {{ base: Place, result: Place }} places
 */
export function emitHalfPower(factors, { place, squareTimes, multiply }, { base, result }) {
  const stages = halfPowerStages(factors);
  const table = new Map([[1, base]]);
  for (const odd of stages.flatMap(({ odds }) => odds)) {
    if (!table.has(odd)) table.set(odd, place());
  }
  const power = (/** @type {number} */ odd) => /** @type {Place} */ (table.get(odd));
  const [value, square] = [place(), place()];
  stages.forEach(({ first, steps, odds }, i) => {
    if (steps.length === 0) throw new RangeError(`expected factors above 3, got ${factors[i]}`);
    if (odds.length > 1) squareTimes(square, base, 1);
    for (const odd of odds.slice(1)) multiply(power(odd), power(odd - 2), square);
    const half = i === 0 ? result : value;
    let from = power(first);
    for (const { squarings, odd } of steps) {
      squareTimes(half, from, squarings);
      if (odd) multiply(half, half, power(odd));
      from = half;
    }
    if (i > 0) multiply(result, result, value);
    squareTimes(square, half, 1);
    multiply(base, square, base);
  });
}
