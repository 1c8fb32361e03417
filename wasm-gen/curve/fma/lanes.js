/**
 * The building blocks of formulas for one point at a time: rows assembled from lanes of other rows,
 * and products written to several rows.
 */

import { i64x2, v128 } from '../../emit/instructions.js';
import { storeRow } from '../../field/fma/index.js';

/** @import { FunctionBuilder, Local } from '../../emit/module.js' */
/** @import { Expression, Operand } from '../../emit/expression.js' */
/** @import { FmaField } from '../../field/fma/index.js' */
/** @import { Product } from '../../field/fma/multiply.js' */

/**
 * The digits of a lane of one row beside those of a lane of another.
 * @type {(first: (i: number) => Expression, lane0: number, second: (i: number) => Expression,
 *   lane1: number) => (i: number) => Expression}
 */
export function side(first, lane0, second, lane1) {
  return (i) => i64x2.shuffle(first(i), second(i), lane0, 2 + lane1);
}

/** A lane of a row, and 0 beside it. @param {Operand} row @param {number} lane */
export function alone(row, lane) {
  return (/** @type {number} */ i) => v128.load64_zero(row, 16 * i + 8 * lane);
}

/** A lane of a row, twice. @param {Operand} row @param {number} lane */
export function twice(row, lane) {
  return (/** @type {number} */ i) => v128.load64_splat(row, 16 * i + 8 * lane);
}

/**
 * A product whose digits go to several rows.
 * @param {FunctionBuilder} f
 * @param {FmaField} field
 * @param {Omit<Product, 'store'>} product
 * @param {Array<{ row: Operand, digits: (digit: (i: number) => Expression) => (i: number) =>
 *   Expression }>} targets
 * @param {'loose' | 'extended'} [range] of the result
 */
export function emitRows(f, field, product, targets, range = 'loose') {
  /** @type {Local | undefined} created on demand, as in `scatter` */
  let value;
  field.emitProduct(f, {
    ...product,
    store(i, digit) {
      const here = (value ??= f.local('value', 'v128'));
      f.set(here, digit);
      for (const { row, digits } of targets) storeRow(f, row)(i, digits(() => here)(i));
    },
  });
  for (const { row } of targets) field.checks.row(f, 'result', row, range);
}

/** A target that takes the digits unchanged. @param {Operand} row */
export function plainly(row) {
  return { row, digits: (/** @type {(i: number) => Expression} */ digit) => digit };
}
