/**
 * Sums of rows that leave normalised digits: the carry pass of a multiplication, without one.
 *
 * Digits are added as patterns (columns.js), so sums may exceed the exact range of a double: 5·2^51
 * + 2^51, for example. A column is at most Σ|c|·2^51 + h, far below 2^62.
 */

import { f64x2 } from '../../emit/instructions.js';
import { BIAS, Columns, LOW, UNIT } from './columns.js';
import { digitsOf } from './parameters.js';

/** @import { FunctionBuilder } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
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
  emitColumns(f, field, { terms, store });
}

/**
 * z = Σ ±x − kp with k = round(Σ ±x / p), clamped to ±1.
 * @type {(f: FunctionBuilder, field: FmaBase, sum: { terms: readonly (readonly [coefficient: 1 |
 *   -1, x: Digits])[], store: (i: number, digit: Expression) => void }) => void}
 */
export function emitCentredSum(f, field, { terms, store }) {
  const { parameters, constants } = field;
  const { n, w, p } = parameters;
  const unit = constants.float(UNIT);
  /** @type {Expression | null} */
  let top = null;
  for (const [sign, x] of terms) {
    if (top === null) top = sign > 0 ? x(n - 1) : f64x2.neg(x(n - 1));
    else top = f64x2[sign > 0 ? 'add' : 'sub'](top, x(n - 1));
  }
  const perP = constants.float(1 / (Number(p) / 2 ** (w * (n - 1))));
  const rounded = f64x2.sub(f64x2.relaxed_madd(top, perP, unit), unit);
  const clamped = f64x2.pmin(f64x2.pmax(rounded, constants.float(-1)), constants.float(1));
  const k = f.local('k', 'v128', clamped);
  const digits = digitsOf(p, parameters);
  const multiple = (/** @type {number} */ i) =>
    f64x2.relaxed_nmadd(k, constants.float(digits[i]), unit);
  emitColumns(f, field, { terms, store, multiple });
}

/**
 * @param {FunctionBuilder} f
 * @param {FmaBase} field
 * @param {{ terms: readonly Term[], store: (i: number, digit: Expression) => void,
 *   multiple?: (i: number) => Expression }} sum `multiple`: patterns to add, one a digit
 */
function emitColumns(f, field, { terms, store, multiple }) {
  const { n, w } = field.parameters;
  const columns = new Columns(f, field);
  const unit = field.constants.float(UNIT);
  for (let i = 0; i < n; i++) {
    for (const [coefficient, x] of terms) {
      const pattern = coefficient > 0 ? f64x2.add(unit, x(i)) : f64x2.sub(unit, x(i));
      columns.addLow(i, pattern, Math.log2(Math.abs(coefficient)));
    }
    if (multiple) columns.addLow(i, multiple(i));
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
