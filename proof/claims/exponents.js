/**
 * Elements of Fp¹², but 0, as powers of others: the meaning of the formulas of tower.js, and
 * functions that are made of such products. Formulas are of exponents here, over the integers: a
 * product is a sum, and q, q2 and q6 are p, p² and p⁶, the exponents of Frobenius' powers. In the
 * cyclotomic subgroup, the powers by (p⁶ − 1)(p² + 1), x^q6 is 1/x.
 */
import { upTo } from './claim.js';
import { whole } from './layouts.js';
import { claimsIn, reader } from './notation.js';

/**
 * @import { Field } from './fields.js'
 * @import { Claims } from './modules.js'
 */

const MEANINGS = `
  tower_mul(z, x, y): z = x + y
  pairing_multiply(z, x, y): z = x + y
  tower_sqr(z, x): z = 2*x
  tower_inv(z, x): z = -x
  tower_copy(z, x): z = x
  tower_conjugate12(z, x): z = q6*x
  pairing_conjugate(z, x): z = q6*x
  tower_frobenius(z, x): z = q*x
  tower_frobenius2(z, x): z = q2*x
  pairing_square(z, x ~cyclotomic): z = 2*x`;

/**
 * The final exponentiation of BN curves (Fuentes-Castañeda, Knapp and Rodríguez-Henríquez, SAC
 * 2011) with u the seed: the two factors of the result, of the easy part's power.
 */
const [C, A] = (() => {
  const easy = '(q6 - one)*(q2 + one)';
  const a = '(12*u^3 + 6*u^2 + 6*u)';
  const b = `(${a} + 2*u*q6)`;
  return [`(${a} + 6*u^2 + one + q*${b} + q2*${a})*${easy}*x`, `q*q2*(${b} + q6)*${easy}*x`];
})();

const POWERS = `
  tower_seed_power(z, x) z = x^u, cyclotomic
    disjoint
    in x ~cyclotomic
    out z = u*x
  tower_exponent_parts(x) c and a: two factors of the final exponentiation, x ≠ 0
    disjoint
    in x
    out of tower_exponent_parts: c = ${C}, a = ${A}
  pairing_exponentiate(z, x) z = x^e: the final exponentiation, x ≠ 0
    disjoint
    in x
    out z = ${C} + ${A}
  pairing_is_one(x) 1 if the final exponentiation gives 1, else 0; x ≠ 0
    disjoint
    in x
    if ${C} - q6*${A} = 0: return 1
    else: return 0`;

/**
 * Claims of a tower with these meanings, and more of a BN curve, which is given by its seed.
 * @param {Claims} tower @param {Field} field @param {bigint} [seed] @returns {Claims}
 */
export function withPowers(tower, field, seed) {
  const { p, most, slot } = field;
  if (most === 0n) return tower;
  const element = { layout: whole('an element of Fp¹²', 12 * slot), range: upTo(0n) };
  const vocabulary = {
    field: { ...field, name: `powers in Fp¹² of ${field.name}`, p: 0n, R: 1n },
    types: {
      '': element,
      cyclotomic: { ...element, multipleOf: (p ** 6n - 1n) * (p ** 2n + 1n) },
    },
  };
  const constants = new Map([
    ['q', [p]],
    ['q2', [p ** 2n]],
    ['q6', [p ** 6n]],
    ['u', [seed ?? 0n]],
  ]);
  const claim = reader({ ...vocabulary, more: { constants } });
  const meanings = claimsIn(claim, MEANINGS);
  const powers = claimsIn(claim, POWERS);
  const isEqual = reader(vocabulary)(`tower_is_equal(x, y)
    in x
    in y
    if x - y = 0: return 1
    else: return 0`);
  return (name, lookup) => {
    const [meaning] = name === isEqual.name ? [isEqual] : meanings(name);
    const known = tower(name, lookup).map((one) =>
      meaning ? { ...one, means: { ...meaning, isDisjoint: one.isDisjoint } } : one,
    );
    return [...known, ...(seed ? powers(name) : [])];
  };
}
