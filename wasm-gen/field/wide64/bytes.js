/**
 * Conversion from and to canonical bytes: little-endian, below p, outside Montgomery form. They are
 * the limbs of a reduced element; an element may have one more limb.
 */

import { i32, i64 } from '../../emit/instructions.js';
import { reversedWord } from '../byte-order.js';
import { lastOptional } from '../limbs30/bytes.js';
import { limbsOf } from '../limbs30/parameters.js';
import { reducedLimbs } from './compare.js';
import { storeLimbs, subtractLimbs } from './words.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { WideConstants } from './constants.js' */
/** @import { WideParameters } from './parameters.js' */

/**
 * @param {ModuleBuilder} m
 * @param {WideParameters} parameters
 * @param {{ multiply: Callable, constants: WideConstants, reserve: (bytes: number) => number }}
 *   field
 */
export function emitBytes(m, parameters, { multiply, constants, reserve }) {
  const { n, p, form, bytes } = parameters;
  const scratch = reserve(parameters.slotBytes);
  const words = bytes / 8;
  const fromBytes = m.func(
    'field_from_bytes',
    {
      params: { z: 'i32', source: 'i32', by: 'i32' },
      result: 'i32',
      exported: true,
      doc: [
        'Reads canonical bytes. 1 if they are below p; otherwise 0, with z unchanged.',
        'by: 0, or kR², lazy, for k times the integer.',
      ].join('\n'),
    },
    (f, { z, source, by }) => {
      const limbs = f.localArray('x', 'i64', n);
      limbs.forEach((limb, j) => f.set(limb, j < words ? i64.load(source, 8 * j) : 0n));
      const less = f.localArray('less', 'i64', n);
      const borrow = f.local('borrow', 'i64');
      subtractLimbs(f, less, limbs, limbsOf(p, parameters), borrow);
      f.if(i64.ne(borrow, 0n), () => {
        if (form === 'fold') {
          storeLimbs(f, z, limbs);
          f.if(by, () => f.emit(multiply.call(z, z, by)));
        } else {
          storeLimbs(f, i32.const(scratch), limbs);
          f.if(i32.eqz(by), () => f.set(by, constants.address('R²')));
          f.emit(multiply.call(z, scratch, by));
        }
        f.return(1);
      });
      f.result(0);
    },
  );
  /**
   * The canonical limbs of an element, outside Montgomery form.
   * @param {FunctionBuilder} f
   * @param {Local} x
   * @param {Local} [by] 0, or an integer k, lazy, for kx
   */
  const canonicalLimbs = (f, x, by) => {
    const one = constants.address('1 outside Montgomery form');
    if (form === 'fold') {
      if (by) {
        f.if(by, () => {
          f.emit(multiply.call(scratch, x, by));
          f.set(x, scratch);
        });
      }
      return reducedLimbs(f, parameters, x);
    }
    if (by) f.if(i32.eqz(by), () => f.set(by, one));
    f.emit(multiply.call(scratch, x, by ?? one));
    return reducedLimbs(f, parameters, i32.const(scratch));
  };
  const toBytes = m.func(
    'field_to_bytes',
    {
      params: { target: 'i32', x: 'i32', by: 'i32' },
      exported: true,
      doc: 'Writes canonical bytes. x lazy. by: 0, or an integer k, lazy, for kx.',
    },
    (f, { target, x, by }) => storeLimbs(f, target, canonicalLimbs(f, x, by).slice(0, words)),
  );
  return {
    fromBytes: lastOptional(fromBytes, 3),
    toBytes: lastOptional(toBytes, 3),
    /**
     * Emits (target, x): the same in big-endian order, for a module that writes encodings itself.
     */
    emitToBigEndian: () =>
      m.func('field_to_big_endian', { params: { target: 'i32', x: 'i32' } }, (f, { target, x }) => {
        const limbs = canonicalLimbs(f, x).slice(0, words);
        const reversed = limbs.map((limb) => reversedWord(f, limb));
        storeLimbs(f, target, reversed.reverse());
      }),
    /**
     * Emitted once, on demand: (y) → 1 if y is the root that an encoding's flag names.
     * @param {string} rootSign 'larger': y > (p − 1)/2; 'odd': y is odd, both as canonical integers
     */
    rootSign: (rootSign) =>
      m.func('root_sign', { params: { y: 'i32' }, result: 'i32' }, (f, { y }) => {
        const limbs = canonicalLimbs(f, y);
        if (rootSign === 'odd') {
          f.result(i32.and(i32.wrap_i64(limbs[0]), 1));
          return;
        }
        const half = limbsOf((p - 1n) / 2n, parameters).map((limb) => i64.const(limb));
        const borrow = f.local('borrow', 'i64');
        subtractLimbs(f, limbs, half, limbs, borrow);
        f.result(i64.ne(borrow, 0n));
      }),
  };
}
