/**
 * Lists of numbers from bytes, little-endian, of any value, and to canonical ones, multiplied by a
 * constant c or, if that is 0, by 1. In memory of the module is the factor: for reading cR², for
 * writing c.
 */
import { upTo } from './claim.js';
import { digitRanges, within } from './digits.js';
import { FULL_DIGIT, shapes } from './layouts.js';

/**
 * @import { Case, Claim, Place } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Claims } from './modules.js'
 */

/** The constant is one of all elements. @type {[string, bigint]} */
const STAYS = ['c', 0n];

/** @param {Field} field @returns {(name: string) => Claim[]} */
export function listByteClaims(field) {
  const { layout, bytes, slot, most, p, R } = field;
  const stored = upTo(most);
  const size = BigInt(bytes.bytes);
  const any = upTo((1n << (8n * size)) - 1n);
  const row = { name: 'row', layout, range: stored };
  const c = { name: 'c', layout, range: stored };
  const none = new Map([['c', 0n]]);
  /** @param {string} encoding @returns {Map<string, bigint>} */
  const strides = (encoding) =>
    new Map([
      ['row', BigInt(slot)],
      [encoding, size],
    ]);
  const common = { field, isDisjoint: true, usesScratch: true };
  /** @param {'read' | 'write'} way @returns {Claim[]} */
  const claims = (way) => {
    const begin = `step_begin_${way}_le`;
    const isRead = way === 'read';
    const factor = { ...c, name: 'factor', scale: isRead ? R * R : 1n, own: begin };
    const encoded = isRead
      ? { name: 'source', layout: bytes, range: any, scale: 1n }
      : { name: 'target', layout: bytes, range: upTo(p - 1n), scale: 1n };
    const [from, to] = isRead ? [encoded, row] : [row, encoded];
    const params = isRead ? ['row', 'source'] : ['target', 'row'];
    /** @param {string} by @param {Place[]} [also] */
    const step = (by, also = []) => ({
      ...{ ...common, params, inputs: [from, ...also] },
      outputs: [{ ...to, formula: `${from.name}${by}` }],
    });
    /** @param {string} by @param {Partial<Claim>} more @param {Place[]} [also] */
    const list = (by, more, also) => ({
      ...{ ...step(by, also), name: `list_${way}_le`, params: [...params, 'count', 'c'] },
      title: isRead ? `reads a list${by}` : `writes a list${by}`,
      list: {
        strides: new Map([...strides(encoded.name), ...(also ? [STAYS] : [])]),
        count: 'count',
      },
      ...more,
    });
    return [
      {
        ...{ ...common, name: begin, params: ['c'], numbers: none, title: 'factor = 1' },
        ...{ inputs: [], outputs: [{ ...factor, formula: 'one' }] },
      },
      {
        ...{ ...common, name: begin, params: ['c'], title: 'factor = c' },
        ...{ inputs: [c], outputs: [{ ...factor, formula: 'c' }] },
      },
      {
        ...{ ...step('*factor', [factor]), name: `step_${way}_le` },
        title: isRead ? 'reads row, times the factor' : 'writes row, times the factor',
        ...(isRead && { on: /** @type {const} */ ('digits') }),
      },
      list('', { numbers: none }),
      list('*c', {}, [c]),
    ];
  };
  const all = [...claims('read'), ...claims('write'), ...bigEndian()];
  return (name) => all.filter((one) => one.name === name);

  /** @returns {Claim[]} */
  function bigEndian() {
    const encoded = { name: 'source', layout: field.reversed, range: any, scale: 1n };
    /** @param {string} formula @param {bigint} [result] @returns {Case} */
    const isBelow = (formula, result) => ({
      ...{ when: ['source < p'], outputs: new Map([['row', formula]]) },
      result,
    });
    const read = { ...common, params: ['row', 'source'], outputs: [{ ...row, formula: '' }] };
    /** @param {string} by @param {Place[]} also @param {Partial<Claim>} more @returns {Claim} */
    const list = (by, also, more) => ({
      ...{ ...read, name: 'list_read', params: ['row', 'source', 'count', 'c'] },
      title: `reads a list, big-endian${by}; −1, or the index of one not below p`,
      inputs: [encoded, ...also],
      cases: [isBelow(`source${by}`), { when: [], stops: true }],
      list: {
        strides: new Map([...strides('source'), ...also.map(() => STAYS)]),
        ...{ count: 'count', end: -1n },
      },
      ...more,
    });
    const written = {
      ...{ ...common, name: 'step_write', params: ['target', 'row'], inputs: [row] },
      outputs: [{ ...encoded, name: 'target', range: upTo(p - 1n), formula: 'row' }],
    };
    return [
      { ...common, name: 'step_begin_read', params: ['c'], inputs: [], outputs: [] },
      {
        ...{ ...read, name: 'step_read', title: 'reads row; 0, or 1 if it is not below p' },
        ...{ inputs: [encoded], on: 'digits' },
        cases: [isBelow('source', 0n), { when: [], result: 1n }],
      },
      {
        ...{ ...common, name: 'step_finish', params: ['row', 'c'], numbers: none },
        ...{ inputs: [], outputs: [], title: 'nothing' },
      },
      {
        ...{ ...common, name: 'step_finish', params: ['row', 'c'], inputs: [row, c] },
        outputs: [{ ...row, formula: 'row*c' }],
      },
      list('', [], { numbers: none }),
      list('*c', [c], {}),
      written,
      {
        ...{ ...written, name: 'list_write', title: 'writes a list, big-endian' },
        params: ['target', 'row', 'count'],
        list: { strides: strides('target'), count: 'count' },
      },
    ];
  }
}

