/**
 * Loops over lists of elements of a scalar field, beside those of ./lists.js and in the same form:
 * what users do with vectors, bytes little-endian, bit reversal, and sparse matrices. A module of
 * its own, which protocols that do without do not load.
 */

import { i32 } from '../emit/instructions.js';
import { countRows, loopsOf } from './lists.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */
/** @import { Steps } from './lists.js' */

/**
 * @typedef {object} MoreSteps
 * @property {Callable} add (z, x, y): z = x + y
 * @property {Callable} subtract (z, x, y): z = x − y
 * @property {Callable} dot (z, x, y): z = z + x·y; z a sum of such products, or 0
 * @property {Callable} beginReadLE (c): before rows that are multiplied by a constant c, or by 1 if
 *   it is 0
 * @property {Callable} readRowLE (row, the address of each element): `bytes`, little-endian, each,
 *   any value
 * @property {Callable} beginWriteLE (c): the same before rows are written
 * @property {Callable} writeRowLE (target, row): `bytes`, little-endian, for each element
 * @property {Callable} sparse (z, index, entry, end, values, w): z_index += Σ values_v·w_j over the
 *   entries, pairs (j, v) of words; values_0 is 1 and values_1 is −1
 * @property {Callable} swap (list, m, r, half): rows m and r change places and, of two elements,
 *   with m + half and r + half, and with lanes for halves
 * @property {Callable | null} shift (z, x): elements 1 and 2 of two rows; null if a row is one
 *   element
 */

/** @typedef {Steps & MoreSteps} FieldSteps */

/** @param {string[]} names of words */
const paramsOf = (names) =>
  Object.fromEntries(names.map((name) => [name, /** @type {const} */ ('i32')]));

/** @type {(m: ModuleBuilder, steps: FieldSteps) => void} */
export function emitFieldLists(m, steps) {
  const loop = loopsOf(m, steps);
  loop('add', steps.add, 'z = x + y.', { z: 1, x: 1, y: 1 });
  loop('subtract', steps.subtract, 'z = x − y.', { z: 1, x: 1, y: 1 });
  loop('dot', steps.dot, 'z = z + Σ x·y, by lanes.', { z: 0, x: 1, y: 1 });
  if (steps.shift) {
    const doc = 'z_i = x_(i + 1), for rows of two elements.';
    loop('shift', steps.shift, doc, { z: 1, x: 1 });
  }
  emitRead(m, steps);
  emitWrite(m, steps);
  emitReverse(m, steps);
  emitSparse(m, steps);
}

/** @type {(m: ModuleBuilder, steps: FieldSteps) => void} */
function emitRead(m, { elements, rowBytes, bytes, readRowLE, beginReadLE }) {
  const doc = `Reads ${bytes} bytes little-endian for each element, any value, times a constant c or, if c is 0, times 1.`;
  const params = /** @type {const} */ ({ list: 'i32', source: 'i32', count: 'i32', c: 'i32' });
  m.func('list_read_le', { params, exported: true, doc }, (f, { list, source, count, c }) => {
    f.emit(beginReadLE.call(c));
    countRows(f, count, elements, () => {
      // A row that is not full repeats its element.
      const hasNext = i32.gt_s(count, 1);
      const sources =
        elements === 1 ? [source] : [source, i32.add(source, i32.shl(hasNext, Math.log2(bytes)))];
      f.emit(readRowLE.call(list, ...sources));
      f.set(list, i32.add(list, rowBytes));
      f.set(source, i32.add(source, bytes * elements));
    });
  });
}

/** @type {(m: ModuleBuilder, steps: FieldSteps) => void} */
function emitWrite(m, { elements, rowBytes, bytes, writeRowLE, beginWriteLE }) {
  const doc = `Writes ${bytes} bytes little-endian for each element, times a constant c or, if c is 0, times 1, in whole rows.`;
  const params = /** @type {const} */ ({ target: 'i32', list: 'i32', count: 'i32', c: 'i32' });
  m.func('list_write_le', { params, exported: true, doc }, (f, { target, list, count, c }) => {
    f.emit(beginWriteLE.call(c));
    countRows(f, count, elements, () => {
      f.emit(writeRowLE.call(target, list));
      f.set(list, i32.add(list, rowBytes));
      f.set(target, i32.add(target, bytes * elements));
    });
  });
}

/**
 * Bit reversal. Rows of two elements: an index has a first bit t, `bits` more, and a last bit, the
 * lane; the four elements that have those between in common go to the four whose bits between are
 * reversed. The reversal of m + 1 differs from that of m in its highest bits, one more than m has
 * ones at its end.
 * @type {(m: ModuleBuilder, steps: FieldSteps) => void}
 */
function emitReverse(m, { swap }) {
  const doc =
    'Bit reversal, of indices from … to of `bits` bits: rows or, of two elements, rows of the lower half. half: rows from there to the upper half.';
  const params = paramsOf(['list', 'bits', 'half', 'from', 'to']);
  m.func('list_reverse', { params, exported: true, doc }, (f, { list, bits, half, from, to }) => {
    const all = f.local('all', 'i32', i32.sub(i32.shl(1, bits), 1));
    const [r, rest, left] = [
      f.local('reversed', 'i32', 0),
      f.local('rest', 'i32', from),
      f.local('left', 'i32', bits),
    ];
    f.block((done) => {
      f.loop((again) => {
        f.brIf(done, i32.eqz(left));
        f.set(r, i32.or(i32.shl(r, 1), i32.and(rest, 1)));
        f.set(rest, i32.shr_u(rest, 1));
        f.set(left, i32.sub(left, 1));
        f.br(again);
      });
    });
    f.block((done) => {
      f.brIf(done, i32.ge_u(from, to));
      f.loop((again) => {
        f.if(i32.ge_u(r, from), () => f.emit(swap.call(list, from, r, half)));
        f.set(from, i32.add(from, 1));
        const kept = i32.shr_u(all, i32.add(i32.ctz(from), 1));
        f.set(r, i32.xor(r, i32.xor(all, kept)));
        f.brIf(again, i32.lt_u(from, to));
      });
    });
  });
}

/** @type {(m: ModuleBuilder, steps: FieldSteps) => void} */
function emitSparse(m, { sparse }) {
  const doc =
    'z_i += Σ values_v·w_j for rows from … to of a sparse matrix: starts[i] … starts[i + 1] are the entries (j, v) of row i.';
  const params = paramsOf(['z', 'starts', 'entries', 'values', 'w', 'from', 'to']);
  m.func('list_sparse', { params, exported: true, doc }, (f, p) => {
    f.block((done) => {
      f.brIf(done, i32.ge_u(p.from, p.to));
      f.loop((again) => {
        const row = f.local('row', 'i32', i32.add(p.starts, i32.shl(p.from, 2)));
        const entry = f.local('entry', 'i32', i32.add(p.entries, i32.shl(i32.load(row), 3)));
        const end = f.local('end', 'i32', i32.add(p.entries, i32.shl(i32.load(row, 4), 3)));
        f.emit(sparse.call(p.z, p.from, entry, end, p.values, p.w));
        f.brIf(again, i32.lt_u(f.tee(p.from, i32.add(p.from, 1)), p.to));
      });
    });
  });
}
