/**
 * Jacobian points of fma: (X/Z², Y/Z³) in three rows [X, Y], [u, Z], [v, Z²], u and v being any
 * numbers, and a word that says whether Z² is out of date. A point is infinite if the lowest digit
 * of X is NaN. The steps of a doubling and of an addition leave numbers in rows of the module.
 */
import { digitRanges, within } from './digits.js';
import { signedDigits } from './layouts.js';
import { casesIn } from './notation.js';
import { AS_AFFINE, additionCases, doubling } from './points.js';

/**
 * @import { Case, Claim, Flag, Place } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Lookup } from './modules.js'
 */

/** Bounds in thousandths of p, of what is no product. Where p is folded, all are products. */
const BOUNDS = new Map(
  Object.entries({
    X: 4000n,
    Y: 2400n,
    Z: 1600n,
    W: 1600n,
    E: 2400n,
    D: 1600n,
    B: 1600n,
    H: 4800n,
    R: 3200n,
  }),
);
const PRODUCT = 800n;
const LOOSE = 5000n;

/** @type {[string, string][]} */
const ANY = [
  ['u3', '?'],
  ['v3', '?'],
];
/** @param {string} z @returns {[string, string]} */
const square = (z) => ['zz3', `(${z})^2`];

/**
 * Rows that a step reads, as `place: names of both lanes`, and that it leaves, with formulas. `x+1`
 * is the second row at x; `0` the first row of the module that the function names, `f.0` that
 * another does; `q: x y` a point that is added. W is even, where no number is centred.
 * @typedef {{ params: string, from: string[], to: string[], signs?: Claim['signs'], stale?: bigint,
 *   is?: Record<string, string> }} Step
 */
const STEPS = new Map(
  /** @type {[string, Step][]} */ ([
    ['loose_square', { params: 'zx', from: ['x: s t'], to: ['z: k = s^2, l = t^2'] }],
    [
      'double_e_b',
      {
        params: 'x',
        from: ['x: X Y', 'x+1: u Z'],
        to: ['0: E = 3*X^2, B = 2*Y^2', '1: B = 2*Y^2, Z = Z'],
      },
    ],
    [
      'double_d_z',
      {
        params: 'x',
        from: ['x: X Y', '0: E b', '1: B Z'],
        to: ['x+1: D = 2*X*B, W = 2*Y*Z', '2: E = E, W = 2*Y*Z'],
      },
    ],
    [
      'double_x_c',
      { params: 'x', from: ['x+1: D Z', '0: E B'], to: ['1: X = E^2 - 2*D, C = B^2'] },
    ],
    [
      'double_y_zz',
      {
        params: 'x',
        from: ['x+1: D Z', '0: E z', '1: X C'],
        to: ['x: X = X, Y = E*(D - X) - 2*C', 'x+2: Y = E*(D - X) - 2*C, k = Z^2'],
        ...{ stale: 0n, is: { z: 'Z' } },
      },
    ],
    [
      'add_h_zzz',
      {
        params: 'xq',
        from: ['x: X Y', 'x+1: u Z', 'x+2: v k', 'q: x y'],
        to: ['0: c = Z*k, H = x*k - X'],
      },
    ],
    [
      'add_r_hh',
      {
        ...{ params: 'xqs', signs: new Map([['s', 'mask']]) },
        from: ['x: X Y', 'x+1: u Z', 'x+2: v k', 'q: x y'],
        to: [
          '0: c = Z*k, H = x*k - X',
          '1: R = signs*y*Z*k - Y, d = (x*k - X)^2',
          '2: R = signs*y*Z*k - Y, H = x*k - X',
        ],
      },
    ],
    [
      'add_j_v',
      {
        params: 'x',
        from: ['x: X Y', '0: c H', '1: R d'],
        to: ['2: R = R, e = H*d', '3: e = H*d, f = X*d'],
      },
    ],
    [
      'add_x_t',
      { params: 'x', from: ['x: X Y', '0: R e', '1: f g'], to: ['2: X = R^2 - f - 2*g, h = Y*e'] },
    ],
    [
      'add_finish',
      {
        params: 'x',
        from: ['x: X Y', 'x+1: u Z', 'add_r_hh.0: c H', 'add_r_hh.1: R d', 'add_r_hh.2: S G'],
        to: [
          'x: X = R^2 - H*d - 2*X*d, Y = R*(X*d - R^2 + H*d + 2*X*d) - Y*H*d',
          'x+1: Y = R*(X*d - R^2 + H*d + 2*X*d) - Y*H*d, Z = Z*H',
        ],
        ...{ stale: 1n, is: { S: 'R', G: 'H' } },
      },
    ],
  ]),
);

