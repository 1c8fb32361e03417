/**
 * Elements on the limbs of ../limbs30, which provides the operations by binary GCD: inversion and
 * the Jacobi symbol. The cost of the conversion is negligible beside theirs.
 */

import { i64 } from '../../emit/instructions.js';
import { unpack } from '../limbs30/bytes.js';
import { emitIsSquare as emitSmallIsSquare } from '../limbs30/jacobi.js';
import { fieldParameters } from '../limbs30/parameters.js';
import { loadLimbs } from './words.js';

/** @import { Operand } from '../../emit/expression.js' */
/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { FieldParameters } from '../limbs30/parameters.js' */
/** @import { WideParameters } from './parameters.js' */

/** Bits of the limbs of the Jacobi symbol. */
const SYMBOL_LIMB = 29;

/**
 * Writes a row of small limbs.
 * @param {FunctionBuilder} f
 * @param {FieldParameters} small
 * @param {Operand} row its address
 * @param {Local[]} limbs of 64 bits
 */
export function storeSmallLimbs(f, small, row, limbs) {
  unpack(f, small, limbs).forEach((limb, j) => f.emit(i64.store32(row, limb, 4 * j)));
}

/**
 * @type {(m: ModuleBuilder, parameters: WideParameters,
 *   field: { reduce: Callable, reserve: (bytes: number) => number }) => Callable}
 */
export function emitIsSquare(m, { p, R, n, slotBytes }, { reduce, reserve }) {
  // The limbs are small, but the Montgomery form is that of this field.
  const small = { ...fieldParameters(p, { w: SYMBOL_LIMB }), R };
  const [reduced, row] = [reserve(slotBytes), reserve(small.slotBytes)];
  const isSquare = emitSmallIsSquare(m, small, { name: 'is_square_small_limbs', reserve });
  const doc = '1 if x is a square. x lazy, not 0 mod p.';
  return m.func(
    'field_is_square',
    { params: { x: 'i32' }, result: 'i32', exported: true, doc },
    (f, { x }) => {
      f.emit(reduce.call(reduced, x));
      storeSmallLimbs(f, small, row, loadLimbs(f, 'x', reduced, n));
      f.result(isSquare.call(row));
    },
  );
}
