/**
 * Points: doubling and addition in Jacobian coordinates, (X/Z², Y/Z³), on y² = x³ + ax + b, with
 * all exceptional cases. A flag says that a point is infinity; its coordinates are nothing then.
 */
import { upTo } from './claim.js';
import { digitRanges } from './digits.js';
import { shapes } from './layouts.js';

/**
 * @import { Case, Claim, Place } from './claim.js'
 * @import { Field } from './fields.js'
 *
 * The curve's a, of 0; coordinates in Fp²; `twice` as much for Z, where sums of squares are cheaper
 * than products. `isOdd`: of odd order, so that y = 0 occurs at no point, and no test for it is
 * made. `equation`: of the curve, both sides as formulas. `twist` by ξ,
 * where b is divided by it, or multiplied.
 * `seed`: the factor of `times_seed`.
 * `hasOddRoots`: of y and −y the odd one is selected by the sign 1, and not the larger one.
 * @typedef {{ a?: bigint, isExtension?: boolean, twice?: 1 | 2, isOdd?: boolean,
 *   hasOddRoots?: boolean, seed?: bigint,
 *   equation?: { left: string, right: string, constants: [string, bigint[]][] },
 *   twist?: { xi: [bigint, bigint], isDivided: boolean } }} PointForm
 */

/**
 * How a coordinate stands in memory, and each of its numbers; and where a flag is, or, on fma, the
 * digit that is NaN.
 * @param {Field} field @param {boolean} isExtension
 */
export function pointLayout(field, isExtension) {
  const { most, layout, extension, slot } = field;
  if (most === 0n) {
    const { record, coefficient } = shapes(field, isExtension);
    const number = { layout: coefficient, slot: coefficient.bytes };
    const { centred, carried } = digitRanges(field);
    return {
      range: centred,
      ofX: carried,
      number,
      layout: record,
      slot: record.bytes,
      flag: 0,
      isNaN: true,
    };
  }
  return {
    ...{
      range: upTo(most),
      ofX: upTo(most),
      flag: layout.bytes,
      isNaN: false,
      number: { layout, slot },
    },
    ...(isExtension ? { layout: extension, slot: 2 * slot } : { layout, slot }),
  };
}

/** @param {string} text @param {Record<string, string>} by */
const fill = (text, by) => text.replace(/[A-Z]+\b/g, (name) => (by[name] ? `(${by[name]})` : name));

/** 2(X, Y, Z), if Y·Z is not 0. */
export function doubling() {
  const M = '3*X^2 + a*Z^4';
  const U = fill('M^2 - 8*X*Y^2', { M });
  return new Map([
    ['x3', U],
    ['y3', fill('M*(4*X*Y^2 - U) - 8*Y^4', { M, U })],
    ['z3', '2*Y*Z'],
  ]);
}

/** (X, Y, Z) + (x, ±y), if H is not 0. @param {1 | 2} twice */
function addition(twice) {
  const H = 'x*Z^2 - X';
  const R = 'signq*y*Z^3 - Y';
  const s = BigInt(twice);
  const U = fill(`${s * s}*(R^2 - H^2*(X + x*Z^2))`, { H, R });
  return new Map([
    ['x3', U],
    ['y3', fill(`${s}*R*(${s * s}*H^2*X - U) - ${s * s * s}*H^3*Y`, { H, R, U })],
    ['z3', `${s}*Z*(${H})`],
  ]);
}
const SAME_X = 'x*Z^2 - X = 0';
const SAME_Y = 'signq*y*Z^3 - Y = 0';

/**
 * @param {Field} field
 * @param {PointForm} form
 * @returns {(name: string) => Claim[]}
 */
