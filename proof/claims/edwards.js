/**
 * Sums on −5x² + y² = 1 + dx²y² in extended coordinates (Hisil, Wong, Carter and Dawson, ASIACRYPT
 * 2008): X, Y, T, Z, with x = X/Z, y = Y/Z and T = XY/Z, in the module's memory, one after the
 * other; then E, F, G, H at the places below. An entry of a table is x, y and dxy, without room in
 * between; its reference may say that it is subtracted.
 */
import { upTo } from './claim.js';
import { pointLayout } from './points.js';

/**
 * @import { Claim, Place } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Claims } from './modules.js'
 */

/** @param {string} text @param {Record<string, string>} by names of one letter */
const fill = (text, by) => text.replace(/\b[A-H]\b/g, (name) => `(${by[name]})`);

const PRODUCTS = ['E*F', 'G*H', 'E*H', 'F*G'];

/** Places in slots after X. */
const FACTORS = { E: 9, F: 10, G: 11, H: 12 };

/** madd-2008-hwcd, a = −5. */
const ADDITION = (() => {
  const [x, t] = ['(signq*x)', '(signq*t)'];
  const terms = { A: `X*${x}`, B: 'Y*y', C: `T*${t}` };
  return {
    E: fill(`(X + Y)*(${x} + y) - A - B`, terms),
    F: fill('Z - C', terms),
    G: fill('Z + C', terms),
    H: fill('B + 5*A', terms),
  };
})();

/** dbl-2008-hwcd. */
const DOUBLING = {
  E: '2*X*Y',
  F: '-5*X^2 + Y^2 - 2*Z^2',
  G: '-5*X^2 + Y^2',
  H: '-5*X^2 - Y^2',
};

/**
 * Lists of encodings: of x or of both coordinates of the one of (x, y) and (−x, −y) whose y is the
 * larger one; all 0 of the identity, which has x = 0 or is marked.
 * @param {Field} field
 * @returns {(coordinates: string, by: string, more?: Partial<Place>) => Claim}
 */
function encodings(field) {
  const { range, layout, slot, flag } = pointLayout(field, false);
  const { bytes, p } = field;
  const encoded = { layout: bytes, range: upTo(p - 1n), scale: 1n };
  return (coordinates, by, more = {}) => {
    const all = [...coordinates];
    /** @param {string[]} when @param {(name: string) => string} of */
    const one = (when, of) => ({
      ...{
        when,
        outputs: new Map(all.map((name) => /** @type {const} */ ([`z${name}`, of(name)]))),
      },
    });
    const isLarger = 'y is larger';
    const params = ['target', 'source', 'count', ...(more.layout ? [] : ['factor'])];
    return {
      ...{ name: more.layout ? 'points_encode' : 'points_to_canonical', field, params },
      ...{ isDisjoint: true, usesScratch: true, on: 'elements' },
      title: `target[i] = ${all} of ± source[i]${by && ', times a factor'}`,
      ...(!by && !more.layout && { numbers: new Map([['factor', 0n]]) }),
      inputs: [
        ...['x', 'y'].map((name, i) => ({
          name,
          param: 'source',
          layout,
          range,
          offset: slot * i,
        })),
        ...(by ? [{ ...encoded, name: 'factor' }] : []),
      ],
      outputs: all.map((name, i) => ({
        ...{ ...encoded, ...more, name: `z${name}`, param: 'target', formula: '' },
        offset: bytes.bytes * i,
      })),
      flags: [{ name: 'source is infinite', param: 'source', offset: flag }],
      cases: [
        one(['source is infinite'], () => 'one - one'),
        one(['x = 0'], () => 'one - one'),
        one([isLarger], (name) => `${name}${by}`),
        one([], (name) => `-${name}${by}`),
      ],
      list: {
        strides: new Map([
          ['source', BigInt(2 * slot)],
          ['target', BigInt(bytes.bytes * all.length)],
          .../** @type {[string, bigint][]} */ (by ? [['factor', 0n]] : []),
        ]),
        count: 'count',
      },
    };
  };
}

/** @param {Field} field @returns {Claims} */
export function edwardsClaims(field) {
  const list = encodings(field);
  const { layout, slot, most, p } = field;
  const stored = upTo(most);
  const loose = layout.bytes % 8 ? upTo(4n * p) : stored;
  return (name, lookup) => {
    const [start = 0] = lookup?.rows('extended_finish') ?? [];
    /** @param {string} name @param {number} slots @returns {Place} */
    const at = (name, slots) => ({ name, address: start + slot * slots, layout, range: stored });
    /** @param {string} letters */
    const sum = (letters) => [...letters].map((letter) => at(letter, 'XYTZ'.indexOf(letter)));
    const entry = ['x', 'y', 't'].map((coordinate, i) => ({
      ...{ name: coordinate, param: 'q', layout, range: stored, offset: layout.bytes * i },
    }));
    /** @param {Record<string, string>} factors @param {Partial<Claim>} more @returns {Claim} */
    const one = (factors, more) => ({
      ...{ name, field, params: [], inputs: [], isDisjoint: true, usesScratch: true },
      outputs: sum('XYTZ').map((place, i) => ({
        ...{ ...place, name: `${place.name}3`, formula: fill(PRODUCTS[i], factors) },
      })),
      ...more,
    });
    const byEntry = { params: ['q'], references: ['q'] };
    switch (name) {
      case 'points_encode':
        return [list('x', '', { layout: field.reversed })];
      case 'points_to_canonical':
        return [list('xy', ''), list('xy', '*factor')];
      case 'extended_finish': {
        const inputs = Object.entries(FACTORS).map(([letter, slots]) => ({
          ...at(letter, slots),
          range: 'FG'.includes(letter) ? loose : stored,
        }));
        return [
          one(
            { E: 'E', F: 'F', G: 'G', H: 'H' },
            { inputs, title: 'X = EF, Y = GH, T = EH, Z = FG' },
          ),
        ];
      }
      case 'extended_double':
        return [one(DOUBLING, { inputs: sum('XYZ'), title: 'twice X, Y, T, Z' })];
      case 'extended_add':
        return [
          one(ADDITION, {
            ...byEntry,
            ...{ inputs: [...sum('XYTZ'), ...entry], title: 'X, Y, T, Z and ± an entry' },
          }),
        ];
      case 'extended_start':
        return [
          one(
            { E: 'signq*x', F: 'one', G: 'one', H: 'y' },
            { ...byEntry, inputs: entry, title: '± an entry' },
          ),
        ];
      default:
        return [];
    }
  };
}
