/**
 * Squares, and powers with an exponent known to the generator: those of ../limbs30/power.js, on
 * rows. The steps of a sliding window are a table in memory, so that the code is one loop. Powers
 * by runs of ones take two rows at a time, since a squaring that does not wait for the previous one
 * takes four fifths of the time (fold of 256 bits: 25.8 ns for 31.9; at 381 bits, where windows
 * serve, nothing is gained).
 */

import { i32, v128 } from '../../emit/instructions.js';
import { preferRuns, additionChain, runsOfOnes, slidingWindow, WINDOW } from '../limbs30/power.js';
import { emitInTurn } from './columns-first.js';
import { loadRow, storeRow } from './index.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression, Operand } from '../../emit/expression.js' */
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
 * The rows of the base and of the result, and their number, 1 or 2, back to back; if 2, `power`
 * takes a word that is 1 if both are used.
 * @typedef {{ power: (both?: Operand) => Expression, base: number, result: number, rows: 1 | 2 }}
 *   RowPower
 */

/**
 * @param {ModuleBuilder} m
 * @param {string} name
 * @param {bigint} exponent
 * @param {FmaField & { square: Callable }} field
 * @returns {RowPower}
 */
export function emitRowPower(m, name, exponent, field) {
  const emit = preferRuns(exponent) ? emitRunPower : emitWindowPower;
  return emit(m, name, exponent, field);
}

/**
 * Products of one row, or of two back to back in memory if `both` is 1.
 * @param {ModuleBuilder} m
 * @param {string} name
 * @param {FmaField & { square: Callable }} field
 */
export function emitPairOperations(m, name, { multiply, square, rowBytes }) {
  const squareTimes = m.func(
    `${name}_square_times`,
    { params: PAIR.squareTimes, doc: 'z = x^(2^count), of one row or two. count > 0.' },
    (f, { z, x, count, both }) => {
      f.loop((again) => {
        f.emit(square.call(z, x));
        f.if(both, () => f.emit(square.call(i32.add(z, rowBytes), i32.add(x, rowBytes))));
        f.set(x, z);
        f.brIf(again, f.tee(count, i32.sub(count, 1)));
      });
    },
  );
  const times = m.func(
    `${name}_times`,
    { params: PAIR.times, doc: 'z = xy, of one row or two.' },
    (f, { z, x, y, both }) => {
      f.emit(multiply.call(z, x, y));
      f.if(both, () => {
        const [z1, x1, y1] = [z, x, y].map((row) => i32.add(row, rowBytes));
        f.emit(multiply.call(z1, x1, y1));
      });
    },
  );
  return { squareTimes, times };
}

const PAIR = /** @type {const} */ ({
  squareTimes: { z: 'i32', x: 'i32', count: 'i32', both: 'i32' },
  times: { z: 'i32', x: 'i32', y: 'i32', both: 'i32' },
});

/**
 * The same for chains of them, in Montgomery form: products by columns, those of two rows
 * interleaved (columns-first.js), and digits in locals from one squaring to the next.
 * @type {typeof emitPairOperations}
 */
