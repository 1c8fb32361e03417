/**
 * Squares, and powers with an exponent known to the generator: those of ../limbs30/power.js, on
 * rows. Powers by runs of ones take two rows at a time, since a squaring that does not wait for
 * the previous one takes four fifths of the time (fold of 256 bits: 25.8 ns for 31.9; at 381 bits,
 * where other chains serve, nothing is gained).
 */

import { i32, v128 } from '../../emit/instructions.js';
import * as chains from '../addition-chain.js';
import { preferRuns, additionChain, runsOfOnes } from '../limbs30/power.js';
import { emitInTurn } from './columns-first.js';
import { loadRow, storeRow } from './index.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression, Operand } from '../../emit/expression.js' */
/** @import { Chain } from '../addition-chain.js' */
/** @import { FmaField } from './index.js' */

/** @type {(m: ModuleBuilder, field: FmaField) => Callable} */
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
 * @type {(m: ModuleBuilder, name: string, exponent: bigint,
 *   field: FmaField & { square: Callable }) => RowPower}
 */
export function emitRowPower(m, name, exponent, field) {
  if (preferRuns(exponent)) return emitRunPower(m, name, exponent, field);
  return emitChainPower(m, name, chains.windowChain(exponent), field);
}

/**
 * The powers of roots, p ≡ 3 mod 4: x^e or, for 'root', x^(e+1), for the e of ../addition-chain.js.
 * @type {(m: ModuleBuilder, name: string, kind: 'root' | 'inverse root',
 *   field: FmaField & { square: Callable }) => RowPower}
 */
export function emitRowRootPower(m, name, kind, field) {
  const { p } = field.parameters;
  const isRoot = kind === 'root';
  const exponent = isRoot ? (p + 1n) / 4n : (p - 3n) / 4n;
  if (preferRuns(exponent)) return emitRunPower(m, name, exponent, field);
  const chain = isRoot ? chains.rootChain(p) : chains.inverseRootChain(p);
  return emitChainPower(m, name, chain, field);
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

/**
 * @type {(m: ModuleBuilder, name: string, chain: Chain,
 *   field: FmaField & { square: Callable }) => RowPower}
 */
function emitChainPower(m, name, chain, field) {
  const { multiply, square, reserve, rowBytes } = field;
  const slots = reserve(rowBytes * (chain.slots - 1)) - rowBytes;
  const program = chains.bytesOfChain(chain);
  const begin = reserve(program.length);
  m.dataAt(begin, program);
  const [base, result] = [chains.BASE, chains.RESULT].map((i) => slots + i * rowBytes);
  const doc = `The row at ${result} = the row at ${base}, a product, to the power ${chain.exponent}; a product.`;
  const power = m.func(name, { doc }, (f) => {
    const [step, count] = [f.local('step', 'i32', begin), f.local('count', 'i32')];
    const [x, factor, target] = ['x', 'factor', 'target'].map((id) => f.local(id, 'i32'));
    const row = (/** @type {Operand} */ index) => i32.add(i32.mul(index, rowBytes), slots);
    f.loop((next) => {
      f.set(count, i32.load8_u(step));
      f.set(x, row(i32.load8_u(step, 1)));
      f.set(factor, i32.load8_u(step, 2));
      f.set(target, row(i32.load8_u(step, 3)));
      f.if(count, () =>
        f.loop((again) => {
          f.emit(square.call(target, x));
          f.set(x, target);
          f.brIf(again, f.tee(count, i32.sub(count, 1)));
        }),
      );
      f.if(factor, () => f.emit(multiply.call(target, x, row(factor))));
      f.brIf(next, i32.lt_u(f.tee(step, i32.add(step, chains.STEP_BYTES)), begin + program.length));
    });
  });
  return { power: () => power.call(), base, result, rows: 1 };
}
