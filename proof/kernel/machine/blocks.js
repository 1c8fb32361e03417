/** Values on the stack (specification, §4.4.8). */
import { Refused } from '../refused.js';

/** @import { Operand } from './machine.js' */

/** @param {string} type @returns {Operand['type']} */
export function operandType(type) {
  if (type === 'i32' || type === 'i64' || type === 'f64' || type === 'v128') return type;
  throw new Refused(`a number of type ${type}`);
}
