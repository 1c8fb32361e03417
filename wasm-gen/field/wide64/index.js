/**
 * The `wide64` field kernel: limbs of 64 bits and wide arithmetic, for engines that support it,
 * from a prime alone. It has the interface of ../limbs30/index.js, for the same curve code. Files:
 * parameters (ranges, derived numbers), words (chains of limbs), multiply, fold, linear (sums),
 * compare, bytes, inverse, small-limbs (operations on the limbs of limbs30), constants, checks (the
 * debug build's assertions). Powers, square roots and batched inversion are those of limbs30, which
 * treat elements as addresses.
 */

import { emitBatchInverse } from '../limbs30/batch-inverse.js';
import { emitCertifiedInverse } from '../limbs30/certified-inverse.js';
import { emitRoots } from '../limbs30/power.js';
import { emitBytes } from './bytes.js';
import { debugChecks, noChecks } from './checks.js';
import { emitCompare, emitCopy } from './compare.js';
import { WideConstants } from './constants.js';
import { emitFoldMultiply, emitFoldProductSum, emitFoldSquare } from './fold.js';
import { emitInverse } from './inverse.js';
import { emitLinear } from './linear.js';
import { emitMultiply, emitSquare } from './multiply.js';
import { wideParameters } from './parameters.js';
import { emitIsSquare } from './small-limbs.js';

/** @import { Callable, ModuleBuilder } from '../../emit/module.js' */
/** @import { Multiples } from './linear.js' */
/** @import { Reduction } from './parameters.js' */

/**
 * @param {ModuleBuilder} m
 * @param {bigint} p an odd prime
 * @param {{ reserve: (bytes: number) => number, debug?: boolean, form?: 'montgomery', reduction?:
 *   Reduction, multiples?: Multiples }} options `reserve` allocates static memory; `multiples`:
 *   those of p that sums may need (linear.js); the others as in parameters.js
 */
export function emitWideField(m, p, { reserve, debug = false, form, reduction, multiples }) {
  const parameters = wideParameters(p, { form, reduction });
  const { slotBytes } = parameters;
  const checks = debug ? debugChecks(m, parameters) : noChecks();
  const constants = new WideConstants(m, parameters, reserve);
  const folds = parameters.form === 'fold';
  const multiply = (folds ? emitFoldMultiply : emitMultiply)(m, parameters, checks);
  const square = (folds ? emitFoldSquare : emitSquare)(m, parameters, checks);
  const linear = emitLinear(m, parameters, checks, reserve, multiples);
  const copy = emitCopy(m, parameters);
  const compare = emitCompare(m, parameters, linear, reserve(slotBytes));
  const inverse = emitCertifiedInverse(
    m,
    { parameters, constants, reserve, multiply, ...compare },
    emitInverse(m, parameters, reserve),
  );
  /** @type {Callable | undefined} */
  let productSum;
  const field = {
    parameters,
    constants,
    checks,
    reserve,
    multiply,
    square,
    /** Returns z = xy + uv in one pass; null in Montgomery form, where it would exceed 2p. */
    productSum: folds ? () => (productSum ??= emitFoldProductSum(m, parameters)) : null,
    copy,
    inverse,
    ...linear,
    ...compare,
    ...emitBytes(m, parameters, { multiply, constants, reserve }),
    /** Emitted once, on demand: (x) → 1 if x is a square; x lazy, not 0 mod p. */
    isSquare: () => emitIsSquare(m, parameters, { reduce: compare.reduce, reserve }),
  };
  return {
    ...field,
    batchInverse: emitBatchInverse(m, field),
    ...emitRoots(m, field),
  };
}
