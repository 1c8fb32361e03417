/**
 * Products in Fp[u]/(u² + 1), two elements at a time.
 *
 * Symbols: x = x_0 + x_1·u, its row the digits of x_0, then those of x_1; h = 2^(w−1). Ranges
 * (parameters.js) are those of both coefficients.
 *   xy (Karatsuba): U = x_0·y_0, V = x_1·y_1, T = (x_0 + x_1)(y_0 + y_1); U − V and T − U − V are
 *        formed from columns, as integers, and reduced once each: 3n² + 2(n² + 1) digit
 *        products.
 *   x²:  (x_0 + x_1)(x_0 − x_1) and (2·x_0)·x_1: 2n² + 2(n² + 1).
 * Three functions hold all digit products, `columns`, `reduce` and `reduce_sub`, so that
 * a batched addition runs from the processor's cache of decoded instructions:
 * docs/decisions/09-two-lane-extension.md. They work on rows: other operands are put
 * into rows first.
 *
 * Bounds, for w = 49 or less, where |x_i·y_j| ≤ 16h² is exact:
 * - Digits: x wide, y normalised: U and V 4h·h, T 8h·2h; squares 2h·2h. This is the end of the
 *   range, which is inclusive.
 * - Columns: fewer than 10n halves and subtrahends of at most 2^(w+2), far below 2^62.
 * - Values: |xy/R| ≤ 2·4.4p·1.1p/R, less than 0.01p as R/p ≥ 2^10 is asserted: products are at most
 *   0.77p.
 * - Centring: the top column lacks a carry of less than 16 (low halves are at most h, three of
 *   U, V, T and two of q; high ones 4 twice for T, 1 four times for U and V, 1/4 thrice for q; a
 *   subtrahend 1), p's top digit is at least 2^13, so the estimate of k is off by less than 2^−8.
 *   Subtrahends are at most 1.6p, so a value before centring is below 2.4p, and |k| ≤ 2.
 *
 * And for w = 52, where that saves a digit and only |x_i·y_j| ≤ 2h² is exact:
 * - Digits: x is wide up to 2h. Sums of coefficients, of up to 4h for x and 2h for y, are carried
 *   once (carry-pass.js): U and V 2h·h, T (h + 2)(h + 1); squares (h + 1)² and 2h·h.
 * - Values: |xy/R| ≤ 2·2.6p·1.1p/R, less than 0.09p as R/p ≥ 2^6 is asserted: products are at most
 *   0.84p.
 * - Centring: two subtrahends instead of their sum, of 0.8p and digits of h each, so a value before
 *   centring is below 2.45p, and |k| ≤ 2 again; all else is less than above.
 */

import { f64x2, i32, i64x2, v128 } from '../../emit/instructions.js';
import { emitCarriedRow } from './carry-pass.js';
import { loadRow, storeRow } from './index.js';
import { emitColumns, emitReduction } from './multiply.js';

/** @import { Callable, FunctionBuilder, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression, Operand } from '../../emit/expression.js' */
/** @import { FmaPrimeField } from './index.js' */
/** @import { RowChecks } from './checks.js' */

/** An address plus some bytes. @type {(row: Operand, bytes: number) => Operand} */
export function after(row, bytes) {
  return typeof row === 'number' ? row + bytes : i32.add(row, bytes);
}

/**
 * @typedef {object} Context
 * @property {FmaPrimeField} prime
 * @property {number} rowBytes of an element
 * @property {RowChecks} checks
 * @property {Callable} columns
 * @property {string[]} subtrahends those of a function that subtracts: names of its parameters
 * @property {ReturnType<typeof emitReductions>} reduce
 * @property {number} none columns of zeros
 */

/**
 * @param {ModuleBuilder} m
 * @param {FmaPrimeField} prime
 */
export function emitColumnProducts(m, prime) {
  const params = /** @type {const} */ ({ z: 'i32', x: 'i32', y: 'i32', v: 'i32' });
  const doc = 'z = xy − v, z and v columns. |x_i·y_j| ≤ 16h².';
  return m.func('columns', { params, doc }, (f, { z, x, y, v }) => {
    emitColumns(f, prime, {
      x: loadRow(x),
      y: loadRow(y),
      store: (k, column) => f.emit(v128.store(z, i64x2.sub(column, v128.load(v, 16 * k)), 16 * k)),
    });
  });
}

