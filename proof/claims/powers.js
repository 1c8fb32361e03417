/** Powers with a constant exponent, and what they are made of: squares in a row. */
import { claim, upTo } from './claim.js';

/**
 * @import { Claim } from './claim.js'
 * @import { Field } from './fields.js'
 */

/** Functions that square count times; one of limbs30 computes with digits, and is not proven. */
const SQUARES = /^field_\w+_(square|sqr)_times$/;

/** (Q − 1)/2 of the odd part Q of p − 1. @param {bigint} p */
function halfOfOdd(p) {
  let Q = p - 1n;
  while (Q % 2n === 0n) Q /= 2n;
  return (Q - 1n) / 2n;
}

/** @param {Field} field @returns {(name: string) => Claim[]} */
export function powerClaims(field) {
  const stored = upTo(field.most);
  const half = claim(field, 'field_half_power', 'zx', 'x^h', stored, stored, {
    ...{ isDisjoint: true, exponents: new Map([['h', halfOfOdd(field.p)]]) },
    title: 'z = x^((Q − 1)/2), Q the odd part of p − 1',
  });
  return (name) => {
    if (SQUARES.test(name)) {
      const one = claim(field, name, 'zx', 'x^2', stored, stored, {
        title: 'z = x^(2^count)',
        repeats: { count: 'count', next: new Map([['x', 'z']]) },
      });
      return [{ ...one, params: [...one.params, 'count'] }];
    }
    return name === half.name ? [half] : [];
  };
}
