/**
 * Whole batches of additions of fma, two entries at a time: the steps of ./batch-rows.js over
 * lists, and what they come to, as in ./batches.js. Entries that need no arithmetic leave 1 for d
 * if the other one of the pair needs some; else both leave the products as they are.
 */
import { inverse } from '../domain/field-polynomial.js';
import { digitRanges } from './digits.js';
import { shapes } from './layouts.js';

/**
 * @import { Case, Claim, Flag, Place } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Claims } from './modules.js'
 * @import { PointForm } from './points.js'
 *
 * A case of one entry, with its state.
 * @typedef {Case & { state: number }} EntryCase
 */

const ENTRY_BYTES = 12;
const LANES = /** @type {const} */ ([0, 1]);

/** @param {Field} field @param {PointForm} form @returns {Claims} */
export function batchRowListClaims(field, { a = 0n, isExtension = false }) {
  const { lane, record } = shapes(field, isExtension);
  const { centred, carried, normalised, twice } = digitRanges(field);
  const rowBytes = (isExtension ? 2 : 1) * field.slot;
  const step = 2 * rowBytes + 16;
  /** @param {string} name @param {number} offset @param {Place['range']} range */
  const inLane = (name, offset, range) =>
    LANES.map((i) => ({
      ...{ name: `${name}${i}`, param: 'work', layout: lane, range, offset: offset + 8 * i },
    }));
  /** @param {string} point @param {string[]} [unless] other flags @returns {Place[]} */
  const coordinates = (point, unless = []) =>
    ['x', 'y'].map((c, i) => ({
      ...{ name: `${c}${point}`, param: point, layout: record },
      ...{ range: c === 'x' ? carried : centred },
      ...{ offset: i * record.bytes, unless: [`${point} is infinite`, ...unless] },
    }));
  /** The target. @param {0 | 1} i */
  const sum = (i) =>
    coordinates(`T${i}`).map((place, j) => ({
      ...{ ...place, name: `${'xy'[j]}3${i}`, unless: undefined, formula: '' },
    }));
  /** @param {string} point @param {Partial<Flag>} [more] @returns {Flag} */
  const infinite = (point, more) => ({
    ...{ name: `${point} is infinite`, param: point, offset: 0, isNaN: true, ...more },
  });
  const states = LANES.map((i) => ({
    ...{ name: `state${i}`, ...(i && { like: 'state0' }) },
    param: 'work',
    offset: 2 * rowBytes + 4 * i,
  }));
  /** @param {string} name @param {number} offset @param {readonly string[]} [mayBe] */
  const pointer = (name, offset, mayBe) =>
    LANES.map((i) => ({
      ...{ name: `${name}${i}`, param: 'list', offset: offset + ENTRY_BYTES * i },
      ...(mayBe && { mayBe: mayBe.map((one) => `${one}${i}`) }),
    }));
  const points = LANES.flatMap((i) => [`A${i}`, `B${i}`]);
  const prefix = inLane('prefix', rowBytes, normalised);
  const rest = inLane('rest', 0, normalised).map((one) => ({ ...one, param: 'rest' }));
  /** @param {bigint} sign */
  const strides = (sign) =>
    new Map([
      ['list', sign * BigInt(2 * ENTRY_BYTES)],
      ['work', sign * BigInt(step)],
    ]);
  const common = {
    ...{ field, isDisjoint: true, on: /** @type {const} */ ('elements'), references: points },
    constants: new Map([
      ['a', [a]],
      ['unit', [inverse(field.R, field.p)]],
    ]),
  };
  const list = {
    ...{ count: 'count', perRow: 2n, second: new Map([['list', ENTRY_BYTES]]) },
    isNonEmpty: true,
  };
  /**
   * @param {number} zeros where a record is that stays 0
   * @param {number} [inversion] the function that inverts
   * @returns {Claim[]}
   */
  const claims = (zeros, inversion) => [
    {
      ...{ name: 'batch_add_forward', title: 'of each entry: state, d, product', ...common },
      params: ['list', 'count', 'work'],
      list: { ...list, strides: strides(1n), carried: prefix.map(({ name }) => name) },
      pointers: [...pointer('A', 4), ...pointer('B', 8)],
      inputs: [...points.flatMap((point) => coordinates(point)), ...prefix],
      outputs: [...inLane('d', 0, twice), ...inLane('next', step + rowBytes, normalised)].map(
        (place) => ({ ...place, formula: '' }),
      ),
      flags: [
        ...points.map((point) => infinite(point)),
        ...states.map((state) => ({ ...state, isOutput: true })),
      ],
      cases: pairsOf(forwardCases),
    },
    {
      ...{ name: 'batch_add_backward', title: 'of each entry: the sum, by its state', ...common },
      params: ['list', 'count', 'work', 'rest'],
      list: { ...list, strides: strides(-1n).set('rest', 0n) },
      pointers: [...pointer('A', 4), ...pointer('B', 8), ...pointer('T', 0, ['A', 'B'])],
      inputs: [
        ...LANES.flatMap((i) => [
          ...coordinates(`A${i}`, [`state${i} is 3`, `state${i} is 4`]),
          ...coordinates(`B${i}`, [`state${i} is 2`, `state${i} is 4`]),
        ]),
        ...[...inLane('d', 0, twice), ...prefix, ...rest],
        ...['xO', 'yO'].map((name, i) => ({
          ...{ name, layout: record, range: { least: 0n, most: 0n, digit: 0n } },
          address: zeros + i * record.bytes,
        })),
      ],
      outputs: [...LANES.flatMap((i) => sum(i)), ...rest.map((one) => ({ ...one, formula: '' }))],
      flags: [
        ...states.map((state) => ({ ...state, values: [0n, 1n, 2n, 3n, 4n] })),
        ...LANES.flatMap((i) => [
          infinite(`A${i}`, { only: `state${i} is 2` }),
          infinite(`B${i}`, { only: `state${i} is 3` }),
          infinite(`T${i}`, { isOutput: true }),
        ]),
      ],
      cases: pairsOf(backwardCases),
    },
    {
      ...{ name: 'batch_add', title: 'of each entry: T = A ± B', ...common },
      params: ['list', 'count', 'work'],
      list: { ...list, isNonEmpty: false, strides: strides(1n) },
      pointers: [...pointer('A', 4), ...pointer('B', 8), ...pointer('T', 0)],
      inputs: points.flatMap((point) => coordinates(point)),
      outputs: LANES.flatMap((i) => sum(i)),
      flags: [
        ...points.map((point) => infinite(point)),
        ...LANES.map((i) => infinite(`T${i}`, { isOutput: true })),
      ],
      cases: wholeCases(0).flatMap((first) =>
        wholeCases(1).flatMap((second) =>
          first.parts.flatMap((one) =>
            second.parts.map((other) => joined([first, second, one, other])),
          ),
        ),
      ),
      inversion,
    },
  ];
  return (name, lookup) =>
    claims(
      lookup?.rows('batch_add_backward').at(-1) ?? 0,
      lookup?.index(isExtension ? 'extension_invert_both' : 'invert_both'),
    ).filter((one) => one.name === name);
}

