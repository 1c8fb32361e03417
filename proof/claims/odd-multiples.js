/**
 * Parts of tables of odd multiples: 2(x, y) and (x, y) itself with one Z, and the product of all Z,
 * which is inverted once. These are in memory of the module. Entries follow each other as sums with
 * the double in co-Z coordinates (Meloni, WAIFI 2007); the last Z, and the ratios d of each to the
 * one before, make all affine, from the last to the first.
 */
import { pointLayout } from './points.js';

/**
 * @import { Claim } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { PointForm } from './points.js'
 */

const START = 'start_odd_multiples';
/** The functions that say where these are. */
const OWNERS = new Map([
  ['product', 'begin_product'],
  ['X1', START],
  ['Y1', START],
  ['Z', START],
]);
const S = '4*x*y^2';
const M = '(3*x^2 + a)';
const X1 = `(${M}^2 - 2*${S})`;

/** (X1, Y1) and (X2, Y2) of one Z: the first for Z·d, and the sum. */
const CO_Z = (() => {
  const d = '(X1 - X2)';
  const [W1, W2, e] = [`X1*${d}^2`, `X2*${d}^2`, '(Y1 - Y2)'];
  const A = `Y1*(${W1} - ${W2})`;
  const X3 = `${e}^2 - ${W1} - ${W2}`;
  return { d, X1: W1, Y1: A, Z: `Z*${d}`, X3, Y3: `${e}*(${W1} - (${X3})) - ${A}` };
})();

/** @param {Field} field @param {PointForm} form @returns {(name: string) => Claim[]} */
export function oddMultipleClaims(field, { a = 0n, isExtension = false }) {
  const { range, layout, slot, flag } = pointLayout(field, isExtension);
  const common = { field, isDisjoint: true, constants: new Map([['a', [a]]]) };
  /** @param {string} name */
  const own = (name) => ({ name, layout, range, own: OWNERS.get(name) });
  /** @param {string} name @param {string} param @param {number} [i] */
  const at = (name, param, i = 0) => ({ name, param, layout, range, offset: slot * i });
  const start = new Map([
    ['X1', X1],
    ['Y1', `${M}*(${S} - ${X1}) - 8*y^4`],
    ['Z', '2*y'],
  ]);
  /** @type {Claim[]} */
  const claims = [
    {
      ...{ name: 'begin_product', params: [], inputs: [], ...common },
      outputs: [{ ...own('product'), formula: 'one' }],
    },
    {
      ...{ name: 'invert_product', params: [], inputs: [own('product')], ...common },
      outputs: [{ ...own('product'), formula: '1/product' }],
    },
    {
      ...{ name: 'keep_z', params: ['at'], inputs: [own('product'), own('Z')], ...common },
      outputs: [
        { ...at('kept', 'at'), formula: 'product' },
        { ...at('z', 'at', 1), formula: 'Z' },
        { ...own('product'), formula: 'product*Z' },
      ],
    },
    {
      ...{ name: 'restore_z', params: ['at'], ...common },
      inputs: [own('product'), at('kept', 'at'), at('z', 'at', 1)],
      outputs: [
        { ...own('Z'), formula: 'product*kept' },
        { ...own('product'), formula: 'product*z' },
      ],
    },
    {
      ...{ name: START, title: '(X1, Y1, Z) = 2(x, y), and (x, y) for this Z', ...common },
      params: ['table', 'point'],
      inputs: [at('x', 'point'), at('y', 'point', 1)],
      outputs: [at('x0', 'table'), at('y0', 'table', 1), own('X1'), own('Y1'), own('Z')].map(
        (place) => ({ ...place, formula: '' }),
      ),
      flags: [{ name: 'table is infinite', param: 'table', offset: flag, isOutput: true }],
      cases: [
        {
          when: [],
          outputs: new Map([['x0', S], ['y0', '8*y^4'], ...start]),
          flags: new Map([['table is infinite', 0n]]),
        },
      ],
    },
    {
      ...{ name: 'climb_odd_multiples', params: ['table', 'point', 'last', 'ratios'], ...common },
      title: 'from 2(x, y) and (x, y), each entry as the sum of the one before and the double',
      inputs: [
        ...[at('x', 'point'), at('y', 'point', 1), at('X2', 'table'), at('Y2', 'table', 1)],
        ...[own('X1'), own('Y1'), own('Z')],
      ],
      outputs: [
        ...[own('X1'), own('Y1'), own('Z'), at('d', 'ratios')],
        ...[at('X3', 'table', 2), at('Y3', 'table', 3)],
      ].map((place) => ({ ...place, formula: '' })),
      flags: [
        { name: 'the entry is infinite', param: 'table', offset: flag, values: [0n] },
        { name: 'the sum is infinite', param: 'table', offset: 2 * slot + flag, isOutput: true },
      ],
      cases: [
        {
          when: [],
          outputs: new Map(Object.entries(CO_Z)),
          flags: new Map([['the sum is infinite', 0n]]),
        },
      ],
      list: {
        strides: new Map([
          ['table', BigInt(2 * slot)],
          ['ratios', BigInt(slot)],
        ]),
        ...{ count: 'last', of: 'table' },
        carried: ['X1', 'Y1', 'Z', 'X2', 'Y2', 'the entry is infinite'],
        first: new Map([...start, ['X2', S], ['Y2', '8*y^4']]),
      },
    },
    {
      ...{ name: 'descend_odd_multiples', params: ['table', 'entry', 'ratios'], ...common },
      title:
        'each entry times Z² and Z³, from the last to the first, and Z times the ratio between',
      inputs: [own('Z'), at('x', 'entry'), at('y', 'entry', 1), at('d', 'ratios')],
      outputs: [own('Z'), at('x3', 'entry'), at('y3', 'entry', 1)].map((place) => ({
        ...{ ...place, formula: '' },
      })),
      cases: ['Z*d', 'Z'].map((Z, i) => ({
        when: i ? [] : ['goes on'],
        outputs: new Map([
          ['x3', 'x*Z^2'],
          ['y3', 'y*Z^3'],
          ['Z', Z],
        ]),
      })),
      list: {
        strides: new Map([
          ['entry', BigInt(-2 * slot)],
          ['ratios', BigInt(-slot)],
        ]),
        ...{ count: 'table', of: 'entry', isNonEmpty: true, behind: ['ratios'] },
        ...{ carried: ['Z'], first: new Map([['Z', 'Z']]) },
      },
    },
  ];
  return (name) => claims.filter((one) => one.name === name);
}
