/**
 * The extension Fp[u]/(u² + 1), p ≡ 3 mod 4, two elements at a time: what emitFmaField gives for the prime field.
 *
 * Symbols: x = x_0 + x_1·u, its row the digits of x_0, then those of x_1; h = 2^(w−1). Ranges (parameters.js) are those
 * of both coefficients.
 *   xy = (x_0·y_0 − x_1·y_1) + (x_0·y_1 + x_1·y_0)·u: each coefficient is a sum of two products in the columns, reduced
 *        once: 2·(2n² + n² + 1) digit products. (Karatsuba's three products and two reductions take 5n² + 2, and as
 *        much time: docs/decisions/06-fma-kernel.md.)
 *   x² = (x_0 + x_1)(x_0 − x_1) + (2·x_0)·x_1·u.
 * The functions below are the only copies of these products, and take rows: other operands are put into rows first.
 *
 * Bounds, for w ≤ 51, where |x_i·y_j| ≤ 4h² is exact:
 *   Digits: x wide, y normalised: 4h·h; squares 2h·2h. At the end of the range, which is in it.
 *   Columns: fewer than 6n + 4 halves and subtrahends of at most 2^52, far below 2^62.
 *   Values: |xy/R| ≤ 2·4.4p·1.1p/R, which counts for nothing as R/p ≥ 2^16 is asserted: products are at most 0.76p.
 *   Centring: the top column lacks a carry of less than 2 (four low halves of h) + 4 (four high ones of a product, h·4h/2^w)
 *   + 3/4 (three of q·ρ and q·p) + 1 (a subtrahend of 2h) + 1/4 (what is carried there) = 8, as multiply.js has it.
 *   What is subtracted is at most 1.6p, so a value before centring is below 2.4p, and |k| ≤ 2.
 */

import { f64x2, i32, v128 } from '../../emit/instructions.js';
import { constantRows } from './constants.js';
import { emitFmaField, loadRow, storeRow } from './index.js';
import { emitProduct } from './multiply.js';
import { fmaParameters } from './parameters.js';

/** @import { FunctionBuilder, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression, Operand } from '../../emit/expression.js' */
/** @import { FmaPrimeField } from './index.js' */
/** @import { Digits, Product } from './multiply.js' */
/** @import { RowChecks } from './checks.js' */

/** log2(R/p) from which the term |xy|/R of a product counts for nothing. */
const SPARE_BITS = 16n;

/** @typedef {ReturnType<typeof emitFmaQuadraticField>} FmaQuadraticField */

/**
 * @param {ModuleBuilder} m
 * @param {bigint} p a prime, 3 mod 4
 * @param {{ reserve: (bytes: number) => number, debug?: boolean }} options as for emitFmaField
 */
export function emitFmaQuadraticField(m, p, { reserve, debug = false }) {
  if (p % 4n !== 3n) throw new RangeError('−1 must not be a square: p ≡ 3 mod 4');
  const { addsSubtrahends, R } = fmaParameters(p, 'montgomery');
  if (!addsSubtrahends || R >> SPARE_BITS < p)
    throw new RangeError('sums of products need digits of 51 bits, and 16 bits to spare');
  const prime = emitFmaField(m, p, { reserve, debug, form: 'montgomery', isExtended: true });
  const { parameters, constants, rowLength: n } = prime;
  const rowBytes = 2 * prime.rowBytes;
  const reserveRow = () => reserve(rowBytes);
  const checks = checkCoefficients(prime);
  const sumOfProducts = emitSumOfProducts(m, prime);
  const operations = {
    ...emitMultiply(m, prime, sumOfProducts),
    ...emitSquares(m, prime, checks),
  };
  const scratch = { x: reserveRow(), y: reserveRow(), c: reserveRow(), z: reserveRow() };
  return {
    prime,
    sumOfProducts,
    parameters,
    constants,
    checks,
    reserve,
    degree: 2,
    rowLength: 2 * n,
    rowBytes,
    bytes: 2 * prime.bytes,
    reserveRow,
    ...constantRows(prime, 2),
    ...operations,
    /** By calls of the functions above, with rows for operands that have none. */
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
    invertBoth: emitInvertBoth(m, prime, sumOfProducts),
    ...emitLaneBytes(m, prime),
  };
}

/**
 * An address some bytes further.
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
 * z = (x_0·y_0 ± x_1·y_1)/R on rows of the prime field, with or without a subtrahend.
 * @param {ModuleBuilder} m
 * @param {FmaPrimeField} prime
 */
function emitSumOfProducts(m, prime) {
  const { checks, constants } = prime;
  const rows = /** @type {const} */ ({ z: 'i32', x0: 'i32', y0: 'i32', x1: 'i32', y1: 'i32' });
  /** @param {string} name @param {boolean} subtracts */
  const emit = (name, subtracts) => {
    const params = /** @type {Record<string, 'i32' | 'v128'>} */ ({
      ...rows,
      sign: 'v128',
      ...(subtracts ? { c: 'i32' } : {}),
    });
    const doc = subtracts
      ? 'z = (x0·y0 ± x1·y1)/R − c. x0, x1 wide, y0, y1 normalised, c a subtrahend; z centred.'
      : 'z = (x0·y0 ± x1·y1)/R. x0, x1 wide, y0, y1 normalised; z a product.';
    return m.func(name, { params, doc }, (f, { z, x0, y0, x1, y1, sign, c }) => {
      for (const [what, row] of Object.entries({ x0, x1 })) checks.row(f, what, row, 'wide');
      for (const [what, row] of Object.entries({ y0, y1 })) checks.row(f, what, row, 'normalised');
      if (subtracts) checks.row(f, 'c', c, 'subtrahend');
      const x1Digits = loadRow(x1);
      emitProduct(f, prime, {
        x: loadRow(x0),
        y: loadRow(y0),
        second: { x: (i) => v128.xor(x1Digits(i), sign), y: loadRow(y1) },
        ...(subtracts ? { minus: [loadRow(c)], centre: 2 } : {}),
        store: storeRow(f, z),
      });
      checks.row(f, 'z', z, subtracts ? 'centred' : 'product');
    });
  };
  const plain = emit('sum_of_products', false);
  const minus = emit('sum_of_products_sub', true);
  const [plus, negative] = [constants.bits(0n), constants.bits(1n << 63n)];
  /**
   * @param {Operand} z
   * @param {[Operand, Operand, 1 | -1, Operand, Operand]} products x_0, y_0, ±, x_1, y_1
   * @param {Operand} [c]
   * @returns {Expression}
   */
  return (z, [x0, y0, sign, x1, y1], c) => {
    const operands = /** @type {const} */ ([z, x0, y0, x1, y1, sign === 1 ? plus : negative]);
    return c === undefined ? plain.call(...operands) : minus.call(...operands, c);
  };
}

