/**
 * The steps of ./lists.js on the `limbs30` field kernel: a row is one element, *lazy*, in
 * Montgomery form.
 */

import { i32, i64 } from '../emit/instructions.js';
import { reversedWord } from '../field/byte-order.js';
import { emitField } from '../field/limbs30/index.js';

/** @import { FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */
/** @import { Field } from '../field/limbs30/index.js' */
/** @import { Steps } from './lists.js' */

/**
 * @type {(m: ModuleBuilder, order: bigint,
 *   options: { reserve: (bytes: number) => number, debug: boolean }) => Steps & { field: Field }}
 */
export function emitLimbSteps(m, order, { reserve, debug }) {
  const field = emitField(m, order, { reserve, debug, form: 'montgomery' });
  const { multiply, add, subtract, difference, looseSum } = field;
  const { slotBytes, bytes } = field.parameters;
  const [product, sum] = [reserve(slotBytes), reserve(slotBytes)];
  const integer = reserve(bytes);
  /**
   * @param {string} name
   * @param {string[]} operands
   * @param {(f: FunctionBuilder, operands: Record<string, Local>) => void} build
   */
  const step = (name, operands, build) => {
    const params = Object.fromEntries(operands.map((id) => [id, /** @type {const} */ ('i32')]));
    return m.func(`step_${name}`, { params }, build);
  };
  const forward = step('forward', ['low', 'high', 'c'], (f, { low, high, c }) => {
    f.emit(multiply.call(product, high, c));
    f.emit(subtract.call(high, low, product), add.call(low, low, product));
  });
  const backward = step('backward', ['low', 'high', 'c'], (f, { low, high, c }) => {
    f.emit(difference.call(product, low, high), add.call(low, low, high));
    f.emit(multiply.call(high, product, c));
  });
  return {
    field,
    elements: 1,
    rowBytes: slotBytes,
    bytes,
    messages: field.checks.messages,
    readRow: m.func(
      'step_read',
      { params: { row: 'i32', source: 'i32' }, result: 'i32' },
      (f, { row, source }) => {
        emitReversed(f, { source, target: integer, bytes });
        f.result(i32.eqz(field.fromBytes.call(row, integer)));
      },
    ),
    beginRead: step('begin_read', ['c'], () => {}),
    finishRow: step('finish', ['row', 'c'], (f, { row, c }) => {
      f.if(c, () => f.emit(multiply.call(row, row, c)));
    }),
    writeRow: step('write', ['target', 'row'], (f, { target, row }) => {
      f.emit(field.emitToBigEndian().call(target, row));
    }),
    multiply,
    scale: multiply,
    accumulate: step('accumulate', ['z', 'x', 'c'], (f, { z, x, c }) => {
      f.emit(multiply.call(product, x, c), add.call(z, z, product));
    }),
    fold: step('fold', ['z', 'x', 'w'], (f, { z, x, w }) => {
      const next = f.local('next', 'i32', i32.add(x, slotBytes));
      f.emit(difference.call(product, x, next), add.call(sum, x, next));
      f.emit(multiply.call(product, product, w), add.call(z, sum, product));
    }),
    split: step('split', ['z', 'd', 't', 'c'], (f, { z, d, t, c }) => {
      const next = f.local('next', 'i32', i32.add(z, slotBytes));
      f.emit(difference.call(product, c, t), looseSum.call(sum, c, t));
      f.emit(multiply.call(z, sum, d), multiply.call(next, product, d));
    }),
    quotient: step('quotient', ['z', 'x', 'd', 'c'], (f, { z, x, d, c }) => {
      f.emit(difference.call(product, c, x), multiply.call(z, product, d));
    }),
    forward,
    backward,
    sums: step('sums', ['low', 'high'], (f, { low, high }) => {
      f.emit(subtract.call(product, low, high), add.call(low, low, high));
      f.emit(field.copy.call(high, product));
    }),
    factors: null,
    neighbours: null,
  };
}

/**
 * Copies bytes in reverse.
 * @type {(f: FunctionBuilder,
 *   list: { source: Local, target: number, bytes: number }) => void}
 */
function emitReversed(f, { source, target, bytes }) {
  for (let i = 0; i < bytes; i += 8) {
    const word = reversedWord(f, i64.load(source, bytes - 8 - i));
    f.emit(i64.store(i32.const(target), word, i));
  }
}
