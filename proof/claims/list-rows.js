/**
 * Lists of fma: rows of two elements, an element in each lane. What is stored is `spread`, at most
 * 1.01p; of constants c, t, s, u the first lane is both. Sums without products nearly double what
 * exceeds p: they are given at most 1.004p.
 */
import { digitRanges, within } from './digits.js';
import { shapes, signedDigits } from './layouts.js';

/**
 * @import { Claim } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Range } from './layouts.js'
 */

const CONSTANTS = /^[ctsu]$/;

/**
 * Formulas by the rows that they are left in.
 * @typedef {{ name: string, params: string, formulas: Record<string, string>, from?: Range,
 *   ranges?: ReadonlyMap<string, Range> }} Step
 */

/** @param {Field} field @returns {Step[]} */
function stepsOf(field) {
  const { difference, product } = digitRanges(field);
  const almost = within(field.p, 1004n);
  const quarters = {
    a: 'a + c*t + (b + d*t)*s',
    b: 'a + c*t - (b + d*t)*s',
    c: 'a - c*t + (b - d*t)*u',
    d: 'a - c*t - (b - d*t)*u',
  };
  return [
    {
      ...{ name: 'scale', params: 'zxc', formulas: { z: 'x*c' } },
      ranges: new Map([
        ['x', difference],
        ['z', product],
      ]),
    },
    { name: 'sum', params: 'zxy', formulas: { z: 'x + y' }, ranges: new Map([['y', product]]) },
    { name: 'sum', params: 'zxy', formulas: { z: 'x + y' }, from: almost },
    { name: 'accumulate', params: 'zxc', formulas: { z: 'z + x*c' } },
    { name: 'quotient', params: 'zxdc', formulas: { z: '(c - x)*d' } },
    { name: 'forward', params: 'lhc', formulas: { l: 'l + h*c', h: 'l - h*c' } },
    { name: 'backward', params: 'lhc', formulas: { l: 'l + h', h: '(l - h)*c' }, from: almost },
    { name: 'sums', params: 'lh', formulas: { l: 'l + h', h: 'l - h' }, from: almost },
    { name: 'quarters', params: 'abcdtsu', formulas: quarters },
    { name: 'plus', params: 'zxy', formulas: { z: 'x + y' } },
    { name: 'minus', params: 'zxy', formulas: { z: 'x - y' } },
    { name: 'dot', params: 'zxy', formulas: { z: 'z + x*y' } },
    { name: 'multiply', params: 'zxy', formulas: { z: 'x*y' } },
  ];
}

/** Lists, by the steps of which they are made. */
const LISTS = new Map([
  ['multiply', 'multiply'],
  ['scale', 'scale'],
  ['accumulate', 'accumulate'],
  ['quotient', 'quotient'],
  ['quarters', 'two_levels'],
  ['plus', 'add'],
  ['minus', 'subtract'],
  ['dot', 'dot'],
]);

/** @param {Field} field @returns {(name: string) => Claim[]} */
export function rowClaims(field) {
  const { slot, layout, p, w, n } = field;
  const spread = within(p, 1010n);
  const single = { ...signedDigits({ w, n, stride: 16, lanes: 1 }), bytes: slot - 8 };
  const claims = stepsOf(field).map(({ name, params, formulas, from = spread, ranges }) => {
    const names = new Set(Object.values(formulas).join().match(/[a-z]/g));
    const isConstant = (/** @type {string} */ param) =>
      CONSTANTS.test(param) && !Object.keys(formulas).includes(param);
    /** @param {string} param */
    const input = (param) => ({
      ...{ name: param, range: ranges?.get(param) ?? from },
      layout: isConstant(param) ? single : layout,
    });
    const step = {
      ...{ name: `step_${name}`, field, params: [...params], usesScratch: true },
      isDisjoint: Object.keys(formulas).length > 1,
      inputs: [...names].map(input),
      outputs: Object.entries(formulas).map(([z, formula]) => ({
        ...{ name: z, layout, range: ranges?.get(z) ?? spread, formula },
      })),
    };
    const stride = (/** @type {string} */ param) =>
      isConstant(param) || (name === 'dot' && param === 'z') ? 0n : BigInt(slot);
    const list = {
      ...{ ...step, name: `list_${LISTS.get(name)}`, params: [...params, 'count'] },
      list: {
        strides: new Map([...params].map((param) => [param, stride(param)])),
        ...{ count: 'count', perRow: 2n },
      },
      inputs: step.inputs.map((one) => ({ ...one, range: spread })),
      isDisjoint: true,
    };
    return [step, list];
  });
  return (name) => claims.flat().filter((one) => one.name === name);
}

