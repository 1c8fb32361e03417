/**
 * Additions of affine points in batches, which share one inversion: entries (target, ±A, ±B), each
 * target = A ± B, − if the signs differ. Forward, each entry has a denominator d, and a state: 0
 * and 1, the sum and the double; 2 and 3, A or ±B, as the other is infinite; 4, infinity. In `next`
 * is the product of all d so far, c_i = c_(i−1)·d_i. Backward, with rest = 1/c_i, rest·c_(i−1) is
 * 1/d_i, so that slopes are numerators times that, and rest·d_i is 1/c_(i−1).
 */
import { upTo } from './claim.js';
import { pointLayout } from './points.js';

/**
 * @import { Case, Claim, Place } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Claims } from './modules.js'
 * @import { PointForm } from './points.js'
 */

const ENTRY_BYTES = 12n;
/** A ± B: the sign of B, if that of A is +. */
const SIGN = 'signA*signB';
const OPPOSITE = `yA + ${SIGN}*yB = 0`;

/** λ times d, of a sum and of a double. */
const NUMERATORS = [`${SIGN}*yB - yA`, '3*xA^2 + a'];
/** Of A ∓ B, with the same denominator. */
const OTHER = `(-1)*${SIGN}*yB - yA`;

/**
 * @param {string} numerator
 * @param {string} inverse of the denominator
 * @param {string[]} names of the sum's coordinates
 */
function sumWith(numerator, inverse, names = ['x3', 'y3']) {
  const [x, y] = names;
  const slope = `(${numerator})*${inverse}`;
  const x3 = `((${slope})^2 - xA - xB)`;
  return /** @type {[string, string][]} */ ([
    [x, x3],
    [y, `${slope}*(xA - ${x3}) - yA`],
  ]);
}

