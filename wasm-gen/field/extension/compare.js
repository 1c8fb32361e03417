/** Zero tests, equality, signs and copies in Fp², by those of the base field. */

import { i32 } from '../../emit/instructions.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { BaseField } from './index.js' */

/**
 * @param {ModuleBuilder} m
 * @param {BaseField} base
 */
export function emitExtensionCompare(m, base) {
  const { slotBytes } = base.parameters;
  const second = (/** @type {Local} */ x) => i32.add(x, slotBytes);
  const isZero = m.func(
    'extension_is_zero',
    { params: { x: 'i32' }, result: 'i32', exported: true, doc: '1 if x = 0. x lazy.' },
    (f, { x }) => f.result(i32.and(base.isZero.call(x), base.isZero.call(second(x)))),
  );
  const isEqual = m.func(
    'extension_is_equal',
    {
      params: { x: 'i32', y: 'i32' },
      result: 'i32',
      exported: true,
      doc: '1 if x = y. x, y lazy.',
    },
    (f, { x, y }) =>
      f.result(i32.and(base.isEqual.call(x, y), base.isEqual.call(second(x), second(y)))),
  );
  const copy = m.func(
    'extension_copy',
    { params: { z: 'i32', x: 'i32' }, exported: true, doc: 'z = x.' },
    (f, { z, x }) => f.emit(base.copy.call(z, x), base.copy.call(second(z), second(x))),
  );
  return {
    isZero,
    isEqual,
    copy,
    /** By the first coefficient alone. @param {FunctionBuilder} f @param {Local} d */
    mayBeZeroDifference: (f, d) => base.mayBeZeroDifference(f, d),
    /** @returns {Callable} */
    isZeroDifference: () => {
      const isZeroCoefficient = base.isZeroDifference();
      return m.func(
        'extension_is_zero_difference',
        { params: { d: 'i32' }, result: 'i32' },
        (f, { d }) =>
          f.result(i32.and(isZeroCoefficient.call(d), isZeroCoefficient.call(second(d)))),
      );
    },
    /**
     * Returns a function whose result is 1 if y is the root that a word names, 'larger' only: the
     * second coefficient decides, or the first if the second is zero.
     * @type {(rootSign: string) => Callable}
     */
    rootSign: (rootSign) => {
      if (rootSign !== 'larger')
        throw new RangeError(`expected rootSign 'larger', got '${rootSign}'`);
      const coefficientSign = base.rootSign(rootSign);
      const doc =
        '1 if y is the larger of the two roots: its second coefficient, or else its first, is.';
      return m.func(
        'extension_root_sign',
        { params: { y: 'i32' }, result: 'i32', doc },
        (f, { y }) => {
          f.if(base.isZero.call(second(y)), () => f.return(coefficientSign.call(y)));
          f.result(coefficientSign.call(second(y)));
        },
      );
    },
  };
}
