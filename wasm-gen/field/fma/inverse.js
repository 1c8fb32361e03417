/**
 * Inversion of both lanes of a row, by one of their product: the binary GCD of
 * ../limbs30/inverse.js, whose result is checked as in ../limbs30/certified-inverse.js.
 */
import { f64, f64x2, i32, i64x2, v128 } from '../../emit/instructions.js';
import { emitInverse } from '../limbs30/inverse.js';

/** @import { Callable, ModuleBuilder } from '../../emit/module.js' */
/** @import { FieldParameters } from '../limbs30/parameters.js' */
/** @import { FmaBase, FmaElements } from './index.js' */

/**
 * @typedef {FmaBase & Pick<FmaElements, 'multiply' | 'reserveRow' | 'rowLength' | 'rows'> &
 *   { limbsFromLane: Callable, rowFromLimbs: Callable, rowIsZero: Callable }} Operations
 */

/**
 * @param {ModuleBuilder} m
 * @param {Operations} field
 * @param {FieldParameters} shape of the limbs
 */
export function emitInvertBoth(m, field, shape) {
  const { parameters, reserve, reserveRow, rowLength, multiply, rowIsZero } = field;
  const numerator = parameters.R ** 2n % parameters.p;
  const { candidate, accept } = emitInverse(m, shape, { numerator, reserve });
  const limbs = reserve(shape.slotBytes);
  const [swapped, product, inverse, check] = [0, 1, 2, 3].map(() => reserveRow());
  const { one } = field.rows;
  const doc =
    'z = 1/x in both lanes, with one inversion; traps if it is not. x a product, neither lane 0, else z = 0; z a product.';
  return m.func(
    'invert_both',
    { params: { z: 'i32', x: 'i32' }, exported: true, doc },
    (f, { z, x }) => {
      for (let i = 0; i < rowLength; i++) {
        const digit = f.local('digit', 'v128', v128.load(x, 16 * i));
        f.emit(v128.store(swapped, i64x2.shuffle(digit, digit, 1, 0), 16 * i));
      }
      f.comment('both lanes of the product hold x_0·x_1');
      f.emit(multiply.call(product, x, swapped));
      f.emit(field.limbsFromLane.call(limbs, product));
      f.emit(candidate.call(limbs, limbs), accept.call(limbs, limbs));
      f.emit(field.rowFromLimbs.call(inverse, limbs));
      f.comment('x_0·x_1 times what was found, less 1');
      f.emit(multiply.call(check, inverse, product));
      for (let i = 0; i < rowLength; i++) {
        const difference = f64x2.sub(v128.load(check, 16 * i), v128.load(one, 16 * i));
        f.emit(v128.store(check, difference, 16 * i));
      }
      f.emit(multiply.call(check, check, one));
      f.if(i32.eqz(rowIsZero.call(check)), () => {
        for (const row of [product, inverse]) {
          f.emit(multiply.call(check, row, one));
          f.if(i32.eqz(rowIsZero.call(check)), () => f.unreachable());
        }
      });
      f.emit(multiply.call(z, inverse, swapped));
    },
  );
}

/**
 * A value |x| < p is 0 mod p only as 0, which has one row.
 * @param {ModuleBuilder} m
 * @param {number} n digits
 */
export function emitRowIsZero(m, n) {
  const signature = /** @type {const} */ ({
    params: { x: 'i32' },
    result: 'i32',
    doc: '1 if both lanes of x are 0. x a product.',
  });
  return m.func('row_is_zero', signature, (f, { x }) => {
    const digits = Array.from({ length: n }, (_, i) => f64x2.abs(v128.load(x, 16 * i)));
    const all = f.local(
      'all',
      'v128',
      digits.reduce((total, digit) => f64x2.add(total, digit)),
    );
    const lane = (/** @type {number} */ i) => f64.eq(f64x2.extract_lane(all, i), 0);
    f.result(i32.and(lane(0), lane(1)));
  });
}
