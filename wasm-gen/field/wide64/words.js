/**
 * Operations on 64-bit limbs in locals, for all files of this folder: carries, borrows, selections.
 */

import { i64 } from '../../emit/instructions.js';

/** @import { FunctionBuilder, Local } from '../../emit/module.js' */
/** @import { Expression, Operand } from '../../emit/expression.js' */

/**
 * @param {FunctionBuilder} f
 * @param {string} name
 * @param {Operand} address
 * @param {number} n
 */
export function loadLimbs(f, name, address, n) {
  const limbs = f.localArray(name, 'i64', n);
  limbs.forEach((limb, j) => f.set(limb, i64.load(address, 8 * j)));
  return limbs;
}

/** @type {(f: FunctionBuilder, address: Operand, limbs: readonly Operand[]) => void} */
export function storeLimbs(f, address, limbs) {
  limbs.forEach((limb, j) => f.emit(i64.store(address, limb, 8 * j)));
}

/** Adds a word to a pair. @param {Expression} pair @param {Operand} word */
export const plus = (pair, word) => i64.add128(pair, word, 0n);

/**
 * z = x − y modulo B^n; `borrow` becomes all ones if that wrapped, else 0. z may be x or y.
 * @type {(f: FunctionBuilder, z: readonly Local[], x: readonly Operand[], y: readonly Operand[],
 *   borrow: Local) => void}
 */
export function subtractLimbs(f, z, x, y, borrow) {
  z.forEach((limb, j) => {
    const difference = i64.sub128(x[j], 0n, y[j], 0n);
    f.setPair(limb, borrow, j === 0 ? difference : i64.add128(difference, borrow, borrow));
  });
}

/**
 * z = x if `mask` is all ones; z is unchanged if `mask` is 0.
 * @type {(f: FunctionBuilder, z: readonly Local[], x: readonly Operand[], mask: Local) => void}
 */
export function chooseLimbs(f, z, x, mask) {
  z.forEach((limb, j) => f.set(limb, i64.xor(limb, i64.and(i64.xor(limb, x[j]), mask))));
}

/**
 * One row of a product: (carry, t_to …) = a·x + (t_from …), x_j added to limb j. `first`: the old t
 * is not added.
 * @type {(f: FunctionBuilder, row: { a: Operand, x: readonly Operand[], from: readonly (Operand |
 *   null)[], to: readonly Local[], carry: Local }) => void}
 */
export function multiplyRow(f, { a, x, from, to, carry }) {
  x.forEach((limb, j) => {
    let sum = i64.mul_wide_u(limb, a);
    const addend = from[j];
    if (addend !== null) sum = plus(sum, addend);
    f.setPair(to[j], carry, j === 0 ? sum : plus(sum, carry));
  });
}
