/**
 * Additions of affine points in batches, of fma: as in ./batches.js, but two entries at a time, one
 * in each lane, and each lane with a product of its own. The memory of a step is a row of
 * denominators, a row of the products before, and both states. A lane without denominator has 1.
 */
import { inverse } from '../domain/field-polynomial.js';
import { digitRanges } from './digits.js';
import { shapes } from './layouts.js';

/**
 * @import { Case, Flag, Place } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Claims } from './modules.js'
 * @import { PointForm } from './points.js'
 */

const LANES = /** @type {const} */ ([0, 1]);

/** @param {Field} field @param {PointForm} form @returns {Claims} */
export function batchRowClaims(field, { a = 0n, isExtension = false }) {
  const { lane, record, coefficient } = shapes(field, isExtension);
  const { centred, carried, product, twice, difference, wide } = digitRanges(field);
  const numerators = isExtension ? wide : difference;
  const addsUp = field.w < 52;
  const common = { field, isDisjoint: true, on: /** @type {const} */ ('elements') };
  /** @param {string} name @param {Partial<Place>} more @param {Place['range']} [range] */
  const inLane = (name, more, range = centred) => ({ name, layout: lane, range, ...more });
  /** @param {'x' | 'y'} c @param {string} point @param {string} [param] @returns {Place} */
  const coordinate = (c, point, param = point) => ({
    ...{ name: `${c}${point}`, param, layout: record, range: c === 'x' ? carried : centred },
    offset: c === 'x' ? 0 : record.bytes,
  });
  /** @param {string} point @param {boolean} [isOutput] @returns {Flag} */
  const infinite = (point, isOutput) => ({
    ...{ name: `${point} is infinite`, param: point, offset: 0, isNaN: true, isOutput },
  });
  /** @param {number} i @param {readonly bigint[]} [values] @returns {Flag} */
  const state = (i, values = [0n, 1n, 2n, 3n, 4n]) => ({
    ...{ name: `state${i}`, param: 'kinds', offset: 4 * i, values },
  });
  const opposite = 'yA + signA*signB*yB = 0';
  const points = ['A', 'B'].flatMap((point) =>
    /** @type {const} */ (['x', 'y']).map((c) => ({
      ...{ ...coordinate(c, point), unless: `${point} is infinite` },
    })),
  );
  /**
   * A sum of coordinates, or of their coefficients.
   * @param {string} name
   * @param {Place['layout']} layout
   */
  const sums = (name, layout) => ({
    ...{ name, field, isDisjoint: true, params: ['x', 'y', 's'], outputs: [] },
    ...{ signs: new Map([['s', /** @type {const} */ ('factor')]]) },
    inputs: ['x', 'y'].map((one) => ({ name: one, layout, range: centred })),
    isZero: 'x + signs*y',
  });
  /** The case without arithmetic, by the state. @param {bigint} value @param {'A' | 'B'} [of] */
  const trivial = (value, of) => ({
    ...{ name: 'finish_trivial_lane', title: 'A, ±B, or infinity, by the state', ...common },
    ...{ params: ['state', 'T', 'A', 'B'], references: ['A', 'B'], isDisjoint: false },
    numbers: new Map([['state', value]]),
    inputs: points.filter(({ param }) => param === of),
    outputs: /** @type {const} */ (['x', 'y']).map((c) => ({
      ...{ ...coordinate(c, 'T'), name: `${c}3`, formula: '' },
    })),
    flags: [...(of ? [infinite(of)] : []), infinite('T', true)],
    cases: of
      ? [
          { when: [`${of} is infinite`], flags: new Map([['T is infinite', 1n]]) },
          {
            when: [],
            outputs: new Map([
              ['x3', `x${of}`],
              ['y3', of === 'A' ? 'yA' : 'signA*signB*yB'],
            ]),
            flags: new Map([['T is infinite', 0n]]),
          },
        ]
      : [{ when: [], flags: new Map([['T is infinite', 1n]]) }],
  });
  return (name, lookup) => {
    const rows = lookup?.rows(name) ?? [];
    /** @param {string} letter @param {number} address @param {Place['range']} [range] */
    const row = (letter, address, range) =>
      LANES.map((i) => inLane(`${letter}${i}`, { address: address + 8 * i }, range));
    switch (name) {
      case 'is_zero_sum':
        return [sums(name, coefficient)];
      case 'is_zero_sum_of_all':
        return [{ ...sums(name, record), on: 'elements' }];
      case 'is_same':
        return [
          {
            ...{ ...sums(name, record), on: 'elements', isZero: undefined },
            signs: new Map([['s', 'flip']]),
            title: '0 if x is not ±y, 1 if both are 0',
            isOneSided: true,
            cases: [
              { when: ['x - signs*y = 0', 'x = 0'], result: 1n },
              { when: ['x - signs*y = 0'] },
              { when: [], result: 0n },
            ],
          },
        ];
      case 'classify_lane':
        return [
          {
            ...{ name, title: 'the state of a pair', ...common, params: ['A', 'B'], outputs: [] },
            ...{ references: ['A', 'B'], inputs: points, flags: [infinite('A'), infinite('B')] },
            cases: [
              { when: ['B is infinite'], result: 2n },
              { when: ['A is infinite'], result: 3n },
              { when: ['xB - xA = 0', opposite], result: 4n },
              { when: ['xB - xA = 0'], result: 1n },
              { when: [], result: 0n },
            ],
          },
        ];
      case 'set_denominators':
        return [
          {
            ...{ name, title: 'd, 2y, or the number 1, by the states', ...common },
            constants: new Map([['unit', [inverse(field.R, field.p)]]]),
            params: ['d', 'kinds', 'A0', 'A1'],
            inputs: LANES.flatMap((i) => [
              inLane(`d${i}`, { param: 'd', offset: 8 * i, only: `state${i} is 0` }, twice),
              { ...coordinate('y', `A${i}`), only: `state${i} is 1` },
            ]),
            outputs: LANES.map((i) => ({
              ...inLane(`e${i}`, { param: 'd', offset: 8 * i }, twice),
              formula: '',
            })),
            flags: LANES.map((i) => state(i)),
            cases: casesOf((i) => [
              [`state${i} is 0`, `e${i}`, `d${i}`],
              [`state${i} is 1`, `e${i}`, `2*yA${i}`],
              ['', `e${i}`, 'unit'],
            ]),
          },
        ];
      case 'patch_doublings': {
        // Before them the row of zeros, where a product takes two subtrahends.
        const [x, m] = isExtension && !addsUp ? rows.slice(1) : rows;
        return [
          {
            ...{ name, title: 'numerators 3x² + a of doublings', ...common, params: ['kinds'] },
            constants: new Map([['a', [a]]]),
            inputs: [...row('x', x), ...row('m', m, twice)],
            outputs: row('n', m, numerators).map((one) => ({
              ...one,
              formula: '',
            })),
            flags: LANES.map((i) => state(i, [0n, 1n, 2n, 3n, 4n])),
            cases: casesOf((i) => [
              [`state${i} is 1`, `n${i}`, `3*x${i}^2 + a`],
              ['', `n${i}`, `m${i}`],
            ]),
          },
        ];
      }
      case 'sum_points': {
        // Rows of numerators, inverses and λ; and what the functions that it calls take.
        const [m, v] = rows.slice(-3);
        const [x, y] = lookup?.rows('sum_y').slice(-4) ?? [];
        const s = lookup?.rows('sum_x').at(-3) ?? 0;
        /** @param {0 | 1} i */
        const formulas = (i) => {
          const x3 = `((m${i}*v${i})^2 - ${addsUp ? '' : `x${i} - `}s${i})`;
          return { x: x3, y: `m${i}*v${i}*(x${i} - ${x3}) - y${i}` };
        };
        return [
          {
            ...{ name, title: 'x3 and y3, with λ = m·v', ...common, params: ['to0', 'to1'] },
            inputs: [
              ...[...row('m', m, numerators), ...row('v', v, product), ...row('x', x)],
              ...[...row('s', s, addsUp ? twice : centred), ...row('y', y)],
            ],
            outputs: LANES.flatMap((i) =>
              /** @type {const} */ (['x', 'y']).map((c) => ({
                ...{ ...coordinate(c, `to${i}`), formula: formulas(i)[c] },
              })),
            ),
          },
        ];
      }
      case 'finish_trivial_lane':
        return [trivial(2n, 'A'), trivial(3n, 'B'), trivial(4n)];
      default:
        return [];
    }
  };
}

/**
 * Cases of both lanes together, from those of each: a condition, an output and its formula.
 * @param {(i: 0 | 1) => [string, string, string][]} of @returns {Case[]}
 */
const casesOf = (of) =>
  of(0).flatMap((first) =>
    of(1).map((second) => ({
      when: [first[0], second[0]].filter((one) => one !== ''),
      outputs: new Map([first, second].map(([, name, formula]) => [name, formula])),
    })),
  );
