/**
 * Two lanes at a time, fma's steps of a batched addition, and Fp² with a row for each coefficient.
 * Numbers x0 and x1 are those of the lanes of a row x. A point is a record of two coordinates, the
 * digits of one number side by side. What a function takes from rows of the module's own memory, or
 * leaves there, is at constant addresses: the claim is that it is so for those that it names, in
 * ascending order.
 */
import { digitRanges } from './digits.js';
import { shapes } from './layouts.js';

/**
 * @import { Claim, Place } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Range } from './layouts.js'
 * @import { Claims } from './modules.js'
 * @import { PointForm } from './points.js'
 */

/** @param {Place} place @param {string} formula */
const output = (place, formula) => ({ ...place, formula });

const ZERO = 'one - one';

/** Of both lanes. @template T @param {(lane: 0 | 1) => T[]} of */
const both = (of) => [...of(0), ...of(1)];

/**
 * The steps of a batched addition of points A and B: rows of coordinates from records, and λ, x3
 * and y3. `addsUp`: the sum of xA and xB is made before it is subtracted.
 * @param {Field} field @param {PointForm} form @returns {Claims}
 */
export function stepClaims(field, { isExtension = false, equation }) {
  const { slot } = field;
  const { lane, record } = shapes(field, isExtension);
  const addsUp = field.w < 52;
  const { centred, carried, normalised, product, twice } = digitRanges(field);
  // Of two numbers whose digits are carried.
  const apart = { ...twice, isBelow: true, isAbove: true };
  /** @param {string} name @param {Partial<Place>} more @param {Range} [range] @returns {Place} */
  const one = (name, more, range = centred) => ({ name, layout: lane, range, ...more });
  /** @param {string} name @param {number} address @param {Range} [range] */
  const row = (name, address, range) =>
    both((i) => [one(`${name}${i}`, { address: address + 8 * i }, range)]);
  /** @param {'x' | 'y'} c @param {string} name */
  const coordinate = (c, name) => ({
    ...{ name: `${c}${name}`, param: name, layout: record, range: c === 'x' ? carried : centred },
    offset: c === 'x' ? 0 : record.bytes,
  });
  const references = ['A0', 'B0', 'A1', 'B1'];
  const common = { field, isDisjoint: true };
  /** Of lane i of a row. @param {Place[]} places @param {(i: number) => string} formula */
  const each = (places, formula) => places.map((place, i) => output(place, formula(i)));
  const used = new Map([['sum_x', addsUp ? 3 : 4]]);
  /** Of a point that is infinite, zeros. @param {0 | 1} i @param {boolean} isInfinite */
  const gathered = (i, isInfinite) => ({
    when: isInfinite ? [`p${i} is infinite`] : [],
    outputs: ['x', 'y'].map(
      (c) => /** @type {const} */ ([`${c}${i}`, isInfinite ? ZERO : `${c}p${i}`]),
    ),
  });
  /** @type {Claim} */
  const gatherPair = {
    ...{ name: 'gather_pair', ...common, params: ['row', 'p0', 'p1'], on: 'elements' },
    title: 'rows x and y of two points, or zeros',
    inputs: both((i) =>
      /** @type {const} */ (['x', 'y']).map((c) => ({
        ...{ ...coordinate(c, `p${i}`), range: centred, unless: `p${i} is infinite` },
      })),
    ),
    outputs: both((i) =>
      ['x', 'y'].map((c, j) =>
        output(
          one(`${c}${i}`, { param: 'row', offset: 8 * i + (isExtension ? 2 : 1) * slot * j }),
          '',
        ),
      ),
    ),
    flags: both((i) => [{ name: `p${i} is infinite`, param: `p${i}`, offset: 0, isNaN: true }]),
    cases: [true, false].flatMap((first) =>
      [true, false].map((second) => {
        const parts = [gathered(0, first), gathered(1, second)];
        return {
          when: parts.flatMap(({ when }) => when),
          outputs: new Map(parts.flatMap(({ outputs }) => outputs)),
        };
      }),
    ),
  };
  return (name, lookup) => {
    // Before these are those of the product's scratch.
    const rows = (lookup?.rows(name) ?? []).slice(-(used.get(name) ?? 4));
    const [a, b, c, d] = rows;
    if (name === 'gather_difference')
      return [
        {
          ...{ name, ...common, params: ['d', ...references] },
          inputs: references.map((point) => coordinate('x', point)),
          outputs: both((i) => [
            output(one(`d${i}`, { param: 'd', offset: 8 * i }, apart), `xB${i} - xA${i}`),
          ]),
        },
      ];
    if (name === 'gather_step' && rows.length === 4)
      return [
        {
          ...{ name, ...common, params: references, references },
          title: `rows of xA, ${addsUp ? 'xA + xB' : 'xB'}, yA, ±yB − yA`,
          inputs: references.flatMap((p) => [coordinate('x', p), coordinate('y', p)]),
          outputs: [
            ...each(row('x', a), (i) => `xA${i}`),
            ...each(row('s', b, addsUp ? twice : centred), (i) =>
              addsUp ? `xA${i} + xB${i}` : `xB${i}`,
            ),
            ...each(row('y', c), (i) => `yA${i}`),
            ...each(row('m', d, twice), (i) => `signA${i}*signB${i}*yB${i} - yA${i}`),
          ],
        },
      ];
    const own = rows[rows.length - 1] ?? 0;
    const by = both((i) => [one(`by${i}`, { param: 'by', offset: 8 * i }, normalised)]);
    const coordinates = [coordinate('x', 'point'), coordinate('y', 'point')];
    if (name === 'record_to_row')
      return [
        {
          ...{ name, ...common, params: ['point', 'by'], usesScratch: true },
          on: 'digits',
          title: 'x and y of a point, times a row',
          inputs: [...coordinates.map((one) => ({ ...one, range: centred })), ...by],
          outputs: row('r', own, product).map((place, i) =>
            output(place, `${'xy'[i]}point*by${i}`),
          ),
        },
      ];
    if (name === 'row_to_record')
      return [
        {
          ...{ name, ...common, params: ['point', 'by'], usesScratch: true },
          on: 'digits',
          ...{ title: 'a point of x and y in lanes, times a row' },
          inputs: [...row('r', own, twice), ...by],
          outputs: coordinates.map((place, i) => output(place, `r${i}*by${i}`)),
        },
      ];
    if (name === 'right_side' && equation)
      return [
        {
          ...{ name, ...common, params: ['z', 'x'], title: 'the right side of the equation' },
          on: 'elements',
          constants: new Map(equation.constants),
          inputs: both((i) => [one(`x${i}`, { param: 'x', offset: 8 * i }, normalised)]),
          outputs: both((i) => [
            output(
              one(`z${i}`, { param: 'z', offset: 8 * i }),
              equation.right.replace(/x/g, `x${i}`),
            ),
          ]),
        },
      ];
    if (name === 'clear_lane')
      return [
        {
          ...{ name, ...common, params: ['z'], inputs: [] },
          outputs: [output(one('z', {}), ZERO)],
        },
      ].map((any) => ({ ...any, on: /** @type {const} */ ('elements') }));
    if (name === 'gather_pair') return [gatherPair];
    if (name === 'lane_is_zero' && isExtension)
      return [
        {
          ...{ name, ...common, params: ['x'], on: 'elements' },
          ...{ inputs: [one('x', {})], outputs: [], isZero: 'x' },
        },
      ];
    /** Both records. @param {'x' | 'y'} coord @param {(i: number) => string} formula */
    const records = (coord, formula) =>
      both((i) => [output({ ...coordinate(coord, `to${i}`), name: `${coord}3${i}` }, formula(i))]);
    const params = ['to0', 'to1'];
    if (name === 'sum_x' && rows.length === used.get(name)) {
      const [lambda, x3] = addsUp ? [b, c] : [c, d];
      /** @param {number} i */
      const formula = (i) => `l${i}*l${i} - ${addsUp ? '' : `x${i} - `}s${i}`;
      return [
        {
          ...{ name, ...common, params, title: 'x3 = λ² − xA − xB', usesScratch: true },
          inputs: [
            ...row('l', lambda, product),
            ...(addsUp ? row('s', a, twice) : [...row('x', a), ...row('s', b)]),
          ],
          outputs: [...records('x', formula), ...each(row('r', x3), formula)],
        },
      ];
    }
    if (name === 'sum_y' && rows.length === 4)
      return [
        {
          ...{ name, ...common, params, title: 'y3 = λ(xA − x3) − yA', usesScratch: true },
          inputs: [...row('x', a), ...row('y', b), ...row('l', c, product), ...row('t', d)],
          outputs: records('y', (i) => `(x${i} - t${i})*l${i} - y${i}`),
        },
      ];
    return [];
  };
}