/** Parameters of type i32. @param {string[]} names */
const rowParams = (names) =>
  Object.fromEntries(names.map((name) => [name, /** @type {const} */ ('i32')]));

/**
 * (z, u, v) or (z, u, v, c …): z = (u − v)/R, less the subtrahends if they are given, on rows of
 * the prime field.
 * @param {ModuleBuilder} m
 * @param {FmaPrimeField} prime
 * @param {string[]} subtrahends
 */
export function emitReductions(m, prime, subtrahends) {
  const { checks } = prime;
  /** @param {string} name @param {string[]} minus @param {string} doc */
  const emit = (name, minus, doc) => {
    const signature = { params: rowParams(['z', 'u', 'v', ...minus]), doc };
    return m.func(name, signature, (f, { z, u, v, ...given }) => {
      const subtracted = minus.map((id) => given[id]);
      minus.forEach((id, i) => checks.row(f, id, subtracted[i], 'subtrahend'));
      emitReduction(f, prime, {
        source: (k) => i64x2.sub(v128.load(u, 16 * k), v128.load(v, 16 * k)),
        ...(minus.length ? { minus: subtracted.map(loadRow), centre: 2 } : {}),
        store: storeRow(f, z),
      });
      checks.row(f, 'z', z, minus.length ? 'centred' : 'product');
    });
  };
  const plain = emit('reduce', [], 'z = (u − v)/R, u and v columns; z a product.');
  const less = subtrahends.join(' − ');
  const those = subtrahends.length > 1 ? `${subtrahends.join(', ')} subtrahends` : 'c a subtrahend';
  const doc = `z = (u − v)/R − ${less}, u and v columns, ${those}; z centred.`;
  const subtracting = emit('reduce_sub', subtrahends, doc);
  /** @param {Operand} z @param {number} u @param {number} v @param {Operand[]} minus */
  return (z, u, v, ...minus) => (minus.length ? subtracting : plain).call(z, u, v, ...minus);
}

/**
 * Digits of a row of the prime field, which may `f.set` locals first; `fits`: a factor as they are.
 * @typedef {{ row: number, digit: (i: number) => Expression, fits?: boolean }} Sum
 */

/**
 * Sums of coefficients, digit by digit, to rows; carried where digits have no room for them.
 * @param {FunctionBuilder} f
 * @param {FmaPrimeField} prime
 * @param {(i: number) => void} load emits what digit i of each takes
 * @param {Sum[]} sums
 */
