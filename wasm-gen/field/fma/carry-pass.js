/**
 * One pass of carries, as doubles, over digits that do not come from a product: digits of 52 bits
 * have no room for sums of sums, as only |ab| ≤ 2h² is exact (columns.js).
 *
 * c_i = round(d_i/2^w), by the constant UNIT, for all digits but the top one at once, and
 * d_i − 2^w·c_i + c_(i−1) in their place. |d_i − 2^w·c_i| ≤ h, so digits of up to 2h leave h + 1 at
 * most, those of up to 4h leave h + 2; all are integers of at most 2^53, so nothing is rounded. The
 * top digit takes its carry and keeps the rest.
 */

import { f64x2 } from '../../emit/instructions.js';
import { UNIT } from './columns.js';
import { storeRow } from './index.js';

/** @import { FunctionBuilder } from '../../emit/module.js' */
/** @import { Operand } from '../../emit/expression.js' */
/** @import { FmaBase } from './index.js' */
/** @import { Digits } from './multiply.js' */

/**
 * The row of digits, carried.
 * @param {FunctionBuilder} f
 * @param {FmaBase} field
 * @param {Operand} row
 * @param {Digits} digits of one element of the prime field, each at most 4h
 */
export function emitCarriedRow(f, { parameters, constants }, row, digits) {
  const { n, w } = parameters;
  const unit = constants.float(UNIT);
  const [digit, carry] = [f.local('carried', 'v128'), f.local('carry', 'v128')];
  const entering = f.local('entering', 'v128');
  const store = storeRow(f, row);
  for (let i = 0; i < n; i++) {
    f.set(digit, digits(i));
    if (i < n - 1) {
      const scaled = f64x2.relaxed_madd(digit, constants.float(2 ** -w), unit);
      f.set(carry, f64x2.sub(scaled, unit));
      f.set(digit, f64x2.relaxed_nmadd(carry, constants.float(2 ** w), digit));
    }
    store(i, i > 0 ? f64x2.add(digit, entering) : digit);
    if (i < n - 1) f.set(entering, carry);
  }
}
