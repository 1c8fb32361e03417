/**
 * The steps of ./lists.js on the two-lane `fma` field kernel: a row is two neighbouring elements in
 * Montgomery form, *spread*: normalised, |value| ≤ 1.01p.
 *
 * Sums of two are centred: k = round(value/p) clamped to ±1 leaves max(0.51p, |value| − p). Sums of
 * three terms, of two levels of a transform at once, lose 2kp with k = round(value/2p): a product
 * of a row and a root is at most 0.79p, that of a difference and a root 0.82p, so such a sum is at
 * most 2.62p, which leaves p and the share by which k's estimate may be off. That comes from the
 * top digits alone, which lack less than 4 of p's top digit of 2^45 and more: 2^−43.
 *
 * Growth, for transforms of up to 2^22 elements, and more. A sum with a product cannot grow: it is
 * at most max(0.51, v + 0.79 − 1)p for a term of vp. What follows two levels at once is at most
 * (1 + 2^−43)p, whatever they were given, and a level of sums without products doubles the share.
 * So forward, where the last level always has products, the results are at most 0.82p after any
 * number of levels; and backward, where each level doubles the share of the first half at most,
 * 22 levels leave |value| ≤ (1 + 2^−21)p, below the 1.01p of `spread`.
 */

import { f64x2, i32, i64x2, v128 } from '../emit/instructions.js';
import { emitFmaField, loadRow, storeRow } from '../field/fma/index.js';
import { emitCentredSum } from '../field/fma/sum.js';
import { emitRowFromBytes, emitRowToBytes } from './row-bytes.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */
/** @import { Expression } from '../emit/expression.js' */
/** @import { FmaPrimeField } from '../field/fma/index.js' */
/** @import { Digits } from '../field/fma/multiply.js' */
/** @import { Steps } from './lists.js' */

/** Bytes of an encoding. */
const BYTES = 32;

/** Bits of primes: five digits of 52 bits, so that any 32 bytes are below R/16. */
const [FEWEST_BITS, MOST_BITS] = [252, 255];

/**
 * @param {ModuleBuilder} m
 * @param {bigint} order
 * @param {{ reserve: (bytes: number) => number, debug: boolean }} options
 * @returns {Steps & { field: FmaPrimeField }}
 */
export function emitFmaSteps(m, order, { reserve, debug }) {
  const bits = order.toString(2).length;
  if (bits < FEWEST_BITS || bits > MOST_BITS)
    throw new RangeError(
      `lists in two lanes: expected a prime of ${FEWEST_BITS} to ${MOST_BITS} bits, got ${bits}`,
    );
  const field = emitFmaField(m, order, { reserve, debug, form: 'montgomery' });
  const { rowBytes, rowLength, multiply, rows } = field;
  const step = stepsOf(m);
  const [left, right, third, factor] = [1, 2, 3, 4].map(() => reserve(rowBytes));
  const sum = step('sum', ['z', 'x', 'y'], (f, { z, x, y }) => {
    const terms = /** @type {const} */ ([
      [1, loadRow(x)],
      [1, loadRow(y)],
    ]);
    emitCentredSum(f, field, { terms, store: storeRow(f, z) });
    field.checks.row(f, 'z', z, 'spread');
  });
  const scale = step('scale', ['z', 'x', 'c'], (f, { z, x, c }) => {
    field.checks.row(f, 'x', x, 'difference');
    field.emitProduct(f, { x: loadRow(x), y: constantRow(c), store: storeRow(f, z) });
  });
  return {
    field,
    elements: 2,
    rowBytes,
    bytes: BYTES,
    messages: field.checks.messages,
    readRow: m.func(
      'step_read',
      { params: { row: 'i32', first: 'i32', second: 'i32' }, result: 'i32' },
      (f, operands) => emitRowFromBytes(f, field, operands),
    ),
    beginRead: step('begin_read', ['c'], (f, { c }) => {
      const R2 = f.local('R2', 'i32', rows.R2);
      const copyRow = () => {
        for (let i = 0; i < rowLength; i++) storeRow(f, i32.const(factor))(i, loadRow(R2)(i));
      };
      f.if(c, () => f.emit(scale.call(factor, R2, c)), copyRow);
    }),
    // Digits in [0, 2^w) are in the range of a difference.
    finishRow: step('finish', ['row', 'c'], (f, { row }) => {
      f.emit(multiply.call(row, row, factor));
    }),
    writeRow: step('write', ['target', 'row'], (f, { target, row }) => {
      f.emit(multiply.call(left, row, rows.plainOne));
      emitRowToBytes(f, field, { target, row: f.local('integers', 'i32', left) });
    }),
    multiply,
    scale,
    accumulate: step('accumulate', ['z', 'x', 'c'], (f, { z, x, c }) => {
      f.emit(scale.call(left, x, c), sum.call(z, z, left));
    }),
    fold: step('fold', ['z', 'x', 'w'], (f, { z, x, w }) => {
      for (let i = 0; i < rowLength; i++) {
        const [a, b] = sideBySide(f, x, rowBytes, i);
        f.emit(v128.store(left, a, 16 * i), v128.store(right, b, 16 * i));
        f.emit(v128.store(third, f64x2.sub(a, b), 16 * i));
      }
      f.emit(multiply.call(third, third, w), sum.call(left, left, right));
      f.emit(sum.call(z, left, third));
    }),
    split: step('split', ['z', 'd', 't', 'c'], (f, { z, d, t, c }) => {
      for (let i = 0; i < rowLength; i++) {
        const [a, b] = [v128.load64_splat(c, 16 * i), v128.load(t, 16 * i)];
        f.emit(v128.store(left, f64x2.add(a, b), 16 * i));
        f.emit(v128.store(right, f64x2.sub(a, b), 16 * i));
      }
      f.emit(multiply.call(left, left, d), multiply.call(right, right, d));
      for (let i = 0; i < rowLength; i++) {
        storeSideBySide(f, z, rowBytes, i, v128.load(left, 16 * i), v128.load(right, 16 * i));
      }
    }),
    quotient: step('quotient', ['z', 'x', 'd', 'c'], (f, { z, x, d, c }) => {
      for (let i = 0; i < rowLength; i++) {
        const digit = f64x2.sub(v128.load64_splat(c, 16 * i), v128.load(x, 16 * i));
        f.emit(v128.store(left, digit, 16 * i));
      }
      f.emit(multiply.call(z, left, d));
    }),
    ...emitButterflies(m, field),
    quarters: emitQuarters(m, { field, scale, reserve }),
  };
}

