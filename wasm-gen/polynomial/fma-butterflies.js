/**
 * Butterflies of transforms on the two-lane `fma` field kernel (./transforms.js). Forward they
 * multiply by factors (../field/fma/fixed-factor.js), columns are summed before they are carried,
 * and values grow from level to level, as *tall* rows: an element in them is reduced when the
 * levels are done, by `settle`, and otherwise once in two levels.
 *
 * Growth, in units of p, of which R/p is 2^5 at least. A product of x and a factor is at most 3.5 +
 * 1.01·|x|/2^5 (fixed-factor.js):
 * - `quarters` of 8.2: c·t and d·t at most 3.77, b ± d·t at most 11.97, products with these at most
 *   3.88, and a is reduced to 0.51, which makes 8.16;
 * - `firstQuarters` of 1.01: a + b + c + d is reduced, a − b + c − d is 4.04, the others are at
 *   most 2.02 + 3.57; so block 0 is stored values always;
 * - at most two levels are left after these, without reductions: 8.2 + 3.77 and 11.97 + 3.88, which
 *   makes 15.85. That is less than half of R, so the top digit, taken mod 2^w, is right.
 * Backward each level has Montgomery products of differences, and sums less p (fma.js).
 */

import { f64x2, i64x2, v128 } from '../emit/instructions.js';
import {
  emitAddend,
  emitCarried,
  emitFactor,
  emitFixedProduct,
} from '../field/fma/fixed-factor.js';
import { loadRow, storeRow } from '../field/fma/index.js';
import { emitCentredSum } from '../field/fma/sum.js';
import { constantRow, sideBySide, stepsOf, storeSideBySide } from './fma-rows.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */
/** @import { Expression } from '../emit/expression.js' */
/** @import { Columns } from '../field/fma/columns.js' */
/** @import { FmaPrimeField } from '../field/fma/index.js' */
/** @import { Digits } from '../field/fma/multiply.js' */
/** @import { Factors } from './lists.js' */

/**
 * @typedef {(i: number, digit: Expression) => void} Store
 * @typedef {{ m: ModuleBuilder, field: FmaPrimeField, scale: Callable,
 *   reserve: (bytes: number) => number }} Kernel `scale`: that of Steps
 */

/** @param {Kernel} kernel */
export function emitButterflies(kernel) {
  const columns = emitColumns(kernel);
  const factors = emitFactors(kernel);
  const forward = emitForwardSteps(kernel, columns);
  const backward = emitBackwardSteps(kernel);
  return {
    sums: backward.sums,
    forward: forward.rows,
    backward: backward.rows,
    neighbours: { forward: forward.neighbours, backward: backward.neighbours },
    factors: { ...factors, ...emitQuarters(kernel, columns, factors.settle) },
  };
}

/** z = x·c as columns, not carried. @type {(kernel: Kernel) => Callable} */
function emitColumns({ m, field }) {
  const { rowBytes, checks } = field;
  return stepsOf(m)('columns', ['z', 'x', 'c'], (f, { z, x, c }) => {
    checks.row(f, 'x', x, 'tall');
    const quotient = (/** @type {number} */ i) => v128.load(c, rowBytes + 16 * i);
    emitFixedProduct(f, field, { x: loadRow(x), w: loadRow(c), quotient, store: storeRow(f, z) });
  });
}

/** One level forward. @param {Kernel} kernel @param {Callable} columns */
function emitForwardSteps({ m, field, reserve }, columns) {
  const { rowBytes, rowLength } = field;
  const step = stepsOf(m);
  const [product, odd] = [reserve(rowBytes), reserve(rowBytes)];
  return {
    rows: step('forward', ['low', 'high', 'c'], (f, { low, high, c }) => {
      f.emit(columns.call(product, high, c));
      const sum = emitAddend(f, field, [[1, loadRow(low)]]);
      emitBoth(f, field, sum, product, [storeRow(f, low), storeRow(f, high)]);
    }),
    neighbours: step('forward_neighbours', ['rows', 'c'], (f, { rows, c }) => {
      emitSideBySide(f, rows, { rowBytes, rowLength }, ({ low, high }, stores) => {
        for (let i = 0; i < rowLength; i++) storeTo(f, odd)(i, high(i));
        f.emit(columns.call(product, odd, c));
        emitBoth(f, field, emitAddend(f, field, [[1, low]]), product, stores);
      });
    }),
  };
}

