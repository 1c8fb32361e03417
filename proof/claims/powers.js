/** Powers with a constant exponent, and what they are made of: squares in a row. */
import { claim, upTo } from './claim.js';
import { digitRanges } from './digits.js';
import { P381 } from './fields.js';

/**
 * @import { Claim, Place } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Claims } from './modules.js'
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

/**
 * e of a square root x^e, p ≡ 3 mod 4; another one for BLS12-381, as both have roots of squares.
 * @param {bigint} p
 */
const rootOf = (p) => (p === P381 ? (3n * p - 1n) / 4n : (p + 1n) / 4n);

/**
 * Powers of rows: exponents by the names of functions.
 * @type {Map<string, (p: bigint) => bigint>}
 */
const ROOTS = new Map([
  ['sqrt_power', rootOf],
  ['inverse_sqrt_power', (p) => rootOf(p) - 1n],
  ['half_power', halfOfOdd],
]);

/**
 * Of fma, of both lanes of a row at a constant address. A chain is one of squares and products of
 * rows, or of two rows back to back, as the last param says; or a program that data of the module
 * hold, which has the base in its second register, and leaves the result in its third.
 * @param {Field} field @returns {Claims}
 */
export function rowPowerClaims(field) {
  const { layout, slot } = field;
  const { product } = digitRanges(field);
  /**
   * @param {string} name
   * @param {number} count
   * @param {Partial<Place>} [more]
   * @returns {Place[]}
   */
  const rows = (name, count, { address, ...more } = {}) =>
    Array.from({ length: count }, (_, i) => ({
      ...{ name: `${name}${i}`, param: name, layout, range: product, offset: slot * i, ...more },
      ...(address !== undefined && { address: address + slot * i }),
    }));
  /** @param {Place[]} places @param {string} formula of x and y @returns {Claim['outputs']} */
  const outputs = (places, formula) =>
    places.map((place, i) => ({ ...place, formula: formula.replace(/[xy]/g, (one) => one + i) }));
  const common = { field, on: /** @type {const} */ ('elements') };
  return (name, lookup) => {
    const e = ROOTS.get(name.replace(/(_square)?_times$/, ''))?.(field.p);
    if (e === undefined) return [];
    const all = lookup?.rows(name) ?? [];
    /** @param {0 | 1} both @returns {Claim} */
    const claim = (both) => {
      const numbers = { numbers: new Map([['both', BigInt(both)]]) };
      const z = rows('z', both + 1);
      if (name.endsWith('_square_times'))
        return {
          ...{ ...common, ...numbers, name, params: ['z', 'x', 'count', 'both'] },
          ...{ inputs: rows('x', both + 1), outputs: outputs(z, 'x^2') },
          ...{ title: 'z = x^(2^count)', repeats: { count: 'count', next: new Map([['x', 'z']]) } },
        };
      if (name.endsWith('_times'))
        return {
          ...{ ...common, ...numbers, name, params: ['z', 'x', 'y', 'both'] },
          inputs: [...rows('x', both + 1), ...rows('y', both + 1)],
          outputs: outputs(z, 'x*y'),
        };
      const isProgram = all.length < 4;
      const [base, result] = isProgram ? [all[0] + slot, all[0] + 2 * slot] : [all[0], all.at(-1)];
      return {
        ...{ ...common, ...(!isProgram && numbers), name, params: isProgram ? [] : ['both'] },
        ...{ title: 'z = x^e, of both lanes', isDisjoint: true },
        exponents: new Map([['e', e]]),
        inputs: rows('x', both + 1, { address: base }),
        outputs: outputs(rows('z', both + 1, { address: result }), 'x^e'),
      };
    };
    return all.length > 0 && all.length < 4 ? [claim(0)] : [claim(0), claim(1)];
  };
}
