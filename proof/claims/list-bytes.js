/**
 * Lists of numbers from bytes, of any value, and to canonical ones, multiplied by a constant c or,
 * if that is 0, by 1; `_le` are little-endian. In memory of the module is the factor: for reading
 * cR², for writing c. fma treats two at a time, in the lanes of a row.
 */
import { encodings } from './bytes.js';
import { upTo } from './claim.js';
import { digitRanges, within } from './digits.js';
import { FULL_DIGIT, shapes } from '../kernel/layouts.js';
import { claimsIn, reader } from './notation.js';

/**
 * @import { Field } from './fields.js'
 * @import { Claims } from './modules.js'
 */

const INDEX = '−1, or the index of one not below p';
const more = { isDisjoint: true, usesScratch: true };

/** @param {Field} field @returns {Claims} */
export function listByteClaims(field) {
  const { layout, slot, most, R, bytes } = field;
  const stored = { layout, range: upTo(most) };
  const factors = { read: { ...stored, scale: R * R }, write: { ...stored, scale: 1n } };
  const types = { '': stored, ...factors, ...encodings(field) };
  /** @param {string} way @param {string} to @param {string} from @param {string} list */
  const little = (way, to, from, list) => `
    step_begin_${way}_le(c{ = 0|}) factor = {1|c}
      {in c}
      out of step_begin_${way}_le: factor ~${way} = {one|c}
    step_${way}_le(${to}, ${from}) ${way}s row, times the factor
      ${way === 'read' ? 'digits' : ''}
      in ${from}
      in of step_begin_${way}_le: factor ~${way}
      out ${to} = ${from}*factor
    list_${way}_le(${to}, ${from}, count, c{ = 0|}) ${way}s a list{*c}
      in ${from}{, c}
      out ${to} = ${from}{*c}
      each count: ${list}{, c 0}`;
  const [read, write] = ['source', 'target'].map((name) => `row ${slot}, ${name} ${bytes.bytes}`);
  return claimsIn(
    reader({ field, types, more }),
    `
    ${little('read', 'row', 'source', read)}
    ${little('write', 'target', 'row', write)}
    step_begin_read(c)
    step_read(row, source) reads row; 0, or 1 if it is not below p
      digits
      in source ~big source
      out row
      if source < p: row = source; return 0
      else: return 1
    step_finish(row, c = 0) nothing
    step_finish(row, c): row = row*c
    step_write(target, row): target ~big target = row
    list_write(target, row, count) writes a list, big-endian
      in row
      out target ~big target = row
      each count: ${write}
    list_read(row, source, count, c{ = 0|}) reads a list, big-endian{*c}; ${INDEX}
      in source ~big source{, c}
      out row
      if source < p: row = source{*c}
      else: stop
      each count: ${read}{, c 0} end -1`,
  );
}

/** Of fma, factors are in both lanes of a row. @param {Field} field @returns {Claims} */
export function rowByteClaims(field) {
  const { slot, p, R, bytes } = field;
  const { normalised, product } = digitRanges(field);
  const lane = { layout: shapes(field, false).lane, slot: 8 };
  const types = {
    '': { ...lane, range: within(p, 1010n) },
    product: { ...lane, range: product },
    digits: { ...lane, range: { ...upTo(p - 1n), digit: 2n * FULL_DIGIT }, scale: 1n },
    ...{ read: { ...lane, range: normalised, scale: R * R } },
    ...{ write: { ...lane, range: normalised, scale: 1n } },
    ...encodings(field),
  };
  /** @param {string} way @param {string} [order] */
  const begin = (way, order = '') => `
    step_begin_${way}${order}(c{ = 0|}) the factor is {one|c}
      {elements|digits}
      {in c}
      out .-1: f0 ~${way} = {one|c}, f1 ~${way} = {one|c}`;
  const [one, two] = [bytes.bytes, 2 * bytes.bytes];
  return claimsIn(
    reader({ field, types, more }),
    `
    ${begin('read')}${begin('read', '_le')}${begin('write', '_le')}
    step_read_le(row, first, second) reads a row, times the factor
      digits
      in first: e0 ~source
      in second: e1 ~source
      in step_begin_read_le.-1: f0 ~read, f1 ~read
      out row: x0 ~product = e0*f0, x1 ~product = e1*f1
    step_read(row, first, second) reads a row, big-endian; 0, or bits of those that are not below p
      digits
      in first: e0 ~big source
      in second: e1 ~big source
      out row: x0 ~digits, x1 ~digits
      if e0 < p and e1 < p: x0 = e0; x1 = e1; return 0
      if e0 < p: return 2
      if e1 < p: return 1
      else: return 3
    step_finish(row, c)
      in row: x0 ~digits, x1 ~digits
      in step_begin_read.-1: f0 ~read, f1 ~read
      out row: x0 ~product = x0*f0, x1 ~product = x1*f1
    step_write_le(encoding, row) writes a row, times the factor
      digits
      in row: x0, x1
      in step_begin_write_le.-1: f0 ~write, f1 ~write
      out encoding: e0 ~target = x0*f0, e1 ~target = x1*f1
    step_write(encoding, row) writes a row, big-endian
      digits
      in row: x0, x1
      out encoding: e0 ~big target = x0, e1 ~big target = x1
    list_write(encoding, row, count) writes a list, big-endian
      elements
      in row: x0, x1
      out encoding: e0 ~big target = x0, e1 ~big target = x1
      each count: row ${slot}, encoding ${two} paired
    list_read_le(row, encoding, count, c{ = 0|}) reads a list{*c}
      elements
      in encoding: e0 ~source, e1 ~source
      {in c}
      out row: x0 ~product = e0{*c}, x1 ~product = e1{*c}
      each count: row ${slot}, encoding ${two}+${one}{, c 0} paired
    list_write_le(encoding, row, count, c{ = 0|}) writes a list{*c}
      elements
      in row: x0, x1
      {in c}
      out encoding: e0 ~target = x0{*c}, e1 ~target = x1{*c}
      each count: row ${slot}, encoding ${two}{, c 0} paired
    list_read(row, encoding, count, c{ = 0|}) reads a list, big-endian{*c}; ${INDEX}
      elements
      in encoding: e0 ~big source, e1 ~big source
      {in c}
      out row: x0 ~product, x1 ~product
      if e0 < p and e1 < p: x0 = e0{*c}; x1 = e1{*c}
      if e0 < p: stop second
      else: stop
      each count: row ${slot}, encoding ${two}+${one}{, c 0} end -1 paired`,
  );
}