/**
 * Factors, and rows after the last level.
 * @param {Kernel} kernel
 * @returns {Omit<Factors, 'quarters' | 'firstQuarters'>}
 */
function emitFactors({ m, field, reserve }) {
  const { rowBytes, rowLength, checks } = field;
  const step = stepsOf(m);
  return {
    bytes: 2 * rowBytes,
    held: [1, 2, 3].map(() => reserve(2 * rowBytes)),
    make: step('factors', ['z', 'x'], (f, { z, x }) => {
      checks.row(f, 'x', x, 'spread');
      emitFactor(f, field, loadRow(x), {
        w: storeRow(f, z),
        quotient: (i, digit) => f.emit(v128.store(z, digit, rowBytes + 16 * i)),
      });
    }),
    hold: step('hold', ['z', 'c'], (f, { z, c }) => {
      for (let i = 0; i < 2 * rowLength; i++) storeRow(f, z)(i, constantRow(c)(i));
    }),
    settle: step('settle', ['row'], (f, { row }) => {
      checks.row(f, 'row', row, 'tall');
      const sum = emitAddend(f, field, [[1, loadRow(row)]], { isCentred: true });
      emitWhole(f, field, sum, storeRow(f, row));
      checks.row(f, 'row', row, 'spread');
    }),
  };
}

/**
 * Two levels at once: those sums of the first that are added to again are not carried.
 * @param {Kernel} kernel
 * @param {Callable} columns
 * @param {Callable} settle
 */
function emitQuarters({ m, field, reserve }, columns, settle) {
  const { rowBytes, rowLength, checks } = field;
  const [high, other, sum, difference] = [1, 2, 3, 4].map(() => reserve(rowBytes));
  const step = stepsOf(m);
  const operands = ['a', 'b', 'c', 'd', 't', 's', 'u'];
  const quarters = step('quarters', operands, (f, { a, b, c, d, t, s, u }) => {
    f.emit(columns.call(high, c, t), columns.call(other, d, t));
    const second = emitAddend(f, field, [[1, loadRow(b)]]);
    emitBoth(f, field, second, other, [storeTo(f, sum), storeTo(f, difference)]);
    f.emit(columns.call(other, sum, s), columns.call(sum, difference, u));
    const first = emitAddend(f, field, [[1, loadRow(a)]], { isCentred: true, like: second });
    const less = f.localArray('less', 'v128', rowLength);
    for (let k = 0; k < rowLength; k++) {
      const [column, product] = [first.column(k), v128.load(high, 16 * k)];
      f.set(less[k], i64x2.sub(column, product));
      f.set(column, i64x2.add(column, product));
    }
    emitBoth(f, field, first, other, [storeRow(f, a), storeRow(f, b)]);
    emitBoth(f, field, first, sum, [storeRow(f, c), storeRow(f, d)], less);
    for (const row of [a, b, c, d]) checks.row(f, row.name, row, 'tall');
  });
  const rows = ['a', 'b', 'c', 'd'];
  const firstQuarters = step('first_quarters', [...rows, 'u'], (f, { a, b, c, d, u }) => {
    const digits = [a, b, c, d].map((row) => {
      const locals = f.localArray(row.name, 'v128', rowLength);
      locals.forEach((local, i) => f.set(local, loadRow(row)(i)));
      return /** @type {Digits} */ ((i) => locals[i]);
    });
    /** @type {Columns | undefined} */
    let like;
    /** @type {(signs: ReadonlyArray<1 | -1 | 0>) => Columns} */
    const sumOf = (signs) => {
      /** @type {Array<[1 | -1, Digits]>} */
      const terms = [];
      signs.forEach((sign, i) => sign !== 0 && terms.push([sign, digits[i]]));
      like = emitAddend(f, field, terms, { like });
      return like;
    };
    emitWhole(f, field, sumOf([0, 1, 0, -1]), storeTo(f, difference));
    f.emit(columns.call(high, difference, u));
    emitWhole(f, field, sumOf([1, 1, 1, 1]), storeRow(f, a));
    emitWhole(f, field, sumOf([1, -1, 1, -1]), storeRow(f, b));
    emitBoth(f, field, sumOf([1, 0, -1, 0]), high, [storeRow(f, c), storeRow(f, d)]);
    f.emit(settle.call(a));
    for (const row of [b, c, d]) checks.row(f, row.name, row, 'tall');
  });
  return { quarters, firstQuarters };
}

