/**
 * Elements of Fp¹², but 0, as powers of others: what the formulas of tower.js mean, and functions
 * that are made of such products. Formulas are of exponents here, over the integers: a product is a
 * sum, and q, q2 and q6 are p, p² and p⁶, the exponents of Frobenius' powers. In the cyclotomic
 * subgroup, the powers by (p⁶ − 1)(p² + 1), x^q6 is 1/x.
 */
import { upTo } from './claim.js';
import { whole } from '../layouts.js';

/**
 * @import { Claim } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Layout } from '../layouts.js'
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
  ['tower_compressed_square', '2*x'],
]);

/** Of those that hold in the cyclotomic subgroup only. */
const CYCLOTOMIC = new Set(['pairing_square', 'tower_compressed_square', 'tower_seed_power']);

/** To which claims of the cyclotomic subgroup compressed elements are given. */
const COMPRESSED = ['tower_copy', 'tower_compressed_square'];

/**
 * The final exponentiation of a family of curves, with u the seed: the power by it, and the two
 * factors c and a of the result, of the easy part's power. Of BN curves that is of
 * Fuentes-Castañeda, Knapp and Rodríguez-Henríquez (SAC 2011); of BLS12 curves of Hayashida,
 * Hayasaka and Teruya (ePrint 2020/875), where the seed is −u.
 *
 * @typedef {{ seed: bigint, power: string, c: string, a: string, runs?: bigint[] }} Exponents
 */
const EASY = '(q6 - one)*(q2 + one)';
const A = '(12*u^3 + 6*u^2 + 6*u)';
const B = `(${A} + 2*u*q6)`;
/** @param {bigint} seed @returns {Exponents} */
export const ofBN = (seed) => ({
  ...{ seed, power: 'u*x' },
  c: `(${A} + 6*u^2 + one + q*${B} + q2*${A})*${EASY}*x`,
  a: `q*q2*(${B} + q6)*${EASY}*x`,
});
/** `runs`: of 2, whose powers are computed on compressed elements. @param {bigint} seed */
export const ofBLS = (seed) => ({
  ...{ seed, power: 'q6*u*x', runs: [16n, 48n, 57n] },
  c: `(q6*u*q6*u + q2 + q6)*(q6*u + q)*(q6*u + q6)^2*${EASY}*x`,
  a: `3*${EASY}*x`,
});

/**
 * @param {Field} field @param {Exponents} [exponents]
 * @returns {(tower: Claims) => Claims}
 */
