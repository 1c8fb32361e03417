/** Functions that do the same with each element of lists. */
import { claim, upTo } from './claim.js';
import { pointLayout } from './points.js';

/**
 * @import { Claim } from './claim.js'
 * @import { Field } from './fields.js'
 */

/**
 * Lists of a field: an element in each slot.
 * @param {Field} field
 * @returns {(name: string) => Claim[]}
 */
export function listClaims(field) {
  const { slot } = field;
  const stored = upTo(field.most);
  /** @param {string} name @param {string} params @param {string} formula */
  const each = (name, params, formula) => {
    const one = claim(field, `list_${name}`, params, formula, stored, stored);
    const strides = new Map([...params].map((param) => [param, BigInt(slot)]));
    if (formula.includes('z')) {
      one.inputs.push({ name: 'z', layout: field.layout, range: stored });
      strides.set('z', 0n);
    }
    return {
      ...one,
      params: [...params, 'count'],
      list: { strides, count: 'count' },
      isDisjoint: true,
    };
  };
  const claims = [
    each('add', 'zxy', 'x + y'),
    each('subtract', 'zxy', 'x - y'),
    each('dot', 'zxy', 'z + x*y'),
  ];
  return (name) => claims.filter((one) => one.name === name);
}

/** β, a cube root of 1: g^((p − 1)/3), by the size of p. @type {ReadonlyMap<number, bigint>} */
const GENERATORS = new Map([
  [381, 3n],
  [254, 7n],
  [256, 2n],
]);

/** @param {bigint} g @param {bigint} e @param {bigint} p @returns {bigint} */
const power = (g, e, p) =>
  e === 0n ? 1n : (power((g * g) % p, e >> 1n, p) * (e & 1n ? g : 1n)) % p;

/**
 * φ(x, y) = (βx, y), of points of G1. @param {Field} field @returns {(name: string) => Claim[]}
 */
export function endomorphismClaims(field) {
  const { p } = field;
  const g = GENERATORS.get(p.toString(2).length);
  if (!g || p % 3n !== 1n) return () => [];
  const { layout, slot, range, flag } = pointLayout(field, false);
  /** @param {string} param @param {string[]} names */
  const point = (param, names) =>
    names.map((name, i) => ({ name, param, layout, range, offset: slot * i }));
  const formulas = ['beta*X', 'Y'];
  /** @param {string} z @param {string} x @returns {Claim} */
  const image = (z, x) => ({
    ...{ name: 'endomorphism', title: 'z = (βx, y)', field, params: [z, x], isDisjoint: true },
    constants: new Map([['beta', [power(g, (p - 1n) / 3n, p)]]]),
    inputs: point(x, ['X', 'Y']),
    outputs: point(z, ['x3', 'y3']).map((place, i) => ({ ...place, formula: formulas[i] })),
  });
  const one = image('target', 'source');
  const each = {
    ...{ ...one, name: 'points_endomorphism', title: 'target[i] = (βx, y) of source[i]' },
    params: ['target', 'source', 'count'],
    flags: [
      { name: 'source is infinite', param: 'source', offset: flag },
      { name: 'target is infinite', param: 'target', offset: flag, isOutput: true },
    ],
    cases: [0n, 1n].map((value) => ({
      when: value ? [] : ['!source is infinite'],
      outputs: new Map(one.outputs.map(({ name, formula }) => [name, formula])),
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
  return (name) => [image('z', 'x'), each].filter((any) => any.name === name);
}
