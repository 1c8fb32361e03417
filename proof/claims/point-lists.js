/**
 * Lists of affine points, and what is done with each: whether it is on its curve; its encoding, two
 * coordinates, all zero if it is infinite. The encoded coordinates may be multiplied by a factor,
 * that itself is encoded, below p; 0 stands for none.
 */
import { upTo } from './claim.js';
import { pointLayout } from './points.js';

/**
 * @import { Claim, Place } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Claims } from './modules.js'
 * @import { PointForm } from './points.js'
 */

/**
 * @param {Field} field @param {PointForm} form
 * @returns {Claims}
 */
export function pointListClaims(field, { equation, isExtension = false }) {
  const { p, R, bytes } = field;
  const { layout, slot, range, flag } = pointLayout(field, isExtension);
  const constants = new Map(equation?.constants ?? []);
  /** @param {string} param @returns {Place[]} */
  const point = (param) =>
    ['x', 'y'].map((name, i) => ({
      ...{ name, param, layout, range, offset: slot * i, unless: `${param} is infinite` },
    }));
  /** @param {string} param */
  const infinite = (param) => ({ name: `${param} is infinite`, param, offset: flag });
  const stride = BigInt(2 * slot);
  const encoded = { layout: bytes, range: upTo(p - 1n), scale: 1n };
  /** @param {'reading' | 'writing'} way @param {number} address @returns {Claim[]} */
  const factors = (way, address) => {
    const one = {
      ...{ name: `factor_for_${way}`, field, params: ['factor'], isDisjoint: true },
      ...{ inputs: [], outputs: [] },
    };
    const scale = way === 'reading' ? R * R : 1n;
    const given = { name: 'k', address, layout: field.layout, range: upTo(field.most), scale };
    return [
      { ...one, numbers: new Map([['factor', 0n]]), result: 0n, title: 'no factor' },
      {
        ...{ ...one, usesScratch: true, title: `the factor, as it is used in ${way}` },
        inputs: [{ ...encoded, name: 'factor' }],
        outputs: [{ ...given, formula: 'factor' }],
        result: BigInt(address),
      },
    ];
  };
  return (name, lookup) => {
    const rows = lookup?.rows(name) ?? [];
    const last = rows[rows.length - 1] ?? 0;
    if (name === 'factor_for_reading') return factors('reading', last);
    if (name === 'factor_for_writing') return factors('writing', last);
    if (!equation) return [];
    if (name === 'right_side')
      return [
        {
          ...{ name, field, params: ['x'], constants, usesScratch: true, isDisjoint: true },
          title: 'the right side of the equation',
          inputs: [{ name: 'x', layout, range }],
          outputs: [
            { name: 'z', address: rows[0] ?? 0, layout, range, formula: equation.right ?? '' },
          ],
        },
      ];
    if (name === 'points_on_curve')
      return [
        {
          ...{ name, field, constants, params: ['points', 'count'], usesScratch: true },
          ...{ title: '−1, or the index of a point that is not on the curve', outputs: [] },
          isDisjoint: true,
          inputs: point('points'),
          flags: [infinite('points')],
          list: { strides: new Map([['points', stride]]), count: 'count', end: -1n },
          cases: [
            { when: ['points is infinite'] },
            { when: [`${equation.left} - (${equation.right}) = 0`] },
            { when: [], stops: true },
          ],
        },
      ];
    if (name === 'points_to_affine') return encodings(name);
    return [];
  };

  /** With and without a factor. @param {string} name @returns {Claim[]} */
  function encodings(name) {
    const numbers = isExtension ? ['x0', 'x1', 'y0', 'y1'] : ['x', 'y'];
    const outputs = numbers.map((number, i) => ({
      ...{ ...encoded, name: `z${number}`, param: 'target', formula: '' },
      offset: bytes.bytes * i,
    }));
    /** @param {(number: string) => string} of */
    const formulas = (of) =>
      new Map(
        numbers.map((number) => /** @type {[string, string]} */ ([`z${number}`, of(number)])),
      );
    const inputs = numbers.map((number, i) => ({
      ...{ name: number, param: 'source', layout: field.layout, range, offset: field.slot * i },
      unless: 'source is infinite',
    }));
    const size = BigInt(bytes.bytes * numbers.length);
    const strides = new Map([
      ['source', stride],
      ['target', size],
    ]);
    /** @param {string} by @returns {Claim} */
    const one = (by) => ({
      ...{ name, field, params: ['target', 'source', 'count', 'factor'], isDisjoint: true },
      ...{ title: `target[i] = the encoded source[i]${by && ', times a factor'}`, outputs },
      ...{ usesScratch: true, flags: [infinite('source')] },
      on: 'elements',
      inputs: by ? [...inputs, { ...encoded, name: 'factor' }] : inputs,
      ...(!by && { numbers: new Map([['factor', 0n]]) }),
      list: { strides: by ? new Map([...strides, ['factor', 0n]]) : strides, count: 'count' },
      cases: [
        { when: ['source is infinite'], outputs: formulas(() => 'one - one') },
        { when: [], outputs: formulas((number) => `${number}${by}`) },
      ],
    });
    return [one(''), one('*factor')];
  }
}