/**
 * @param {ModuleBuilder} m
 * @param {FmaPrimeField} prime
 * @param {ReturnType<typeof emitSumOfProducts>} sumOfProducts
 */
function emitMultiply(m, prime, sumOfProducts) {
  const { rowBytes, rowLength } = prime;
  const z0 = prime.reserveRow();
  /** @param {string} name @param {boolean} subtracts */
  const emit = (name, subtracts) => {
    const params = /** @type {Record<string, 'i32'>} */ ({
      z: 'i32',
      x: 'i32',
      y: 'i32',
      ...(subtracts ? { c: 'i32' } : {}),
    });
    const doc = subtracts
      ? 'z = xy/R − c. x wide, y normalised, c a subtrahend; z centred.'
      : 'z = xy/R. x wide, y normalised; z a product.';
    return m.func(name, { params, doc }, (f, { z, x, y, c }) => {
      const [x1, y1] = [after(x, rowBytes), after(y, rowBytes)];
      // z may be an operand: z_0 waits until all of them have been read.
      f.emit(sumOfProducts(z0, [x, y, -1, x1, y1], c));
      f.emit(sumOfProducts(after(z, rowBytes), [x, y1, 1, x1, y], c && after(c, rowBytes)));
      for (let i = 0; i < rowLength; i++) storeRow(f, z)(i, loadRow(z0)(i));
    });
  };
  return {
    multiply: emit('extension_mul', false),
    multiplySubtract: emit('extension_mul_sub', true),
  };
}

/**
 * @param {ModuleBuilder} m
 * @param {FmaPrimeField} prime
 * @param {RowChecks} checks
 */
function emitSquares(m, prime, checks) {
  const { rowBytes, rowLength: n } = prime;
  const [sum, difference, twice] = [0, 1, 2].map(() => prime.reserveRow());
  const spread = m.func(
    'square_operands',
    { params: { x: 'i32' }, doc: 'x_0 + x_1, x_0 − x_1 and 2·x_0.' },
    (f, { x }) => {
      const [x0, x1] = [f.local('x0', 'v128'), f.local('x1', 'v128')];
      for (let i = 0; i < n; i++) {
        f.set(x0, v128.load(x, 16 * i));
        f.set(x1, v128.load(x, 16 * (n + i)));
        storeRow(f, sum)(i, f64x2.add(x0, x1));
        storeRow(f, difference)(i, f64x2.sub(x0, x1));
        storeRow(f, twice)(i, f64x2.add(x0, x0));
      }
    },
  );
  const two = /** @type {const} */ ({ z: 'i32', x: 'i32' });
  const square = m.func(
    'extension_sqr',
    { params: two, doc: 'z = x²/R. x normalised; z a product.' },
    (f, { z, x }) => {
      checks.row(f, 'x', x, 'normalised');
      f.emit(spread.call(x), prime.multiply.call(z, sum, difference));
      f.emit(prime.multiply.call(after(z, rowBytes), twice, after(x, rowBytes)));
    },
  );
  const squareSubtract = m.func(
    'extension_sqr_sub',
    {
      params: { ...two, c: 'i32' },
      doc: 'z = x²/R − c. x normalised, c a subtrahend; z centred.',
    },
    (f, { z, x, c }) => {
      checks.row(f, 'x', x, 'normalised');
      const [z1, x1, c1] = [z, x, c].map((row) => after(row, rowBytes));
      f.emit(spread.call(x), prime.multiplySubtract.call(z, sum, difference, c));
      f.emit(prime.multiplySubtract.call(z1, twice, x1, c1));
    },
  );
  return { square, squareSubtract };
}

/**
 * 1/x = (x_0 − x_1·u)/(x_0² + x_1²), by one inversion for both lanes.
 * @param {ModuleBuilder} m
 * @param {FmaPrimeField} prime
 * @param {ReturnType<typeof emitSumOfProducts>} sumOfProducts
 */
function emitInvertBoth(m, prime, sumOfProducts) {
  const { rowBytes, rowLength } = prime;
  const norm = prime.reserveRow();
  const doc = 'z = 1/x in both lanes. x a product, 0 in neither lane; z a product.';
  return m.func('extension_invert_both', { params: { z: 'i32', x: 'i32' }, doc }, (f, { z, x }) => {
    const [z1, x1] = [after(z, rowBytes), after(x, rowBytes)];
    f.emit(sumOfProducts(norm, [x, x, 1, x1, x1]), prime.invertBoth.call(norm, norm));
    f.emit(prime.multiply.call(z, x, norm), prime.multiply.call(z1, x1, norm));
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