/** @param {Field} field @param {PointForm} form @returns {Claims} */
export function batchClaims(field, { a = 0n, isExtension = false }) {
  const { range, layout, slot, flag } = pointLayout(field, isExtension);
  const isWide = field.layout.bytes % 8 === 0;
  // Of a difference that is not reduced, and of twice a number.
  const loose = isWide ? range : upTo(4n * field.p);
  /** @param {string} name @returns {Place[]} */
  const point = (name) =>
    ['x', 'y'].map((c, i) => ({
      name: `${c}${name}`,
      param: name,
      layout,
      range,
      offset: slot * i,
    }));
  /** @param {string} name @param {string} param @param {boolean} [isOutput] */
  const infinite = (name, param, isOutput) => ({
    ...{ name: `${name} is infinite`, param, offset: flag },
    ...(isOutput && { isOutput }),
  });
  /** @param {bigint} value */
  const target = (value) => new Map([['T is infinite', value]]);
  const points = [...point('A'), ...point('B')];
  const [sum, other] = [0, 2 * slot].map((at, k) =>
    ['x', 'y'].map((c, i) => ({
      ...{ name: `${c}${3 + k}`, param: 'T', layout, range, offset: at + slot * i, formula: '' },
    })),
  );
  const flags = [infinite('A', 'A'), infinite('B', 'B')];
  const common = { field, constants: new Map([['a', [a]]]), references: ['A', 'B'] };
  const isDisjoint = true;
  /** Copies of A or ±B, with the flag. @param {string} when @param {'A' | 'B'} of */
  const copies = (when, of) =>
    [1n, 0n].map((value) => ({
      when: [...(when ? [when] : []), ...(value ? [`${of} is infinite`] : [])],
      outputs: new Map([
        ['x3', `x${of}`],
        ['y3', of === 'A' ? 'yA' : `${SIGN}*yB`],
        .../** @type {[string, string][]} */ (when ? [['rest', 'rest']] : []),
      ]),
      flags: target(value),
    }));
  const d = { name: 'd', param: 'work', layout, range: loose };
  const prefix = { name: 'prefix', param: 'work', layout, range, offset: slot };
  const state = { name: 'state', param: 'work', offset: flag };
  /** @param {string} name @param {number} offset */
  const pointer = (name, offset) => ({ name, param: 'list', offset });
  /** @param {bigint} sign */
  const strides = (sign) =>
    new Map([
      ['list', sign * ENTRY_BYTES],
      ['work', sign * BigInt(2 * slot)],
    ]);
  /** @param {bigint} value @param {string} [denominator] */
  const kind = (value, denominator) => ({
    outputs: new Map([
      ...(denominator ? /** @type {const} */ ([['d', denominator]]) : []),
      ['next', denominator ? `prefix*(${denominator})` : 'prefix'],
    ]),
    flags: new Map([['state', value]]),
  });
  /** The case without arithmetic, by the state. @param {bigint} value @param {'A' | 'B'} [of] */
  const trivial = (value, of) => ({
    ...{ name: 'finish_trivial_pair', title: 'A, ±B, or infinity, by the state', ...common },
    ...{ params: ['state', 'T', 'A', 'B'], numbers: new Map([['state', value]]) },
    inputs: of ? point(of) : [],
    outputs: sum,
    flags: [...(of ? [infinite(of, of)] : []), infinite('T', 'T', true)],
    cases: of ? copies('', of) : [{ when: [], flags: target(1n) }],
  });
  /** A sum, and the other one. @param {string} inverse @param {boolean} both @returns {Case} */
  const sums = (inverse, both) => ({
    when: [],
    outputs: new Map([
      ...sumWith(NUMERATORS[0], inverse),
      ...(both ? sumWith(OTHER, inverse, ['x4', 'y4']) : []),
    ]),
    flags: both ? target(0n).set('T + 1 is infinite', 0n) : target(0n),
  });
  /** @param {string} inverse @returns {Case} */
  const double = (inverse) => ({
    when: [],
    outputs: new Map(sumWith(NUMERATORS[1], inverse)),
    flags: target(0n),
  });
  const keeps = {
    of: 'list',
    words: [{ name: 'T', plus: BigInt(2 * slot) }, { name: 'A' }, { name: 'B', isNegative: true }],
  };
  /**
   * Also A ∓ B, in T + 1, with the same inverse if T is a sum; else the entry is kept for another
   * batch. Neither of both is A or B.
   * @param {Claim} claim @returns {Claim}
   */
  const withOther = ({
    title,
    pointers = [],
    flags = [],
    cases = [],
    list,
    outputs,
    ...claim
  }) => ({
    ...{ ...claim, title: `${title}; T + 1 = A ∓ B, or it is kept for another batch` },
    pointers: pointers.map((one) => (one.name === 'T' ? { ...one, mayBe: [] } : one)),
    outputs: [...outputs, ...other],
    flags: [...flags, { ...infinite('T + 1', 'T', true), offset: 2 * slot + flag }],
    cases: cases.map((one) => (one.outputs?.has('x4') ? one : { ...one, keeps: true })),
    list: list && { ...list, keeps },
  });
  /** @param {boolean} both @returns {Claim} */
  const backward = (both) => ({
    ...{ name: 'batch_add_backward', title: 'of each entry: the sum, by its state', ...common },
    ...{ isDisjoint, params: ['list', 'count', 'work', 'rest', 'both'] },
    numbers: new Map([['both', both ? 1n : 0n]]),
    list: { strides: strides(-1n).set('rest', 0n), count: 'count', isNonEmpty: true },
    on: 'elements',
    pointers: [pointer('A', 4), pointer('B', 8), pointer('T', 0)],
    inputs: [...points, d, prefix, { name: 'rest', layout, range }],
    outputs: [...sum, { name: 'rest', layout, range, formula: '' }],
    flags: [
      { ...state, values: [0n, 1n, 2n, 3n, 4n] },
      { ...infinite('A', 'A'), only: 'state is 2' },
      { ...infinite('B', 'B'), only: 'state is 3' },
      infinite('T', 'T', true),
    ],
    cases: [
      ...[sums('rest*prefix', both), double('rest*prefix')].map((one, i) => ({
        ...{ ...one, when: [`state is ${i}`] },
        outputs: new Map([...(one.outputs ?? []), ['rest', 'rest*d']]),
      })),
      ...copies('state is 2', 'A'),
      ...copies('state is 3', 'B'),
      { when: [], outputs: new Map([['rest', 'rest']]), flags: target(1n) },
    ],
  });
  /** @param {boolean} both @returns {Claim} */
  const whole = (both) => ({
    ...{ name: 'batch_add', title: 'of each entry: T = A ± B', ...common, isDisjoint },
    params: ['list', 'count', 'work'],
    on: 'elements',
    list: { strides: strides(1n), count: 'count' },
    pointers: [pointer('A', 4), pointer('B', 8), pointer('T', 0)],
    inputs: points,
    outputs: sum,
    flags: [...flags, infinite('T', 'T', true)],
    cases: [
      ...otherOf('B', 'A'),
      ...otherOf('A', 'B'),
      { when: ['xB - xA = 0', OPPOSITE], flags: target(1n) },
      {
        ...{ ...double('inverse'), when: ['xB - xA = 0'] },
        inverses: new Map([['inverse', '2*yA']]),
      },
      { ...sums('inverse', both), inverses: new Map([['inverse', 'xB - xA']]) },
    ],
  });
  /** @type {Claim[]} */
  const claims = [
    ...[trivial(2n, 'A'), trivial(3n, 'B'), trivial(4n)],
    {
      ...{ name: 'classify_pair', title: 'the state of a pair', ...common, isDisjoint },
      params: ['A', 'B', 'd'],
      inputs: [...points, { ...d, param: 'd' }],
      outputs: [{ ...d, param: 'd', formula: '' }],
      flags,
      cases: [
        { when: ['B is infinite'], result: 2n },
        { when: ['A is infinite'], result: 3n },
        { when: ['d = 0', OPPOSITE], result: 4n },
        { when: ['d = 0'], outputs: new Map([['d', '2*yA']]), result: 1n },
        { when: [], outputs: new Map([['d', 'd']]), result: 0n },
      ],
    },
    {
      ...{ name: 'batch_add_forward', title: 'of each entry: state, d, product', ...common },
      ...{ isDisjoint, params: ['list', 'count', 'work'] },
      list: { strides: strides(1n), count: 'count', isNonEmpty: true, carried: ['prefix'] },
      on: 'elements',
      pointers: [pointer('A', 4), pointer('B', 8)],
      inputs: [...points, prefix],
      outputs: [
        { ...d, formula: '' },
        { ...prefix, name: 'next', offset: 3 * slot, formula: '' },
      ],
      flags: [...flags, { ...state, isOutput: true }],
      cases: [
        { when: ['B is infinite'], ...kind(2n) },
        { when: ['A is infinite'], ...kind(3n) },
        { when: ['xB - xA = 0', OPPOSITE], ...kind(4n) },
        { when: ['xB - xA = 0'], ...kind(1n, '2*yA') },
        { when: [], ...kind(0n, 'xB - xA') },
      ],
    },
    ...[backward(false), withOther(backward(true))],
    ...[whole(false), { ...withOther(whole(true)), name: 'batch_add_both' }],
  ];
  const inverse = isExtension ? 'extension_inv' : 'field_inv';
  return (name, lookup) =>
    claims
      .filter((one) => one.name === name)
      .map((one) =>
        /_(for|back)ward$|pair$/.test(name) ? one : { ...one, inversion: lookup?.index(inverse) },
      );

  /** The other point, if one is infinite. @param {'A' | 'B'} infinite @param {'A' | 'B'} of */
  function otherOf(infinite, of) {
    return copies('', of).map((one) => ({
      ...one,
      when: [`${infinite} is infinite`, ...one.when],
    }));
  }
}
