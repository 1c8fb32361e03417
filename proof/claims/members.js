/**
 * Whether points of the curve are in the subgroup: there an endomorphism is the multiple by a
 * constant, and nowhere else (Scott, ePrint 2021/1130). Of P that is s²·P = −φ²(P) in G1 of
 * BLS12-381, s·P = −ψ(P) in its G2, and 6u²·P = ψ(P) in that of BN254.
 */
import { upTo } from './claim.js';
import { ofPrimeField, ofTwist } from './endomorphisms.js';
import { affineOf, pointsOf } from './points.js';

/**
 * @import { Case, Claim } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { PointForm } from './points.js'
 */

/** @param {Field} field @param {PointForm} form @returns {(name: string) => Claim[]} */
export function memberClaims(field, form) {
  const { seed, twist } = form;
  const image = twist ? ofTwist(field, twist) : ofPrimeField(field);
  const [points, affine] = [pointsOf(field), affineOf(field, form)];
  if (!seed || !image || !affine.coordinates) return () => [];
  const [x, y] = image.formulas.map((one) => one.replace(/[XY]/g, (c) => `${c.toLowerCase()}P`));
  const S = twist ? 'seed*P' : 'seed^2*P';
  const isInfinite = `${S} = 0`;
  const isImage = [
    `xS - ${twist ? x : `beta*${x}`} = 0`,
    `yS ${twist?.isDivided ? '-' : '+'} ${y} = 0`,
  ];
  /** @type {Omit<Claim, 'name' | 'params'>} */
  const common = {
    ...{ field: points, on: 'elements', isDisjoint: true, outputs: [] },
    inputs: [{ name: 'P', param: 'points', layout: affine, range: upTo(0n) }],
    coordinates: new Map([
      ['P', 'P'],
      ['S', S],
    ]),
    constants: new Map([...image.constants, ['seed', [seed]]]),
  };
  /** @param {Partial<Case>} inside @param {Partial<Case>} outside @returns {Case[]} */
  const casesOf = (inside, outside) => [
    { when: [isInfinite, 'P = 0'], ...inside },
    { when: [isInfinite], ...outside },
    { when: isImage, ...inside },
    { when: [], ...outside },
  ];
  /** @type {Claim[]} */
  const claims = [
    {
      ...{ ...common, name: 'is_in_subgroup', params: ['points'] },
      cases: casesOf({ result: 1n }, { result: 0n }),
    },
    {
      ...{ ...common, name: 'points_in_subgroup', params: ['points', 'count'] },
      title: '−1, or the index of a point that is not in the subgroup',
      list: { strides: new Map([['points', BigInt(affine.bytes)]]), count: 'count', end: -1n },
      cases: casesOf({}, { stops: true }),
    },
  ];
  return (name) => claims.filter((one) => one.name === name);
}
