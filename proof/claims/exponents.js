/**
 * Elements of Fp¹², but 0, as powers of others: what the formulas of tower.js mean, and functions
 * that are made of such products. Formulas are of exponents here, over the integers: a product is a
 * sum, and q, q2 and q6 are p, p² and p⁶, the exponents of Frobenius' powers. In the cyclotomic
 * subgroup, the powers by (p⁶ − 1)(p² + 1), x^q6 is 1/x.
 */
import { upTo } from './claim.js';
import { whole } from './layouts.js';

/**
 * @import { Claim } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Claims } from './modules.js'
 */

/** @type {ReadonlyMap<string, string>} */
const MEANINGS = new Map([
  ['tower_mul', 'x + y'],
  ['pairing_multiply', 'x + y'],
  ['tower_sqr', '2*x'],
  ['tower_inv', '-x'],
  ['tower_copy', 'x'],
  ['tower_conjugate12', 'q6*x'],
  ['pairing_conjugate', 'q6*x'],
  ['tower_frobenius', 'q*x'],
  ['tower_frobenius2', 'q2*x'],
  ['pairing_square', '2*x'],
]);

/** Of those that hold in the cyclotomic subgroup only. */
const CYCLOTOMIC = new Set(['pairing_square', 'tower_seed_power']);

/**
 * The final exponentiation of BN curves (Fuentes-Castañeda, Knapp and Rodríguez-Henríquez, SAC
 * 2011) with u the seed: the two factors of the result, of the easy part's power.
 */
const EASY = '(q6 - one)*(q2 + one)';
const A = '(12*u^3 + 6*u^2 + 6*u)';
const B = `(${A} + 2*u*q6)`;
const PARTS = new Map([
  ['c', `(${A} + 6*u^2 + one + q*${B} + q2*${A})*${EASY}*x`],
  ['a', `q*q2*(${B} + q6)*${EASY}*x`],
]);

/**
 * @param {Field} field @param {bigint} [seed] of a BN curve
 * @returns {(tower: Claims) => Claims}
 */
export function withPowers(field, seed) {
  const { p, most, slot } = field;
  const constants = new Map([
    ['q', [p]],
    ['q2', [p ** 2n]],
    ['q6', [p ** 6n]],
    ['u', [seed ?? 0n]],
  ]);
  const powers = { ...field, name: `powers in Fp¹² of ${field.name}`, p: 0n, R: 1n };
  const layout = whole('an element of Fp¹²', 12 * slot);
  /** @param {string} name */
  const at = (name) => ({ name, layout, range: upTo(0n) });
  /** @param {Claim} claim @param {string} formula @returns {Claim} */
  const meaning = ({ name, params, isDisjoint }, formula) => ({
    ...{ name, params, isDisjoint, field: powers, constants },
    inputs: params.slice(1).map((param) => ({
      ...at(param),
      ...(CYCLOTOMIC.has(name) && { multipleOf: (p ** 6n - 1n) * (p ** 2n + 1n) }),
    })),
    outputs: [{ ...at('z'), formula }],
  });
  const own = [...PARTS].map(([name, formula]) => ({
    ...{ ...at(name), own: 'tower_exponent_parts', formula },
  }));
  /** @param {string} name @param {string[]} params @param {string} title */
  const one = (name, params, title) => ({
    ...{ name, params, title, field: powers, constants, isDisjoint: true },
    ...{ inputs: [at('x')], outputs: [] },
  });
  const all = ['c', 'a'].map((name) => PARTS.get(name)).join(' + ');
  /** @type {Claim[]} */
  const claims = [
    {
      ...meaning(one('tower_seed_power', ['z', 'x'], ''), 'u*x'),
      ...{ title: 'z = x^u, cyclotomic' },
    },
    {
      ...one(
        'tower_exponent_parts',
        ['x'],
        'c and a: two factors of the final exponentiation, x ≠ 0',
      ),
      outputs: own,
    },
    {
      ...one('pairing_exponentiate', ['z', 'x'], 'z = x^e: the final exponentiation, x ≠ 0'),
      outputs: [{ ...at('z'), formula: all }],
    },
    {
      ...one('pairing_is_one', ['x'], '1 if the final exponentiation gives 1, else 0; x ≠ 0'),
      cases: [
        { when: [`${PARTS.get('c')} - q6*${PARTS.get('a')} = 0`], result: 1n },
        { when: [], result: 0n },
      ],
    },
  ];
  return (tower) => (name, lookup) => {
    if (most === 0n) return tower(name, lookup);
    const known = tower(name, lookup).map((claim) => {
      const formula = MEANINGS.get(name);
      if (name === 'tower_is_equal') return { ...claim, means: equal(claim) };
      return formula ? { ...claim, means: meaning(claim, formula) } : claim;
    });
    return [...known, ...(seed ? claims.filter((one) => one.name === name) : [])];
  };

  /** @param {Claim} claim @returns {Claim} */
  function equal({ name, params }) {
    return {
      ...{ name, params, field: powers, inputs: params.map(at), outputs: [] },
      cases: [
        { when: ['x - y = 0'], result: 1n },
        { when: [], result: 0n },
      ],
    };
  }
}
