/**
 * Sums of rows that leave normalised digits: the carry pass of a multiplication, without one.
 *
 * Digits are added as patterns (columns.js), so sums may exceed the exact range of a double: 5·2^51
 * + 2^51, for example. A column is at most Σ|c|·2^51 + h, far below 2^62.
 */

import { f64x2 } from '../../emit/instructions.js';
import { BIAS, Columns, LOW, UNIT } from './columns.js';

/** @import { FunctionBuilder } from '../../emit/module.js' */
/** @import { FmaBase } from './index.js' */
/** @import { Digits, Product } from './multiply.js' */

/**
 * c·x for a normalised row and c = ±1, ±2, ±4, … .
 * @typedef {readonly [coefficient: number, x: Digits]} Term
 */

/**
 * z = Σ c·x, by lanes.
 * @param {FunctionBuilder} f
 * @param {FmaBase} field
 * @param {{ terms: readonly Term[], store: Product['store'] }} sum the top digit, which takes the
 *   rest, must stay below 2^51
 */
export function emitSum(f, field, { terms, store }) {
  const { n, w } = field.parameters;
  const columns = new Columns(f, field);
  const unit = field.constants.float(UNIT);
  for (let i = 0; i < n; i++) {
    for (const [coefficient, x] of terms) {
      const pattern = coefficient > 0 ? f64x2.add(unit, x(i)) : f64x2.sub(unit, x(i));
      columns.addLow(i, pattern, Math.log2(Math.abs(coefficient)));
    }
  }
  for (let i = 0; i < n; i++) {
    if (i < n - 1) columns.carry(i);
    store(i, i < n - 1 ? columns.digit(columns.column(i)) : columns.top(i));
  }
  const carryIn = BIAS >> BigInt(w);
  columns.finish((k) => {
    if (k === n - 1) return LOW - carryIn;
    return BIAS + (1n << BigInt(w - 1)) - (k > 0 ? carryIn : 0n);
  });
}
