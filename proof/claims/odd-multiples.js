/**
 * Parts of tables of odd multiples: 2(x, y) and (x, y) itself with one Z, and the product of all Z,
 * which is inverted once. These are in memory of the module.
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

/** @param {Field} field @param {PointForm} form @returns {(name: string) => Claim[]} */
export function oddMultipleClaims(field, { a = 0n, isExtension = false }) {
  const { range, layout, slot, flag } = pointLayout(field, isExtension);
  const common = { field, isDisjoint: true, constants: new Map([['a', [a]]]) };
  /** @param {string} name */
  const own = (name) => ({ name, layout, range, own: OWNERS.get(name) });
  /** @param {string} name @param {string} param @param {number} [i] */
  const at = (name, param, i = 0) => ({ name, param, layout, range, offset: slot * i });
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
          outputs: new Map([
            ['x0', S],
            ['y0', '8*y^4'],
            ['X1', X1],
            ['Y1', `${M}*(${S} - ${X1}) - 8*y^4`],
            ['Z', '2*y'],
          ]),
          flags: new Map([['table is infinite', 0n]]),
        },
      ],
    },
  ];
  return (name) => claims.filter((one) => one.name === name);
}
