/**
 * Conversions of fma: between a lane, which is every second double of a row, and canonical bytes or
 * the unsigned digits of 30 bits on which numbers are inverted. A lane stands for the number itself
 * (its scale is 1); digits that are made of bytes or of unsigned digits are unsigned, too.
 */
import { upTo } from './claim.js';
import { digitRanges, within } from './digits.js';
import { FULL_DIGIT, limbs, signedDigits } from './layouts.js';

/**
 * @import { Claim, Place } from './claim.js'
 * @import { Field } from './fields.js'
 */

/** @param {Field} field @returns {(name: string) => Claim[]} */
export function conversionClaims(field) {
  const { p, layout, w, n, bytes } = field;
  const lane = signedDigits({ w, n, stride: 16, lanes: 1 });
  const thirty = p === p % 2n ** 256n ? 9 : 13;
  const unsigned = limbs({ w: 30, n: thirty, word: 4, bytes: 4 * thirty });
  const any = upTo((1n << BigInt(8 * bytes.bytes)) - 1n);
  const below = { ...within(p, 1000n, 1n, w < 50), least: 1n - p, most: p - 1n };
  const common = { field, isDisjoint: true };
  const source = { name: 'source', layout: bytes, range: any, scale: 1n };
  const ofLane = { name: 'lane', layout: lane, range: below, scale: 1n };
  const digits = { ...upTo(p - 1n), digit: 2n * FULL_DIGIT };
  const twice = upTo(2n * p - 1n);
  /** @type {Claim[]} */
  const claims = [
    {
      ...{ name: 'lane_from_bytes', title: 'reads a lane; 1, or 0 if it is not below p' },
      ...{ ...common, params: ['lane', 'source'], inputs: [source] },
      outputs: [{ ...ofLane, range: digits, formula: '' }],
      cases: [
        { when: ['source < p'], outputs: new Map([['lane', 'source']]), result: 1n },
        { when: [], result: 0n },
      ],
    },
    {
      ...{ name: 'lane_to_bytes', title: 'writes a lane', ...common },
      ...{ params: ['target', 'lane'], inputs: [ofLane] },
      outputs: [{ ...source, name: 'target', range: upTo(p - 1n), formula: 'lane' }],
    },
    {
      ...{ name: 'limbs_from_lane', title: 'z = x on digits of 30 bits', ...common },
      ...{ params: ['limbs', 'lane'], inputs: [ofLane] },
      outputs: [
        {
          name: 'limbs',
          layout: unsigned,
          range: { ...twice, least: 1n },
          formula: 'lane',
          scale: 1n,
        },
      ],
    },
    {
      ...{ name: 'row_from_limbs', title: 'z = x, of digits of 30 bits, in both lanes' },
      ...{ ...common, params: ['row', 'limbs'] },
      inputs: [{ name: 'limbs', layout: unsigned, range: twice, scale: 1n }],
      outputs: [
        {
          name: 'row',
          layout,
          range: { ...twice, digit: digits.digit },
          formula: 'limbs',
          scale: 1n,
        },
      ],
    },
  ];
  // Both coefficients of an element of Fp².
  /** @param {Place} place @param {number} stride @param {string[]} [formulas] */
  const two = (place, stride, formulas = ['', '']) =>
    formulas.map((formula, i) => ({
      ...{ ...place, name: `${place.name}${i}`, param: place.name, offset: i * stride, formula },
    }));
  claims.push(
    {
      ...{ name: 'lane_from_two', title: 'reads both coefficients; 1, or 0 if one is not below p' },
      ...{ ...common, params: ['lane', 'source'], inputs: two(source, bytes.bytes) },
      outputs: two({ ...ofLane, range: digits }, 16 * n),
      cases: [
        {
          when: ['source0 < p', 'source1 < p'],
          outputs: new Map([0, 1].map((i) => [`lane${i}`, `source${i}`])),
          result: 1n,
        },
        { when: [], result: 0n },
      ],
    },
    {
      ...{ name: 'lane_to_two', title: 'writes both coefficients', ...common },
      ...{ params: ['target', 'lane'], inputs: two(ofLane, 16 * n) },
      outputs: two({ ...source, name: 'target', range: upTo(p - 1n) }, bytes.bytes, [
        'lane0',
        'lane1',
      ]),
    },
  );
  const [x, z] = ['x', 'z'].map((param) =>
    [0, 1].map((i) => ({
      ...{
        name: `${param}${i}`,
        param,
        layout: lane,
        range: digitRanges(field).factor,
        offset: 8 * i,
      },
    })),
  );
  claims.push({
    ...{ name: 'invert_both', field, params: ['z', 'x'] },
    title: '1/x of both lanes of a row, neither of them 0',
    ...{ inputs: x, nonZero: ['x0', 'x1'], on: 'elements' },
    outputs: z.map((one, i) => ({ ...one, range: digitRanges(field).product, formula: `1/x${i}` })),
  });
  return (name) => claims.filter((one) => one.name === name.replace(/^lanes_/, ''));
}
