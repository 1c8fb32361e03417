/**
 * The memory layout of points for the two-lane kernel, and the transfer of pairs between
 * records and lanes.
 *
 * A point's record is x then y, each coefficient `storedDigits` doubles (an even number, in whole
 * vectors), centred. Infinity is NaN in the lowest digit of x; its other digits are meaningless.
 * References are as in ../layout.js: address | sign. Two records become lanes by loading two digits
 * of each and exchanging halves:
 *   (a_0, a_1), (b_0, b_1) → (a_0, b_0), (a_1, b_1).
 */

import { f64, i64x2, v128 } from '../../emit/instructions.js';

/** @import { FunctionBuilder, Local } from '../../emit/module.js' */
/** @import { Expression, Operand } from '../../emit/expression.js' */
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

/** @param {FmaField} field @param {number} i */
function digitOffset({ parameters: { n, storedDigits } }, i) {
  return 8 * (storedDigits * Math.floor(i / n) + (i % n));
}

/**
 * Reads digits 2k and 2k + 1 of two sources and returns them lane by lane.
 * @param {FunctionBuilder} f
 * @param {FmaField} field
 * @param {[(offset: number) => Expression, (offset: number) => Expression]} sources loads of lanes
 *   0 and 1 at a byte offset
 * @param {(i: number, digit: Expression) => void} take
 */
export function gather(f, field, sources, take) {
  const { n } = field.parameters;
  const [first, second] = [f.local('first', 'v128'), f.local('second', 'v128')];
  for (let i = 0; i < field.rowLength; i++) {
    const isOdd = (i % n) % 2 === 1;
    if (!isOdd) {
      f.set(first, sources[0](digitOffset(field, i)));
      f.set(second, sources[1](digitOffset(field, i)));
    }
    take(i, isOdd ? i64x2.shuffle(first, second, 1, 3) : i64x2.shuffle(first, second, 0, 2));
  }
}

/**
 * Takes digits of both lanes in order and writes them to two records.
 * @param {FunctionBuilder} f
 * @param {FmaField} field
 * @param {[Operand, Operand]} targets
 * @param {number} offset of the coordinate
 * @returns {(i: number, digit: Expression) => void}
 */
export function scatter(f, field, targets, offset) {
  const { n } = field.parameters;
  /**
   * Created on demand, after those of the digits (../../field/sliding.js explains why).
   * @type {Local[]}
   */
  const pair = [];
  return (i, digit) => {
    if (pair.length === 0) pair.push(f.local('even', 'v128'), f.local('odd', 'v128'));
    const [even, odd] = pair;
    const parity = (i % n) % 2;
    f.set(parity ? odd : even, digit);
    if (parity === 0 && i % n < n - 1) return;
    const upper = parity ? odd : even;
    const at = offset + digitOffset(field, i - parity);
    f.emit(v128.store(targets[0], i64x2.shuffle(even, upper, 0, 2), at));
    f.emit(v128.store(targets[1], i64x2.shuffle(even, upper, 1, 3), at));
  };
}

/**
 * Copies a record.
 * @param {FunctionBuilder} f
 * @param {RecordLayout} layout
 * @param {Local} target
 * @param {Local} source
 */
export function copyRecord(f, { pointBytes }, target, source) {
  for (let at = 0; at < pointBytes; at += 16) f.emit(v128.store(target, v128.load(source, at), at));
}
