/** Endomorphisms of points. */
import { P254, P256, P381, PALLAS, VESTA } from './fields.js';
import { inPairs } from './pairs.js';
import { pointLayout } from './points.js';
import { power } from './tower.js';

/**
 * @import { Claim } from './claim.js'
 * @import { Field } from './fields.js'
 */

/**
 * Elements with the same product with all coordinates. @typedef {{ constants: [string, bigint[]][],
 *   formulas: [string, string], squared?: [string, string] }} Endomorphism
 */

/** β, a cube root of 1, is g^((p − 1)/3). @type {ReadonlyMap<bigint, bigint>} */
const GENERATORS = new Map([
  [P381, 3n],
  [P254, 7n],
  [P256, 2n],
  [PALLAS, 25n],
  [VESTA, 5n],
]);

/** φ(x, y) = (βx, y), of points of G1. @param {Field} field @returns {Endomorphism | null} */
function ofPrimeField({ p }) {
  const g = GENERATORS.get(p);
  if (!g) return null;
  const [beta] = power(p, [g, 0n], (p - 1n) / 3n);
  return { constants: [['beta', [beta]]], formulas: ['beta*X', 'Y'] };
}

/**
 * ψ of points of G2: Frobenius between twist and untwist, of x/ω², y/ω³ or ω²x, ω³y with ω⁶ = ξ.
 * @param {Field} field @param {{ xi: [bigint, bigint], isDivided: boolean }} twist
 * @returns {Endomorphism}
 */
export function ofTwist({ p }, { xi, isDivided }) {
  /** @param {bigint} n */
  const factor = (n) => {
    const e = (p - 1n) / n;
    return power(p, xi, isDivided ? e : p * p - 1n - e);
  };
  const [a, b] = factor(3n);
  return {
    constants: [
      ['cx', [a, b]],
      ['cy', factor(2n)],
      ['c2', [a * a + b * b, 0n]],
    ],
    formulas: ['cx*(XRe - i*XIm)', 'cy*(YRe - i*YIm)'],
    squared: ['c2*X', '-Y'],
  };
}

/**
 * Endomorphisms of points.
 * @param {Field} field
 * @param {{ xi: [bigint, bigint], isDivided: boolean }} [twist] of G2
 * @returns {(name: string) => Claim[]}
 */
export function endomorphismClaims(field, twist) {
  const found = twist ? ofTwist(field, twist) : ofPrimeField(field);
  if (!found) return () => [];
  const { layout, slot, range, ofX, flag, isNaN } = pointLayout(field, !!twist);
  /** @param {string} param @param {string[]} names */
  const point = (param, names) =>
    names.map((name, i) => ({ name, param, layout, range, offset: slot * i }));
  /** @param {string} z @param {string} x @param {[string, string]} formulas @returns {Claim} */
  const image = (z, x, formulas) => ({
    ...{ name: 'endomorphism', title: 'the image of a point', field, params: [z, x] },
    isDisjoint: true,
    constants: new Map(found.constants),
    inputs: point(x, ['X', 'Y']),
    outputs: point(z, ['x3', 'y3']).map((place, i) => ({
      ...{ ...place, range: i ? range : ofX, formula: formulas[i] },
    })),
  });
  /** @param {string} name @param {[string, string]} formulas @returns {Claim} */
  const each = (name, formulas) => {
    const one = image('target', 'source', formulas);
    const outputs = new Map(one.outputs.map((output) => [output.name, output.formula]));
    const list = {
      ...{ ...one, name, title: `target[i] = (${formulas}) of source[i]` },
      params: ['target', 'source', 'count'],
      flags: [
        { name: 'source is infinite', param: 'source', offset: flag, isNaN },
        { name: 'target is infinite', param: 'target', offset: flag, isNaN, isOutput: true },
      ],
      inputs: one.inputs.map((place) =>
        isNaN ? { ...place, unless: 'source is infinite' } : place,
      ),
      cases: [0n, 1n].map((value) => ({
        when: value ? [] : ['!source is infinite'],
        ...(!(isNaN && value) && { outputs }),
        flags: new Map([['target is infinite', value]]),
      })),
      list: {
        strides: new Map([
          ['target', BigInt(2 * slot)],
          ['source', BigInt(2 * slot)],
        ]),
        count: 'count',
      },
    };
    return isNaN ? inPairs(list) : list;
  };
  const { formulas, squared } = found;
  const claims = [image('z', 'x', formulas), each('points_endomorphism', formulas)];
  if (squared) claims.push(each('points_endomorphism_squared', squared));
  return (name) => claims.filter((any) => any.name === name);
}
