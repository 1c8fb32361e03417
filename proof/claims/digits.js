/**
 * The field functions of fma: numbers of either sign, as signed digits, two at a time. Bounds are
 * in thousandths of p.
 */
import { SUM_PARAMS, claim, sumFormula } from './claim.js';
import { FULL_DIGIT } from './layouts.js';

/**
 * @import { Claim } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Layout, Range } from './layouts.js'
 */

/**
 * Digits of at most `digit` times half the radix, and 2^−40 of that more if `isStored`.
 * @param {bigint} p @param {bigint} thousandths @param {bigint} [digit] @param {boolean} [isStored]
 * @returns {Range}
 */
export function within(p, thousandths, digit = 1n, isStored = false) {
  const most = (p * thousandths) / 1000n;
  return { least: -most, most, digit: digit * (FULL_DIGIT + (isStored ? 1n : 0n)) };
}

/** @param {Field} field */
export function digitRanges({ p, w }) {
  // A digit of 52 bits has no room for sums: two numbers are subtracted, not their sum.
  const isFull = w === 52;
  return {
    centred: within(p, 510n),
    product: within(p, 920n),
    normalised: within(p, 1100n),
    difference: within(p, 2200n, 2n),
    twice: within(p, 1020n, 2n),
    subtrahend: isFull ? within(p, 800n) : within(p, 1600n, 2n),
    wide: isFull ? within(p, 2600n, 2n) : within(p, 4400n, 4n),
    stored: within(p, 800n, 1n, true),
    summed: within(p, 1600n, 2n, true),
  };
}

/**
 * Fp² with the coefficients of one element side by side.
 * @param {Field} field @returns {(name: string) => Claim[]}
 */
export function complexClaims(field) {
  const { stored, summed } = digitRanges(field);
  const layout = /** @type {Layout} */ (field.extension);
  /**
   * @param {string} name
   * @param {string} params
   * @param {string} formula
   * @param {Range | Map<string, Range>} from
   * @param {Range} [to]
   */
  const one = (name, params, formula, from, to = stored) =>
    claim(field, `extension_${name}`, params, formula, from, to, { layout, usesScratch: true });
  const claims = [
    one('mul', 'zxy', 'x*y', summed),
    one('sqr', 'zx', 'x*x', stored),
    { ...one('scale', 'zxs', 'x*sRe', summed), isDisjoint: true },
    one('conjugate', 'zx', 'xRe - i*xIm', stored),
    one('copy', 'zx', 'x', stored),
    one('loose_sum', 'zxy', 'x + y', stored, summed),
    one('loose_difference', 'zxy', 'x - y', stored, summed),
  ];
  const byName = new Map(claims.map((any) => [any.name, [any]]));
  return (name) => {
    const coefficients = /^(?:extension|tower_heavy)_sum_([\dim]+(?:_[\dim]+)*)$/
      .exec(name)?.[1]
      .split('_');
    if (!coefficients) return byName.get(name) ?? [];
    const params = `z${SUM_PARAMS.slice(0, coefficients.length)}`;
    return [claim(field, name, params, sumFormula(coefficients), stored, stored, { layout })];
  };
}

/** @param {Field} field @returns {(name: string) => Claim[]} */
export function digitClaims(field) {
  const { centred, product, normalised, difference } = digitRanges(field);
  const mul = new Map([
    ['x', difference],
    ['y', normalised],
    ['c', centred],
  ]);
  const claims = [
    claim(field, 'field_mul', 'zxy', 'x*y', mul, product),
    claim(field, 'field_square', 'zx', 'x*x', normalised, product),
    claim(field, 'field_mul_sub', 'zxyc', 'x*y - c', mul, centred),
  ];
  const byName = new Map(claims.map((one) => [one.name, [one]]));
  return (name) => byName.get(name) ?? [];
}