export function emitFastPairOperations(m, name, field) {
  const { checks } = field;
  const rowsFrom = (/** @type {Local} */ row, /** @type {1 | 2} */ number) =>
    [row, i32.add(row, field.rowBytes)].slice(0, number);
  const squareTimes = m.func(
    `${name}_square_times`,
    { params: PAIR.squareTimes, doc: 'z = x^(2^count), of one row or two. count > 0.' },
    (f, { z, x, count, both }) => {
      const run = (/** @type {1 | 2} */ number) => () => {
        for (const row of rowsFrom(x, number)) checks.row(f, 'x', row, 'normalised');
        const rows = rowsFrom(x, number).map((row) => emitLocalRow(f, field, row));
        const products = rows.map(({ digits, store }) => ({
          x: (/** @type {number} */ i) => digits[i],
          y: null,
          store,
        }));
        f.loop((again) => {
          emitInTurn(f, field, products);
          f.brIf(again, f.tee(count, i32.sub(count, 1)));
        });
        rowsFrom(z, number).forEach((row, i) => rows[i].save(row));
        for (const row of rowsFrom(z, number)) checks.row(f, 'z', row, 'product');
      };
      f.if(both, run(2), run(1));
    },
  );
  const times = m.func(
    `${name}_times`,
    { params: PAIR.times, doc: 'z = xy, of one row or two.' },
    (f, { z, x, y, both }) => {
      const pair = () => {
        const [zs, xs, ys] = [z, x, y].map((row) => rowsFrom(row, 2));
        for (const row of [...xs, ...ys]) checks.row(f, 'x, y', row, 'normalised');
        const products = zs.map((row, i) => ({
          x: loadRow(xs[i]),
          y: loadRow(ys[i]),
          store: storeRow(f, row),
        }));
        emitInTurn(f, field, products);
        for (const row of zs) checks.row(f, 'z', row, 'product');
      };
      f.if(both, pair, () => f.emit(field.multiply.call(z, x, y)));
    },
  );
  return { squareTimes, times };
}

/**
 * A row in locals.
 * @param {FunctionBuilder} f
 * @param {FmaField} field
 * @param {Operand} from
 */
function emitLocalRow(f, { rowLength }, from) {
  const digits = f.localArray(`d${f.locals.length}_`, 'v128', rowLength);
  digits.forEach((digit, i) => f.set(digit, v128.load(from, 16 * i)));
  return {
    digits,
    store: (/** @type {number} */ i, /** @type {Expression} */ digit) => f.set(digits[i], digit),
    save: (/** @type {Operand} */ row) =>
      digits.forEach((digit, i) => f.emit(v128.store(row, digit, 16 * i))),
  };
}

/** @type {typeof emitRowPower} */
function emitRunPower(m, name, exponent, field) {
  const { rowBytes } = field;
  const [first, ...steps] = runsOfOnes(exponent);
  const chain = additionChain([first, ...steps].map(({ length }) => length));
  const rows = () => field.reserve(2 * rowBytes);
  const runs = new Map([1, ...chain.map(({ length }) => length)].map((length) => [length, rows()]));
  const result = rows();
  const run = (/** @type {number} */ length) => /** @type {number} */ (runs.get(length));
  const { squareTimes, times } = emitPairOperations(m, name, field);
  const doc = `The rows at ${result} = the rows at ${run(1)}, products, to the power ${exponent}; products.`;
  const power = m.func(name, { params: { both: 'i32' }, doc }, (f, { both }) => {
    for (const { length, a, b } of chain) {
      f.emit(
        squareTimes.call(run(length), run(a), b, both),
        times.call(run(length), run(length), run(b), both),
      );
    }
    let from = run(first.length);
    for (const { squarings, length } of steps) {
      f.emit(squareTimes.call(result, from, squarings, both));
      if (length) f.emit(times.call(result, result, run(length), both));
      from = result;
    }
  });
  return {
    power: (both = 0) => power.call(both),
    base: run(1),
    result: steps.length ? result : run(first.length),
    rows: 2,
  };
}

/** @type {typeof emitRowPower} */
function emitWindowPower(m, name, exponent, field) {
  const { multiply, square, reserve, rowBytes } = field;
  const [first, ...steps] = slidingWindow(exponent, WINDOW);
  const largest = Math.max(first.odd, ...steps.map(({ odd }) => odd));
  const base = reserve((rowBytes * (largest + 1)) / 2);
  const row = (/** @type {number} */ odd) => base + ((odd - 1) / 2) * rowBytes;
  const [x2, result] = [field.reserveRow(), field.reserveRow()];
  // Two bytes per step: the number of squarings, and the number of the odd power, from 1; 0 for
  // none.
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
  return { power: () => power.call(), base, result, rows: 1 };
}
