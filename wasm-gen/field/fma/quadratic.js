/**
 * The extension Fp[u]/(u² + 1), p ≡ 3 mod 4, two elements at a time: the interface of emitFmaField
 * over the extension.
 *
 * Symbols: x = x_0 + x_1·u, its row the digits of x_0, then those of x_1; h = 2^(w−1). Ranges
 * (parameters.js) are those of both coefficients.
 *   xy (Karatsuba): U = x_0·y_0, V = x_1·y_1, T = (x_0 + x_1)(y_0 + y_1); U − V and T − U − V are
 *        formed from columns, as integers, and reduced once each: 3n² + 2(n² + n + 1) digit
 *        products.
 *   x²:  (x_0 + x_1)(x_0 − x_1) and (2·x_0)·x_1: 2n² + 2(n² + n + 1).
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
 */

import { f64x2, i32, i64x2, v128 } from '../../emit/instructions.js';
import { constantRows } from './constants.js';
import { emitFmaField, loadRow, storeRow } from './index.js';
import { emitColumns, emitReduction } from './multiply.js';
import { digitBitsWith } from './parameters.js';

/** @import { Callable, FunctionBuilder, ModuleBuilder } from '../../emit/module.js' */
/** @import { Operand } from '../../emit/expression.js' */
/** @import { FmaPrimeField } from './index.js' */
/** @import { Digits, Product } from './multiply.js' */
/** @import { RowChecks } from './checks.js' */

/**
 * Bits of a digit; log2(R/p) from which the term |xy|/R of a product is small; and bits of p's top
 * digit, for centring. All bounds for 49 bits hold for fewer, too.
 */
const SHAPE = { most: 49, spare: 10, top: 14 };

/** @typedef {ReturnType<typeof emitFmaQuadraticField>} FmaQuadraticField */

/**
 * @param {ModuleBuilder} m
 * @param {bigint} p a prime, 3 mod 4
 * @param {{ reserve: (bytes: number) => number, debug?: boolean }} options as for emitFmaField
 */
export function emitFmaQuadraticField(m, p, { reserve, debug = false }) {
  if (p % 4n !== 3n)
    throw new RangeError(`expected p ≡ 3 mod 4, where −1 is not a square, got p ≡ ${p % 4n}`);
  const digitBits = digitBitsWith(p.toString(2).length, SHAPE);
  const prime = emitFmaField(m, p, { reserve, debug, form: 'montgomery', digitBits });
  const { parameters, constants, rowLength: n } = prime;
  const rowBytes = 2 * prime.rowBytes;
  const reserveRow = () => reserve(rowBytes);
  const checks = checkCoefficients(prime);
  const constant = constantRows(prime, 2);
  const context = {
    prime,
    rowBytes,
    checks,
    columns: emitColumnProducts(m, prime),
    reduce: emitReductions(m, prime),
    // Zeros, also as columns: those are as long as a row.
    none: constant.rows.zero,
  };
  const operations = { ...emitMultiply(m, context), ...emitSquares(m, context) };
  const norm = emitNorm(m, context, operations.multiply);
  const scratch = { x: reserveRow(), y: reserveRow(), c: reserveRow(), z: reserveRow() };
  return {
    prime,
    parameters,
    constants,
    checks,
    reserve,
    degree: 2,
    rowLength: 2 * n,
    rowBytes,
    bytes: 2 * prime.bytes,
    reserveRow,
    ...constant,
    ...operations,
    norm,
    /** By calls of the functions above; operands that are not rows are copied into rows. */
    emitProduct(/** @type {FunctionBuilder} */ f, /** @type {Product} */ product) {
      const { x, y, minus = [], store } = product;
      const toRow = (/** @type {Digits} */ digits, /** @type {number} */ row) => {
        if (digits.row !== undefined) return digits.row;
        for (let i = 0; i < 2 * n; i++) f.emit(v128.store(row, digits(i), 16 * i));
        return row;
      };
      if (minus.length > 1) throw new RangeError('expected the sum of the subtrahends');
      const target = store.row ?? scratch.z;
      const operands = [toRow(x, scratch.x), ...(y ? [toRow(y, scratch.y)] : [])];
      const { multiply, multiplySubtract, square, squareSubtract } = operations;
      if (minus.length === 0) f.emit((y ? multiply : square).call(target, ...operands));
      else {
        const operation = y ? multiplySubtract : squareSubtract;
        f.emit(operation.call(target, ...operands, toRow(minus[0], scratch.c)));
      }
      if (store.row !== undefined) return;
      for (let i = 0; i < 2 * n; i++) store(i, v128.load(target, 16 * i));
    },
    invertBoth: emitInvertBoth(m, context, norm),
    ...emitLaneBytes(m, prime),
  };
}