/**
 * @param {0 | 1} i @param {boolean} isAlone whether neither of two entries needs arithmetic
 * @returns {EntryCase[]}
 */
function forwardCases(i, isAlone) {
  /** @param {number} state @param {string[]} when @param {string} d */
  const one = (state, when, d) => ({
    ...{ state, when, flags: new Map([[`state${i}`, BigInt(state)]]) },
    outputs: new Map(
      d
        ? [
            [`d${i}`, d],
            [`next${i}`, `prefix${i}*(${d})`],
          ]
        : [[`next${i}`, `prefix${i}`]],
    ),
  });
  const none = isAlone ? '' : 'unit';
  const isSameX = `xB${i} - xA${i} = 0`;
  return [
    one(2, [`B${i} is infinite`], none),
    one(3, [`A${i} is infinite`], none),
    one(4, [isSameX, `yA${i} + ${ofB(i)} = 0`], none),
    one(1, [isSameX], `2*yA${i}`),
    one(0, [], `xB${i} - xA${i}`),
  ];
}

/** @param {0 | 1} i @param {boolean} isAlone @returns {EntryCase[]} */
function backwardCases(i, isAlone) {
  /** Whether T is infinite. @param {bigint} value */
  const target = (value) => new Map([[`T${i} is infinite`, value]]);
  /** @type {[string, string]} */
  const rest = [`rest${i}`, isAlone ? `rest${i}` : `rest${i}*d${i}`];
  /** @param {number} state @param {string} numerator @returns {EntryCase} */
  const divided = (state, numerator) => ({
    ...{ state, when: [`state${i} is ${state}`], flags: target(0n) },
    outputs: new Map([...sumWith(i, numerator, `rest${i}*prefix${i}`), rest]),
  });
  /** @param {number} state @param {string} of @param {string} y @returns {EntryCase[]} */
  const copies = (state, of, y) => [
    {
      ...{ state, when: [`state${i} is ${state}`, `${of} is infinite`], flags: target(1n) },
      outputs: new Map([rest]),
    },
    {
      ...{ state, when: [`state${i} is ${state}`], flags: target(0n) },
      outputs: new Map([[`x3${i}`, `x${of}`], [`y3${i}`, y], rest]),
    },
  ];
  return [
    divided(0, `${ofB(i)} - yA${i}`),
    divided(1, `3*xA${i}^2 + a`),
    ...copies(2, `A${i}`, `yA${i}`),
    ...copies(3, `B${i}`, ofB(i)),
    { state: 4, when: [], flags: target(1n), outputs: new Map([rest]) },
  ];
}

