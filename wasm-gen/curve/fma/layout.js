/**
 * The memory layout of points for the two-lane kernel.
 *
 * A point's record is x then y, each coefficient `storedDigits` doubles (an even number, in whole
 * vectors), centred. Infinity is NaN in the lowest digit of x; its other digits are meaningless.
 * References are as in ../layout.js: address | sign. ../../field/fma/records.js transfers pairs
 * between records and lanes.
 */

import { f64, v128 } from '../../emit/instructions.js';
import { digitOffset } from '../../field/fma/records.js';

/** @import { FunctionBuilder, Local } from '../../emit/module.js' */
/** @import { Operand } from '../../emit/expression.js' */
/** @import { FmaField } from '../../field/fma/index.js' */

/** @typedef {ReturnType<typeof recordLayout>} RecordLayout */

/** @param {FmaField} field */
export function recordLayout(field) {
  const coordinateBytes = 8 * field.parameters.storedDigits * field.degree;
  return {
    coordinateBytes,
    /** Offset of digit i in a coordinate. */
    digitOffset: (/** @type {number} */ i) => digitOffset(field, i),
    pointBytes: 2 * coordinateBytes,
    /** @param {Operand} point */
    isInfinity: (point) => f64.ne(f64.load(point), f64.load(point)),
    /** @param {Operand} point */
    setInfinity: (point) => f64.store(point, NaN),
  };
}

/**
 * Copies a record.
 * @type {(f: FunctionBuilder, layout: RecordLayout, target: Local, source: Local) => void}
 */
export function copyRecord(f, { pointBytes }, target, source) {
  for (let at = 0; at < pointBytes; at += 16) f.emit(v128.store(target, v128.load(source, at), at));
}
