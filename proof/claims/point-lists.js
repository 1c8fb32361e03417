/**
 * Lists of affine points, and what is done with each: whether it is on its curve; its encoding, two
 * coordinates, all zero if it is infinite. The encoded coordinates may be multiplied by a factor,
 * that itself is encoded, below p; 0 stands for none.
 */
import { upTo } from './claim.js';
import { digitRanges } from './digits.js';
import { hasRoots, rootExponents, rootsByNorm } from './integers.js';
import { pair, shapes } from './layouts.js';
import { inPairs } from './pairs.js';
import { pointLayout } from './points.js';

/**
 * @import { Case, Claim, Place } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Claims } from './modules.js'
 * @import { PointForm } from './points.js'
 */

const LIST = ['target', 'source', 'count', 'factor'];
/** The same one for all. @type {[string, bigint][]} */
const FACTOR = [['factor', 0n]];

/**
 * Of fma, pairs of points are treated at a time, and a factor is in both lanes of a row, times the
 * row that is given.
 * @param {Field} field @param {PointForm} form
 * @returns {Claims}
 */
export function pointListClaims(field, { equation, isExtension = false, hasOddRoots }) {
  const { p, R, bytes } = field;
  const { layout, slot, range, ofX, flag, isNaN, number } = pointLayout(field, isExtension);
  const constants = new Map(equation?.constants ?? []);
  /** @param {string} param @returns {Place[]} */
  const point = (param) =>
    ['x', 'y'].map((name, i) => ({
      ...{ name, param, layout, range, offset: slot * i, unless: `${param} is infinite` },
    }));
  /** @param {string} param */
  const infinite = (param) => ({ name: `${param} is infinite`, param, offset: flag, isNaN });
  const stride = BigInt(2 * slot);
  const listed = (/** @type {Claim} */ claim) => (isNaN ? inPairs(claim) : claim);
  const encoded = { layout: bytes, range: upTo(p - 1n), scale: 1n };
  const anyBytes = upTo((1n << BigInt(8 * bytes.bytes)) - 1n);
  const areRoots = equation?.left === 'y^2' && hasRoots(field) && (!isNaN || R !== 1n);
  // Of Fp² on fma, it is of Fp².
  const isPair = isNaN && isExtension;
  const factor = (isPair ? ['factor0', 'factor1'] : ['factor']).map((name, i) => ({
    ...{ ...encoded, name, param: 'factor', offset: i * bytes.bytes },
  }));
  /** A coefficient, as x0, of a product with the factor. @param {string} name @param {string} by */
  const times = (name, by) => {
    const [c, i] = name;
    if (!by || !isPair) return `${name}${by}`;
    return i === '0' ? `${c}0*factor0 - ${c}1*factor1` : `${c}0*factor1 + ${c}1*factor0`;
  };
  const numbers = isExtension ? ['x0', 'x1', 'y0', 'y1'] : ['x', 'y'];
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
    if (name === 'factor_row') return factorRow(rows.at(-2) ?? 0);
    if (!equation) return [];
    if (name === 'right_side' && !isNaN)
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
        listed({
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
        }),
      ];
    if (name === 'points_to_affine') return encodings(name);
    if (name === 'points_decompress' && areRoots) return [listed(decompress())];
    if (name === 'points_from_affine') return [read(''), read('*factor')];
    return [];
  };

  /** @param {number} address @returns {Claim[]} */
  function factorRow(address) {
    const { normalised, centred } = digitRanges(field);
    const { lane: layout } = shapes(field, isExtension);
    const one = { name: 'factor_row', field, params: ['factor', 'row'], isDisjoint: true };
    const none = { ...one, numbers: new Map([['factor', 0n]]), inputs: [], outputs: [] };
    const lanes = [0, 1];
    return [
      { ...none, result: 'row', title: 'no factor' },
      {
        ...{ ...one, title: 'the factor, times a row', on: 'elements' },
        inputs: [
          ...factor,
          ...lanes.map((i) => ({
            ...{ name: `r${i}`, param: 'row', layout, range: normalised, offset: 8 * i },
          })),
        ],
        outputs: lanes.map((i) => ({
          ...{ name: `k${i}`, layout, range: centred, address: address + 8 * i },
          formula: `${isExtension ? '(factor0 + i*factor1)' : 'factor'}*r${i}`,
        })),
        result: BigInt(address),
      },
    ];
  }

  /** Cases of roots of f, and the roots; null if there is none. */
  function rootsOfRightSide() {
    if (!isExtension)
      return [
        { when: ['f^j - f = 0'], root: 'f^e' },
        { when: [], root: null },
      ];
    if (isNaN)
      return [
        { when: ['r^2 - f = 0'], root: 'r' },
        { when: [], root: null },
      ];
    const of = (/** @type {string} */ text) => text.replace(/\bx(?=Re|Im|\b)/g, 'f');
    return rootsByNorm().map(({ when, outputs }) => {
      const root = outputs?.get('z');
      return { when: when.map(of), root: root === undefined ? null : of(root) };
    });
  }

  /** @returns {Claim} */
  function decompress() {
    const sign = hasOddRoots ? 'odd' : 'larger';
    const right = (equation?.right ?? '').replace('x', 'source');
    const finite = new Map([['target is infinite', 0n]]);
    /** @param {ReturnType<typeof rootsOfRightSide>[0]} root @returns {Case[]} */
    const casesOf = ({ when: conditions, root }) => {
      const when = ['source < p', ...conditions];
      if (root === null) return [{ when, stops: 1 }];
      return [[`${root} is ${sign}`], []].flatMap((isOne) =>
        [['sign is 1'], []].map((isWanted) => ({
          when: [...when, ...isOne, ...isWanted],
          outputs: new Map([
            ['x', 'source'],
            ['y', isOne.length === isWanted.length ? root : `-(${root})`],
          ]),
          flags: finite,
        })),
      );
    };
    return {
      ...{ name: 'points_decompress', field, isDisjoint: true, usesScratch: true },
      constants: new Map([...constants, ['h', [(p + 1n) / 2n]]]),
      ...{ params: ['target', 'source', 'signs', 'count'], exponents: rootExponents(p) },
      parts: new Map(Object.entries({ f: right, ...(isPair && { r: 'root(f)' }) })),
      title: `x, and y by its sign, ${sign}; −1, or twice the index of one that is none`,
      inputs: [
        {
          ...{ ...encoded, name: 'source', range: anyBytes },
          layout: isExtension ? pair(bytes, bytes.bytes) : bytes,
        },
      ],
      outputs: ['x', 'y'].map((name, i) => ({
        ...{ name, param: 'target', layout, range: i ? range : ofX, offset: slot * i, formula: '' },
      })),
      flags: [
        { name: 'sign', param: 'signs', offset: 0, bytes: 1, values: [0n, 1n, 2n] },
        { ...infinite('target'), isOutput: true },
      ],
      cases: [
        { when: ['sign is 2'], flags: new Map([['target is infinite', 1n]]) },
        ...rootsOfRightSide().flatMap(casesOf),
        { when: [], stops: true },
      ],
      list: {
        strides: new Map([
          ['target', stride],
          ['source', BigInt(bytes.bytes * (isExtension ? 2 : 1))],
          ['signs', 1n],
        ]),
        ...{ count: 'count', end: -1n, codes: 2n },
      },
    };
  }

  /** With or without a factor. @param {string} by @returns {Claim} */
  function read(by) {
    const outputs = numbers.map((name, i) => ({
      ...{ name: `z${name}`, param: 'target', formula: '', layout: number.layout },
      ...{ range: name.startsWith('x') ? ofX : range, offset: number.slot * i },
    }));
    const inputs = numbers.map((name, i) => ({
      ...{ ...encoded, name, param: 'source', offset: bytes.bytes * i },
      range: anyBytes,
    }));
    /** @param {bigint} value @param {string[]} when */
    const isRead = (value, when) => ({
      ...{ when, flags: new Map([['target is infinite', value]]) },
      ...(!(isNaN && value) && {
        outputs: new Map(numbers.map((name) => [`z${name}`, times(name, by)])),
      }),
    });
    const isBlank = `${numbers.join(' ')} are blank`;
    const areBelow = numbers.map((name) => `${name} < p`);
    return {
      ...{ name: 'points_from_affine', field, params: LIST, isDisjoint: true, usesScratch: true },
      title: `reads a list${by && ', times a factor'}; −1, or the index of one not below p`,
      ...{ inputs: by ? [...inputs, ...factor] : inputs, outputs },
      flags: [{ ...infinite('target'), isOutput: true }],
      ...(!by && { numbers: new Map([['factor', 0n]]) }),
      on: 'elements',
      cases: [
        isRead(1n, isNaN ? [...areBelow, isBlank] : [isBlank]),
        isRead(0n, areBelow),
        { when: [], stops: true },
      ],
      list: {
        strides: new Map([
          ['target', stride],
          ['source', BigInt(bytes.bytes * numbers.length)],
          ...(by ? FACTOR : []),
        ]),
        ...{ count: 'count', end: -1n },
      },
    };
  }

  /** With and without a factor. @param {string} name @returns {Claim[]} */
  function encodings(name) {
    const outputs = numbers.map((name, i) => ({
      ...{ ...encoded, name: `z${name}`, param: 'target', formula: '' },
      offset: bytes.bytes * i,
    }));
    /** @param {(name: string) => string} of */
    const formulas = (of) =>
      new Map(numbers.map((name) => /** @type {[string, string]} */ ([`z${name}`, of(name)])));
    const inputs = numbers.map((name, i) => ({
      ...{ name, param: 'source', layout: number.layout, range, offset: number.slot * i },
      unless: 'source is infinite',
    }));
    const size = BigInt(bytes.bytes * numbers.length);
    /** @type {[string, bigint][]} */
    const strides = [
      ['source', stride],
      ['target', size],
    ];
    /** @param {'' | '*factor'} by @returns {Claim} */
    const one = (by) => ({
      ...{ name, field, params: LIST, isDisjoint: true },
      ...{ title: `target[i] = the encoded source[i]${by && ', times a factor'}`, outputs },
      ...{ usesScratch: true, flags: [infinite('source')] },
      on: 'elements',
      inputs: by ? [...inputs, ...factor] : inputs,
      ...(!by && { numbers: new Map([['factor', 0n]]) }),
      list: { strides: new Map([...strides, ...(by ? FACTOR : [])]), count: 'count' },
      cases: [
        { when: ['source is infinite'], outputs: formulas(() => 'one - one') },
        {
          when: [],
          outputs: formulas((name) => times(name, by)),
        },
      ],
    });
    return [one(''), one('*factor')];
  }
}