/**
 * The same of fma, of both lanes of a row, encodings of two elements: little-endian, and the factor
 * is a row.
 * @param {Field} field @returns {Claims}
 */
export function rowByteClaims(field) {
  const { bytes, slot, p, R } = field;
  const { lane } = shapes(field, false);
  const { normalised, product } = digitRanges(field);
  const spread = within(p, 1010n);
  const size = bytes.bytes;
  const any = upTo((1n << BigInt(8 * size)) - 1n);
  const common = { field, isDisjoint: true, usesScratch: true };
  const lanes = [0, 1];
  return (name, lookup) => {
    const [, kind, way, order] =
      /^(step_begin|step|list)_(read|write|finish)((?:_le)?)$/.exec(name) ?? [];
    if (!kind) return [];
    const isRead = way !== 'write';
    const begin = way === 'finish' ? 'step_begin_read' : `step_begin_${way}${order}`;
    const address = lookup?.rows(begin).at(-1) ?? 0;
    const factors = lanes.map((i) => ({
      ...{ name: `f${i}`, address: address + 8 * i, layout: lane, range: normalised },
      scale: isRead ? R * R : 1n,
    }));
    const c = { name: 'c', layout: lane, range: spread };
    const none = new Map([['c', 0n]]);
    if (kind === 'step_begin')
      return ['one', 'c'].map((formula) => ({
        ...{ ...common, name, params: ['c'], inputs: formula === 'c' ? [c] : [] },
        ...(formula === 'one' ? { numbers: none, on: 'elements' } : { on: 'digits' }),
        outputs: factors.map((one) => ({ ...one, formula })),
        title: `the factor is ${formula}`,
      }));
    const rows = lanes.map((i) => ({
      ...{ name: `x${i}`, param: 'row', layout: lane, offset: 8 * i },
      range: isRead ? product : spread,
    }));
    /** @param {(i: number) => { param: string, offset: number }} at */
    const encoded = (at) =>
      lanes.map((i) => ({
        ...{
          name: `e${i}`,
          layout: bytes,
          range: isRead ? any : upTo(p - 1n),
          scale: 1n,
          ...at(i),
        },
      }));
    if (way === 'finish') {
      const digits = { ...upTo(p - 1n), digit: 2n * FULL_DIGIT };
      const inputs = rows.map((one) => ({ ...one, range: digits, scale: 1n }));
      const outputs = rows.map((one, i) => ({ ...one, formula: `x${i}*f${i}` }));
      return [{ ...common, name, params: ['row', 'c'], inputs: [...inputs, ...factors], outputs }];
    }
    if (!order) return bigEndian(isRead, kind);
    const inList = encoded((i) => ({ param: 'encoding', offset: size * i }));
    /** @param {Place[]} ends @param {Place[]} from @param {(i: number) => string} by */
    const each = (ends, from, by) =>
      ends.map((one, i) => ({ ...one, formula: from[i].name + by(i) }));
    if (kind === 'step') {
      const own = isRead ? encoded((i) => ({ param: ['first', 'second'][i], offset: 0 })) : inList;
      const [from, to] = isRead ? [own, rows] : [rows, own];
      const params = isRead ? ['row', 'first', 'second'] : ['encoding', 'row'];
      return [
        {
          ...{ ...common, name, params, inputs: [...from, ...factors], on: 'digits' },
          ...{ outputs: each(to, from, (i) => `*f${i}`), title: `${way}s a row, times the factor` },
        },
      ];
    }
    const [from, to, params] = isRead
      ? [inList, rows, ['row', 'encoding']]
      : [rows, inList, ['encoding', 'row']];
    /** @param {string} by @returns {Claim} */
    const list = (by) => ({
      ...{ ...common, name, params: [...params, 'count', 'c'], on: 'elements' },
      title: `${way}s a list${by}`,
      ...(by ? { inputs: [...from, c] } : { inputs: from, numbers: none }),
      outputs: each(to, from, () => by),
      list: {
        strides: new Map([
          ['row', BigInt(slot)],
          ['encoding', BigInt(2 * size)],
          ...(by ? [STAYS] : []),
        ]),
        ...{ count: 'count', perRow: 2n },
        ...(isRead && { second: new Map([['encoding', size]]) }),
      },
    });
    return [list(''), list('*c')];

    /** @param {boolean} isRead @param {string} kind @returns {Claim[]} */
    function bigEndian(isRead, kind) {
      const reversed = encoded((i) => ({ param: 'encoding', offset: size * i })).map((one) => ({
        ...{ ...one, layout: field.reversed },
      }));
      const strides = new Map([
        ['row', BigInt(slot)],
        ['encoding', BigInt(2 * size)],
      ]);
      if (!isRead) {
        const one = {
          ...{ ...common, name, params: ['encoding', 'row'], inputs: rows },
          outputs: reversed.map((place, i) => ({ ...place, formula: `x${i}` })),
          ...{ title: 'writes a row, big-endian' },
        };
        if (kind === 'step') return [{ ...one, on: 'digits' }];
        return [
          {
            ...{ ...one, params: [...one.params, 'count'], on: 'elements' },
            ...{ title: 'writes a list, big-endian' },
            list: { strides, count: 'count', perRow: 2n },
          },
        ];
      }
      const first = ['e0 < p'];
      const both = [...first, 'e1 < p'];
      if (kind === 'step') {
        const digits = { ...upTo(p - 1n), digit: 2n * FULL_DIGIT };
        const outputs = new Map([0, 1].map((i) => [`x${i}`, `e${i}`]));
        return [
          {
            ...{ ...common, name, params: ['row', 'first', 'second'], on: 'digits' },
            title: 'reads a row, big-endian; 0, or bits of those that are not below p',
            inputs: reversed.map((one, i) => ({
              ...{ ...one, param: ['first', 'second'][i], offset: 0 },
            })),
            outputs: rows.map((one) => ({ ...one, range: digits, scale: 1n, formula: '' })),
            cases: [
              { when: both, outputs, result: 0n },
              { when: first, result: 2n },
              { when: ['e1 < p'], result: 1n },
              { when: [], result: 3n },
            ],
          },
        ];
      }
      return ['', '*c'].map((by) => ({
        ...{ ...common, name, params: ['row', 'encoding', 'count', 'c'], on: 'elements' },
        title: `reads a list, big-endian${by}; −1, or the index of one not below p`,
        ...(by ? { inputs: [...reversed, c] } : { inputs: reversed, numbers: none }),
        outputs: rows.map((one) => ({ ...one, formula: '' })),
        cases: [
          { when: both, outputs: new Map([0, 1].map((i) => [`x${i}`, `e${i}${by}`])) },
          { when: first, stops: 1 },
          { when: [], stops: true },
        ],
        list: {
          strides: new Map([...strides, ...(by ? [STAYS] : [])]),
          ...{ count: 'count', perRow: 2n, end: -1n, second: new Map([['encoding', size]]) },
        },
      }));
    }
  };
}
