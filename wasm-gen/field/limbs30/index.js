/**
 * The `limbs30` field kernel: 64-bit integer arithmetic on limbs of up to 30 bits, in any engine,
 * from a prime alone. Files: parameters (ranges, derived numbers), multiply, square, linear (sums),
 * compare, bytes, inverse, certified-inverse, batch-inverse, power, checks (the debug build's
 * assertions).
 */

import { emitBatchInverse } from './batch-inverse.js';
import { emitBytes } from './bytes.js';
import { debugChecks, noChecks } from './checks.js';
import { emitCompare, emitCopy, emitRootSign } from './compare.js';
import { emitCertifiedInverse } from './certified-inverse.js';
import { Constants } from './constants.js';
import { emitFoldMultiply, emitFoldSquare, emitFoldSquareTimes, foldParameters } from './fold.js';
import { emitFused } from './fused.js';
import { emitInverse } from './inverse.js';
import { emitIsSquare } from './jacobi.js';
import { emitLinear } from './linear.js';
import { emitMultiply } from './multiply.js';
import { fieldParameters } from './parameters.js';
import { emitRoots } from './power.js';
import { emitSquare } from './square.js';

/** @import { ModuleBuilder } from '../../emit/module.js' */

/** @typedef {ReturnType<typeof emitField>} Field */

/**
 * The interface of coordinate fields that the curve's emitters use: this field, one on other limbs,
 * or an extension. Constants are elements.
 * @typedef {Pick<Field, 'reserve' | 'multiply' | 'square' | 'copy' | 'inverse' | 'add' |
 *   'subtract' | 'negate' | 'difference' | 'looseNegate' | 'negatedSum' | 'looseSum' |
 *   'subtractTwo' | 'combination' |
 *   'isZero' | 'isEqual' | 'fromBytes' | 'toBytes' | 'mayBeZeroDifference' | 'isZeroDifference' |
 *   'rootSign' | 'squareRoot' |
 *   'productSum'> & { fused?: Field['fused'], factorSum?: Field['add'],
 *   parameters: { p: bigint, bytes: number, slotBytes: number, flagOffset: number },
 *   checks: { messages: string[] }, constants: { add(name: string, value: any): number,
 *   address(name: string): number } }} CoordinateField
 */

/**
 * The interface that the emitters of Edwards groups use: a prime field on any limbs.
 * @typedef {CoordinateField & Pick<Field, 'isSquare' | 'reduce' | 'emitToBigEndian'> &
 *   { parameters: Pick<Field['parameters'],
 *   'p' | 'w' | 'n' | 'R' | 'bytes' | 'slotBytes' | 'flagOffset'> }} PrimeField
 */

/**
 * @param {ModuleBuilder} m
 * @param {bigint} p an odd prime
 * @param {{ reserve: (bytes: number) => number, debug?: boolean, w?: number, carryEvery?: number,
 *   form?: 'montgomery', largestFactor?: number }} options `form`: Montgomery form even where p
 *   could be folded; `reserve` allocates static memory; `largestFactor`: bound on the factors of a
 *   Montgomery multiplication, in units of p, 4 (the default) or 8
 */
export function emitField(m, p, { reserve, debug = false, w, carryEvery, form, largestFactor }) {
  const montgomery = fieldParameters(p, { w, carryEvery, largestFactor });
  const parameters = (form !== 'montgomery' && foldParameters(montgomery)) || montgomery;
  const { slotBytes } = parameters;
  const checks = debug ? debugChecks(m, parameters) : noChecks();
  const constants = new Constants(m, parameters, reserve);
  const folds = parameters.form === 'fold';
  const multiply = folds
    ? emitFoldMultiply(m, parameters, checks)
    : emitMultiply(m, parameters, checks, largestFactor);
  const square = (folds ? emitFoldSquare : emitSquare)(m, parameters, checks);
  const linear = emitLinear(m, parameters, checks);
  const copy = emitCopy(m, parameters);
  const compare = emitCompare(
    m,
    parameters,
    { ...linear, multiply, constants },
    reserve(slotBytes),
  );
  const bytes = emitBytes(m, parameters, {
    multiply,
    copy,
    reduce: compare.reduce,
    constants,
    reserve,
  });
  const numerator = parameters.R ** 2n % p;
  const inverse = emitCertifiedInverse(
    m,
    { parameters, constants, reserve, multiply, ...compare },
    emitInverse(m, parameters, { numerator, reserve }),
  );
  const field = {
    parameters,
    constants,
    checks,
    reserve,
    multiply,
    square,
    /** (z, x, count): z = x^(2^count), if there is a faster method than repeated squarings. */
    squareTimes: folds ? emitFoldSquareTimes(m, parameters, checks) : null,
    /** Returns sums of products and differences in one pass; null in Montgomery form. */
    fused: folds ? emitFused(m, parameters, checks) : null,
    /** Returns z = xy + uv in one pass, for fields that can fuse only this: see `fused`. */
    productSum: /** @type {(() => import('../../emit/module.js').Callable) | null} */ (null),
    copy,
    inverse,
    ...linear,
    ...compare,
    ...bytes,
    /**
     * Emitted once, on demand: (y) → 1 if y is the root that the encoding's flag names.
     */
    rootSign: emitRootSign(m, parameters, {
      multiply,
      reduce: compare.reduce,
      constants,
      reserve,
    }),
    /** Emitted once, on demand: (x) → 1 if x is a square; x in [0, 2p), not 0 mod p. */
    isSquare: () => emitIsSquare(m, parameters, { reduce: compare.reduce, reserve }),
  };
  return {
    ...field,
    batchInverse: emitBatchInverse(m, field),
    ...emitRoots(m, field),
  };
}
