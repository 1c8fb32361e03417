/** Integers and addresses that are operands. */

/** @import { Operand } from './kernel/machine/machine.js' */

/** An integer that is no address. @param {Operand | undefined} operand @returns {bigint | null} */
export const constantOf = (operand) =>
  operand?.type === 'i32' && operand.region === null ? operand.value.constant() : null;

/** @param {Operand | undefined} a @param {Operand | undefined} b */
export const areSame = (a, b) =>
  a?.type === 'i32' &&
  b?.type === 'i32' &&
  a.region === b.region &&
  a.value.polynomial.equals(b.value.polynomial);