/**
 * An address plus some bytes.
 * @param {Operand} row
 * @param {number} bytes
 * @returns {Operand}
 */
function after(row, bytes) {
  return typeof row === 'number' ? row + bytes : i32.add(row, bytes);
}

/** @param {FmaPrimeField} prime @returns {RowChecks} */
function checkCoefficients({ checks, rowBytes }) {
  return {
    messages: checks.messages,
    row(f, what, row, range) {
      checks.row(f, `${what}_0`, row, range);
      checks.row(f, `${what}_1`, after(row, rowBytes), range);
    },
  };
}

/**
 * @typedef {object} Context
 * @property {FmaPrimeField} prime
 * @property {number} rowBytes of an element
 * @property {RowChecks} checks
 * @property {Callable} columns
 * @property {ReturnType<typeof emitReductions>} reduce
 * @property {number} none columns of zeros
 */

/**
 * @param {ModuleBuilder} m
 * @param {FmaPrimeField} prime
 */
function emitColumnProducts(m, prime) {
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

/**
 * (z, u, v) or (z, u, v, c): z = (u − v)/R, less c if it is given, on rows of the prime field.
 * @param {ModuleBuilder} m
 * @param {FmaPrimeField} prime
 */
function emitReductions(m, prime) {
  const { checks } = prime;
  /** @param {string} name @param {boolean} subtracts */
  const emit = (name, subtracts) => {
    const params = /** @type {Record<string, 'i32'>} */ ({
      z: 'i32',
      u: 'i32',
      v: 'i32',
      ...(subtracts ? { c: 'i32' } : {}),
    });
    const doc = subtracts
      ? 'z = (u − v)/R − c, u and v columns, c a subtrahend; z centred.'
      : 'z = (u − v)/R, u and v columns; z a product.';
    return m.func(name, { params, doc }, (f, { z, u, v, c }) => {
      if (subtracts) checks.row(f, 'c', c, 'subtrahend');
      emitReduction(f, prime, {
        source: (k) => i64x2.sub(v128.load(u, 16 * k), v128.load(v, 16 * k)),
        ...(subtracts ? { minus: [loadRow(c)], centre: 2 } : {}),
        store: storeRow(f, z),
      });
      checks.row(f, 'z', z, subtracts ? 'centred' : 'product');
    });
  };
  const [plain, minus] = [emit('reduce', false), emit('reduce_sub', true)];
  /** @param {Operand} z @param {number} u @param {number} v @param {Operand} [c] */
  const reduce = (z, u, v, c) => (c === undefined ? plain.call(z, u, v) : minus.call(z, u, v, c));
  return reduce;
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 */
function emitMultiply(m, { prime, rowBytes, checks, columns, reduce, none }) {
  const { rowBytes: half, rowLength } = prime;
  const [sumX, sumY] = [prime.reserveRow(), prime.reserveRow()];
  const [U, V, T] = [0, 1, 2].map(() => prime.reserve(rowBytes));
  const multiplyColumns = m.func(
    'extension_columns',
    { params: { x: 'i32', y: 'i32' }, doc: 'U, V and T − U. x wide, y normalised.' },
    (f, { x, y }) => {
      checks.row(f, 'x', x, 'wide');
      checks.row(f, 'y', y, 'normalised');
      const [x1, y1] = [after(x, half), after(y, half)];
      for (let i = 0; i < rowLength; i++) {
        storeRow(f, sumX)(i, f64x2.add(loadRow(x)(i), v128.load(x, half + 16 * i)));
        storeRow(f, sumY)(i, f64x2.add(loadRow(y)(i), v128.load(y, half + 16 * i)));
      }
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
  const multiplySubtract = m.func(
    'extension_mul_sub',
    {
      params: { ...three, c: 'i32' },
      doc: 'z = xy/R − c. x wide, y normalised, c a subtrahend; z centred.',
    },
    (f, { z, x, y, c }) => {
      f.emit(multiplyColumns.call(x, y), reduce(z, U, V, c));
      f.emit(reduce(after(z, half), T, V, after(c, half)));
    },
  );
  return { multiply, multiplySubtract };
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 */
function emitSquares(m, { prime, rowBytes, checks, columns, reduce, none }) {
  const { rowBytes: half, rowLength: n } = prime;
  const [sum, difference, twice] = [0, 1, 2].map(() => prime.reserveRow());
  const [real, imaginary] = [prime.reserve(rowBytes), prime.reserve(rowBytes)];
  const squareColumns = m.func(
    'extension_square_columns',
    { params: { x: 'i32' }, doc: '(x_0 + x_1)(x_0 − x_1) and (2·x_0)·x_1. x normalised.' },
    (f, { x }) => {
      checks.row(f, 'x', x, 'normalised');
      const [x0, x1] = [f.local('x0', 'v128'), f.local('x1', 'v128')];
      for (let i = 0; i < n; i++) {
        f.set(x0, v128.load(x, 16 * i));
        f.set(x1, v128.load(x, half + 16 * i));
        storeRow(f, sum)(i, f64x2.add(x0, x1));
        storeRow(f, difference)(i, f64x2.sub(x0, x1));
        storeRow(f, twice)(i, f64x2.add(x0, x0));
      }
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
  const squareSubtract = m.func(
    'extension_sqr_sub',
    {
      params: { ...two, c: 'i32' },
      doc: 'z = x²/R − c. x normalised, c a subtrahend; z centred.',
    },
    (f, { z, x, c }) => {
      f.emit(squareColumns.call(x), reduce(z, real, none, c));
      f.emit(reduce(after(z, half), imaginary, none, after(c, half)));
    },
  );
  return { square, squareSubtract };
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {Callable} multiply
 */
function emitNorm(m, { prime, rowBytes }, multiply) {
  const conjugate = prime.reserve(rowBytes);
  const doc = 'z = x·x^p/R = (x_0² + x_1²)/R, with a coefficient 0. x normalised; z a product.';
  return m.func('norm', { params: { z: 'i32', x: 'i32' }, doc }, (f, { z, x }) => {
    const n = prime.rowLength;
    for (let i = 0; i < 2 * n; i++)
      storeRow(f, conjugate)(i, i < n ? loadRow(x)(i) : f64x2.neg(loadRow(x)(i)));
    f.emit(multiply.call(z, x, conjugate));
  });
}

/**
 * 1/x = (x_0 − x_1·u)/(x_0² + x_1²), by one inversion for both lanes.
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {Callable} norm
 */
function emitInvertBoth(m, context, norm) {
  const { prime } = context;
  const { rowBytes: half, rowLength } = prime;
  const row = prime.reserve(context.rowBytes);
  const doc = 'z = 1/x in both lanes. x a product, 0 in neither lane; z a product.';
  return m.func('extension_invert_both', { params: { z: 'i32', x: 'i32' }, doc }, (f, { z, x }) => {
    const [z1, x1] = [after(z, half), after(x, half)];
    f.emit(norm.call(row, x), prime.invertBoth.call(row, row));
    f.emit(prime.multiply.call(z, x, row), prime.multiply.call(z1, x1, row));
    for (let i = 0; i < rowLength; i++) storeRow(f, z1)(i, f64x2.neg(loadRow(z1)(i)));
  });
}

/**
 * Canonical bytes of c0, then of c1.
 * @param {ModuleBuilder} m
 * @param {FmaPrimeField} prime
 */
function emitLaneBytes(m, { rowBytes, bytes, ...prime }) {
  const laneFromBytes = m.func(
    'lane_from_two',
    { params: { lane: 'i32', source: 'i32' }, result: 'i32' },
    (f, { lane, source }) => {
      const second = [after(lane, rowBytes), after(source, bytes)];
      f.result(
        i32.and(prime.laneFromBytes.call(lane, source), prime.laneFromBytes.call(...second)),
      );
    },
  );
  const laneToBytes = m.func(
    'lane_to_two',
    { params: { target: 'i32', lane: 'i32' } },
    (f, { target, lane }) => {
      f.emit(prime.laneToBytes.call(target, lane));
      f.emit(prime.laneToBytes.call(after(target, bytes), after(lane, rowBytes)));
    },
  );
  return { laneFromBytes, laneToBytes };
}