export function withPowers(field, exponents) {
  const { p, most, slot, extension } = field;
  const constants = new Map([
    ['q', [p]],
    ['q2', [p ** 2n]],
    ['q6', [p ** 6n]],
    ['u', [exponents?.seed ?? 0n]],
  ]);
  const powers = { ...field, name: `powers in Fp¹² of ${field.name}`, p: 0n, R: 1n };
  const coordinate = { layout: extension, range: upTo(most) };
  /** @param {string} shape @param {number[]} indices of its coordinates @returns {Layout} */
  const layoutOf = (shape, indices) => ({
    ...whole(shape, 12 * slot),
    coordinates: {
      field,
      places: indices.map((i) => ({ ...coordinate, name: `x${i}`, offset: 2 * slot * i })),
    },
  });
  const layout = layoutOf('an element of Fp¹²', [0, 1, 2, 3, 4, 5]);
  const compressed = layoutOf('a compressed element of Fp¹²', [1, 2, 3, 5]);
  /** @param {string} name */
  const at = (name) => ({ name, layout, range: upTo(0n) });
  const multipleOf = (p ** 6n - 1n) * (p ** 2n + 1n);
  /** @param {Claim} claim @param {string} formula @returns {Claim} */
  const meaning = ({ name, params, isDisjoint }, formula) => ({
    ...{ name, params, isDisjoint, field: powers, constants },
    inputs: params.slice(1).map((param) => ({
      ...at(param),
      ...(CYCLOTOMIC.has(name) && { multipleOf }),
    })),
    outputs: [{ ...at('z'), formula }],
  });
  /** @param {string} name @param {string[]} params @param {string} title */
  const one = (name, params, title) => ({
    ...{ name, params, title, field: powers, constants, isDisjoint: true },
    ...{ inputs: [at('x')], outputs: [] },
  });
  const { power = '', c = '', a = '' } = exponents ?? {};
  /** @type {Claim[]} */
  const claims = [
    {
      ...meaning(one('tower_seed_power', ['z', 'x'], ''), power),
      ...{ title: `z = x^${power.startsWith('q6') ? '−' : ''}u, cyclotomic` },
    },
    {
      ...one(
        'tower_exponent_parts',
        ['x'],
        'c and a: two factors of the final exponentiation, x ≠ 0',
      ),
      outputs: Object.entries({ c, a }).map(([name, formula]) => ({
        ...{ ...at(name), own: 'tower_exponent_parts', formula },
      })),
    },
    {
      ...one('pairing_exponentiate', ['z', 'x'], 'z = x^e: the final exponentiation, x ≠ 0'),
      outputs: [{ ...at('z'), formula: `${c} + ${a}` }],
    },
    {
      ...one('pairing_is_one', ['x'], '1 if the final exponentiation gives 1, else 0; x ≠ 0'),
      cases: [
        { when: [`${c} - q6*${a} = 0`], result: 1n },
        { when: [], result: 0n },
      ],
    },
    compressedRun(exponents?.runs ?? []),
  ];
  return (tower) => (name, lookup) => {
    if (most === 0n) return tower(name, lookup);
    const known = tower(name, lookup).map((claim) => {
      const means = meaningsOf(claim);
      return means.length > 0 ? { ...claim, means } : claim;
    });
    return [...known, ...(exponents ? claims.filter((any) => any.name === name) : [])];
  };

  /** @param {Claim} claim @returns {Claim[]} */
  function meaningsOf(claim) {
    const { name, params } = claim;
    const formula = MEANINGS.get(name);
    if (name === 'tower_is_equal') return [equal(claim)];
    if (name === 'tower_decompress') return [decompression(params)];
    if (!formula) return [];
    const meant = meaning(claim, formula);
    if (!COMPRESSED.includes(name)) return [meant];
    const outputs = meant.outputs.map((one) => ({ ...one, layout: compressed }));
    const short = meant.inputs.map((one) => ({ ...one, layout: compressed }));
    if (name === 'tower_copy') return [meant, { ...meant, inputs: short, outputs }];
    // In its own place: the other coordinates stay, which are elements, too.
    return [meant.inputs, short].map(([x]) => ({
      ...{ ...meant, outputs },
      inputs: [x, { ...x, name: 'y', param: 'z', is: 'x' }],
    }));
  }

  /** The element of which four coordinates are there. @param {string[]} params @returns {Claim} */
  function decompression(params) {
    return {
      ...{ name: 'tower_decompress', params, field: powers, constants, isDisjoint: true },
      coordinates: new Map([['X', 'x']]),
      inputs: [
        { ...at('x'), param: 'z', layout: compressed, multipleOf },
        { ...coordinate, name: 'n', param: 'inverse', is: '1/(4*x3X)' },
      ],
      nonZero: ['x3X'],
      outputs: [{ ...at('z'), formula: 'x' }],
    };
  }

  /** Powers by powers of 2, if no x3 of them is 0. @param {bigint[]} runs @returns {Claim} */
  function compressedRun(runs) {
    const names = runs.map((e) => [`P${e}`, `2^${e}*x`]);
    const outputs = names.map(([name]) => ({
      ...{ ...at(name), own: 'tower_compressed_run', formula: '' },
    }));
    return {
      ...one('tower_compressed_run', ['x'], '1, and x^(2^i) for some i; or 0'),
      inputs: [{ ...at('x'), multipleOf }],
      coordinates: new Map([['X', 'x'], .../** @type {[string, string][]} */ (names)]),
      outputs,
      cases: [
        ...['X', ...names.map(([name]) => name)].map((name) => ({
          ...{ when: [`x3${name} = 0`], result: 0n },
        })),
        { when: [], outputs: new Map(/** @type {[string, string][]} */ (names)), result: 1n },
      ],
    };
  }

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
