/**
 * Loops over lists of field elements. A *row* holds `elements` elements; a list starts with a row
 * and is read to the end of its last one. An element's address is that of its row plus 8 bytes for
 * each element before it. A *constant* is the address of an element.
 */

import { i32 } from '../emit/instructions.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */

/**
 * One step of each loop: operations on rows, given by their addresses. The results are stored
 * values of the kernel again, and z may be an operand unless it has another length.
 * @typedef {object} Steps
 * @property {number} elements of a row
 * @property {number} rowBytes
 * @property {number} bytes of an encoding: 32 for a group's field, or else the prime, rounded up to
 *   words
 * @property {string[]} messages of a debug build
 * @property {Callable} readRow (row, the address of each element) → 0, or the bits of those that
 *   are not below the order: `bytes`, big-endian, each; `finishRow` must follow
 * @property {Callable} beginRead (c): before rows that are multiplied by a constant c, or by 1 if
 *   it is 0
 * @property {Callable} finishRow (row, c): the same c
 * @property {Callable} writeRow (target, row): `bytes`, big-endian, for each element
 * @property {Callable} multiply (z, x, y): z = x·y
 * @property {Callable} scale (z, x, c): z = c·x, c a constant
 * @property {Callable} accumulate (z, x, c): z = z + c·x, c a constant
 * @property {Callable} fold (z, x, w): z_i = (x_2i + x_2i+1) + (x_2i − x_2i+1)·w_i; x has two rows
 * @property {Callable} split (z, d, t, c): z_2i = (c + t_i)·d_i, z_2i+1 = (c − t_i)·d_i; z has two
 *   rows
 * @property {Callable} quotient (z, x, d, c): z = (c − x)·d
 * @property {Factors | null} factors null if the constants of `forward` are elements
 * @property {Callable} forward (low, high, c): low ± c·high, c a constant
 * @property {Callable} backward (low, high, c): low + high and (low − high)·c
 * @property {Callable} sums (low, high): low ± high
 * @property {{ forward: Callable, backward: Callable } | null} neighbours (two rows, a row of
 *   constants): the same for elements that stand side by side in rows; null if a row is one element
 */

/**
 * Factors stand for the constants of levels forward, and are made of them: a row of them takes
 * `bytes`. Those levels leave rows that only `settle` makes stored values.
 * @typedef {object} Factors
 * @property {number} bytes
 * @property {number[]} held addresses of rows of three factors, each in all elements
 * @property {Callable} make (z, x): a row of factors, of a row of constants
 * @property {Callable} hold (z, c): a row of one factor
 * @property {Callable} settle (row)
 * @property {Callable} quarters (a, b, c, d, t, s, u), rows and rows of one factor each: two levels
 *   forward, x ± s·y and z ± u·w with x, z = a ± t·c and y, w = b ± t·d
 * @property {Callable} firstQuarters (a, b, c, d, u): the same of stored values, with t = s = 1
 */

/** @type {(m: ModuleBuilder, steps: Steps) => number} */
export function emitLists(m, steps) {
  emitRead(m, steps);
  emitWrite(m, steps);
  const { rowBytes } = steps;
  const loop = loopsOf(m, steps);
  loop('multiply', steps.multiply, 'z = x·y.', { z: 1, x: 1, y: 1 });
  loop('scale', steps.scale, 'z = c·x, c a constant.', { z: 1, x: 1, c: 0 });
  loop('accumulate', steps.accumulate, 'z = z + c·x, c a constant.', { z: 1, x: 1, c: 0 });
  loop('fold', steps.fold, 'z_i = (x_2i + x_2i+1) + (x_2i − x_2i+1)·w_i.', { z: 1, x: 2, w: 1 });
  const halves = 'z_2i = (c + t_i)·d_i, z_2i+1 = (c − t_i)·d_i; count elements of d.';
  loop('split', steps.split, halves, { z: 2, d: 1, t: 1, c: 0 });
  loop('quotient', steps.quotient, 'z = (c − x)·d, c a constant.', { z: 1, x: 1, d: 1, c: 0 });
  if (steps.factors) {
    loop('factors', steps.factors.make, 'The factors of elements.', { z: 2, x: 1 });
  }
  return rowBytes;
}

