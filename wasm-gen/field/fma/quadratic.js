/**
 * The extension Fp[u]/(u² + 1), p ≡ 3 mod 4, two elements at a time: the interface of emitFmaField
 * over the extension, on the products of quadratic-products.js, which has the bounds.
 */

import { f64x2, i32, v128 } from '../../emit/instructions.js';
import { constantRows } from './constants.js';
import { emitFmaField, loadRow, storeRow } from './index.js';
import { digitBitsWith, digitCount } from './parameters.js';
import {
  after,
  emitColumnProducts,
  emitMultiply,
  emitReductions,
  emitSquares,
} from './quadratic-products.js';

/** @import { Callable, FunctionBuilder, ModuleBuilder } from '../../emit/module.js' */
/** @import { FmaPrimeField } from './index.js' */
/** @import { Digits, Product } from './multiply.js' */
/** @import { Context } from './quadratic-products.js' */
/** @import { RowChecks } from './checks.js' */

/**
 * Bits of a digit; log2(R/p) from which the term |xy|/R of a product is small; and bits of p's top
 * digit, for centring. All bounds for 49 bits hold for fewer, too.
 */
const SHAPE = { most: 49, spare: 10, top: 14 };

/** The same for sums that are carried. */
const CARRIED = { most: 52, spare: 6, top: 14 };

/** @param {number} bits of p */
function quadraticDigitBits(bits) {
  const [short, long] = [SHAPE, CARRIED].map((shape) => digitBitsWith(bits, shape));
  return long === CARRIED.most && digitCount(bits, long) < digitCount(bits, short) ? long : short;
}

/** @typedef {ReturnType<typeof emitFmaQuadraticField>} FmaQuadraticField */

/**
 * @param {ModuleBuilder} m
 * @param {bigint} p a prime, 3 mod 4
 * @param {{ reserve: (bytes: number) => number, debug?: boolean }} options as for emitFmaField
 */
export function emitFmaQuadraticField(m, p, { reserve, debug = false }) {
  if (p % 4n !== 3n)
    throw new RangeError(`expected p ≡ 3 mod 4, where −1 is not a square, got p ≡ ${p % 4n}`);
  const digitBits = quadraticDigitBits(p.toString(2).length);
  const prime = emitFmaField(m, p, { reserve, debug, form: 'montgomery', digitBits });
  const { parameters, constants, rowLength: n } = prime;
  const rowBytes = 2 * prime.rowBytes;
  const reserveRow = () => reserve(rowBytes);
  const checks = checkCoefficients(prime);
  const constant = constantRows(prime, 2);
  const subtrahends = parameters.addsSubtrahends ? ['c'] : ['c', 'd'];
  const context = {
    prime,
    rowBytes,
    checks,
    columns: emitColumnProducts(m, prime),
    subtrahends,
    reduce: emitReductions(m, prime, subtrahends),
    // Zeros, also as columns: those are as long as a row.
    none: constant.rows.zero,
  };
  const operations = { ...emitMultiply(m, context), ...emitSquares(m, context) };
  const norm = emitNorm(m, context, operations.multiply);
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
    emitProduct: productByCalls(context, operations, reserveRow),
    invertBoth: emitInvertBoth(m, context, norm),
    ...emitLaneBytes(m, prime),
  };
}

/**
 * Products by calls of the functions below; operands that are not rows are copied into rows.
 * @param {Context} context
 * @param {ReturnType<typeof emitMultiply> & ReturnType<typeof emitSquares>} operations
 * @param {() => number} reserveRow
 */
function productByCalls({ prime, subtrahends, none }, operations, reserveRow) {
  const length = 2 * prime.rowLength;
  const [scratchX, scratchY, ...scratch] = [0, 1, ...subtrahends].map(reserveRow);
  const scratchZ = reserveRow();
  /** @param {FunctionBuilder} f @param {Product} product */
  return (f, { x, y, minus = [], store }) => {
    const toRow = (/** @type {Digits} */ digits, /** @type {number} */ row) => {
      if (digits.row !== undefined) return digits.row;
      for (let i = 0; i < length; i++) f.emit(v128.store(row, digits(i), 16 * i));
      return row;
    };
    if (minus.length > scratch.length)
      throw new RangeError(`expected at most ${scratch.length} subtrahends`);
    const target = store.row ?? scratchZ;
    const operands = [toRow(x, scratchX), ...(y ? [toRow(y, scratchY)] : [])];
    const { multiply, multiplySubtractAll, square, squareSubtract } = operations;
    if (minus.length === 0) f.emit((y ? multiply : square).call(target, ...operands));
    else {
      const rows = scratch.map((row, i) => (minus[i] ? toRow(minus[i], row) : none));
      f.emit((y ? multiplySubtractAll : squareSubtract).call(target, ...operands, ...rows));
    }
    if (store.row !== undefined) return;
    for (let i = 0; i < length; i++) store(i, v128.load(target, 16 * i));
  };
}

/** @type {(prime: FmaPrimeField) => RowChecks} */
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
