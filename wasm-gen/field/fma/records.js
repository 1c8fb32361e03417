/**
 * Elements of two records, such as coordinates of points or entries of a table, as both lanes of a
 * row, and back. A record holds each coefficient as `storedDigits` doubles, an even number. Two
 * records become lanes by loading two digits of each and exchanging halves:
 *   (a_0, a_1), (b_0, b_1) → (a_0, b_0), (a_1, b_1).
 */

import { i64x2, v128 } from '../../emit/instructions.js';

/** @import { FunctionBuilder, Local } from '../../emit/module.js' */
/** @import { Expression, Operand } from '../../emit/expression.js' */
/** @import { FmaField } from './index.js' */

/** @param {FmaField} field @param {number} i */
export function digitOffset({ parameters: { n, storedDigits } }, i) {
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