/**
 * Emits loops that move operands on by rows.
 * @param {ModuleBuilder} m
 * @param {{ elements: number, rowBytes: number }} steps
 */
export function loopsOf(m, { elements, rowBytes }) {
  /**
   * @param {string} name
   * @param {Callable} step
   * @param {string} doc
   * @param {Record<string, number>} rows by which each operand moves on
   * @param {(f: FunctionBuilder, operands: Record<string, Local>) => void} [prepare]
   */
  return (name, step, doc, rows, prepare) => {
    const names = Object.keys(rows);
    const params = /** @type {Record<string, 'i32'>} */ (
      Object.fromEntries([...names, 'count'].map((id) => [id, 'i32']))
    );
    m.func(`list_${name}`, { params, exported: true, doc }, (f, { count, ...operands }) => {
      prepare?.(f, operands);
      countRows(f, count, elements, () => {
        f.emit(step.call(...names.map((id) => operands[id])));
        for (const id of names) {
          if (rows[id] > 0) f.set(operands[id], i32.add(operands[id], rows[id] * rowBytes));
        }
      });
    });
  };
}

/**
 * Repeats a body for each row of `count` elements.
 * @param {FunctionBuilder} f
 * @param {Local} count counts down
 * @param {number} elements of a row
 * @param {() => void} body
 */
export function countRows(f, count, elements, body) {
  f.block((done) => {
    f.brIf(done, i32.eqz(count));
    f.loop((again) => {
      body();
      f.brIf(again, i32.gt_s(f.tee(count, i32.sub(count, elements)), 0));
    });
  });
}

/** @type {(m: ModuleBuilder, steps: Steps) => void} */
function emitRead(m, { elements, rowBytes, bytes, readRow, beginRead, finishRow }) {
  const doc = `Reads ${bytes} bytes big-endian for each element, times a constant c or, if c is 0, times 1: −1, or the index of the first that is not below the order.`;
  /** @type {import('../emit/module.js').Signature} */
  const signature = {
    params: { list: 'i32', source: 'i32', count: 'i32', c: 'i32' },
    result: 'i32',
    exported: true,
    doc,
  };
  m.func('list_read', signature, (f, { list, source, count, c }) => {
    const [index, bad] = [f.local('index', 'i32', 0), f.local('bad', 'i32')];
    f.block((done) => {
      f.brIf(done, i32.eqz(count));
      f.emit(beginRead.call(c));
      f.loop((again) => {
        // A row that is not full repeats its element.
        const hasNext = i32.lt_u(i32.add(index, 1), count);
        const sources =
          elements === 1 ? [source] : [source, i32.add(source, i32.shl(hasNext, Math.log2(bytes)))];
        f.set(bad, readRow.call(list, ...sources));
        f.if(bad, () => f.return(i32.add(index, i32.ctz(bad))));
        f.set(source, i32.add(source, bytes * elements));
        f.set(index, i32.add(index, elements));
        f.emit(finishRow.call(list, c));
        f.set(list, i32.add(list, rowBytes));
        f.brIf(again, i32.lt_u(index, count));
      });
    });
    f.result(-1);
  });
}

/** @type {(m: ModuleBuilder, steps: Steps) => void} */
function emitWrite(m, { elements, rowBytes, bytes, writeRow }) {
  const doc = `Writes ${bytes} bytes big-endian for each element, in whole rows.`;
  /** @type {import('../emit/module.js').Signature} */
  const signature = { params: { target: 'i32', list: 'i32', count: 'i32' }, exported: true, doc };
  m.func('list_write', signature, (f, { target, list, count }) => {
    countRows(f, count, elements, () => {
      f.emit(writeRow.call(target, list));
      f.set(list, i32.add(list, rowBytes));
      f.set(target, i32.add(target, bytes * elements));
    });
  });
}