/**
 * Steps in which the lanes of a row meet, as formulas by the lanes that they are left in: x01 is
 * the second lane of the first row at x; of the constant c in a list only the first lane is read.
 * Sums of two are given almost p; `on` as of a claim; `overlaps`: each takes a row of the next one.
 * @type {ReadonlyArray<{ name: string, params: readonly string[], formulas: Record<string, string>,
 *   isAlmost?: boolean, on?: 'elements', overlaps?: string }>}
 */
const LANE_STEPS = [
  {
    ...{ name: 'fold', params: ['z', 'x', 'w'], isAlmost: true, on: 'elements' },
    formulas: { z00: 'x00 + x01 + (x00 - x01)*w00', z01: 'x10 + x11 + (x10 - x11)*w01' },
  },
  {
    ...{ name: 'shift', params: ['z', 'x'], formulas: { z00: 'x01', z01: 'x10' } },
    overlaps: 'x',
  },
  {
    ...{ name: 'split', params: ['z', 'd', 't', 'c'] },
    formulas: {
      ...{ z00: '(c00 + t00)*d00', z01: '(c00 - t00)*d00' },
      ...{ z10: '(c00 + t01)*d01', z11: '(c00 - t01)*d01' },
    },
  },
  {
    ...{ name: 'forward_neighbours', params: ['x', 'c'] },
    formulas: {
      ...{ x00: 'x00 + x01*c00', x01: 'x00 - x01*c00' },
      ...{ x10: 'x10 + x11*c01', x11: 'x10 - x11*c01' },
    },
  },
  {
    ...{ name: 'backward_neighbours', params: ['x', 'c'], isAlmost: true },
    formulas: {
      ...{ x00: 'x00 + x01', x01: '(x00 - x01)*c00' },
      ...{ x10: 'x10 + x11', x11: '(x10 - x11)*c01' },
    },
  },
];

/** @param {Field} field @returns {(name: string) => Claim[]} */
export function laneStepClaims(field) {
  const { slot, p } = field;
  const { lane } = shapes(field, false);
  const spread = within(p, 1010n);
  const claims = LANE_STEPS.flatMap(({ name, params, formulas, isAlmost, on, overlaps }) => {
    /** @param {string} text */
    const place = (text) => ({
      ...{ name: text, param: text[0], layout: lane },
      range: isAlmost && !'cw'.includes(text[0]) ? within(p, 1004n) : spread,
      offset: slot * Number(text[1]) + 8 * Number(text[2]),
    });
    const inputs = [
      ...new Set(
        Object.values(formulas)
          .join()
          .match(/[a-z]\d\d/g),
      ),
    ].map(place);
    const step = {
      ...{ name: `step_${name}`, field, params: [...params], usesScratch: true, isDisjoint: true },
      ...{ inputs, on, ...(overlaps && { room: new Map([[overlaps, 2 * slot]]) }) },
      outputs: Object.entries(formulas).map(([z, formula]) => ({
        ...{ ...place(z), range: spread, formula },
      })),
    };
    /** Rows at a param. @param {string} param */
    const rowsAt = (param) =>
      [...inputs, ...step.outputs].some((one) => one.name.startsWith(`${param}1`)) ? 2 : 1;
    const stride = (/** @type {string} */ param) =>
      param === 'c' ? 0n : BigInt(slot * (param === overlaps ? 1 : rowsAt(param)));
    const list = {
      ...{ ...step, name: `list_${name}`, params: [...params, 'count'] },
      list: {
        strides: new Map(params.map((param) => [param, stride(param)])),
        ...{ count: 'count', perRow: 2n },
      },
    };
    return [step, list];
  });
  return (name) => claims.filter((one) => one.name === name);
}
