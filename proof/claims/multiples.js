/**
 * Points as multiples of others: what the formulas of points.js mean, on points of the curve, and
 * functions that are made of such sums. Formulas are over the integers here, in points.
 */
import { Refused } from '../refused.js';
import { upTo } from './claim.js';
import { pointLayout } from './points.js';

/**
 * @import { Claim } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Layout } from './layouts.js'
 * @import { PointForm } from './points.js'
 */

/** @param {string} shape @param {number} bytes @returns {Layout} */
export const whole = (shape, bytes) => ({
  ...{ bytes, kind: 'each', shape },
  place() {
    throw new Refused('the digits of a point');
  },
  read() {
    throw new Refused('a point of which only digits are known');
  },
});

/** @param {Field} field @param {PointForm} form */
function pointsOf(field, { isExtension = false }) {
  const { slot } = pointLayout(field, isExtension);
  return {
    points: { ...field, name: `points of ${field.name}`, p: 0n, R: 1n },
    jacobian: whole('a point in Jacobian coordinates', 3 * slot),
    affine: whole('a point in affine coordinates', 2 * slot),
  };
}

/**
 * The meaning of claims of points.js.
 * @param {Field} field @param {PointForm} form @returns {(claim: Claim) => Claim}
 */
export function withMeaning(field, form) {
  const { points, jacobian, affine } = pointsOf(field, form);
  /** @param {string} name @param {Layout} layout */
  const at = (name, layout) => ({ name, layout, range: upTo(0n) });
  const x = at('x', jacobian);
  /** @type {ReadonlyMap<string, Pick<Claim, 'inputs' | 'outputs'>>} */
  const meanings = new Map([
    ['jacobian_double', { inputs: [x], outputs: [{ ...at('z', jacobian), formula: '2*x' }] }],
    [
      'jacobian_from_affine',
      { inputs: [at('q', affine)], outputs: [{ ...at('z', jacobian), formula: 'signq*q' }] },
    ],
    [
      'jacobian_add_affine',
      {
        inputs: [at('p', jacobian), at('q', affine)],
        outputs: [{ ...at('p', jacobian), formula: 'p + signq*q' }],
      },
    ],
    ['jacobian_to_affine', { inputs: [x], outputs: [{ ...at('z', affine), formula: 'x' }] }],
  ]);
  return (claim) => {
    const meaning = meanings.get(claim.name);
    const { name, params, references, isDisjoint } = claim;
    return meaning
      ? {
          ...claim,
          means: { ...{ name, params, references, isDisjoint, field: points }, ...meaning },
        }
      : claim;
  };
}

const u = 4965661367192848881n;
/**
 * Of the seeds: BLS12-381, draft-irtf-cfrg-pairing-friendly-curves, §4.2.1 (whose seed is −s), of
 * G1's cofactor s + 1; of BN254 6u², with u of EIP-197's curve.
 */
export const SEEDS = {
  bls: 0xd201000000010000n,
  cofactor: 0xd201000000010001n,
  ...{ u, bn: 6n * u ** 2n },
};

/**
 * @param {Field} field @param {PointForm} form @returns {(name: string) => Claim[]}
 */
export function multipleClaims(field, form) {
  const { points, jacobian, affine } = pointsOf(field, form);
  const range = upTo(0n);
  const { seed } = form;
  const z = { name: 'z', layout: jacobian, range };
  /** @type {Claim[]} */
  const claims = [
    {
      ...{ name: 'double_times', field: points, params: ['z', 'count'], title: 'z = 2^count·z' },
      inputs: [z],
      outputs: [{ ...z, formula: '2*z' }],
      repeats: { count: 'count', next: new Map() },
    },
    {
      ...{ name: 'times_seed', field: points, params: ['z', 'q'], isDisjoint: true },
      title: `z = ${seed && seed.toString()}·q`,
      inputs: [{ name: 'q', layout: affine, range }],
      outputs: [{ ...z, formula: 'seed*q' }],
      constants: new Map([['seed', [seed ?? 0n]]]),
    },
  ];
  return (name) => claims.filter((one) => one.name === name && (seed || name !== 'times_seed'));
}
