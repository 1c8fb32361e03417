/**
 * The field functions of fma: numbers of either sign, as signed digits, two at a time. Bounds are
 * in thousandths of p.
 */
import { claim } from './claim.js';

/**
 * @import { Claim } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Range } from './layouts.js'
 */

/** @param {bigint} p @param {bigint} thousandths @param {bigint} [digit] @returns {Range} */
export function within(p, thousandths, digit = 1n) {
  const most = (p * thousandths) / 1000n;
  return { least: -most, most, digit };
}

/** @param {Field} field */
export function digitRanges({ p }) {
  return {
    centred: within(p, 510n),
    product: within(p, 920n),
    normalised: within(p, 1100n),
    difference: within(p, 2200n, 2n),
    subtrahend: within(p, 1020n, 2n),
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
