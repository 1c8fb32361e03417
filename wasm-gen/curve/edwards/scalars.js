/** Canonical bytes of a field element, reduced modulo the order of the group. */

import { i64 } from '../../emit/instructions.js';

/** @import { Callable, ModuleBuilder } from '../../emit/module.js' */

/**
 * @param {ModuleBuilder} m
 * @param {{ bytes: number, bound: bigint, order: bigint }} sizes the integer's bytes and a bound on it, a small multiple
 *   of the order
 * @returns {Callable}
 */
export function emitReduce(m, { bytes, bound, order }) {
  const words = bytes / 8;
  const word = (/** @type {bigint} */ value, /** @type {number} */ i) =>
    BigInt.asIntN(64, value >> BigInt(64 * i));
  const doc = 'Reduces a little-endian integer in place, by subtractions.';
  return m.func('reduce_bytes', { params: { at: 'i32' }, doc }, (f, { at }) => {
    const value = f.localArray('value', 'i64', words);
    const difference = f.localArray('difference', 'i64', words);
    const borrow = f.local('borrow', 'i64');
    value.forEach((local, i) => f.set(local, i64.load(at, 8 * i)));
    const times = Number((bound - 1n) / order);
    if (times > 8) throw new RangeError(`expected a bound of at most 8 orders, got ${times}`);
    for (let k = 0; k < times; k++) {
      f.set(borrow, 0);
      for (let i = 0; i < words; i++) {
        const subtrahend = word(order, i);
        // A borrow leaves if value < subtrahend, or value = subtrahend and one came in.
        f.set(difference[i], i64.sub(i64.sub(value[i], subtrahend), borrow));
        const less = i64.extend_i32_u(i64.lt_u(value[i], subtrahend));
        const equal = i64.and(i64.extend_i32_u(i64.eq(value[i], subtrahend)), borrow);
        f.set(borrow, i64.or(less, equal));
      }
      f.if(i64.eqz(borrow), () => value.forEach((local, i) => f.set(local, difference[i])));
    }
    value.forEach((local, i) => f.emit(i64.store(at, local, 8 * i)));
  });
}
