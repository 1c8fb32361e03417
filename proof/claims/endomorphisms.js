/** Endomorphisms of points. */
import { P254, P256, P381, PALLAS, VESTA } from './fields.js';
import { byName, reader } from './notation.js';
import { inPairs } from './pairs.js';
import { pointVocabulary } from './points.js';
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
export function ofPrimeField({ p }) {
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
 * @param {Field} field
 * @param {{ xi: [bigint, bigint], isDivided: boolean }} [twist] of G2
 * @returns {(name: string) => Claim[]}
 */
export function endomorphismClaims(field, twist) {
  const found = twist ? ofTwist(field, twist) : ofPrimeField(field);
  if (!found) return () => [];
  const vocabulary = pointVocabulary(field, !!twist);
  const { slot } = vocabulary;
  const { isNaN } = vocabulary.flag;
  const claim = reader({ ...vocabulary, more: { constants: new Map(found.constants) } });
  /** @param {string} name @param {[string, string]} formulas @returns {Claim} */
  const each = (name, [x, y]) => {
    const image = `x3 = ${x}; y3 = ${y}`;
    const one = claim(`${name}(target, source, count) target[i] = (${x},${y}) of source[i]
      disjoint
      in source: X, Y ${isNaN ? 'unless source is infinite' : ''}
      out target: x3 ~of x = ${x}, y3 = ${y}
      flags source is infinite, out target is infinite
      each count: target ${2 * slot}, source ${2 * slot}
      if !source is infinite: ${image}; !target is infinite
      else: ${isNaN ? '' : image}; target is infinite`);
    return isNaN ? inPairs(one) : one;
  };
  const [x, y] = found.formulas;
  const claims = [
    claim(`endomorphism(z, x) the image of a point
      disjoint
      in x: X, Y
      out z: x3 ~of x = ${x}, y3 = ${y}`),
    each('points_endomorphism', found.formulas),
    ...(found.squared ? [each('points_endomorphism_squared', found.squared)] : []),
  ];
  return byName(claims);
}
