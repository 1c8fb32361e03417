/** Zero tests, equality and the canonical representative. Zero is 0 or p (parameters.js). */

import { i32, i64 } from '../../emit/instructions.js';
import { limbsOf } from '../limbs30/parameters.js';
import { chooseLimbs, loadLimbs, storeLimbs, subtractLimbs } from './words.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Operand } from '../../emit/expression.js' */
/** @import { WideParameters } from './parameters.js' */

/**
 * The reduced limbs of a lazy element, in locals.
 * @type {(f: FunctionBuilder, parameters: WideParameters, address: Operand) => Local[]}
 */
export function reducedLimbs(f, parameters, address) {
  const { n, p } = parameters;
  const limbs = loadLimbs(f, 'x', address, n);
  const less = f.localArray('less', 'i64', n);
  const borrow = f.local('borrow', 'i64');
  subtractLimbs(f, less, limbs, limbsOf(p, parameters), borrow);
  f.set(borrow, i64.xor(borrow, -1n));
  chooseLimbs(f, limbs, less, borrow);
  return limbs;
}

/**
 * @param {ModuleBuilder} m
 * @param {WideParameters} parameters
 * @param {{ subtract: Callable }} linear
 * @param {number} scratch address of one element
 */
export function emitCompare(m, parameters, { subtract }, scratch) {
  const { n, p } = parameters;
  const P = limbsOf(p, parameters);
  const isZero = m.func(
    'field_is_zero',
    { params: { x: 'i32' }, result: 'i32', exported: true, doc: '1 if x = 0 mod p. x lazy.' },
    (f, { x }) => {
      const [limb, zero, prime] = [
        f.local('limb', 'i64'),
        f.local('zero', 'i64', 0n),
        f.local('prime', 'i64', 0n),
      ];
      for (let j = 0; j < n; j++) {
        f.set(limb, i64.load(x, 8 * j));
        f.set(zero, i64.or(zero, limb));
        f.set(prime, i64.or(prime, i64.xor(limb, P[j])));
      }
      f.result(i32.or(i64.eqz(zero), i64.eqz(prime)));
    },
  );
  const params = /** @type {const} */ ({ x: 'i32', y: 'i32' });
  const isEqual = m.func(
    'field_is_equal',
    { params, result: 'i32', exported: true, doc: '1 if x = y mod p. x, y lazy.' },
    (f, { x, y }) => {
      f.emit(subtract.call(scratch, x, y));
      f.result(isZero.call(scratch));
    },
  );
  const reduce = m.func(
    'field_reduce',
    { params: { z: 'i32', x: 'i32' }, exported: true, doc: 'z = x mod p in [0, p). x lazy.' },
    (f, { z, x }) => storeLimbs(f, z, reducedLimbs(f, parameters, x)),
  );
  return {
    isZero,
    isEqual,
    reduce,
    /**
     * By the lowest limb: true for every element that is 0 mod p, and for one other in 2^63.
     * @param {FunctionBuilder} f
     * @param {Local} d its address
     */
    mayBeZeroDifference: (f, d) => {
      const low = f.local('low', 'i64', i64.load(d));
      return i32.or(i64.eqz(low), i64.eq(low, P[0]));
    },
    /** A difference is lazy like any other result. */
    isZeroDifference: () => isZero,
  };
}

/**
 * @param {ModuleBuilder} m
 * @param {WideParameters} parameters
 */
export function emitCopy(m, { n }) {
  return m.func(
    'field_copy',
    { params: { z: 'i32', x: 'i32' }, exported: true, doc: 'z = x.' },
    (f, { z, x }) => storeLimbs(f, z, loadLimbs(f, 'x', x, n)),
  );
}
