/**
 * Encodings: canonical bytes, little-endian, of numbers below p, and of points as two of them; some
 * are written big-endian. A factor k may be given: for reading it stands as kR², for writing as k.
 */
import { upTo } from './claim.js';
import { integerRanges } from './integers.js';

/**
 * @import { Case, Claim, Place } from './claim.js'
 * @import { Field } from './fields.js'
 */

/** Types of bytes: of any value, as a source, and canonical, as a target. @param {Field} field */
export function encodings({ bytes, reversed, p }) {
  const source = {
    layout: bytes,
    range: upTo((1n << BigInt(8 * bytes.bytes)) - 1n),
    scale: 1n,
    slot: bytes.bytes,
  };
  const target = { ...source, range: upTo(p - 1n) };
  const [bigSource, bigTarget] = [source, target].map((one) => ({ ...one, layout: reversed }));
  return { source, target, 'big source': bigSource, 'big target': bigTarget };
}

/** Functions that do the same with one element after the other. */
const LISTS = new Map([
  ['pairing_from_bytes', 'extension_from_bytes'],
  ['pairing_to_bytes', 'extension_to_bytes'],
]);

/** @param {Field} field @returns {(name: string) => Claim[]} */
export function byteClaims(field) {
  const { R, layout, p, slot } = field;
  const { stored, loose } = integerRanges(field);
  const size = field.bytes.bytes;
  const any = upTo((1n << BigInt(8 * size)) - 1n);
  /** @param {string} name @param {Partial<Place>} [more] @returns {Place} */
  const encoded = (name, more) => ({ name, layout: field.bytes, range: any, scale: 1n, ...more });
  const canonical = upTo(p - 1n);
  const none = new Map([['by', 0n]]);
  /** @param {string} formula @returns {Case[]} */
  const read = (formula) => [
    { when: ['source < p'], outputs: new Map([['z', formula]]), result: 1n },
    { when: [], result: 0n },
  ];
  const from = {
    ...{ name: 'field_from_bytes', field, params: ['z', 'source', 'by'], usesScratch: true },
    ...{ title: 'reads z; 1, or 0 if it is not below p', isDisjoint: true },
    inputs: [encoded('source')],
    outputs: [{ name: 'z', layout, range: stored, formula: '' }],
  };
  const to = {
    ...{ name: 'field_to_bytes', field, params: ['target', 'x', 'by'], usesScratch: true },
    ...{ title: 'writes x', isDisjoint: true },
    inputs: [{ name: 'x', layout, range: loose }],
    outputs: [{ ...encoded('target', { range: canonical }), formula: 'x' }],
  };
  const by = { name: 'by', layout, range: stored };
  const claims = [
    { ...from, numbers: none, cases: read('source') },
    {
      ...from,
      ...{ title: 'reads z and multiplies; 1, or 0 if it is not below p' },
      inputs: [...from.inputs, { ...by, scale: R * R }],
      cases: read('source*by'),
    },
    { ...to, numbers: none },
    {
      ...{ ...to, title: 'writes x·by', inputs: [...to.inputs, { ...by, scale: 1n }] },
      outputs: [{ ...to.outputs[0], formula: 'x*by' }],
    },
  ];
  /** @type {Claim[]} */
  const all = [...claims, ...claims.map(ofExtension), ...claims.slice(2).flatMap(bigEndian)];
  return (name) => {
    const listed = LISTS.get(name);
    if (!listed) return all.filter((one) => one.name === name);
    const one = all.find((any) => any.name === listed && any.numbers);
    return one ? [ofList(name, one)] : [];
  };

  /**
   * Of one or more elements of Fp², or up to the first that is not below p.
   * @param {string} name @param {Claim} one without a factor @returns {Claim}
   */
  function ofList(name, { field, params, inputs, outputs, title, cases }) {
    const isRead = name === 'pairing_from_bytes';
    const [z, x] = params;
    return {
      ...{ name, field, inputs, outputs, params: [z, x, 'count'], isDisjoint: true },
      title: isRead ? 'reads a list, up to one that is not below p' : `${title}, of a list`,
      ...(cases && {
        cases: [
          { ...cases[0], result: undefined },
          { when: [], stops: true },
        ],
      }),
      list: {
        strides: new Map([
          [z, BigInt(isRead ? 2 * slot : 2 * size)],
          [x, BigInt(isRead ? 2 * size : 2 * slot)],
        ]),
        ...{ count: 'count', isNonEmpty: true },
      },
    };
  }

  /** In wide64 there is no factor. @param {Claim} one @returns {Claim[]} */
  function bigEndian({ title, params, outputs, ...one }) {
    const hasFactor = layout.digit?.word === 4;
    if (!hasFactor && !one.numbers) return [];
    return [
      {
        ...{ ...one, name: 'field_to_big_endian', on: 'elements' },
        title: `${title}, big-endian`,
        params: hasFactor ? params : params.slice(0, 2),
        outputs: outputs.map((place) => ({ ...place, layout: field.reversed })),
      },
    ];
  }

  /** Both coefficients, one after the other. @param {Claim} one @returns {Claim} */
  function ofExtension({ name, title, cases, ...one }) {
    /** @param {Place} place */
    const both = (place) =>
      place.name === 'by'
        ? [place]
        : [0, 1].map((i) => {
            const step = place.scale === undefined ? slot : size;
            return { ...place, name: `${place.name}${i}`, param: place.name, offset: i * step };
          });
    const formulas = one.numbers ? ['z', 'x'] : ['z*by', 'x*by'];
    const outputs = one.outputs.flatMap(both);
    return {
      ...{ ...one, name: name.replace('field', 'extension'), title: `${title}, in Fp²` },
      inputs: one.inputs.flatMap(both),
      outputs: outputs.map((place, i) => ({
        ...place,
        formula: formulas[1].replace('x', `x${i}`),
      })),
      ...(cases && {
        cases: [
          {
            when: ['source0 < p', 'source1 < p'],
            outputs: new Map([0, 1].map((i) => [`z${i}`, formulas[0].replace('z', `source${i}`)])),
            result: 1n,
          },
          cases[1],
        ],
      }),
    };
  }
}
