/**
 * Whole scalars for window tables: k mod r, or −(r − k) if that is shorter, as sign and magnitude.
 */

import { i32, i64 } from '../emit/instructions.js';
import { SCALAR_BYTES } from '../../src/math/integers.js';
import { emitSubtract, wordsOf } from './scalars.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */

const WORDS = SCALAR_BYTES / 8;

/**
 * @param {ModuleBuilder} m
 * @param {{ magnitude: number, order: bigint, reduceBytes: Callable }} options `magnitude`: the
 *   address written to; `reduceBytes`: from emitReduce
 * @returns {Callable}
 */
export function emitMagnitude(m, { magnitude, order, reduceBytes }) {
  const doc = 'Writes the magnitude of a scalar; 1 if it is negative.';
  return m.func(
    'load_magnitude',
    { params: { scalar: 'i32' }, result: 'i32', doc },
    (f, { scalar }) => {
      const at = i32.const(magnitude);
      const value = f.localArray('value', 'i64', WORDS);
      const [negative, difference] = ['negative', 'difference'].map((name) =>
        f.localArray(name, 'i64', WORDS),
      );
      const borrow = f.local('borrow', 'i64');
      for (let i = 0; i < WORDS; i++) f.emit(i64.store(at, i64.load(scalar, 8 * i), 8 * i));
      f.emit(reduceBytes.call(at));
      value.forEach((word, i) => f.set(word, i64.load(at, 8 * i)));
      emitSubtract(f, { target: negative, a: wordsOf(order, WORDS), b: value, borrow });
      emitSubtract(f, { target: difference, a: negative, b: value, borrow });
      f.if(i64.eqz(borrow), () => f.return(0));
      negative.forEach((word, i) => f.emit(i64.store(at, word, 8 * i)));
      f.result(1);
    },
  );
}
