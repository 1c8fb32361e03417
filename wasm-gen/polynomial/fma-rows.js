/** Rows of two elements in the steps of this folder on the `fma` field kernel. */

import { i64x2, v128 } from '../emit/instructions.js';

/** @import { FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */
/** @import { Expression } from '../emit/expression.js' */
/** @import { Digits } from '../field/fma/multiply.js' */

/** Emits steps, whose operands are addresses. @param {ModuleBuilder} m */
export function stepsOf(m) {
  /**
   * @param {string} name
   * @param {string[]} operands
   * @param {(f: FunctionBuilder, operands: Record<string, Local>) => void} build
   */
  return (name, operands, build) => {
    const params = Object.fromEntries(operands.map((id) => [id, /** @type {const} */ ('i32')]));
    return m.func(`step_${name}`, { params }, build);
  };
}

/** An element in both lanes. @type {(element: Local) => Digits} */
export const constantRow = (element) => (i) => v128.load64_splat(element, 16 * i);

/**
 * Digit i of two rows of neighbours: those with even indices, and those with odd ones.
 * @type {(f: FunctionBuilder, rows: Local, rowBytes: number, i: number) => [Local, Local]}
 */
export function sideBySide(f, rows, rowBytes, i) {
  const a = f.local('a', 'v128', v128.load(rows, 16 * i));
  const b = f.local('b', 'v128', v128.load(rows, rowBytes + 16 * i));
  const even = f.local('even', 'v128', i64x2.shuffle(a, b, 0, 2));
  return [even, f.local('odd', 'v128', i64x2.shuffle(a, b, 1, 3))];
}

/**
 * The inverse of `sideBySide`.
 * @type {(f: FunctionBuilder, rows: Local, rowBytes: number, i: number, even: Expression,
 *   odd: Expression) => void}
 */
export function storeSideBySide(f, rows, rowBytes, i, even, odd) {
  const [a, b] = [f.local('a', 'v128', even), f.local('b', 'v128', odd)];
  f.emit(v128.store(rows, i64x2.shuffle(a, b, 0, 2), 16 * i));
  f.emit(v128.store(rows, i64x2.shuffle(a, b, 1, 3), rowBytes + 16 * i));
}
