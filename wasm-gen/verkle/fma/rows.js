/** Helpers of the two-lane emitters in this folder: sums of rows, and lanes set to 1. */

import { f64, f64x2, v128 } from '../../emit/instructions.js';
import { loadRow, storeRow } from '../../field/fma/index.js';
import { emitSum } from '../../field/fma/sum.js';

/** @import { FunctionBuilder, ModuleBuilder } from '../../emit/module.js' */
/** @import { Operand } from '../../emit/expression.js' */
/** @import { FmaField } from '../../field/fma/index.js' */
/** @import { Term } from '../../field/fma/sum.js' */

/** @typedef {ReturnType<typeof emitRows>} Rows */

/**
 * @param {ModuleBuilder} m
 * @param {FmaField} field
 */
export function emitRows(m, { rowLength }) {
  const three = /** @type {const} */ ({ z: 'i32', x: 'i32', y: 'i32' });
  const digitwise = (/** @type {string} */ name, /** @type {'add' | 'sub'} */ operation) =>
    m.func(name, { params: three, doc: 'Digit by digit.' }, (f, { z, x, y }) => {
      for (let i = 0; i < rowLength; i++) {
        const digit = f64x2[operation](v128.load(x, 16 * i), v128.load(y, 16 * i));
        f.emit(v128.store(z, digit, 16 * i));
      }
    });
  return {
    sum: digitwise('row_sum', 'add'),
    difference: digitwise('row_difference', 'sub'),
    /** Sets a lane to 1/R, a small value that is not 0. */
    fillLane: m.func('fill_lane', { params: { lane: 'i32' } }, (f, { lane }) => {
      for (let i = 0; i < rowLength; i++) f.emit(f64.store(lane, i === 0 ? 1 : 0, 16 * i));
    }),
    copy: m.func('copy_row', { params: { z: 'i32', x: 'i32' } }, (f, { z, x }) => {
      for (let i = 0; i < rowLength; i++) f.emit(v128.store(z, v128.load(x, 16 * i), 16 * i));
    }),
  };
}

/**
 * The terms c·row for c = ±1, ±2, ±4, … and ±5.
 * @type {(coefficient: number, row: Operand) => Term[]}
 */
export function times(coefficient, row) {
  const isFive = coefficient % 5 === 0;
  const unit = isFive ? coefficient / 5 : coefficient;
  return [unit, ...(isFive ? [4 * unit] : [])].map((c) => [c, loadRow(row)]);
}

/**
 * row = Σ c·x, an *extended* row.
 * @type {(f: FunctionBuilder, field: FmaField, terms: readonly Term[], row: Operand) => void}
 */
export function emitSumRow(f, field, terms, row) {
  emitSum(f, field, { terms, store: storeRow(f, row) });
  field.checks.row(f, 'result', row, 'extended');
}