function emitSums(f, prime, load, sums) {
  const { addsSubtrahends } = prime.parameters;
  const isCarried = (/** @type {Sum} */ { fits = addsSubtrahends }) => !fits;
  for (const { row, digit } of sums.filter(isCarried)) {
    emitCarriedRow(f, prime, row, (i) => {
      load(i);
      return digit(i);
    });
  }
  const others = sums.filter((sum) => !isCarried(sum));
  if (others.length === 0) return;
  for (let i = 0; i < prime.rowLength; i++) {
    load(i);
    for (const { row, digit } of others) storeRow(f, row)(i, digit(i));
  }
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 */
export function emitMultiply(m, { prime, rowBytes, checks, columns, subtrahends, reduce, none }) {
  const { rowBytes: half } = prime;
  const [sumX, sumY] = [prime.reserveRow(), prime.reserveRow()];
  const [U, V, T] = [0, 1, 2].map(() => prime.reserve(rowBytes));
  const multiplyColumns = m.func(
    'extension_columns',
    { params: { x: 'i32', y: 'i32' }, doc: 'U, V and T − U. x wide, y normalised.' },
    (f, { x, y }) => {
      checks.row(f, 'x', x, 'wide');
      checks.row(f, 'y', y, 'normalised');
      const [x1, y1] = [after(x, half), after(y, half)];
      const sum = (/** @type {Operand} */ row) => (/** @type {number} */ i) =>
        f64x2.add(loadRow(row)(i), v128.load(row, half + 16 * i));
      emitSums(f, prime, () => {}, [
        { row: sumX, digit: sum(x) },
        { row: sumY, digit: sum(y) },
      ]);
      f.emit(columns.call(U, x, y, none), columns.call(V, x1, y1, none));
      f.emit(columns.call(T, sumX, sumY, U));
    },
  );
  const three = /** @type {const} */ ({ z: 'i32', x: 'i32', y: 'i32' });
  const multiply = m.func(
    'extension_mul',
    { params: three, doc: 'z = xy/R. x wide, y normalised; z a product.' },
    (f, { z, x, y }) => {
      f.emit(multiplyColumns.call(x, y), reduce(z, U, V), reduce(after(z, half), T, V));
    },
  );
  const less = subtrahends.join(' − ');
  const multiplySubtractAll = m.func(
    'extension_mul_sub',
    {
      params: rowParams(['z', 'x', 'y', ...subtrahends]),
      doc: `z = xy/R − ${less}. x wide, y normalised, ${less} subtrahends; z centred.`,
    },
    (f, { z, x, y, ...given }) => {
      const minus = subtrahends.map((id) => given[id]);
      f.emit(multiplyColumns.call(x, y), reduce(z, U, V, ...minus));
      f.emit(reduce(after(z, half), T, V, ...minus.map((row) => after(row, half))));
    },
  );
  const others = subtrahends.slice(1).map(() => none);
  const multiplySubtract = {
    name: multiplySubtractAll.name,
    call: (/** @type {Operand[]} */ ...rows) => multiplySubtractAll.call(...rows, ...others),
  };
  return { multiply, multiplySubtract, multiplySubtractAll };
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 */
export function emitSquares(m, { prime, rowBytes, checks, columns, subtrahends, reduce, none }) {
  const { rowBytes: half } = prime;
  const [sum, difference, twice] = [0, 1, 2].map(() => prime.reserveRow());
  const [real, imaginary] = [prime.reserve(rowBytes), prime.reserve(rowBytes)];
  const squareColumns = m.func(
    'extension_square_columns',
    { params: { x: 'i32' }, doc: '(x_0 + x_1)(x_0 − x_1) and (2·x_0)·x_1. x normalised.' },
    (f, { x }) => {
      checks.row(f, 'x', x, 'normalised');
      const [x0, x1] = [f.local('x0', 'v128'), f.local('x1', 'v128')];
      const load = (/** @type {number} */ i) => {
        f.set(x0, v128.load(x, 16 * i));
        f.set(x1, v128.load(x, half + 16 * i));
      };
      emitSums(f, prime, load, [
        { row: sum, digit: () => f64x2.add(x0, x1) },
        { row: difference, digit: () => f64x2.sub(x0, x1) },
        { row: twice, digit: () => f64x2.add(x0, x0), fits: true },
      ]);
      f.emit(columns.call(real, sum, difference, none));
      f.emit(columns.call(imaginary, twice, after(x, half), none));
    },
  );
  const two = /** @type {const} */ ({ z: 'i32', x: 'i32' });
  const square = m.func(
    'extension_sqr',
    { params: two, doc: 'z = x²/R. x normalised; z a product.' },
    (f, { z, x }) => {
      f.emit(squareColumns.call(x), reduce(z, real, none));
      f.emit(reduce(after(z, half), imaginary, none));
    },
  );
  const less = subtrahends.join(' − ');
  const squareSubtract = m.func(
    'extension_sqr_sub',
    {
      params: rowParams(['z', 'x', ...subtrahends]),
      doc: `z = x²/R − ${less}. x normalised, ${less} subtrahends; z centred.`,
    },
    (f, { z, x, ...given }) => {
      const minus = subtrahends.map((id) => given[id]);
      f.emit(squareColumns.call(x), reduce(z, real, none, ...minus));
      f.emit(reduce(after(z, half), imaginary, none, ...minus.map((row) => after(row, half))));
    },
  );
  return { square, squareSubtract };
}