/** Backward each product is that of a difference. @param {Kernel} kernel */
function emitBackwardSteps({ m, field, reserve, scale }) {
  const { rowBytes, rowLength, checks, multiply } = field;
  const step = stepsOf(m);
  const difference = reserve(rowBytes);
  /** @type {(f: FunctionBuilder, x: Digits, y: Digits) => void} */
  const setDifference = (f, x, y) => {
    for (let i = 0; i < rowLength; i++) storeTo(f, difference)(i, f64x2.sub(x(i), y(i)));
  };
  /** @type {(f: FunctionBuilder, x: Digits, y: Digits, store: Store) => void} */
  const setSum = (f, x, y, store) => {
    const terms = /** @type {const} */ ([
      [1, x],
      [1, y],
    ]);
    emitCentredSum(f, field, { terms, store });
  };
  /** @type {(f: FunctionBuilder, low: Local, high: Local) => void} */
  const assertRows = (f, low, high) => {
    for (const row of [low, high]) checks.row(f, row.name, row, 'spread');
  };
  return {
    rows: step('backward', ['low', 'high', 'c'], (f, { low, high, c }) => {
      setDifference(f, loadRow(low), loadRow(high));
      setSum(f, loadRow(low), loadRow(high), storeRow(f, low));
      f.emit(scale.call(high, difference, c));
      assertRows(f, low, high);
    }),
    sums: step('sums', ['low', 'high'], (f, { low, high }) => {
      const [x, y] = [low, high].map((row) => {
        const digits = f.localArray(row.name, 'v128', rowLength);
        digits.forEach((local, i) => f.set(local, loadRow(row)(i)));
        return /** @type {Digits} */ ((i) => digits[i]);
      });
      setSum(f, x, y, storeRow(f, low));
      const terms = /** @type {const} */ ([
        [1, x],
        [-1, y],
      ]);
      emitCentredSum(f, field, { terms, store: storeRow(f, high) });
      assertRows(f, low, high);
    }),
    neighbours: step('backward_neighbours', ['rows', 'c'], (f, { rows, c }) => {
      emitSideBySide(f, rows, { rowBytes, rowLength }, ({ low, high }, stores) => {
        setDifference(f, low, high);
        setSum(f, low, high, stores[0]);
        f.emit(multiply.call(difference, difference, c));
        for (let i = 0; i < rowLength; i++) stores[1](i, v128.load(difference, 16 * i));
      });
    }),
  };
}

/**
 * Stores digits to a row of the module's own.
 * @type {(f: FunctionBuilder, row: number) => Store}
 */
const storeTo = (f, row) => (i, digit) => f.emit(v128.store(row, digit, 16 * i));

/**
 * The digits of an addend.
 * @type {(f: FunctionBuilder, field: FmaPrimeField, addend: Columns, store: Store) => void}
 */
const emitWhole = (f, field, addend, store) =>
  emitCarried(f, field, addend, (k) => addend.column(k), store);

/**
 * The digits of columns plus and minus those of a product in memory.
 * @param {FunctionBuilder} f
 * @param {FmaPrimeField} field
 * @param {Columns} addend
 * @param {number} product
 * @param {Store[]} stores
 * @param {Local[]} [columns] those of the addend, unless others are given
 */
function emitBoth(f, field, addend, product, stores, columns) {
  const column = (/** @type {number} */ k) => columns?.[k] ?? addend.column(k);
  const other = (/** @type {number} */ k) => v128.load(product, 16 * k);
  emitCarried(f, field, addend, (k) => i64x2.add(column(k), other(k)), stores[0]);
  emitCarried(f, field, addend, (k) => i64x2.sub(column(k), other(k)), stores[1]);
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