/** ±y of B. @param {0 | 1} i */
const ofB = (i) => `signA${i}*signB${i}*yB${i}`;

/**
 * @param {0 | 1} i @param {string} numerator @param {string} inverse of the denominator
 * @returns {[string, string][]}
 */
function sumWith(i, numerator, inverse) {
  const slope = `(${numerator})*${inverse}`;
  const x3 = `((${slope})^2 - xA${i} - xB${i})`;
  return [
    [`x3${i}`, x3],
    [`y3${i}`, `${slope}*(xA${i} - ${x3}) - yA${i}`],
  ];
}

/**
 * Cases of both entries, by those of each: the first of each counts.
 * @param {(i: 0 | 1, isAlone: boolean) => EntryCase[]} of
 * @returns {Case[]}
 */
const pairsOf = (of) =>
  of(0, true).flatMap((first, j) =>
    of(1, true).map((second, k) => {
      // Without arithmetic in either.
      const areTrivial = first.state > 1 && second.state > 1;
      const [one, other] = areTrivial ? [first, second] : [of(0, false)[j], of(1, false)[k]];
      return joined([one, other]);
    }),
  );

/** All that they say. @param {Case[]} cases @returns {Case} */
const joined = (cases) => ({
  when: cases.flatMap(({ when }) => when),
  outputs: new Map(cases.flatMap(({ outputs = [] }) => [...outputs])),
  flags: new Map(cases.flatMap(({ flags = [] }) => [...flags])),
  inverses: new Map(cases.flatMap(({ inverses = [] }) => [...inverses])),
});

/**
 * Of a whole batch, cases of one entry by its state, each in parts.
 * @param {0 | 1} i @returns {(Case & { parts: Case[] })[]}
 */
function wholeCases(i) {
  const states = new Map(forwardCases(i, false).map((one) => [one.state, one]));
  return [...states.values()].map(({ state, when, outputs }) => ({
    when,
    parts: backwardCases(i, false)
      .filter((one) => one.state === state)
      .map((one) => ({
        when: one.when.filter((condition) => !condition.startsWith('state')),
        flags: one.flags,
        outputs: new Map(
          [...(one.outputs ?? [])].flatMap(([name, formula]) =>
            name.startsWith('rest')
              ? []
              : [[name, formula.replaceAll(`rest${i}*prefix${i}`, `inverse${i}`)]],
          ),
        ),
        ...(state < 2 && { inverses: new Map([[`inverse${i}`, outputs?.get(`d${i}`) ?? '']]) }),
      })),
  }));
}
