/**
 * Zero tests, equality and the canonical representative. Zero has two representatives in
 * [0, 2p): 0 and p.
 */

import { i32, i64 } from '../../emit/instructions.js';
import { emitCarried } from './linear.js';
import { limbsOf } from './parameters.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Constants } from './constants.js' */
/** @import { FieldParameters } from './parameters.js' */

/**
 * z = x − p if that is not negative, else x: subtracts p, and adds it again.
 * @param {FunctionBuilder} f
 * @param {FieldParameters} parameters
 * @param {Local} z
 * @param {Local} x address of a value in [0, 2p)
 */
export function emitReduced(f, parameters, z, x) {
  const multiple = f.local('multiple', 'i64', -1);
  const pass = (/** @type {Local} */ from) =>
    emitCarried(f, parameters, z, multiple, (j, start) => {
      const limb = i64.load32_u(from, 4 * j);
      return start ? i64.add(limb, start) : limb;
    });
  f.set(multiple, i64.shr_u(pass(x), 63));
  pass(z);
}

/**
 * @param {ModuleBuilder} m
 * @param {FieldParameters} parameters
 * @param {{ subtract: Callable, multiply: Callable, constants: Constants }} field
 * @param {number} scratch address of one element
 */
export function emitCompare(m, parameters, { subtract, multiply, constants }, scratch) {
  const { n } = parameters;
  const p = limbsOf(parameters.p, parameters);
  const isZero = m.func(
    'field_is_zero',
    { params: { x: 'i32' }, result: 'i32', exported: true, doc: '1 if x = 0 mod p. x in [0, 2p).' },
    (f, { x }) => {
      const [limb, zero, prime] = [
        f.local('limb', 'i64'),
        f.local('zero', 'i64', 0),
        f.local('prime', 'i64', 0),
      ];
      for (let j = 0; j < n; j++) {
        f.set(limb, i64.load32_u(x, 4 * j));
        f.set(zero, i64.or(zero, limb));
        f.set(prime, i64.or(prime, i64.xor(limb, p[j])));
      }
      f.result(i32.or(i64.eqz(zero), i64.eqz(prime)));
    },
  );
  const isEqual = m.func(
    'field_is_equal',
    {
      params: { x: 'i32', y: 'i32' },
      result: 'i32',
      exported: true,
      doc: '1 if x = y mod p. x, y in [0, 2p).',
    },
    (f, { x, y }) => {
      f.emit(subtract.call(scratch, x, y));
      f.result(isZero.call(scratch));
    },
  );
  const reduce = m.func(
    'field_reduce',
    { params: { z: 'i32', x: 'i32' }, exported: true, doc: 'z = x mod p in [0, p). x in [0, 2p).' },
    (f, { z, x }) => emitReduced(f, parameters, z, x),
  );
  return {
    isZero,
    isEqual,
    reduce,
    ...emitDifferenceTests(m, parameters, (f, d) => {
      f.emit(multiply.call(scratch, d, constants.address('1')));
      f.result(isZero.call(scratch));
    }),
  };
}

/**
 * Tests of a difference x − y + 2p of lazy values, which is 0 mod p only as p, 2p or 3p.
 * @param {ModuleBuilder} m
 * @param {FieldParameters} parameters
 * @param {(f: FunctionBuilder, d: Local) => void} emitIsZero gives 1 as the function's result if a
 *   loose value is 0 mod p
 */
function emitDifferenceTests(m, parameters, emitIsZero) {
  const multiples = [1n, 2n, 3n].map((k) => (k * parameters.p) & parameters.mask);
  /** @type {Callable | undefined} */
  let isZeroDifference;
  return {
    /**
     * By the lowest limb: true for every difference that is 0 mod p, and for one other in 2^28.
     * @param {FunctionBuilder} f
     * @param {Local} d its address
     */
    mayBeZeroDifference: (f, d) => {
      const low = f.local('low', 'i32', i32.load(d));
      return multiples.map((limb) => i32.eq(low, limb)).reduce((any, test) => i32.or(any, test));
    },
    /**
     * Emitted on demand: (d) → 1 if it is 0 mod p. Hardly ever called for other values.
     */
    isZeroDifference: () =>
      (isZeroDifference ??= m.func(
        'is_zero_difference',
        { params: { d: 'i32' }, result: 'i32' },
        (f, { d }) => emitIsZero(f, d),
      )),
  };
}

/**
 * Tells the roots y and −y apart, as an encoding's flag names them.
 * @param {ModuleBuilder} m
 * @param {FieldParameters} parameters
 * @param {{ multiply: Callable, reduce: Callable, constants: Constants,
 *   reserve: (bytes: number) => number }} field
 */
export function emitRootSign(m, parameters, { multiply, reduce, constants, reserve }) {
  /**
   * @param {string} rootSign 'larger': y > (p − 1)/2; 'odd': y is odd, both as canonical integers
   */
  return (rootSign) => {
    const doc = `1 if y is the root that the sign 1 selects: ${rootSign}. y in [0, 2p).`;
    return m.func('root_sign', { params: { y: 'i32' }, result: 'i32', doc }, (f, { y }) => {
      const scratch = reserve(parameters.slotBytes);
      if (parameters.form !== 'fold') {
        f.emit(multiply.call(scratch, y, constants.address('1 outside Montgomery form')));
        f.set(y, scratch);
      }
      f.emit(reduce.call(scratch, y));
      if (rootSign === 'odd') {
        f.result(i32.and(i32.load(i32.const(scratch)), 1));
        return;
      }
      // y > (p − 1)/2 as 2y − p > 0.
      const [prime, j] = [constants.addRaw('p', parameters.p), f.local('j', 'i32', 0)];
      const borrow = f.local('borrow', 'i64', 0);
      f.loop((again) => {
        const twice = i64.shl(i64.load32_u(j, scratch), 1);
        const difference = i64.sub(twice, i64.load32_u(j, prime));
        f.set(borrow, i64.shr_s(i64.add(difference, borrow), parameters.w));
        f.brIf(again, i32.lt_u(f.tee(j, i32.add(j, 4)), 4 * parameters.n));
      });
      f.result(i64.ge_s(borrow, 0));
    });
  };
}

/**
 * @param {ModuleBuilder} m
 * @param {FieldParameters} parameters
 */
export function emitCopy(m, { n }) {
  return m.func(
    'field_copy',
    { params: { z: 'i32', x: 'i32' }, exported: true, doc: 'z = x.' },
    (f, { z, x }) => {
      for (let j = 0; j + 1 < n; j += 2) f.emit(i64.store(z, i64.load(x, 4 * j), 4 * j));
      if (n % 2) f.emit(i64.store32(z, i64.load32_u(x, 4 * (n - 1)), 4 * (n - 1)));
    },
  );
}