export function pointClaims(field, form) {
  const { a = 0n, twice = 2, isOdd = false, isExtension = false } = form;
  // Coordinates follow each other; a flag stands behind the first number.
  const { range, layout, slot, flag } = pointLayout(field, isExtension);
  const constants = new Map([['a', [a]]]);
  /** @param {string[]} names @param {string} param @param {string} [unless] @returns {Place[]} */
  const coordinates = (names, param, unless) =>
    names.map((name, i) => ({ name, param, layout, range, offset: slot * i, unless }));
  /** @param {string[]} names @param {string} param */
  const outputs = (names, param) =>
    coordinates(names, param).map((place) => ({ ...place, formula: '' }));
  const infinite = { offset: flag };
  const results = ['x3', 'y3', 'z3'];
  const common = { field, constants };
  /** @type {Claim[]} */
  const claims = [
    {
      ...{ name: 'jacobian_double', title: 'z = 2x', params: ['z', 'x'], ...common },
      inputs: coordinates(['X', 'Y', 'Z'], 'x', 'x is infinite'),
      outputs: outputs(results, 'z'),
      flags: [
        { name: 'x is infinite', param: 'x', ...infinite },
        { name: 'z is infinite', param: 'z', ...infinite, isOutput: true },
      ],
      cases: [
        { when: ['x is infinite'], flags: new Map([['z is infinite', 1n]]) },
        ...(isOdd ? [] : [{ when: ['Y*Z = 0'], flags: new Map([['z is infinite', 1n]]) }]),
        { when: [], outputs: doubling(), flags: new Map([['z is infinite', 0n]]) },
      ],
    },
    {
      ...{
        name: 'jacobian_from_affine',
        title: 'z = ±q',
        params: ['z', 'q'],
        references: ['q'],
        ...common,
      },
      isDisjoint: true,
      inputs: coordinates(['x', 'y'], 'q', 'q is infinite'),
      outputs: outputs(results, 'z'),
      flags: [
        { name: 'q is infinite', param: 'q', ...infinite },
        { name: 'z is infinite', param: 'z', ...infinite, isOutput: true },
      ],
      cases: [
        { when: ['q is infinite'], flags: new Map([['z is infinite', 1n]]) },
        { when: [], outputs: AS_AFFINE, flags: new Map([['z is infinite', 0n]]) },
      ],
    },
    {
      ...{
        name: 'jacobian_add_affine',
        title: 'p = p ± q',
        params: ['p', 'q'],
        references: ['q'],
        ...common,
      },
      isDisjoint: true,
      inputs: [
        ...coordinates(['X', 'Y', 'Z'], 'p', 'p is infinite'),
        ...coordinates(['x', 'y'], 'q', 'q is infinite'),
      ],
      outputs: outputs(results, 'p'),
      flags: [
        { name: 'p is infinite', param: 'p', ...infinite },
        { name: 'q is infinite', param: 'q', ...infinite },
        { name: 'the sum is infinite', param: 'p', ...infinite, isOutput: true },
      ],
      cases: additionCases(twice, isOdd),
    },
    {
      ...{ name: 'jacobian_to_affine', title: 'z = x, affine', params: ['z', 'x'], ...common },
      inputs: coordinates(['X', 'Y', 'Z'], 'x', 'x is infinite'),
      outputs: outputs(['x3', 'y3'], 'z'),
      flags: [
        { name: 'x is infinite', param: 'x', ...infinite },
        { name: 'z is infinite', param: 'z', ...infinite, isOutput: true },
      ],
      cases: [
        { when: ['x is infinite'], flags: new Map([['z is infinite', 1n]]) },
        {
          when: [],
          outputs: new Map([
            ['x3', 'X*(1/Z)^2'],
            ['y3', 'Y*(1/Z)^3'],
          ]),
          flags: new Map([['z is infinite', 0n]]),
        },
      ],
    },
    {
      ...{ name: 'jacobian_has_x', params: ['point', 'x'], ...common, isDisjoint: true },
      title: '1 if the affine x of a finite point is x, else 0',
      inputs: [
        ...coordinates(['X', 'Y', 'Z'], 'point', 'point is infinite'),
        { name: 'x', layout, range },
      ],
      outputs: [],
      flags: [{ name: 'point is infinite', param: 'point', ...infinite }],
      cases: [
        { when: ['point is infinite'], result: 0n },
        { when: ['x*Z^2 - X = 0'], result: 1n },
        { when: [], result: 0n },
      ],
    },
    {
      ...{ name: 'copy_point', title: 'z = x, affine', params: ['z', 'x'], ...common },
      inputs: coordinates(['X', 'Y'], 'x'),
      outputs: outputs(['x3', 'y3'], 'z'),
      flags: [
        { name: 'x is infinite', param: 'x', ...infinite },
        { name: 'z is infinite', param: 'z', ...infinite, isOutput: true },
      ],
      cases: [0n, 1n]
        .map((value) => ({
          when: value ? ['x is infinite'] : [],
          outputs: new Map([
            ['x3', 'X'],
            ['y3', 'Y'],
          ]),
          flags: new Map([['z is infinite', value]]),
        }))
        .reverse(),
    },
  ];
  const byName = new Map(claims.map((one) => [one.name, [one]]));
  return (name) => byName.get(name) ?? [];
}

export const AS_AFFINE = new Map([
  ['x3', 'x'],
  ['y3', 'signq*y'],
  ['z3', 'one'],
]);

/** @param {1 | 2} twice @param {boolean} isOdd @returns {Case[]} */
export function additionCases(twice, isOdd) {
  /** @param {bigint} value */
  const infinite = (value) => new Map([['the sum is infinite', value]]);
  const unchanged = new Map([
    ['x3', 'X'],
    ['y3', 'Y'],
    ['z3', 'Z'],
  ]);
  return [
    { when: ['p is infinite', 'q is infinite'], flags: infinite(1n) },
    { when: ['q is infinite'], outputs: unchanged, flags: infinite(0n) },
    { when: ['p is infinite'], outputs: AS_AFFINE, flags: infinite(0n) },
    ...(isOdd ? [] : [{ when: [SAME_X, SAME_Y, 'Y*Z = 0'], flags: infinite(1n) }]),
    { when: [SAME_X, SAME_Y], outputs: doubling(), flags: infinite(0n) },
    { when: [SAME_X], flags: infinite(1n) },
    { when: [], outputs: addition(twice), flags: infinite(0n) },
  ];
}
