/** Little-endian integers in memory, reduced modulo the order of the group. */

import { i32, i64 } from '../emit/instructions.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */
/** @import { Operand } from '../emit/expression.js' */

/**
 * The words of an integer, the lowest first.
 * @param {bigint} value
 * @param {number} count
 */
export const wordsOf = (value, count) =>
  Array.from({ length: count }, (_, i) => BigInt.asIntN(64, value >> BigInt(64 * i)));

/**
 * Adds an integer in memory to another; the sum has no more words than they have.
 * @param {FunctionBuilder} f
 * @param {number} target address of the sum
 * @param {Operand} source address of the summand
 * @param {number} words
 */
export function emitAdd(f, target, source, words) {
  const [sum, carry] = [f.local('sum', 'i64'), f.local('carry', 'i64', 0)];
  const at = i32.const(target);
  for (let i = 0; i < words; i++) {
    const word = f.local('word', 'i64', i64.load(source, 8 * i));
    f.set(sum, i64.add(i64.load(at, 8 * i), word));
    f.set(word, i64.extend_i32_u(i64.lt_u(sum, word)));
    f.set(sum, i64.add(sum, carry));
    f.emit(i64.store(at, sum, 8 * i));
    // In a sum of two words and a carry, only one of the two additions can overflow.
    f.set(carry, i64.or(word, i64.extend_i32_u(i64.lt_u(sum, carry))));
  }
}

/**
 * target = a − b by words, and the final borrow: 1 if a < b.
 * @type {(f: FunctionBuilder, numbers: { target: readonly Local[], a: readonly Operand[],
 *   b: readonly Operand[], borrow: Local }) => void}
 */
export function emitSubtract(f, { target, a, b, borrow }) {
  f.set(borrow, 0);
  target.forEach((word, i) => {
    f.set(word, i64.sub(i64.sub(a[i], b[i]), borrow));
    // A borrow goes out if a_i < b_i, or if a_i = b_i and one came in.
    const equal = i64.and(i64.extend_i32_u(i64.eq(a[i], b[i])), borrow);
    f.set(borrow, i64.or(i64.extend_i32_u(i64.lt_u(a[i], b[i])), equal));
  });
}

/**
 * @param {ModuleBuilder} m
 * @param {{ bytes: number, order: bigint }} sizes `bytes` of the integer
 * @returns {Callable}
 */
export function emitReduce(m, { bytes, order }) {
  const words = bytes / 8;
  const doc =
    'Reduces a little-endian integer in place, by subtractions: for small multiples of the order.';
  return m.func('reduce_bytes', { params: { at: 'i32' }, doc }, (f, { at }) => {
    const value = f.localArray('value', 'i64', words);
    const difference = f.localArray('difference', 'i64', words);
    const borrow = f.local('borrow', 'i64');
    value.forEach((local, i) => f.set(local, i64.load(at, 8 * i)));
    f.loop((again) => {
      emitSubtract(f, { target: difference, a: value, b: wordsOf(order, words), borrow });
      f.if(i64.eqz(borrow), () => {
        value.forEach((local, i) => f.set(local, difference[i]));
        f.br(again);
      });
    });
    value.forEach((local, i) => f.emit(i64.store(at, local, 8 * i)));
  });
}