/** @param {ModuleBuilder} m */
function stepsOf(m) {
  /**
   * @param {string} name
   * @param {string[]} operands
   * @param {(f: FunctionBuilder, operands: Record<string, Local>) => void} build
   */
  return (name, operands, build) => {
    const params = Object.fromEntries(operands.map((id) => [id, /** @type {const} */ ('i32')]));
    return m.func(`step_${name}`, { params }, build);
  };
}

/** An element in both lanes. @type {(element: Local) => Digits} */
const constantRow = (element) => (i) => v128.load64_splat(element, 16 * i);

/**
 * Digit i of two rows of neighbours: those with even indices, and those with odd ones.
 * @type {(f: FunctionBuilder, rows: Local, rowBytes: number, i: number) => [Local, Local]}
 */
function sideBySide(f, rows, rowBytes, i) {
  const a = f.local('a', 'v128', v128.load(rows, 16 * i));
  const b = f.local('b', 'v128', v128.load(rows, rowBytes + 16 * i));
  const even = f.local('even', 'v128', i64x2.shuffle(a, b, 0, 2));
  return [even, f.local('odd', 'v128', i64x2.shuffle(a, b, 1, 3))];
}

/**
 * The inverse of `sideBySide`.
 * @type {(f: FunctionBuilder, rows: Local, rowBytes: number, i: number, even: Expression,
 *   odd: Expression) => void}
 */
function storeSideBySide(f, rows, rowBytes, i, even, odd) {
  const [a, b] = [f.local('a', 'v128', even), f.local('b', 'v128', odd)];
  f.emit(v128.store(rows, i64x2.shuffle(a, b, 0, 2), 16 * i));
  f.emit(v128.store(rows, i64x2.shuffle(a, b, 1, 3), rowBytes + 16 * i));
}

/**
 * @param {ModuleBuilder} m
 * @param {FmaPrimeField} field
 */
function emitButterflies(m, field) {
  const { rowBytes, rowLength, checks } = field;
  const step = stepsOf(m);
  const operands = ['low', 'high', 'c'];
  /** @type {(f: FunctionBuilder, low: Local, high: Local) => void} */
  const assertRows = (f, low, high) => {
    for (const row of [low, high]) checks.row(f, row.name, row, 'spread');
  };
  return {
    forward: step('forward', operands, (f, { low, high, c }) => {
      const x = loadRow(high);
      const stores = [storeRow(f, low), storeRow(f, high)];
      emitForward(f, field, { low: loadRow(low), high: x, c: constantRow(c), stores });
      assertRows(f, low, high);
    }),
    backward: step('backward', operands, (f, { low, high, c }) => {
      const rows = { low: loadRow(low), high: loadRow(high), c: constantRow(c) };
      emitBackward(f, field, { ...rows, stores: [storeRow(f, low), storeRow(f, high)] });
      assertRows(f, low, high);
    }),
    sums: step('sums', ['low', 'high'], (f, { low, high }) => {
      const lows = f.localArray('low', 'v128', rowLength);
      const highs = f.localArray('high', 'v128', rowLength);
      for (let i = 0; i < rowLength; i++) {
        f.set(lows[i], loadRow(low)(i));
        f.set(highs[i], loadRow(high)(i));
      }
      emitSums(f, field, {
        ...{ x: (i) => lows[i], y: (i) => highs[i] },
        stores: [storeRow(f, low), storeRow(f, high)],
      });
      assertRows(f, low, high);
    }),
    neighbours: {
      forward: step('forward_neighbours', ['rows', 'c'], (f, { rows, c }) => {
        emitSideBySide(f, rows, { rowBytes, rowLength }, (pair, stores) => {
          emitForward(f, field, { ...pair, c: loadRow(c), stores });
        });
      }),
      backward: step('backward_neighbours', ['rows', 'c'], (f, { rows, c }) => {
        emitSideBySide(f, rows, { rowBytes, rowLength }, (pair, stores) => {
          emitBackward(f, field, { ...pair, c: loadRow(c), stores });
        });
      }),
    },
  };
}

