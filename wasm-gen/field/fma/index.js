/**
 * The `fma` field kernel: two elements side by side in the lanes of f64x2 vectors, multiplied by fused multiply-adds
 * (relaxed SIMD). For batches only: a single multiplication is no faster than with integers.
 * Files: parameters (ranges, derived numbers), columns (exact products on bit patterns), multiply (rows, reduction,
 * subtraction on the way out), fold (the same for primes 2^N − c), convert (bytes, limbs), constants, checks (the debug
 * build's assertions). The mathematics: docs/algorithms/fma.md.
 */

import { i64x2, v128 } from '../../emit/instructions.js';
import { emitInverse } from '../limbs30/inverse.js';
import { fieldParameters } from '../limbs30/parameters.js';
import { debugRowChecks, noRowChecks } from './checks.js';
import { LaneConstants } from './constants.js';
import { emitConversions } from './convert.js';
import { emitProduct } from './multiply.js';
import { bitsOf, digitsOf, fmaParameters } from './parameters.js';

/** @import { Callable, FunctionBuilder, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression, Operand } from '../../emit/expression.js' */
/** @import { RowChecks } from './checks.js' */
/** @import { FmaForm, FmaParameters } from './parameters.js' */

/**
 * What every emitter of this kernel needs.
 * @typedef {{ parameters: FmaParameters, constants: LaneConstants, checks: RowChecks,
 *   reserve: (bytes: number) => number }} FmaBase
 */

/** @typedef {ReturnType<typeof emitFmaField>} FmaField */

/**
 * @param {ModuleBuilder} m
 * @param {bigint} p an odd prime
 * @param {{ reserve: (bytes: number) => number, debug?: boolean, form?: FmaForm }} options `reserve` gives static memory
 */
export function emitFmaField(m, p, { reserve, debug = false, form }) {
  const parameters = fmaParameters(p, form);
  const { n, R, laneBytes } = parameters;
  const constants = new LaneConstants(m, reserve);
  const checks = debug ? debugRowChecks(m, parameters) : noRowChecks();
  const base = { parameters, constants, checks, reserve };
  /** A constant row: a field element in the kernel's form, or an integer as it is. */
  const element = (/** @type {bigint} */ value) =>
    constants.row(digitsOf((value * R) % p, parameters).map(bitsOf));
  const integer = (/** @type {bigint} */ value) =>
    constants.row(digitsOf(value, parameters).map(bitsOf));
  const limbShape = fieldParameters(p, { w: 30 });
  const multiply = emitMultiply(m, base);
  const conversions = emitConversions(m, parameters, limbShape);
  const inverse = emitInverse(m, limbShape, { numerator: (R * R) % p, reserve });
  const rows = {
    one: element(1n),
    plainOne: integer(1n),
    R2: integer((R * R) % p),
    zero: integer(0n),
  };
  const reserveRow = () => reserve(laneBytes);
  const field = { ...base, ...multiply, ...conversions, rows, element, reserveRow, rowLength: n };
  return { ...field, invertBoth: emitInvertBoth(m, field, inverse, reserve(limbShape.slotBytes)) };
}

/** Digit i of a row in memory. @param {Operand} row @returns {(i: number) => Expression} */
export function loadRow(row) {
  return (i) => v128.load(row, 16 * i);
}

/** Stores digits to a row. @param {FunctionBuilder} f @param {Operand} row @returns {(i: number, digit: Expression) => void} */
export function storeRow(f, row) {
  return (i, digit) => f.emit(v128.store(row, digit, 16 * i));
}

/**
 * @param {ModuleBuilder} m
 * @param {FmaBase} field
 */
function emitMultiply(m, field) {
  const { checks } = field;
  const three = /** @type {const} */ ({ z: 'i32', x: 'i32', y: 'i32' });
  const multiply = m.func(
    'field_mul',
    { params: three, exported: true, doc: 'z = xy/R. x a difference, y normalised; z a product.' },
    (f, { z, x, y }) => {
      checks.row(f, 'x', x, 'difference');
      checks.row(f, 'y', y, 'normalised');
      emitProduct(f, field, { x: loadRow(x), y: loadRow(y), store: storeRow(f, z) });
      checks.row(f, 'z', z, 'product');
    },
  );
  const multiplySubtract = m.func(
    'field_mul_sub',
    {
      params: { ...three, c: 'i32' },
      exported: true,
      doc: 'z = xy/R − c. x a difference, y normalised, c centred; z centred.',
    },
    (f, { z, x, y, c }) => {
      checks.row(f, 'x', x, 'difference');
      checks.row(f, 'y', y, 'normalised');
      checks.row(f, 'c', c, 'centred');
      emitProduct(f, field, {
        x: loadRow(x),
        y: loadRow(y),
        minus: [loadRow(c)],
        centre: 1,
        store: storeRow(f, z),
      });
      checks.row(f, 'z', z, 'centred');
    },
  );
  return { multiply, multiplySubtract };
}

/**
 * @param {ModuleBuilder} m
 * @param {{ multiply: Callable, limbsFromLane: Callable, rowFromLimbs: Callable, reserveRow: () => number,
 *   rowLength: number }} field
 * @param {Callable} inverse
 * @param {number} limbs scratch for the inversion's argument
 */
function emitInvertBoth(m, field, inverse, limbs) {
  const [swapped, product] = [field.reserveRow(), field.reserveRow()];
  const doc =
    'z = 1/x in both lanes, with one inversion. x a product, neither lane 0; z a product.';
  return m.func(
    'invert_both',
    { params: { z: 'i32', x: 'i32' }, exported: true, doc },
    (f, { z, x }) => {
      for (let i = 0; i < field.rowLength; i++) {
        const digit = f.local('digit', 'v128', v128.load(x, 16 * i));
        f.emit(v128.store(swapped, i64x2.shuffle(digit, digit, 1, 0), 16 * i));
      }
      f.comment('both lanes of the product hold x_0·x_1');
      f.emit(field.multiply.call(product, x, swapped));
      f.emit(field.limbsFromLane.call(limbs, product), inverse.call(limbs, limbs));
      f.emit(field.rowFromLimbs.call(product, limbs));
      f.emit(field.multiply.call(z, product, swapped));
    },
  );
}