/** @param {Field} field @returns {(name: string, lookup?: Lookup) => Claim[]} */
export function jacobianRowClaims(field) {
  const { w, n, slot, p, R } = field;
  const { centred, carried, product } = digitRanges(field);
  const lane = signedDigits({ w, n, stride: 16, lanes: 1 });
  const record = signedDigits({ w, n, stride: 8, lanes: 1, unused: n % 2 });
  const isFold = R === 1n;
  /** @param {bigint} thousandths */
  const upTo = (thousandths) => (isFold ? product : within(p, thousandths));
  /** @param {string} name */
  const rangeOf = (name) => {
    const range = upTo(BOUNDS.get(name) ?? ('uvbst'.includes(name) ? LOOSE : PRODUCT));
    return name === 'W' && !isFold ? { ...range, isEven: true } : range;
  };
  const room = new Map(['x', 'z', 'p'].map((param) => [param, 3 * slot + 16]));
  const constants = new Map([['a', [0n]]]);
  const common = {
    ...{ field, isDisjoint: true, constants, on: /** @type {const} */ ('elements') },
  };
  /**
   * A lane of the row i at a param, or at an address.
   * @param {string} name @param {string} param @param {number} i @param {0 | 1} side
   * @returns {Place}
   */
  const at = (name, param, i, side) => ({
    ...{ name, param, layout: lane, range: rangeOf(name), offset: slot * i + 8 * side },
  });
  /** @param {string} name @param {string} param @param {0 | 1} i */
  const coordinate = (name, param, i) => ({
    ...{ name, param, layout: record, range: i ? centred : carried, offset: record.bytes * i },
  });
  /** @param {string} name @param {string} param @param {boolean} [isOutput] @returns {Flag} */
  const infinite = (name, param, isOutput) => ({
    ...{ name: `${name} is infinite`, param, offset: 0, isNaN: true, isOutput },
  });
  /** @param {string} name @param {string} param @param {boolean} [isOutput] @returns {Flag} */
  const stale = (name, param, isOutput) => ({
    ...{ name: `${name} is stale`, param, offset: 3 * slot, isOutput },
    unless: `${name} is infinite`,
  });
  /** @param {string} param @returns {Place[]} */
  const accumulator = (param) => {
    const unless = `${param} is infinite`;
    return [
      at('X', param, 0, 0),
      at('Y', param, 0, 1),
      at('u', param, 1, 0),
      at('Z', param, 1, 1),
      at('v', param, 2, 0),
      { ...at('ZZ', param, 2, 1), is: 'Z^2', unless: [unless, `${param} is stale`] },
    ].map((place) => ({ unless, ...place }));
  };
  /** @param {string} param */
  const result = (param) =>
    accumulator(param).map(({ name, layout, range, offset }) => ({
      ...{ name: `${name.toLowerCase()}3`, param, layout, range, offset, formula: '' },
    }));
  /** Adds what is known of u, v, Z² to cases. @param {Case[]} cases @param {string} sum */
  const withRest = (cases, sum) =>
    cases.flatMap(({ when, outputs, flags }) => {
      if (!outputs) return [{ when, flags }];
      const z3 = outputs.get('z3') ?? '';
      /** @param {bigint} isStale @param {string[]} more @returns {Case} */
      const one = (isStale, more = []) => ({
        when: [...when, ...more],
        outputs: new Map([...outputs, ...ANY, ...(isStale ? [] : [square(z3)])]),
        flags: new Map([...(flags ?? []), [`${sum} is stale`, isStale]]),
      });
      if (z3 === 'Z') return [one(1n, ['p is stale']), one(0n)];
      return [one(/^1\*Z/.test(z3) ? 1n : 0n)];
    });
  /**
   * The place of a number in a row, of a step of some name.
   * @param {string} step @param {string} row @param {Lookup} [lookup]
   * @returns {(name: string, side: 0 | 1) => Place}
   */
  const placeIn = (step, row, lookup) => {
    const [, param, i = '0'] = /^([a-z])(?:\+(\d))?$/.exec(row) ?? [];
    if (param === 'q') return (name, side) => coordinate(name, param, side);
    if (param) return (name, side) => at(name, param, Number(i), side);
    const [index, other = step] = row.split('.').reverse();
    const address = lookup?.rows(other)[Number(index)] ?? 0;
    return (name, side) => ({
      ...{ name, layout: lane, range: rangeOf(name), address: address + 8 * side },
    });
  };
  /** @param {string} name @param {Step} step @param {Lookup} [lookup] @returns {Claim} */
  const stepClaim = (name, { params, from, to, signs, is = {}, stale: isStale }, lookup) => {
    /** @param {string} text @param {RegExp} between @returns {[Place, string][]} */
    const places = (text, between) => {
      const [, row, list] = /^(\S+): (.*)$/.exec(text) ?? ['', '', ''];
      return list.split(between).map((one, side) => {
        const [, lane, formula = ''] = /^(\w+)(?: = (.*))?$/.exec(one) ?? ['', ''];
        return [placeIn(name, row, lookup)(lane, side ? 1 : 0), formula];
      });
    };
    const outputs = to.flatMap((text) => places(text, /, /));
    return {
      ...{ name, ...common, params: [...params], signs },
      title: outputs.map(([one, formula]) => `${one.name} = ${formula}`).join(', '),
      inputs: from.flatMap((text) =>
        places(text, / /).map(([one]) => {
          const other = is[one.name];
          return other ? { ...one, is: other, range: rangeOf(other) } : one;
        }),
      ),
      outputs: outputs.map(([one, formula]) => ({ ...one, formula })),
      ...(isStale !== undefined && {
        flags: [stale('x', 'x', true)],
        cases: [
          {
            when: [],
            outputs: new Map(outputs.map(([one, formula]) => [one.name, formula])),
            flags: new Map([['x is stale', isStale]]),
          },
        ],
      }),
    };
  };
  const affine = ['x', 'y'].map((name, i) => ({
    ...{ ...coordinate(name, 'q', i ? 1 : 0), unless: 'q is infinite' },
  }));
  const affineResult = ['x3', 'y3'].map((name, i) => ({
    ...{ ...coordinate(name, 'z', i ? 1 : 0), formula: '' },
  }));
  const even = rangeOf('W');
  /** @type {Claim[]} */
  const claims = [
    ...[product, even].map((range) => ({
      ...{ name: 'lane_is_zero', ...common, params: ['x'], outputs: [], isZero: 'x' },
      inputs: [{ name: 'x', layout: lane, range }],
    })),
    {
      ...{ name: 'normalise', ...common, params: ['z', 'x', 'inverse', 'squared'] },
      title: 'z = (X·S, Y·I·T), centred',
      inputs: [
        ...[at('X', 'x', 0, 0), at('Y', 'x', 0, 1), at('I', 'inverse', 0, 1)],
        ...[at('S', 'squared', 0, 0), at('T', 'squared', 0, 1)],
      ].map((one) => ({ ...one, range: 'IST'.includes(one.name) ? product : one.range })),
      outputs: affineResult.map((one, i) => ({ ...one, formula: ['X*S', 'Y*I*T'][i] })),
    },
    {
      ...{ name: 'double_finite', title: 'x = 2x, if it is finite', ...common, params: ['x'] },
      inputs: accumulator('x')
        .slice(0, 4)
        .map((one) => ({ ...one, unless: undefined })),
      outputs: result('x').map((one) => (one.name === 'z3' ? { ...one, range: even } : one)),
      flags: [stale('x', 'x', true)],
      cases: withRest([{ when: [], outputs: doubling() }], 'x'),
    },
    {
      ...{ name: 'jacobian_double', title: 'z = 2x', ...common, params: ['z', 'x'], room },
      isDisjoint: false,
      inputs: accumulator('x'),
      outputs: result('z'),
      flags: [infinite('x', 'x'), stale('x', 'x'), infinite('z', 'z', true), stale('z', 'z', true)],
      cases: withRest(
        [
          { when: ['x is infinite'], flags: new Map([['z is infinite', 1n]]) },
          { when: ['Y*Z = 0'], flags: new Map([['z is infinite', 1n]]) },
          { when: [], outputs: doubling(), flags: new Map([['z is infinite', 0n]]) },
        ],
        'z',
      ),
    },
    {
      ...{ name: 'jacobian_from_affine', title: 'z = ±q', ...common, params: ['z', 'q'] },
      references: ['q'],
      inputs: affine,
      outputs: result('z'),
      flags: [infinite('q', 'q'), infinite('z', 'z', true), stale('z', 'z', true)],
      cases: withRest(
        [
          { when: ['q is infinite'], flags: new Map([['z is infinite', 1n]]) },
          ...casesIn(`else: ${AS_AFFINE}; !z is infinite`),
        ],
        'z',
      ),
    },
    {
      ...{ name: 'jacobian_add_affine', title: 'p = p ± q', ...common, params: ['p', 'q'] },
      references: ['q'],
      inputs: [...accumulator('p'), ...affine],
      outputs: result('p'),
      flags: [
        ...[infinite('p', 'p'), stale('p', 'p'), infinite('q', 'q')],
        ...[infinite('the sum', 'p', true), stale('the sum', 'p', true)],
      ],
      cases: withRest(casesIn(additionCases(1, false)), 'the sum'),
    },
    {
      ...{
        name: 'jacobian_to_affine',
        title: 'z = x, affine, if Z is not 0',
        ...common,
        params: ['z', 'x'],
      },
      inputs: accumulator('x').filter(({ name }) => 'XYZ'.includes(name)),
      outputs: affineResult,
      flags: [infinite('x', 'x'), infinite('z', 'z', true)],
      nonZero: ['Z'],
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
  ];
  return (name, lookup) => {
    const one = STEPS.get(name);
    if (one) return [stepClaim(name, one, lookup)];
    return claims.filter((any) => any.name === name);
  };
}
