/**
 * The `fma` field kernel: two elements side by side in the lanes of f64x2 vectors, multiplied by
 * fused multiply-adds (relaxed SIMD). For batches, and for chains whose steps have two products
 * each; a single multiplication is no faster than with integers. Files: parameters (ranges, derived
 * numbers), columns (exact products on bit patterns), multiply (rows, reduction, subtraction on the
 * way out), columns-first (the same for chains), fold (the same for primes 2^N − c), power,
 * square-root, convert (bytes, limbs), inverse, constants, checks (the debug build's assertions),
 * quadratic and quadratic-products (the extension of degree 2), carry-pass (sums where digits are
 * full). The mathematics: docs/algorithms/fma.md.
 */

import { v128 } from '../../emit/instructions.js';
import { resultEstimate } from '../limbs30/inverse.js';
import { fieldParameters } from '../limbs30/parameters.js';
import { debugRowChecks, noRowChecks } from './checks.js';
import { LaneConstants, constantRows } from './constants.js';
import { emitConversions } from './convert.js';
import { emitInvertBoth, emitRowIsZero } from './inverse.js';
import { emitProduct } from './multiply.js';
import { fmaParameters } from './parameters.js';

/** @import { Callable, FunctionBuilder, ModuleBuilder } from '../../emit/module.js' */
/** @import { Operand } from '../../emit/expression.js' */
/** @import { RowChecks } from './checks.js' */
/** @import { Coefficients } from './constants.js' */
/** @import { Digits, Product } from './multiply.js' */
/** @import { FmaForm, FmaParameters } from './parameters.js' */

/**
 * The context that every emitter of this kernel takes.
 * @typedef {{ parameters: FmaParameters, constants: LaneConstants, checks: RowChecks,
 *   reserve: (bytes: number) => number }} FmaBase
 */

/**
 * A field of coordinates: the prime field, or an extension of it (quadratic.js). An element's row
 * is the digits of its coefficients, one after the other.
 * @typedef {object} FmaElements
 * @property {number} degree over the prime field
 * @property {number} rowLength digits of an element
 * @property {number} rowBytes of an element of two lanes
 * @property {number} bytes of the canonical encoding
 * @property {() => number} reserveRow
 * @property {(value: Coefficients) => number} element the row of a constant, in the kernel's form
 * @property {(value: Coefficients) => number} centredElement the same, centred
 * @property {{ one: number, plainOne: number, R2: number, zero: number }} rows
 * @property {(f: FunctionBuilder, product: Product) => void} emitProduct
 * @property {Callable} multiply (z, x, y): z = xy/R. x a difference, y normalised; z a product
 * @property {Callable} multiplySubtract (z, x, y, c): z = xy/R − c. x a difference, y normalised, c
 *   centred; z centred
 * @property {Callable} invertBoth (z, x): 1/x in both lanes; traps if it is not. x a product, zero
 *   in neither, else z is 0; z a product
 * @property {Callable} laneFromBytes (lane, source): digits in [0, 2^w) of canonical bytes; 1, or
 *   0 if out of range
 * @property {Callable} laneToBytes (target, lane): canonical bytes of an integer, or
 *   two, |value| < p
 */

/** @typedef {FmaBase & FmaElements} FmaField */

/** @typedef {ReturnType<typeof emitFmaField>} FmaPrimeField */

/**
 * @param {ModuleBuilder} m
 * @param {bigint} p an odd prime
 * @param {{ reserve: (bytes: number) => number, debug?: boolean, form?: FmaForm, digitBits?:
 *   number }} options `reserve` allocates static memory; for `form` and `digitBits` see
 *   fmaParameters
 */
export function emitFmaField(m, p, { reserve, debug = false, form, digitBits }) {
  const parameters = fmaParameters(p, form, digitBits);
  const { n, laneBytes, bytes } = parameters;
  const constants = new LaneConstants(m, reserve);
  const checks = debug ? debugRowChecks(m, parameters) : noRowChecks();
  const base = { parameters, constants, checks, reserve };
  const limbShape = inversionLimbs(p);
  const multiply = emitMultiply(m, base);
  const conversions = emitConversions(m, parameters, limbShape);
  const field = {
    ...base,
    ...multiply,
    ...conversions,
    ...constantRows(base, 1),
    degree: 1,
    rowLength: n,
    rowBytes: laneBytes,
    bytes,
    reserveRow: () => reserve(laneBytes),
    emitProduct: (/** @type {FunctionBuilder} */ f, /** @type {Product} */ product) =>
      emitProduct(f, base, product),
  };
  const rowIsZero = emitRowIsZero(m, n);
  return { ...field, rowIsZero, invertBoth: emitInvertBoth(m, { ...field, rowIsZero }, limbShape) };
}

/**
 * The limbs of an inversion: 30 bits, unless these leave so few bits for the highest limb that a
 * quotient cannot be estimated.
 * @param {bigint} p
 */
function inversionLimbs(p) {
  const shape = fieldParameters(p, { w: 30 });
  try {
    resultEstimate(shape);
    return shape;
  } catch (error) {
    if (error instanceof RangeError) return fieldParameters(p);
    throw error;
  }
}

/** Digit i of a row in memory. @type {(row: Operand) => Digits} */
export function loadRow(row) {
  return Object.assign((/** @type {number} */ i) => v128.load(row, 16 * i), { row });
}

/** Stores digits to a row. @type {(f: FunctionBuilder, row: Operand) => Product['store']} */
export function storeRow(f, row) {
  /** @type {Product['store']} */
  const store = (i, digit) => f.emit(v128.store(row, digit, 16 * i));
  return Object.assign(store, { row });
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
    {
      params: three,
      exported: true,
      doc: 'z = xy/R. x a difference, y normalised; z a product.',
    },
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
