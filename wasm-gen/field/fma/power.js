/**
 * Squares, and powers with an exponent known to the generator: the sliding window of ../limbs30/power.js, on rows. Its
 * steps are a table in memory, so that the code is one loop.
 */

import { i32, v128 } from '../../emit/instructions.js';
import { slidingWindow, WINDOW } from '../limbs30/power.js';
import { loadRow, storeRow } from './index.js';

/** @import { Callable, ModuleBuilder } from '../../emit/module.js' */
/** @import { FmaField } from './index.js' */

/**
 * @param {ModuleBuilder} m
 * @param {FmaField} field
 * @returns {Callable}
 */
export function emitSquare(m, field) {
  const { checks } = field;
  const doc = 'z = x²/R. x normalised; z a product. z may be x.';
  return m.func('field_square', { params: { z: 'i32', x: 'i32' }, doc }, (f, { z, x }) => {
    checks.row(f, 'x', x, 'normalised');
    field.emitProduct(f, { x: loadRow(x), y: null, store: storeRow(f, z) });
    checks.row(f, 'z', z, 'product');
  });
}

/**
 * @param {ModuleBuilder} m
 * @param {string} name
 * @param {bigint} exponent
 * @param {FmaField & { square: Callable }} field
 * @returns {{ power: Callable, base: number, result: number }} the rows from which and to which it works
 */
export function emitRowPower(m, name, exponent, field) {
  const { multiply, square, reserve, rowBytes } = field;
  const [first, ...steps] = slidingWindow(exponent, WINDOW);
  const largest = Math.max(first.odd, ...steps.map(({ odd }) => odd));
  const base = reserve((rowBytes * (largest + 1)) / 2);
  const row = (/** @type {number} */ odd) => base + ((odd - 1) / 2) * rowBytes;
  const [x2, result] = [field.reserveRow(), field.reserveRow()];
  // Two bytes a step: how often to square, and the number of the odd power, from 1; 0 for none.
  const program = reserve(2 * steps.length);
  const bytes = steps.flatMap(({ squarings, odd }) => [squarings, odd ? (odd + 1) / 2 : 0]);
  if (bytes.some((byte) => byte > 255)) throw new RangeError(`${name}: a step exceeds a byte`);
  m.dataAt(program, Uint8Array.from(bytes));
  const doc = `The row at ${result} = the row at ${base}, a product, to the power ${exponent}; a product.`;
  const power = m.func(name, { doc }, (f) => {
    const [step, end] = [f.local('step', 'i32', row(3)), row(largest) + rowBytes];
    f.emit(square.call(x2, base));
    f.loop((again) => {
      f.emit(multiply.call(step, i32.sub(step, rowBytes), x2));
      f.brIf(again, i32.lt_u(f.tee(step, i32.add(step, rowBytes)), end));
    });
    for (let i = 0; i < field.rowLength; i++) {
      f.emit(v128.store(result, v128.load(row(first.odd), 16 * i), 16 * i));
    }
    const [count, odd] = [f.local('count', 'i32'), f.local('odd', 'i32')];
    f.set(step, program);
    f.loop((next) => {
      f.set(count, i32.load8_u(step));
      f.loop((again) => {
        f.emit(square.call(result, result));
        f.brIf(again, f.tee(count, i32.sub(count, 1)));
      });
      f.set(odd, i32.load8_u(step, 1));
      f.if(odd, () => {
        const factor = i32.add(i32.mul(odd, rowBytes), base - rowBytes);
        f.emit(multiply.call(result, result, factor));
      });
      f.brIf(next, i32.lt_u(f.tee(step, i32.add(step, 2)), program + bytes.length));
    });
  });
  return { power, base, result };
}