/**
 * Two levels at once: those sums of the first that are multiplied or added to need no carries.
 * @param {ModuleBuilder} m
 * @param {{ field: FmaPrimeField, scale: Callable, reserve: (bytes: number) => number }} kernel
 */
function emitQuarters(m, { field, scale, reserve }) {
  const { rowBytes, rowLength, checks } = field;
  const [high, sum, difference] = [1, 2, 3].map(() => reserve(rowBytes));
  const operands = ['a', 'b', 'c', 'd', 't', 's', 'u'];
  return stepsOf(m)('quarters', operands, (f, { a, b, c, d, t, s, u }) => {
    f.emit(scale.call(sum, d, t), scale.call(high, c, t));
    for (let i = 0; i < rowLength; i++) {
      const [x, y] = [v128.load(b, 16 * i), v128.load(sum, 16 * i)];
      f.emit(v128.store(difference, f64x2.sub(x, y), 16 * i));
      f.emit(v128.store(sum, f64x2.add(x, y), 16 * i));
    }
    f.emit(scale.call(sum, sum, s), scale.call(difference, difference, u));
    const low = f.localArray('low', 'v128', rowLength);
    low.forEach((local, i) => f.set(local, loadRow(a)(i)));
    const first = /** @type {Digits} */ ((i) => low[i]);
    /** @type {Array<[Local, 1 | -1, Digits, 1 | -1]>} */
    const results = [
      [a, 1, loadRow(sum), 1],
      [b, 1, loadRow(sum), -1],
      [c, -1, loadRow(difference), 1],
      [d, -1, loadRow(difference), -1],
    ];
    for (const [row, sign, last, lastSign] of results) {
      const terms = /** @type {const} */ ([
        [1, first],
        [sign, loadRow(high)],
        [lastSign, last],
      ]);
      emitCentredSum(f, field, { terms, unit: 2, store: storeRow(f, row) });
      checks.row(f, row.name, row, 'spread');
    }
  });
}

/**
 * @typedef {(i: number, digit: Expression) => void} Store
 * @typedef {{ low: Digits, high: Digits, c: Digits, stores: Store[] }} Butterfly
 */

/** @type {(f: FunctionBuilder, field: FmaPrimeField, butterfly: Butterfly) => void} */
function emitForward(f, field, { low, high, c, stores }) {
  const product = f.localArray('product', 'v128', field.rowLength);
  field.emitProduct(f, { x: high, y: c, store: (i, digit) => f.set(product[i], digit) });
  const lows = f.localArray('low', 'v128', field.rowLength);
  lows.forEach((local, i) => f.set(local, low(i)));
  /** @type {[Digits, Digits]} */
  const [x, y] = [(i) => lows[i], (i) => product[i]];
  emitSums(f, field, { x, y, stores });
}

/**
 * x + y and x − y.
 * @type {(f: FunctionBuilder, field: FmaPrimeField,
 *   sums: { x: Digits, y: Digits, stores: Store[] }) => void}
 */
function emitSums(f, field, { x, y, stores }) {
  stores.forEach((store, i) => {
    const terms = /** @type {const} */ ([
      [1, x],
      [i === 0 ? 1 : -1, y],
    ]);
    emitCentredSum(f, field, { terms, store });
  });
}

/** @type {(f: FunctionBuilder, field: FmaPrimeField, butterfly: Butterfly) => void} */
function emitBackward(f, field, { low, high, c, stores }) {
  const difference = f.localArray('difference', 'v128', field.rowLength);
  difference.forEach((local, i) => f.set(local, f64x2.sub(low(i), high(i))));
  const terms = /** @type {const} */ ([
    [1, low],
    [1, high],
  ]);
  emitCentredSum(f, field, { terms, store: stores[0] });
  field.emitProduct(f, { x: (i) => difference[i], y: c, store: stores[1] });
}

/**
 * Loads two rows of neighbours as their even and odd elements, and stores the results.
 * @type {(f: FunctionBuilder, rows: Local, shape: { rowBytes: number, rowLength: number },
 *   build: (pair: { low: Digits, high: Digits }, stores: Store[]) => void) => void}
 */
function emitSideBySide(f, rows, { rowBytes, rowLength }, build) {
  const digits = Array.from({ length: rowLength }, (_, i) => sideBySide(f, rows, rowBytes, i));
  const results = [0, 1].map((k) => f.localArray(`result${k}_`, 'v128', rowLength));
  const stores = results.map(
    (row) => (/** @type {number} */ i, /** @type {Expression} */ digit) => f.set(row[i], digit),
  );
  build({ low: (i) => digits[i][0], high: (i) => digits[i][1] }, stores);
  for (let i = 0; i < rowLength; i++) {
    storeSideBySide(f, rows, rowBytes, i, results[0][i], results[1][i]);
  }
}
